"""Recovering a damaged save file row by row, and filling what is missing from a backup.

Law: what can't be read is set aside, counted and named, and never ends the recovery. The damaged file is never
changed. Of a session the longest run of events from its first is kept that can be read and folded; an event
beside the fold that can't be read is replaced by one of the type `LOST`.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tui_arena.config.files import unfinished
from tui_arena.core.events import FOLDED, Event, Kind
from tui_arena.core.guarded import ODD, GameFailed, odd
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.save import sessions
from tui_arena.save.codec import BadValue, encode, is_id, shape, text_or_none
from tui_arena.save.connect import RECOVERING, companion, is_logged, missing_bytes, plain
from tui_arena.save.errors import SaveError
from tui_arena.save.migrations import TRUTH, VERSION, made_here, version_of
from tui_arena.save.rollup import derived_rows
from tui_arena.save.sessions import Books, new_id, now

LOST = "lost"
"""The type of the event that stands for one that couldn't be read; `was` is that one's type."""
MOST_TOLD = 10_000
"""Most rows that are named; the others are only counted."""
MOST_PROBED = 1_000_000
"""Largest number of a session that is looked for beyond those that were found."""
_TABLES = ("header", "event", "message", "renamed", "session", "seat", "metric")
"""Tables whose rows name their session."""


@dataclass
class Salvaged:
    """What a recovery gave."""

    read: int = 0
    """Sessions that were read from the damaged file."""
    more: int = 0
    """Sessions that only the backup had."""
    count: int = 0
    """Rows that couldn't be used as they are."""
    ids: dict[tuple[int, str], str] = field(default_factory=dict)
    """The new ids of sessions whose own ids can't be used, by number and header."""
    told: list[str] = field(default_factory=list)
    """One sentence for each of them, up to `MOST_TOLD`: which session, which row, and why."""

    def lose(self, where: str, why: str) -> None:
        """Count and name a row that can't be used as it is."""
        self.count += 1
        if len(self.told) < MOST_TOLD:
            self.told.append(f"{one_line(where, 120)}: {one_line(why, 200)}")


@dataclass(frozen=True, slots=True)
class _Kept:
    """A session that is in the new file."""

    n: int
    events: int


def salvage(books: Books, damaged: Path, backup: Path | None) -> Salvaged:
    """Save what can be read of a damaged file and of a backup in an empty file, in the open transaction."""
    found, kept = Salvaged(), dict[str, _Kept]()
    with ExitStack() as stack:
        spare = None if backup is None else stack.enter_context(_opened(backup))
        for place, db in enumerate(_ways(damaged, stack)):
            _Reader(books, db, found, spare, fills=place > 0).take(kept)
        found.read = len(kept)
        if spare is not None:
            _Reader(books, spare, found, None, fills=True).take(kept)
        found.more = len(kept) - found.read
    return found


def _ways(damaged: Path, stack: ExitStack) -> Iterator[sqlite3.Connection]:
    """The damaged file, opened in the ways that may read something: with its log, and without."""
    whole = stack.enter_context(_mended(damaged))
    for uri in ("?mode=ro", "?immutable=1")[: 1 + is_logged(whole)]:
        yield stack.enter_context(_opened(whole, uri))


