"""What stands behind a figure: its sessions, its items, and who met whom.

Law: nothing is counted here that the roll-up does not count, and nothing counted twice.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tui_arena.save import figures
from tui_arena.save.derive import seats_of
from tui_arena.save.figures import Value
from tui_arena.save.filters import Filter, conditions
from tui_arena.save.rows import decode_object


@dataclass(frozen=True, slots=True)
class Evidence:
    """One session of one player, behind a figure."""

    id: str
    started: str | None
    ended: str | None
    kind: str
    name: str
    group: str
    item: str | None
    """What was hidden; None for a game without a secret."""
    result: str
    standing: str
    """`won`, `lost`, `aborted` or `neutral`, of this player."""
    value: Value
    """A list metric's values are those of its turns, None where one has none."""
    line: str
    """Who played and how far it came."""
    rank: tuple[str, int]
    """Its place in the order, for `before`."""


@dataclass(frozen=True, slots=True)
class ItemCell:
    """One player's sessions with one secret."""

    item: str
    kind: str
    name: str
    group: str
    n: int
    """Sessions that are over, aborted ones too."""
    won: int
    sums: Mapping[str, tuple[int, int, int]]
    """Per metric how many values, their sum and the sum of their squares, as `spread_of_sums` takes them."""


@dataclass(frozen=True, slots=True)
class Who:
    """A player on a group of seats."""

    kind: str
    name: str
    group: str


@dataclass(frozen=True, slots=True)
class Meeting:
    """A session that one side won and another lost."""

    id: str
    sides: Mapping[str, tuple[Who, ...]]
    """Who sat on each side, in the order of the seats; a player on two seats of a group stands once."""
    winner: str
    """The side that won."""


@dataclass(frozen=True, slots=True)
class EvidenceQuery:
    """Which figure; see `Store.evidence`."""

    metric: str
    exactly: Mapping[str, str]
    """Columns that must read so to the letter."""
    partner: str | None
    before: tuple[str, int] | None
    limit: int


def evidence(db: sqlite3.Connection, wanted: Filter, query: EvidenceQuery) -> list[Evidence]:
    """The newest sessions behind a figure. Raises BadFilter."""
    players, values = conditions(db, wanted).players()
    where = [players, "s.result <> 'unfinished'", *(f"{column} = ?" for column in query.exactly)]
    values += query.exactly.values()
    if query.before is not None:
        where.append("(s.sort, s.n) < (?, ?)")
        values += query.before
    sql = (
        "SELECT s.n, s.id, s.started, s.ended, s.secret, s.result, s.line, s.sort, t.kind, t.name, t.grp, m.body "
        "FROM session s JOIN seat t ON t.n = s.n JOIN metric m ON m.n = s.n "
        f"WHERE {' AND '.join(where)} ORDER BY s.sort DESC, s.n DESC, t.place"
    )
    found = (_behind(db, query, row) for row in db.execute(sql, values))
    return list(islice((one for one in found if one is not None), query.limit))


def _behind(db: sqlite3.Connection, query: EvidenceQuery, row: tuple[Any, ...]) -> Evidence | None:
    """The session of a row, if the figure is defined there."""
    n, kind, name, group = int(row[0]), *row[8:11]
    seats = seats_of(db, n)
    own = [s for s in seats if (s.kind, s.name, s.group) == (kind, name, group)]
    value = figures.value_of(query.metric, decode_object(row[11], "values")["values"], own)
    if value is None or (query.partner is not None and figures.partner_of(seats, own[0]) != query.partner):
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
        rank=(row[7], n),
    )


def items(db: sqlite3.Connection, wanted: Filter, metrics: Sequence[str]) -> list[ItemCell]:
    """Every player's sessions with every secret. Raises BadFilter."""
    players, values = conditions(db, wanted).players()
    sql = (
        "SELECT s.secret, t.kind, t.name, t.grp, t.standing, m.body, s.n "
        "FROM session s JOIN seat t ON t.n = s.n JOIN metric m ON m.n = s.n "
        f"WHERE {players} AND s.result <> 'unfinished' AND t.side <> 'neutral' AND s.secret IS NOT NULL"
    )
    counts: dict[tuple[str, str, str, str], list[int]] = {}
    sums: dict[tuple[str, str, str, str], dict[str, list[int]]] = {}
    for item, kind, name, group, standing, body, n in db.execute(sql, values):
        cell = (item, kind, name, group)
        total = counts.setdefault(cell, [0, 0])
        total[0] += 1
        total[1] += standing == "won"
        own = [s for s in seats_of(db, n) if (s.kind, s.name, s.group) == cell[1:]]
        for metric in metrics:
            value = figures.value_of(metric, decode_object(body, "values")["values"], own)
            if isinstance(value, int | float):
                scaled = round(value * figures.SCALE)
                line = sums.setdefault(cell, {}).setdefault(metric, [0, 0, 0])
                line[:] = [line[0] + 1, line[1] + scaled, line[2] + scaled * scaled]
    return [
        ItemCell(
            *cell,
            counts[cell][0],
            counts[cell][1],
            {m: (v[0], v[1], v[2]) for m, v in sums.get(cell, {}).items()},
        )
        for cell in sorted(counts)
    ]


def meetings(db: sqlite3.Connection, wanted: Filter, limit: int) -> list[Meeting]:
    """The latest sessions between two sides, oldest first. Raises BadFilter."""
    sessions, values = conditions(db, wanted).sessions()
    sql = (
        f"SELECT s.n, s.id FROM session s WHERE s.result = 'won' AND {sessions} "
        "ORDER BY coalesce(s.ended, s.sort) DESC, s.n DESC"
    )
    out: list[Meeting] = []
    for n, session in db.execute(sql, values):
        seats = seats_of(db, n)
        sides: dict[str, dict[Who, None]] = {}
        for seat in seats:
            if seat.side != "neutral":
                sides.setdefault(seat.side, {})[Who(seat.kind, seat.name, seat.group)] = None
        if len(sides) == 2:
            winner = next(s.side for s in seats if s.standing == "won")
            out.append(Meeting(session, {side: tuple(who) for side, who in sides.items()}, winner))
            if len(out) == limit:
                break
    return out[::-1]
