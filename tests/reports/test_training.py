"""Which sessions the training files hold; what their rows say is tried by the command (`tests/cli`)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tui_arena.reports.training import _best


def test_the_best_of_an_item_are_those_of_each_game() -> None:
    scores = (("entity", 0.4), ("entity", 0.9), ("akinator", 0.5), ("entity", 0.9))
    episodes: list[Any] = [
        SimpleNamespace(info=SimpleNamespace(id=game), item="cat", score=score) for game, score in scores
    ]
    assert _best(iter(episodes), 1) == [episodes[1], episodes[2]]
    assert _best(iter(episodes), 2) == episodes[1:]
    assert _best(iter(episodes), None) == episodes
