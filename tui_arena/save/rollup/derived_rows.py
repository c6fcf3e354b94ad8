"""Derived rows of one session: its list row, seats, metrics and share of the roll-up.

Law: derived rows are written in the transaction that changes the session. What the session had added to the
roll-up is read from its derived rows before they change, so that exactly that is subtracted.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from tui_arena.core.session import Session
from tui_arena.core.text import fold, one_line
from tui_arena.data import GameInfo
from tui_arena.save.codec import decode_object, encode
from tui_arena.save.rollup.deltas import Deltas, Key, RollupEntry, additions
from tui_arena.save.rollup.groups import Rollup
from tui_arena.save.summary import SeatSummary, Summary

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_ENTRY = "SELECT game, day, variant, deck, preset, run, repetition, flags, result FROM session WHERE n = ?"
NAME_CHARS = 64
VERSION = 2
"""Version of the derived rows. Increase it whenever old sessions get figures that they didn't have."""
NOTE = "derived"
"""The key in `meta` for the `VERSION` that all rows of a file were derived with."""


@dataclass(frozen=True, slots=True)
class Header:
    """A session's row in the table `header`, without its JSON."""

    n: int
    """The session's number in this file."""
    saved: str
    """When the session was first saved in this file."""
    origin: str
    """`imported`, `demo`, both with a comma, or empty."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A session and its summary, from which its derived rows are made."""

    header: Header
    session: Session
    info: GameInfo | None
    """None for an unknown game."""
    summary: Summary


def is_current(db: sqlite3.Connection) -> bool:
    """Whether all derived rows were made by this version of the program or a newer one."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (NOTE,)).fetchone()
    return row is not None and row[0].isdecimal() and int(row[0][:9]) >= VERSION


def note_current(db: sqlite3.Connection) -> None:
    """Note within the open transaction that all derived rows were made by this version of the program."""
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (NOTE, str(VERSION)))


def write(db: sqlite3.Connection, rollup: Rollup, derived: Derived) -> None:
    """Write the derived rows of a session, replacing old ones."""
    n = derived.header.n
    gone = added(db, n)
    remove(db, n)
    entry = _entry(derived)
    _insert(db, derived, entry)
    come = additions(entry)
    if gone is None or gone[0] == entry.day:
        rollup.change(db, entry.day, gone[1] if gone else [], come)
    else:
        rollup.change(db, gone[0], gone[1], [])
        rollup.change(db, entry.day, [], come)


def remove(db: sqlite3.Connection, n: int) -> None:
    """Delete the derived rows of a session; the roll-up is left unchanged."""
    for table in ("seat", "metric", "session"):
        db.execute(f"DELETE FROM {table} WHERE n = ?", (n,))


def added(db: sqlite3.Connection, n: int) -> tuple[str, list[tuple[Key, Deltas]]] | None:
    """What a session has added to the roll-up, and its day; None if it has no derived rows."""
    row = db.execute(_ENTRY, (n,)).fetchone()
    if row is None:
        return None
    game, day, variant, deck, preset, run, repetition, flags, result = row
    (body,) = db.execute("SELECT body FROM metric WHERE n = ?", (n,)).fetchone()
    metrics = decode_object(body, "values", "counted")
    entry = RollupEntry(
        game=game,
        day=day,
        variant=variant,
        deck=deck,
        preset=preset,
        run=run,
        repetition=repetition,
        flags=frozenset(f for f in flags.split(",") if f),
        result=result,
        metrics=metrics["values"],
        counted=frozenset(metrics["counted"]),
        seats=seats_of(db, n),
    )
    return day, additions(entry)


def seats_of(db: sqlite3.Connection, n: int) -> list[SeatSummary]:
    """The seats of a session, in the game's order."""
    rows = db.execute(
        "SELECT seat, grp, kind, name, standing, main, counts, side, recast, prompt, persona "
        "FROM seat WHERE n = ? ORDER BY place",
        (n,),
    )
    return [
        SeatSummary(
            seat=row[0],
            group=row[1],
            kind=row[2],
            name=row[3],
            standing=row[4],
            main=row[5],
            counts=decode_object(row[6]),
            side=row[7],
            recast=bool(row[8]),
            prompt=row[9] or None,
            persona=row[10] or None,
        )
        for row in rows.fetchall()
    ]


def _entry(derived: Derived) -> RollupEntry:
    session, summary = derived.session, derived.summary
    setup = session.setup
    kinds = derived.info.metrics if derived.info else {}
    return RollupEntry(
        game=session.game,
        day=day_of(session.started, derived.header.saved),
        variant=summary.variant,
        deck=summary.deck or "",
        preset=one_line(setup.preset or "", NAME_CHARS),
        run=one_line(str(setup.extra.get("run") or ""), NAME_CHARS),
        repetition=setup.repetition or 0,
        flags=summary.flags,
        result=summary.result,
        metrics=summary.metrics,
        counted=frozenset(name for name, metric in kinds.items() if metric.kind == "count"),
        seats=summary.seats,
    )


def day_of(started: str | None, saved: str) -> str:
    """The day a session counts for: the day it started or, if that isn't a date, the day it was saved.

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


def _insert(db: sqlite3.Connection, derived: Derived, entry: RollupEntry) -> None:
    header, session, summary = derived.header, derived.session, derived.summary
    players = [[seat.seat, seat.name] for seat in summary.seats]
    words = [session.game, summary.variant, summary.result, *dict.fromkeys(name for _, name in players)]
    started = None if session.started is None else one_line(session.started, 40)
    daily, party = session.setup.extra.get("daily"), session.setup.extra.get("party")
    row = {
        "n": header.n,
        "id": session.id,
        "game": session.game,
        "sort": f"{day_of(session.started, header.saved)}{(started or header.saved)[10:]}",
        "day": entry.day,
        "started": started,
        "ended": summary.ended,
        "result": summary.result,
        "cause": None if summary.cause is None else one_line(summary.cause, 120),
        "variant": entry.variant,
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
        _put(db, "seat", _seat_row(header.n, place, seat))
    body: Mapping[str, object] = {"values": entry.metrics, "counted": sorted(entry.counted)}
    _put(db, "metric", {"n": header.n, "body": encode(body)})


def _seat_row(n: int, place: int, seat: SeatSummary) -> dict[str, object]:
    return {
        "n": n,
        "place": place,
        "seat": seat.seat,
        "grp": seat.group,
        "side": seat.side,
        "kind": seat.kind,
        "name": seat.name,
        "standing": seat.standing,
        "main": seat.main,
        "recast": int(seat.recast),
        "prompt": seat.prompt or "",
        "persona": seat.persona or "",
        "counts": encode(seat.counts),
    }


def _put(db: sqlite3.Connection, table: str, row: Mapping[str, object]) -> None:
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
