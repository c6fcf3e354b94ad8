"""Charts as lines of text, for Markdown and for the app.

Law: a line is spans of a text and its role; roles become colours in the app and nothing in a file, so
both draw the same picture and neither tells anything by colour alone. No line is wider than asked for.
"""

from __future__ import annotations

from tui_arena.analysis.charts.kinds import Bars, Chart, Curves, Histogram, Items, empty, without_middle
from tui_arena.analysis.charts.spans import Line, Signs, Span, fitted, plain, signs_of, wide
from tui_arena.analysis.charts.text_bars import bar_lines, histogram_lines
from tui_arena.analysis.charts.text_curves import curve_lines
from tui_arena.analysis.charts.text_items import item_lines
from tui_arena.core.text import one_line

NOTHING = "nothing to draw yet"


def lines(chart: Chart, width: int = 76, *, ascii: bool = False) -> list[str]:  # noqa: A002  (as `Look` says)
    """The chart with its title, note and sources, at most `width` cells wide."""
    signs = signs_of(ascii=ascii)
    title = fitted(signs.safe(chart.title), width, signs)
    shown = without_middle(chart) if isinstance(chart, Items) else chart
    out = [title, "", *(plain(line).rstrip() for line in drawn(shown, width, signs)), ""]
    return [*out, *(line for text in (chart.note, *chart.sources) for line in wrapped(text, width, signs))]


def drawn(chart: Chart, width: int, signs: Signs, height: int | None = None) -> list[Line]:
    """The chart alone. `height`: lines that there are; None: as many as it needs, and none between bars."""
    if empty(chart):
        return [[Span(NOTHING, "faint")]]
    if isinstance(chart, Bars):
        return bar_lines(chart, width, signs, height)
    if isinstance(chart, Curves):
        return curve_lines(chart, width, signs, height)
    if isinstance(chart, Histogram):
        return histogram_lines(chart, width, signs)
    return item_lines(chart, width, signs)


def wrapped(text: str, width: int, signs: Signs) -> list[str]:
    """A sentence on lines of at most `width` cells."""
    out: list[str] = []
    for word in one_line(signs.safe(text)).split():
        if out and wide(out[-1]) + 1 + wide(word) <= width:
            out[-1] += f" {word}"
        else:
            out.append(fitted(word, width, signs))
    return out
