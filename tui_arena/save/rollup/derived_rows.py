"""The derived rows of one session: they are written when it is saved, and read as evidence for figures.

Law:
- Derived rows are written in the transaction that changes the session.
- Before they change, the session's old part of the roll-up is computed from them and subtracted exactly.
- The evidence for a figure consists of the sessions that the roll-up counts, each session once per player.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, NamedTuple

from tui_arena.core.record import NO_COUNTS
from tui_arena.core.session import Session
from tui_arena.core.text import fold, one_line
from tui_arena.data import GameInfo
from tui_arena.questions.reading import READING
from tui_arena.save.codec import decode_object, encode, sound
from tui_arena.save.errors import Stale, deriving
from tui_arena.save.filters import Filter, conditions
from tui_arena.save.rollup.items import ItemAdditions, change_items, item_additions, keep_day, path_of
from tui_arena.save.rollup.sums import (
    BROKEN,
    ENDINGS,
    MAIN,
    MAX_TURNS,
    NEEDS,
    OF_SEATS,
    SESSIONS,
    WON_BY_ERROR,
    Deltas,
    Key,
    Rollup,
    RollupEntry,
    Value,
    additions,
    partner_of,
    periods,
    slot_of,
    value_of,
)
from tui_arena.save.setting import note_setting
from tui_arena.save.summary import Asked, SeatSummary, Summary

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_ENTRY = "SELECT game, day, setting, deck, preset, run, repetition, flags, result, secret, cause FROM session WHERE n = ?"
"""Reads the first fields of `RollupEntry`, in their order."""
_SEAT = "seat, grp, kind, name, standing, main, counts, side, recast, prompt, persona"
"""The columns for the fields of `SeatSummary`, in their order; `prompt` is the text of an `Asked`."""
SUMS = (
    "rollup",
    "rollup_item",
    "rollup_part",
    "rollup_before",
    "rollup_moments",
    "rollup_key",
    "slot",
    "setting",
)
"""The tables of sums over sessions, and of the keys, slots and settings that the sums refer to."""
NAME_CHARS = 64
VERSION = 6
"""The version of the derived rows. Increase it whenever a change gives old sessions other figures."""
LATE = "~"
"""Ends a time of saving that isn't the clock's, because the clock was behind the previous session's time."""
NOTE = "derived"
"""The key in `meta` for the `VERSION` that all rows of a file were derived with."""
READ = "reading"
"""The key in `meta` for the `READING` of the rows, and for how far they have been made again with it.

The value is that version and the number of the last session made again; without a number, all have been."""


@dataclass(frozen=True, slots=True)
class Header:
    """A session's row in the table `header`, without its JSON."""

    n: int
    """The session's number in this file."""
    saved: str
    """The time at which the session was first saved in this file; never before that of an earlier session."""
    origin: str
    """`imported`, `demo`, both joined by a comma, or empty."""


