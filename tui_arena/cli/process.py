"""The process of the command line: which code may write to the terminal, and which signals end the process.

Law: output, warnings and logs of other libraries are dropped. They may quote a reply, and a reply may quote a
key in pieces that no redaction finds. This is decided here, once, for the whole process. The code that called
the library reports the sentence that a person needs.

SIGTERM and SIGHUP end a command like Ctrl-C: finished work is saved and reported, and the command can be
resumed.
"""

from __future__ import annotations

import io
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING

from tui_arena.cli.context import INTERRUPTED

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

OURS = frozenset({"tui_arena", "__main__", "click", "rich"})
"""The packages whose code may write: `click` prints for commands, `rich` the app's last lines."""


class Own(io.TextIOWrapper):
    """A stream that accepts texts only from this program and drops all others."""

    def write(self, text: str, /) -> int:
        writer = str(sys._getframe(1).f_globals.get("__name__", ""))  # noqa: SLF001  (finds who writes)
        return super().write(text) if writer.partition(".")[0] in OURS else len(text)


class LossyFile(io.FileIO):
    """The file behind stderr. It may be closed at the other end; that doesn't stop the work."""

    def write(self, data: Buffer, /) -> int:
        """Write as much as can be written, and drop the rest."""
        try:
            written = super().write(data)
        except OSError:
            written = None
        return memoryview(data).nbytes if written is None else written


def speak_alone() -> None:
    """From now on, allow only this program to write to stdout and stderr.

    If the terminal is gone, writing to stderr doesn't raise an error; writing to stdout does.
    """
    for name, kind in (("stdout", io.FileIO), ("stderr", LossyFile)):
        stream = getattr(sys, name)
        if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, Own):
            continue
        stream.flush()
        own = Own(
            io.BufferedWriter(kind(stream.fileno(), "w", closefd=False)),
            encoding=stream.encoding,
            errors=stream.errors,
            line_buffering=stream.line_buffering
            or stream.write_through,  # PYTHONUNBUFFERED asks for write-through
        )
        setattr(sys, name, own)
    sys.unraisablehook = _unheard
    threading.excepthook = _thread_ended


def _unheard(_: object) -> None:
    """Drop an error that Python couldn't raise, because its text may contain anything."""


def _thread_ended(what: threading.ExceptHookArgs) -> None:
    """Report that a thread failed: only the kind of error and its place."""
    if what.exc_value is None or what.exc_type is SystemExit:
        return
    from tui_arena.cli.context import complain_of_crash  # noqa: PLC0415  (only when it is needed)

    with suppress(OSError, ValueError):
        complain_of_crash(what.exc_value)


class EndSignal:
    """The signal that ended the command; 0 at first."""

    number = 0

    def status(self, status: int) -> int:
        """The exit status; if the command was interrupted, the status for that signal."""
        return 128 + self.number if self.number and status == INTERRUPTED else status


@contextmanager
def told_to_end() -> Iterator[EndSignal]:
    """Let SIGTERM and SIGHUP interrupt the block, like Ctrl-C. An ignored SIGHUP stays ignored (`nohup`).

    A background job of a script ignores Ctrl-C and continues to do so. For that, SIGINT is blocked instead of
    ignored: asyncio can cancel its work only if SIGINT isn't ignored.
    """
    told = EndSignal()
    if threading.current_thread() is not threading.main_thread():  # only the main thread receives signals
        yield told
        return

    def end(number: int, frame: FrameType | None) -> None:
        told.number = number
        interrupt = signal.getsignal(signal.SIGINT)
        if callable(interrupt):
            interrupt(signal.SIGINT, frame)

    before = {}
    blocked = sys.platform != "win32" and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    if sys.platform != "win32" and blocked:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, end)
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if sys.platform != "win32" and blocked:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
