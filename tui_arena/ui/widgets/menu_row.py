"""A line of a menu, reached by arrows, Tab and mouse alike."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_arena.ui.widgets.rows import look_of


class MenuRow(Widget, can_focus=True):
    """A line of a menu: a key, a thing, what is to be said of it. Enter or a click chooses it."""

    DEFAULT_CSS = """
    MenuRow { height: 1; width: 1fr; padding: 0 1; }
    MenuRow:focus { background: $panel; }
    MenuRow:hover { background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Choose", show=False)]
    ALLOW_SELECT = False
    key_width = 1
    title_width = 10

    class Chosen(Message):
        """The row was chosen."""

        def __init__(self, row: MenuRow) -> None:
            super().__init__()
            self.row = row

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
        self.right: str | Content = ""

    def say(
        self, title: str | None = None, text: str | None = None, right: str | Content | None = None
    ) -> None:
        """Change what it says."""
        self.title = self.title if title is None else title
        self.text = self.text if text is None else text
        self.right = self.right if right is None else right
        self.refresh()

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self))

    def on_click(self, event: events.Click) -> None:
        spot = event.get_content_offset_capture(self)
        self.focus()
        self.clicked(spot.x, spot.y)

    def clicked(self, x: int, y: int) -> None:
        """What a click at a cell of the row does."""
        self.action_choose()

    def render(self) -> Content:
        look = look_of(self)
        lead = look.arrow if self.has_focus else " "
        right = (
            self.right if isinstance(self.right, Content) else Content.styled(self.right, "$foreground-muted")
        )
        left = Content.assemble(
            (f"{lead} ", "bold $accent"),
            (self.key.rjust(self.key_width), "bold $accent"),
            "  ",
            (self.title.ljust(self.title_width), "bold"),
            ("  " if self.text else ""),
            (self.text, "$foreground-muted"),
        )
        room = self.content_size.width - right.cell_length
        left = left.truncate(max(room - 1, 0), ellipsis=True)
        return Content.assemble(left, " " * max(room - left.cell_length, 1), right)
