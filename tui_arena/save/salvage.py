"""Recovering a damaged save file page by page, and adding missing sessions from a backup.

Law: an unreadable row is set aside, counted and named; it never ends the recovery. The damaged file is never
changed. A session keeps its events from the first up to the last that can be read and folded without a gap.
An unreadable event that the fold doesn't need is replaced by an event of the type `LOST`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tui_arena.config import write_atomically
from tui_arena.config.files import unfinished
from tui_arena.core.events import FOLDED, Event, Kind
from tui_arena.core.guarded import ODD, GameFailed, odd
from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.save import sessions
from tui_arena.save.codec import BadValue, encode, is_id, text_or_none
from tui_arena.save.connect import RECOVERING, plain
from tui_arena.save.errors import SaveError, as_save_errors
from tui_arena.save.pages import PageRow, header_copy, header_fault, rows
from tui_arena.save.rollup import derived_rows
from tui_arena.save.sessions import Books, new_id, now

LOST = "lost"
"""The type of an event that replaces an unreadable event; its `was` is the type of the unreadable event."""
MOST_NAMED = 10_000
"""The maximum number of rows that are named; further rows are only counted."""
Lose = Callable[[str, str], None]
"""A function that is called with the place of a row that can't be used as it is, and with the reason."""


@dataclass
class Salvaged:
    """The results of a recovery."""

    read: int = 0
    """The number of sessions that were read from the damaged file."""
    more: int = 0
    """The number of sessions that only the backup had."""
    count: int = 0
    """The number of rows that couldn't be used as they are."""
    ids: dict[tuple[int, str], str] = field(default_factory=dict)
    """Maps the number and the header of a session whose own id can't be used to its new id."""
    sentences: list[str] = field(default_factory=list)
    """One sentence for each row in `count`, up to `MOST_NAMED`: which session, which row, and why."""

    def lose(self, where: str, why: str) -> None:
        """Count and name a row that can't be used as it is."""
        self.count += 1
        if len(self.sentences) < MOST_NAMED:
            self.sentences.append(f"{one_line(where, 120)}: {one_line(why, 200)}")

    def said(self, aside: Path, backup: Path | None) -> str:
        """Sentences about the recovered sessions; the unusable rows are named in a file next to `aside`."""
        more = f", and {self.more} more from the backup {backup.name}" if self.more and backup else ""
        return f"{counted(self.read, 'session')} recovered{more}.{self._named(aside)}"

    def _named(self, aside: Path) -> str:
        if not self.count:
            return ""
        path = aside.with_name(f"{aside.name.replace('.corrupt-', '.lost-')}.txt")
        rest = (
            [f"... and {self.count - len(self.sentences)} more"] if self.count > len(self.sentences) else []
        )
        try:
            write_atomically(path, "\n".join([*self.sentences, *rest]) + "\n")
        except OSError:
            return f" {counted(self.count, 'row')} couldn't be read, such as {self.sentences[0]}."
        return (
            f" {counted(self.count, 'row')} couldn't be read; {path.name} lists all of them. The first: "
            f"{self.sentences[0]}."
        )


@dataclass(frozen=True, slots=True)
class _Kept:
    """A session in the new file: its number there, and how many events it has."""

    n: int
    events: int


def salvage(books: Books, damaged: Path, backup: Path | None) -> Salvaged:
    """Save the readable sessions of a damaged file and a backup in an empty file, in the open transaction."""
    found, kept = Salvaged(), dict[str, _Kept]()
    with ExitStack() as stack:
        db = stack.enter_context(_rows_of(damaged, found.lose))
        spare = None if backup is None else stack.enter_context(_rows_of(backup))
        _Reader(books, db, found, spare).take(kept)
        found.read = len(kept)
        if spare is not None:
            _Reader(books, spare, found, None, fills=True).take(kept)
        found.more = len(kept) - found.read
    return found


_TABLES = {
    "header": "n, id, game, rules, started, saved, origin, body, place",
    "event": "n, seq, type, body",
    "message": "n, hash, body, place",
    "renamed": "n, seq, name",
    "meta": "key, value",
}
"""The tables into which rows are put as they are found, with their columns.

A second copy of a header is put into `header`, too; its `place` is 0, that of a first copy is 1."""


@contextmanager
def _rows_of(path: Path, lose: Lose = lambda _where, _why: None) -> Iterator[sqlite3.Connection]:
    """A temporary database with the readable rows of a save file. Raises SaveError."""
    scratch = unfinished(path)
    try:
        scratch.unlink(missing_ok=True)
        with closing(plain(scratch)) as db:
            with as_save_errors(path):
                db.execute("PRAGMA journal_mode = OFF")
                db.execute("BEGIN")
                for table, columns in _TABLES.items():
                    db.execute(f"CREATE TABLE {table} ({columns})")
                for row in rows(path, lose):
                    _put(db, row)
                for table in ("header", "event", "message", "renamed"):
                    db.execute(f"CREATE INDEX {table}_n ON {table} (n)")
            yield db
    except OSError as error:
        raise SaveError(f"{path}: can't be read ({error.strerror})") from None
    finally:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)


