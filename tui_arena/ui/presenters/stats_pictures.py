"""Small pictures of one row: how a count is spread, and how a figure goes turn by turn."""

from __future__ import annotations

from tui_arena.analysis.stat_rows import StatRow
from tui_arena.data import GameInfo
from tui_arena.ui.widgets.plots import MOST_BARS, Bar, in_ranges, missed


def spread_bars(info: GameInfo, row: StatRow) -> list[Bar]:
    """The count that the game's pictures show, and what never got there."""
    figure = row.metrics.get(info.main.share)
    option = info.options.get(info.main.tries)
    if figure is None or row.lost is None or row.aborted is None:
        return []
    tries = int(option.default or 0) if option else 0
    most = max([int(option.max or 0) if option else 0, *figure.distribution])
    low, usual = min([1, *figure.distribution]), max([tries, *figure.distribution])
    if most > MOST_BARS >= usual > 0:
        most = usual
    if most > MOST_BARS:
        bars = in_ranges(figure.distribution, tries)
    else:
        bars = [Bar(str(i), figure.distribution.get(i, 0)) for i in range(low, most + 1)]
    bars += missed(figure.distribution, row.won.count if row.won else 0, row.lost.count)
    if row.aborted.count:
        bars.append(Bar("aborted", row.aborted.count, bad=True))
    return bars


def by_turn(row: StatRow) -> tuple[str, list[float | None]]:
    """The first list metric turn by turn: its label and means; empty where there is none."""
    for figure in row.metrics.values():
        if figure.metric.kind == "list" and figure.turns:
            return figure.metric.label, [turn.mean for turn in figure.turns]
    return "", []
