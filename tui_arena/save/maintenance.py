"""Looking after the save file: heartbeat, checks, backups, restoring, and closing.

No function here changes or deletes the only copy of anything. `salvage.py` recovers damaged files.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tui_arena.core.language.sentences import counted
from tui_arena.save import lease
from tui_arena.save.connect import (
    BACKUPS,
    NEXT,
    aside_name,
    companion,
    copy_to,
    is_marked,
    keep_copy,
    mark_damaged,
    plain,
    put_aside,
    refuse_special,
    stamp,
    step_in,
)
from tui_arena.save.errors import Busy, Damaged, Newer, SaveError, as_save_errors
from tui_arena.save.migrations import APPLICATION_ID, VERSION, version_of
from tui_arena.save.rollup.derived_rows import note_stale

KEPT = 3
"""The number of rotated backups that are kept."""
SMALL = 16 * 1024 * 1024
"""An unclosed file of at most this many bytes is checked on opening; a larger file only by `Store.check`."""
DAILY = 64 * 1024 * 1024
"""Files of at most this many bytes are backed up once a day, larger files once a week."""


class Pulse:
    """Work that is repeated in a separate thread, from `start` to `stop` or until there is no more to do."""

    def __init__(self, beat: Callable[[], bool], every: float = lease.BEAT) -> None:
        """`beat` does the work and returns whether there is more to do; `every`: seconds between beats."""
        self._beat = beat
        self._every = every
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread, if it isn't running yet."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="save-file", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop the work and wait for the thread to end."""
        self._stopped.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(self._every):
            try:
                if not self._beat():
                    return
            except SaveError:
                continue  # if a beat can't be saved, the next one makes up for it


def check(db: sqlite3.Connection, path: Path, *, whole: bool = False) -> list[str]:
    """The file's faults, one sentence each; empty if the file is sound.

    `whole`: also compare a large file's indexes with their tables, because a lookup by a damaged index misses
    rows. In a file of at most `SMALL` bytes they are always compared. If there are faults, the file is
    checked a second time, because a passing read error of the disk looks like damage.
    """
    return _checked(db, path, whole=whole) and _checked(db, path, whole=whole)


def _checked(db: sqlite3.Connection, path: Path, *, whole: bool) -> list[str]:
    try:
        how = "integrity_check" if whole or path.stat().st_size <= SMALL else "quick_check"
        rows = [str(row[0]) for row in db.execute(f"PRAGMA {how}(5)").fetchall()]
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        rows = [str(error)]
    return [] if rows == ["ok"] else [f"{path}: damaged ({' '.join(row.split())})" for row in rows]


def health(db: sqlite3.Connection, path: Path) -> list[str]:
    """Sentences about the file's size, sessions, journal, newest backup and damage."""
    count = db.execute("SELECT count(*) FROM header").fetchone()[0]
    journal = db.execute("PRAGMA journal_mode").fetchone()[0]
    size = path.stat().st_size / 1e6
    copies = copies_of(path)
    newest = copies[-1].name if copies else "none yet"
    return [
        (
            f"save file: {path}, {size:.1f} MB, {counted(count, 'session')}, journal {journal}, newest "
            f"backup {newest}"
        ),
        *(check(db, path) or ["save file: no damage found"]),
    ]


def backup(db: sqlite3.Connection, path: Path) -> None:
    """Write a complete copy of the file to a free path. Raises SaveError."""
    if path.exists():
        raise SaveError(f"{path}: already exists; name a new file")
    copy_to(db, path)


def restore(backup: Path, path: Path) -> Path | None:
    """Replace the save file by a copy of a backup, after checking the backup. Raises SaveError.

    The replaced file is kept under a dated name. Returns its path; None if there was no file.
    Raises Busy while a window has the save file open.
    """
    refuse_special(backup)
    if not backup.exists():
        raise SaveError(f"{backup}: there is no such file")
    refuse_special(path)
    _refuse_if_open(path)
    with as_save_errors(backup):
        db = plain(backup, uri="?mode=ro")
        try:
            _refuse_backup(db, backup)
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            companion(path, NEXT).unlink(missing_ok=True)
            copy_to(db, companion(path, NEXT))
        except OSError as error:
            raise SaveError(f"{path.parent}: can't be written ({error.strerror})") from None
        finally:
            db.close()
    kept = aside_name(path, "replaced") if path.exists() else None
    if kept is not None:
        put_aside(path, kept)
    step_in(path)
    with as_save_errors(path), closing(plain(path)) as db:
        for table in ("opened", "lease"):
            with suppress(sqlite3.OperationalError):  # the next start makes a missing table
                db.execute(f"DELETE FROM {table}")
    return kept


def _refuse_backup(db: sqlite3.Connection, backup: Path) -> None:
    """Raise SaveError unless the file is a sound save file of this version or an older one."""
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise SaveError(f"{backup}: this isn't a save file of TUI Arena")
    if version_of(db) > VERSION:
        raise Newer(f"{backup}: was written by a newer version of this program; update to restore it")
    faults = check(db, backup)
    if faults:
        raise Damaged(f"{faults[0]}; the save file isn't changed")


def _refuse_if_open(path: Path) -> None:
    if not path.exists():
        return
    try:
        with closing(plain(path, uri="?mode=ro")) as db:
            owners = lease.owners(db)
    except (sqlite3.Error, UnicodeDecodeError):
        return  # the file is damaged or not a save file, so no window can have it open
    if owners:
        raise Busy(f"{path}: is open in another window; close it and try again")


def rotate(db: sqlite3.Connection, path: Path) -> None:
    """Make a new backup if the last one is old enough, and keep only the newest `KEPT`. Raises SaveError."""
    copies = copies_of(path)
    size = path.stat().st_size
    wait = timedelta(days=1 if size <= DAILY else 7)
    _not_ahead(copies)
    if copies:
        made = datetime.fromtimestamp(copies[-1].stat().st_mtime, UTC)
        if datetime.now(UTC) - made < wait:
            return
    if not db.execute("SELECT EXISTS (SELECT 1 FROM header)").fetchone()[0]:
        return
    if is_marked(path) or check(db, path):
        mark_damaged(path)  # a copy of a damaged file would push out a good one
        return
    keep_copy(db, path, f"{path.stem}-{stamp()}.db")
    for old in copies_of(path)[:-KEPT]:
        old.unlink(missing_ok=True)


def _not_ahead(copies: list[Path]) -> None:
    """Give copies that are dated in the future, because the clock was set back, the current date.

    Otherwise a new copy would count as the oldest one and be deleted.
    """
    now = time.time_ns()
    for place, copy in enumerate(copies):
        if copy.stat().st_mtime_ns > now:
            dated = now - len(copies) + place
            os.utime(copy, ns=(dated, dated))


def copies_of(path: Path) -> list[Path]:
    """The rotated backups of a save file, newest last. Raises OSError."""
    copies = (path.parent / BACKUPS).glob(f"{path.stem}-[0-9]*.db")
    return sorted((copy for copy in copies if copy.is_file()), key=lambda copy: copy.stat().st_mtime_ns)


def leave(db: sqlite3.Connection, path: Path, owner: lease.Owner, *, stale: bool = False) -> None:
    """Note that an owner closes the file, make a backup if one is due, and merge the log into the file.

    `stale`: derived rows are broken, so the next start makes them again.
    Errors are ignored, because the next start repeats the steps that failed.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
        lease.tidy(db, [owner.token])
        if stale:
            note_stale(db)
        db.execute("COMMIT")
        rotate(db, path)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (sqlite3.Error, SaveError, OSError):
        if db.in_transaction:
            db.execute("ROLLBACK")
