"""Every byte of a small save file, changed once: nothing ends in a traceback, and what can be read is kept."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import tempfile
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.save.making import played, started, won
from tests.save.sessions import CATALOGUE
from tests.torture.family import Family, spread
from tests.torture.program import opened, said, sessions_in, strays
from tui_arena.core.session import Session
from tui_arena.save.migrations import APPLICATION_ID
from tui_arena.save.store import SaveError

PAGE = 512
"""Bytes of a page: the smallest, so that the file is small and most of its bytes mean something."""
TRIES = 52_000
"""At least as many as the file has bytes, so that a full run changes every byte once."""
Rows = dict[str, tuple[Any, ...]]


@cache
def small() -> bytes:
    """A save file of three sessions, closed properly."""
    with tempfile.TemporaryDirectory(prefix="torture-flips-") as folder:
        path = Path(folder) / "arena.db"
        with opened(path) as (store, _):
            store.save(won(CATALOGUE, started(CATALOGUE, 1)))
            store.save(won(CATALOGUE, started(CATALOGUE, 2, {"guesser": "bot:easy"}), 3))
            store.save(played(CATALOGUE, started(CATALOGUE, 3), ["slate", "crony"]))
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute(f"PRAGMA page_size = {PAGE}")
            db.execute("VACUUM")
            db.execute("PRAGMA journal_mode = WAL")
        return path.read_bytes()


@cache
def whole() -> tuple[Mapping[str, Session], Rows]:
    """Its sessions, and their rows as they stand in the file."""
    with tempfile.TemporaryDirectory(prefix="torture-flips-") as folder:
        path = Path(folder) / "arena.db"
        path.write_bytes(small())
        rows = readable(path)
        with opened(path) as (store, _):
            return sessions_in(store), rows


def readable(path: Path) -> Rows:
    """The rows of each session that SQLite alone can read, by the session's id."""
    found: Rows = {}
    with (
        contextlib.suppress(sqlite3.Error, UnicodeDecodeError),
        contextlib.closing(sqlite3.connect(path)) as db,
    ):
        for head in db.execute(
            "SELECT n, id, game, rules, started, saved, origin, body FROM header ORDER BY n"
        ).fetchall():
            with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
                events = db.execute("SELECT seq, type, body FROM event WHERE n = ? ORDER BY seq", (head[0],))
                found[head[1]] = (*head[1:], tuple(events.fetchall()))
    return found


def attempt(seed: int, folder: Path) -> list[str]:
    """Change one byte and use the file."""
    position = spread(seed, len(small()))
    data = bytearray(small())
    data[position] ^= Random(f"flips/{seed}").randrange(1, 256)
    home = folder / "home"
    home.mkdir()
    path, beside = home / "arena.db", folder / "beside.db"
    path.write_bytes(data)
    beside.write_bytes(data)
    kept = {key: value for key, value in readable(beside).items() if value == whole()[1].get(key)}
    faults = _used(home, bytes(data), kept.keys())
    return [f"{fault} (at byte {position} of {len(data)})" for fault in faults]


def _used(home: Path, data: bytes, kept: AbstractSet[str]) -> list[str]:
    faults: list[str] = []
    path = home / "arena.db"
    export = ["export", "--all", "--secrets", "--out", str(home.parent / "out.json")]
    for arguments in (["sessions"], export, ["doctor"], ["doctor", "--rebuild"], export):
        if arguments[-1] == "--rebuild" and (home.parent / "out.json").exists():
            break  # else damage was met on the way, and the sentence said that the next start or this mends it
        ran = said(home, *arguments)
        faults += ran.faults(arguments[0])
        if ran.status not in (0, 1, 2):
            faults.append(f"{arguments[0]} ends with {ran.status}")
        if ran.status and not (ran.err.strip() or arguments[0] == "doctor"):
            faults.append(f"{arguments[0]} ends with {ran.status} and says nothing")
    aside = [one for one in home.glob("arena.db.corrupt-*") if not one.name.endswith(("-wal", "-shm"))]
    faults += ["the file was set aside twice"] if len(aside) > 1 else []
    for one in aside:
        gone = kept - readable(one).keys()
        faults += [f"sessions {sorted(gone)} can't be read any more in {one.name}"] if gone else []
    try:
        with opened(path) as (store, _):
            held = {}
            for session_id in whole()[0]:
                with contextlib.suppress(SaveError, KeyError, TypeError, ValueError):
                    held[session_id] = store.load(session_id)
    except SaveError as error:
        if int.from_bytes(data[68:72], "big") == APPLICATION_ID and data.startswith(b"SQLite format 3\0"):
            faults.append(f"it can't be opened: {error}")
        if path.read_bytes() != data:
            faults.append("it can't be opened, and was changed all the same")
        return faults
    faults += _lost(held, kept, home.parent / "out.json")
    left_over = strays(home)
    return [*faults, *([f"files are left over: {', '.join(left_over)}"] if left_over else [])]


def _lost(held: Mapping[str, Session], kept: Any, out: Path) -> list[str]:
    """What SQLite alone could read and the program did not keep or export."""
    faults = []
    for session_id in kept:
        events = whole()[0][session_id].events
        if session_id not in held or held[session_id].events[: len(events)] != events:
            faults.append(f"session {session_id} could be read and is not kept")
    exported = {one["id"] for one in _documents(out)}
    missing = [session_id for session_id in kept if session_id in held and session_id not in exported]
    return [*faults, *([f"sessions {missing} can be read and are not in the export"] if missing else [])]


def _documents(out: Path) -> list[dict[str, Any]]:
    if not out.exists():
        return []
    read = json.loads(out.read_text("utf-8"))
    return list(read) if isinstance(read, list) else [read]


def prepare() -> None:
    """Make the file."""
    whole()
    assert len(small()) <= TRIES
    with tempfile.TemporaryDirectory(prefix="torture-flips-") as folder:
        attempt(0, Path(folder))


FAMILY = Family("flips", TRIES, attempt, prepare=prepare)