@contextmanager
def _mended(path: Path) -> Iterator[Path]:
    """The file or, if it is shorter than its header says or its tables are not as they are made here, a copy.

    The copy is filled with zeros, and its tables are described as they are made here.
    """
    missing, described = missing_bytes(path), _is_described(path)
    if not missing and described:
        yield path
        return
    folder = unfinished(path)
    copy = folder / path.name
    try:
        shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.mkdir(mode=0o700)
            shutil.copyfile(path, copy)
            with suppress(OSError):
                shutil.copyfile(companion(path, "-wal"), companion(copy, "-wal"))
            if missing:
                with copy.open("r+b") as file:
                    file.truncate(path.stat().st_size + missing)
            if not described:
                _describe(copy)
        except OSError:
            copy = path  # there is no room for a copy: what lies on whole pages is read
        yield copy
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _is_described(path: Path) -> bool:
    """Whether the file says of the tables that can't be derived what this version does, or is of another version."""
    with _opened(path, "?mode=ro" if is_logged(path) else "?immutable=1") as db:
        rows, whole = _until_damage(db, "SELECT name, type, tbl_name, sql FROM sqlite_schema")
        found = {row[0]: row[1:] for row in rows}
        try:
            return version_of(db) != VERSION or (whole and all(found.get(t) == made_here()[t] for t in TRUTH))
        except (sqlite3.Error, UnicodeDecodeError):
            return True


def _describe(copy: Path) -> None:
    """Say in a copy of the tables that can't be derived what this version does, as far as they are found."""
    with _opened(copy, "?mode=rw") as db, suppress(sqlite3.Error, UnicodeDecodeError):
        for name in TRUTH:
            db.execute(
                "UPDATE sqlite_schema SET type = ?, name = ?, tbl_name = ?, sql = ? "
                "WHERE (name = ? OR tbl_name = ?) AND (type = 'table' OR sql LIKE 'CREATE TABLE %')",
                (made_here()[name][0], name, *made_here()[name][1:], name, name),
            )


@contextmanager
def _opened(path: Path, uri: str = "?mode=ro") -> Iterator[sqlite3.Connection]:
    with closing(plain(path, uri=uri)) as db:
        with suppress(sqlite3.Error, UnicodeDecodeError):
            db.execute("PRAGMA writable_schema = ON")  # lets SQLite read what is left of a cut-off file
        yield db


def _until_damage(
    db: sqlite3.Connection, sql: str, values: tuple[Any, ...] = ()
) -> tuple[list[tuple[Any, ...]], bool]:
    """The rows of a query up to the first that can't be read, and whether those are all."""
    rows: list[tuple[Any, ...]] = []
    try:
        rows.extend(db.execute(sql, values))
    except (sqlite3.Error, UnicodeDecodeError):
        return rows, False
    return rows, True


