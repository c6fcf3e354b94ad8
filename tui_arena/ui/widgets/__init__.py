"""Widgets that several screens share."""

from __future__ import annotations

from textual.message import Message
from textual.message_pump import MessagePump


class OwnMessage(Message):
    """A message that comes to all who are above the widget that posts it.

    Textual ends a message's way at the widget in whose handler it was made. So what a board says because its panel
    has just told it something would never come to the screen.
    """

    def _bubble_to(self, widget: MessagePump) -> None:
        self._stop_propagation = False  # a handler that stops it doesn't get it here
        super()._bubble_to(widget)
