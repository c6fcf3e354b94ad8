"""Two to eight processes on one save file at once: what each did is there, and no user hears of a lock."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.save.sessions import GOLDEN
from tests.torture.family import Family
from tests.torture.kills import GAMES, held_in_template, missing, play_tables, template_file
from tests.torture.program import acknowledged, command, forked, opened, sessions_in, unsound
from tui_arena.save.store import SaveError, open_store

MOST = 8
"""Processes at once."""
TURNS = 2
"""What one process does, one after the other."""
LOCKED = (b"database is locked", b"another program", b"another window")
"""What stderr says if a lock reached the user."""


def _run(home: Path, rng: Random, _file: Path) -> tuple[list[str], int]:
    sessions = rng.randrange(1, 4)
    arguments = ["run", rng.choice(GAMES), "--sessions", str(sessions), "--seed", str(rng.randrange(99))]
    return [*arguments, "--concurrency", str(rng.choice((1, 4)))], sessions


def _import(_home: Path, rng: Random, file: Path) -> tuple[list[str], int]:
    """Sessions of its own: their ids are made anew."""
    documents = [json.loads(path.read_text("utf-8")) for path in rng.sample(GOLDEN, 3)]
    whole = [one.get("session", one) for one in documents]
    file.write_text("\n".join(json.dumps({k: v for k, v in one.items() if k != "id"}) for one in whole))
    return ["import", str(file)], len(whole)


def _fixed(*arguments: str) -> Callable[[Path, Random, Path], tuple[list[str], int]]:
    return lambda _home, _rng, file: ([text.format(file=file) for text in arguments], 0)


WORK: tuple[Callable[[Path, Random, Path], tuple[list[str], int]], ...] = (
    _run,
    _run,
    _import,
    _fixed("sessions"),
    _fixed("stats", "wordle"),
    _fixed("export", "--all", "--out", "{file}.json"),
    _fixed("doctor", "--rebuild"),
    _fixed("doctor"),
    _fixed("backup", "{file}.db"),
)
PATIENCE = 60.0
"""Seconds that each process waits for the others: on a loaded machine eight of them need more than the usual five."""
TABLE = len(WORK)
"""The number of the work that is no command: a table of the app."""


def _process(home: Path, folder: Path, seed: str) -> int:
    """What one process does; it tells on standard output how many sessions it added."""
    assert open_store.__kwdefaults__ is not None
    open_store.__kwdefaults__["patience"] = PATIENCE
    rng = Random(seed)
    worst = 0
    for turn in range(TURNS):
        chosen = rng.randrange(TABLE + 1)
        if chosen == TABLE:
            try:
                with opened(home / "arena.db") as (store, _):
                    asyncio.run(play_tables(store, rng, 1))
                print("added 1")
            except SaveError as error:
                raise AssertionError(f"a table could not be saved: {error}") from error
            continue
        arguments, added = WORK[chosen](home, rng, folder / f"file-{turn}.jsonl")
        status = command(home, *arguments)
        if status != 0 and arguments[0] != "doctor":
            worst = status
            print(f"\nfailed {arguments} {status}")
        else:
            print(f"\nadded {added}")
    return worst


def attempt(seed: int, folder: Path) -> list[str]:
    """Let several processes loose on one file."""
    rng = Random(f"concurrency/{seed}")
    home = folder / "home"
    template_file(home)
    children = []
    for number in range(rng.randrange(2, MOST + 1)):
        own = folder / str(number)
        own.mkdir()
        children.append(forked(own, lambda own=own, number=number: _process(home, own, f"{seed}/{number}")))  # type: ignore[misc]
    faults: list[str] = []
    added: Counter[str] = Counter()
    told: dict[str, dict[int, str]] = {}
    for child in children:
        status = child.wait()
        err = (child.folder / "stderr").read_bytes()
        crashed = child.faults()
        faults += crashed
        lines = (child.folder / "stdout").read_text().splitlines()
        faults += [f"{line}: {err[-300:].decode()}" for line in lines if line.startswith("failed ")]
        faults += [f"a process ends with {status}"] if status and not faults else []
        faults += ["a lock reached the user: " + err[-300:].decode()] if any(t in err for t in LOCKED) else []
        added["sessions"] += sum(int(line.split()[1]) for line in lines if line.startswith("added "))
        told |= acknowledged(child.folder / "acks")
    before = held_in_template()
    faults += unsound(home, told=told, before=before)
    with opened(home / "arena.db") as (store, _):
        count = len(sessions_in(store))
    if count != len(before) + added["sessions"] and not faults:
        faults.append(f"{count} sessions are there; {len(before)} were, and {added['sessions']} were added")
    return faults


def prepare() -> None:
    """Make what all begin with."""
    held_in_template()


FAMILY = Family("concurrency", 200, attempt, prepare=prepare, missing=missing)
