"""What the prompts of Taboo's seats contain, and what they must not."""

from typing import Any

from tests.conformance import CATALOGUE
from tests.games.prompts import beside, sent, text, wrongly_told
from tests.games.steps import answer, begin
from tests.tables import Cases, each
from tui_arena.core.probes import read_list, read_sorting
from tui_arena.core.record import Play
from tui_arena.players.models.prompts import messages
from tui_arena.table.probes import sorting_view

CASES = Cases(__file__)

INFO = CATALOGUE.game("taboo")
REPLIES = ["", "playful", "steps", "terse", "warm"]
PHRASE = "`My guess of the word is: X`"
CARD = {"word": "heron", "forms": ["heronry"], "forbidden": ["stork", "pond", "wader"]}
ASKED = "Who stands in the shallows all day?"


def start(preset: str | None = None, **options: Any) -> Play[Any]:
    return begin("taboo", CARD, {"category": "animals", **options}, preset)


def untold(told: str) -> None:
    """No message holds the card, its category or its length."""
    for word in ("heron", "stork", "pond", "wader", "animal", "letters", "category", "five-letter"):
        assert word not in told.lower()


@each(*REPLIES)
def test_the_dialogue_stands_as_it_was(variant: str) -> None:
    play = answer(start(), ASKED, "A patient bird, I suppose.", "And then?")
    turns = sent(play, variant)[1:]
    assert [m["role"] for m in turns] == ["user", "assistant", "user"]
    assert turns[0]["content"] == f'<data name="setter">{ASKED}</data>'
    assert turns[1]["content"] == "A patient bird, I suppose."
    assert turns[2]["content"].startswith('<data name="setter">And then?</data>\n\nPrompts used')


@each("prompt", "reply", "last_guess")
def test_the_form_of_the_reply_stands_last(ask: str) -> None:
    for variant in CATALOGUE.prompt_variants(INFO, ask):
        last = CATALOGUE.prompt(INFO, ask, variant).sections["ask"].split("\n\n")[-1]
        assert any(part in last for part in ("nothing else", "nothing after it", "alone"))
        assert "{{max_chars}}" in last if ask == "prompt" else PHRASE in last


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


def test_prompts_tell_what_the_table_says() -> None:
    assert wrongly_told(start, CASES["told"]) == []
