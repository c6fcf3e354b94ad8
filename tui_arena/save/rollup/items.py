"""Figures by secret: what each player did with each item, added up or read session by session.

The table `rollup_item` holds the sums of the sessions that count without any filter, so that players are
compared over few rows. It changes in the transaction that changes a session. What else a filter wants (a
variant, a deck, a day, sessions that are left out) is read from the sessions themselves, with the same result.

Law: a row holds, by metric, the number of values, their sum in millionths and the sum of their squares. Rows
added and removed in any order give the same as a rebuild.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import copysign
from typing import Any, NamedTuple, TypedDict

import msgspec

from tui_arena.core.guarded import ODD
from tui_arena.save.codec import sound
from tui_arena.save.errors import deriving
from tui_arena.save.filters import ONE_PLAYER, Filter, conditions, names_player_alone, passes
from tui_arena.save.rollup.sums import (
    MAIN,
    MAX_TURNS,
    SCALE,
    STANDINGS,
    Key,
    RollupEntry,
    by_player,
    own_value,
)
from tui_arena.save.summary import SeatSummary

Sums = tuple[int, int, int]
"""The number of a metric's values, their sum and the sum of squares, as `spread_of_sums` takes them."""


class ItemCell(NamedTuple):
    """One player's sessions with one secret."""

    item: str
    kind: str
    name: str
    group: str
    n: int
    """Sessions that are over, including aborted ones."""
    won: int
    sums: Mapping[str, Sums]
    """By metric; a metric that is defined in no session is missing."""


class ItemKey(NamedTuple):
    """What identifies a row of the roll-up by secret."""

    game: str
    group: str
    kind: str
    name: str
    item: str


@dataclass(slots=True)
class ItemSums:
    """What some sessions add to a row."""

    sessions: int
    won: int
    sums: dict[str, Sums]

    def add(self, other: ItemSums, sign: int) -> None:
        """Add another one's sums, or take them away if the sign is -1."""
        self.sessions += sign * other.sessions
        self.won += sign * other.won
        for name, values in other.sums.items():
            n, total, squares = self.sums.get(name, (0, 0, 0))
            n, total, squares = n + sign * values[0], total + sign * values[1], squares + sign * values[2]
            if n:
                self.sums[name] = n, total, squares
            else:
                self.sums.pop(name, None)


ItemAdditions = list[tuple[ItemKey, ItemSums]]


def item_additions(entry: RollupEntry) -> ItemAdditions:
    """What a session adds to which rows; nothing before its end, without a secret, or if it is left out."""
    if not entry.variant or entry.secret is None or entry.result == "unfinished":
        return []
    if entry.flags - {"recast"}:
        return []
    out = []
    for seats in by_player(entry.seats):
        seat = seats[0]
        if seat.side != "neutral" and not any(s.recast for s in seats):
            key = ItemKey(entry.game, seat.group, seat.kind, seat.name, entry.secret)
            out.append((key, ItemSums(1, int(seat.standing == "won"), _sums_of(entry.metrics, seats))))
    return out


def _sums_of(metrics: Mapping[str, Any], seats: Sequence[SeatSummary]) -> dict[str, Sums]:
    standings = {standing: int(seats[0].standing == standing) for standing in STANDINGS}
    values = {MAIN: seats[0].main, **metrics, **standings}
    scaled = {name: _scaled(own_value(value, seats)) for name, value in values.items()}
    return {name: (1, one, one * one) for name, one in scaled.items() if one is not None}


def _scaled(value: Any) -> int | None:
    """A value in millionths, rounded as SQLite rounds; None if it is no number."""
    if not isinstance(value, int | float):
        return None
    scaled = SCALE * value
    return scaled if isinstance(scaled, int) else int(scaled + copysign(0.5, scaled))


_AT = "game = ? AND grp = ? AND kind = ? AND name = ? AND item = ?"


def change_items(db: sqlite3.Connection, gone: ItemAdditions, come: ItemAdditions) -> None:
    """Take away what a session had added, and add what it adds now, within the open transaction."""
    net: dict[ItemKey, ItemSums] = {}
    for sign, rows in ((-1, gone), (1, come)):
        for key, sums in rows:
            net.setdefault(key, ItemSums(0, 0, {})).add(sums, sign)
    for key, sums in net.items():
        if not sums.sessions and not sums.won and not sums.sums:
            continue
        try:
            whole = _row(db, key)
            whole.add(sums, 1)
        except ODD:
            continue  # it stays odd, so that whoever reads it is told; a move is worth more than a sum
        if whole.sessions or whole.sums:
            put_items(db, [(key, whole)])
        else:
            db.execute(f"DELETE FROM rollup_item WHERE {_AT}", key)


_ALL = msgspec.json.Decoder(dict[str, Sums]).decode


def _row(db: sqlite3.Connection, key: ItemKey) -> ItemSums:
    """The row of a key; an empty one if there is none. Raises ValueError or TypeError for odd values."""
    row = db.execute(f"SELECT sessions, won, sums FROM rollup_item WHERE {_AT}", key).fetchone()
    return ItemSums(0, 0, {}) if row is None else ItemSums(int(row[0]), int(row[1]), _ALL(row[2]))


