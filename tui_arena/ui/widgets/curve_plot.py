"""Curves of several players by plotext.

Law: imported only where curves are drawn. Its ground and its text are those of the widget, so every theme
holds; each curve has a mark of its own beside its colour.
"""

from __future__ import annotations

from itertools import groupby

from textual.app import RenderResult
from textual.color import Color
from textual.content import Content
from textual.theme import Theme
from textual_plotext import PlotextPlot

from tui_arena.analysis.charts.kinds import Curves
from tui_arena.analysis.charts.scales import written
from tui_arena.analysis.charts.spans import Signs
from tui_arena.analysis.charts.text_curves import FLOOR, Across, Up, counts, left_of, legend, marked, scale_of
from tui_arena.ui.widgets.charts import CURVES, coloured

ROW = 2
"""Lines of the plot for each figure at its side at least."""

LOWEST = 9
"""Lines that a plot keeps before anything but names stands below it."""


class CurvePlot(PlotextPlot):
    """Draws curves in the size that it is given."""

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
        """A colour of the theme as plotext takes it: one of the terminal's own by its number."""
        colour = Color.parse(self.app.theme_variables[CURVES[n % len(CURVES)]])
        if colour.ansi is None:
            return colour.rgb
        return colour.ansi if colour.ansi >= 0 else "default"


def below(chart: Curves, width: int, height: int, signs: Signs) -> Content:
    """Whose curve is whose, and how many sessions stand behind each round where there is room to tell it.

    `height`: lines that plot and text have together.
    """
    across = Across(chart, width, left_of(chart) - 1)
    names, told = legend(chart, width, signs), counts(chart, across, signs)
    if height - len(names) - len(told) < LOWEST:
        names, told = legend(chart, width, signs, n=True), []
    return Content("\n").join(coloured(line) for line in [*told, *names])
