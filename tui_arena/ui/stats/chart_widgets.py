"""The widgets that draw charts: text lines that scroll, and curves drawn by plotext.

A plot takes its background and text from the widget, so it fits every theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar

from textual.app import RenderResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.theme import Theme
from textual.visual import Visual
from textual_plotext import PlotextPlot

from tui_arena.charts.model import Curves, written
from tui_arena.charts.spans import Line, Signs
from tui_arena.charts.text import FLOOR, Across, Up, counts, left_of, legend, marked, scale_of
from tui_arena.ui.widgets.glyph_plots import CURVES, coloured
from tui_arena.ui.widgets.text_block import scroll_pages


class ChartSheet(ScrollView, can_focus=True, inherit_bindings=False):
    """Scrolls the lines of a chart; only lines in sight are drawn. The screen takes the keys left and right."""

    DEFAULT_CSS = """
    ChartSheet { height: 1fr; color: $foreground; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_up", show=False),
        Binding("down,j", "scroll_down", show=False),
        Binding("pageup", "pages(-1)", show=False),
        Binding("pagedown", "pages(1)", show=False),
        Binding("home", "scroll_home", show=False),
        Binding("end", "scroll_end", show=False),
    ]
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id)
        self._lines: Sequence[Line] = ()

    def show(self, lines: Sequence[Line]) -> None:
        """Draw these lines; the scroll position stays."""
        self._lines = lines
        self.virtual_size = Size(self.size.width, len(lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        content = coloured(self._lines[at]) if at < len(self._lines) else Content("")
        width = self.scrollable_content_region.width
        return Visual.to_strips(self, content, width, 1, self.visual_style, pad=True)[0]

    def action_pages(self, pages: int) -> None:
        scroll_pages(self, pages)


ROW = 2
"""Least lines of the plot for each figure on its scale."""

LOWEST = 9
"""Least lines that a plot keeps; below that, only the names stand under it."""


class CurvePlot(PlotextPlot):
    """Draws curves in the room it has, each with its own colour and mark."""

    DEFAULT_CSS = "CurvePlot { width: 1fr; height: 1fr; color: $foreground; }"
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id)
        self._chart: Curves | None = None
        self._signs: Signs | None = None
        self.theme = "clear"

    def on_mount(self) -> None:
        super().on_mount()
        self.app.theme_changed_signal.subscribe(self, self._recoloured)

    def show(self, chart: Curves, signs: Signs) -> None:
        """Draw these curves."""
        self._chart, self._signs = chart, signs
        self.refresh()

    def _recoloured(self, _: Theme) -> None:
        self.refresh()

    def render(self) -> RenderResult:
        if self._chart is not None and self._signs is not None:
            self._draw(self._chart, self._signs)
        return super().render()

    def _draw(self, chart: Curves, signs: Signs) -> None:
        plot = self.plt
        plot.clear_figure()
        plot.xaxes(lower=True, upper=False)
        plot.yaxes(left=True, right=False)
        joint = "." if signs.ascii else "braille"
        for n, line in reversed(list(enumerate(chart.lines))):
            turns = enumerate(line.values, 1)
            for there, stretch in groupby(turns, key=lambda pair: pair[1] is not None):
                if there:
                    points = list(stretch)
                    plot.plot(
                        [x for x, _ in points], [y for _, y in points], marker=joint, color=self._colour(n)
                    )
        scale = scale_of(chart, max(self.size.height // ROW - 1, 1))
        across = Across(chart, self.size.width, left_of(chart) - 1)
        rounds_of_cell = max(len(across.at) - 1, 1) / max(across.room - 1, 1)
        up = Up(chart, max(self.size.height - FLOOR, 2))
        for n, spots in enumerate(marked(chart, across, up)):
            x = [1 + cell * rounds_of_cell for cell in spots.values()]
            y = [chart.lines[n].values[turn] for turn in spots]
            plot.scatter(x, y, marker=signs.mark(n), color=self._colour(n))
        plot.yticks(scale, [written(value).rjust(across.left - 1) for value in scale])
        plot.xticks([turn + 1 for turn in across.shown], [str(turn + 1) for turn in across.shown])
        plot.xlim(1, max(len(across.at), 2))
        plot.ylim(chart.least, chart.most)
        plot.yreverse(chart.upside_down)

    def _colour(self, n: int) -> int | str | tuple[int, int, int]:
        """A curve's colour in the theme, as plotext takes it: a terminal colour by its number."""
        colour = Color.parse(self.app.theme_variables[CURVES[n % len(CURVES)]])
        if colour.ansi is None:
            return colour.rgb
        return colour.ansi if colour.ansi >= 0 else "default"


def below(chart: Curves, width: int, height: int, signs: Signs) -> Content:
    """The legend of the curves, and the number of sessions behind each round if there is room for it.

    `height`: lines for the plot and this text together.
    """
    across = Across(chart, width, left_of(chart) - 1)
    names, told = legend(chart, width, signs), counts(chart, across, signs)
    if height - len(names) - len(told) < LOWEST:
        names, told = legend(chart, width, signs, n=True), []
    return Content("\n").join(coloured(line) for line in [*told, *names])
