"""A plot of the secret's rank in the lists, round by round."""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.widgets.probe_panel import rank_plot
from tui_arena.ui.widgets.text_block import TextBlock


class RankCurve(TextBlock):
    """The plot, with rank 1 at the top; it takes fewer lines on a low screen."""

    DEFAULT_CSS = "RankCurve.-none { display: none; }"
    ALLOW_SELECT = False

    def __init__(self, glyphs: Glyphs, *, id: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id, classes="-none")
        self._glyphs = glyphs
        self._ranks: Mapping[int, int | None] = {}

    def show(self, ranks: Mapping[int, int | None] | None) -> None:
        """Draw the ranks by round, None where the secret was not in the list; without ranks it takes no room."""
        self._ranks = ranks or {}
        self.set_class(not ranks, "-none")
        self.refresh(layout=True)

    def _lines(self, width: int) -> list[Content]:
        if not self._ranks:
            return []
        return rank_plot(self._glyphs, self._ranks, max(width, 12), tall=not self.screen.has_class("-low"))
