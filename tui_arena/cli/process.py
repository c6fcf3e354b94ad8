"""How the process of the command line behaves: what it lets onto the terminal, and which signals end it.

Law: what any other library prints, warns or logs is dropped, because it may quote a reply, and a reply may
quote a key in pieces that no redaction finds. This is decided here, once, for the whole process; the sentence
that a person needs is told by the code that called the library. SIGTERM and SIGHUP end a command as Ctrl-C does:
what is done is saved and told, and it can be resumed.
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
"""The packages whose code may write: `click` prints for commands, `rich` the app's farewell."""


class Own(io.TextIOWrapper):
    """A stream that takes texts from this program alone and drops all others."""

    def write(self, text: str, /) -> int:
        writer = str(sys._getframe(1).f_globals.get("__name__", ""))  # noqa: SLF001  (the only way to see who writes)
        return super().write(text) if writer.partition(".")[0] in OURS else len(text)


class LossyFile(io.FileIO):
    """What stderr writes to. Nobody may be there any more to read it; that costs no work that is being done."""

    def write(self, data: Buffer, /) -> int:
        """Write what can be written, and drop the rest."""
        try:
            written = super().write(data)
        except OSError:
            written = None
        return memoryview(data).nbytes if written is None else written


def speak_alone() -> None:
    """From now on, let nothing but this program be heard on stdout and stderr.

    A stderr that can't be written any more, because its terminal is gone, raises nothing; a stdout does.
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
            or stream.write_through,  # PYTHONUNBUFFERED asks for the latter
        )
        setattr(sys, name, own)
    sys.unraisablehook = _unheard
    threading.excepthook = _thread_ended


def _unheard(_: object) -> None:
    """Drop an error that Python couldn't raise; its text may be anything."""


def _thread_ended(what: threading.ExceptHookArgs) -> None:
    """Tell that a thread broke, by its kind of error and the place alone."""
    if what.exc_value is None or what.exc_type is SystemExit:
        return
    from tui_arena.cli.context import complain_of_crash  # noqa: PLC0415  (only when it is needed)

    with suppress(OSError, ValueError):
        complain_of_crash(what.exc_value)


class EndSignal:
    """Which signal told the command to end; none (0) at first."""

    number = 0

    def status(self, status: int) -> int:
        """The exit status: an interrupted command's says by which signal."""
        return 128 + self.number if self.number and status == INTERRUPTED else status


@contextmanager
def told_to_end() -> Iterator[EndSignal]:
    """Interrupt what runs in the block by SIGTERM and SIGHUP, too; a SIGHUP that is ignored stays so (`nohup`).

    A job of a script in the background ignores Ctrl-C. It goes on doing so, by a signal that waits, as only
    a SIGINT that is not ignored lets asyncio cancel its work.
    """
    told = EndSignal()
    if threading.current_thread() is not threading.main_thread():  # only that one hears signals
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
