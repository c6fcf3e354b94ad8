"""Figures by secret: each player's sums for each item, read from a table or computed from the sessions.

There are four tables of sums, so that comparing players takes few rows:

- `rollup_item`: the sessions that count without any filter, by player, condition and item.
- `rollup_part`: all sessions, also by setting, deck, preset, prompt, persona and flags, for filters.
- `rollup_before`: copies of `rollup_item` from before certain days, for games with very many sessions.
- `rollup_moments`: how far apart a player's items in `rollup_item` are, by condition.

Two kinds of filter read the sessions themselves, with the same result:

- A run or a repetition: each secret occurs once in it, so there would be as many sums as sessions.
- A first day: only the sessions between that day and the nearest day in `rollup_before` are read.

Law: the tables change in the transaction that changes a session. A row has, by metric, the number of values,
their sum in millionths and the sum of their squares. Adding and removing sessions in any order gives the same
rows as a rebuild.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from math import copysign
from operator import add, itemgetter, mul, sub
from typing import Any, NamedTuple, TypedDict

import msgspec

from tui_arena.core.grouping import grouped
from tui_arena.core.guarded import ODD
from tui_arena.save.codec import sound
from tui_arena.save.errors import deriving
from tui_arena.save.filters import ONE_PLAYER, Filter, conditions, narrowed_by, passes, run_of, since_day
from tui_arena.save.rollup.sums import (
    MAIN,
    MAX_TURNS,
    SCALE,
    STANDINGS,
    Key,
    Rollup,
    RollupEntry,
    by_player,
    key_of,
    keys_of,
    own_value,
)
from tui_arena.save.setting import settings
from tui_arena.save.summary import SeatSummary

Sums = tuple[int, int, int]
"""The number of a metric's values, their sum and the sum of their squares, as in `spread_of_sums`."""


Moments = tuple[int, int, int, int, int, int]
"""Six sums that show how far apart items are in a metric: the number of items with a value, and over these
items the sums of n, s, n * n, n * s and s * s. Each item has n values with the sum s, in millionths."""
NO_MOMENTS: Moments = (0, 0, 0, 0, 0, 0)


def moments_of(items: Iterable[Sums]) -> Moments:
    """The moments of some items."""
    known = [one for one in items if one[0]]
    if not known:
        return NO_MOMENTS
    numbers, totals, _ = zip(*known, strict=True)
    products = sum(map(mul, numbers, totals))
    squares = sum(map(mul, numbers, numbers)), products, sum(map(mul, totals, totals))
    return len(known), sum(numbers), sum(totals), *squares


class ItemCell(NamedTuple):
    """The sums of one player's sessions with one secret under one condition."""

    item: str
    kind: str
    name: str
    group: str
    condition: str
    """The digest of the condition; empty for several conditions together."""
    n: int
    """The number of sessions that are over, including aborted sessions."""
    won: int
    sums: Mapping[str, Sums]
    """Maps metrics to their sums; a metric that no session defines is missing."""
    partner: str = ""
    """The players of the other groups, as in `Key.partner`; empty unless the cells are split by partner."""


def joined(cells: Iterable[ItemCell]) -> list[ItemCell]:
    """Adds up the cells of several filters or conditions, for each player, condition, partner and secret."""
    found: dict[tuple[str, ...], ItemCell] = {}
    for cell in cells:
        at = (*cell[:5], cell.partner)
        before = found.get(at)
        if before is None:
            found[at] = cell
            continue
        sums = dict(before.sums)
        _add_sums(sums, cell.sums, 1)
        found[at] = before._replace(n=before.n + cell.n, won=before.won + cell.won, sums=sums)
    return list(found.values())


@dataclass(slots=True)
class ItemSums:
    """The values that some sessions add to a row."""

    sessions: int
    won: int
    sums: dict[str, Sums]

    def add(self, other: ItemSums, sign: int) -> None:
        """Add the sums of `other`, or subtract them if the sign is -1."""
        self.sessions += sign * other.sessions
        self.won += sign * other.won
        _add_sums(self.sums, other.sums, sign)