def put_items(db: sqlite3.Connection, rows: Iterable[tuple[ItemKey, ItemSums]]) -> None:
    """Write whole rows, replacing old ones."""
    db.executemany(
        "INSERT OR REPLACE INTO rollup_item VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        ((*key, one.sessions, one.won, json.dumps(one.sums, separators=(",", ":"))) for key, one in rows),
    )


def _decoder(metrics: Sequence[str]) -> Callable[[str], dict[str, Sums]]:
    """What reads these metrics of a row, and passes over the others; it raises ValueError for an odd row."""
    known = dict.fromkeys(metrics, Sums)
    return msgspec.json.Decoder(TypedDict("known", known, total=False)).decode  # type: ignore[operator]


def items(
    db: sqlite3.Connection, wanted: Filter, kinds: Mapping[str, str], metrics: Sequence[str]
) -> list[ItemCell]:
    """Every player's sessions with every secret; `kinds`: the metrics' kinds by name. Raises BadFilter."""
    known = [name for name in metrics if _figure(name, kinds) is not None]
    if names_player_alone(wanted) and not any("@" in name for name in known) and _is_here(db):
        with deriving():
            return list(_added_up(db, wanted, known))
    return _read(db, wanted, kinds, known)


def _is_here(db: sqlite3.Connection) -> bool:
    """Whether the file has the roll-up by secret; one of an older version, opened read-only, has none."""
    return db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'rollup_item'").fetchone() is not None


def _added_up(db: sqlite3.Connection, wanted: Filter, metrics: Sequence[str]) -> Iterator[ItemCell]:
    """The cells of the roll-up. Raises ValueError or TypeError for odd rows."""
    some, decoded = passes(wanted), _decoder(metrics)
    who = "SELECT DISTINCT game, grp, kind, name FROM rollup_item WHERE game = ?"
    for game, group, kind, name in db.execute(who, (wanted.game,)).fetchall():
        sound(group, kind, name)
        if not some(_bare_key(game, group, kind, name)):
            continue
        rows = db.execute(
            "SELECT item, sessions, won, sums FROM rollup_item WHERE game = ? AND grp = ? AND kind = ? AND name = ?",
            (game, group, kind, name),
        )
        for item, sessions, won, sums in rows:
            if type(item) is not str or type(sessions) is not int or type(won) is not int:
                raise TypeError("a column of the roll-up has the wrong type")
            _ = item.isascii() or item.encode()
            yield ItemCell(item, kind, name, group, sessions, won, decoded(sums))


def _bare_key(game: str, group: str, kind: str, name: str) -> Key:
    """A player on a group of seats as filters look at them."""
    return Key("", game, group, kind, name, "", "", "", "", "", "", 0, "")


def _read(
    db: sqlite3.Connection, wanted: Filter, kinds: Mapping[str, str], metrics: Sequence[str]
) -> list[ItemCell]:
    """The cells by the sessions themselves."""
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
    with deriving():
        return [_cell(row, list(figures)) for row in found]


def path_of(*keys: str) -> str:
    """The SQLite path of a value in a JSON text, with characters that no metric's name holds removed."""
    return "$" + "".join(f'."{"".join(c for c in key if c.isalnum() or c == "_")}"' for key in keys)


def _figure(name: str, kinds: Mapping[str, str]) -> str | None:
    """A figure of one session as SQL; None if the figure can't be given item by item."""
    if name == MAIN:
        return "t.main"
    if name in STANDINGS:
        return f"(t.standing = '{name}')"
    metric, at, turn = name.partition("@")
    path = f"'{path_of('values', metric)}"
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
    sound(*row[:6])
    item, kind, name, group, sessions, won = row[:6]
    return ItemCell(item, kind, name, group, sessions, won, sums)


def fill_items(db: sqlite3.Connection) -> None:
    """Add up all sessions by secret within the open transaction, from their other derived rows."""
    db.execute("DELETE FROM rollup_item")
    for (game,) in db.execute("SELECT DISTINCT game FROM slot").fetchall():
        kinds = dict(_kinds_there(db, game))
        figures = [MAIN, *STANDINGS, *kinds]
        put_items(
            db,
            (
                (
                    ItemKey(game, cell.group, cell.kind, cell.name, cell.item),
                    ItemSums(cell.n, cell.won, dict(cell.sums)),
                )
                for cell in _read(db, Filter(game), kinds, figures)
            ),
        )


def _kinds_there(db: sqlite3.Connection, game: str) -> Iterator[tuple[str, str]]:
    """The metrics of a game's sessions that the roll-up by secret holds, and their kinds by their values."""
    sql = (
        "SELECT json_type(m.body, ?) AS type FROM session s JOIN metric m ON m.n = s.n "
        "WHERE s.game = ? AND type NOT IN ('null', 'array') LIMIT 1"
    )
    for (slot,) in db.execute("SELECT name FROM slot WHERE game = ? ORDER BY place", (game,)).fetchall():
        name, _, part = slot.rpartition(" ")
        if part == "n" and name not in STANDINGS and "@" not in name and not name.startswith("#"):
            found = db.execute(sql, (path_of("values", name), game)).fetchone()
            if found is not None:
                yield name, "seats" if found[0] == "object" else "number"
