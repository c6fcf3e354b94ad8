"""What is written in lines, as many as its width asks for.

How what is longer than its room is read by pages.
"""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget


class Written(Widget):
    """As high as its lines are."""

    DEFAULT_CSS = "Written { width: 100%; height: auto; }"

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        """The lines for a width in cells."""
        raise NotImplementedError


def scroll_pages(widget: Widget, pages: int) -> None:
    """Scroll by pages, back if they are negative; a line of the last one stays in sight."""
    widget.scroll_relative(y=pages * max(widget.size.height - 1, 1), animate=False)
