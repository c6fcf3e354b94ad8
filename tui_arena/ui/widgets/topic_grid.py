"""Words side by side, each on or off: what somebody knows about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tui_arena.ui.widgets.rows import look_of

GAP = 2
"""Cells between two words."""


class TopicGrid(Widget, can_focus=True):
    """Arrows move, space or a click turns a word on or off."""

    DEFAULT_CSS = "TopicGrid { width: 1fr; height: auto; padding: 0 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("up", "line(-1)", show=False),
        Binding("down", "line(1)", show=False),
        Binding("space", "pick", "Take", show=False, id="topics.toggle"),
    ]
    ALLOW_SELECT = False

    at: reactive[int] = reactive(0)

    class Toggled(Message):
        """A word was turned on or off."""

        def __init__(self, topic: str) -> None:
            super().__init__()
            self.topic = topic

    class Focused(Message):
        """It got the focus; its help can be shown."""

    def __init__(self, topics: Sequence[str], *, id: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id)
        self._topics = topics
        self._on: Collection[str] = ()

    def show(self, on: Collection[str]) -> None:
        """Mark these words."""
        self._on = on
        self.refresh()

    @property
    def _wide(self) -> int:
        sign = len(look_of(self).radio[0]) + 1
        return max((len(topic) for topic in self._topics), default=1) + sign + GAP

    def _columns(self, width: int) -> int:
        return max((width + GAP) // self._wide, 1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return -(-len(self._topics) // self._columns(width))

    def render(self) -> Content:
        look, width = look_of(self), self._wide
        columns = self._columns(self.content_size.width)
        parts: list[tuple[str, str]] = []
        for place, topic in enumerate(self._topics):
            on, here = topic in self._on, self.has_focus and place == self.at
            style = "bold reverse" if here else "bold $primary" if on else "$foreground-muted"
            text = f"{look.radio[on]} {topic}"
            parts += [(text, style), (" " * (width - len(text)), "")]
            if (place + 1) % columns == 0:
                parts.append(("\n", ""))
        return Content.assemble(*parts).rstrip()

    def action_move(self, by: int) -> None:
        """To the next word, or the one before."""
        self.at = min(max(self.at + by, 0), len(self._topics) - 1)

    def action_line(self, by: int) -> None:
        """A line up or down; beyond the first and the last to what stands there."""
        place = self.at + by * self._columns(self.content_size.width)
        if 0 <= place < len(self._topics):
            self.at = place
        elif by > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()

    def action_pick(self) -> None:
        """Turn the word under the cursor on or off."""
        if self._topics:
            self.post_message(self.Toggled(self._topics[self.at]))

    def on_focus(self) -> None:
        self.post_message(self.Focused())

    def on_click(self, event: events.Click) -> None:
        spot = event.get_content_offset_capture(self)
        columns = self._columns(self.content_size.width)
        column = spot.x // self._wide
        place = spot.y * columns + column
        if 0 <= column < columns and 0 <= place < len(self._topics):
            self.at = place
            self.action_pick()
