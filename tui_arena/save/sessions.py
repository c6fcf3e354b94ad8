"""Writing and reading single sessions of an open save file, and making their ids and times.

Law: these functions work on an open connection and never begin or end a transaction; the caller does.
"""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
import time
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain
from typing import Any

import msgspec

from tui_arena.core import base32
from tui_arena.core.events import BadEvent, Event, Kind
from tui_arena.core.game import Setup
from tui_arena.core.guarded import ODD
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.questions.reading import READING
from tui_arena.save.codec import (
    BadValue,
    checked_id,
    copy_header,
    copy_missing_headers,
    decode,
    decode_object,
    encode,
    event_of,
    event_row,
    header,
    setup_of,
    shape,
    sound,
    text_or_none,
)
from tui_arena.save.errors import Damaged, SaveError, SessionNotFound, Stale, Unreadable, reading
from tui_arena.save.rollup import derived_rows
from tui_arena.save.rollup.derived_rows import LATE, READ, Header
from tui_arena.save.rollup.sums import Rollup
from tui_arena.save.summary import Summary, bare
from tui_arena.save.summary import summarise as summary_of

WITHDRAWN = ""
"""The name of the person in a bet that was withdrawn, because the person was deleted."""


@dataclass(frozen=True, slots=True)
class Books:
    """The connection, roll-up and catalogue that are needed to change derived rows within one transaction."""

    db: sqlite3.Connection
    rollup: Rollup
    catalogue: Catalogue


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of one session that is saved in one step while the session is played."""

    session: Session
    """The session, used for its header; its own events and messages are ignored."""
    events: Sequence[Event] = ()
    """The events to add at the session's end."""
    messages: Mapping[str, Sequence[Mapping[str, str]]] = field(default_factory=dict)
    begins: bool = False
    """True if the session isn't in the file yet."""
    play: Play[Any] | None = None
    """The session's fold, if its derived rows are to be brought up to date; otherwise None."""
    ends: bool = False
    """True if the session is no longer played here after this piece."""
    summary: Summary | None = None
    """The summary of a session that begins, if its process has computed one; `play` is None then."""


HEADER = "SELECT n, id, game, rules, started, saved, origin, body FROM header"
"""The columns that `session_of` reads."""


def known_number(db: sqlite3.Connection, session_id: str) -> int | None:
    """The number of a session in this file; None if it isn't there."""
    row = db.execute("SELECT n FROM header WHERE id = ?", (checked_id(session_id),)).fetchone()
    return None if row is None else int(row[0])


def number(db: sqlite3.Connection, session_id: str) -> int:
    """The number of a session in this file; raises SessionNotFound if it isn't there."""
    n = known_number(db, session_id)
    if n is None:
        _index_agrees(db, "id = ?", session_id)
        raise SessionNotFound(f"there is no session {session_id!r}; `tui-arena sessions` lists them")
    return n


def _numbers(db: sqlite3.Connection, ids: Sequence[str]) -> list[int]:
    """The numbers of sessions in this file, from one row; raises SessionNotFound."""
    sql = "SELECT json_group_object(id, n) FROM header WHERE id IN (SELECT value FROM json_each(?))"
    known = json.loads(db.execute(sql, (json.dumps(ids),)).fetchone()[0])
    return [known[one] if one in known else number(db, one) for one in ids]


def _index_agrees(db: sqlite3.Connection, where: str, *values: str | int) -> None:
    """Raise Damaged if the table of headers has a row that its index didn't find."""
    if db.execute(f"SELECT 1 FROM header NOT INDEXED WHERE {where}", values).fetchone() is not None:
        raise Damaged("the list of sessions is damaged; the next start recovers everything that can be read")


def folded(session: Session, catalogue: Catalogue) -> Play[Any] | None:
    """The fold of a session; None for an unknown game. Raises Unreadable."""
    info = catalogue.games.get(session.game)
    if info is None:
        return None
    with reading(session.id):
        return session.fold(info.game)


def fault_of(db: sqlite3.Connection, n: int, catalogue: Catalogue) -> Unreadable | None:
    """The error if a session can't be read, folded or added up; None if it can, or if it no longer exists."""
    row = db.execute(f"{HEADER} WHERE n = ?", (n,)).fetchone()
    try:
        session = None if row is None else _whole(db, row, catalogue)
        if session is None:
            return None
        with reading(session.id):
            info = catalogue.game(session.game)
            summary_of(info, session, session.fold(info.game))
    except Unreadable as error:
        return error
    return None


