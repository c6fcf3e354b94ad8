"""An end of the app that the user didn't ask for: a signal, a lost terminal or a crash.

Law: the app ends within `LIMIT` + `RELEASE` seconds of one of these events, whatever it waits for and
whatever else fails:

- A signal came, or the terminal is gone.
- The app has crashed, or has closed everything.

The terminal is then as the app found it. After a crash, the user reads how to continue. No move is lost,
because each move was saved before it was shown.

Law: a crash report names the type and the place of each exception. It contains no local variables and no exception
texts, because both may contain a hidden word.
"""

from __future__ import annotations

import os
import platform
import select
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from traceback import walk_tb
from typing import Any, Self

import textual
from textual.app import App
from textual.worker import WorkerFailed

import tui_arena
from tui_arena.config import BadFile, Paths, redact, write_own

LIMIT = 1.5
"""Seconds that the app has to leave its screens and release its sessions."""
WRITER = "textual-output"
"""The thread that writes to the terminal."""
RELEASE = 0.7
"""The seconds after `LIMIT` in which another thread closes the save file."""
HANGUP = 1
"""The number of the signal SIGHUP."""
CRASHED = 1
"""The exit status after a crash."""
CRASH, LEFT = 255, 254
"""Written to the watch, instead of a signal's number, after a crash and when the user has left."""
FAREWELL = """
TUI Arena had to stop. That's its fault, not yours.
Every move was saved before it was shown: run `tui-arena` and choose Continue.
"""


INSTALLED = Path(textual.__file__).parents[1]
"""The folder in which libraries are installed."""
OURS = (str(Path(textual.__file__).parent), str(Path(__file__).parents[2]))
"""The code whose threads the app can't do without."""


def _of_library(error: BaseException) -> bool:
    """Whether an error was raised in a thread that a library started for itself."""
    files = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
    return any(file.startswith(str(INSTALLED)) for file in files) and not any(
        file.startswith(OURS) for file in files
    )


class AppEnding:
    """A context manager that ends the app in time while it runs in the block.

    If a program was started with SIGHUP or SIGINT ignored, it still ignores the signal, but ends with its
    terminal.
    """

    def __init__(self, app: App[None], crash: Callable[[Exception], None], close: Callable[[], None]) -> None:
        """`crash`: ends the app, in the app's own thread. `close`: closes the save file, in any thread."""
        self._app, self._crash, self._close = app, crash, close
        self.begun = False
        """Whether a signal has come or the terminal is gone."""
        self.gone = False
        """Whether the terminal is gone."""
        self.crashed = False
        self.farewell = FAREWELL
        """The text that the user reads after a crash."""
        self.give_back: Callable[[], None] = lambda: None
        """Restores the terminal to its first state, from any thread and without waiting."""
        self._over = threading.Event()
        self._before: dict[int, Any] = {}
        self._watch: threading.Thread | None = None
        self._signal_reader, self._signal_writer = -1, -1
        """The two ends of a pipe. Signal handlers write to it, and the watch reads from it."""

    def __enter__(self) -> Self:
        self._hook, threading.excepthook = threading.excepthook, self._thread_crashed
        if sys.platform != "win32":
            self._signal_reader, self._signal_writer = os.pipe()
            self._watch = threading.Thread(target=self._wait, name="terminal", daemon=True)
            self._watch.start()
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._before[number] = signal.signal(number, lambda number, _: self.begin(number))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> bool:
        """Stop the watch. After a crash, inform the user. An unhandled error is a crash, too."""
        self._over.set()
        threading.excepthook = self._hook
        self.crashed = self.crashed or isinstance(error, Exception)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self._signal_writer >= 0:
            os.write(self._signal_writer, b"\0")
            assert self._watch is not None
            self._watch.join()
            os.close(self._signal_writer)
            os.close(self._signal_reader)
        if self.crashed:
            self.give_back()
            self._tell()
        return isinstance(error, Exception)

    def begin(self, number: int) -> None:
        """End the app as this signal would. Can be called in any thread and in a signal handler."""
        self.begun = True
        self._begin(number)

    def hang_up(self) -> None:
        """End the app because its terminal is gone."""
        self.gone = True
        self.begin(HANGUP)

    def crash(self) -> None:
        """End the app because it has crashed. Can be called in any thread."""
        self.crashed = True
        self._begin(CRASH)

    def leave(self) -> None:
        """End the app after the user has left it and everything is closed. No thread's work is needed now."""
        self.begun = True
        self._begin(LEFT)

    def _begin(self, what: int) -> None:
        if self._signal_writer >= 0 and not self._over.is_set():
            os.write(self._signal_writer, bytes([what]))

    def _thread_crashed(self, what: threading.ExceptHookArgs) -> None:
        """End the app after an error in one of its threads. Errors in a library's own thread are ignored."""
        error = what.exc_value
        if error is None or isinstance(error, SystemExit) or self.begun or self.crashed or _of_library(error):
            return
        if isinstance(error, OSError) and what.thread is not None and what.thread.name == WRITER:
            self.hang_up()
            return
        try:
            with suppress(RuntimeError):  # the app's event loop is closed
                self._app.call_later(self._crash, error)
        finally:
            self.crash()
        if what.thread is self._watch:
            self._end_at_once(CRASHED)

    def _tell(self) -> None:
        """Write the farewell to stderr or stdout, if one of them exists and accepts text."""
        for stream in (sys.__stderr__, sys.__stdout__):
            with suppress(OSError, ValueError, AttributeError):
                out = stream.fileno()  # type: ignore[union-attr]
                if sys.platform == "win32" or select.select([], [out], [], RELEASE)[1]:
                    os.write(out, self.farewell.encode(errors="replace"))
                return

    def _wait(self) -> None:
        """Wait for a signal, the end of the terminal, or the end of the block, without reading any keys."""
        terminal = sys.__stdin__.fileno() if sys.__stdin__ is not None else -1
        poll = select.poll()
        poll.register(self._signal_reader, select.POLLIN)
        if terminal >= 0:
            poll.register(terminal, 0)
        while True:
            happened = dict(poll.poll())
            if self._signal_reader in happened:
                number = os.read(self._signal_reader, 1)[0]
                break
            if happened.get(terminal, 0) & select.POLLHUP:
                self.begun = self.gone = True
                number = HANGUP
                break
            poll.unregister(terminal)  # if the system can't watch a terminal, signals still come
        if number:
            ends = {CRASH: CRASHED, LEFT: self._app.return_code or 0}
            self._end(ends.get(number, 128 + number))

    def _end(self, status: int) -> None:
        with suppress(RuntimeError):  # the app's event loop is closed
            self._app.call_later(self._app.exit, return_code=status)  # in the app's own thread
        if self._over.wait(LIMIT):
            return
        closing = threading.Thread(target=self._close, name="closing", daemon=True)
        closing.start()
        closing.join(RELEASE)
        if not self._over.is_set():
            self._end_at_once(status)

    def _end_at_once(self, status: int) -> None:
        self.give_back()
        if self.crashed:
            self._tell()
        os._exit(status)


