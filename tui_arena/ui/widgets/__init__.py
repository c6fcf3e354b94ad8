"""Widgets that several screens share."""

from __future__ import annotations

from textual.message import Message
from textual.message_pump import MessagePump


class OwnMessage(Message):
    """A message that reaches every widget above the widget that posts it.

    Textual stops a message at the widget in whose handler it was made. So if a board posts a message while it
    handles its panel's call, the message would never reach the screen.
    """

    def _bubble_to(self, widget: MessagePump) -> None:
        self._stop_propagation = False  # a message that a handler stopped doesn't come here
        super()._bubble_to(widget)
