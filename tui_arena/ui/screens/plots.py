"""Plots of a game."""

from __future__ import annotations

from typing import ClassVar

from tui_arena.analysis.aggregate import Filter
from tui_arena.ui.screens.base import ArenaScreen


class PlotScreen(ArenaScreen):
    """What the sessions of a filter come to."""

    TITLE: ClassVar[str] = "PLOTS"

    def __init__(self, wanted: Filter) -> None:
        super().__init__()
        self.wanted = wanted
