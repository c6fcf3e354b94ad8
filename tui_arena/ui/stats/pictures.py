"""The small pictures below the table of stats: how a row's count is spread, and a figure turn by turn."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from tui_arena.charts.builders import distribution
from tui_arena.charts.model import Band, Distribution, step
from tui_arena.charts.spans import Line, Span
from tui_arena.charts.text import column_lines, distribution_lines, span
from tui_arena.data import GameInfo
from tui_arena.stats.aggregate import OWN, StatRow
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.stats.presenter import figure_text
from tui_arena.ui.widgets.charts import painted, signs


def spread_of(info: GameInfo, row: StatRow) -> Distribution:
    """How the count that the game shares is spread; nothing if it is not known how sessions ended."""
    figure, aborted = row.figures.get(info.main.share), row.figure("aborted").count
    if figure is None or aborted is None:
        return Distribution("", {})
    ends = (row.figure("won").count or 0, row.figure("lost").count or 0, aborted)
    return distribution(info, figure.distribution, ends)


def by_turn(row: StatRow) -> tuple[str, list[float | None]]:
    """The label and the means by turn of the first list metric; empty if there is none."""
    for figure in row.figures.values():
        if figure.metric is not None and figure.turns:
            return figure.metric.label, [turn.value for turn in figure.turns]
    return "", []


UNKNOWN_WIDTH = 36
"""Assumed width, in cells, of a picture that has not been laid out yet."""
WIDEST_BARS, SCALE = 60, 32
"""Most cells of a distribution, and the cells of a scale from 0 to 1."""
LOW, TALL = 5, 14
"""Least and most lines of a curve."""
BELOW = 4
"""Lines of a picture's title and of the text below a curve."""


class StatPictures(Horizontal):
    """Draws how a count is spread, a figure turn by turn, and the shares with their intervals."""

    DEFAULT_CSS = """
    StatPictures { height: 1fr; min-height: 10; max-height: 20; border-top: solid $panel; }
    StatPictures .picture { width: 1fr; height: 100%; padding: 0 1; color: $foreground; }
    StatPictures #shares { display: none; }
    StatPictures.-flat #curve { display: none; }
    StatPictures.-flat #shares { display: block; }
    """

    def compose(self) -> ComposeResult:
        for name in ("bars", "curve", "shares"):
            yield Static(id=name, classes="picture", markup=False)

    def draw(self, info: GameInfo, row: StatRow, glyphs: Glyphs) -> None:
        """Draw the pictures of a row; the shares replace the curve if there are no figures by turn."""
        who, drawn_with = f" {glyphs.dot} {row.player} {glyphs.dot} {row.variant}", signs(glyphs)
        label, means = by_turn(row)
        self.set_class(not label, "-flat")
        top = step(max((mean for mean in means if mean is not None), default=0.0), 1)
        height = min(max(self.content_size.height - BELOW, LOW), TALL)
        pictures: dict[str, tuple[str, Callable[[int], list[Line]]]] = {
            "bars": (
                f"{info.metrics[info.main.share].label}{who}",
                lambda width: self._threaded(
                    distribution_lines(spread_of(info, row), min(width, WIDEST_BARS), drawn_with)
                ),
            ),
            "curve": (
                f"{label.partition(' by ')[0]} by turn{who}",
                lambda width: column_lines(means, top, height, width, drawn_with),
            ),
            "shares": (f"95 % intervals{who}", lambda _: _shares(row, glyphs)),
        }
        for name, (title, draw) in pictures.items():
            picture = self.query_one(f"#{name}", Static)
            width = picture.content_size.width or UNKNOWN_WIDTH
            head = say(glyphs.fit(title, width), "bold $primary")
            picture.update(Content("\n").join([head, *painted(draw(width))]))

    def _threaded(self, lines: list[Line]) -> list[Line]:
        """The lines with a blank one after each, if there is room."""
        if 2 * len(lines) >= self.content_size.height:
            return lines
        return [part for line in lines for part in (line, [])]


def _shares(row: StatRow, glyphs: Glyphs) -> list[Line]:
    lines: list[Line] = []
    for name in ("won", "lost", "aborted"):
        one = row.figure(name)
        if one.value is not None:
            lines.append([Span(f"{name:<8}{' '.join(figure_text(one, OWN[name], 0, glyphs))}")])
            lines.append(span(Band(name, one.value, one.low, one.high), 0, 1, SCALE - 2, signs(glyphs)))
    return lines
