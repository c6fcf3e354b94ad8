"""Akinator's rules, case by case."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance import CATALOGUE
from tests.games.steps import answer, asked, begin, feed, probed, rule, told, undo
from tests.tables import Cases, each
from tui_arena.core.events import BadEvent, Kind
from tui_arena.core.game import Setup
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.core.session import drawn

CASES = Cases(__file__)

INFO = CATALOGUE.game("akinator")
ROUND = ("Is it alive?", "no")


def start(name: str | None = None, *aliases: str, preset: str | None = None, **options: Any) -> Play[Any]:
    """A session; sealed if a name is given, otherwise by the options."""
    if name is not None:
        options = {"secret": "sealed", **options}
    secret = None if name is None else {"object": name, "aliases": list(aliases)}
    return begin("akinator", secret, options, preset)


def guess(what: str) -> str:
    return f"This is a guess -- are you thinking of {what}?"


# who is asked


@each({"object": ""}, {"object": 4}, {"object": "pen", "aliases": "biro"})
def test_a_secret_that_is_none_is_refused(secret: dict[str, Any]) -> None:
    options = resolve(INFO.options, INFO.presets, {"secret": "sealed"}, None)
    with pytest.raises(ValueError, match=r"setup\.secret"):
        Play(INFO.game, Setup(options, secret))


def test_what_is_dealt() -> None:
    deck = CATALOGUE.deck("objects", INFO).deck
    game, options = INFO.game, {o.name: o.default for o in INFO.options.values()}
    sealed = {**options, "secret": "sealed"}
    assert drawn(game, options, deck, 1, index=0) == drawn(game, options, None, 1, index=0) == {"secret": {}}
    assert drawn(game, sealed, None, 1, index=0) == {}
    dealt = drawn(game, sealed, deck, 1)["secret"]
    assert dealt == drawn(game, sealed, deck, 1)["secret"]
    assert dealt["object"] in {item["entity"] for item in deck.items}
    half = [drawn(game, {**sealed, "set": "2"}, deck, 1, index=i)["secret"]["object"] for i in range(51)]
    assert half[:50] == [item["entity"] for item in deck.items if item["set"] == "2"]
    assert half[50] == half[0]
    with pytest.raises(ValueError, match="has nothing"):
        drawn(game, {**sealed, "suite": "30", "set": "1"}, deck, 1)


# guesses


@CASES.each
def test_a_guess_of_a_sealed_object(what: str, match: str, hits: bool) -> None:
    play = answer(start("electric guitar", "axe", match=match), guess(what))
    assert told(play) == (["correct"] if hits else [])
    assert asked(play) == ([] if hits else ["setter/answer"])
    assert play.outcome().winners == (("guesser",) if hits else ())


@each(
    *product(
        ["J.K. Rowling", "C++", "¿", "J. R. R. Tolkien", "Robert Downey Jr.", "Yahoo!", "Dr. Seuss"],
        ["strict", "lenient"],
    )
)
def test_names_are_data(name: str, match: str) -> None:
    assert told(answer(start(name, match=match), guess(name))) == ["correct"]
    assert told(answer(start(name, match=match), guess(f"not {name}"), "no")) == ["incorrect"]


# the end of a session whose object is told later


@CASES.each
def test_the_outcome_stands_whatever_is_told_at_the_end(match: str, said: str, misjudged: bool) -> None:
    play = answer(start(max_turns=2, match=match), guess("a kettle"), "no", *ROUND)
    assert play.outcome().winners == ("setter",)
    assert asked(play) == ["setter/reveal"]
    assert INFO.compute(play)["misjudged"] is None
    answer(play, said)
    assert play.outcome().winners == ("setter",)
    assert INFO.compute(play)["misjudged"] == int(misjudged)
    assert asked(play) == []
    rule(play, "hit", verdict=not misjudged)
    assert play.state.misjudged is not misjudged


@pytest.mark.parametrize(("guessed", "said"), [("a row boat", "rowboat"), ("a gray wolf", "grey wolf")])
@pytest.mark.parametrize(("matching", "misjudged"), [(4, True), (2, False)])
def test_what_is_told_at_the_end_is_compared_as_guesses_are(
    guessed: str, said: str, matching: int, misjudged: bool
) -> None:
    setup = replace(start(max_turns=2).setup, matching=matching)
    play = answer(Play(INFO.game, setup), guess(guessed), "no", *ROUND, said)
    assert play.state.misjudged is misjudged


# bad replies


# an answer that is changed later


def amend(play: Play[Any], of: int, text: str) -> Play[Any]:
    return feed(play, Kind.AMENDED, of=of, text=text)


@CASES.each
def test_what_can_not_be_changed(of: int, text: str, why: str) -> None:
    play = answer(start(), "Is it alive?", "no", guess("a pen"), "incorrect")
    before = play.state
    with pytest.raises(BadEvent, match=why):
        amend(play, of, text)
    assert play.state == before
    assert [event.type for event in play.events] == [Kind.REPLY] * 4


def test_nothing_is_changed_after_the_end_or_where_the_option_is_off() -> None:
    over = answer(start(max_turns=1), "Is it alive?", "no")
    paper = answer(start(preset="paper"), "Is it alive?", "no")
    assert (over.amendable(), paper.amendable()) == ([], [])
    once = answer(start(), "Is it alive?", "no")
    assert [step.seq for step in once.amendable()] == [2]
    assert amend(once, 2, "yes").amendable() == [], "one change is all"


# what is known


# probes


def test_the_list_is_asked_for_after_each_answer_and_after_the_guess_that_wins() -> None:
    play = start("pen")
    keys = [probed(play, "candidates")]
    for text in (*ROUND, guess("a pen")):
        answer(play, text)
        keys.append(probed(play, "candidates"))
    assert keys == [None, None, "candidates:1", "candidates:2"]
    ask = play.game.probe(play.state, "guesser", "candidates")
    assert ask is not None
    assert ask.shares_prompt_of == "question"
    assert probed(play, "candidates", "setter") is None


def test_a_list_is_sorted_from_the_second_round_on_and_coached_at_the_end() -> None:
    play = answer(start("pen", max_turns=2), *ROUND)
    assert (probed(play, "sorting"), probed(play, "coach"), probed(play, "belief")) == (None, None, None)
    answer(play, *ROUND)
    assert (probed(play, "sorting"), probed(play, "coach")) == ("sorting:2", "coach")


# random order


@given(st.lists(st.sampled_from(["Is it alive?", guess("a pen"), guess("a cup"), "no", "yes", "", "?", "don't know"]), max_size=24),
       st.sampled_from(["later", "sealed"]), st.integers(0, 20))  # fmt: skip
def test_what_holds_in_every_session(texts: list[str], secret: str, cut: int) -> None:
    play = start("pen" if secret == "sealed" else None, max_turns=5)
    for text in texts:
        if play.asks():
            answer(play, text)
    state = play.state
    assert len(state.turns) <= 5
    assert state.won == (told(play)[-1:] == ["correct"])
    assert all((t.answer in ("correct", "incorrect")) == (t.question.guess is not None) for t in state.turns)
    assert play.over == (state.won or len(state.turns) == 5 or state.aborted is not None)
    if state.won and secret == "later":
        assert state.entity in ("pen", "cup")
    if secret == "sealed":
        assert all(t.answer == "correct" for t in state.turns if t.question.guess == "a pen")
    if play.steps:
        undo(play, min(cut, play.next_seq - 1))
        assert len(play.standing()) <= cut
