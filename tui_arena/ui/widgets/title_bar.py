"""The one line on top of every screen: where one is, and what is worth knowing there."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from tui_arena.core.text import one_line
from tui_arena.ui.look import say


class TitleBar(Widget):
    """Shows the screen's `title` at the left and its `sub_title` at the right."""

    DEFAULT_CSS = """
    TitleBar { dock: top; height: 1; padding: 0 1; background: $panel; color: $foreground; }
    """
    ALLOW_SELECT = False

    def on_mount(self) -> None:
        self.watch(self.screen, "title", self._changed)
        self.watch(self.screen, "sub_title", self._changed)

    def _changed(self) -> None:
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        left = say(one_line(self.screen.title or "", width), "bold $primary")
        right = say(
            one_line(self.screen.sub_title or "", max(width - left.cell_length - 2, 1)), "$foreground-muted"
        )
        gap = width - left.cell_length - right.cell_length
        if gap < 1:
            return left.truncate(width, ellipsis=True)
        return Content.assemble(left, " " * gap, right)
