"""The terminal that the app draws in: it may be gone, stalled or in the background when the app ends."""

from __future__ import annotations

import os
import select
import termios
from typing import TYPE_CHECKING, Any, cast

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from tui_arena.ui.app.app import ArenaApp

RESTORED = (
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?2048l"  # mouse, resizing
    b"\x1b[?2004l\x1b[?1004l\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"  # pasting, focus, wrap, keys, screen, cursor
)
"""Turns off what Textual turns on."""


class Terminal(LinuxDriver):
    """Drops what is drawn once the terminal is gone, where it would wait forever."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._ending = cast("ArenaApp", self._app).ending
        self._ending.give_back = self.give_back
        self._suspended = False

    def run_input_thread(self) -> None:
        try:
            super().run_input_thread()
        except OSError:  # EIO: nobody may read from this terminal any more
            self._ending.hang_up()

    def write(self, data: str) -> None:
        if not (self._ending.gone or self._suspended):
            super().write(data)

    def close(self) -> None:
        if not self._ending.gone:  # otherwise the thread that writes has died, or will never come back
            super().close()

    def suspend_application_mode(self) -> None:
        super().suspend_application_mode()
        self._suspended = True

    def resume_application_mode(self) -> None:
        if not self._ending.begun:  # in the background it would stop the process again
            self._suspended = False
            super().resume_application_mode()

    def disable_input(self) -> None:
        if not self._suspended:
            super().disable_input()

    def stop_application_mode(self) -> None:
        if not self._suspended:
            super().stop_application_mode()

    def give_back(self) -> None:
        if self._ending.gone or self._suspended:
            return
        try:
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            out = self._file.fileno() if self._file is not None else -1
            if out >= 0 and select.select([], [out], [], 0)[1]:
                os.write(out, RESTORED)
        except (OSError, termios.error):
            return
