"""Charts as lines of plain text."""

from __future__ import annotations

from tui_arena.analysis.charts import Chart


def lines(chart: Chart, width: int = 76, *, ascii: bool = False) -> list[str]:  # noqa: A002  (as `Look` says)
    """The chart, at most `width` cells wide."""
    return [chart.title[:width], chart.note[:width]]
