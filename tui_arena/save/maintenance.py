"""Looking after the save file: heartbeat, checks, backups, restoring, recovery, and closing.

Nothing here changes or deletes the only copy of anything. Sessions are recovered from a damaged file and, where it
can't be read, from the newest backup: their events are kept up to the first that can't be read or folded.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tui_arena.core.events import BadEvent, Event
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save import lease, sessions
from tui_arena.save.connect import (
    MARK,
    companion,
    copy_to,
    keep_copy,
    mark_damaged,
    plain,
    put_aside,
    stamp,
    sync_folder,
)
from tui_arena.save.errors import Busy, Damaged, Newer, SaveError, as_save_errors
from tui_arena.save.migrations import APPLICATION_ID, VERSION, version_of
from tui_arena.save.sessions import Books

KEPT = 3
"""How many rotated backups are kept."""
LARGE = 64 * 1024 * 1024
"""Files up to this many bytes are backed up once a day, larger ones once a week."""


class Pulse:
    """A heartbeat in a separate thread, from `start` to `stop`."""

    def __init__(self, beat: Callable[[], None]) -> None:
        self._beat = beat
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread, if it isn't running yet."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="save-heartbeat", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop the heartbeat and wait for the thread to end."""
        self._stopped.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(lease.BEAT):
            try:
                self._beat()
            except SaveError:
                continue  # if a beat can't be saved, the next one makes up for it


def quick_check(db: sqlite3.Connection, path: Path) -> list[str]:
    """What is wrong with the file, one sentence per fault; empty if it is sound."""
    try:
        rows = [str(row[0]) for row in db.execute("PRAGMA quick_check(5)").fetchall()]
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
        f"save file: {path}, {size:.1f} MB, {count} sessions, journal {journal}, newest backup {newest}",
        *(quick_check(db, path) or ["save file: sound"]),
    ]


def backup(db: sqlite3.Connection, path: Path) -> None:
    """Write a whole copy of the file to a path where there is none. Raises SaveError."""
    if path.exists():
        raise SaveError(f"{path}: is there already; name a new file")
    copy_to(db, path)


def restore(backup: Path, path: Path) -> Path | None:
    """Put a backup in the save file's place, after checking it. Raises SaveError.

    The file that was there is kept under a dated name, which is returned; None if there was no file.
    Refused while a window has the save file open.
    """
    if not backup.is_file():
        raise SaveError(f"{backup}: there is no such file")
    _refuse_if_open(path)
    fresh = companion(path, ".restored")
    with as_save_errors(backup):
        db = plain(backup, uri="?mode=ro")
        try:
            _refuse_backup(db, backup)
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh.unlink(missing_ok=True)
            copy_to(db, fresh)
        except OSError as error:
            raise SaveError(f"{path.parent}: can't be written ({error.strerror})") from None
        finally:
            db.close()
    with as_save_errors(fresh), closing(plain(fresh)) as db:
        db.execute("DELETE FROM opened")
        db.execute("DELETE FROM lease")
    kept = put_aside(path, "replaced") if path.exists() else None
    fresh.replace(path)
    sync_folder(path.parent)
    return kept


def _refuse_backup(db: sqlite3.Connection, backup: Path) -> None:
    """Raise SaveError unless the file is a sound save file of this version or an older one."""
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise SaveError(f"{backup}: is no save file of this program")
    if version_of(db) > VERSION:
        raise Newer(f"{backup}: was written by a newer version of this program; update to restore it")
    faults = quick_check(db, backup)
    if faults:
        raise Damaged(f"{faults[0]}; the save file is left as it is")


def _refuse_if_open(path: Path) -> None:
    if not path.is_file():
        return
    try:
        with closing(plain(path, uri="?mode=ro")) as db:
            owners = db.execute("SELECT host, pid, born, heartbeat FROM opened").fetchall()
    except (sqlite3.Error, UnicodeDecodeError):
        return  # damaged, or not a save file, so no window can have it open
    if any(lease.alive(*row) for row in owners):
        raise Busy(f"{path}: is open in another window; close it and try again")


def rotate(db: sqlite3.Connection, path: Path) -> None:
    """Make a new backup if the last one is old enough, and keep only the newest `KEPT`. Raises SaveError."""
    copies = copies_of(path)
    size = path.stat().st_size
    wait = timedelta(days=1 if size <= LARGE else 7)
    if copies:
        made = datetime.fromtimestamp(copies[-1].stat().st_mtime, UTC)
        if datetime.now(UTC) - made < wait:
            return
    if not db.execute("SELECT EXISTS (SELECT 1 FROM header)").fetchone()[0]:
        return
    if companion(path, MARK).exists() or quick_check(db, path):
        mark_damaged(path)  # a copy of a damaged file would push out a good one
        return
    keep_copy(db, path, f"{path.stem}-{stamp()}.db")
    for old in copies_of(path)[:-KEPT]:
        old.unlink(missing_ok=True)


