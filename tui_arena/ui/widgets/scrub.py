"""A line with a knob: where in a replay one is. A click goes there."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_arena.ui.widgets.plots import scrubber, stop_at
from tui_arena.ui.widgets.rows import look_of


class Scrub(Widget):
    """Shows a stop out of several, from 0."""

    ALLOW_SELECT = False

    class Moved(Message):
        """A click on the line asks for another stop."""

        def __init__(self, to: int) -> None:
            super().__init__()
            self.to = to
            """The stop, from 0."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        super().__init__(id=id)
        self.at = 0
        self.stops = 0

    def show(self, at: int, stops: int) -> None:
        """Stand at another stop."""
        self.at, self.stops = at, stops
        self.refresh()

    def render(self) -> Content:
        return scrubber(look_of(self), self.at, self.stops, self.content_size.width)

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        self.post_message(self.Moved(stop_at(x, self.stops, self.content_size.width)))
