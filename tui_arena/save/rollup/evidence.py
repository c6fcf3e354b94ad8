"""The evidence behind a figure: its sessions, its figures item by item, and who played whom.

The sessions behind a figure are those that the roll-up counts, each of them once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from tui_arena.save.codec import decode_object
from tui_arena.save.filters import ONE_PLAYER, Filter, conditions
from tui_arena.save.rollup.deltas import (
    MAIN,
    MAX_TURNS,
    REQUEST_SUCCESS,
    SCALE,
    STANDINGS,
    Value,
    partner_of,
    value_of,
)
from tui_arena.save.rollup.derived_rows import seats_of


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
    """What was hidden; None for a game without a secret."""
    result: str
    standing: str
    """`won`, `lost`, `aborted` or `neutral`, of this player."""
    value: Value
    """The figure in this session. For a list metric, one value per turn, None for a turn without one."""
    line: str
    """The players, and the result."""
    rank: tuple[str, int, int]
    """Its place in the list, for `before`."""


@dataclass(frozen=True, slots=True)
class ItemCell:
    """One player's sessions with one secret."""

    item: str
    kind: str
    name: str
    group: str
    n: int
    """Sessions that are over, including aborted ones."""
    won: int
    sums: Mapping[str, tuple[int, int, int]]
    """By metric: the number of values, their sum and the sum of squares, as `spread_of_sums` takes them."""


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
    """The players of each side, in the order of the seats; a player on two seats of a group is given once."""
    winner: str
    """The side that won."""


@dataclass(frozen=True, slots=True)
class EvidenceQuery:
    """The figure whose sessions are wanted; see `Store.evidence`."""

    metric: str
    exactly: Mapping[str, str]
    """Columns, and the exact values that they must have."""
    partner: str | None
    before: tuple[str, int, int] | None
    limit: int


def evidence(db: sqlite3.Connection, wanted: Filter, query: EvidenceQuery) -> list[Evidence]:
    """The newest sessions behind a figure. Raises BadFilter."""
    players, values = conditions(db, wanted).players()
    where = [players, "s.result <> 'unfinished'", *(f"{column} = ?" for column in query.exactly)]
    values += query.exactly.values()
    for sql, given in (_defined(query.metric), _beside(query.partner), _after(query.before)):
        where.append(sql)
        values += given
    sql = (
        "SELECT s.n, s.id, s.started, s.ended, s.secret, s.result, s.line, s.sort, t.place, t.kind, t.name, t.grp, "
        "m.body FROM session s JOIN seat t ON t.n = s.n JOIN metric m ON m.n = s.n "
        f"WHERE {' AND '.join(where)} ORDER BY s.sort DESC, s.n DESC, t.place"
    )
    found = (_behind(db, query, row) for row in db.execute(sql, values))
    return list(islice((one for one in found if one is not None), query.limit))


Condition = tuple[str, Sequence[Any]]


def _defined(metric: str) -> Condition:
    """A condition that drops rows that surely lack the figure; the other rows are checked one by one."""
    if metric.startswith("#") and metric != MAIN:
        count = "requests" if metric == REQUEST_SUCCESS else metric[1:]
        return "(t.seat <> t.grp OR json_extract(t.counts, ?) IS NOT NULL)", (_path(count),)
    if metric in (MAIN, *STANDINGS):
        return "t.side <> 'neutral'" + (" AND t.main IS NOT NULL" if metric == MAIN else ""), ()
    name, _, turn = metric.partition("@")
    place = f"[{int(turn) - 1}]" if turn.isdecimal() and 0 < int(turn[:9]) <= MAX_TURNS else ""
    return "t.side <> 'neutral' AND json_extract(m.body, ?) IS NOT NULL", (_path("values", name) + place,)


def _path(*keys: str) -> str:
    """The SQLite path of a value in a JSON text, with characters that no metric's name holds removed."""
    return "$" + "".join(f'."{"".join(c for c in key if c.isalnum() or c == "_")}"' for key in keys)


def _beside(partner: str | None) -> Condition:
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


def _behind(db: sqlite3.Connection, query: EvidenceQuery, row: tuple[Any, ...]) -> Evidence | None:
    """The session of a row; None if the figure isn't defined there."""
    n, sort, place, kind, name, group = int(row[0]), *row[7:12]
    seats = seats_of(db, n)
    own = [s for s in seats if (s.kind, s.name, s.group) == (kind, name, group)]
    value = value_of(query.metric, decode_object(row[12], "values")["values"], own)
    if value is None or (query.partner is not None and partner_of(seats, own[0]) != query.partner):
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


