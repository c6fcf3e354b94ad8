"""The connections of an open save file, their locks, and the transactions on them.

There is one connection for writing and one for reading. Each has its own lock, so reading a long list never
delays saving an event.

Law: a block turns every database error into a `SaveError`, and a block that fails changes nothing.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tui_arena.save import maintenance
from tui_arena.save.connect import Connected, mark_damaged, plain
from tui_arena.save.errors import Damaged, ReadOnly, SaveError, Stale, as_save_errors

UNREADABLE_FOR_A_MOMENT = "the disk couldn't be read for a moment; everything saved before is safe. Try again"
"""The message for a false alarm: SQLite reports damage if the disk fails to read a page of a sound file."""


class Access:
    """The connections to an open save file, safe to use from several threads."""

    def __init__(self, path: Path, connected: Connected, rolled_back: Callable[[], None]) -> None:
        """`rolled_back` is called before a transaction is rolled back."""
        self.path = path
        self.read_only = connected.read_only
        self.db = connected.db
        self.stale = False
        """True if a derived row couldn't be read; the next start then makes the derived rows again."""
        self._rolled_back = rolled_back
        self._lock = threading.RLock()
        self._reader: sqlite3.Connection | None = None
        self._reader_lock = threading.RLock()
        self._scratch = connected.scratch
        self._patience = connected.patience
        self._closed = False
        self._identity, self._size = _identity(path)

    @contextmanager
    def _guarded(self, lock: threading.RLock) -> Iterator[None]:
        """Hold a lock, turn database errors into SaveError, and note damage for the next start."""
        with lock:
            if self._closed:
                raise SaveError(f"{self.path}: the save file is closed")
            try:
                with as_save_errors(self.path):
                    yield
            except Damaged as error:
                if self.read_only:
                    raise
                db = self._reader if lock is self._reader_lock else self.db
                if isinstance(error.__cause__, sqlite3.Error) and db and not maintenance.check(db, self.path):
                    raise SaveError(f"{self.path}: {UNREADABLE_FOR_A_MOMENT}") from error
                mark_damaged(self.path)
                raise
            except Stale:
                self.stale = True
                raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection for reading; it is opened when it is first needed."""
        with self._guarded(self._reader_lock):
            if self._reader is None:
                self._reader = (
                    self.db if self.read_only else plain(self.path, uri="?mode=ro", patience=self._patience)
                )
            yield self._reader

    @contextmanager
    def looking(self) -> Iterator[sqlite3.Connection]:
        """The connection for writing, used to read at the start while the other one isn't open yet."""
        with self._guarded(self._lock):
            yield self.db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction in the file. Raises ReadOnly."""
        if self.read_only:
            raise ReadOnly(f"{self.path}: is open read-only, so nothing new is saved")
        with self.changing() as db:
            yield db

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction in the file, or in the copy that is read instead of the file."""
        with self._guarded(self._lock):
            self._check_place()
            db = self.db
            db.execute("BEGIN IMMEDIATE")
            _, self._size = _identity(self.path)  # read while nobody else may write
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                self._rolled_back()
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def _check_place(self) -> None:
        """Raise SaveError if the path no longer leads to the opened file, Damaged if the file got shorter.

        A sound save file never gets shorter.
        """
        identity, size = _identity(self.path)
        if identity != self._identity:
            raise SaveError(
                f"{self.path}: the save file was moved, deleted or replaced while it was open, so "
                "nothing more is saved; put it back and try again, or restart with the file that's "
                "there"
            )
        if size < self._size:
            raise Damaged(
                f"{self.path}: the save file was truncated while it was open, so nothing more is saved; "
                "the next start recovers everything that can be read"
            )

    def close(self, leave: Callable[[], None] = lambda: None) -> None:
        """Close both connections. It may be called twice.

        `leave` is called before the connection for writing is closed.
        """
        with self._reader_lock, self._lock:
            if self._closed:
                return
            self._closed = True
            if self._reader is not None:
                self._reader.close()
            leave()
            self.db.close()
            if self._scratch is not None:
                self._scratch.cleanup()


def _identity(path: Path) -> tuple[tuple[int, int] | None, int]:
    """The device and inode numbers of a file, and its size; None and 0 if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None, 0
    return (found.st_dev, found.st_ino), found.st_size
