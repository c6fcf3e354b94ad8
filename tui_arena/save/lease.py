"""Leases on sessions, so that two windows can't play the same one.

A lease is valid while its owner's process runs. On the same machine the system says whether the process runs: it
is identified by its number and start time. On another machine, or on Windows, the owner's last heartbeat must
be recent.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
import time
from pathlib import Path

BEAT = 20.0
"""Seconds between two heartbeats."""
STALE = 6 * BEAT
"""Seconds without a heartbeat after which an owner whose process can't be checked counts as gone."""


class Owner:
    """One opening of the save file by a process; it can hold leases."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.host = platform.node()
        self.pid = os.getpid()
        self.born = born(self.pid)

    def row(self) -> tuple[str, str, int, str, float]:
        """This owner's columns in the tables `lease` and `opened`, with the current time as heartbeat."""
        return self.token, self.host, self.pid, self.born, time.time()


def born(pid: int) -> str:
    """The start time of a process in the system's own form; empty if the system doesn't say.

    It is also empty for a process that has ended but whose parent hasn't collected it yet (state Z).
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return fields[19] if len(fields) > 19 and fields[0] != "Z" else ""


def alive(host: str, pid: int, since: str, heartbeat: float) -> bool:
    """True if the process that owns a lease still runs; False for odd values."""
    if not isinstance(pid, int) or not 0 < pid < 2**31 or not isinstance(heartbeat, int | float):
        return False
    if host != platform.node() or sys.platform == "win32":
        return abs(time.time() - heartbeat) < STALE  # a clock that was set back must not prolong the lease
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # the process belongs to another user, but it runs
    return born(pid) == since


def take(db: sqlite3.Connection, owner: Owner, n: int) -> bool:
    """Lease a session within the open transaction; False if another owner that still runs has leased it."""
    row = db.execute("SELECT owner, host, pid, born, heartbeat FROM lease WHERE n = ?", (n,)).fetchone()
    if row is not None and row[0] != owner.token and alive(*row[1:]):
        return False
    db.execute(
        "INSERT OR REPLACE INTO lease (n, owner, host, pid, born, heartbeat) VALUES (?, ?, ?, ?, ?, ?)",
        (n, *owner.row()),
    )
    return True


def let_go(db: sqlite3.Connection, owner: Owner, n: int | None) -> None:
    """Give a lease back within the open transaction; does nothing if this owner doesn't have the lease."""
    db.execute("DELETE FROM lease WHERE n = ? AND owner = ?", (n, owner.token))


def held(db: sqlite3.Connection) -> set[int]:
    """The numbers of the sessions that are leased by owners that still run."""
    rows = db.execute("SELECT n, host, pid, born, heartbeat FROM lease").fetchall()
    return {row[0] for row in rows if alive(*row[1:])}


def owners(db: sqlite3.Connection) -> set[str]:
    """The owners that have the file open and still run."""
    rows = db.execute("SELECT owner, host, pid, born, heartbeat FROM opened").fetchall()
    return {str(row[0]) for row in rows if alive(*row[1:])}


def enter(db: sqlite3.Connection, owner: Owner) -> list[str]:
    """Note within the open transaction that this owner has the file open.

    Returns the owners that ended without closing the file; their rows stay until `tidy` deletes them.
    """
    rows = db.execute("SELECT owner, host, pid, born, heartbeat FROM opened").fetchall()
    db.execute("INSERT INTO opened (owner, host, pid, born, heartbeat) VALUES (?, ?, ?, ?, ?)", owner.row())
    return [row[0] for row in rows if not alive(*row[1:])]


def tidy(db: sqlite3.Connection, tokens: list[str]) -> None:
    """Delete owners and their leases within the open transaction."""
    for table in ("opened", "lease"):
        db.executemany(f"DELETE FROM {table} WHERE owner = ?", [(t,) for t in tokens])


def beat(db: sqlite3.Connection, owner: Owner) -> None:
    """Record within the open transaction that this owner still runs."""
    for table in ("opened", "lease"):
        db.execute(f"UPDATE {table} SET heartbeat = ? WHERE owner = ?", (time.time(), owner.token))
