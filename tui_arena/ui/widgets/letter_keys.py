"""The keyboard on the screen: what is known of each letter, and a way to type with the mouse."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from tui_arena.ui.face import Board
from tui_arena.ui.look import Look
from tui_arena.ui.widgets.tiles import GREY, INK

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
ENTER, BACKSPACE = "enter", "backspace"
KEY = 3
"""Cells of a key."""


class LetterKeys(Widget):
    """Three rows of keys. `known` is the best mark of each letter that was tried."""

    DEFAULT_CSS = """
    LetterKeys { height: 3; width: 100%; }
    LetterKeys.-airy { height: 5; }
    """
    ALLOW_SELECT = False
    known: reactive[Mapping[str, str]] = reactive(dict)
    blank: reactive[bool] = reactive(default=False)
    """Draw nothing, for as long as nobody may look."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look

    def render(self) -> Content:
        if self.blank:
            return Content("")
        between = "\n\n" if self.has_class("-airy") else "\n"
        return Content(between).join(self._row(n) for n in range(len(ROWS)))

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset_capture(self)
        row = at.y // 2 if self.has_class("-airy") else at.y
        if self.blank or not 0 <= row < len(ROWS) or (self.has_class("-airy") and at.y % 2):
            return
        x = at.x - self._indent(row)
        for key in self._keys(row):
            if 0 <= x < self._width(key):
                self.post_message(Board.Typed(key))
                return
            x -= self._width(key) + self._gap

    @property
    def _gap(self) -> int:
        return 1 if self.size.width >= len(ROWS[0]) * (KEY + 1) else 0

    def _keys(self, row: int) -> list[str]:
        letters = list(ROWS[row])
        return [ENTER, *letters, BACKSPACE] if row == len(ROWS) - 1 else letters

    def _width(self, key: str) -> int:
        return KEY if len(key) == 1 else KEY + 1

    def _indent(self, row: int) -> int:
        keys = self._keys(row)
        used = sum(self._width(k) for k in keys) + self._gap * (len(keys) - 1)
        return max((self.size.width - used) // 2, 0)

    def _row(self, row: int) -> Content:
        parts: list[str | tuple[str, str]] = [" " * self._indent(row)]
        for n, key in enumerate(self._keys(row)):
            parts.append(" " * self._gap if n else "")
            parts.append(self._key(key))
        return Content.assemble(*parts)

    def _key(self, key: str) -> tuple[str, str]:
        look = self._look
        if key == ENTER:
            return (" ok " if look.ascii else " ↵  ", "$foreground-muted on $surface-lighten-1")
        if key == BACKSPACE:
            return (" <- " if look.ascii else " ⌫  ", "$foreground-muted on $surface-lighten-1")
        mark = self.known.get(key)
        if mark is None:
            return (f" {key} ", "bold $foreground on $surface-lighten-2")
        if mark == GREY:
            return (f" {key}{look.dot if look.marks else ' '}", "$foreground-disabled on $background")
        return (look.tile(key, mark).lower(), INK[mark])