class _Reader:
    """Takes the sessions and notes of one file over into a new one."""

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
        """A backup, asked for a header that can't be read; None if there is none."""
        self._fills = fills
        """Whether it only fills what another source lacks: what can't be read of it is not worth a word."""
        self._seen: set[str] = set()
        self._messages: dict[int, list[int]] | None = None

    def take(self, kept: dict[str, _Kept]) -> None:
        """Save all sessions that aren't kept already, or are longer here, and the notes."""
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
        """Numbers of sessions, found in several ways, because damage may block one way and not another."""
        found: set[Any] = set()
        damaged = False
        for table in _TABLES:
            for order in ("", "DESC"):
                rows, whole = _until_damage(self._db, f"SELECT DISTINCT n FROM {table} ORDER BY n {order}")
                found.update(n for (n,) in rows)
                damaged |= not whole
        numbers = {n for n in found if isinstance(n, int) and n > 0}
        if damaged:
            numbers.update(range(1, max((n for n in numbers if n <= MOST_PROBED), default=0) + 1))
        return sorted(numbers)

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
        """The columns of a header, mended where no more than its id or its times are wrong; None if it is lost."""
        row, why = _header_of(self._db, n)
        if row is None or _fault(row) is not None:
            why = why or (_fault(row) if row is not None else "its header is gone")
            spare = self._from_spare(row)
            if spare is None:
                if row is not None or self._has_events(n):
                    self._lose(f"session {_said(row, n)}, header", str(why))
                return None
            self._lose(f"session {_said(row, n)}, header", f"{why}; the backup had it")
            row = spare
        return self._mended(row, n)

    def _mended(self, row: tuple[Any, ...], n: int) -> tuple[Any, ...]:
        name, started, saved, origin = row[1], row[4], row[5], row[6]
        if not _is_id(name) or name in self._seen:
            other = self._found.ids.setdefault((n, str(row[7])), self._id_in_spare(row))
            told = "stands twice" if _is_id(name) else "can't be an id"
            self._lose(f"session {_said(row, n)}, id", f"it {told}; the session is {other} now")
            name = other
        self._seen.add(name)
        if not _is_text(started):
            self._lose(f"session {name}, started", "it is no text")
            started = None
        if not _is_text(saved) or saved is None:
            self._lose(f"session {name}, saved", "it is no text")
            saved = now()
        if not _is_text(origin) or origin is None:
            self._lose(f"session {name}, origin", "it is no text; the session counts as imported")
            origin = "imported"
        return (row[0], name, row[2], row[3], started, saved, origin, row[7])

    def _from_spare(self, row: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        """The header that the backup has of a session whose own can't be used; None if it has none."""
        if self._spare is None or row is None or not _is_id(row[1]):
            return None
        rows, _ = _until_damage(self._spare, f"{sessions.HEADER} WHERE id = ?", (row[1],))
        return (row[0], *rows[0][1:]) if rows and _fault(rows[0]) is None else None

    def _id_in_spare(self, row: tuple[Any, ...]) -> str:
        """The id that the backup has for this session; a new one if it doesn't have it."""
        if self._spare is not None:
            same = "SELECT id FROM header WHERE body = ? AND game = ? AND started IS ?"
            for (name,) in _until_damage(self._spare, same, (row[7], row[2], row[4]))[0]:
                here, _ = _until_damage(self._db, "SELECT 1 FROM header WHERE id = ?", (name,))
                if _is_id(name) and name not in self._seen and not here:
                    return str(name)
        return new_id()

    def _has_events(self, n: int) -> bool:
        """Whether there are events without a header, or might be."""
        rows, whole = _until_damage(self._db, "SELECT seq FROM event WHERE n = ? LIMIT 1", (n,))
        return bool(rows) or not whole

    # events and messages

    def _events(self, n: int, session: Session, *, may_skip: bool) -> list[Event]:
        """The longest run of events from the first that can be read and folded.

        `may_skip`: an imported session, whose events may be numbered with gaps.
        """
        names = {seq: name for seq, name in self._renamed(n, session.id) if seq is not None}
        rows, whole = _until_damage(
            self._db, "SELECT seq, type, body FROM event WHERE n = ? ORDER BY seq", (n,)
        )
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
                play = None  # the rules are at fault and not the events
            except ODD as error:
                rest = len(rows) - place - 1
                after = f"; {rest} events after it are set aside with it" if rest else ""
                self._lose(f"session {session.id}, event {row[0]!r}", f"{odd(error)}{after}")
                return events
            events.append(event)
        if not whole:
            self._lose(f"session {session.id}, events after {len(rows)}", "they can't be read")
        return events

    def _play(self, session: Session) -> Play[Any] | None:
        """The fold of the set-up; None where it can't be folded here, and then all events are kept."""
        info = self._books.catalogue.games.get(session.game)
        if info is None or session.rules > info.game.rules:
            return None
        try:
            return Play(info.game, session.setup)
        except GameFailed:
            return None

    def _renamed(self, n: int, session: str) -> Iterator[tuple[Any, Any]]:
        rows, whole = _until_damage(self._db, "SELECT seq, name FROM renamed WHERE n = ?", (n,))
        for seq, name in rows:
            if _is_text(name) and name:
                yield seq, name
            else:
                self._lose(f"session {session}, new name of event {seq!r}", "it is no text")
        if not whole:
            self._lose(f"session {session}, new names", "they can't be read")

    def _sent(self, n: int, session: str) -> dict[str, Any]:
        """What models were sent, by hash."""
        rows, whole = _until_damage(
            self._db, "SELECT hash, body FROM message WHERE n = ? ORDER BY rowid", (n,)
        )
        beside = [row for row in self._by_rowid(n) if row not in rows]
        if beside or not whole:
            rows += beside
            self._lose(f"session {session}, messages", f"their index is damaged; {len(rows)} were found")
        found: dict[str, Any] = {}
        for row in rows:
            try:
                digest, sent = sessions.message_of(*row)
                found[digest] = sent
            except ODD as error:
                self._lose(f"session {session}, message {row[0]!r}", odd(error))
        return found

    def _by_rowid(self, n: int) -> Iterator[tuple[Any, ...]]:
        """The messages of a session, found without their index."""
        if self._messages is None:
            self._messages = {}
            ways = (f"SELECT rowid, n FROM message NOT INDEXED ORDER BY rowid {way}" for way in ("", "DESC"))
            pairs = {pair for way in ways for pair in _until_damage(self._db, way)[0]}
            for rowid, of in sorted(pair for pair in pairs if isinstance(pair[1], int)):
                self._messages.setdefault(of, []).append(rowid)
        for rowid in self._messages.get(n, ()):
            yield from _until_damage(self._db, "SELECT hash, body FROM message WHERE rowid = ?", (rowid,))[0]

    # notes

    def _notes(self) -> None:
        """Take over what is kept by key: runs, parties, tests of models."""
        found: dict[Any, Any] = {}
        damaged = False
        for order in ("", "DESC"):
            rows, whole = _until_damage(self._db, f"SELECT key, value FROM meta ORDER BY key {order}")
            found.update(rows)
            damaged |= not whole
        if damaged:
            self._lose("notes", f"some can't be read; {len(found)} were found")
        for key, value in found.items():
            if not (_is_text(key) and _is_text(value) and key and value is not None):
                self._lose(f"note {key!r}", "it is no text")
            elif key not in (derived_rows.NOTE, RECOVERING):
                self._books.db.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (key, value))