def cause_of(error: BaseException) -> BaseException:
    """The exception itself; for a failed worker, the exception that was raised in the worker."""
    return error.error if isinstance(error, WorkerFailed) else error


def places(error: BaseException) -> list[str]:
    """The places that an exception passed, innermost last: only file, line and function."""
    out = []
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        short = "/".join(path.parts[-3:])
        out.append(f"{short}:{frame.lineno} in {frame.name}")
    return out


def chain(error: BaseException) -> list[BaseException]:
    """The exception and its causes, the first cause last."""
    out: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in out:
        out.append(current)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return out


def report(error: BaseException, screen: str, when: datetime) -> str:
    """The text of a crash log."""
    from importlib.metadata import version  # noqa: PLC0415  (slow, and only needed here)

    lines = [
        f"TUI Arena {tui_arena.__version__} stopped on {when:%Y-%m-%d %H:%M:%S}",
        f"Python {platform.python_version()}, Textual {version('textual')}, {platform.system()}",
        f"Screen: {screen}",
        "Values and messages are left out: they could contain a secret.",
    ]
    for one in chain(error):
        lines += ["", type(one).__qualname__, *(f"  {place}" for place in places(one))]
    return redact("\n".join(lines) + "\n")


def save_report(error: BaseException, screen: str, paths: Paths) -> Path | None:
    """Write the crash log and return its path; None if it can't be written."""
    when = datetime.now().astimezone()
    try:
        return write_own(paths.logs / f"crash-{when:%Y%m%d-%H%M%S}.log", report(error, screen, when))
    except BadFile:
        return None


def farewell(error: BaseException, log: Path | None) -> str:
    """The text that the user sees in the terminal after a crash."""
    ours = [p for p in places(error) if p.startswith(("tui_arena/", "ui/", "screens/", "widgets/"))]
    where = ours[-1:] or places(error)[-1:] or ["an unknown place"]
    happened = f"What happened: {type(error).__qualname__} at {where[0]}.\n"
    return (
        FAREWELL + happened + (f"A report is in {log}. It contains no secrets.\n" if log is not None else "")
    )
