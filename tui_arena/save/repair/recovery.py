"""Recovering sessions from a damaged save file and, where it can't be read, from the newest backup.

The events of a session are kept up to the first that can't be read or folded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tui_arena.core.events import BadEvent, Event
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save import sessions
from tui_arena.save.connect import plain
from tui_arena.save.errors import SaveError
from tui_arena.save.sessions import Books

_UNREADABLE = (sqlite3.Error, BadEvent, SaveError, KeyError, TypeError, ValueError, IndexError)
"""Errors that a damaged row can raise while its session is read."""


@dataclass(frozen=True, slots=True)
class RecoveredSession:
    """A session that could be read, with its origin and the time when it was saved."""

    session: Session
    origin: str
    saved: str


def into(books: Books, damaged: Path, backup: Path | None) -> tuple[int, int]:
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
