"""Cells of the table of stats, drawn when they are seen.

Law: a cell knows how wide it is without being drawn, and comes as finished pieces: a table of
hundreds of rows asks for the width of every cell, and draws those that are in sight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

from tui_arena.core.text import clean
from tui_arena.ui.presenters.stats_cells import CellText, Laid
from tui_arena.ui.shades import shade, solid


class Painter:
    """Figures and names in the colours of a theme."""

    def __init__(self, theme: Mapping[str, str], *, shaded: bool) -> None:
        """`shaded`: whether cells are shaded by rank, and spans fainter than figures; else figures are bold.

        A dim span could not be read under the cursor in the colours of a terminal.
        """
        self._theme = theme
        self._shaded = shaded
        self._figure = Style() if shaded else Style(bold=True)
        self._faint = Style(color=solid(theme, "foreground-muted")) if shaded else Style()
        self._published = Style(italic=True, color=solid(theme, "secondary"))

    def __call__(self, laid: Laid, cell: CellText, *, own: bool) -> Iterator[Segment]:
        """A cell from end to end; `own`: whether it is of a row of one's own."""
        base = Style() if own else self._published
        if laid.column.words:
            yield Segment(set_cell_size(f" {_cut(clean(cell.value), laid.width - 2)}", laid.width), base)
            return
        found = shade(self._theme, cell.place.shade) if self._shaded and cell.place else None
        ground = Style(bgcolor=found) if found else Style()
        blank = laid.width - len(cell.plain) - 1
        yield Segment(" " * blank, ground)
        yield Segment(cell.value, base + self._figure + ground)
        yield Segment(cell.rest, (base if found or not own else self._faint) + ground)
        yield Segment(f"{cell.rank} ", Style(bold=True) + ground)


class StatCell:
    """One cell, as a table of Rich's renderables takes it."""

    __slots__ = ("_cell", "_laid", "_own", "_painter")

    def __init__(self, painter: Painter, laid: Laid, cell: CellText, *, own: bool) -> None:
        self._painter = painter
        self._laid = laid
        self._cell = cell
        self._own = own

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        yield from self._painter(self._laid, self._cell, own=self._own)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(self._laid.width, self._laid.width)


def _cut(text: str, cells: int) -> str:
    """A text of wide signs may have more cells than signs: what is cut is told."""
    return text if cell_len(text) <= cells else set_cell_size(text, cells - 1).rstrip() + "…"
