"""The program in a process of its own: forked with its libraries loaded, or started; watched to its end."""

from __future__ import annotations

import gc
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

MEMORY = 150
"""MB that a process may take beyond what it has when it starts to ask."""
FRESH_MEMORY = 320
"""MB that a process has by then if it started by itself."""


@dataclass
class Ran:
    """How a process ended."""

    status: int | None
    """None: it was killed, for the reason in `killed`."""
    out: str
    err: str
    seconds: float
    grown: int
    """MB of memory at most, beyond what it had at the start."""
    killed: str = ""


@dataclass
class Child:
    """A process that waits until it is told to begin, and can be talked with by lines."""

    pid: int
    folder: Path
    gate: int
    heard: int
    base: int | None = None
    lines: list[str] = field(default_factory=list)

    def begin(self) -> None:
        self.base = self.base if self.base is not None else high_water(self.pid)
        self.tell("go")

    def tell(self, line: str) -> None:
        with suppress(BrokenPipeError):
            os.write(self.gate, f"{line}\n".encode())

    def end(self, longest: float, answers: Callable[[str], str]) -> Ran:
        """Wait for the end, answering its lines; kill it if it takes too long or too much memory."""
        began, most, killed, status = time.monotonic(), 0, "", None
        base = self.base or 0
        with closing(_Pidfd(self.pid)) as process:
            while not process.ended(0.02, self.heard):
                most = max(most, high_water(self.pid) - base)
                for line in self._new_lines():
                    self.tell(answers(line))
                if time.monotonic() - began > longest and not killed:
                    killed = f"did not end within {longest:.0f} s"
                if most > MEMORY + 100 and not killed:
                    killed = f"took {most} MB"
                if killed:
                    os.kill(self.pid, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.gate)
        os.close(self.heard)
        out, err = (self._text(name) for name in ("out", "err"))
        return Ran(None if killed else status, out, err, time.monotonic() - began, most, killed)

    def _text(self, name: str) -> str:
        return (self.folder / name).read_bytes().decode(errors="surrogateescape")

    def _new_lines(self) -> list[str]:
        if not select.select([self.heard], [], [], 0)[0]:
            return []
        return os.read(self.heard, 4096).decode().splitlines()


class _Pidfd:
    """Waits for the end of a process, or for a line of it."""

    def __init__(self, pid: int) -> None:
        self._fd = os.pidfd_open(pid)

    def ended(self, seconds: float, other: int) -> bool:
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        poll.register(other, select.POLLIN)
        found = poll.poll(seconds * 1000)
        if any(fd == self._fd for fd, _ in found):
            return True
        if any(what & select.POLLHUP for _, what in found):
            return bool(select.select([self._fd], [], [], seconds)[0])
        return False

    def close(self) -> None:
        os.close(self._fd)


def high_water(pid: int) -> int:
    """The most memory, in MB, that a process has had."""
    with suppress(OSError):
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
        if found:
            return int(found[1]) // 1024
    return 0


Talk = Callable[[str], str]
"""Tells the parent process a line, and returns its answer."""


def forked(folder: Path, environment: dict[str, str], work: Callable[[Talk], int]) -> Child:
    """Fork a process that waits for the word and then works; its output goes to `out` and `err` of the folder."""
    folder.mkdir()
    for name in ("out", "err"):
        (folder / name).touch()
    below, gate = os.pipe()
    heard, above = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        for fd in [int(path.name) for path in Path("/proc/self/fd").iterdir()]:
            if fd > 2 and fd not in (below, above):
                with suppress(OSError):
                    os.close(fd)
        _work(folder, environment, work, below, above)
    os.close(below)
    os.close(above)
    return Child(pid, folder, gate, heard)


def _work(
    folder: Path, environment: dict[str, str], work: Callable[[Talk], int], below: int, above: int
) -> NoReturn:
    status = 70
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        told = os.read(below, 100)

        def talk(line: str) -> str:
            os.write(above, f"{line}\n".encode())
            return os.read(below, 100).decode().strip()

        if told:
            _outputs(folder)
            os.environ.update(environment)
            os.chdir(environment["HOME"])
            tempfile.tempdir = None
            status = work(talk)
            (folder / "modules").write_text(" ".join(sys.modules))
        sys.stdout.flush()
        gc.collect()
        sys.stderr.flush()
    except BaseException as error:  # noqa: BLE001  (as the program's own hook does, and never back into the parent)
        from tui_arena.cli.context import complain_of_crash

        with suppress(BaseException):
            complain_of_crash(error) if isinstance(error, Exception) else None
            Path(folder, "crash").write_text(repr(error))
            sys.stderr.flush()
        status = 1
    finally:
        os._exit(status)


def _outputs(folder: Path) -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_TRUNC), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout, sys.stderr = (open(n, "w", encoding="utf-8", closefd=False) for n in (1, 2))  # noqa: SIM115


def fresh(folder: Path, environment: dict[str, str], arguments: Sequence[str]) -> Child:
    """Start the program by itself, at once."""
    folder.mkdir()
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        done = subprocess.Popen(
            [sys.executable, "-m", "tui_arena", *arguments],
            stdout=out, stderr=err, stdin=subprocess.DEVNULL, cwd=environment["HOME"], env={**os.environ, **environment},
        )  # fmt: skip
    below, gate = os.pipe()
    os.close(below)
    heard, above = os.pipe()
    os.close(above)
    done.returncode = 0  # `Child` waits for it
    return Child(done.pid, folder, gate, heard, FRESH_MEMORY)
