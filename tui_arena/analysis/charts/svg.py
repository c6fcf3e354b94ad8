"""Charts as plain SVG that stands by itself, in a file, a page or a paper."""

from __future__ import annotations

from tui_arena.analysis.charts import svg_bars, svg_curves
from tui_arena.analysis.charts.kinds import (
    Bars,
    Chart,
    Curves,
    Histogram,
    empty,
    without_middle,
)
from tui_arena.analysis.charts.svg_canvas import Canvas, wrapped

EDGE = 16
NARROWEST = 320
NOTHING = "nothing to draw yet"


def svg(chart: Chart, width: int = 720, *, adaptive: bool = False) -> str:
    """A picture without scripts, without fonts from elsewhere, without anything foreign in it.

    `width`: pixels, at least 320; the height is what the chart takes. `adaptive`: whether it turns dark
    where its reader's screen is; else it is ink on white paper everywhere.
    """
    canvas = Canvas(float(max(width, NARROWEST)))
    canvas.y = 14
    for line in wrapped(chart.title, canvas.width - 2 * EDGE, 17):
        canvas.y += 16
        canvas.text(EDGE, canvas.y, line, size=16, font_weight="bold")
        canvas.y += 6
    canvas.y += 8
    if empty(chart):
        canvas.text(EDGE, canvas.y + 14, NOTHING, "faint")
        canvas.y += 24
    elif isinstance(chart, Bars):
        svg_bars.bars(canvas, chart)
    elif isinstance(chart, Curves):
        svg_curves.curves(canvas, chart)
    elif isinstance(chart, Histogram):
        svg_bars.histogram(canvas, chart)
    else:
        svg_bars.items(canvas, without_middle(chart))
    for text in (chart.note, *chart.sources):
        canvas.y += 6
        for line in wrapped(text, canvas.width - 2 * EDGE, 11.5):
            canvas.y += 15
            canvas.text(EDGE, canvas.y, line, "faint", size=11.5)
    canvas.y += EDGE
    return canvas.finished(chart.title, chart.note, adaptive=adaptive)
