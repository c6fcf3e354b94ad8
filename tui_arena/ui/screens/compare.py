"""Two players side by side."""

from __future__ import annotations

from typing import ClassVar

from tui_arena.analysis.aggregate import Filter
from tui_arena.ui.screens.base import ArenaScreen


class CompareScreen(ArenaScreen):
    """How two players of a game differ, and on which secrets."""

    TITLE: ClassVar[str] = "COMPARE"

    def __init__(self, wanted: Filter, first: str | None = None) -> None:
        """`first`: one of the two, as `kind:name`."""
        super().__init__()
        self.wanted = wanted
        self._first = first
