"""The table of an analysis: a figure a row, or a session a row."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from tui_arena.ui.widgets.session_table import SessionTable


class AnalysisTable(SessionTable, inherit_bindings=False):
    """Enter or a click explains the row under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Explain", id="analyse.explain"),
        Binding("up,k", "cursor_up", show=False),
        Binding("down,j", "cursor_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]
