"""The program in a fork of the tests' process: it needn't load anything anew, so it costs next to nothing.

What a start of its own decides isn't shown so: which modules are loaded, and what the locale makes of its
streams. An encoding that `PYTHONIOENCODING` names they have.
"""

from __future__ import annotations

import asyncio
import faulthandler
import importlib
import inspect
import logging
import os
import random
import secrets
import signal
import subprocess
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NoReturn

from tui_arena.__main__ import main


class Forked(subprocess.Popen[str]):
    """A command of the program, to be waited for and talked with like any process.

    `first` is called before the command begins; `ignored`: the signals that it is begun with ignored.
    """

    def __init__(
        self,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        first: Callable[[], object] = lambda: None,
        ignored: tuple[signal.Signals, ...] = (),
        **streams: Any,
    ) -> None:
        self._given = (arguments, dict(os.environ if environment is None else environment), first, ignored)
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        super().__init__(["tui-arena", *arguments], text=True, **{"encoding": "utf-8", **pipes, **streams})

    def _execute_child(self, *given: Any) -> None:
        """Fork instead of starting another program; `Popen` has made the pipes, and does the rest."""
        named = inspect.signature(subprocess.Popen._execute_child).bind(self, *given).arguments  # type: ignore[attr-defined]
        ends = [named[name] for name in ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")]
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # threads are left behind
            self.pid = os.fork()
        if not self.pid:
            _play(*self._given, streams=(ends[0], ends[3], ends[5]), session=named["start_new_session"])
        self._child_created = True
        self._close_pipe_fds(*ends)  # type: ignore[attr-defined]


def ran(*arguments: str, typed: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    with Forked(*arguments, stdin=subprocess.PIPE, **more) as process:
        out, err = process.communicate(typed, timeout=240)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def _play(
    arguments: tuple[str, ...],
    environment: dict[str, str],
    first: Callable[[], object],
    ignored: tuple[signal.Signals, ...],
    *,
    streams: tuple[int, int, int],
    session: bool,
) -> NoReturn:
    status = 1
    try:
        if session:
            os.setsid()
        _begin_anew(environment, ignored, streams)
        first()
        sys.argv = ["tui-arena", *arguments]
        status = main()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001  (never back into the tests)
        with suppress(BaseException):
            traceback.print_exc(file=sys.__stderr__)
            sys.__stderr__.flush()  # type: ignore[union-attr]
    finally:
        os._exit(status)


def _begin_anew(
    environment: dict[str, str], ignored: tuple[signal.Signals, ...], streams: tuple[int, int, int]
) -> None:
    """Leave behind what the tests' process has changed for itself."""
    faulthandler.disable()
    for number, fd in enumerate(streams):
        if fd >= 0:
            os.dup2(fd, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP):
        signal.signal(number, signal.SIG_DFL)
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)
    os.environ.clear()
    os.environ.update(environment)
    encoding, _, strictness = environment.get("PYTHONIOENCODING", "utf-8").partition(":")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        errors = "backslashreplace" if number == 2 else strictness or "strict"
        stream = open(number, "w" if number else "r", encoding=encoding, errors=errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.unraisablehook, threading.excepthook = sys.__unraisablehook__, threading.__excepthook__
    warnings.resetwarnings()
    warnings.simplefilter("ignore")
    logging.getLogger().handlers.clear()
    asyncio.events._set_running_loop(None)
    asyncio.set_event_loop(None)
    importlib.reload(secrets)  # what a test draws is the same every time, here it must not be
    random.seed()
