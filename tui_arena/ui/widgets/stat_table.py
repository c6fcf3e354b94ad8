"""The table of stats: group heads over titles, a cursor on figures, cells shaded by rank.

Law: it holds the columns that are seen; beyond the last one it asks for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import DataTable

from tui_arena.ui.look import Look
from tui_arena.ui.presenters.stats_cells import Laid
from tui_arena.ui.presenters.stats_columns import heads
from tui_arena.ui.presenters.stats_lines import Line
from tui_arena.ui.shades import solid
from tui_arena.ui.widgets.stat_cell import Painter, StatCell


class StatTable(DataTable[StatCell]):
    """Enter or a second click explains the figure under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Why", id="stats.explain"),
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("h", "cursor_left", show=False),
        Binding("l", "cursor_right", show=False),
    ]

    class Beyond(Message):
        """The cursor would leave the columns that are seen: by one, or to the first or the last of all."""

        def __init__(self, way: int, *, end: bool = False) -> None:
            super().__init__()
            self.way = way
            self.end = end

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        super().__init__(
            id=id,
            cursor_type="cell",
            zebra_stripes=False,
            cell_padding=0,
            cursor_background_priority="css",
        )
        self._laid: Sequence[Laid] = ()

    @property
    def at(self) -> tuple[str | None, str | None]:
        """Keys of the row and column under the cursor."""
        if not self.row_count:
            return None, None
        key = self.coordinate_to_cell_key(self.cursor_coordinate)
        return key.row_key.value, key.column_key.value

    def show(
        self, columns: Sequence[Laid], lines: Sequence[Line], sort: str, *, descending: bool, look: Look
    ) -> None:
        """Other columns and lines, the sorted column marked."""
        self.clear(columns=True)
        self._laid = columns
        groups = heads([c.column for c in columns], [c.width for c in columns], look.line)
        tall = max((len(c.title) for c in columns), default=1)
        self.header_height = 1 + tall
        theme = self.app.theme_variables
        group, title = Style(color=solid(theme, "primary")), Style(bold=True)
        for head, c in zip(groups, columns, strict=True):
            sign = "" if c.column.key != sort else _arrow(look, descending=descending)
            label = Text(head, group)
            for text in ("",) * (tall - len(c.title)) + c.title:
                last = sign if text == c.title[-1] else ""
                label.append("\n" + _placed(text, last, c), title)
            self.add_column(label, width=c.width, key=c.column.key)
        plain = self.app.no_color or self.app.current_theme.ansi
        painter = Painter(theme, shaded=not plain)
        for line in lines:
            own = line.published is None
            cells = (StatCell(painter, c, c.cells[line.key], own=own) for c in columns)
            self.add_row(*cells, key=line.key)

    def stand_on(self, row: str | None, column: str | None) -> None:
        """Put the cursor on a cell; on the first figure where that is not there."""
        rows = [key.value for key in self.rows]
        columns = [c.column.key for c in self._laid]
        if rows:
            line = rows.index(row) if row in rows else 0
            words = sum(c.column.words for c in self._laid)
            first = columns.index("won") if "won" in columns else min(words, len(columns) - 1)
            self.move_cursor(row=line, column=columns.index(column) if column in columns else first)

    # beyond the columns that are seen

    def action_cursor_right(self) -> None:
        if self.cursor_column == len(self._laid) - 1:
            self.post_message(self.Beyond(1))
        else:
            super().action_cursor_right()

    def action_cursor_left(self) -> None:
        self.post_message(self.Beyond(-1))

    def action_scroll_home(self) -> None:
        self.post_message(self.Beyond(-1, end=True))

    def action_scroll_end(self) -> None:
        self.post_message(self.Beyond(1, end=True))


def _placed(text: str, sign: str, laid: Laid) -> str:
    room = laid.width - 1
    return f" {text}{sign}".ljust(laid.width) if laid.column.words else f"{text + sign:>{room}} "


def _arrow(look: Look, *, descending: bool) -> str:
    down, up = ("v", "^") if look.ascii else ("↓", "↑")
    return down if descending else up