def _add_sums(sums: dict[str, Sums], more: Mapping[str, Sums], sign: int) -> None:
    for name, values in more.items():
        n, total, squares = sums.get(name, (0, 0, 0))
        n, total, squares = n + sign * values[0], total + sign * values[1], squares + sign * values[2]
        if n or total or squares:  # for a changed value n is 0, but its sums aren't
            sums[name] = n, total, squares
        else:
            sums.pop(name, None)


ItemAdditions = list[tuple[Key, str, ItemSums]]
"""Added sums with their keys and items. In these keys, run, repetition and partner are empty."""


def item_additions(entry: RollupEntry) -> ItemAdditions:
    """The sums that a session adds, with their rows; empty before its end and without a secret."""
    if not entry.setting or entry.secret is None or entry.result == "unfinished":
        return []
    out = []
    for seats in by_player(entry.seats):
        seat = seats[0]
        if seat.side != "neutral":
            sums = ItemSums(1, int(seat.standing == "won"), _sums_of(entry.metrics, seats))
            out.append((key_of(entry, seats), entry.secret, sums))
    return out


def _sums_of(metrics: Mapping[str, Any], seats: Sequence[SeatSummary]) -> dict[str, Sums]:
    standings = {standing: int(seats[0].standing == standing) for standing in STANDINGS}
    values = {MAIN: seats[0].main, **metrics, **standings}
    scaled = {name: _scaled(own_value(value, seats)) for name, value in values.items()}
    return {name: (1, one, one * one) for name, one in scaled.items() if one is not None}


def _scaled(value: Any) -> int | None:
    """A value in millionths, rounded as SQLite rounds; None if it isn't a number."""
    if not isinstance(value, int | float):
        return None
    scaled = SCALE * value
    return scaled if isinstance(scaled, int) else int(scaled + copysign(0.5, scaled))


_KEYS = {
    "rollup_item": "game = ? AND grp = ? AND kind = ? AND name = ? AND condition = ? AND item = ?",
    "rollup_before": "game = ? AND day = ? AND grp = ? AND kind = ? AND name = ? AND condition = ? AND item = ?",
    "rollup_part": "k = ? AND item = ?",
}
"""Maps each table to the SQL condition for one of its rows, over the table's first columns."""


STEP = 50_000
"""The minimum number of a game's sessions between two days of `rollup_before`; half are read quickly."""
OF_A_SECRET = 3
"""The minimum number of those sessions per row of `rollup_item`; it keeps `rollup_before` small."""


def keep_day(db: sqlite3.Connection, game: str, day: str) -> None:
    """Copy `rollup_item` to `rollup_before` for a new day, if enough sessions came since the last copy.

    Runs within the open transaction, before the first session of that day is written.
    """
    sql = "SELECT max(day) FROM session WHERE game = ? AND day < 'a'"  # days sort before letters
    (newest,) = db.execute(sql, (game,)).fetchone()
    if not isinstance(newest, str) or newest >= day:
        return
    (last,) = db.execute(
        "SELECT coalesce(max(day), '') FROM rollup_before WHERE game = ?", (game,)
    ).fetchone()
    came = _count(db, game, last, day)
    if came < STEP:
        return
    (secrets,) = db.execute("SELECT count(*) FROM rollup_item WHERE game = ?", (game,)).fetchone()
    if came >= OF_A_SECRET * secrets:
        db.execute(
            "INSERT INTO rollup_before SELECT game, ?, grp, kind, name, condition, item, sessions, won, sums "
            "FROM rollup_item "
            "WHERE game = ?",
            (day, game),
        )


def _count(db: sqlite3.Connection, game: str, first: str, last: str) -> int:
    """The number of a game's sessions from the day `first` on and before the day `last`."""
    sql = "SELECT count(*) FROM session WHERE game = ? AND day >= ? AND day < ?"
    return int(db.execute(sql, (game, first, last)).fetchone()[0])


