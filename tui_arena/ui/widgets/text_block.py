"""A widget for lines of text, as tall as they need; and a function that scrolls by pages."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget


class TextBlock(Widget):
    """A widget as tall as its lines."""

    DEFAULT_CSS = "TextBlock { width: 100%; height: auto; }"

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.content_size.width))

    def _lines(self, width: int) -> list[Content]:
        """The lines for this width in cells."""
        raise NotImplementedError


def scroll_pages(widget: Widget, pages: int) -> None:
    """Scroll by pages, backwards if negative; one line of the last page stays in sight."""
    widget.scroll_relative(y=pages * max(widget.size.height - 1, 1), animate=False)
