"""The name of the app, as tiles of a word just found."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from tui_arena.ui.look import GREEN, GREY, YELLOW
from tui_arena.ui.widgets.rows import look_of

LETTERS = (("A", GREEN), ("R", YELLOW), ("E", GREY), ("N", GREEN), ("A", YELLOW))
WIDTH = 5
"""Cells of a tile."""


class Logo(Widget):
    """Five tiles of three rows."""

    DEFAULT_CSS = f"Logo {{ height: 3; width: {len(LETTERS) * (WIDTH + 1)}; }}"
    ALLOW_SELECT = False

    def render(self) -> Content:
        return Content("\n").join([self._row("edge"), self._row("letters"), self._row("edge")])

    def _row(self, kind: str) -> Content:
        look = look_of(self)
        parts: list[tuple[str, str] | str] = []
        for letter, mark in LETTERS:
            text = look.tile(letter, mark) if kind == "letters" else ""
            parts += [(text.center(WIDTH), f"bold $tile-text on $tile-{mark}"), " "]
        return Content.assemble(*parts)