def _kept_days(db: sqlite3.Connection, game: str, after: str = "") -> Iterator[str]:
    """The days in `rollup_before` after a given day, oldest first; each day is looked up in the index.

    A value that isn't a day costs nothing, as it sorts after all days.
    """
    sql = "SELECT min(day) FROM rollup_before WHERE game = ? AND day > ?"
    while (day := db.execute(sql, (game, after)).fetchone()[0]) is not None and day.isascii():
        yield day
        after = day


def change_items(
    db: sqlite3.Connection, rollup: Rollup, day: str, gone: ItemAdditions, come: ItemAdditions
) -> None:
    """Subtract a session's old sums (`gone`) and add its new ones (`come`), within the open transaction.

    `day`: the session's day.
    """
    net: dict[tuple[Key, str], ItemSums] = {}
    for sign, rows in ((-1, gone), (1, come)):
        for key, item, sums in rows:
            net.setdefault((key, item), ItemSums(0, 0, {})).add(sums, sign)
    changed = {at: sums for at, sums in net.items() if sums.sessions or sums.won or sums.sums}
    for (key, item), sums in changed.items():
        change_row(db, "rollup_part", (rollup.key_number(db, key), item), sums)
        if not key.flags:
            at = key.group, key.kind, key.name, rollup.condition_of(db, key), item
            before = change_row(db, "rollup_item", (key.game, *at), sums)
            if before is not None:
                _change_moments(db, (key.game, *at[:-1]), before, sums.sums)
            for later in _kept_days(db, key.game, day):
                change_row(db, "rollup_before", (key.game, later, *at), sums)


read_sums = msgspec.json.Decoder(dict[str, Sums]).decode


def change_row(
    db: sqlite3.Connection, table: str, at: tuple[Any, ...], sums: ItemSums
) -> dict[str, Sums] | None:
    """Add sums to a row; a row that becomes empty is deleted.

    Returns the row's sums from before; None if the row can't be read.
    """
    try:
        row = db.execute(f"SELECT sessions, won, sums FROM {table} WHERE {_KEYS[table]}", at).fetchone()
        whole = ItemSums(0, 0, {}) if row is None else ItemSums(int(row[0]), int(row[1]), read_sums(row[2]))
        before = dict(whole.sums)
        whole.add(sums, 1)
    except ODD:
        return None  # the row stays odd, so reading it reports the fault; the move must be saved all the same
    if whole.sessions or whole.sums:
        cells = (*at, whole.sessions, whole.won, _written(whole.sums))
        db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(cells))})", cells)
    else:
        db.execute(f"DELETE FROM {table} WHERE {_KEYS[table]}", at)
    return before


_MOMENTS_BY_METRIC = msgspec.json.Decoder(dict[str, Moments]).decode
OF_CONDITION = "game = ? AND grp = ? AND kind = ? AND name = ? AND condition = ?"


def _change_moments(
    db: sqlite3.Connection, at: tuple[Any, ...], before: Mapping[str, Sums], more: Mapping[str, Sums]
) -> None:
    """Update the moments of a player and condition after sums (`more`) are added to an item (`before`)."""
    row = db.execute(f"SELECT moments FROM rollup_moments WHERE {OF_CONDITION}", at).fetchone()
    try:
        kept = {} if row is None else _MOMENTS_BY_METRIC(row[0])
    except ODD:
        return  # the row stays odd, so reading it reports the fault; the move must be saved all the same
    for name, one in more.items():
        old = before.get(name, (0, 0, 0))
        new = old[0] + one[0], old[1] + one[1], old[2] + one[2]
        less, plus = moments_of([old]), moments_of([new])
        moved = tuple(map(sub, map(add, kept.get(name, NO_MOMENTS), plus), less))
        kept[name] = moved
        if not any(moved):
            del kept[name]
    write_moments(db, at, kept)