def copies_of(path: Path) -> list[Path]:
    """The rotated backups of a save file, newest last."""
    copies = (path.parent / "backups").glob(f"{path.stem}-[0-9]*.db")
    return sorted(copies, key=lambda copy: copy.stat().st_mtime_ns)


def leave(db: sqlite3.Connection, path: Path, owner: lease.Owner) -> None:
    """Note that an owner closes the file, make a backup if one is due, and merge the log into the file.

    Errors are ignored, because the next start makes up for what failed here.
    """
    try:
        db.execute("BEGIN IMMEDIATE")
        lease.tidy(db, [owner.token])
        db.execute("COMMIT")
        rotate(db, path)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (sqlite3.Error, SaveError, OSError):
        if db.in_transaction:
            db.execute("ROLLBACK")


_UNREADABLE = (sqlite3.Error, BadEvent, SaveError, KeyError, TypeError, ValueError, IndexError)
"""Errors that a damaged row can raise while its session is read."""


@dataclass(frozen=True, slots=True)
class RecoveredSession:
    """A session that could be read, with its origin and the time when it was saved."""

    session: Session
    origin: str
    saved: str


def recover(books: Books, damaged: Path, backup: Path | None) -> tuple[int, int]:
    """Save what can be read in an empty file; returns how many sessions came from each source.

    If both sources hold a session, the longer one is taken.
    """
    lengths: dict[str, int] = {}
    from_damaged = _take(books, damaged, lengths)
    from_backup = 0 if backup is None else _take(books, backup, lengths)
    return from_damaged, from_backup


def _take(books: Books, source: Path, lengths: dict[str, int]) -> int:
    taken = 0
    for found in readable(source, books.catalogue):
        session = found.session
        if len(session.events) <= lengths.get(session.id, -1):
            continue
        sessions.delete(books, session.id)
        head = sessions.put(books.db, session, found.origin, found.saved)
        sessions.derive_again(books, head.n)
        taken += session.id not in lengths
        lengths[session.id] = len(session.events)
    return taken


def readable(source: Path, catalogue: Catalogue) -> Iterator[RecoveredSession]:
    """The sessions of a file that can be read, each with the events that can be read."""
    try:
        db = plain(source, uri="?mode=ro")
        db.execute("PRAGMA writable_schema = ON")  # lets SQLite read what is left of a cut-off file
    except (sqlite3.Error, UnicodeDecodeError):
        return
    try:
        for n in _numbers(db):
            try:
                yield _session(db, n, catalogue)
            except _UNREADABLE:
                continue
    finally:
        db.close()


def _numbers(db: sqlite3.Connection) -> list[int]:
    """Numbers of sessions, found in several ways, because damage may block one way and not another."""
    ways = (
        "SELECT n FROM header NOT INDEXED ORDER BY n",
        "SELECT n FROM header NOT INDEXED ORDER BY n DESC",
        "SELECT n FROM header ORDER BY id",
        "SELECT n FROM header ORDER BY id DESC",
    )
    found = {row[0] for way in ways for row in _until_damage(db, way)}
    return sorted(n for n in found if isinstance(n, int))


def _until_damage(
    db: sqlite3.Connection, sql: str, values: tuple[Any, ...] = ()
) -> Iterator[tuple[Any, ...]]:
    try:
        yield from db.execute(sql, values)
    except (sqlite3.Error, UnicodeDecodeError):
        return


def _session(db: sqlite3.Connection, n: int, catalogue: Catalogue) -> RecoveredSession:
    row = db.execute(f"{sessions.HEADER} WHERE n = ?", (n,)).fetchone()
    session = sessions.session_of(row, [], catalogue, _messages(db, n))
    may_skip = bool(row[6])  # an imported session may number its events with gaps
    events = _events(db, n, session, catalogue, may_skip=may_skip)
    return RecoveredSession(session.with_events(events), row[6], row[5])


def _messages(db: sqlite3.Connection, n: int) -> dict[str, list[Any]]:
    try:
        return dict(sessions.messages_of(db, n))
    except (sqlite3.Error, ValueError):
        return {}  # the messages sent to models are lost, but the replies are not


def _events(
    db: sqlite3.Connection, n: int, session: Session, catalogue: Catalogue, *, may_skip: bool
) -> list[Event]:
    info = catalogue.games.get(session.game)
    play: Play[Any] | None = None if info is None else Play(info.game, session.setup)
    names = dict(_until_damage(db, "SELECT seq, name FROM renamed WHERE n = ?", (n,)))
    events: list[Event] = []
    for row in _until_damage(db, "SELECT seq, type, body FROM event WHERE n = ? ORDER BY seq", (n,)):
        try:
            event = sessions.renamed(row, names)
            if event.seq != len(events) + 1 and not may_skip:
                break
            if play is not None:
                play.feed(event)
        except _UNREADABLE:
            break
        events.append(event)
    return events
