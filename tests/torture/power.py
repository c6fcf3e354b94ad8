"""A disk that fails or loses its power below SQLite: at every write, sync, rename and read of short sessions.

`power.c` is preloaded into a process that forks one child for each attempt. What the child does to files of its
folder is counted; the nth of it fails with an error, once (`error`) or from there on (`full`), or ends the process
(`end`), or ends it and takes away whatever was not synced (`cut`). Or the nth read fails (`unread`).
"""

from __future__ import annotations

import asyncio
import ctypes
import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.save.making import played, started, won
from tests.save.sessions import CATALOGUE, GOLDEN
from tests.torture.family import Family, spread
from tests.torture.program import Child, acknowledged, command, forked, opened, said, sessions_in, unsound
from tui_arena.config import Paths, read_models
from tui_arena.core.session import Session
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.save.store import SaveError, Store, open_store
from tui_arena.table.opening import new_table
from tui_arena.table.playback import FASTEST, Playback
from tui_arena.table.runner import SessionRunner

TRIES = 14_000
"""At least as many as there are cases, so that a full run meets each once."""
ENDED = 97
"""The exit status of a process that ended at its number."""
HOWS: Mapping[str, tuple[int, int]] = {
    "error": (0, errno.EIO),
    "full": (1, errno.ENOSPC),
    "end": (2, 0),
    "cut": (2, 0),
    "unread": (3, errno.EIO),
}
"""How `power_arm` fails, and with which error."""


# what is done


def _nothing(_home: Path) -> None:
    return


@dataclass(frozen=True)
class Scenario:
    """Something short that writes."""

    name: str
    work: Callable[[Path], int]
    prepare: Callable[[Path], None] = _nothing


async def _directly(work: Callable[..., Any], *args: Any) -> Any:
    await asyncio.sleep(0)
    return work(*args)


def _table(home: Path) -> int:
    """Play a short session of a bot, as the app does; a save that fails is tried again once."""
    try:
        store = open_store(home / "arena.db", CATALOGUE).store
    except SaveError as error:
        print(error)
        return 1
    try:
        asyncio.run(_played(store))
    except SaveError as error:
        print(error)
        return 1
    finally:
        store.close()
    return 0


async def _played(store: Store) -> None:
    opening = Opening("wordle", {"guesser": read_player("bot:easy")}, seed=7)
    runner = SessionRunner(
        new_table(CATALOGUE, store, opening, None), store, _directly, playback=Playback(FASTEST)
    )
    tried = 0

    def decide() -> None:
        nonlocal tried
        if runner.saving.failed is not None:
            tried += 1
            print(runner.saving.failed.why)
            runner.saving.failed.decide(again=tried == 1)

    runner.listeners.append(decide)
    await runner.run()
    await runner.let_go()


def _command(*arguments: str) -> Callable[[Path], int]:
    return lambda home: command(home, *(text.format(home=home, folder=home.parent) for text in arguments))


@cache
def _furnished() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="torture-power-"))
    with opened(folder / "arena.db") as (store, _):
        store.save(won(CATALOGUE, started(CATALOGUE, 1)))
        store.save(played(CATALOGUE, started(CATALOGUE, 2), ["slate", "crony"]))
    shutil.rmtree(folder / "backups")
    assert said(folder, "models", "add", "one", "openai/gpt-4o").status == 0
    return folder


def furnish(home: Path) -> None:
    shutil.copytree(_furnished(), home, dirs_exist_ok=True)


def _with_copy(home: Path) -> None:
    furnish(home)
    shutil.copy(home / "arena.db", home.parent / "copy.db")


def _with_old(home: Path) -> None:
    source = Path(__file__).parent.parent / "save" / "files" / "schema_1.sql"
    with closing(sqlite3.connect(home / "arena.db")) as db:
        db.executescript(source.read_text("utf-8"))


def _with_mark(home: Path) -> None:
    furnish(home)
    (home / "arena.db.damaged").touch()


SCENARIOS = (
    Scenario("first", _table),
    Scenario("table", _table, furnish),
    Scenario("run", _command("run", "wordle", "--sessions", "2", "--seed", "5"), furnish),
    Scenario("import", _command("import", *map(str, GOLDEN[:2])), furnish),
    Scenario("rebuild", _command("doctor", "--rebuild"), furnish),
    Scenario("backup", _command("backup", "{home}/mine.db"), furnish),
    Scenario("restore", _command("restore", "{folder}/copy.db"), _with_copy),
    Scenario("migrate", _command("sessions"), _with_old),
    Scenario("salvage", _command("sessions"), _with_mark),
    Scenario("models", _command("models", "add", "two", "openai/gpt-4o-mini"), furnish),
    Scenario("export", _command("export", "--all", "--out", "{home}/out.json"), furnish),
)
NAMED = {one.name: one for one in SCENARIOS}


# the process that the shim is preloaded into


def serve() -> None:
    """Fork a child for each line of standard input; answer with its status."""
    for line in sys.stdin:
        order = json.loads(line)
        child = forked(Path(order["folder"]), lambda order=order: _armed(order))  # type: ignore[misc]
        print(child.wait(), flush=True)


def _armed(order: Mapping[str, Any]) -> int:
    folder = Path(order["folder"])
    home = folder / "home"
    shim = ctypes.CDLL(os.environ["LD_PRELOAD"])
    if "by" in order:
        shim.clock_arm(ctypes.c_long(order["at"]), ctypes.c_long(order["by"]))
        status = NAMED[order["scenario"]].work(home)
        (folder / "looks").write_text(str(shim.clock_looks()))
        return status
    how, code = HOWS[order["how"]]
    names = str(folder / "names") if order["at"] == 0 else ""
    under, copies = str(home).encode(), str(folder / "synced").encode()
    shim.power_arm(under, copies, names.encode(), ctypes.c_long(order["at"]), how, code)
    return NAMED[order["scenario"]].work(home)


