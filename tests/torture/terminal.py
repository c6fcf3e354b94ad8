"""The real program in a real terminal: every screen in tiny windows, any bytes, any keys; it lives or leaves in order.

An attempt walks one program through many screens, sizes and bytes. It lives if it handles a call in its loop after
each step, draws a whole window in the end, and leaves by ctrl+q with status 0.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shutil
import signal
import socket
import struct
import sys
import tempfile
import termios
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NoReturn

from tests.save.making import played, started, won
from tests.torture import kills
from tests.torture.family import Family
from tests.torture.program import CRASHED, PATIENT, opened
from tests.ui.ways import CATALOGUE, PARTY, tables, ways
from tui_arena.__main__ import main
from tui_arena.config import Paths, Settings, write_settings
from tui_arena.core.session import Session
from tui_arena.players.party_store import save_party
from tui_arena.ui.app.app import ArenaApp

HOME = 255
"""The number by which home is called, as another window changes what it shows."""
THINGS = ("screen", "size", "keys", "keys", "bytes", "paste", "mouse", "home")
"""What is done in a step: up to three of these."""
HOMES = 10
"""How often it is called at once: a key that comes as its rows go is a matter of luck."""
SCREENS = 150
"""Numbers by which screens are called; the program takes them in turn, from the first one again."""
STEPS = 40
"""What is done to one program."""
WIDEST, HIGHEST = 60, 20
"""The largest of the tiny windows, in columns and rows."""
WHOLE = (80, 24)
"""Columns and rows of an ordinary window."""
SOON = 20.0
"""Seconds in which the program reacts, however busy the machine is."""
MEGABYTE = 1_000_000
KEYS = (
    *(
        b"\r",
        b"\t",
        b"\x1b[Z",
        b"\x1b",
        b" ",
        b"\x7f",
        b"\x1b[3~",
        b"\x1b[5~",
        b"\x1b[6~",
        b"\x1b[H",
        b"\x1b[F",
    ),
    *(b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[1;5C", b"\x1b[1;2D"),
    *(b"\x1bOP", b"\x1bOQ", b"\x1bOR", b"\x1bOS", b"\x1b[15~", b"\x1b[17~", b"\x1b[18~", b"\x1b[19~"),
    *(bytes([n]) for n in range(1, 27) if n not in (3, 17)),  # ctrl and a letter, but for those that leave
)
LEAVE = b"\x11"
QUIT = b"\x03\x11q"
"""Keys that leave the app from home, which would end a walk early."""
END_OF_PASTE = b"\x1b[201~"
ODD = (
    b"\xe4",
    b"caf\xe9\r",
    b"\xff\xfe",
    b"\xc3",  # half a letter
    b"\xf0\x9f\x98",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf5\x80\x80\x80",
    b"\xc2\x9b2J",
    b"\x1b[M\xff\xff\xff",  # a mouse beyond column 95, as old terminals tell it
    b"\x1b[M \xe0\x21",
    b"\x1b[",
    b"\x1b]52;c;",
    b"\x1bP1$",
    b"\x1b[<0;",
    b"\x1b[<0;0;0M",
    b"\x1b[<64;9999;9999M",
    b"\x1b[<35;-3;-3m",
    b"\x1b[99999;99999R",
    b"\x1b[I",
    b"\x1b[O",
    b"\x1b[?2026;2$y",
    b"\x1b[?2048;0$y",
    b"\x1b[97u",
    b"\x1b[97;5u",
    b"\x1b[228;;228u",
    b"\x1b[1114112u",  # no letter has this number
    b"\x1b[99999999999999999999u",
    b"\x1b[97;99999u",
    b"\x1b[97;2;1114112u",
    b"\x1b[;;u",
    b"\x1b[57441;2u",
    b"\x1b[48;0;0;0;0t",
    b"\x1b[1;1;1;1;1;1~",
    b"\x00\x00",
    b"\x1b\x1b\x1b",
    b"\x1b[200~never ended",
    b"\x1b[201~",
    "日本語 e\u0301 \U0001f468\u200d\U0001f469\u200d\U0001f467 \u202e\u2066".encode(),
)
"""What a terminal, or what is pasted into it, may send that no keyboard does."""
BAD = (b"Traceback (most recent", b"fault of its own", b"had to stop")


@cache
def sessions() -> tuple[Session, ...]:
    """A finished session and some that were left."""
    left = [played(CATALOGUE, started(CATALOGUE, seed), ["slate"]) for seed in (2, 3, 4)]
    return (won(CATALOGUE, started(CATALOGUE, 1)), *left)


@cache
def template() -> Path:
    """Make what all begin with: a save file with sessions of all games and a party."""
    home = Path(tempfile.mkdtemp(prefix="torture-terminal-")) / "home"
    kills.template_file(home)
    with opened(home / "arena.db") as (store, _):
        for session in sessions():
            store.save(session)
        save_party(store, PARTY)
    return home


# the program


def _another_window(app: ArenaApp) -> None:
    """Go home, where another window takes away all sessions that can be resumed, or brings some."""
    waiting = [row.id for row in app.store.unfinished() if row.id not in app.on_the_table]
    app.store.delete(waiting)
    for session in sessions()[1:]:
        if not waiting and not app.store.holds(session.id):
            app.store.save(session)
    app.open_home()
    app.session_freed()


def _ways(app: ArenaApp) -> list[Callable[[], object]]:
    over, left, *_ = sessions()
    return [*ways(app, over, left), *(partial(app.open_table, one) for one in tables())]


def _answering(there: socket.socket) -> None:
    """Have the app open the screen whose number comes, and answer once its loop has come to it."""
    mounted = ArenaApp.on_mount

    def on_mount(app: ArenaApp) -> None:
        import asyncio

        mounted(app)
        every = _ways(app)

        def heard() -> None:
            for number in there.recv(64):
                if number == HOME:
                    app.call_later(_another_window, app)
                elif number:
                    app.call_later(every[number % len(every)])
                app.call_later(lambda: there.send(b"."))

        asyncio.get_running_loop().add_reader(there, heard)
        there.send(b".")

    ArenaApp.on_mount = on_mount  # type: ignore[assignment, method-assign]


def _play(home: Path, there: socket.socket) -> NoReturn:
    """The program, in the process that has the terminal."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(PATIENT)
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    os.environ.clear()
    os.environ.update(kept, HOME=str(home), TUI_ARENA_HOME=str(home), TERM="xterm-256color", LANG="C.UTF-8")
    sys.argv = ["tui-arena"]
    status = CRASHED
    try:
        for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
            stream = open(number, mode, 1, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        _answering(there)
        status = main()
    except SystemExit as end:
        status = int(end.code or 0)
    except BaseException:  # noqa: BLE001  (a forked process never goes on with its parent's work)
        traceback.print_exc()
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(status)


@dataclass
class Program:
    """The program and the other end of its terminal."""

    pid: int
    terminal: int
    line: socket.socket
    """Screens are called by it; the loop of the program answers."""
    tail: bytes = b""
    """The end of what it has drawn."""
    drawn: int = 0
    """How many bytes it has drawn."""
    owed: int = 1
    """How many answers are still to come."""
    status: int | None = None
    told: list[str] = field(default_factory=list)
    """What was done to it."""

    @property
    def ended(self) -> bool:
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = os.waitstatus_to_exitcode(status) if pid else None
        return self.status is not None

    def look(self, seconds: float, done: Callable[[], bool] = lambda: False) -> bool:
        """Take in what it draws and answers, until something is so, it has ended, or the time is up."""
        until = time.monotonic() + seconds
        while not done():
            left = until - time.monotonic()
            if left <= 0 or (not self._take(min(left, 0.05)) and self.ended):
                return done()
        return True

    def _take(self, seconds: float) -> bool:
        """Read once; whether there was something."""
        got = b""
        for one in select.select([self.terminal, self.line.fileno()], [], [], seconds)[0]:
            with suppress(OSError):  # its end is closed
                data = os.read(one, 65536)
                got += data
                if one == self.terminal:
                    self.tail, self.drawn = (self.tail + data)[-60_000:], self.drawn + len(data)
                else:
                    self.owed -= len(data)
        return bool(got)

    def send(self, data: bytes) -> bool:
        """Type all of it; whether the program has taken it."""
        rest = memoryview(data)
        until = time.monotonic() + SOON
        while rest and not self.ended:
            if select.select([], [self.terminal], [], 0)[1]:
                with suppress(OSError):
                    rest = rest[os.write(self.terminal, rest[:1024]) :]
                until = time.monotonic() + SOON
            elif time.monotonic() > until:
                return False
            self._take(0.0 if len(rest) < len(data) else 0.01)
        return True

    def call(self, number: int = 0) -> None:
        """Call a screen; 0: none, so that there's only an answer."""
        with suppress(OSError):
            self.line.send(bytes([number]))
            self.owed += 1

    def answers(self) -> bool:
        """Whether its loop has come to all that it was told."""
        return self.look(SOON, lambda: self.owed <= 0)

    def size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def end(self) -> None:
        if not self.ended:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.terminal)
        self.line.close()