def write_moments(db: sqlite3.Connection, at: tuple[Any, ...], kept: Mapping[str, Moments]) -> None:
    """Write the moments of a player and condition; without moments, the row is deleted."""
    if kept:
        text = json.dumps(kept, separators=(",", ":"))
        db.execute("INSERT OR REPLACE INTO rollup_moments VALUES (?, ?, ?, ?, ?, ?)", (*at, text))
    else:
        db.execute(f"DELETE FROM rollup_moments WHERE {OF_CONDITION}", at)


def kept_moments(
    db: sqlite3.Connection, wanted: Filter
) -> dict[tuple[str, ...], Mapping[str, Moments]] | None:
    """Maps group, kind, name and condition to the moments of each metric.

    None if the filter selects only a part of a player's sessions under a condition; no moments exist for
    that.
    """
    narrowed = {name for name, _ in narrowed_by(wanted)}
    if wanted.include or not narrowed <= _KEPT_WHOLE:
        return None
    with deriving():
        sql = "SELECT grp, kind, name, condition, moments FROM rollup_moments WHERE game = ?"
        rows = db.execute(sql, (wanted.game,)).fetchall()
        for row in rows:
            sound(*row)
        return {tuple(who): _MOMENTS_BY_METRIC(text) for *who, text in rows}


_KEPT_WHOLE = {"player", "seat", "condition", "variant"}
"""The filters that select all of a player's sessions under a condition, or none."""


def _decoder(metrics: Sequence[str]) -> Callable[[str], dict[str, Sums]]:
    """Returns a function that reads only these metrics of a row; it raises ValueError for an odd row."""
    known = dict.fromkeys(metrics, Sums)
    return msgspec.json.Decoder(TypedDict("known", known, total=False)).decode  # type: ignore[operator]


def items(
    db: sqlite3.Connection,
    wanted: Filter,
    kinds: Mapping[str, str],
    metrics: Sequence[str],
    *,
    by_partner: bool = False,
) -> list[ItemCell]:
    """The sums of every player's sessions with every secret, condition by condition. Raises BadFilter.

    `kinds`: maps metrics to their kinds. `by_partner`: split the sums by the players of the other groups;
    they are then computed from the sessions.
    """
    known = [name for name in metrics if sql_of(name, kinds) is not None]
    single = run_of(wanted) or wanted.repetition is not None or any("@" in name for name in known)
    if by_partner or single:
        return _read(db, wanted, kinds, known, by_partner=by_partner)
    day = since_day(wanted.since)
    whole = replace(wanted, since=None)
    with deriving():
        if day is None:
            return list(_added_up(db, whole, known))
        early = _mostly_since(db, wanted.game, day)
        near = _nearest(db, wanted, day, "" if early else None)
        if near is None:
            return _read(db, wanted, kinds, known)
        since = _since_kept(db, whole, known, near) if near else _added_up(db, whole, known)
        between = _read(db, whole, kinds, known, days=(min(near, day), max(near, day)))
        cells = _with(since, between, -1 if near <= day else 1)
        return (
            cells if early else sorted(cells, key=itemgetter(0, 1, 2, 3, 4))
        )  # later sums of floats depend on the order


Players = Mapping[tuple[str, str, str, str], set[str]]
"""Maps kind, name, group and condition to the secrets that were played."""


