"""Messages that widgets post and screens read.

Law: workers and widgets only post messages; what follows from one is the screen's business.
"""

from __future__ import annotations

from textual.message import Message


class Chosen(Message):
    """A row, chip or button was chosen by key or mouse."""

    def __init__(self, value: str) -> None:
        super().__init__()
        self.value = value
        """What the widget stands for."""


class SettingsChanged(Message):
    """The user's settings are others now; screens redraw what depends on them."""
