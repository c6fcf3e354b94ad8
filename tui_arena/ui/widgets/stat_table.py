"""The table of stats: cells with a cursor, headers that sort."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from tui_arena.core.text import clean
from tui_arena.ui.look import Look
from tui_arena.ui.presenters.columns import Column

LEFT = frozenset(("player", "seat", "variant"))
"""Columns of words; figures stand at the right."""


class StatTable(DataTable[Text]):
    """Enter or a second click explains the figure under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Explain", id="stats.explain"),
    ]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        super().__init__(id=id, cursor_type="cell", zebra_stripes=False)
        self._columns_now: Sequence[Column] = ()

    @property
    def at(self) -> tuple[str | None, str | None]:
        """Keys of the row and column under the cursor."""
        if not self.row_count:
            return None, None
        key = self.coordinate_to_cell_key(self.cursor_coordinate)
        return key.row_key.value, key.column_key.value

    def columns_anew(self, columns: Sequence[Column], sort: str, *, descending: bool, look: Look) -> None:
        """Empty the table and give it other columns, the sorted one marked."""
        self.clear(columns=True)
        self._columns_now = columns
        down, up = ("v", "^") if look.ascii else ("↓", "↑")
        for c in columns:
            sign = (down if descending else up) if c.key == sort else ""
            title = f"{look.fit(c.title, c.width - len(sign))}{sign}"
            self.add_column(_aligned(title, c), width=c.width, key=c.key)

    def add_line(self, key: str, cells: Sequence[str]) -> None:
        """Add a row."""
        texts = (_aligned(clean(cell), c) for cell, c in zip(cells, self._columns_now, strict=True))
        self.add_row(*texts, key=key)

    def stand_on(self, row: str | None, column: str | None) -> None:
        """Put the cursor on a cell; on the first figure where that is not there."""
        rows = [key.value for key in self.rows]
        columns = [c.key for c in self._columns_now]
        if rows:
            line = rows.index(row) if row in rows else 0
            place = columns.index(column) if column in columns else columns.index("won")
            self.move_cursor(row=line, column=place)


def _aligned(text: str, column: Column) -> Text:
    return Text(text, justify="left" if column.key in LEFT else "right")
