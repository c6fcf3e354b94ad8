"""Leases on sessions, so that two windows can't play the same one.

A lease is valid while its owner's process runs. On the same machine the system says whether it runs, by
process number and start time. For another machine, or where the system can't tell, the owner's last
heartbeat must be recent.
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
    """One process's opening of the save file, which can hold leases."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.host = platform.node()
        self.pid = os.getpid()
        self.born = born(self.pid)

    def row(self) -> tuple[str, str, int, str, float]:
        """What a lease, or the note that it has the file open, says of it now."""
        return self.token, self.host, self.pid, self.born, time.time()


def born(pid: int) -> str:
    """When a process started, as the system writes it; empty if the system doesn't say.

    It is empty, too, for a process that has ended but isn't collected yet (state Z).
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return fields[19] if len(fields) > 19 and fields[0] != "Z" else ""


def alive(host: str, pid: int, since: str, heartbeat: float) -> bool:
    """Whether the process that owns a lease still runs. Odd values are nobody's."""
    if not isinstance(pid, int) or not 0 < pid < 2**31 or not isinstance(heartbeat, int | float):
        return False
    if host != platform.node() or sys.platform == "win32":
        return abs(time.time() - heartbeat) < STALE  # a clock that went back must not make it last
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # the process belongs to another user, but it runs
    return born(pid) == since


def take(db: sqlite3.Connection, owner: Owner, n: int) -> bool:
    """Lease a session within the open transaction; False if another owner that still runs holds it."""
    row = db.execute("SELECT owner, host, pid, born, heartbeat FROM lease WHERE n = ?", (n,)).fetchone()
    if row is not None and row[0] != owner.token and alive(*row[1:]):
        return False
    db.execute(
        "INSERT OR REPLACE INTO lease (n, owner, host, pid, born, heartbeat) VALUES (?, ?, ?, ?, ?, ?)",
        (n, *owner.row()),
    )
    return True


def let_go(db: sqlite3.Connection, owner: Owner, n: int | None) -> None:
    """Give a lease back within the open transaction; does nothing if this owner doesn't hold it."""
    db.execute("DELETE FROM lease WHERE n = ? AND owner = ?", (n, owner.token))


def held(db: sqlite3.Connection) -> set[int]:
    """Numbers of the sessions held by owners that still run."""
    rows = db.execute("SELECT n, host, pid, born, heartbeat FROM lease").fetchall()
    return {row[0] for row in rows if alive(*row[1:])}


def owners(db: sqlite3.Connection) -> set[str]:
    """The owners that have the file open and still run."""
    rows = db.execute("SELECT owner, host, pid, born, heartbeat FROM opened").fetchall()
    return {str(row[0]) for row in rows if alive(*row[1:])}


def enter(db: sqlite3.Connection, owner: Owner) -> list[str]:
    """Note within the open transaction that this owner has the file open.

    Returns the owners that ended without closing it; their rows stay until `tidy`.
    """
    rows = db.execute("SELECT owner, host, pid, born, heartbeat FROM opened").fetchall()
    db.execute("INSERT INTO opened (owner, host, pid, born, heartbeat) VALUES (?, ?, ?, ?, ?)", owner.row())
    return [row[0] for row in rows if not alive(*row[1:])]


def tidy(db: sqlite3.Connection, tokens: list[str]) -> None:
    """Forget owners that are gone, and their leases, within the open transaction."""
    for table in ("opened", "lease"):
        db.executemany(f"DELETE FROM {table} WHERE owner = ?", [(t,) for t in tokens])


def beat(db: sqlite3.Connection, owner: Owner) -> None:
    """Record within the open transaction that this owner still runs."""
    for table in ("opened", "lease"):
        db.execute(f"UPDATE {table} SET heartbeat = ? WHERE owner = ?", (time.time(), owner.token))
