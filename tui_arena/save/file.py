"""One open save file: its connections, locks and transactions, and how it is closed.

Law: a file has one connection for writing and one for reading, each behind its own lock. So threads may
share the file, and a long list never delays saving an event.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tui_arena.data import Catalogue
from tui_arena.save import lease
from tui_arena.save.connect import Connected, plain
from tui_arena.save.errors import Damaged, Full, ReadOnly, SaveError, as_save_errors
from tui_arena.save.ids import new_id
from tui_arena.save.repair import damage, maintenance
from tui_arena.save.rollup.groups import Rollup
from tui_arena.save.sessions import Books


class File:
    """One open save file's connections and transactions; the base of `Store`."""

    def __init__(self, path: Path, catalogue: Catalogue, connected: Connected) -> None:
        self.path = path
        self.read_only = connected.read_only
        self.unclean: list[str] = []
        """Owners that ended without closing the file; `Store.check` looks for damage they left."""
        self._owner = lease.Owner(new_id())
        self._catalogue = catalogue
        self._rollup = Rollup()
        self._pulse = maintenance.Pulse(self._beat)
        self._db = connected.db
        self._lock = threading.RLock()
        self._reader: sqlite3.Connection | None = None
        self._reader_lock = threading.RLock()
        self._scratch = connected.scratch
        self._patience = connected.patience
        self._closed = False
        self._identity = _identity(path)
        if not self.read_only:
            self._enter()

    def _enter(self) -> None:
        """Note in the file that it is open here. If that fails, close it and raise SaveError."""
        try:
            with self._writing() as db:
                self.unclean = lease.enter(db, self._owner)
        except Full:
            return  # there is no room for the note, but saved sessions can still be read
        except SaveError:
            self._closed = True
            self._db.close()
            raise

    def _beat(self) -> None:
        with self._writing() as db:
            lease.beat(db, self._owner)

    def _books(self, db: sqlite3.Connection) -> Books:
        return Books(db, self._rollup, self._catalogue)

    @contextmanager
    def _guarded(self, lock: threading.RLock) -> Iterator[None]:
        """Hold a lock; database errors become SaveError, and damage is noted for the next start."""
        with lock:
            if self._closed:
                raise SaveError(f"{self.path}: the save file is closed")
            try:
                with as_save_errors(self.path):
                    yield
            except Damaged:
                if not self.read_only:
                    damage.mark(self.path)
                raise

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """The reading connection, separate so that a long list never delays saving an event."""
        with self._guarded(self._reader_lock):
            if self._reader is None:
                self._reader = (
                    self._db if self.read_only else plain(self.path, uri="?mode=ro", patience=self._patience)
                )
            yield self._reader

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        if self.read_only:
            raise ReadOnly(f"{self.path}: is opened read-only, so nothing new is saved")
        with self._guarded(self._lock):
            if _identity(self.path) != self._identity:
                raise SaveError(
                    f"{self.path}: the save file was moved, deleted or replaced while it was open, so nothing "
                    "more is saved; put it back and try again, or start again with what is there"
                )
            db = self._db
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                self._rollup.forget()
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Release everything and close the file. It may be called twice."""
        self._pulse.stop()
        with self._reader_lock, self._lock:
            if self._closed:
                return
            self._closed = True
            if self._reader is not None:
                self._reader.close()
            if not self.read_only:
                maintenance.leave(self._db, self.path, self._owner)
            self._db.close()
            if self._scratch is not None:
                self._scratch.cleanup()


def _identity(path: Path) -> tuple[int, int] | None:
    """Numbers that tell a file from another one of the same name; None if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