def is_current(db: sqlite3.Connection) -> bool:
    """True if all derived rows were made by this `VERSION` or a newer one."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (NOTE,)).fetchone()
    noted = str(row[0]) if row is not None else ""
    return noted.isascii() and noted.isdecimal() and int(noted[:9]) >= VERSION


def note_stale(db: sqlite3.Connection) -> None:
    """Note within the open transaction that some derived rows are wrong, so that all are made again."""
    db.execute("DELETE FROM meta WHERE key = ?", (NOTE,))


def note_current(db: sqlite3.Connection) -> None:
    """Note within the open transaction that all derived rows were made by this `VERSION` and `READING`."""
    values = (NOTE, str(VERSION), READ, str(READING))
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?), (?, ?)", values)


def write(
    db: sqlite3.Connection,
    rollup: Rollup,
    header: Header,
    session: Session,
    *,
    info: GameInfo | None,
    summary: Summary,
) -> None:
    """Write the derived rows of a session, and replace old rows. `info`: None for an unknown game."""
    try:
        gone = added(db, header.n)
    except Stale:  # its old contribution is unreadable, but the move must be saved all the same
        gone = None
        note_stale(db)
    entry = _entry(header, session, info, summary)
    keep_day(db, entry.game, entry.day)
    note_setting(db, entry.game, summary.setting)
    remove(db, header.n)
    _insert(db, header, session, summary, entry)
    come, items = additions(entry), item_additions(entry)
    if gone is None or gone.day == entry.day:
        rollup.change(db, entry.day, gone.rows if gone else [], come)
        change_items(db, rollup, entry.day, gone.items if gone else [], items)
    else:
        rollup.change(db, gone.day, gone.rows, [])
        rollup.change(db, entry.day, [], come)
        change_items(db, rollup, gone.day, gone.items, [])
        change_items(db, rollup, entry.day, [], items)


def remove(db: sqlite3.Connection, n: int) -> None:
    """Delete the derived rows of a session; the roll-up is left unchanged."""
    for table in ("seat", "metric", "session"):
        db.execute(f"DELETE FROM {table} WHERE n = ?", (n,))


def take_away(db: sqlite3.Connection, rollup: Rollup, n: int) -> None:
    """Subtract a session from the roll-up, because the session is about to be deleted. Raises Stale."""
    gone = added(db, n)
    if gone is not None:
        rollup.change(db, gone.day, gone.rows, [])
        change_items(db, rollup, gone.day, gone.items, [])


def hide_secret(db: sqlite3.Connection, n: int) -> None:
    """Remove a session's secret from its list row and the roll-up, because play continues after an undo."""
    try:
        gone = added(db, n)
        if gone is not None:
            change_items(db, Rollup(), gone.day, gone.items, [])
    except Stale:
        note_stale(db)
    db.execute("UPDATE session SET secret = NULL WHERE n = ?", (n,))


@dataclass(frozen=True, slots=True)
class AddedFigures:
    """The values that a session has added to the roll-up."""

    day: str
    rows: list[tuple[Key, Deltas]]
    items: ItemAdditions


def added(db: sqlite3.Connection, n: int) -> AddedFigures | None:
    """The values that a session has added to the roll-up; None if it has no derived rows. Raises Stale."""
    entry = entry_of(db, n)
    if entry is None:
        return None
    with deriving():
        periods(entry.day)
        come = additions(entry)
        for key, deltas in come:
            key.check()
            sound(*deltas)
            if None in deltas:
                raise TypeError("a standing is missing")
        return AddedFigures(entry.day, come, item_additions(entry))


def entry_of(db: sqlite3.Connection, n: int) -> RollupEntry | None:
    """The session's `RollupEntry`, read from its derived rows; None if it has none. Raises Stale."""
    row = db.execute(_ENTRY, (n,)).fetchone()
    if row is None:
        return None
    with deriving():
        sound(*row)
        *plain, flags, result, secret, cause = row
        (body,) = db.execute("SELECT body FROM metric WHERE n = ?", (n,)).fetchone()
        metrics = decode_object(body, "values", "counted")
        known = frozenset(flag for flag in flags.split(",") if flag)
        counted = frozenset(metrics["counted"])
        values: list[Any] = [
            *plain,
            known,
            result,
            metrics["values"],
            counted,
            seats_of(db, n),
            secret,
            cause,
        ]
        return RollupEntry(*values)


def is_whole(db: sqlite3.Connection, n: int) -> bool:
    """True if the derived rows of a session exist and can be read."""
    try:
        return added(db, n) is not None
    except Stale:
        return False


def seats_of(db: sqlite3.Connection, n: int) -> list[SeatSummary]:
    """The seats of a session, in the game's order. Raises Stale."""
    rows = db.execute(f"SELECT {_SEAT} FROM seat WHERE n = ? ORDER BY place", (n,)).fetchall()
    with deriving():
        for row in rows:
            sound(*row)
        seats: list[list[Any]] = []
        for *plain, counts, side, recast, text, persona in rows:
            prompt, *asked = Asked.read(text)
            seats.append(
                [*plain, _counts(counts), side, bool(recast), prompt or None, persona or None, *asked]
            )
        return [SeatSummary(*values) for values in seats]


