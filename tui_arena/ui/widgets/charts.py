"""Charts as lines of the app."""

from __future__ import annotations

from textual.content import Content

from tui_arena.analysis import chart_text
from tui_arena.analysis.charts import Chart
from tui_arena.ui.look import Look, say


def drawn(look: Look, chart: Chart, width: int, height: int | None = None) -> list[Content]:
    """The chart without title and note, at most `width` cells wide.

    `height`: lines that there are for curves; bars and lists of secrets take what they need.
    """
    return [say(line) for line in chart_text.lines(chart, width, ascii=look.ascii)]
