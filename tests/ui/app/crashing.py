"""`python -m tests.ui.app.crashing CASE`: the program, in which F1 makes something fail that never fails.

In each case the text of the error is a secret.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from textual._xterm_parser import XTermParser
from textual.app import ComposeResult
from textual.drivers._writer_thread import WriterThread

from tui_arena.__main__ import main
from tui_arena.ui.app import ending
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.app.screen import ArenaScreen

SECRET = "pride"


class Failure(Exception):
    """An error of a kind that nobody knows."""


def fail(kind: type[Exception] = Failure) -> NoReturn:
    """Raise an error with a secret in it."""
    raise kind(SECRET)


def on_f1(work: Callable[[ArenaApp], object]) -> None:
    ArenaApp.action_help = work  # type: ignore[assignment, method-assign]


def in_a_handler() -> None:
    on_f1(lambda _: fail())


def in_a_worker() -> None:
    async def work() -> None:
        fail()

    on_f1(lambda app: app.run_worker(work()))


def in_a_thread_of_a_worker() -> None:
    on_f1(lambda app: app.run_worker(app.in_thread(fail)))


def in_another_thread() -> None:
    on_f1(lambda _: threading.Thread(target=fail, daemon=True).start())


def in_the_input_thread() -> None:
    on_f1(lambda _: setattr(XTermParser, "tick", lambda _: fail()))


def in_the_writer_thread() -> None:
    """The thread holds what its file was, so it runs with another one from the start."""
    run = WriterThread.run
    broken = threading.Event()

    class File:
        def __init__(self, file: Any) -> None:
            self.flush, self.fileno, self._file = file.flush, file.fileno, file

        def write(self, text: str) -> None:
            fail() if broken.is_set() else self._file.write(text)

    def begin(thread: WriterThread) -> None:
        thread._file = File(thread._file)  # type: ignore[assignment]
        run(thread)

    WriterThread.run = begin  # type: ignore[assignment, method-assign]
    on_f1(lambda _: broken.set())


def in_the_reporter() -> None:
    ending.save_report = lambda *_: fail()
    in_a_handler()


def for_want_of_files() -> None:
    """No file can be opened any more, so no report can be written."""

    def full(_: ArenaApp) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
        fail()

    on_f1(full)


def on_a_full_disk() -> None:
    def full(_: ArenaApp) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        fail()

    on_f1(full)


def for_want_of_memory() -> None:
    on_f1(lambda _: fail(MemoryError))


def for_want_of_memory_in_everything() -> None:
    def full(app: ArenaApp) -> None:
        for name in ("_reported", "_close_messages_no_wait", "exit"):
            setattr(app, name, lambda *_, **__: fail(MemoryError))
        fail(MemoryError)

    on_f1(full)


def in_what_a_screen_holds() -> None:
    class Screen(ArenaScreen):
        def body(self) -> ComposeResult:
            yield fail()

    on_f1(lambda app: app.push_screen(Screen()))


def and_the_app_goes_on_working() -> None:
    async def on_unmount(_: Any) -> None:
        await asyncio.Event().wait()

    ArenaApp.on_unmount = on_unmount  # type: ignore[assignment, method-assign]
    in_a_handler()


def with_stderr_closed() -> None:
    in_a_handler()


CASES = {
    work.__name__: work
    for work in (
        in_a_handler,
        in_a_worker,
        in_a_thread_of_a_worker,
        in_another_thread,
        in_the_input_thread,
        in_the_writer_thread,
        in_the_reporter,
        for_want_of_files,
        on_a_full_disk,
        for_want_of_memory,
        for_want_of_memory_in_everything,
        in_what_a_screen_holds,
        and_the_app_goes_on_working,
        with_stderr_closed,
    )
}

if __name__ == "__main__":
    case = sys.argv.pop()
    if case == "with_stderr_closed" and sys.__stderr__ is not None:
        os.close(2)
        with suppress(OSError):
            os.execv(sys.executable, [sys.executable, "-m", "tests.ui.app.crashing", case])
    CASES[case]()
    sys.exit(main())
