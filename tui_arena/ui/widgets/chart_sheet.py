"""A chart of text lines that scrolls up and down.

Law: only the lines in sight are drawn, so that thousands of secrets take no longer than ten.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from tui_arena.analysis.charts.spans import Line
from tui_arena.ui.widgets.charts import coloured
from tui_arena.ui.widgets.scrolling import scroll_pages


class ChartSheet(ScrollView, can_focus=True, inherit_bindings=False):
    """Holds the lines of a chart; left and right are the screen's."""

    DEFAULT_CSS = """
    ChartSheet { height: 1fr; color: $foreground; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll_up", show=False),
        Binding("down,j", "scroll_down", show=False),
        Binding("pageup", "pages(-1)", show=False),
        Binding("pagedown", "pages(1)", show=False),
        Binding("home", "scroll_home", show=False),
        Binding("end", "scroll_end", show=False),
    ]
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id)
        self._lines: Sequence[Line] = ()

    def show(self, lines: Sequence[Line]) -> None:
        """Draw these lines, from where it is scrolled to."""
        self._lines = lines
        self.virtual_size = Size(self.size.width, len(lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        content = coloured(self._lines[at]) if at < len(self._lines) else Content("")
        width = self.scrollable_content_region.width
        return Visual.to_strips(self, content, width, 1, self.visual_style, pad=True)[0]

    def action_pages(self, pages: int) -> None:
        scroll_pages(self, pages)