@contextmanager
def whole_or_not(books: Books) -> Iterator[None]:
    """Within the open transaction: if the block fails, undo all its changes."""
    books.db.execute("SAVEPOINT one")
    try:
        yield
    except BaseException:
        books.db.execute("ROLLBACK TO one")
        books.rollup.forget()
        raise
    finally:
        books.db.execute("RELEASE one")


def insert(
    books: Books,
    session: Session,
    origin: str,
    play: Play[Any] | None,
    summary: Summary | None = None,
) -> Summary:
    """Save a new session with its events, messages and derived rows. Raises SaveError.

    `summary`: the session's summary, if it has been computed already.
    """
    if known_number(books.db, session.id) is not None:
        raise SaveError(f"there is already a session {session.id!r}")
    head = put(books.db, session, origin)
    return _derive(books, head, session, play, summary)


def add(books: Books, pieces: Sequence[Piece]) -> list[int]:
    """Save pieces of different sessions; returns the number of each piece's session. Raises SaveError.

    There are few statements for many pieces: at each statement, Python hands its lock to another thread.
    """
    with books.rollup.gathering(books.db):
        for piece in pieces:
            if piece.begins:
                whole = replace(piece.session, events=piece.events, messages=piece.messages)
                insert(books, whole, "", piece.play, piece.summary)
        numbers = _numbers(books.db, [piece.session.id for piece in pieces])
        later = [(n, piece) for n, piece in zip(numbers, pieces, strict=True) if not piece.begins]
        append(books.db, [(n, piece.events, piece.messages) for n, piece in later])
        for n, piece in later:
            if piece.play is not None:
                row = books.db.execute("SELECT saved, origin FROM header WHERE n = ?", (n,)).fetchone()
                _derive(books, _head(n, *row), piece.session, piece.play)
    return numbers


def put(db: sqlite3.Connection, session: Session, origin: str, saved: str | None = None) -> Header:
    """Save the header, events and messages of a new session, without derived rows."""
    saved = saved or _after_all(db)
    cursor = db.execute(
        "INSERT INTO header (id, game, rules, started, saved, origin, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            checked_id(session.id),
            checked_id(session.game),
            session.rules,
            session.started,
            saved,
            origin,
            header(session),
        ),
    )
    head = Header(int(cursor.lastrowid or 0), saved, origin)
    copy_header(db, head.n)
    append(db, [(head.n, session.events, session.messages)])
    return head


def _after_all(db: sqlite3.Connection) -> str:
    """The time at which a session is saved: the clock's, but never before that of the last saved session."""
    row = db.execute("SELECT saved FROM header ORDER BY n DESC LIMIT 1").fetchone()
    last = row[0] if row and isinstance(row[0], str) and _TIME.fullmatch(row[0]) else ""
    this = now()
    return this if this >= last else last.removesuffix(LATE) + LATE


_TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]{8,15}Z~?")


Addition = tuple[int, Iterable[Event], Mapping[str, Sequence[Mapping[str, str]]]]
"""A session's number, and the events and messages that are added to it."""


def append(db: sqlite3.Connection, additions: Sequence[Addition]) -> None:
    """Add events and messages to sessions. Raises SaveError if another window added events meanwhile."""
    rows = [(n, *event_row(event)) for n, events, _ in additions for event in events]
    try:
        _insert(db, "INSERT INTO event", rows)
    except sqlite3.IntegrityError as error:
        raise SaveError(
            "this session was continued in another window, so nothing was added here; open it again"
        ) from error
    for n in {row[0] for row in rows if row[2] == Kind.UNDONE}:
        derived_rows.hide_secret(db, n)
    sent = [
        (n, digest, encode(list(chat))) for n, _, messages in additions for digest, chat in messages.items()
    ]
    _insert(db, "INSERT OR IGNORE INTO message", sent)


