"""A figure is a value with its terms; a whole session alone has some; what a reply may not lack or exceed."""

from __future__ import annotations

import pytest

from tests.games.steps import answer, resign
from tests.games.wordle.test_rules import INFO, start
from tests.tables import each
from tui_arena.core.game import Fault
from tui_arena.core.language.reply_forms import fitting
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained, number_of, of_whole, value_text
from tui_arena.games.wordle.rules import WordleState


def whole(play: Play[WordleState]) -> Explained:
    return of_whole(play, len(play.state.turns), lambda: ["every guess"])


def test_a_figure_counts_its_terms_or_says_that_there_is_none() -> None:
    two, none = number_of(["slate", "crane"], "no guess"), number_of([], "no guess")
    assert (two.value, two.lines()) == (2, ["slate", "crane"])
    assert (none.value, none.lines()) == (0, ["no guess"])


def test_only_a_session_played_to_its_end_has_a_figure_of_the_whole() -> None:
    won = whole(answer(start(), "slate", "crane"))
    assert (won.value, won.lines()) == (2, ["every guess"])
    play = answer(start(), "slate")
    assert whole(play).value is None
    resign(play, "guesser")
    assert whole(play).value is None
    assert whole(play).lines() == ["guesser gave up, so this figure isn't defined here"]


def test_a_games_own_figures_stand_before_the_common_ones_and_are_explained_at_the_end() -> None:
    play = answer(start(), "slate")
    assert INFO.compute(play)["guesses"] is None
    assert INFO.explain(play, "success") == []
    answer(play, "crane")
    assert list(INFO.compute(play)) == list(INFO.metrics)
    assert INFO.explain(play, "success") == ["found at guess 2: CRANE"], "in the game's own words"
    assert INFO.explain(play, "turns") == [], "it is not among the metrics of this game"


@each(
    ("?!", "format", "say something"),
    ("abcdef", "rule", "the clue has 6 characters; at most 5 are allowed"),
)
def test_a_text_that_says_nothing_or_too_much_is_refused(text: str, kind: str, why: str) -> None:
    with pytest.raises(Fault) as refused:
        fitting(text, "clue", 5, "say something")
    assert (refused.value.kind, refused.value.why) == (kind, why)
    assert fitting("abcde", "clue", 5, "say something") == "abcde"


@each(
    (4, "4"),
    (25.0, "25"),
    (6.666, "6.67"),
    (1234567.891, "1234567.89"),
    (-0.001, "0"),
    (None, "–"),
    ([], "–"),
    ([5, None, 15.0], "5 – 15"),
    ({"guesser": 0.5, "critic": None}, "guesser 0.5"),
    ("a\nb", "a b"),
)
def test_a_value_is_written_briefly(value: object, text: str) -> None:
    assert value_text(value) == text
