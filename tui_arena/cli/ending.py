"""SIGTERM and SIGHUP end a command as Ctrl-C does: what is done is saved and told, and it can be resumed."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tui_arena.cli.context import INTERRUPTED


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