def _put(db: sqlite3.Connection, row: PageRow) -> None:
    table, values = row.table, row.values
    if table == "header":
        values = (row.number, *values[1:], 1)
    elif table == "message":
        values = (*values, row.number)
    elif table == "head":
        copy = header_copy(row)
        if copy is None:
            return
        table, values = "header", (row.number, *copy, 0)
    places = ("CAST(? AS TEXT)" if isinstance(value, bytes) else "?" for value in values)
    db.execute(f"INSERT INTO {table} VALUES ({', '.join(places)})", values)


class _Reader:
    """Copies the sessions and notes of one file into a new file."""

    def __init__(
        self,
        books: Books,
        db: sqlite3.Connection,
        found: Salvaged,
        spare: sqlite3.Connection | None,
        *,
        fills: bool = False,
    ) -> None:
        self._books = books
        self._db = db
        self._found = found
        self._spare = spare
        """A backup in which unreadable headers are looked up; None if there isn't one."""
        self._fills = fills
        """True if this file only adds what another file lacks; then its unreadable rows aren't reported."""
        self._seen: set[str] = set()

    def take(self, kept: dict[str, _Kept]) -> None:
        """Save the notes, and each session that isn't in `kept` yet or has more events here."""
        for n in self._numbers():
            try:
                with sessions.whole_or_not(self._books):
                    self._session(n, kept)
            except (SaveError, sqlite3.IntegrityError, *ODD) as error:
                self._lose(f"session number {n}", odd(error) if isinstance(error, ODD) else str(error))
        self._notes()

    def _lose(self, where: str, why: str) -> None:
        if not self._fills:
            self._found.lose(where, why)

    def _numbers(self) -> list[int]:
        """The numbers of the sessions that have a header or an event."""
        rows = self._db.execute("SELECT n FROM header UNION SELECT n FROM event ORDER BY n").fetchall()
        return [n for (n,) in rows if isinstance(n, int) and n > 0]

    def _session(self, n: int, kept: dict[str, _Kept]) -> None:
        row = self._header(n)
        if row is None:
            return
        session = sessions.session_of(row, [], self._books.catalogue)
        messages = self._sent(n, session.id)
        events = self._events(n, session, may_skip=bool(row[6]))
        have = kept.get(session.id)
        if have is not None and len(events) <= have.events:
            fill = [(have.n, digest, encode(sent)) for digest, sent in messages.items()]
            self._books.db.executemany("INSERT OR IGNORE INTO message VALUES (?, ?, ?)", fill)
            return
        sessions.delete(self._books, session.id)
        session = replace(session, events=tuple(events), messages=messages)
        head = sessions.put(self._books.db, session, row[6], row[5])
        sessions.derive_again(self._books, head.n)
        kept[session.id] = _Kept(head.n, len(events))

    # headers

    def _header(self, n: int) -> tuple[Any, ...] | None:
        """The columns of a header, with an odd id, time or origin replaced; None if the header is lost."""
        found = self._db.execute(f"{sessions.HEADER} WHERE n = ? ORDER BY place", (n,)).fetchall()
        row, last = (
            next((one for one in found if header_fault(one) is None), None),
            found[-1] if found else None,
        )
        if row is None:
            why = "its header is gone" if last is None else str(header_fault(last))
            row = self._from_spare(last)
            self._lose(
                f"session {_said(last, n)}, header", f"{why}; it was restored from the backup" if row else why
            )
            if row is None:
                return None
        elif row != last:
            self._lose(f"session {_said(row, n)}, header", "it is damaged, but its second copy isn't")
        return self._mended(row, n)

    def _mended(self, row: tuple[Any, ...], n: int) -> tuple[Any, ...]:
        name, started, saved, origin = row[1], row[4], row[5], row[6]
        if not _is_id(name) or name in self._seen:
            other = self._found.ids.setdefault((n, str(row[7])), self._id_in_spare(row))
            fault = "appears twice" if _is_id(name) else "can't be an id"
            self._lose(f"session {_said(row, n)}, id", f"it {fault}; this session is now {other}")
            name = other
        self._seen.add(name)
        if not _is_text(started):
            self._lose(f"session {name}, started", "it isn't text")
            started = None
        if not _is_text(saved) or saved is None:
            self._lose(f"session {name}, saved", "it isn't text")
            saved = now()
        if not _is_text(origin) or origin is None:
            self._lose(f"session {name}, origin", "it isn't text; the session counts as imported")
            origin = "imported"
        return (row[0], name, row[2], row[3], started, saved, origin, row[7])

    def _from_spare(self, row: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        """The backup's header of a session whose own header can't be used; None if the backup has none."""
        if self._spare is None or row is None or not _is_id(row[1]):
            return None
        rows = self._spare.execute(f"{sessions.HEADER} WHERE id = ? ORDER BY place", (row[1],)).fetchall()
        return next(((row[0], *one[1:]) for one in rows if header_fault(one) is None), None)

    def _id_in_spare(self, row: tuple[Any, ...]) -> str:
        """The session's id in the backup; a new id if the backup doesn't have the session."""
        if self._spare is not None:
            same = "SELECT id FROM header WHERE body = ? AND game = ? AND started IS ?"
            for (name,) in self._spare.execute(same, (row[7], row[2], row[4])):
                here = self._db.execute("SELECT 1 FROM header WHERE id = ?", (name,)).fetchone()
                if _is_id(name) and name not in self._seen and not here:
                    return str(name)
        return new_id()

    # events and messages

    def _events(self, n: int, session: Session, *, may_skip: bool) -> list[Event]:
        """The events from the first up to the last that can be read and folded without a gap.

        `may_skip`: True for an imported session, whose numbering of events may have gaps.
        """
        names = {seq: name for seq, name in self._renamed(n, session.id) if seq is not None}
        once = "SELECT seq, type, body, min(rowid) FROM event WHERE n = ? GROUP BY seq ORDER BY seq"
        rows = [row[:3] for row in self._db.execute(once, (n,))]
        play = self._play(session)
        events: list[Event] = []
        for place, row in enumerate(rows):
            try:
                event = _readable(row, names, self._lose, session.id)
                if event.seq != len(events) + 1 and not may_skip:
                    raise BadValue("an event before it is missing")
                if play is not None:
                    play.feed(event)
            except GameFailed:
                play = None  # the rules failed, so the events are not at fault
            except ODD as error:
                rest = len(rows) - place - 1
                after = f"; {counted(rest, 'event')} after it set aside, too" if rest else ""
                self._lose(f"session {session.id}, event {row[0]!r}", f"{odd(error)}{after}")
                return events
            events.append(event)
        return events

    def _play(self, session: Session) -> Play[Any] | None:
        """The fold of the set-up; None if this version can't fold it, and then all events are kept."""
        info = self._books.catalogue.games.get(session.game)
        if info is None or session.rules > info.game.rules:
            return None
        try:
            return Play(info.game, session.setup)
        except GameFailed:
            return None

    def _renamed(self, n: int, session: str) -> Iterator[tuple[Any, Any]]:
        for seq, name in self._db.execute("SELECT seq, name FROM renamed WHERE n = ?", (n,)):
            if _is_text(name) and name is not None:
                yield seq, name
            else:
                self._lose(f"session {session}, new name of event {seq!r}", "it isn't text")

    def _sent(self, n: int, session: str) -> dict[str, Any]:
        """Maps hashes to the chat messages that models were sent."""
        rows = self._db.execute("SELECT hash, body FROM message WHERE n = ? ORDER BY place", (n,))
        found: dict[str, Any] = {}
        for row in rows:
            try:
                digest, sent = sessions.message_of(*row)
                found[digest] = sent
            except ODD as error:
                self._lose(f"session {session}, message {row[0]!r}", odd(error))
        return found

    # notes

    def _notes(self) -> None:
        """Copy the values saved under keys: runs, parties, tests of models."""
        for key, value in self._db.execute("SELECT key, value FROM meta"):
            if not (_is_text(key) and _is_text(value) and key and value is not None):
                self._lose(f"note {key!r}", "it isn't text")
            elif key not in (derived_rows.NOTE, RECOVERING):
                self._books.db.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (key, value))


