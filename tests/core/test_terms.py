"""A figure is a value with its terms; a whole session alone has some; what a reply may not lack or exceed."""

from __future__ import annotations

import pytest

from tests.games.steps import answer
from tests.games.wordle.test_rules import start
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Fault
from tui_arena.core.language.reply_forms import fitting
from tui_arena.core.record import Play
from tui_arena.core.terms import Figure, of_whole, told_by
from tui_arena.games.wordle.rules import State


def guesses(play: Play[State]) -> dict[str, Figure]:
    words = [turn.guess for turn in play.state.turns]
    return {
        "guesses": Figure(len(words), lambda: words),
        "all": of_whole(play, len(words), lambda: ["every guess"]),
    }


def test_a_metric_is_computed_and_explained_by_one_figure() -> None:
    compute, explain = told_by(guesses)
    play = answer(start(), "slate", "crane")
    assert compute(play) == {"guesses": 2, "all": 2}
    assert explain(play, "guesses") == ["slate", "crane"]
    assert explain(play, "all") == ["every guess"]
    assert explain(play, "nothing of it") == []


def test_only_a_session_played_to_its_end_has_a_figure_of_the_whole() -> None:
    compute, explain = told_by(guesses)
    play = answer(start(), "slate")
    assert compute(play) == {"guesses": 1, "all": None}
    play.feed(Event(play.next_seq, Kind.RESIGNED, {"seat": "guesser"}))
    assert compute(play) == {"guesses": 1, "all": None}
    assert explain(play, "all") == ["guesser gave up: there is no such figure of this session"]


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("?!", "format", "say something"),
        ("abcdef", "rule", "the clue has 6 characters; at most 5 are allowed"),
    ],
)
def test_a_text_that_says_nothing_or_too_much_is_refused(text: str, kind: str, why: str) -> None:
    with pytest.raises(Fault) as refused:
        fitting(text, "clue", 5, "say something")
    assert (refused.value.kind, refused.value.why) == (kind, why)
    assert fitting("abcde", "clue", 5, "say something") == "abcde"
