"""The small pictures below the table of stats: how a row's count is spread, and a figure turn by turn."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from tui_arena.data import GameInfo
from tui_arena.stats.aggregate import OWN, StatRow
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.stats.presenter import figure_text
from tui_arena.ui.widgets.glyph_plots import (
    MOST_BARS,
    Bar,
    curve,
    distribution,
    in_ranges,
    interval,
    missed,
    round_top,
)


def spread_bars(info: GameInfo, row: StatRow) -> list[Bar]:
    """Bars of the count that the game shares, and of the sessions that were lost, given up or aborted."""
    figure, aborted = row.figures.get(info.main.share), row.figure("aborted").count
    option = info.options.get(info.main.tries)
    if figure is None or aborted is None:
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
    bars += missed(figure.distribution, row.figure("won").count or 0, row.figure("lost").count or 0)
    if aborted:
        bars.append(Bar("aborted", aborted, bad=True))
    return bars


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
        who = f" {glyphs.dot} {row.player} {glyphs.dot} {row.variant}"
        label, means = by_turn(row)
        self.set_class(not label, "-flat")
        self._draw_one(
            "bars",
            info.metrics[info.main.share].label + who,
            glyphs,
            lambda width: self._threaded(
                distribution(glyphs, spread_bars(info, row), min(width, WIDEST_BARS))
            ),
        )
        self._draw_one(
            "curve",
            f"{label.partition(' by ')[0]} by turn{who}",
            glyphs,
            lambda width: curve(glyphs, means, round_top(means), self._lines_of_curve, width),
        )
        self._draw_one("shares", f"95 % intervals{who}", glyphs, lambda _: _shares(row, glyphs))

    @property
    def _lines_of_curve(self) -> int:
        return min(max(self.content_size.height - BELOW, LOW), TALL)

    def _threaded(self, lines: list[Content]) -> list[Content]:
        """The lines with a blank one after each, if there is room."""
        if 2 * len(lines) >= self.content_size.height:
            return lines
        return [part for line in lines for part in (line, Content())]

    def _draw_one(self, name: str, title: str, glyphs: Glyphs, draw: Callable[[int], list[Content]]) -> None:
        picture = self.query_one(f"#{name}", Static)
        width = picture.content_size.width or UNKNOWN_WIDTH
        head = say(glyphs.fit(title, width), "bold $primary")
        picture.update(Content("\n").join([head, *draw(width)]))


def _shares(row: StatRow, glyphs: Glyphs) -> list[Content]:
    lines = []
    for name in ("won", "lost", "aborted"):
        one = row.figure(name)
        if one.value is not None and one.low is not None and one.high is not None:
            lines.append(say(f"{name:<8}{' '.join(figure_text(one, OWN[name], 0, glyphs))}"))
            lines.append(interval(glyphs, one.value, one.low, one.high, SCALE))
    return lines
