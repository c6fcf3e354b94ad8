"""The terminal of the app, which may be gone, stalled or in the background when the app ends."""

from __future__ import annotations

import codecs
import os
import re
import select
import selectors
import sys
import termios
from collections.abc import Iterable, Iterator
from typing import Any, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Paste
from textual.message import Message

from tui_arena.core.text import REPLY_BYTES
from tui_arena.ui.app.arena import Arena

RESTORED = (
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l\x1b[?2048l"  # mouse, resizing
    b"\x1b[?2004l\x1b[?1004l\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"  # pasting, focus, wrap, keys, screen, cursor
)
"""The sequences that turn off everything that Textual turns on."""
AT_ONCE = 4096
"""The maximum number of bytes that one call reads."""
UNREADABLE = (ArithmeticError, LookupError, TypeError, ValueError)
"""The errors of Textual's parser for a sequence that looks like a key but isn't a valid key."""
TYPED = 500
"""The maximum number of letters that a person types before a busy app reads them."""


class Burst:
    """Finds pasted texts in a terminal that doesn't mark them. As keys, each letter would be a command."""

    def __init__(self) -> None:
        self._pasted = 0
        """The number of letters so far of an unmarked pasted text that may continue."""
        self._marked = False
        """Whether the terminal has marked the beginning of a pasted text but not yet its end."""
        self._unfinished = ""
        """The beginning of a key or a mark whose end hasn't been read yet."""

    def parts(self, text: str) -> Iterator[tuple[str, bool]]:
        """The parts of a text that was read at once, and whether each was pasted. No text means a pause."""
        if not text:
            self._pasted, self._unfinished = 0, ""
        known, text = len(self._unfinished), self._unfinished + text
        for part in SEQUENCES.split(text):
            new, known = part[known:], max(known - len(part), 0)
            if part.startswith("\x1b"):
                marks = part.rfind(BEGINS), part.rfind(ENDS)
                self._marked = self._marked if marks[0] == marks[1] else marks[0] > marks[1]
                self._pasted = 0
            elif self._pasted or (not self._marked and len(part) > TYPED):
                new = part[: max(REPLY_BYTES - self._pasted, 0)]
                self._pasted += len(part)
            if new:
                yield new, self._pasted > 0
        self._unfinished = UNFINISHED.findall(text)[0]


def _encoding() -> str:
    """The encoding of typed text. If the locale says ASCII, nothing is known about the terminal: UTF-8."""
    named = getattr(sys.__stdin__, "encoding", None) or "utf-8"
    return "utf-8" if codecs.lookup(named).name == "ascii" else named


BEGINS, ENDS = "\x1b[200~", "\x1b[201~"
"""The marks that a terminal puts around a pasted text."""
SEQUENCES = re.compile(r"((?:\x1b+(?:\[[\d;:<?]*)?[^\x1b]?)+)")
"""The sequences that aren't text: special keys, mouse events and marks."""
UNFINISHED = re.compile(r"(?:\x1b(?:\[[\d;:<?]*)?)?\Z")


class Terminal(LinuxDriver):
    """Drops the output once the terminal is gone. Otherwise each write would wait forever."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._ending = cast("Arena", self._app).ending
        self._ending.give_back = self.give_back
        self._suspended = self._stopped = self._left = False
        if (
            self._file is None or not self._file.isatty()
        ):  # the app's output belongs in a terminal, not in a log
            self._file = sys.__stdout__

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except OSError:  # EIO: nobody can read from this terminal any more
            self._ending.hang_up()

    def run_input_thread(self) -> None:
        """Pass on the typed keys and texts until the app ends.

        Invalid bytes are read as replacement characters, and an invalid key sequence is dropped.
        """
        decode = codecs.getincrementaldecoder(_encoding())("replace").decode
        parser, burst = XTermParser(self._debug), Burst()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                data = os.read(self.fileno, AT_ONCE) if selector.select(0.1) else b""
                text = decode(data)
                try:
                    for part, pasted in burst.parts(text):
                        self._heard([Paste(part.replace("\0", ""))] if pasted else parser.feed(part))
                    self._heard(parser.tick())
                except UNREADABLE:
                    parser = XTermParser(self._debug)

    def _heard(self, messages: Iterable[Message]) -> None:
        for message in messages:
            if isinstance(message, Paste):  # no field takes more than this
                message.text = message.text[:REPLY_BYTES]
            self.process_message(message)

    def write(self, data: str) -> None:
        if not (self._ending.gone or self._suspended):
            super().write(data)

    def close(self) -> None:
        if not self._ending.gone:  # otherwise the writing thread is dead or blocked for good
            super().close()
            writer = self._writer_thread
            unwritten = writer is not None and not writer._queue.empty()  # noqa: SLF001  (the thread died before)
            self._left = self._stopped and not unwritten

    def suspend_application_mode(self) -> None:
        super().suspend_application_mode()
        self._suspended = True

    def resume_application_mode(self) -> None:
        if not self._ending.begun:  # in the background this would stop the process again
            self._suspended = False
            super().resume_application_mode()

    def disable_input(self) -> None:
        if not self._suspended:
            super().disable_input()

    def stop_application_mode(self) -> None:
        if not self._suspended:
            super().stop_application_mode()
            self._stopped = True

    def give_back(self) -> None:
        if self._ending.gone or self._suspended or self._left:
            return
        try:
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            out = self._file.fileno() if self._file is not None else -1
            if out >= 0 and select.select([], [out], [], 0)[1]:
                os.write(out, RESTORED)
        except (OSError, termios.error):
            return
