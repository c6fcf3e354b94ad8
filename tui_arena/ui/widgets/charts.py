"""Charts in the colours of the theme, and the widget that shows any of them.

The drawings come from `charts/text.py`. Each role of a span has a style here, so a chart fits every theme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from tui_arena.charts.model import ASCII, SCREEN, Line, Signs, Span
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.widgets.text_block import scroll_pages

STYLES = {
    "": "",
    "head": "bold",
    "faint": "$foreground-muted",
    "bar": "$primary",
    "unsure": "$foreground-muted",
    "bad": "$error",
    "published": "italic $secondary",
    "chosen": "bold $accent",
}
CURVES = ("primary", "accent", "secondary", "error", "success", "foreground")
"""The theme's colours for curves, in order. The curves also have different marks."""
BROADEST = 132
"""The maximum width of a chart, in cells."""


def signs(glyphs: Glyphs) -> Signs:
    """The signs for drawing charts."""
    return ASCII if glyphs.ascii else SCREEN


def coloured(line: Line) -> Content:
    """A line of a chart in the colours of the theme."""
    return Content.assemble(*((span.text, _style(span)) for span in line))


def _style(span: Span) -> str:
    return f"${CURVES[span.line % len(CURVES)]}" if span.role == "line" else STYLES[span.role]


def painted(lines: Iterable[Line], width: int | None = None) -> list[Content]:
    """The lines of a chart in the colours of the theme, cut at `width` cells."""
    return [coloured(line)[:width] for line in lines]


def ups_and_downs(results: Iterable[bool], glyphs: Glyphs) -> Content:
    """A row of games, oldest first: high and green for a win, low and red otherwise."""
    cells = [(glyphs.spark([1.0 if won else 0.15]), "$answer-yes" if won else "$error") for won in results]
    return Content.assemble(*cells)


def progress_bar(share: float, width: int, glyphs: Glyphs) -> Content:
    """A bar of `width` cells, filled up to a share from 0 to 1."""
    cells = round(width * share)
    return Content.assemble(
        (glyphs.full * cells, "$accent"), (glyphs.line * (width - cells), "$foreground-muted")
    )


class ChartSheet(ScrollView, can_focus=True, inherit_bindings=False):
    """Scrolls a chart and draws only the lines in sight. The screen handles the left and right keys."""

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
        self._draw: Callable[[int, int], Sequence[Line]] = lambda _width, _height: ()
        self._filled: tuple[object, Size] | None = None
        """The function that drew the lines, and the size for which it drew them."""

    def show(self, draw: Callable[[int, int], Sequence[Line]]) -> None:
        """Show the lines that `draw` returns for a width and a height in cells. The scroll position stays."""
        self._draw = draw
        self.call_after_refresh(self._fill)  # other changes on the screen may change its height

    def on_resize(self, event: events.Resize) -> None:
        self._fill()

    def _fill(self) -> None:
        if self._filled == (self._draw, self.size):
            return
        self._filled = self._draw, self.size
        self._lines = self._draw(max(min(self.size.width - 2, BROADEST), 1), self.size.height)
        self.virtual_size = Size(self.size.width, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        content = coloured(self._lines[at]) if at < len(self._lines) else Content("")
        width = self.scrollable_content_region.width
        strips = Visual.to_strips(self, content, width, 1, self.visual_style, pad=True)
        return strips[0] if strips else Strip.blank(width)

    def action_pages(self, pages: int) -> None:
        scroll_pages(self, pages)