def secrets(db: sqlite3.Connection, wanted: Filter) -> Players:
    """The secrets that every player played, condition by condition, without any sums. Raises BadFilter."""
    found: dict[tuple[str, str, str, str], set[str]] = {}
    with deriving():
        if reads_sessions(wanted):
            for item, *who in (row[:5] for row in groups(db, wanted, {})):
                kind, name, group, condition = who
                found.setdefault((kind, name, group, condition), set()).add(item)
            return found
        passing = passes(db, wanted)
        narrowed = {name for name, _ in narrowed_by(wanted)}
        whole = not wanted.include and narrowed <= _KEPT_WHOLE
        for at, keys in _by_who(db, wanted.game).items():
            some = [k for k, key in keys if passing(key)]
            if whole and some:
                sql = f"SELECT item FROM rollup_item WHERE {_OF_PLAYER}"
                rows = db.execute(sql, (wanted.game, *at))
            else:
                marks = ", ".join("?" * len(some))
                rows = db.execute(f"SELECT DISTINCT item FROM rollup_part WHERE k IN ({marks})", some)
            found[at] = {item for (item,) in rows}
    return found


def reads_sessions(wanted: Filter) -> bool:
    """True if no table has the sums that a filter selects, so that the sessions are read."""
    return bool(run_of(wanted)) or wanted.repetition is not None or wanted.since is not None


def _nearest(db: sqlite3.Connection, wanted: Filter, day: str, other: str | None) -> str | None:
    """The day in `rollup_before` nearest to `day`, if reading it takes less than `other`; else `other`.

    `other` is the way without such days. None: read all sessions since `day`. Empty: read all sums, and the
    sessions before `day`.
    """
    narrowed = {name for name, _ in narrowed_by(wanted)}
    if wanted.include or not narrowed <= _KEPT_FOR:
        return other
    kept = list(_kept_days(db, wanted.game))
    before = max((one for one in kept if one <= day), default=other)
    after = min((one for one in kept if one > day), default=other)
    near = [one for one in (before, after) if one]
    took: dict[str | None, int] = {
        one: STEP // 2 + _count(db, wanted.game, min(one, day), max(one, day)) for one in near
    }
    if took:
        took[other] = (
            _count(db, wanted.game, day, "~") if other is None else 2 * _count(db, wanted.game, "", day)
        )
    return min(took, key=took.__getitem__, default=other)


def _mostly_since(db: sqlite3.Connection, game: str, day: str) -> bool:
    """True if a day is so early in a game's history that reading the sessions before it is quicker."""
    first, last = (
        date.fromisoformat(
            db.execute(f"SELECT coalesce({end}(day), ?) FROM session WHERE game = ?", (day, game)).fetchone()[
                0
            ]
        )
        for end in ("min", "max")
    )
    return 3 * (date.fromisoformat(day) - first) < last - first


_KEPT_FOR = {"player", "seat", "since"}
"""The filters to which `rollup_before` can be applied."""


def _with(cells: Iterable[ItemCell], more: Iterable[ItemCell], sign: int) -> list[ItemCell]:
    """Adds the sessions of other cells to these cells, or subtracts them if the sign is -1."""
    all_of = {cell[:5]: cell for cell in cells}
    for cell in more:
        old = all_of.get(at := cell[:5], ItemCell(*at, 0, 0, {}))
        _add_sums(sums := dict(old.sums), cell.sums, sign)
        all_of[at] = ItemCell(*at, old.n + sign * cell.n, old.won + sign * cell.won, sums)
    return [cell for cell in all_of.values() if cell.n]


def _since_kept(
    db: sqlite3.Connection, wanted: Filter, metrics: Sequence[str], day: str
) -> Iterator[ItemCell]:
    """The cells since a day of `rollup_before`, for a filter of `_KEPT_FOR`.

    Raises ValueError or TypeError for odd rows.
    """
    passing, decoded = passes(db, wanted), _decoder(metrics)
    for who, keys in _by_who(db, wanted.game).items():
        rows = db.execute(_SINCE, (day, wanted.game, *who)) if any(passing(key) for _, key in keys) else ()
        for item, n, won, text, before in _sound(rows):
            sums = decoded(text) if n else {}
            if n and before is not None:
                _add_sums(sums, decoded(before), -1)
            yield ItemCell(item, *who, n, won, sums)