def begun(home: Path) -> Program:
    """The program, as its loop begins."""
    here, there = socket.socketpair()
    sys.stdout.flush()
    pid, terminal = pty.fork()
    if pid == 0:
        here.close()
        _play(home, there)
    there.close()
    os.set_blocking(terminal, False)
    program = Program(pid, terminal, here)
    program.size(*WHOLE)
    return program


# what is done to it


def _bytes(rng: Random) -> bytes:
    """Any bytes but those that leave."""
    data = rng.choice(
        (rng.randbytes(rng.randrange(1, 40)), b"".join(rng.choices(ODD, k=rng.randrange(1, 4))))
    )
    return bytes(n for n in data if n not in QUIT) or b"?"


def _pasted(rng: Random) -> bytes:
    """A text of any size."""
    size = rng.choice((1, 30, 500, 5_000, 50_000)) if rng.random() < 0.95 else MEGABYTE
    text = rng.choice((b"is it alive? ", b"line\r\n", b"\xe4\xf6\xfc ", "日本 ".encode(), b"\x00a"))
    whole = (text * (size // len(text) + 1))[:size]
    return b"\x1b[200~" + whole + END_OF_PASTE if rng.random() < 0.6 else whole


def _mouse(rng: Random) -> bytes:
    """A click, a wheel or a movement."""
    button, x, y = (
        rng.choice((0, 0, 0, 2, 35, 64, 65)),
        rng.randrange(1, WIDEST + 2),
        rng.randrange(1, HIGHEST + 2),
    )
    return b"".join(b"\x1b[<%d;%d;%d%c" % (button, x, y, end) for end in (b"M", b"m"))


def _keys(rng: Random) -> bytes:
    letters = [bytes([n]) for n in range(33, 127) if n not in QUIT]
    return b"".join(rng.choice(KEYS if rng.random() < 0.6 else letters) for _ in range(rng.randrange(1, 12)))


def _tiny(rng: Random) -> tuple[int, int]:
    return (rng.randrange(1, WIDEST + 1), rng.randrange(1, HIGHEST + 1)) if rng.random() < 0.8 else WHOLE


def walk(program: Program, rng: Random) -> None:
    """Do one thing after the other to the program, while it lives."""
    screens = rng.sample(range(1, SCREENS), SCREENS - 1)
    for step in range(STEPS):
        for what in rng.sample(THINGS, rng.randrange(1, 4)):
            match what:
                case "screen":
                    number = screens[step % len(screens)]
                    program.told.append(f"screen {number}")
                    program.call(number)
                case "home":
                    program.told.append("home")
                    for _ in range(HOMES):
                        program.send(rng.choice((b"", b"\x1b[B\x1b[A")))
                        program.call(HOME)
                        program.look(rng.uniform(0.0, 0.05))
                        program.send(rng.choice((b"\r", b"\x1b[B\r\r", b"\x1b\r\x1b\r\x1b\r", b"w", b"s")))
                        program.call()
                        if not program.answers():
                            return
                case "size":
                    size = _tiny(rng)
                    program.told.append(f"size {size}")
                    program.size(*size)
                case _:
                    data = {"keys": _keys, "bytes": _bytes, "paste": _pasted, "mouse": _mouse}[what](rng)
                    program.told.append(f"{what} {data[:40]!r}")
                    program.send(data)
        if rng.random() < 0.7:
            program.call()
            if not program.answers():
                return
        else:
            program.look(rng.choice((0.0, 0.02)))


def left(program: Program) -> list[str]:
    """Let the program draw a whole window and leave; what was wrong with that."""
    wrong = []
    program.send(END_OF_PASTE)
    program.call()
    if not program.answers() and not program.ended:
        wrong.append("its loop doesn't answer any more")
    if not program.ended:
        program.size(*WHOLE)
        program.look(0.2)
        before = program.drawn
        program.size(WHOLE[0] + 1, WHOLE[1])
        if not program.look(SOON, lambda: program.drawn > before + 100) and not program.ended:
            wrong.append("it draws no whole window any more")
    until = time.monotonic() + SOON
    while not wrong and not program.ended and time.monotonic() < until:
        program.send(LEAVE)
        program.look(0.5, lambda: program.ended)
    if not wrong and not program.ended:
        wrong.append("it can't be left by ctrl+q")
    program.look(0.1)
    return wrong


def _brief(report: str) -> str:
    """The error that a crash report tells of first, and the last places that led to it."""
    head, kind, *_ = (one.split("\n") for one in report.strip().split("\n\n"))
    return f"{kind[0]} on {head[2]} by {' < '.join(place.strip() for place in reversed(kind[-3:]))}"


def attempt(seed: int, folder: Path) -> list[str]:
    """Walk one program through screens, sizes and bytes."""
    rng = Random(f"terminal/{seed}")
    home = folder / "home"
    shutil.copytree(template(), home)
    write_settings(Paths.find(home), Settings(animations=rng.random() < 0.5, pace=rng.choice((0.0, 1.0))))
    program = begun(home)
    try:
        program.answers()
        walk(program, rng)
        wrong = left(program)
        status, tail = program.status, program.tail
    finally:
        program.end()
    where = f"(at {program.told[-4:]})"
    found = [*wrong]
    if status not in (0, None):
        found.append(f"the program ends with {status}")
    found += [f"the screen shows {mark.decode()!r}" for mark in BAD if mark in tail and status == 0]
    reports = [_brief(log.read_text()) for log in Paths.find(home).logs.glob("crash-*")]
    ends = tail[-500:].decode(errors="replace").split("\x1b")[-1] if found and not reports else ""
    return (
        [f"{'; '.join(found or ['a crash'])}: {' | '.join(reports) or ends!r} {where}"]
        if found or reports
        else []
    )


def prepare() -> None:
    """Make what all begin with."""
    template()


FAMILY = Family("terminal", 400, attempt, sample=4, prepare=prepare, missing=kills.missing)
