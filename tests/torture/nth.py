"""The nth call fails: of SQLite, of the system, of a socket, or the nth request for memory.

Short work is done in a forked process, headless and in the app, and one call in it fails once. Where memory is asked
for by Python itself, any line may fail: there nothing is asked of what is said, only of what is saved.
"""

from __future__ import annotations

import errno
import importlib
import importlib.util
import json
import os
import socket
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any

from tests.stub_server import StubServer
from tests.torture import in_app
from tests.torture.family import Family, spread
from tests.torture.power import NAMED, Scenario, begun, furnish
from tests.torture.program import CRASHED, Child, acknowledged, command, forked, unsound

TRIES = 3_000
ENDED_WELL = (0, 1, 2)


def _model(home: Path) -> int:
    """A run of a model, which asks a server over a socket."""
    return command(home, "run", "wordle", "--seat", "guesser=model:one", "--sessions", "1", "--seed", "5")


def _with_model(home: Path) -> None:
    furnish(home)
    models = home / "config" / "models.toml"
    models.write_text(f'[model.one]\nmodel = "ok"\nbase_url = "{_server().url}"\ntimeout = 5\n')


def _with_app(home: Path) -> None:
    furnish(home)
    in_app.prepare(home)


WORK = (
    NAMED["run"],
    NAMED["table"],
    NAMED["import"],
    Scenario("model", _model, _with_model),
    Scenario("keyboard", in_app.keyboard, _with_app),
    Scenario("phone", in_app.with_phone, _with_app),
)


def _sql(code: int, text: str) -> sqlite3.Error:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


KINDS: Mapping[str, tuple[Callable[[], BaseException], ...]] = {
    "sqlite": (
        lambda: _sql(sqlite3.SQLITE_IOERR, "disk I/O error"),
        lambda: _sql(sqlite3.SQLITE_FULL, "database or disk is full"),
        lambda: _sql(sqlite3.SQLITE_BUSY, "database is locked"),
        lambda: _sql(sqlite3.SQLITE_CORRUPT, "database disk image is malformed"),
        MemoryError,
    ),
    "os": (
        lambda: OSError(errno.EIO, os.strerror(errno.EIO)),
        lambda: OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        lambda: OSError(errno.EMFILE, os.strerror(errno.EMFILE)),
    ),
    "socket": (
        lambda: OSError(errno.ECONNRESET, os.strerror(errno.ECONNRESET)),
        lambda: OSError(errno.EMFILE, os.strerror(errno.EMFILE)),
        lambda: OSError(errno.ENOBUFS, os.strerror(errno.ENOBUFS)),
    ),
    "memory": (MemoryError,),
}
"""By whose call fails: the errors that it may fail with."""
OS_CALLS = ("open", "link", "unlink", "rename", "replace", "fsync", "mkdir", "stat", "scandir", "listdir")
SOCKET_CALLS = ("connect", "send", "sendall", "recv", "recv_into", "bind", "listen")
ALLOCATIONS = 40_000
"""Requests for memory from which one is taken; a session asks many times more often, and most are alike."""


class Counter:
    """Counts calls; the nth raises."""

    def __init__(self, at: int, error: Callable[[], BaseException]) -> None:
        self.seen = 0
        self._at = at
        self._error = error

    def watched(
        self, call: Callable[..., Any], within: Callable[..., bool] = lambda *_: True
    ) -> Callable[..., Any]:
        """The call, counted where `within` says so."""

        @wraps(call)
        def counted(*args: Any, **more: Any) -> Any:
            if within(*args):
                self.seen += 1
                if self.seen == self._at:
                    raise self._error()
            return call(*args, **more)

        return counted


def arm(kind: str, counter: Counter, folder: Path) -> None:
    """Let calls of a kind be counted; of this process, for good."""
    if kind == "sqlite":
        _arm_sqlite(counter)
    elif kind == "os":
        kept = tuple(
            str(folder / name) for name in ("arena.db", ".arena.db", "backups", "config/models.toml")
        )
        for name in OS_CALLS:
            here = (lambda *_: True) if name == "fsync" else lambda path, *_: str(path).startswith(kept)
            setattr(os, name, counter.watched(getattr(os, name), here))
    elif kind == "socket":
        for name in SOCKET_CALLS:
            setattr(socket.socket, name, counter.watched(getattr(socket.socket, name), _goes_out))


