"""Bots that learn who knows what: a small version of `bench_connections.py`."""

from __future__ import annotations

import pytest

from tests.games.connections.contest import MADE, SHARED, contest, mcnemar, row_of
from tui_arena.games.connections.state import ConnectionsState

SEEDS = range(1110, 1135)
"""Too few to prove anything; with these seeds every figure moves as it does in the benchmark."""


def shared_share(states: list[ConnectionsState]) -> float:
    """The share of words of the shared topics among those in the second half of each session."""
    meaning = MADE.common.meaning
    words = [a.clue.word for state in states for a in state.attempts[len(state.attempts) // 2 :] if a.clue]
    return sum(bool({*SHARED} & {*meaning.topics[meaning.numbers[word]]}) for word in words) / len(words)


@pytest.mark.thorough
def test_guessers_who_learn_give_what_they_share_and_are_blocked_less() -> None:
    medium, hard = ([contest(level, seed) for seed in SEEDS] for level in ("medium", "hard"))
    before, after = row_of(medium), row_of(hard)
    assert shared_share(hard) > shared_share(medium)
    assert after.last_third < after.first_third
    assert after.connected > before.connected
    assert mcnemar(medium, hard) > 0
