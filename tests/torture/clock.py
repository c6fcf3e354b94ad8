"""A clock that jumps back in the middle of something: by an hour, a day, or to 1970.

`power.c` moves the time of day from the nth look at it on, for the program and for SQLite. The steady clock, which
never goes back, is left alone.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.torture.family import Family, spread
from tests.torture.power import NAMED, begun, done, end_server, missing, sessions_at_first
from tests.torture.program import Child, acknowledged, opened, unsound
from tui_arena.save.store import SessionQuery

HOUR = 3600
BACK: Mapping[str, int] = {"an hour": -HOUR, "a day": -24 * HOUR, "1970": -(2**33)}
WORK = ("first", "table", "run", "import", "rebuild", "backup", "restore", "migrate", "salvage", "export")
TRIES = 2_000


@cache
def looks() -> Mapping[str, int]:
    """How often each scenario looks at the clock."""
    found = {}
    for name in WORK:
        with tempfile.TemporaryDirectory(prefix="torture-clock-") as made:
            folder = Path(made)
            begun(folder, NAMED[name])
            assert done(folder, NAMED[name], at=0, by=0) == 0, (name, (folder / "stderr").read_text())
            found[name] = int((folder / "looks").read_text())
    return found


def attempt(seed: int, folder: Path) -> list[str]:
    """Let the clock jump back once, and look."""
    every = [(name, how) for name in WORK for how in BACK]
    name, how = every[spread(seed, len(every))]
    at = 1 + spread(seed, looks()[name])
    home = begun(folder, NAMED[name])
    before = sessions_at_first(home, folder) if name != "migrate" else {}
    status = done(folder, NAMED[name], at=at, by=BACK[how])
    faults = Child(0, folder).faults()
    if status != 0:
        faults.append(f"it ends with {status}: {(folder / 'stderr').read_text()[-300:]}")
    told = acknowledged(folder / "acks")
    faults += unsound(home, told=told, before=before, noticed=name == "salvage", lines=name != "run")
    faults += _order(home)
    return [f"{name}: {fault} (at {how}, look {at} of {looks()[name]})" for fault in faults]


def _order(home: Path) -> list[str]:
    """What is wrong with the order of lists and of runs: what was begun last stands first."""
    with opened(home / "arena.db") as (store, _):
        listed = [row.rank[1] for row in store.every(SessionQuery()) if "imported" not in row.flags]
        notes = [json.loads(text) for text in store.notes("run:").values()]
    return [
        *([] if listed == sorted(listed, reverse=True) else [f"sessions are listed as {listed}"]),
        *([] if all(note["game"] for note in notes) else ["a run has no game"]),
    ]


def prepare() -> None:
    """Count how often the clock is looked at."""
    looks()
    end_server()


FAMILY = Family("clock", TRIES, attempt, prepare=prepare, missing=missing)
