"""The lines that explain a figure add up to it, over the golden sessions and the demos."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.data.test_demos import DEMOS, read, replayed
from tests.save.sessions import CATALOGUE, GOLDEN
from tests.save.sessions import read as read_session
from tui_arena.core.record import Play

NUMBERED = {
    "wordle": ["guesses", "repetitions", "opinion_changed", "opinion_kept"],
    "entity": ["yes", "defaulted", "direct_guesses", "early_guesses", "redundant", "inconsistent", "longest_no"],
    "akinator": ["rounds", "guesses_made", "misnumbered"],
    "taboo": ["rounds", "asked_back"],
    "bluffing": ["rounds", "misnumbered"],
    "connections": ["attempts", "reveals", "guesser_wrong", "setter_blocked", "forfeited", "iterations", "stall"],
}  # fmt: skip
"""Figures that count their numbered lines."""
FIRST = {
    "entity": ["first_direct_guess", "hit_strict", "hit_substring", "hit_lenient", "hit_asked"],
    "taboo": ["uttered_round"],
}
"""Figures that equal the number in their only line."""
LAST = {
    "wordle": ["speed", "speed_inverse", "closeness_gain", "repeats_on_agreement", "changes_on_agreement",
               "repeats_on_disagreement", "changes_on_disagreement"],
    "entity": ["score", "names", "top5_recall", "recall"],
    "akinator": ["disparity_ratio", "recall", "top5_recall", "top10_recall"],
    "taboo": ["recall", "top5_recall", "top10_recall"],
    "bluffing": ["recall", "hopping_penalty", "spearman", "spearman_paper"],
    "connections": ["connected_share", "blocked_share", "blocked_first_third", "blocked_last_third", "p_guess"],
}  # fmt: skip
"""Figures that stand at the end of their last line."""


def numbered(lines: list[str]) -> list[int]:
    """The numbers of those lines that have one."""
    return [int(found[1]) for line in lines if (found := re.match(r"(\d+)\. ", line))]


def folded(path: Path) -> tuple[Any, Play[Any]]:
    if path in DEMOS:
        return CATALOGUE.game(read(path)["game"]), replayed(read(path))
    session = read_session(json.loads(path.read_text("utf-8"))["session"]).session
    info = CATALOGUE.game(session.game)
    return info, session.fold(info.game)


@pytest.mark.parametrize("path", [*GOLDEN, *DEMOS], ids=lambda path: path.stem)
def test_terms_add_up(path: Path) -> None:
    info, play = folded(path)
    figures, how = info.compute(play), {name: info.explain(play, name) for name in info.metrics}
    if not play.over:
        assert not any(how.values())
        return
    assert all(how.values())
    for name in NUMBERED[info.id]:
        assert figures[name] in (None, len(numbered(how[name]))), name
    for name in FIRST.get(info.id, []):
        assert numbered(how[name]) == ([figures[name]] if figures[name] else []), name
    for name in LAST[info.id]:
        if figures[name] is not None:
            assert float(how[name][-1].split()[-1]) == pytest.approx(figures[name], abs=0.006), how[name]
    for name, check in CHECKED.items():
        if figures.get(name) is not None:
            check(figures[name], how[name])


def recalled(figure: float, lines: list[str]) -> None:
    marks = [line.endswith(("counts", " 0 off")) for line in lines if numbered([line])]
    assert sum(marks) / len(marks) == pytest.approx(figure)


def turn_by_turn(figure: list[int], lines: list[str]) -> None:
    points = [int(line.split("  ", 1)[1].split("=")[0]) for line in lines if numbered([line])]
    assert points == figure


def asked(figure: int, lines: list[str]) -> None:
    assert len(numbered(lines)) == figure or lines[-1] == f"not found: all {figure} count"


CHECKED: dict[str, Callable[[Any, list[str]], None]] = {
    **dict.fromkeys(("recall", "top10_recall"), recalled),
    "closeness": turn_by_turn,
    "strategy": turn_by_turn,
    "turns": asked,
}
