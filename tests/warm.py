"""The program in processes of its own that needn't load everything anew.

One process loads the program with LiteLLM, in the order in which the program does it, and then only forks. A
command in such a fork has its own environment, outputs and signals, and ends as the program ends.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import TracebackType
from typing import Self

from tui_arena.__main__ import main

LOUD = {"LITELLM_LOG": "DEBUG", "OPENAI_LOG": "debug", "PYTHONWARNINGS": "always"}
"""What makes the libraries say as much as they can; two of them read it while they are loaded."""
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.warm_modules"])


class Warm:
    """A command that runs in a fork; its outputs are read when it has ended.

    `most`: the largest file that it may write, in bytes; None: no limit.
    """

    def __init__(
        self, *arguments: str, environment: Mapping[str, str] | None = None, most: int | None = None
    ) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._out, self._err = (Path(self._folder.name) / name for name in ("out", "err"))
        given = dict(os.environ if environment is None else environment)
        told = (arguments, given, str(self._out), str(self._err), most)
        self._process: ForkServerProcess = _FORKS.Process(target=_play, args=told)
        self._process.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(ValueError):
            self._process.kill()
            self._process.join()
        self._folder.cleanup()

    def signal(self, number: int) -> None:
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def ended(self, timeout: float = 240) -> tuple[int, str, str]:
        """Its exit status and what it wrote to its outputs, once it has ended; below 0: the signal that ended it."""
        self._process.join(timeout)
        status = self._process.exitcode
        assert status is not None, "it goes on and on"
        return status, self._out.read_text("utf-8"), self._err.read_text("utf-8")


def _play(
    arguments: tuple[str, ...], environment: dict[str, str], out: str, err: str, most: int | None
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    for number, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), number)
    if most is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    sys.argv = ["tui-arena", *arguments]
    sys.exit(main())