def _insert(db: sqlite3.Connection, into: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows by few statements, each of which SQLite has prepared before.

    The numbers of rows are powers of two, so that there are few different statements.
    """
    at = 0
    while at < len(rows):
        count = 1 << min((len(rows) - at).bit_length() - 1, _MOST_ROWS)
        values = ", ".join([f"({', '.join('?' * len(rows[0]))})"] * count)
        db.execute(f"{into} VALUES {values}", [*chain.from_iterable(rows[at : at + count])])
        at += count


_MOST_ROWS = 5
"""The most rows of one statement, as a power of two."""


def summarise(books: Books, session_id: str, play: Play[Any]) -> Summary:
    """Bring the derived rows of a session up to date with its fold, up to the last event in the file."""
    n = number(books.db, session_id)
    row = books.db.execute(f"{HEADER} WHERE n = ?", (n,)).fetchone()
    (last,) = books.db.execute("SELECT coalesce(max(seq), 0) FROM event WHERE n = ?", (n,)).fetchone()
    if play.next_seq > last + 1:
        play = folded(_whole(books.db, row, books.catalogue), books.catalogue) or play
    return _derive(books, _head(n, row[5], row[6]), session_of(row, [], play.setup), play)


def _head(n: int, saved: object, origin: object) -> Header:
    """The parts of a header that the derived rows need; an unreadable origin counts as `imported`."""
    origin = text_or_none(origin)
    return Header(n, text_or_none(saved) or "", "imported" if origin is None else origin)


def _derive(
    books: Books,
    head: Header,
    session: Session,
    play: Play[Any] | None,
    summary: Summary | None = None,
) -> Summary:
    marks = frozenset(mark for mark in head.origin.split(",") if mark)
    info = books.catalogue.games.get(session.game)
    if summary is None:
        try:
            summary = (
                bare(session, marks)
                if info is None or play is None
                else summary_of(info, session, play, marks)
            )
        except BadEvent:
            summary = bare(session, marks)  # the game can't add up the session; its events are saved anyway
    derived_rows.write(books.db, books.rollup, head, session, info=info, summary=summary)
    return summary


def delete(books: Books, session_id: str) -> int:
    """Delete a session with all its rows; returns 1, or 0 if there is no such session."""
    n = known_number(books.db, session_id)
    if n is None:
        return 0
    derived_rows.take_away(books.db, books.rollup, n)
    return books.db.execute("DELETE FROM header WHERE n = ?", (n,)).rowcount


def load(db: sqlite3.Connection, session_id: str, catalogue: Catalogue) -> Session:
    """A session as it was saved. Raises SessionNotFound, or Unreadable if one of its rows can't be read."""
    n = number(db, session_id)
    row = db.execute(f"{HEADER} WHERE n = ?", (n,)).fetchone()
    session = _whole(db, row, catalogue)
    info = catalogue.games.get(session.game)
    if info is not None and not _fits(session, info):
        with reading(session.id):
            summary_of(info, session, session.fold(info.game))
    return session


def _fits(session: Session, info: GameInfo) -> bool:
    """True if rules, set-up and events are valid in a session file of this version; quicker than a fold.

    A session that isn't valid may still be readable: perhaps no computation uses its odd value.
    """
    from tui_arena.save.exchange.schema import check_row  # noqa: PLC0415  (lists don't need it)

    try:
        Play(info.game, session.setup)
        for event in session.events:
            check_row(event.to_json())
    except ODD:
        return False
    return session.rules <= info.game.rules


def _whole(db: sqlite3.Connection, row: tuple[Any, ...], catalogue: Catalogue) -> Session:
    """The session of a row that `HEADER` selects; raises Unreadable."""
    with reading(str(row[1])):
        return session_of(row, events_of(db, row[0]), catalogue, messages_of(db, row[0]))


def events_of(db: sqlite3.Connection, n: int, types: Collection[str] = ()) -> list[Event]:
    """The events of a session, with people's current names and without withdrawn bets. Raises BadValue.

    `types`: only events of these types; empty: all.
    """
    some = f" AND type IN ({', '.join('?' * len(types))})" if types else ""
    sql = f"SELECT seq, type, body FROM event WHERE n = ?{some} ORDER BY seq"
    rows = db.execute(sql, (n, *types)).fetchall()
    names = dict(db.execute("SELECT seq, name FROM renamed WHERE n = ?", (n,)).fetchall())
    events = []
    for row in rows:
        if names.get(row[0]) == WITHDRAWN:
            continue
        try:
            events.append(renamed(row, names))
        except BadValue as error:
            raise BadValue(f"event {row[0]}: {error}") from None
    return events


def sound_events(db: sqlite3.Connection, session_id: str) -> tuple[list[Event], int]:
    """A session's events that are valid in a session file, and the number of its other events.

    Raises SessionNotFound.
    """
    from tui_arena.save.exchange.schema import check_row  # noqa: PLC0415  (lists don't need it)

    rows = db.execute("SELECT seq, type, body FROM event WHERE n = ? ORDER BY seq", (number(db, session_id),))
    found, others = [], 0
    for row in rows:
        try:
            event = event_of(row)
            check_row(event.to_json())
        except ODD:
            others += 1
        else:
            found.append(event)
    return found, others


def renamed(row: tuple[int, str, str], names: Mapping[int, str]) -> Event:
    """The event of a row; if its seq is in `names`, the person in it gets that name. Raises BadValue."""
    event = event_of(row)
    name = names.get(event.seq)
    if not isinstance(name, str):
        return event
    sound(name)
    if event.type == Kind.VERDICT:
        return Event(event.seq, event.type, {**event.data, "by": name})
    if not isinstance(event.get("to"), dict):
        return event
    return Event(event.seq, event.type, {**event.data, "to": {**event["to"], "name": name}})


def messages_of(db: sqlite3.Connection, n: int) -> dict[str, list[Mapping[str, str]]]:
    """Maps hashes to the chat messages of a session. Raises BadValue."""
    rows = db.execute("SELECT hash, body FROM message WHERE n = ? ORDER BY rowid", (n,)).fetchall()
    return dict(message_of(*row) for row in rows)


def message_of(digest: str, body: str) -> tuple[str, list[Mapping[str, str]]]:
    """The hash and the chat messages of a row. Raises BadValue."""
    sent = decode(body)
    if not isinstance(digest, str) or not isinstance(sent, list):
        raise BadValue("the messages sent to a model can't be read")
    sound(digest)
    return digest, sent


def session_of(
    row: tuple[Any, ...],
    events: list[Event],
    known: Catalogue | Setup,
    messages: Mapping[str, Sequence[Mapping[str, str]]] | None = None,
) -> Session:
    """The session of a row that `HEADER` selects. `known`: its set-up, or the catalogue to make it with."""
    body = shape(row)
    setup = known if isinstance(known, Setup) else _setup(row[2], body["setup"], known)
    return Session(
        id=row[1],
        game=row[2],
        rules=row[3],
        started=text_or_none(row[4]),
        setup=setup,
        seats=body["seats"],
        events=tuple(events),
        messages=messages or {},
        extra=body["extra"],
    )


def _setup(game: str, values: Mapping[str, Any], catalogue: Catalogue) -> Setup:
    """The set-up of a header, with its word list and deck if the catalogue has them."""
    info = catalogue.games.get(game)
    if info is None:
        return setup_of(values, None)
    lexicon = catalogue.lexicon(values.get("words"), info)
    return setup_of(info.mended(values), lexicon, catalogue.source(values.get("deck"), info))


def find(db: sqlite3.Connection, prefix: str) -> str:
    """The one id that begins with `prefix`; raises SaveError if there is none or several."""
    wanted = checked_id(prefix)
    ids: list[str] = []
    for start in dict.fromkeys((wanted, wanted.upper())):
        sql = "SELECT id FROM header WHERE id >= ? AND id < ? ORDER BY id LIMIT 5"
        ids += [row[0] for row in db.execute(sql, (start, start + chr(0x10FFFF)))]
    if not ids:
        _index_agrees(db, "substr(id, 1, ?) IN (?, ?)", len(wanted), wanted, wanted.upper())
        raise SaveError(f"no session begins with {prefix!r}; `tui-arena sessions` lists them")
    if len(ids) > 1 and ids[0] != wanted:
        shown = ", ".join(ids[:4]) + (", …" if len(ids) > 4 else "")
        raise SaveError(f"several sessions begin with {prefix!r}: {shown}")
    return str(ids[0])


def rebuild(books: Books) -> None:
    """Build all derived rows again from headers and events, and add missing second copies of headers."""
    copy_missing_headers(books.db)
    for table in (*derived_rows.SUMS, "seat", "metric", "session"):
        books.db.execute(f"DELETE FROM {table}")
    books.rollup.forget()
    for (n,) in books.db.execute("SELECT n FROM header ORDER BY n").fetchall():
        derive_again(books, n)
    derived_rows.note_current(books.db)


def derive_again(books: Books, n: int, *, if_read_otherwise: bool = False) -> None:
    """Build the derived rows of one session again.

    - A session that can't be folded gets no figures.
    - A session whose header can't be read gets no rows.
    - `if_read_otherwise`: only if a metric that depends on how questions are read has another value now.
    """
    row = books.db.execute(f"{HEADER} WHERE n = ?", (n,)).fetchone()
    try:
        with reading(str(row[1])):
            session = session_of(row, [], books.catalogue)
    except Unreadable:
        try:
            derived_rows.take_away(books.db, books.rollup, n)
        except Stale:
            derived_rows.note_stale(books.db)
        derived_rows.remove(books.db, n)
        return
    head = _head(n, row[5], row[6])
    try:
        with whole_or_not(books), reading(session.id):
            session = session.with_events(events_of(books.db, n))
            play = folded(session, books.catalogue)
            if not if_read_otherwise or play is None or _is_read_otherwise(books, n, session.game, play):
                _derive(books, head, session, play)
    except SaveError:  # the file was damaged, or this version doesn't know the game's rules
        _derive(books, head, session.with_events(()), None)


def _is_read_otherwise(books: Books, n: int, game: str, play: Play[Any]) -> bool:
    """True if a metric that depends on how questions are read differs from the session's derived rows."""
    info = books.catalogue.game(game)
    row = books.db.execute("SELECT body FROM metric WHERE n = ?", (n,)).fetchone()
    try:
        there = decode_object(row[0], "values")["values"] if row is not None else {}
        now = info.compute(play)
        return any(there.get(name) != now.get(name) for name in info.by_reading)
    except ODD:
        return True  # the row is broken, or the game can't add up the session


REREAD = 20
"""The number of sessions folded in one transaction; other writers wait a tenth of a second for it."""
_NOTED = re.compile(r"([0-9]{1,9})(?: ([0-9]{1,15}))?")


def has_to_reread(db: sqlite3.Connection) -> bool:
    """True if some figures may come from an earlier version of the reading of questions."""
    return _reread_to(db) is not None


def left_to_reread(db: sqlite3.Connection, catalogue: Catalogue) -> int:
    """The number of sessions that `reread` still has to look at."""
    after, games = _reread_to(db), _games(catalogue)
    if after is None:
        return 0
    sql = f"SELECT count(*) FROM session WHERE game IN ({_marks(games)}) AND n > ?"
    return int(db.execute(sql, (*games, after)).fetchone()[0])


def reread(books: Books) -> bool:
    """Look at the next page of sessions within the open transaction; returns whether there is more to do."""
    after, games = _reread_to(books.db), _games(books.catalogue)
    if after is None:
        return False
    sql = f"SELECT n FROM header WHERE n > ? AND game IN ({_marks(games)}) ORDER BY n LIMIT ?"
    page = [n for (n,) in books.db.execute(sql, (after, *games, REREAD)).fetchall()]
    for n in page:
        derive_again(books, n, if_read_otherwise=True)
    noted = f"{READING} {page[-1]}" if page else str(READING)
    books.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (READ, noted))
    return bool(page)