def _said(row: tuple[Any, ...] | None, n: int) -> str:
    return row[1] if row is not None and _is_id(row[1]) else f"number {n}"


def _is_id(name: object) -> bool:
    return isinstance(name, str) and is_id(name)


def _is_text(value: object) -> bool:
    """True if a value is a valid text or None."""
    return value is None or text_or_none(value) is not None


def _readable(
    row: tuple[Any, ...], names: dict[int, str], lose: Callable[[str, str], None], session: str
) -> Event:
    """The event of a row; an unreadable event that the fold doesn't need is replaced. Raises BadValue."""
    try:
        return sessions.renamed(row, names)
    except ODD as error:
        seq, kind, _ = row
        is_note = isinstance(kind, str) and kind in set(Kind) - FOLDED
        if not isinstance(seq, int) or seq < 1 or not is_note:
            raise
        lose(f"session {session}, event {seq} ({kind})", odd(error))
        return Event(seq, LOST, {"was": str(kind)})


def newest(backups: Iterable[Path]) -> Path | None:
    """The last of these backups that can be read as a save file; None if there isn't one."""
    for backup in reversed(list(backups)):
        try:
            with closing(plain(backup, uri="?mode=ro")) as db:
                db.execute("SELECT count(*) FROM header").fetchone()
                db.execute("SELECT count(*) FROM event").fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            continue
        return backup
    return None
