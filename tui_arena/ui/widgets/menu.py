"""Rows of a menu, one line each. Arrows, Tab and the mouse all reach them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, cast

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.widgets.screen_base import OwnMessage

ARROWS: list[BindingType] = [
    Binding("up", "app.focus_previous", show=False),
    Binding("down", "app.focus_next", show=False),
]
"""The keys that go from row to row."""
PART_END = re.compile(r"[,:;] | [·-] ")
"""The separators between two parts of a text."""


def glyphs_of(widget: Widget) -> Glyphs:
    """The signs that the app draws with."""
    return cast(Glyphs, getattr(widget.app, "glyphs", Glyphs()))


def whole_parts(text: str, room: int) -> str:
    """As many parts of a text as fit; the text itself if not even its first part fits.

    >>> whole_parts("two bots, or a story: lean back", 26), whole_parts("a word · a card", 9)
    ('two bots, or a story', 'a word')
    """
    if cell_len(text) <= room:
        return text
    ends = [found.start() for found in PART_END.finditer(text)]
    return next((text[:end] for end in reversed(ends) if cell_len(text[:end]) <= room), text)


class Rows(VerticalScroll, inherit_bindings=False):
    """A container of rows that scrolls to the focused row.

    The arrows go from row to row, even if not all rows fit.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]
    can_focus = False


class MenuRow(Widget, can_focus=True):
    """A line of a menu: a key, a title and a text about it. Enter or a click chooses the line."""

    DEFAULT_CSS = """
    MenuRow { height: 1; width: 1fr; padding: 0 1; }
    MenuRow:focus { background: $primary 20%; }
    MenuRow:focus:ansi { background: $panel; }
    MenuRow:hover { background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Choose", show=False)]
    ALLOW_SELECT = False
    key_width = 1
    title_width = 10

    class Chosen(OwnMessage):
        """The row was chosen."""

        def __init__(self, row: MenuRow) -> None:
            super().__init__()
            self.row = row
            self.means = row.means

        @property
        def control(self) -> MenuRow:
            return self.row

    def __init__(
        self,
        key: str,
        title: str,
        text: str = "",
        *,
        id: str | None = None,  # noqa: A002  (Textual's name)
    ) -> None:
        super().__init__(id=id)
        self.key = key
        self.title = title
        self.text = text
        self.shorter: Sequence[str] = ()
        """The texts to try if the text doesn't fit, the longest first. Otherwise the text loses parts."""
        self.right: str | Content = ""
        self.means: object = None
        """The thing that the row represents, for lists in which rows change places."""

    def say(
        self,
        title: str | None = None,
        text: str | None = None,
        right: str | Content | None = None,
        *,
        shorter: Sequence[str] | None = None,
    ) -> None:
        """Change the row's texts. None keeps a text."""
        before = self.title, self.text, self.right, self.shorter
        self.title = self.title if title is None else title
        self.text = self.text if text is None else text
        self.right = self.right if right is None else right
        self.shorter = self.shorter if shorter is None else shorter
        if (self.title, self.text, self.right, self.shorter) != before:
            self.refresh()

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self))

    def on_click(self, event: events.Click) -> None:
        spot = event.get_content_offset_capture(self)
        self.focus()
        self.clicked(spot.x, spot.y)

    def clicked(self, x: int, y: int) -> None:
        """React to a click on a cell of the row."""
        self.action_choose()

    def render(self) -> Content:
        glyphs = glyphs_of(self)
        lead = glyphs.arrow if self.has_focus else " "
        right = (
            self.right if isinstance(self.right, Content) else Content.styled(self.right, "$foreground-muted")
        )
        head = Content.assemble(
            (f"{lead} ", "bold $accent"),
            (self.key.rjust(self.key_width), "bold $accent"),
            "  ",
            (self.title.ljust(self.title_width), "bold"),
            ("  " if self.text else ""),
        )
        width = self.content_size.width - right.cell_length - 1 - head.cell_length
        texts = (self.text, *self.shorter)
        text = next((one for one in texts if cell_len(one) <= width), whole_parts(texts[-1], width))
        return self._spread(head.append_text(text, "$foreground-muted"), right)

    def _spread(self, left: Content, right: Content) -> Content:
        """A line with one text at each end."""
        room = self.content_size.width - right.cell_length
        left = left.truncate(max(room - 1, 0), ellipsis=True)
        return Content.assemble(left, " " * max(room - left.cell_length, 1), right)
