"""The table of sessions or demos: one line each, never read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from tui_arena.core.text import clean
from tui_arena.ui.presenters.columns import Column


class SessionTable(DataTable[Text]):
    """Enter or a click opens the row under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Open", id="sessions.open"),
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
    ]

    @property
    def at(self) -> str | None:
        """Key of the row under the cursor."""
        if not self.row_count:
            return None
        return self.coordinate_to_cell_key(self.cursor_coordinate).row_key.value

    def columns_anew(self, columns: Sequence[Column]) -> None:
        """Empty the table and give it other columns."""
        self.clear(columns=True)
        for column in columns:
            self.add_column(Text(column.title), width=column.width, key=column.key)

    def add_lines(self, lines: Iterable[tuple[str, Sequence[str], bool]]) -> None:
        """Add rows: key, cells, and whether it stands out."""
        for key, cells, strong in lines:
            self.add_row(*(_cell(cell, "bold" if strong else "") for cell in cells), key=key)

    def stand_on(self, key: str | None) -> None:
        """Put the cursor on a row, if it is there."""
        if key is not None and key in {row.value for row in self.rows}:
            self.move_cursor(row=self.get_row_index(key))


def _cell(text: str, style: str) -> Text:
    """Of a text that has more cells than its column, as CJK has, an ellipsis tells it."""
    return Text(clean(text), style, no_wrap=True, overflow="ellipsis")
