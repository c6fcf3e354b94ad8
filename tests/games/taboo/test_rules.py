"""Taboo's rules, case by case."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance import CATALOGUE
from tests.games.steps import answer, asked, begin, end, fault, feed, probed, undo
from tests.games.taboo import playout
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.events import BadEvent, Kind
from tui_arena.core.game import TABLE, Setup
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.core.session import drawn
from tui_arena.table.rulings import Ruling, ruling_on_draft, ruling_on_last

CASES = Cases(__file__)

INFO = CATALOGUE.game("taboo")
ROUND = ("What do you see at a harbour?", "Mostly gulls and old ropes.")
PHRASE = "My guess of the word is: "
FORBIDDEN = ["bird", "lift"]


def start(word: str = "crane", preset: str | None = None, forms: Any = (), **options: Any) -> Play[Any]:
    secret = {"word": word, "forms": list(forms), "forbidden": FORBIDDEN}
    return begin("taboo", secret, options, preset)


GUESSER, SETTER = ("won", ("guesser",), None), ("won", ("setter",), None)
DRAWN = ("drawn", (), None)


# who is asked


def test_a_card_is_dealt_with_all_that_the_rules_need() -> None:
    deck = CATALOGUE.deck(None, INFO).deck
    options = {name: option.default for name, option in INFO.options.items()}
    dealt = drawn(INFO.game, options, deck, 1)
    assert dealt == drawn(INFO.game, options, deck, 1)
    card = next(c for c in deck.items if c["word"] == dealt["secret"]["word"])
    assert dealt["secret"]["forbidden"] == list(card["forbidden"])
    assert set(dealt["secret"]) <= {"word", "forms", "forbidden"}
    hard = {**options, "difficulty": "hard", "category": "food"}
    for seed in range(20):
        word = drawn(INFO.game, hard, deck, seed)["secret"]["word"]
        card = next(c for c in deck.items if c["word"] == word)
        assert (card["difficulty"], card["category"]) == ("hard", "food")
    assert drawn(INFO.game, options, None, 1) == {}


@each(
    None, {}, {"word": ""}, {"word": "?!"}, {"word": 4}, {"word": "pen", "forms": "pens"},
    {"word": "pen", "forbidden": [1]},
)  # fmt: skip
def test_a_secret_that_is_none_is_refused(secret: Any) -> None:
    with pytest.raises(ValueError, match=r"setup\.secret"):
        Play(INFO.game, Setup(resolve(INFO.options, INFO.presets, {}, None), secret))


# prompts


@CASES.each
def test_what_a_prompt_may_not_say(prompt: str, party: str | None, paper: str | None) -> None:
    for preset, kind in ((None, party), ("paper", paper)):
        play = answer(start(preset=preset, reprompts=2, forms=["derrick-man"]), prompt)
        assert fault(play) == kind, preset
        assert asked(play) == ["setter/prompt" if kind else "guesser/reply"]


@CASES.each
def test_a_word_that_is_split_over_two_prompts(first: str, second: str, refused: bool) -> None:
    play = answer(start(), first, ROUND[1], second)
    assert (fault(play) == "rule") == refused
    if refused:
        assert play.steps[-1].fault is not None
        assert play.steps[-1].fault.heard["rule"] == "spelled"
    assert fault(answer(start(preset="paper", reprompts=2), first, ROUND[1], second)) is None


@each(
    ("", "empty"), ("   ", "empty"), ("<think>hm", "empty"), ("?!", "empty"), ("? !", "format"),
    ("prompt:", "format"), ("x" * 140, None), ("x" * 141, "rule"), ("x" * 100_000, "rule"),
)  # fmt: skip
def test_the_form_of_a_prompt(prompt: str, kind: str | None) -> None:
    assert fault(answer(start(), prompt)) == kind


def test_why_a_prompt_is_refused_is_told_and_kept() -> None:
    play = answer(start(forms=["craner"]), "Cranes?")
    assert play.steps[-1].fault is not None
    assert play.steps[-1].fault.why == "`cranes` may not be said: a form of crane, your word"
    assert play.steps[-1].fault.heard == {"word": "cranes", "rule": "inflection"}
    for text, why in (("A bird?", "said: a forbidden word"), ("A craner?", "said: made of crane, your word"),
                      ("A b-i-r-d?", "bird, a forbidden word, spelled out"), ("сrane?", "crane, your word, in other letters")):  # fmt: skip
        play = answer(start(forms=["craner"]), text)
        assert play.steps[-1].fault is not None
        assert why in play.steps[-1].fault.why


# replies and guesses


@CASES.each
def test_a_guess_is_compared_by_its_head_word(word: str, guess: str, right: bool) -> None:
    play = answer(start(word, preset="paper"), ROUND[0], PHRASE + guess)
    assert end(play) == (GUESSER if right else SETTER)
    assert asked(play) == []
    last = answer(start(word, max_prompts=1), *ROUND, PHRASE + guess)
    assert end(last) == (GUESSER if right else DRAWN)


@each("", "?", " ", "**?**", ".", "\ncrane", "(…)")
def test_a_guess_phrase_without_a_guess(behind: str) -> None:
    play = answer(start(), ROUND[0], PHRASE + behind)
    assert (fault(play), asked(play)) == ("format", ["guesser/reply"])
    last = answer(start(max_prompts=1), *ROUND, PHRASE + behind)
    assert (fault(last), asked(last)) == ("format", ["guesser/last_guess"])


@CASES.each
def test_a_reply_that_says_the_word_ends_the_prompting(word: str, reply: str, rule: str, paper: bool) -> None:
    play = answer(start(word, forms=["baker"]), ROUND[0], reply)
    turn = play.state.turns[0]
    assert (turn.heard and turn.heard[1]) == (rule or None)
    assert asked(play) == ["guesser/last_guess" if rule else "setter/prompt"]
    assert play.state.uttered_round == (1 if rule else None)
    exact = answer(start(word, preset="paper", forms=["baker"]), ROUND[0], reply)
    assert asked(exact) == ["guesser/last_guess" if paper else "setter/prompt"]


@each(
    (f"{PHRASE}crane", GUESSER), ("crane", GUESSER), ("the Cranes!", GUESSER), ("guess: a crane", GUESSER),
    (f"I know it now. {PHRASE}a crane. It was the harbour.", GUESSER), ("hm\nguess: crane", GUESSER),
    (f"{PHRASE}gull", SETTER), ("an old gull", SETTER), ("pass", SETTER), ("Pass.", SETTER), ("-", SETTER),
    ("", SETTER), ("  ", SETTER), (f"{PHRASE}pass", SETTER),
)  # fmt: skip
def test_the_last_guess_once_the_word_was_said(text: str, outcome: Any) -> None:
    play = answer(start(on_silence="guesser"), ROUND[0], "A crane, it must be.")
    assert asked(play) == ["guesser/last_guess"]
    assert end(answer(play, text)) == outcome, "silence is no way out once the word was said"
    assert asked(play) == []


@each(
    "I think it is a crane", "crane gull rope ship", "a crane\na gull", "?? !!", "…, …",
    "It is a crane. I am sure.", "Gull? No, a crane", "<think>crane</think>",
)  # fmt: skip
def test_what_is_no_last_guess(text: str) -> None:
    play = answer(start(max_prompts=1), *ROUND, text)
    assert fault(play) == ("empty" if "think>" in text else "format")
    assert asked(play) == ["guesser/last_guess"]


@each(
    ("setter", "pass", SETTER), ("guesser", "pass", GUESSER), ("guesser", "", GUESSER), ("guesser", "gull", SETTER),
    ("setter", "crane", GUESSER), ("guesser", "crane", GUESSER), ("setter", "", SETTER), ("setter", "gull", SETTER),
    ("nobody", "crane", GUESSER), ("nobody", "gull", DRAWN), ("nobody", "pass", DRAWN), ("nobody", "", DRAWN),
)  # fmt: skip
def test_all_prompts_used_up_in_silence(silence: str, text: str, outcome: Any) -> None:
    play = answer(start(max_prompts=2, on_silence=silence), *ROUND, *ROUND)
    assert asked(play) == ["guesser/last_guess"]
    assert end(answer(play, text)) == outcome


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(30))
def test_the_option_decides_on_silence_alone(seed: int) -> None:
    """The same replies under each value: other outcomes only where the word was neither said nor found."""
    rng, said, play = Random(seed), [], start(max_prompts=2, reprompts=0)
    while asks := play.asks():
        said.append(playout.reply(asks[0], play.view(asks[0].seat), rng))
        answer(play, said[-1])
    silent = play.state.silent and not play.state.right
    passed = SETTER if play.state.guess is not None else GUESSER
    for silence, outcome in (("nobody", DRAWN), ("setter", SETTER), ("guesser", passed)):
        again = answer(start(max_prompts=2, reprompts=0, on_silence=silence), *said)
        assert end(again) == (outcome if silent else end(play))


@pytest.mark.parametrize(
    ("reply", "least", "kind"),
    sampled([
        ("Big gulls", 3, "rule"), ("Big old gulls", 3, None), ("What a harbour", 3, "rule"), ("Gulls", 1, None),
        ("harbour", 1, "rule"), ("Gulls", None, None), ("harbour", None, None), ("? ?", None, None),
        ("-", None, "empty"), ("?!", None, "empty"), ("", None, "empty"), ("x " * 50_000, 3, None),
        ("crane", 3, "rule"), (f"{PHRASE}a", 9, None),
    ], 4),
)  # fmt: skip
def test_how_little_a_reply_may_be(reply: str, least: int | None, kind: str | None) -> None:
    play = answer(start(min_words=least), ROUND[0], reply)
    assert fault(play) == kind or (reply == "-" and fault(play) in (None, "empty"))


@pytest.mark.thorough
def test_a_reply_of_100000_characters_is_read_in_no_time() -> None:
    for text in ("gull " * 20_000, "c r a b " * 12_500, "My guess of " * 9000, "c-r-a-" * 17_000):
        play = answer(start(), ROUND[0], text[:65_536])
        assert fault(play) in (None, "rule")
        assert play.state.uttered_round is None


# the table overrules the matcher


def test_a_ruling_that_comes_too_late() -> None:
    play = answer(start(), ROUND[0], "A crane, surely not.", "pass")
    ruling = {"of": 2, "question": "says_word", "verdict": False, "by": "table"}
    with pytest.raises(BadEvent, match="undo first"):
        feed(play, Kind.ADJUDICATED, **ruling)
    feed(undo(play, 2), Kind.ADJUDICATED, **ruling)
    assert asked(play) == ["setter/prompt"]


def test_a_draft_and_a_refused_prompt_may_be_let_through() -> None:
    assert ruling_on_last(answer(start(), "Have you a bird?"), ("says_word",)) == Ruling(
        "says_word", False, 1
    )
    play = start()
    assert ruling_on_draft(play, play.asks()[0], "A bird?", ("says_word",)) == Ruling("says_word", False, 0)
    assert ruling_on_draft(play, play.asks()[0], "x" * 141, ("says_word",)) is None


# views


def seen(play: Play[Any], seat: str) -> str:
    view = play.view(seat)
    return repr((view.facts, [(line.text, line.fault) for line in view.talk])).casefold()


def stages() -> list[Play[Any]]:
    said = "A tall crane, it must be."
    return [
        start(), answer(start(), "A crane?"), answer(start(), "A bird?", ROUND[0]),
        answer(start(), f"they will say crane\nprompt: {ROUND[0]}"), answer(start(), *ROUND),
        answer(start(max_prompts=1), *ROUND), answer(start(), ROUND[0], said, "I can not say what it is"),
    ]  # fmt: skip


@each(*range(7))
def test_the_word_is_the_setters_until_the_end(stage: int) -> None:
    play = stages()[stage]
    for seat in ("guesser", TABLE):
        told = seen(play, seat)
        if stage == 6:  # the guesser's reply may hold the word, and nothing says where
            assert play.view(seat).facts["uttered"] is True
            assert play.view(seat).facts["turns"][0]["heard"] == []
            told = told.replace("a tall crane, it must be", "")
        for hidden in ("crane", "bird", "lift"):
            assert hidden not in told, (seat, hidden)
    facts = play.view("setter").facts
    assert (facts["word"], facts["forbidden"]) == ("crane", FORBIDDEN)


def test_where_it_was_said_is_the_setters_to_know() -> None:
    facts = stages()[6].view("setter").facts
    assert facts["turns"][0]["heard"] == ["crane", "equal"]


def test_all_know_it_at_the_end_and_what_was_heard_still_names_no_card() -> None:
    play = answer(start(), "A bird?", *ROUND, "What of ships?", f"{PHRASE}gull")
    for seat in ("guesser", TABLE):
        assert play.view(seat).facts["word"] == "crane"
        assert "crane" not in repr(play.view(seat).talk)
        assert "bird" not in repr(play.view(seat).talk)


# probes


def test_the_list_is_asked_for_after_each_prompt_and_before_its_reply() -> None:
    play = start(max_prompts=2)
    keys = [probed(play, "candidates")]
    for text in (*ROUND, "What else?", "Old ropes and nets.", "pass"):
        answer(play, text)
        keys.append(probed(play, "candidates"))
    assert keys == [None, "candidates:1", None, "candidates:2", None, None]
    assert probed(play, "coach") == "coach"
    assert probed(play, "candidates", "setter") is None


def test_a_reply_is_sorted_unless_it_guesses_or_is_none() -> None:
    play = answer(start(), ROUND[0])
    assert probed(play, "sorting") is None
    answer(play, ROUND[1])
    ask = play.game.probe(play.state, "guesser", "sorting")
    assert ask is not None
    assert (ask.key, ask.choices) == ("sorting:1", (ROUND[1],))
    assert probed(answer(play, "What else?", f"{PHRASE}gull"), "sorting") is None
    assert probed(answer(start(reprompts=0), ROUND[0], "Hm"), "sorting") is None


# random order

TEXTS = ["What is tall?", "A crane?", "A bird?", "", "?", "It stands there for sure.", "A crane, perhaps so.", "x" * 141,
         f"{PHRASE}crane", f"{PHRASE}gull", "pass", "-", "crane", "so long and so on and on", f"{PHRASE}?"]  # fmt: skip


@settings(max_examples=60)
@given(st.lists(st.sampled_from(TEXTS), max_size=20), st.sampled_from([None, "paper"]), st.integers(0, 20))
def test_what_holds_in_every_session(texts: list[str], preset: str | None, cut: int) -> None:
    play = start(preset=preset, max_prompts=3, reprompts=2)
    for text in texts:
        if play.asks():
            answer(play, text)
    state, outcome = play.state, play.outcome()
    assert len(state.turns) <= 3
    assert play.over == (not play.asks())
    nobodys = state.silent and not state.right and preset is None
    assert outcome.result == (("drawn" if nobodys else "won") if play.over else "unfinished")
    assert (outcome.cause is not None) == state.forfeited
    if state.right is not None and not nobodys:
        assert outcome.winners == (("guesser",) if state.right else ("setter",))
    said = [n for n, turn in enumerate(state.turns, 1) if turn.heard]
    assert said in ([], [len(state.turns)]), "what says the word is the last reply"
    assert not any("crane" in turn.prompt for turn in state.turns)
    if play.steps:
        undo(play, min(cut, play.next_seq - 1))
        assert len(play.standing()) <= cut


WORDS = [card["word"] for card in CATALOGUE.deck(None, INFO).deck.items]


@settings(max_examples=80)
@given(st.sampled_from(WORDS), st.sampled_from(["{}", "a {}", "THE {}", "**{}**", "{}.", '"{}"!', "an  {}"]),
       st.sampled_from([str, str.upper, str.title]))  # fmt: skip
def test_a_guess_of_the_word_always_wins(word: str, around: str, case: Any) -> None:
    play = answer(start(word, preset="paper"), ROUND[0], PHRASE + around.format(case(word)))
    assert end(play) == GUESSER


@pytest.mark.thorough
@settings(max_examples=80)
@given(st.sampled_from(WORDS), st.sampled_from(WORDS))
def test_no_substring_is_ever_a_hit(one: str, other: str) -> None:
    for inside in (f"q{one}", f"{one}q", f"{one}{other}"):
        assert end(answer(start(one), ROUND[0], PHRASE + inside)) == SETTER
        said = answer(start(one), ROUND[0], f"Well now, {inside} perhaps, then.")
        assert said.state.uttered_round is None, inside


@settings(max_examples=60)
@given(st.text(max_size=60), st.sampled_from(["crane", "ice cream", "ant"]))
def test_an_accepted_prompt_never_says_the_word(text: str, word: str) -> None:
    for around in (f"{text} {word}", f"{word}, {text}", f"{text}\n{word}"):
        play = answer(start(word), around)
        assert not any(word in turn.prompt.casefold().split() for turn in play.state.turns)