_SINCE = (
    "SELECT i.item, i.sessions - coalesce(b.sessions, 0), i.won - coalesce(b.won, 0), CAST(i.sums AS BLOB), "
    "CAST(b.sums AS BLOB) FROM rollup_item i LEFT JOIN rollup_before b ON b.game = i.game AND b.day = ? "
    "AND b.grp = i.grp AND b.kind = i.kind AND b.name = i.name AND b.condition = i.condition AND b.item = i.item "
    "WHERE i.game = ? AND i.kind = ? AND i.name = ? AND i.grp = ? AND i.condition = ?"
)


def _by_who(db: sqlite3.Connection, game: str) -> dict[tuple[str, str, str, str], list[tuple[int, Key]]]:
    """Maps kind, name, group and condition to the keys of the roll-up by secret, with their numbers."""
    known = settings(db, game)
    return grouped(
        ((key.kind, key.name, key.group, known[key.setting].condition), (k, key))
        for k, key in keys_of(db, game)
        if not key.repetition and not key.partner and key.setting in known
    )


def _added_up(db: sqlite3.Connection, wanted: Filter, metrics: Sequence[str]) -> Iterator[ItemCell]:
    """The cells that pass a filter, from the roll-up. Raises ValueError or TypeError for odd rows."""
    passing, decoded = passes(db, wanted), _decoder(metrics)
    for who, keys in _by_who(db, wanted.game).items():
        some = {k for k, key in keys if passing(key)}
        counting = {k for k, key in keys if not key.flags}
        parts: list[tuple[int, Collection[int]]] = [(1, some)]
        rows: Iterator[tuple[str, int, int, str]] = iter(())
        if len(counting - some) < len(counting & some):  # subtracting the others reads fewer rows
            rows = _sound(db.execute(f"{_ROWS} rollup_item WHERE {_OF_PLAYER}", (wanted.game, *who)))
            parts = [(1, some - counting), (-1, counting - some)]
        if not any(numbers for _, numbers in parts):
            kind, name, group, condition = who
            yield from [
                ItemCell(item, kind, name, group, condition, n, won, decoded(text))
                for item, n, won, text in rows
            ]
            continue
        sums = {item: ItemSums(n, won, decoded(text)) for item, n, won, text in rows}
        for sign, numbers in parts:
            marks = ", ".join("?" * len(numbers))
            found = db.execute(f"{_ROWS} rollup_part WHERE k IN ({marks})", (*numbers,))
            _add_rows(sums, _sound(found), decoded, sign)
        for item, one in sums.items():
            if one.sessions:
                yield ItemCell(item, *who, one.sessions, one.won, one.sums)


_ROWS = "SELECT item, sessions, won, CAST(sums AS BLOB) FROM"
"""Selects sums as bytes for the decoder, because converting each row to text first would take longer."""
_OF_PLAYER = "game = ? AND kind = ? AND name = ? AND grp = ? AND condition = ?"


def _add_rows(
    sums: dict[str, ItemSums],
    rows: Iterable[tuple[str, int, int, str]],
    decoded: Callable[[str], dict[str, Sums]],
    sign: int,
) -> None:
    """Add rows of a roll-up to sums by item; sign -1 subtracts them. Raises ValueError for odd sums."""
    for item, n, won, text in rows:
        one = ItemSums(n, won, decoded(text))
        if sign > 0 and item not in sums:
            sums[item] = one
        else:
            sums.setdefault(item, ItemSums(0, 0, {})).add(one, sign)