@cache
def _shim() -> Path:
    """The compiled shim."""
    folder = Path(tempfile.mkdtemp(prefix="torture-shim-"))
    source, made = Path(__file__).parent / "power.c", folder / "power.so"
    compiler = shutil.which("cc")
    assert compiler is not None
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", made, source, "-ldl"], check=True)
    return made


_servers: dict[int, subprocess.Popen[str]] = {}


def _server() -> subprocess.Popen[str]:
    """The preloaded process of this worker."""
    pid = os.getpid()
    if pid not in _servers:
        _servers[pid] = subprocess.Popen(
            [sys.executable, "-m", "tests.torture.power"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LD_PRELOAD": str(_shim()), "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    return _servers[pid]


def done(folder: Path, scenario: Scenario, **how: Any) -> int:
    """Do a scenario in a prepared folder; returns the child's status. `how`: what fails there, and when."""
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    order = {"folder": str(folder), "scenario": scenario.name, **how}
    server.stdin.write(json.dumps(order) + "\n")
    server.stdin.flush()
    return int(server.stdout.readline())


# an attempt


def begun(folder: Path, scenario: Scenario) -> Path:
    """A folder as the scenario finds it, all of it synced."""
    home, synced = folder / "home", folder / "synced"
    home.mkdir()
    synced.mkdir()
    scenario.prepare(home)
    for path in home.rglob("*"):
        if path.is_file():
            shutil.copy(path, synced / str(path.stat().st_ino))
    return home


def _cut(folder: Path) -> None:
    """Take away what was not synced."""
    for path in (folder / "home").rglob("*"):
        if not path.is_file():
            continue
        kept = folder / "synced" / str(path.stat().st_ino)
        if path.name.endswith("-shm"):
            path.unlink()
        else:
            path.write_bytes(kept.read_bytes() if kept.exists() else b"")


@cache
def steps(how: str) -> Mapping[str, list[str]]:
    """What each scenario does to the disk, in order, as far as that can fail so."""
    found = {}
    for scenario in SCENARIOS:
        with tempfile.TemporaryDirectory(prefix="torture-power-") as name:
            folder = Path(name)
            begun(folder, scenario)
            status = done(folder, scenario, how=how, at=0)
            assert status == 0, (scenario.name, status, (folder / "stderr").read_text())
            lines = (folder / "names").read_text().splitlines()
            found[scenario.name] = [line.partition(" ")[2] for line in lines]
    return found


def _steps(how: str) -> Mapping[str, list[str]]:
    return steps("unread" if how == "unread" else "error")


@cache
def cases() -> list[tuple[str, str, int]]:
    """Scenario, how, and number of every case."""
    return [
        (name, how, at)
        for how in HOWS
        for name, known in _steps(how).items()
        for at in range(1, len(known) + 1)
    ]


def attempt(seed: int, folder: Path) -> list[str]:
    """Let the disk fail in one case, and look."""
    name, how, at = cases()[spread(seed, len(cases()))]
    scenario = NAMED[name]
    home = begun(folder, scenario)
    before = sessions_at_first(home, folder) if name != "migrate" else {}
    status = done(folder, scenario, how=how, at=at)
    faults = Child(0, folder).faults()
    if status not in (0, 1, 2, ENDED):
        faults.append(f"it ends with {status}")
    if how == "cut":
        _cut(folder)
    faults += _files(home)
    told = acknowledged(folder / "acks")
    faults += unsound(home, told=told, before=before, noticed=name == "salvage", lines=name != "run")
    known = _steps(how)[name]
    where = f"(at {how}, {at} of {len(known)}: {known[at - 1]})"
    return [f"{name}: {fault} {where}" for fault in faults]


def sessions_at_first(home: Path, folder: Path) -> Mapping[str, Session]:
    """What the save file holds at the beginning, if there is one."""
    if not (home / "arena.db").exists():
        return {}
    beside = folder / "beside"
    beside.mkdir()
    shutil.copy(home / "arena.db", beside / "arena.db")
    with opened(beside / "arena.db") as (store, _):
        return sessions_in(store)


def _files(home: Path) -> list[str]:
    """What is wrong with files next to the save file: each is as it was, or whole."""
    faults = []
    if (home / "config").exists():
        book, wrong = read_models(Paths.find(home))
        faults += [f"models.toml: {one}" for one in wrong]
        faults += [] if "one" in book.entries else ["models.toml has lost the model `one`"]
        again = said(
            home, "models", "add", "next", "openai/gpt-4o"
        )  # takes away what was left unfinished there
        faults += [] if again.status == 0 else [f"models.toml can't be changed any more: {again.err}"]
    out = home / "out.json"
    if out.exists():
        try:
            json.loads(out.read_text("utf-8"))
        except ValueError:
            faults.append("out.json is not whole")
    return faults


def prepare() -> None:
    """Compile the shim, and count."""
    _shim()
    assert len(cases()) <= TRIES, len(cases())
    end_server()


def end_server() -> None:
    """End the preloaded process; every worker starts one of its own."""
    _servers.pop(os.getpid()).communicate()


def missing() -> str:
    if sys.platform != "linux":
        return "the shim is made for Linux"
    return "" if shutil.which("cc") else "there is no C compiler `cc`"


FAMILY = Family("power", TRIES, attempt, prepare=prepare, missing=missing)

if __name__ == "__main__":
    serve()
