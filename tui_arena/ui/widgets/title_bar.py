"""The one line on top of every screen: where one is, and what is worth knowing there."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from tui_arena.ui.look import say


class TitleBar(Horizontal):
    """Shows the screen's `title` at the left and its `sub_title` at the right."""

    DEFAULT_CSS = """
    TitleBar { dock: top; height: 1; padding: 0 1; background: $panel; color: $foreground; }
    TitleBar > .left { width: auto; text-style: bold; color: $primary; }
    TitleBar > .right { width: 1fr; text-align: right; color: $text-muted; text-overflow: ellipsis; }
    TitleBar > Static { height: 1; text-wrap: nowrap; }
    """

    def compose(self) -> ComposeResult:
        yield Static(classes="left", markup=False)
        yield Static(classes="right", markup=False)

    def on_mount(self) -> None:
        self.watch(self.screen, "title", self._draw)
        self.watch(self.screen, "sub_title", self._draw)

    def _draw(self) -> None:
        self.query_one(".left", Static).update(say(self.screen.title or ""))
        self.query_one(".right", Static).update(say(self.screen.sub_title or ""))
