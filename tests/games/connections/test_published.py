"""Games played with the attempts of the published games give the published figures."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.connections.table import INFO, attempt, start
from tui_arena.games.connections.metrics import ENDS
from tui_arena.stats.ranking.published import PublishedRow, published_rows
from tui_arena.stats.statistics import Figure

ROWS = [row for row in published_rows(INFO) if row.variant]
PRINTED = ("reveals", "guesser_wrong", "setter_blocked")


def word(prefix: str, number: int) -> str:
    """A separate word for every attempt, with which no secret begins."""
    return f"{prefix}q{''.join('abcdefghij'[int(digit)] for digit in str(number))}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.variant)
def test_a_printed_row_is_what_its_game_comes_to(row: PublishedRow) -> None:
    ends = [end for end in PRINTED for _ in range(int(row.values[end].value or 0))]
    Random(row.variant).shuffle(ends)
    play = start(row.variant, "paper", lexicon=None)
    for number, end in enumerate(ends):
        given = word(play.state.prefix, number)
        block = given if end == "setter_blocked" else "pass"
        attempt(play, given, block, g2=given if end == "reveals" else f"{given}x")
    assert not play.over
    attempt(play, row.variant)
    assert play.outcome().winners == ("guesser_1", "guesser_2")
    metrics = INFO.compute(play)
    assert {name: Figure(metrics[name]) for name in row.values} == row.values
    assert [attempt.end for attempt in play.state.attempts[:-1]] == [ENDS[end] for end in ends]
    assert metrics["attempts"] == metrics["iterations"] + 1
    assert (metrics["forfeited"], metrics["success"]) == (0, 1)
    assert metrics["letters"][-2] == 1 + metrics["reveals"]