def _counts(text: str) -> dict[str, Any]:
    """A seat's counts. A row leaves out those of `NO_COUNTS` that are 0; a seat that was never asked has none."""
    counts = decode_object(text)
    return {**NO_COUNTS, **counts} if counts else {}


def _entry(header: Header, session: Session, info: GameInfo | None, summary: Summary) -> RollupEntry:
    setup, kinds = session.setup, info.metrics if info else {}
    return RollupEntry(
        game=session.game,
        day=day_of(session.started, header.saved),
        setting=summary.setting.digest,
        deck=summary.deck or "",
        preset=one_line(setup.preset or "", NAME_CHARS),
        run=one_line(str(setup.extra.get("run") or ""), NAME_CHARS),
        repetition=setup.repetition or 0,
        flags=summary.flags,
        result=summary.result,
        metrics=summary.metrics,
        counted=frozenset(name for name, metric in kinds.items() if metric.kind == "count"),
        seats=summary.seats,
        secret=summary.secret,
        cause=None if summary.cause is None else one_line(summary.cause, 120),
    )


def day_of(started: str | None, saved: str) -> str:
    """The day on which a session counts: the day it started or, if that isn't a date, the day it was saved.

    >>> day_of("2026-11-21T10:00:00Z", ""), day_of("yesterday", "2026-11-22T00:00:00Z")
    ('2026-11-21', '2026-11-22')
    """
    for text in (started or "", saved):
        if _DAY.match(text):
            try:
                return date.fromisoformat(text[:10]).isoformat()
            except ValueError:
                continue
    return "1970-01-01"


def _insert(
    db: sqlite3.Connection, header: Header, session: Session, summary: Summary, entry: RollupEntry
) -> None:
    players = [[seat.seat, seat.shown] for seat in summary.seats]
    words = [session.game, summary.variant, summary.result, *dict.fromkeys(name for _, name in players)]
    started = None if session.started is None else one_line(session.started, 40)
    daily, party = session.setup.extra.get("daily"), session.setup.extra.get("party")
    row = {
        "n": header.n,
        "id": session.id,
        "game": session.game,
        "sort": _sort(header, started),
        "day": entry.day,
        "started": started,
        "ended": summary.ended,
        "result": summary.result,
        "cause": entry.cause,
        "variant": summary.variant,
        "setting": entry.setting,
        "deck": entry.deck,
        "preset": entry.preset,
        "run": entry.run,
        "repetition": entry.repetition,
        "daily": None if daily is None else one_line(str(daily), 40),
        "party": None if party is None else one_line(str(party), 40),
        "flags": ",".join(sorted(entry.flags)),
        "line": one_line(summary.line, 200),
        "secret": summary.secret,
        "players": encode(players),
        "search": fold(" ".join([session.id, *words])),
    }
    _put(db, "session", row)
    for place, seat in enumerate(summary.seats):
        plain = (seat.seat, seat.group, seat.kind, seat.name, seat.standing, seat.main)
        counts = {name: one for name, one in seat.counts.items() if one != 0 or name not in NO_COUNTS}
        cells = (*plain, encode(counts), seat.side, int(seat.recast), Asked.of(seat).text, seat.persona or "")
        columns = zip(_SEAT.split(", "), cells, strict=True)
        _put(db, "seat", {"n": header.n, "place": place, **dict(columns)})
    body: Mapping[str, object] = {"values": _with_values(entry.metrics), "counted": sorted(entry.counted)}
    _put(db, "metric", {"n": header.n, "body": encode(body)})


def _with_values(metrics: Mapping[str, Any]) -> dict[str, Any]:
    """Metrics without those that have no value, also seat by seat."""
    return {
        name: _with_values(one) if isinstance(one, Mapping) else one
        for name, one in metrics.items()
        if one is not None
    }


