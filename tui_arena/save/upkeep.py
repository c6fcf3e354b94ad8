"""Looking after the save file: checks, backups, recovery, and what happens at the end.

Law: nothing here changes or deletes the only copy of anything.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tui_arena.save import lease, recover
from tui_arena.save.connect import plain
from tui_arena.save.errors import SaveError, told
from tui_arena.save.migrations import APPLICATION_ID

if TYPE_CHECKING:
    from tui_arena.save.store import Store

SMALL = 16 * 1024 * 1024
"""Bytes up to which a file is checked at once; larger ones when asked."""


class Pulse:
    """A heartbeat in a thread of its own, from `start` to `stop`."""

    def __init__(self, beat: Callable[[], None]) -> None:
        self._beat = beat
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to beat, if it does not yet."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="save-heartbeat", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Beat no more."""
        self._stopped.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(lease.BEAT):
            try:
                self._beat()
            except SaveError:
                continue  # a beat that could not be saved is made up by the next


def quick_check(db: sqlite3.Connection, path: Path) -> list[str]:
    """What is wrong in the file, a sentence each; none if it is sound."""
    try:
        rows = [str(row[0]) for row in db.execute("PRAGMA quick_check(5)").fetchall()]
    except sqlite3.DatabaseError as error:
        rows = [str(error)]
    return [] if rows == ["ok"] else [f"{path}: damaged ({' '.join(row.split())})" for row in rows]


def health(db: sqlite3.Connection, path: Path) -> list[str]:
    """Sentences about the file for whoever asks how it is."""
    count = db.execute("SELECT count(*) FROM header").fetchone()[0]
    journal = db.execute("PRAGMA journal_mode").fetchone()[0]
    size = path.stat().st_size / 1e6
    copies = sorted((path.parent / "backups").glob("arena-*.db"))
    newest = copies[-1].name if copies else "none yet"
    return [
        f"save file: {path}, {size:.1f} MB, {count} sessions, journal {journal}, newest backup {newest}",
        *(quick_check(db, path) or ["save file: sound"]),
    ]


def backup(db: sqlite3.Connection, path: Path) -> None:
    """A whole copy at a path where there is nothing. Raises SaveError."""
    if path.exists():
        raise SaveError(f"{path}: is there already; name a new file")
    recover.copy_to(db, path)


def restore(backup: Path, path: Path) -> Path | None:
    """Put a backup in the save file's place, after checking it. Raises SaveError.

    The file that was there is kept under a dated name, which is returned.
    """
    if not backup.is_file():
        raise SaveError(f"{backup}: there is no such file")
    with told(backup):
        db = plain(backup, uri="?mode=ro")
        try:
            if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                raise SaveError(f"{backup}: is no save file of this program")
            faults = quick_check(db, backup)
            if faults:
                raise SaveError(f"{faults[0]}; the save file is left as it is")
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh = path.with_name(f".{path.name}.restored")
            fresh.unlink(missing_ok=True)
            recover.copy_to(db, fresh)
        finally:
            db.close()
    kept = recover.put_aside(path, "replaced") if path.exists() else None
    fresh.replace(path)
    return kept


def recovered(store: Store, aside: Path) -> str:
    """Read what can be read of a file set aside into a fresh one; a sentence for the user."""
    raise NotImplementedError


def after_a_crash(store: Store) -> list[str]:
    """Check a file that was not closed, if that is quick; sentences for the user."""
    if store.path.stat().st_size > SMALL:
        return []
    return store.check()


def leave(db: sqlite3.Connection, path: Path, owner: lease.Owner) -> None:
    """Note that an owner closes the file, and fold its log into it."""
    try:
        db.execute("BEGIN IMMEDIATE")
        lease.tidy(db, [owner.token])
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        if db.in_transaction:
            db.execute("ROLLBACK")
