"""The list of models: one line each, never read as markup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import DataTable

from tui_arena.core.text import clean
from tui_arena.ui.presenters.columns import Column

FIGURES = frozenset(("first", "speed", "forms", "cost"))
"""Columns of figures, which stand at the right."""


class ModelTable(DataTable[Text]):
    """Enter or a click chooses the line under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Choose", show=False, id="models.choose"),
        Binding("pageup", "screen.page(-1)", show=False),
        Binding("pagedown", "screen.page(1)", show=False),
    ]

    class Resized(Message):
        """It has another width now; other columns may fit."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    @property
    def at(self) -> str | None:
        """Key of the line under the cursor."""
        if not self.row_count:
            return None
        return self.coordinate_to_cell_key(self.cursor_coordinate).row_key.value

    def show(self, columns: Sequence[Column], lines: Sequence[tuple[str, Sequence[str], bool]]) -> None:
        """Fill it anew: key and cells of each line and whether it is dim. The cursor stays on its line."""
        at = self.at
        place = self.cursor_row
        self.clear(columns=True)
        for column in columns:
            self.add_column(_cell(column.title, column, dim=False), width=column.width, key=column.key)
        for key, cells, dim in lines:
            texts = (_cell(text, column, dim=dim) for text, column in zip(cells, columns, strict=True))
            self.add_row(*texts, key=key)
        keys = [key for key, *_ in lines]
        if keys:
            row = keys.index(at) if at in keys else min(place, len(keys) - 1)
            self.move_cursor(row=row)

    def change(self, key: str, column: Column, text: str) -> None:
        """Change one cell."""
        if key in {row.value for row in self.rows}:
            self.update_cell(key, column.key, _cell(text, column, dim=False))


def _cell(text: str, column: Column, *, dim: bool) -> Text:
    return Text(clean(text), "dim" if dim else "", justify="right" if column.key in FIGURES else "left")
