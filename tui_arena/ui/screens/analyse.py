"""Sessions looked back at: what a player would have taken for likely, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tui_arena.ui.screens.base import ArenaScreen


class AnalyseScreen(ArenaScreen):
    """Who is asked about saved sessions, how far it is, and what they say."""

    TITLE: ClassVar[str] = "ANALYSE"

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__()
        self._ids = tuple(ids)
