"""Who may speak on stdout and stderr: this program, and the library that prints for it.

Law: what any other library prints, warns or logs is dropped, because it may quote a reply, and a reply may
quote a key in pieces that no redaction finds. This is decided here, once, for the whole process; the sentence
that a person needs is told by the code that called the library.
"""

from __future__ import annotations

import io
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

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
