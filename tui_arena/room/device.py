"""One phone's or watcher's connection: what it is told, and the frame that it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from tui_arena.room.people import Guest
from tui_arena.room.protocol import written


class Device:
    """One phone's connection. `wake` is set when there is something to send."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.guest: Guest | None = None
        self.watches = False
        """Whether it belongs to somebody who only looks on."""
        self.wake = asyncio.Event()
        self._told: list[str] = []
        self._frame = ""
        self._sent = ""
        self.closed = False

    def show(self, frame: Mapping[str, Any]) -> None:
        """Send this frame next, in place of an unsent one; do nothing if it is equal to the last frame."""
        text = written(dict(frame))
        if text != (self._frame or self._sent):
            self._frame = text
            self.wake.set()

    def tell(self, frame: Mapping[str, Any]) -> None:
        """Send this frame before the next frame that is shown."""
        self._told.append(written(dict(frame)))
        self.wake.set()

    def close(self) -> None:
        """End the connection after everything is sent."""
        self.closed = True
        self.wake.set()

    def due(self) -> list[str]:
        """Returns the texts to send now, in order."""
        out, self._told = self._told, []
        if self._frame:
            self._sent, self._frame = self._frame, ""
            out.append(self._sent)
        self.wake.clear()
        return out