def _sort(header: Header, started: str | None) -> str:
    """The text by which lists are sorted: the session's start or, if the clock had been set back, `saved`."""
    if header.saved.endswith(LATE) and not header.origin:
        return header.saved
    return f"{day_of(started, header.saved)}{(started or header.saved)[10:]}"


def _put(db: sqlite3.Connection, table: str, row: Mapping[str, object]) -> None:
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))


@dataclass(frozen=True, slots=True)
class Evidence:
    """One session of one player that contributes to a figure."""

    id: str
    started: str | None
    ended: str | None
    kind: str
    name: str
    group: str
    item: str | None
    """The secret; None for a game without a secret."""
    result: str
    standing: str
    """The player's standing: `won`, `lost`, `drawn`, `aborted` or `neutral`."""
    value: Value
    """The figure in this session. For a list metric, one value per turn; None for a turn without a value."""
    line: str
    """The players and the result."""
    rank: tuple[str, int, int]
    """The place in the list of evidence, for `before` in `evidence`."""


class Who(NamedTuple):
    """A player on a group of seats."""

    kind: str
    name: str
    group: str


class Meeting(NamedTuple):
    """A session between two sides that was won or drawn."""

    id: str
    sides: Mapping[str, tuple[Who, ...]]
    """Maps each side to its players in seat order; a player on two seats of a group appears once."""
    winner: str
    """The side that won; empty for a tie."""


def evidence(
    db: sqlite3.Connection,
    wanted: Filter,
    *,
    metric: str,
    kind: str | None = None,
    name: str | None = None,
    group: str | None = None,
    condition: str | None = None,
    partner: str | None = None,
    item: str | None = None,
    before: tuple[str, int, int] | None = None,
    limit: int = 100,
) -> list[Evidence]:
    """The sessions where a figure is defined, newest first, once for each player.

    Raises BadFilter, SaveError.

    - `metric`: the key of a figure: a metric of the game, one turn of a list metric (`closeness@2`), `n`,
      `won`, `quality`, `seconds` and so on. An unknown key has no sessions.
    - `kind` to `partner`: the values of a row of the stats; None means any.
    - `item`: a secret, exactly as saved; None means any.
    - `before`: `Evidence.rank` of the last session on the previous page; None for the first page.
    """
    columns = {"t.kind": kind, "t.name": name, "t.grp": group, "s.secret": item}
    exactly = {column: value for column, value in columns.items() if value is not None}
    wanted = replace(wanted, condition=condition or wanted.condition)
    players, values = conditions(db, wanted).players()
    where = [players, "s.result <> 'unfinished'", *(f"{column} = ?" for column in exactly)]
    values += exactly.values()
    for sql, given in (_defined(metric), _with_partner(partner), _after(before)):
        where.append(sql)
        values += given
    first = (
        "CROSS " if "s.secret" in exactly else ""
    )  # few sessions have this secret, but many have this player
    sql = (
        "SELECT s.n, s.id, s.started, s.ended, s.secret, s.result, s.line, s.sort, t.place, t.kind, t.name, t.grp, "
        f"m.body, s.cause FROM session s {first}JOIN seat t ON t.n = s.n JOIN metric m ON m.n = s.n "
        f"WHERE {' AND '.join(where)} ORDER BY s.sort DESC, s.n DESC, t.place"
    )
    found = (_behind(db, metric, partner, row) for row in db.execute(sql, values))
    with deriving():
        return list(islice((one for one in found if one is not None), limit))


Condition = tuple[str, Sequence[Any]]


def _defined(key: str) -> Condition:
    """An SQL condition that excludes rows certain to lack the figure; other rows are checked one by one."""
    if key in (SESSIONS, BROKEN):
        return "1", ()
    if key == WON_BY_ERROR:
        return "t.standing = 'won'", ()
    if key in OF_SEATS:
        name = NEEDS.get(key, key)
        there = "t.counts <> '{}' AND json_type(t.counts, ?) IS NOT 'null'"  # a count of 0 is left out
        counted = there if name in NO_COUNTS else "json_extract(t.counts, ?) IS NOT NULL"
        return f"(t.seat <> t.grp OR {counted})", (path_of(name),)
    if key in ENDINGS or slot_of(key) == MAIN:
        return "t.side <> 'neutral'" + ("" if key in ENDINGS else " AND t.main IS NOT NULL"), ()
    name, _, turn = key.partition("@")
    place = f"[{int(turn) - 1}]" if turn.isdecimal() and 0 < int(turn[:9]) <= MAX_TURNS else ""
    return "t.side <> 'neutral' AND json_extract(m.body, ?) IS NOT NULL", (path_of("values", name) + place,)