def _header_of(db: sqlite3.Connection, n: int) -> tuple[tuple[Any, ...] | None, str | None]:
    """The header row of a session, and why it can't be read."""
    rows, whole = _until_damage(db, f"{sessions.HEADER} WHERE n = ?", (n,))
    return (rows[0] if rows else None), (None if whole else "it lies on a damaged page")


def _fault(row: tuple[Any, ...]) -> str | None:
    """Why the set-up in a header can't be used, whatever its id and times are; None if it can."""
    try:
        shape((row[0], "id", *row[2:4], None, "", "", row[7]))
    except ODD as error:
        return odd(error)
    return None


def _said(row: tuple[Any, ...] | None, n: int) -> str:
    return row[1] if row is not None and _is_id(row[1]) else f"number {n}"


def _is_id(name: object) -> bool:
    return isinstance(name, str) and is_id(name)


def _is_text(value: object) -> bool:
    """Whether a value is a valid text, or None."""
    return value is None or text_or_none(value) is not None


def _readable(
    row: tuple[Any, ...], names: dict[int, str], lose: Callable[[str, str], None], session: str
) -> Event:
    """The event of a row; one beside the fold that can't be read is replaced. Raises BadValue."""
    try:
        return sessions.renamed(row, names)
    except ODD as error:
        seq, kind, _ = row
        beside = isinstance(kind, str) and kind in set(Kind) - FOLDED
        if not isinstance(seq, int) or seq < 1 or not beside:
            raise
        lose(f"session {session}, event {seq} ({kind})", odd(error))
        return Event(seq, LOST, {"was": str(kind)})


def newest(backups: Iterable[Path]) -> Path | None:
    """The last of these backups that can be read as a save file; None if none can."""
    for backup in reversed(list(backups)):
        try:
            with closing(plain(backup, uri="?mode=ro")) as db:
                db.execute("SELECT count(*) FROM header").fetchone()
                db.execute("SELECT count(*) FROM event").fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            continue
        return backup
    return None
