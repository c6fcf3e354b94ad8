"""What the prompts of Taboo's seats contain, and what they must not."""

from itertools import pairwise, product
from typing import Any

import pytest

from tests.conformance import CATALOGUE
from tests.games.prompts import beside, last, sent, tells, text
from tests.games.steps import answer
from tests.tables import Cases, each
from tui_arena.core.game import Setup
from tui_arena.core.options import resolve
from tui_arena.core.probes import read_list, read_sorting
from tui_arena.core.record import Play
from tui_arena.players.models.prompts import messages
from tui_arena.table.probes import sorting_view

CASES = Cases(__file__)

INFO = CATALOGUE.game("taboo")
REPLIES = ["", "playful", "steps", "terse", "warm"]
GUESSES = ["", "steps", "terse"]
PROMPTS = ["", "playful", "steps", "terse"]
PHRASE = "`My guess of the word is: X`"
CARD = {"word": "heron", "forms": ["heronry"], "forbidden": ["stork", "pond", "wader"]}
ASKED = "Who stands in the shallows all day?"


def start(preset: str | None = None, **options: Any) -> Play[Any]:
    resolved = resolve(INFO.options, INFO.presets, {"category": "animals", **options}, preset)
    return Play(INFO.game, Setup(resolved, secret=CARD, preset=preset))


def untold(told: str) -> None:
    """No message holds the card, its category or its length."""
    for word in ("heron", "stork", "pond", "wader", "animal", "letters", "category", "five-letter"):
        assert word not in told.lower()


@each(*product(REPLIES, ["party", "paper"]))
def test_a_guesser_is_told_what_was_published(variant: str, preset: str) -> None:
    told = text(answer(start(preset), ASKED), variant)
    untold(told)
    tells(
        told,
        "You are / you are the guesser | guesser | Taboo, a word-guessing game | "
        "unawares / without your noticing | history / all that was said | "
        "does not hold the word / must not hold the word | never hold the word / never holds the word | "
        "properly / proper answer | likely to be it / may well be it | "
        "questions back / ask anything back | silently / quietly | about it outright | "
        f"very sure, or once the word has been said | {PHRASE} | look back at how the clues led | "
        "padding | After prompt 5 | possible, but not required / possible, not required | "
        "wrong guess can lose the game",
    )


@each(*REPLIES)
def test_what_holds_at_a_party_alone_is_told_there_alone(variant: str) -> None:
    party, paper = (text(answer(start(preset), ASKED), variant) for preset in ("party", "paper"))
    for part in (
        "at least 3, one of them not in the prompt",
        "A form of the word",
        "nor guessed, nobody wins",
    ):
        assert part in party
        assert part not in paper


@each(*REPLIES)
def test_a_guesser_is_told_how_many_prompts_are_used(variant: str) -> None:
    play = start(max_prompts=2)
    first = last(answer(play, ASKED), variant)
    second = last(answer(play, "A patient bird, I suppose.", "And then?"), variant)
    assert "Prompts used of 2: 1." in first
    assert "answer it first" not in first
    assert "Prompts used of 2: 2. That was the last one: answer it first." in second


@each(*REPLIES)
def test_the_dialogue_stands_as_it_was(variant: str) -> None:
    play = answer(start(), ASKED, "A patient bird, I suppose.", "And then?")
    turns = sent(play, variant)[1:]
    assert [m["role"] for m in turns] == ["user", "assistant", "user"]
    assert turns[0]["content"] == f'<data name="setter">{ASKED}</data>'
    assert turns[1]["content"] == "A patient bird, I suppose."
    assert turns[2]["content"].startswith('<data name="setter">And then?</data>\n\nPrompts used')
    assert all(a["role"] != b["role"] for a, b in pairwise(turns))


@each(*GUESSES)
def test_the_last_guess_is_told_that_the_word_fell_and_no_more(variant: str) -> None:
    told = text(answer(start(), ASKED, "A heron, and it is in no hurry."), variant)
    untold(told)
    tells(
        told,
        f"was in your last reply | Which word it is you are not told | one guess | {PHRASE} | `pass`",
    )
    assert "No prompt is left" not in told


@pytest.mark.parametrize("variant", GUESSES)
@pytest.mark.parametrize(("silence", "worth"), CASES["the_last_guess_after_all_prompts_is_free"])
def test_the_last_guess_after_all_prompts_is_free(variant: str, silence: str, worth: str) -> None:
    play = answer(start(max_prompts=1, on_silence=silence), ASKED, "A patient bird, I suppose.")
    told = text(play, variant)
    untold(told)
    said_so = "No prompt is left, and the word has not been said. A guess is possible now, not required."
    assert said_so + worth in told
    assert "was in your last reply" not in told


