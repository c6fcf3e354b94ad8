"""Widgets for lines of text, as tall as they need; and a function that scrolls by pages.

They redraw only the lines that have changed, because a table updates them after every move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from textual.content import Content, Span
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.visual import Visual, VisualType
from textual.widget import Widget
from textual.widgets import Static

Look = tuple[str, tuple[Span, ...]]
"""A text's letters and styles. Contents with the same letters are equal even if their styles differ."""


def look_of(text: Content | str) -> Look:
    """The look of a text."""
    return (text, ()) if isinstance(text, str) else (text.plain, tuple(text.spans))


def entitle(widget: Widget, title: Content | str, foot: Content | str = "") -> None:
    """Put a title and a foot into a widget's frame, if they have changed."""
    titles = [Content(one) if isinstance(one, str) else one for one in (title, foot)]
    if [one.markup for one in titles] != [widget.border_title or "", widget.border_subtitle or ""]:
        widget.border_title, widget.border_subtitle = titles


class StillText(Static):
    """Plain text that is drawn again only if it has changed."""

    def __init__(self, content: Content | str = "", *, id: str | None = None, classes: str = "") -> None:  # noqa: A002  (Textual's name)
        super().__init__(content, id=id, classes=classes, markup=False)
        self._look = look_of(content)

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        assert isinstance(content, Content | str)
        look, self._look = self._look, look_of(content)
        if self._look != look:
            super().update(content, layout=layout)


class TextBlock(Widget):
    """A widget as tall as its lines. It keeps each drawn line, because most lines stay the same."""

    DEFAULT_CSS = """
    TextBlock { width: 100%; height: auto; }
    TextBlock.-none { display: none; }
    """

    room = 0
    """The number of its lines in sight, which is the height of its container."""
    _laid: tuple[tuple[int, int, Size], list[Content]] | None = None
    """The lines, with their width, their room and the screen's size; None: they must be made again."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id, classes=classes)
        self._strips: dict[tuple[int, int, Look], Strip] = {}
        """The drawn lines, by width, place and look."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self.room = container.height
        return len(self._lines_for(width))

    def render(self) -> Content:
        return Content("\n").join(self._lines_for(self.content_size.width))

    def render_line(self, y: int) -> Strip:
        if self.text_selection is not None:
            return super().render_line(y)
        width, style = self.content_size.width, self.visual_style
        lines = self._lines_for(width)
        if y >= len(lines) or not width:
            return Strip.blank(width, style.rich_style)
        key = (width, y, look_of(lines[y]))
        if key not in self._strips:
            drawn, *_ = Visual.to_strips(self, lines[y], width, 1, style, apply_selection=False)
            self._strips[key] = drawn.apply_offsets(0, y)
        return self._strips[key]

    def notify_style_update(self) -> None:
        self._strips.clear()
        super().notify_style_update()

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        if not regions:
            self._laid = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def lay_out(self, *, empty: bool = False) -> None:
        """Draw the changed lines. `empty`: whether the widget is to take no room."""
        if empty and self.has_class("-none"):
            return
        self.set_class(empty, "-none")
        before, width = self._laid, self.content_size.width
        self._laid = None
        if before is None or before[0] != (width, self.room, self.app.size):
            self.refresh(layout=True)
            return
        drawn, lines = before[1], self._lines_for(width)
        looks = [look_of(line) for line in lines]
        kept = {(width, n, look) for n, look in enumerate(looks)}
        self._strips = {key: strip for key, strip in self._strips.items() if key in kept}
        changed = [n for n, look in enumerate(looks) if n >= len(drawn) or look_of(drawn[n]) != look]
        if len(lines) != len(drawn):
            self.refresh(layout=True)
        elif changed:
            self.refresh(*(Region(0, n, width, 1) for n in changed))

    def _lines_for(self, width: int) -> list[Content]:
        """The lines, made again only after a change. At zero width they are the same as at one column."""
        size = width, self.room, self.app.size
        if self._laid is None or self._laid[0] != size:
            self._laid = size, self._lines(max(width, 1))
        return self._laid[1]

    def _lines(self, width: int) -> list[Content]:
        """The lines for a width in cells, at least 1."""
        raise NotImplementedError


class Drawing(TextBlock):
    """Shows the lines that a function returns for the widget's width. Without a function it takes no room."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id, classes="-none")
        self._draw: Callable[[int], list[Content]] | None = None

    def show(self, draw: Callable[[int], list[Content]] | None) -> None:
        """Show the lines that `draw` returns for a width in cells; None: show nothing."""
        self._draw = draw
        self.lay_out(empty=draw is None)

    def _lines(self, width: int) -> list[Content]:
        return [] if self._draw is None else self._draw(width)


MOST_SPARE = 2
"""The maximum number of blank lines added so that the visible part begins with a whole block."""


def newest_whole(blocks: Sequence[Sequence[Content]], room: int) -> list[Content]:
    """The lines of all blocks, oldest first, padded so that scrolling to the end shows whole blocks.

    `room`: the number of lines in sight.
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
    """Scroll by pages, backwards if negative. One line of the previous page stays in sight."""
    widget.scroll_relative(y=pages * max(widget.size.height - 1, 1), animate=False)
