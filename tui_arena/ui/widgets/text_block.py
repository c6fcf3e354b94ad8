"""Widgets for lines of text, as tall as they need; and a function that scrolls by pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget


class TextBlock(Widget):
    """A widget as tall as its lines."""

    DEFAULT_CSS = """
    TextBlock { width: 100%; height: auto; }
    TextBlock.-none { display: none; }
    """

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.content_size.width))

    def lay_out(self, *, empty: bool = False) -> None:
        """Draw other lines; while it is `empty`, it takes no room."""
        self.set_class(empty, "-none")
        self.refresh(layout=True)

    def _lines(self, width: int) -> list[Content]:
        """The lines for this width in cells."""
        raise NotImplementedError


class Drawing(TextBlock):
    """Shows the lines that a function draws for the width there is; without one it takes no room."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None, classes: str = "") -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id, classes=f"-none {classes}")
        self._draw: Callable[[int], list[Content]] | None = None

    def show(self, draw: Callable[[int], list[Content]] | None) -> None:
        """Show what `draw` gives for a width in cells; None: nothing."""
        self._draw = draw
        self.lay_out(empty=draw is None)

    def _lines(self, width: int) -> list[Content]:
        return [] if self._draw is None else self._draw(width)


MOST_SPARE = 2
"""Lines left blank at most, so that what is in sight begins with a whole block."""


def newest_whole(blocks: Sequence[Sequence[Content]], room: int) -> list[Content]:
    """The lines of blocks, oldest first, so that scrolled to the end the oldest block in sight is whole.

    `room`: how many lines are in sight.
    """
    lines = [line for block in blocks for line in block]
    if len(lines) <= room:
        return lines
    fit = 0
    for block in reversed(blocks):
        if fit + len(block) > room:
            break
        fit += len(block)
    spare = room - fit if fit else 0
    return [*lines, *[Content("")] * (spare if spare <= MOST_SPARE else 0)]


def scroll_pages(widget: Widget, pages: int) -> None:
    """Scroll by pages, backwards if negative; one line of the last page stays in sight."""
    widget.scroll_relative(y=pages * max(widget.size.height - 1, 1), animate=False)