def _goes_out(one: socket.socket, *_: Any) -> bool:
    """Whether a socket leads to another program; asyncio wakes itself by one that doesn't."""
    return one.family in (socket.AF_INET, socket.AF_INET6)


def _arm_sqlite(counter: Counter) -> None:
    class Failing(sqlite3.Connection):
        execute = counter.watched(sqlite3.Connection.execute)
        executemany = counter.watched(sqlite3.Connection.executemany)

    connected = sqlite3.connect

    @wraps(connected)
    def connect(*args: Any, **more: Any) -> sqlite3.Connection:
        return connected(*args, factory=Failing, **more)

    sqlite3.connect = connect  # type: ignore[assignment]


def _armed(scenario: Scenario, kind: str, at: int, error: Callable[[], BaseException], folder: Path) -> int:
    """Do the work with a failure; called in the forked process."""
    home, counter = folder / "home", Counter(at, error)
    if kind == "memory":
        importlib.import_module("_testcapi").set_nomemory(at, at + 1)
    else:
        arm(kind, counter, home)
    return scenario.work(home)


def _counted(scenario: Scenario, folder: Path) -> int:
    """Do the work and write down how many calls of each kind it made; called in the forked process."""
    counters = {kind: Counter(0, MemoryError) for kind in KINDS if kind != "memory"}
    for kind, counter in counters.items():
        arm(kind, counter, folder / "home")
    status = scenario.work(folder / "home")
    (folder / "seen").write_text(json.dumps({kind: counter.seen for kind, counter in counters.items()}))
    return status


@cache
def counts() -> Mapping[tuple[str, str], int]:
    """How many calls of a kind each work makes; the kinds of which it makes none are left out."""
    found: dict[tuple[str, str], int] = {}
    for scenario in WORK:
        with tempfile.TemporaryDirectory(prefix="torture-nth-") as made:
            folder = Path(made)
            begun(folder, scenario)
            status = forked(folder, partial(_counted, scenario, folder)).wait()
            assert status == 0, (scenario.name, status, (folder / "stderr").read_text())
            seen = {
                **json.loads((folder / "seen").read_text()),
                **({"memory": ALLOCATIONS} if _has_hook() else {}),
            }
            found |= {(scenario.name, kind): count for kind, count in seen.items() if count}
    return found


def attempt(seed: int, folder: Path) -> list[str]:
    """Let one call fail, and look."""
    every = list(counts())
    name, kind = every[seed % len(every)]
    scenario = next(one for one in WORK if one.name == name)
    at = 1 + spread(seed // len(every), counts()[name, kind])
    which = seed // len(every) % len(KINDS[kind])
    home = begun(folder, scenario)
    status = forked(folder, lambda: _armed(scenario, kind, at, KINDS[kind][which], folder)).wait()
    faults = []
    if kind != "memory":
        faults = Child(0, folder).faults()
        if status not in ENDED_WELL and not faults:
            faults = [f"it ends with {status}"]
        if status == CRASHED and not faults:
            faults = [(folder / "stderr").read_text()[-400:]]
    told = {
        key: rows for key, rows in acknowledged(folder / "acks").items() if rows
    }  # one without a move may go
    damaged = kind == "sqlite" and KINDS[kind][which]().args == ("database disk image is malformed",)
    faults += unsound(home, told=told, noticed=damaged, lines=False)
    where = f"(at {kind} {which}, {at} of {counts()[name, kind]})"
    return [f"{name}: {fault} {where}" for fault in faults]


def _has_hook() -> bool:
    """Whether this Python lets requests for memory fail."""
    return importlib.util.find_spec("_testcapi") is not None


@cache
def _server() -> StubServer:
    server = StubServer()
    server.start()
    return server


def prepare() -> None:
    """Load what the work loads, start the model's server, and count."""
    from tui_arena.players.models.litellm_client import LiteLLM

    LiteLLM().load(warm=True)
    counts()


def missing() -> str:
    return "" if hasattr(os, "fork") else "processes can't be forked here"


FAMILY = Family("nth", TRIES, attempt, prepare=prepare, missing=missing)