def _reread_to(db: sqlite3.Connection) -> int | None:
    """The number of the last session that `reread` looked at; 0 if it has to start from the first session.

    None if all figures come from this version of the reading or a newer one.
    """
    row = db.execute("SELECT value FROM meta WHERE key = ?", (READ,)).fetchone()
    found = _NOTED.fullmatch(str(row[0])) if row is not None else None
    if found is None or int(found[1]) < READING:
        return 0
    return int(found[2]) if found[2] and int(found[1]) == READING else None


def _games(catalogue: Catalogue) -> Collection[str]:
    return [info.id for info in catalogue.games.values() if info.by_reading]


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))


class _Packed(msgspec.Struct, array_like=True):
    """A session that one process of this program sends to another, in the form in which it is saved."""

    id: str
    game: str
    rules: int
    started: str | None
    header: str
    events: list[tuple[int, str, str]]
    messages: dict[str, list[dict[str, str]]]


def packed(session: Session) -> bytes:
    """The bytes of a session with its events and messages, for `unpacked`."""
    known = _Packed(
        session.id,
        session.game,
        session.rules,
        session.started,
        header(session),
        [event_row(event) for event in session.events],
        {name: [dict(message) for message in said] for name, said in session.messages.items()},
    )
    return zlib.compress(msgspec.json.encode(known), 1)


def unpacked(data: bytes, catalogue: Catalogue) -> Session:
    """The session in these bytes, with the word list and the deck from this catalogue.

    Raises BadValue or ValueError if the bytes don't contain a session.
    """
    known = msgspec.json.decode(zlib.decompress(data), type=_Packed)
    row = (None, known.id, known.game, known.rules, known.started, None, None, known.header)
    return session_of(row, [event_of(row) for row in known.events], catalogue, known.messages)


def now() -> str:
    """The current time in UTC: ISO 8601 with milliseconds and Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def new_id() -> str:
    """An id for a new session: 26 characters that sort by time (48 bits of time, then 80 random bits)."""
    number = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    return base32.letters(number, 26)
