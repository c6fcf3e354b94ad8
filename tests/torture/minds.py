"""SIGKILL while a model for the bots is downloaded, loaded or asked: nothing is lost, and the next start is good."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from unittest import mock

from tests.save.sessions import CATALOGUE
from tests.stub_hub import StubHub
from tests.stub_server import StubServer
from tests.torture.family import Family
from tests.torture.program import acknowledged, command, forked, opened, unsound
from tui_arena.config import ModelBook, ModelEntry, Paths
from tui_arena.players.models import shelf
from tui_arena.players.models.registry import ModelRegistry, brought
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import bot, thinking
from tui_arena.save.store import SessionQuery, Store, open_store
from tui_arena.table.opening import AlreadyPlayed, LeasedSession, new_table, resumed_table
from tui_arena.table.playback import FASTEST, Playback
from tui_arena.table.runner import SessionRunner

SEATS = {"taboo": ("setter", "guesser"), "connections": ("setter", "guesser_1", "guesser_2")}
"""The games whose bots ask their models often, and their seats."""
LOADED = 4.0
"""A table is killed within so many seconds: while its model is loaded, takes its exam or is asked for lines."""
ORPHANED = 20.0
"""Seconds within which the process of a model file notices that its program was killed."""
CONTENT = b"GGUF" + bytes(range(256)) * 16_384


# tables


async def _play(store: Store, ready: LeasedSession, registry: ModelRegistry) -> None:
    async def directly(work: Callable[..., object], *args: object) -> object:
        return await asyncio.to_thread(work, *args)

    runner = SessionRunner(ready, store, directly, registry=registry, playback=Playback(FASTEST))
    await runner.run()
    assert runner.over, runner.failed
    await runner.let_go()


def _registry(home: Path, entry: ModelEntry) -> ModelRegistry:
    registry = ModelRegistry(Paths.find(home), CATALOGUE, threaded=True)
    registry.book = ModelBook({entry.name: entry})
    return registry


def _table(home: Path, entry: ModelEntry, game: str, seed: int) -> int:
    """Play a table whose bots all think with the model."""
    store, registry = open_store(home / "arena.db", CATALOGUE).store, _registry(home, entry)
    minded = thinking(bot("medium"), entry.name, registry.book)
    opening = Opening(game, dict.fromkeys(SEATS[game], minded), seed=seed)
    asyncio.run(_play(store, new_table(CATALOGUE, store, opening, None), registry))
    registry.close()
    store.close()
    return 0


def _children(pid: int) -> set[int]:
    """The processes that a process has started."""
    path = Path(f"/proc/{pid}/task")
    lists = path.glob("*/children") if path.exists() else ()
    return {int(number) for one in lists for number in one.read_text().split()}


def _left(pids: set[int]) -> set[int]:
    """Those of these processes that still run after a while."""
    until = time.monotonic() + ORPHANED
    while (left := {pid for pid in pids if _runs(pid)}) and time.monotonic() < until:
        time.sleep(0.02)
    return left


def _runs(pid: int) -> bool:
    """Whether there is such a process. One that has ended and isn't collected yet doesn't count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _killed_at_table(folder: Path, rng: Random, entry: ModelEntry) -> list[str]:
    home, game = folder / "home", rng.choice(list(SEATS))
    home.mkdir()
    child = forked(folder, lambda: _table(home, entry, game, rng.randrange(1000)))
    until, children = time.monotonic() + rng.uniform(0, LOADED), set[int]()
    while time.monotonic() < until:
        children |= _children(child.pid)
        time.sleep(0.02)
    children |= _children(child.pid)
    child.kill(0)
    faults = child.faults() + [f"the process of the model still runs: {pid}" for pid in _left(children)]
    if not (home / "arena.db").exists():
        return faults
    faults += unsound(home, told=acknowledged(folder / "acks"))
    with opened(home / "arena.db") as (store, _):
        registry = _registry(home, entry)
        for row in list(store.every(SessionQuery(unfinished=True))):
            try:
                asyncio.run(_play(store, resumed_table(CATALOGUE, store, row.id), registry))
            except AlreadyPlayed:
                continue  # killed between the last reply and its end
        registry.close()
    return faults + [f"afterwards: {fault}" for fault in unsound(home)]


def _with_file(folder: Path, rng: Random) -> list[str]:
    """A model file, which a process of its own loads."""
    found = brought()
    return _killed_at_table(folder, rng, next(iter(found.values()))) if found else []


def _with_server(folder: Path, rng: Random) -> list[str]:
    """A server whose model passes its exam and takes a moment for each line."""
    with StubServer(delay=0.1) as server:
        return _killed_at_table(folder, rng, ModelEntry("bob", "able:At the pet shop.", base_url=server.url))


# downloads


def _download(folder: Path, rng: Random) -> list[str]:
    home = folder / "home"
    home.mkdir()
    with StubHub(CONTENT) as hub:
        listed = hub.write_shelf(folder / "shelf.toml")
        hub.held_at = held = rng.randrange(len(CONTENT))
        part = hub.model.part(home / "models")

        def get() -> int:
            os.environ["HF_ENDPOINT"] = hub.url
            with mock.patch.object(shelf, "SHELF", listed):
                return command(home, "models", "get", "small")

        child = forked(folder, get)
        until = time.monotonic() + rng.uniform(0, LOADED)
        while part.size < held and time.monotonic() < until:
            time.sleep(0.002)
        child.kill(rng.uniform(0, 0.02))
        kept, fetched = part.size, len(hub.fetched)
        hub.release()
        faults = child.faults()
        again = forked(folder, get)
        if (status := again.wait()) != 0:
            faults.append(f"the next download ends with {status}: {(folder / 'stderr').read_text()[-300:]}")
        faults += again.faults()
        if kept and (came := hub.fetched[fetched].get("range")) != f"bytes={kept}-":
            faults.append(f"{kept} bytes had come, and the next download asks for {came}")
    names = sorted(path.name for path in (home / "models").glob("*"))
    if names != [hub.model.file] or (home / "models" / hub.model.file).read_bytes() != CONTENT:
        faults.append(f"the folder has {names}")
    return faults


KINDS = (_download, _with_file, _with_server)


def attempt(seed: int, folder: Path) -> list[str]:
    """Kill one of them once, and look."""
    work = KINDS[seed % len(KINDS)]
    return [f"{work.__name__.strip('_')}: {fault}" for fault in work(folder, Random(f"minds/{seed}"))]


def missing() -> str:
    """Why it can't be run here."""
    return (
        "" if hasattr(os, "fork") and Path("/proc/self/task").exists() else "processes can't be watched here"
    )


FAMILY = Family("minds", 300, attempt, missing=missing)