def _with_partner(partner: str | None) -> Condition:
    if not partner:
        return "1", ()
    return (
        "EXISTS (SELECT 1 FROM seat p WHERE p.n = t.n AND p.grp <> t.grp AND p.side <> 'neutral' "
        "AND instr(?, p.kind || ':' || p.name))"
    ), (partner,)


def _after(before: tuple[str, int, int] | None) -> Condition:
    if before is None:
        return "1", ()
    return "(s.sort, s.n) <= (?, ?) AND (s.sort, s.n, -t.place) < (?, ?, ?)", (*before[:2], *before)


def _behind(db: sqlite3.Connection, key: str, partner: str | None, row: tuple[Any, ...]) -> Evidence | None:
    """Maps a row to evidence; None if the session doesn't define the figure or has another partner."""
    sound(*row)
    n, sort, place, kind, name, group = int(row[0]), *row[7:12]
    seats = seats_of(db, n)
    own = [s for s in seats if (s.kind, s.name, s.group) == (kind, name, group)]
    value = value_of(key, decode_object(row[12], "values")["values"], own, row[13])
    if value is None or (partner is not None and partner_of(seats, own[0]) != partner):
        return None
    return Evidence(
        id=row[1],
        started=row[2],
        ended=row[3],
        kind=kind,
        name=name,
        group=group,
        item=row[4],
        result=row[5],
        standing=own[0].standing,
        value=value,
        line=row[6],
        rank=(sort, n, -place),
    )


def meetings(db: sqlite3.Connection, wanted: Filter, limit: int = 20_000) -> list[Meeting]:
    """The latest `limit` sessions between two sides that were won or drawn, oldest first. Raises BadFilter.

    A session with a recast seat is left out, unless the filter includes recast sessions.
    """
    found = conditions(db, wanted)
    sessions, values = found.sessions()
    whole = "1" if found.recast else "s.flags NOT LIKE '%recast%'"
    latest = (
        f"SELECT s.n, s.id, s.sort FROM session s WHERE s.result IN ('won', 'drawn') AND {whole} AND {sessions} "
        "AND (SELECT min(d.side) < max(d.side) FROM seat d WHERE d.n = s.n AND d.side <> 'neutral') "
        "ORDER BY s.sort DESC, s.n DESC LIMIT ?"
    )
    sql = (
        f"SELECT l.id, t.side, t.kind, t.name, t.grp, t.standing FROM ({latest}) l JOIN seat t ON t.n = l.n "
        "WHERE t.side <> 'neutral' ORDER BY l.sort, l.n, t.place"
    )
    alike: dict[tuple[tuple[str, ...], ...], tuple[Mapping[str, tuple[Who, ...]], str]] = {}
    met = []
    for session, rows in groupby(db.execute(sql, (*values, limit)), key=itemgetter(0)):
        seats = tuple(row[1:] for row in rows)
        if seats not in alike:
            alike[seats] = _met(seats)
        met.append(Meeting(session, *alike[seats]))
    return met


def _met(seats: tuple[tuple[str, ...], ...]) -> tuple[Mapping[str, tuple[Who, ...]], str]:
    """The sides of a meeting with their players, and the side that won, computed from the seats."""
    sides: dict[str, dict[Who, None]] = {}
    for side, kind, name, group, _ in seats:
        sides.setdefault(side, {})[Who(kind, name, group)] = None
    winner = next((side for side, *_, standing in seats if standing == "won"), "")
    return {side: tuple(who) for side, who in sides.items()}, winner
