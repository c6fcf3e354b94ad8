"""The program, started as people start it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from typing import Any


class Started(subprocess.Popen[str]):
    """A command of the program. `ignored`: the signals that it is begun with ignored."""

    def __init__(
        self,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        ignored: tuple[signal.Signals, ...] = (),
        **streams: Any,
    ) -> None:
        def ignore() -> None:
            for number in ignored:
                signal.signal(number, signal.SIG_IGN)

        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        super().__init__(
            [sys.executable, "-m", "tui_arena", *arguments],
            env=dict(os.environ if environment is None else environment),
            preexec_fn=ignore if ignored else None,
            text=True,
            **{"encoding": "utf-8", **pipes, **streams},
        )


def ran(*arguments: str, typed: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    with Started(*arguments, stdin=subprocess.PIPE, **more) as process:
        out, err = process.communicate(typed, timeout=240)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)
