"""Tables of models, sessions, demos and figures, one line per row, and the choice of fitting columns.

Cells are never read as markup. A table never needs sideways scrolling for its main content: the most
important columns get room first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rich.console import JustifyMethod
from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.widgets import DataTable
from textual.widgets.data_table import CellType

from tui_arena.core.text import clean, one_line
from tui_arena.ui.widgets.screen_base import OwnMessage

GAP = 2
"""The cells between two columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    key: str
    title: str
    width: int
    """The width in cells; for a column that grows, its minimum width."""
    rank: int
    """The rank for getting room: the lowest rank is served first."""
    grows: int = 0
    """The maximum width that the column may grow to, in cells; 0 if it never grows."""
    right: bool = False
    """Whether the column is flush right, as columns of figures are."""

    def cell(self, text: str, style: str = "") -> Text:
        """A cell of the column with a text. A text that is too wide, as CJK text can be, gets an ellipsis."""
        side: JustifyMethod = "right" if self.right else "left"
        return Text(clean(text), style, justify=side, no_wrap=True, overflow="ellipsis")


def fitting(columns: Sequence[Column], width: int) -> list[Column]:
    """The columns that fit into `width` cells. Columns that can grow share the remaining room."""
    used = 0
    chosen: set[str] = set()
    for column in sorted(columns, key=lambda c: c.rank):
        if not chosen or used + column.width + GAP <= width:
            used += column.width + GAP
            chosen.add(column.key)
    kept = [c for c in columns if c.key in chosen]
    for i, column in enumerate(kept):
        if column.grows:
            grown = replace(column, width=min(column.width + max(width - used, 0), column.grows))
            used += grown.width - column.width
            kept[i] = grown
    return kept


TableLine = tuple[str, Mapping[str, str | Text], str]
"""A row: its key, its texts by column, and its style. A `Text` is a drawing, which is shown as it is."""


class Table(DataTable[CellType]):
    """A table that may be filled again between its last drawing and a click on it."""

    def on_click(self, event: Click) -> None:
        """Ignore a click on a row or a column that is gone."""
        row, column = event.style.meta.get("row", -1), event.style.meta.get("column", -1)
        if row >= self.row_count or column >= len(self.columns):
            event.prevent_default()

    @on(DataTable.RowHighlighted)
    @on(DataTable.RowSelected)
    def _of_a_row(self, event: DataTable.RowHighlighted | DataTable.RowSelected) -> None:
        """Ignore an event about a row that is gone."""
        if event.row_key not in self.rows:
            event.stop()


class RowTable(Table[Text]):
    """A table whose cursor is on a whole row."""

    _shown: Sequence[Column] = ()

    @property
    def at(self) -> str | None:
        """The key of the row under the cursor; None: the table is empty."""
        if not self.row_count:
            return None
        return self.coordinate_to_cell_key(self.cursor_coordinate).row_key.value

    def show(self, columns: Sequence[Column], lines: Iterable[TableLine], at: str | None = None) -> None:
        """Fill the table again. `at`: the key of the row under the cursor, if the row exists."""
        self._shown = columns
        self.clear(columns=True)
        for column in columns:
            self.add_column(column.cell(column.title), width=column.width, key=column.key)
        self.add_lines(lines)
        self.stand_on(at)

    def add_lines(self, lines: Iterable[TableLine]) -> None:
        """Add rows. A column without a text stays empty, and a text that is too long is cut."""
        for key, texts, style in lines:
            cells = ((column, texts.get(column.key, "")) for column in self._shown)
            self.add_row(
                *(
                    text if isinstance(text, Text) else column.cell(one_line(text, column.width), style)
                    for column, text in cells
                ),
                key=key,
            )

    def stand_on(self, key: str | None) -> None:
        """Put the cursor on a row, if the row exists."""
        if key is not None and key in {row.value for row in self.rows}:
            self.move_cursor(row=self.get_row_index(key))


class ModelTable(RowTable):
    """A table of models. Enter or a click chooses the line under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Choose", show=False, id="models.choose"),
        Binding("pageup", "screen.page(-1)", show=False),
        Binding("pagedown", "screen.page(1)", show=False),
    ]

    class Resized(OwnMessage):
        """The table's width has changed, so other columns may fit."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def show_fitting(self, columns: Sequence[Column], widest: int, lines: Sequence[TableLine]) -> None:
        """Fill the table again with the columns that fit into its width, at most `widest` cells.

        The cursor stays on its line, or near the place of a line that is gone.
        """
        at, place = self.at, self.cursor_row
        width = (self.size.width or self.screen.size.width) - 1
        self.show(fitting(columns, min(width, widest)), lines)
        keys = [key for key, *_ in lines]
        if keys:
            self.move_cursor(row=keys.index(at) if at in keys else min(place, len(keys) - 1))


class SessionTable(RowTable):
    """A table of sessions. Enter or a click opens the row under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Open", id="sessions.open"),
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
    ]


class FigureTable(SessionTable, inherit_bindings=False):
    """A table of figures. It only moves its cursor up and down; the screen handles left and right."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", show=False),
        Binding("down,j", "cursor_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]


class RetrospectiveTable(FigureTable):
    """A table of a retrospective. Enter or a click explains the row under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Explain", id="analyse.explain")
    ]


class RankTable(FigureTable):
    """A table of ranks. Enter or a click explains the sources of a row's figures."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select_cursor", "Why", id="rankings.why")]
