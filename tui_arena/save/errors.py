"""Exceptions of the save file, with messages for the user.

Law: no `sqlite3.Error` leaves this package, so callers only have to catch `SaveError`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tui_arena.core.guarded import ODD, odd
from tui_arena.core.text import one_line


class SaveError(Exception):
    """Something couldn't be saved or read; the text says what happened, where, and what to do."""


class Busy(SaveError):
    """Another program is using the save file."""


class Full(SaveError):
    """The disk is full; what was saved before is safe."""


class ReadOnly(SaveError):
    """The save file can be read but not written."""


class Newer(ReadOnly):
    """The save file comes from a newer version of this program, so this version doesn't write to it."""


class SessionNotFound(SaveError):
    """The session isn't in the save file, or is no longer there."""


class Damaged(SaveError):
    """The save file can't be read as a database."""


class Stale(SaveError):
    """A row of the lists or the stats can't be read; `Store.rebuild` makes it again from the sessions."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text or STALE)


STALE = "a row of the lists or the stats can't be read; rebuild them with `tui-arena doctor --rebuild`"


class Held(SaveError):
    """A session is being played in another window."""


class Unreadable(SaveError):
    """One session can't be read; all others can. `session` is its id, `why` says what is wrong with it."""

    def __init__(self, session: str, why: str) -> None:
        self.session = one_line(session, 60) or "without an id"
        self.why = one_line(why, 300)
        super().__init__(f"session {self.session} can't be read: {self.why}")


@contextmanager
def reading(session: str) -> Iterator[None]:
    """Turn exceptions that a session's odd values raise in the block into `Unreadable` with its id."""
    try:
        yield
    except ODD as error:
        raise Unreadable(session, odd(error)) from error


@contextmanager
def deriving() -> Iterator[None]:
    """Turn exceptions that odd values of derived rows raise in the block into `Stale`."""
    try:
        yield
    except ODD as error:
        raise Stale from error


_WRITING = "another program is writing to the save file; close it and try again"
_MEANINGS: dict[int, tuple[type[SaveError], str]] = {
    sqlite3.SQLITE_BUSY: (Busy, _WRITING),
    sqlite3.SQLITE_LOCKED: (Busy, _WRITING),
    sqlite3.SQLITE_PROTOCOL: (Busy, _WRITING),
    sqlite3.SQLITE_FULL: (
        Full,
        "the disk is full; everything saved before is safe. Free some space and try again",
    ),
    sqlite3.SQLITE_READONLY: (
        ReadOnly,
        "the save file is read-only; check its permissions and its folder's",
    ),
    sqlite3.SQLITE_PERM: (
        ReadOnly,
        "you don't have permission to write to the save file; check its permissions",
    ),
    sqlite3.SQLITE_CORRUPT: (
        Damaged,
        "the save file is damaged; the next start recovers everything that can be read",
    ),
    sqlite3.SQLITE_NOTADB: (Damaged, "the save file isn't a database"),
    sqlite3.SQLITE_IOERR: (
        SaveError,
        "the disk couldn't be read or written; everything saved before is safe. Is the disk full?",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        SaveError,
        "the save file can't be opened; check its permissions and its folder's",
    ),
}


_DERIVED = ("malformed JSON", "user-defined function raised", "no such table", "no such column")
"""How SQLite's messages for a broken derived row or table begin; other tables are checked on opening."""


def sentence(error: sqlite3.Error, path: Path) -> SaveError:
    """Maps a database error to an error of this package."""
    if str(error).startswith(_DERIVED):
        return Stale(f"{path}: {STALE}")
    code = getattr(error, "sqlite_errorcode", 0)
    code = sqlite3.SQLITE_FULL if code == sqlite3.SQLITE_IOERR_SHMSIZE else code & 0xFF
    kind, what = _MEANINGS.get(code, (SaveError, f"the save file reported an error ({error})"))
    return kind(f"{path}: {what}")


@contextmanager
def as_save_errors(path: Path) -> Iterator[None]:
    """Turn every database error in the block into a `SaveError`."""
    try:
        yield
    except MemoryError as error:
        raise SaveError(
            f"{path}: there isn't enough memory to read or write the save file; everything saved before "
            "is safe. "
            "Close other programs and try again"
        ) from error
    except sqlite3.Error as error:
        raise sentence(error, path) from error
    except UnicodeDecodeError as error:  # raised when Python decodes SQLite's text about a damaged schema
        raise Damaged(f"{path}: {_MEANINGS[sqlite3.SQLITE_CORRUPT][1]}") from error
    except UnicodeEncodeError as error:
        raise SaveError(f"{path}: a text isn't valid Unicode and can't be saved; clean it first") from error
    except OverflowError as error:
        raise SaveError(f"{path}: a number is too large to be saved") from error