@pytest.mark.parametrize("variant", REPLIES)
@pytest.mark.parametrize(("silence", "worth"), CASES["a_guesser_is_told_what_silence_is_worth"])
def test_a_guesser_is_told_what_silence_is_worth(variant: str, silence: str, worth: str) -> None:
    assert worth in text(answer(start(on_silence=silence), ASKED), variant)


@each(*PROMPTS)
def test_a_setter_is_told_if_nobody_wins_by_silence(variant: str) -> None:
    told = "If the word is neither said nor guessed, nobody wins."
    assert [told in text(start(on_silence=one), variant) for one in ("nobody", "setter", "guesser")] == [
        True,
        False,
        False,
    ]


@each(*PROMPTS)
def test_a_setter_is_told_the_word_and_the_rules(variant: str) -> None:
    play = answer(start(), ASKED, "A patient bird, I suppose.")
    told = text(play, variant)
    tells(
        told,
        "setter | Taboo, a word-guessing game | within 5 prompts | "
        "without their finding out / without their guessing | 140 characters | the word or a form of it | "
        "questions rather than describe / never describe / do not describe | obvious clue gets | "
        'Prompts left of 5: 4. | <data name="guesser">A patient bird, I suppose.</data>',
    )
    assert told.count('<data name="word">heron</data>') == 2
    assert sent(play, variant)[2]["content"] == ASKED


@each(*PROMPTS)
def test_forbidden_words_are_told_where_they_count(variant: str) -> None:
    listed = '<data name="forbidden_words">stork, pond, wader</data>'
    assert listed in text(start(), variant)
    for play in (start("paper"), start(forbidden=False)):
        assert "stork" not in text(play, variant)
    assert "counts as saying it" in text(start(), variant)
    assert "counts as saying it" not in text(start("paper"), variant)


@each("prompt", "reply", "last_guess")
def test_the_form_of_the_reply_stands_last(ask: str) -> None:
    for variant in CATALOGUE.prompt_variants(INFO, ask):
        last = CATALOGUE.prompt(INFO, ask, variant).sections["ask"].split("\n\n")[-1]
        assert any(part in last for part in ("nothing else", "nothing after it", "alone"))
        assert "{{max_chars}}" in last if ask == "prompt" else PHRASE in last


def test_a_fault_says_what_was_wrong_and_nothing_of_the_word() -> None:
    play = answer(start(), ASKED, "Yes.")
    told = text(play)
    assert "That can't be taken: a reply needs at least 3 words; this one has 1." in told
    assert told.endswith("Tries left: 2.")
    untold(told)
    refused = answer(start(), "What do you call a heron?")
    assert "`heron` may not be said" in text(refused)
    assert "What do you call" not in str(refused.view("guesser"))


@each(*REPLIES)
def test_the_likeliest_are_asked_for_over_the_same_rules_and_history(variant: str) -> None:
    play = answer(start(), ASKED, "A patient bird, I suppose.", "And then?")
    probed, played = sent(play, variant, beside(play, "guesser", "candidates")), sent(play, variant)
    assert probed[:-1] == played[:-1]
    talk, _, ask = probed[-1]["content"].partition("\n\n")
    assert played[-1]["content"].startswith(talk)
    untold(text(play, variant, beside(play, "guesser", "candidates")))
    for part in ("between 5 and 16", "likeliest first", "agree with the whole history", "varied", "certain"):
        assert part in ask
    assert "group" not in ask
    assert ask.endswith("** Word: x **\n** Word: y **\n** Additional Information: … **")
    assert read_list(ask[ask.index("** Word") :]) == ("x", "y")


def test_a_witness_sees_one_prompt_and_its_reply() -> None:
    play = answer(start(), ASKED, "A patient bird, I suppose.", "And then?", "Lovely weather, is it not?")
    ask = beside(play, "guesser", "sorting")
    view = sorting_view(play.view("guesser"), "reply", 2, ask.choices)
    told = "\n".join(m["content"] for m in messages(CATALOGUE.prompt(INFO, "sorting"), ask, view, None))
    untold(told)
    assert '<data name="sorted_question">And then?</data>' in told
    assert '<data name="items">1. Lovely weather, is it not?</data>' in told
    assert "patient bird" not in told
    assert "neither answers the prompt nor guesses" in told
    assert read_sorting("1: yes", ask.choices) == ([ask.choices[0]], [])


def test_a_coach_gets_all_of_a_session_that_is_over() -> None:
    play = answer(start(), ASKED, "A heron, and it is in no hurry.", "My guess of the word is: stork")
    told = text(play, ask=beside(play, "guesser", "coach"))
    tells(
        told,
        f'{ASKED} | <data name="word">heron</data> | A reply said it. | stork</data> | The setter won.',
    )
    assert "rules allow" not in told