def _sound(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yields the rows of a roll-up. Raises ValueError or TypeError for odd rows."""
    for row in rows:
        item = row[0]
        if type(item) is not str or type(row[1]) is not int or type(row[2]) is not int:
            raise TypeError("a column of the roll-up has the wrong type")
        if not item.isascii():
            item.encode()
        yield row


def _read(
    db: sqlite3.Connection,
    wanted: Filter,
    kinds: Mapping[str, str],
    metrics: Sequence[str],
    *,
    days: tuple[str, str] | None = None,
    by_partner: bool = False,
) -> list[ItemCell]:
    """The cells, computed from the sessions. `days`: from the first on and before the second; None: all."""
    figures = {name: sql for name in metrics if (sql := sql_of(name, kinds)) is not None}
    with deriving():
        rows = groups(db, wanted, figures, days=days, by_partner=by_partner)
        return [cell_of(row, list(figures)) for row in rows]


_PARTNER = (
    "(SELECT group_concat(who, ', ') FROM (SELECT DISTINCT p.kind || ':' || p.name AS who FROM seat p "
    "WHERE p.n = t.n AND p.grp <> t.grp AND p.side <> 'neutral' ORDER BY who))"
)
"""Selects the players of the other groups of a session, in the form of `partner_of`."""


def groups(
    db: sqlite3.Connection,
    wanted: Filter,
    figures: Mapping[str, str],
    *,
    days: tuple[str, str] | None = None,
    by_partner: bool = False,
) -> Iterator[tuple[Any, ...]]:
    """The rows for `cell_of`, added up from the sessions by item, player, condition and perhaps partner."""
    players, values = conditions(db, wanted).players()
    if days is not None:
        players, values = f"{players} AND s.day >= ? AND s.day < ?", [*values, *days]
    scaled = "".join(
        f", CAST(round({SCALE} * {sql}) AS INTEGER) AS v{i}" for i, sql in enumerate(figures.values())
    )
    body = "JOIN metric m ON m.n = s.n " if scaled else ""
    partner = _PARTNER if by_partner else "''"
    # LIMIT -1 keeps SQLite from flattening this subquery; otherwise the sort below would move whole rows
    played = (
        f"SELECT s.secret AS item, t.kind, t.name, t.grp, g.condition, {partner} AS partner, t.standing{scaled} "
        f"FROM session s JOIN seat t ON t.n = s.n {body}JOIN setting g ON g.game = s.game AND g.digest = s.setting "
        f"WHERE {players} "
        "AND s.result <> 'unfinished' AND t.side <> 'neutral' AND s.secret IS NOT NULL LIMIT -1"
    )
    sums = "".join(_sums(f"v{i}") for i in range(len(figures)))
    yield from db.execute(
        "SELECT item, kind, name, grp, condition, count(*), sum(standing = 'won'), coalesce(partner, '')"
        f"{sums} FROM ({played}) GROUP BY item, kind, name, grp, condition, partner",
        values,
    )


def path_of(*keys: str) -> str:
    """The SQLite path of a value in a JSON text, without characters that never occur in a metric's name."""
    return "$" + "".join(f'."{"".join(c for c in key if c.isalnum() or c == "_")}"' for key in keys)


def sql_of(name: str, kinds: Mapping[str, str]) -> str | None:
    """The SQL for a figure of one session; None if the figure can't be computed item by item."""
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
    """The SQL for the number of values, their sum in millionths, and the sum of their squares in three parts.

    Each part is small enough that its sum can't overflow.
    """
    whole, rest = f"({v} / {SCALE})", f"({v} % {SCALE})"
    return f", count({v}), sum({v}), sum({whole} * {whole}), sum({whole} * {rest}), sum({rest} * {rest})"


def cell_of(row: tuple[Any, ...], metrics: Sequence[str]) -> ItemCell:
    """Maps a row of `groups` to a cell."""
    sums = {}
    for i, metric in enumerate(metrics):
        n, total, wholes, mixed, rests = row[8 + 5 * i : 13 + 5 * i]
        if n:
            sums[metric] = (n, total, wholes * SCALE * SCALE + 2 * mixed * SCALE + rests)
    sound(*row[:8])
    item, kind, name, group, condition, sessions, won, partner = row[:8]
    return ItemCell(item, kind, name, group, condition, sessions, won, sums, partner)


def _written(sums: Mapping[str, Sums]) -> str:
    return json.dumps(sums, separators=(",", ":"))
