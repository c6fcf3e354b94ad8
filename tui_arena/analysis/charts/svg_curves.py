"""Curves on a canvas."""

from __future__ import annotations

from typing import Any

from tui_arena.analysis.charts.kinds import Curves
from tui_arena.analysis.charts.scales import written
from tui_arena.analysis.charts.svg_canvas import CURVES, DASHES, Canvas, broad, fit
from tui_arena.analysis.charts.text_curves import scale_of, shown_rounds

EDGE = 16
HEIGHT = 260
"""Pixels of the plot."""
LABELS = 0.3
"""Of the width, what names take at most."""
LINE = 17
"""Pixels from one name to the next at least."""
DIGIT = 6
"""Cells are reckoned so many pixels broad where rounds get their figures."""


class _Plot:
    """Rounds and figures to pixels."""

    def __init__(self, chart: Curves, left: float, right: float, top: float) -> None:
        self.chart, self.left, self.right, self.top = chart, left, right, top
        self.rounds = max((len(line.values) for line in chart.lines), default=1)

    def x(self, turn: int) -> float:
        """Of a round, from 0."""
        inner = self.right - self.left - 16
        return self.left + 8 + (turn / (self.rounds - 1) * inner if self.rounds > 1 else inner / 2)

    def y(self, value: float) -> float:
        share = (value - self.chart.least) / ((self.chart.most - self.chart.least) or 1.0)
        share = min(max(share, 0.0), 1.0)
        return self.top + (share if self.chart.upside_down else 1 - share) * HEIGHT


def curves(canvas: Canvas, chart: Curves) -> None:
    """A line for each player: broken in its own way, with its own marks, its name at its end."""
    unit = " %" if chart.unit == "%" else ""
    scale = scale_of(chart, 5)
    left = EDGE + max(max(broad(written(v) + unit, 11) for v in scale) + 8, 34)
    names = min(max(broad(line.label, 12) for line in chart.lines) + 26, canvas.width * LABELS)
    plot = _Plot(chart, left, canvas.width - EDGE - names, canvas.y + 8)
    for value in scale:
        canvas.line(left, plot.y(value), (plot.right, plot.y(value)), "grid")
        canvas.text(left - 6, plot.y(value) + 4, written(value) + unit, "faint", size=11, anchor="end")
    foot = plot.top + HEIGHT
    canvas.line(left, foot, (plot.right, foot), "ink")
    shown = shown_rounds(plot.rounds, int((plot.right - left) / DIGIT))
    for turn in shown:
        canvas.line(plot.x(turn), foot, (plot.x(turn), foot + 4), "ink")
        canvas.text(plot.x(turn), foot + 16, f"{turn + 1}", "faint", size=11, anchor="middle")
    canvas.text(plot.right + 10, foot + 16, chart.across, "faint", size=11)
    for n in reversed(range(len(chart.lines))):
        _curve(canvas, plot, n)
    _names(canvas, plot, names)
    canvas.y = foot + 24
    _counts(canvas, plot, shown)


def _curve(canvas: Canvas, plot: _Plot, n: int) -> None:
    points = [(plot.x(t), plot.y(v)) for t, v in enumerate(plot.chart.lines[n].values) if v is not None]
    d = "".join(f"{'M' if start else 'L'}{x:.1f} {y:.1f}" for start, x, y in _steps(plot, n))
    dash = DASHES[n % CURVES]
    broken: dict[str, Any] = {"stroke_dasharray": dash} if dash else {}
    canvas.path(d, f"c{n % CURVES}", stroke_width=2, stroke_linejoin="round", **broken)
    for x, y in points:
        canvas.mark(x, y, n)


def _steps(plot: _Plot, n: int) -> list[tuple[bool, float, float]]:
    """The points of a curve, and at which of them it begins anew after a gap."""
    out: list[tuple[bool, float, float]] = []
    gap = True
    for turn, value in enumerate(plot.chart.lines[n].values):
        if value is not None:
            out.append((gap, plot.x(turn), plot.y(value)))
        gap = value is None
    return out


def _names(canvas: Canvas, plot: _Plot, room: float) -> None:
    """Each name as near to the end of its curve as the others leave room."""
    ends: list[tuple[float, int]] = []
    for n, line in enumerate(plot.chart.lines):
        known = [v for v in line.values if v is not None]
        ends.append((plot.y(known[-1]) if known else plot.top + HEIGHT, n))
    at = plot.top - LINE
    last = plot.top + HEIGHT
    for place, (y, n) in enumerate(sorted(ends)):
        below = len(ends) - place - 1
        at = max(at + LINE, min(y, last - below * LINE))
        canvas.mark(plot.right + 14, at, n)
        canvas.text(plot.right + 24, at + 4, fit(plot.chart.lines[n].label, room - 26, 12), size=12)


def _counts(canvas: Canvas, plot: _Plot, shown: list[int]) -> None:
    """How many sessions came to each round."""
    for n, line in enumerate(plot.chart.lines):
        if not line.counts:
            continue
        canvas.y += 15
        canvas.text(EDGE, canvas.y, "n", "faint", size=11)
        canvas.mark(EDGE + 16, canvas.y - 4, n, 3.5)
        for turn in shown:
            if turn < len(line.counts):
                text = f"{line.counts[turn]}"
                canvas.text(plot.x(turn), canvas.y, text, "faint", size=10.5, anchor="middle")
    canvas.y += 10