def items(
    db: sqlite3.Connection, wanted: Filter, kinds: Mapping[str, str], metrics: Sequence[str]
) -> list[ItemCell]:
    """Every player's sessions with every secret; `kinds`: the metrics' kinds by name. Raises BadFilter."""
    figures = {name: sql for name in metrics if (sql := _figure(name, kinds)) is not None}
    players, values = conditions(db, wanted).players()
    scaled = "".join(
        f", CAST(round({SCALE} * {sql}) AS INTEGER) AS v{i}" for i, sql in enumerate(figures.values())
    )
    body = "JOIN metric m ON m.n = s.n " if scaled else ""
    # LIMIT -1 keeps SQLite from flattening this subquery; else the sort below would carry whole rows
    played = (
        f"SELECT s.secret AS item, t.kind, t.name, t.grp, t.standing{scaled} "
        f"FROM session s JOIN seat t ON t.n = s.n {body}WHERE {players} "
        "AND s.result <> 'unfinished' AND t.side <> 'neutral' AND s.secret IS NOT NULL LIMIT -1"
    )
    sums = "".join(_sums(f"v{i}") for i in range(len(figures)))
    found = db.execute(
        f"SELECT item, kind, name, grp, count(*), sum(standing = 'won'){sums} FROM ({played}) "
        "GROUP BY item, kind, name, grp",
        values,
    )
    return [_cell(row, list(figures)) for row in found]


def _figure(name: str, kinds: Mapping[str, str]) -> str | None:
    """A figure of one session as SQL; None if the figure can't be given item by item."""
    if name == MAIN:
        return "t.main"
    if name in STANDINGS:
        return f"(t.standing = '{name}')"
    metric, at, turn = name.partition("@")
    path = f"'{_path('values', metric)}"
    match kinds.get(metric):
        case "list" if at and turn.isdecimal() and 0 < int(turn[:9]) <= MAX_TURNS:
            return f"json_extract(m.body, {path}[{int(turn) - 1}]')"
        case "flag" | "count" | "number" if not at:
            return f"json_extract(m.body, {path}')"
        case "seats" if not at:
            own = f"json_extract(m.body, {path}.\"' || e.seat || '\"')"
            return f"(SELECT avg({own}) FROM seat e WHERE {ONE_PLAYER.format('e')})"
    return None


def _sums(v: str) -> str:
    """SQL for the number of values, their sum in millionths, and their squares in three parts.

    Each part is small enough that its sum can't overflow.
    """
    whole, rest = f"({v} / {SCALE})", f"({v} % {SCALE})"
    return f", count({v}), sum({v}), sum({whole} * {whole}), sum({whole} * {rest}), sum({rest} * {rest})"


def _cell(row: tuple[Any, ...], metrics: Sequence[str]) -> ItemCell:
    sums = {}
    for i, metric in enumerate(metrics):
        n, total, wholes, mixed, rests = row[6 + 5 * i : 11 + 5 * i]
        if n:
            sums[metric] = (n, total, wholes * SCALE * SCALE + 2 * mixed * SCALE + rests)
    item, kind, name, group, sessions, won = row[:6]
    return ItemCell(item, kind, name, group, sessions, won, sums)


def meetings(db: sqlite3.Connection, wanted: Filter, limit: int) -> list[Meeting]:
    """The latest sessions between two sides, oldest first. Raises BadFilter.

    A session with any recast seat is left out, unless the filter includes recast ones.
    """
    found = conditions(db, wanted)
    sessions, values = found.sessions()
    whole = "1" if found.recast else "s.flags NOT LIKE '%recast%'"
    latest = (
        f"SELECT s.n, s.id, s.sort FROM session s WHERE s.result = 'won' AND {whole} AND {sessions} "
        "AND (SELECT min(d.side) < max(d.side) FROM seat d WHERE d.n = s.n AND d.side <> 'neutral') "
        "ORDER BY s.sort DESC, s.n DESC LIMIT ?"
    )
    sql = (
        f"SELECT l.id, t.side, t.kind, t.name, t.grp, t.standing FROM ({latest}) l JOIN seat t ON t.n = l.n "
        "WHERE t.side <> 'neutral' ORDER BY l.sort, l.n, t.place"
    )
    rows = db.execute(sql, (*values, limit))
    return [_meeting(session, list(seats)) for session, seats in groupby(rows, key=itemgetter(0))]


def _meeting(session: str, seats: list[tuple[str, ...]]) -> Meeting:
    sides: dict[str, dict[Who, None]] = {}
    for _, side, kind, name, group, _ in seats:
        sides.setdefault(side, {})[Who(kind, name, group)] = None
    winner = next((side for _, side, *_, standing in seats if standing == "won"), "")
    return Meeting(session, {side: tuple(who) for side, who in sides.items()}, winner)
