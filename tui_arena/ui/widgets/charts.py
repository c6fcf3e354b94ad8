"""Charts as lines of the app: what text they are stands in `chart_text`, here it gets its colours."""

from __future__ import annotations

from textual.content import Content

from tui_arena.analysis.charts.kinds import Chart
from tui_arena.analysis.charts.spans import Line, Signs, Span, signs_of
from tui_arena.analysis.charts.text import drawn as lines_of
from tui_arena.ui.look import Look

STYLES = {
    "": "",
    "head": "bold",
    "faint": "$foreground-muted",
    "bar": "$primary",
    "unsure": "$foreground-muted",
    "bad": "$error",
    "published": "italic $secondary",
}
CURVES = ("primary", "accent", "secondary", "error", "success", "foreground")
"""The theme's colours that curves take, one after the other; their marks tell them apart without."""


def drawn(look: Look, chart: Chart, width: int, height: int | None = None) -> list[Content]:
    """The chart without title and note, at most `width` cells wide.

    `height`: lines that there are: curves fill them, bars take what they need and stand apart if they can.
    """
    return [coloured(line) for line in lines_of(chart, width, signs_of(ascii=look.ascii), height)]


def coloured(line: Line) -> Content:
    """A line of a chart in the colours of the theme."""
    return Content.assemble(*((span.text, style_of(span)) for span in line))


def style_of(span: Span) -> str:
    """The style of a span."""
    return f"${CURVES[span.line % len(CURVES)]}" if span.role == "line" else STYLES[span.role]


def signs(look: Look) -> Signs:
    """What charts are drawn with."""
    return signs_of(ascii=look.ascii)
