"""The end of the app when the system ends it: by a signal, or by taking its terminal away.

Law: once a signal came or the terminal is gone, the app ends within `LIMIT` + `RELEASE` seconds, whatever it
waits for. No move is lost by that, as each was saved before it was shown.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from tui_arena.ui.app.app import ArenaApp

LIMIT = 1.5
"""Seconds that the app has to leave its screens and release its sessions."""
RELEASE = 0.7
"""Seconds after that in which the save file is closed from outside."""
HANGUP = 1
"""The number of the signal SIGHUP."""


class Ending:
    """Ends the app while it runs in the block; used as a context manager.

    A program that was begun with SIGHUP or SIGINT ignored goes on ignoring it, but it ends with its terminal.
    """

    def __init__(self, app: ArenaApp) -> None:
        self._app = app
        self.begun = False
        """Whether a signal came, or the terminal is gone."""
        self.gone = False
        """Whether the terminal is gone."""
        self.give_back: Callable[[], None] = lambda: None
        """Leaves the terminal as it was found, from any thread and without waiting."""
        self._over = threading.Event()
        self._before: dict[int, Any] = {}
        self._told, self._tells = -1, -1
        """The two ends of a pipe: what signal handlers write is read by the watch."""

    def __enter__(self) -> Self:
        if sys.platform != "win32":
            self._told, self._tells = os.pipe()
            self._watch = threading.Thread(target=self._wait, name="terminal", daemon=True)
            self._watch.start()
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, lambda number, _: self.begin(number))
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._tells >= 0:
            os.write(self._tells, b"\0")
            self._watch.join()
            os.close(self._tells)
            os.close(self._told)

    def begin(self, number: int) -> None:
        """End the app as by this signal. It may be called in any thread and in a signal handler."""
        self.begun = True
        os.write(self._tells, bytes([number]))

    def hang_up(self) -> None:
        """End the app because its terminal is gone."""
        self.gone = True
        self.begin(HANGUP)

    def _wait(self) -> None:
        """Wait for a signal, the end of the terminal, or the end of the block. It reads no keys."""
        terminal = sys.__stdin__.fileno() if sys.__stdin__ is not None else -1
        poll = select.poll()
        poll.register(self._told, select.POLLIN)
        if terminal >= 0:
            poll.register(terminal, 0)
        while True:
            happened = dict(poll.poll())
            if self._told in happened:
                number = os.read(self._told, 1)[0]
                break
            if happened.get(terminal, 0) & select.POLLHUP:
                self.begun = self.gone = True
                number = HANGUP
                break
            poll.unregister(terminal)  # a system that can't watch a terminal still has signals
        if number:
            self._end(128 + number)

    def _end(self, status: int) -> None:
        self._app.call_later(self._app.exit, return_code=status)  # in the app's own thread
        if self._over.wait(LIMIT):
            return
        closing = threading.Thread(target=self._app.store.close, name="closing", daemon=True)
        closing.start()
        closing.join(RELEASE)
        if not self._over.is_set():
            self.give_back()
            os._exit(status)
