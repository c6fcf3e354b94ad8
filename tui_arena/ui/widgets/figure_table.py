"""Tables of figures, a row each, where Enter says more; left and right are the screen's."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from tui_arena.ui.widgets.session_table import SessionTable


class FigureTable(SessionTable, inherit_bindings=False):
    """Moves its cursor up and down alone."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", show=False),
        Binding("down,j", "cursor_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]


class AnalysisTable(FigureTable):
    """Enter or a click explains the row under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Explain", id="analyse.explain")
    ]


class RankTable(FigureTable):
    """Enter or a click says where the figures of a row come from."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select_cursor", "Why", id="rankings.why")]
