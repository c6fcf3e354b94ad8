"""The roll-up: figures by player, seat, variant, deck and day, so that stats need few rows.

A row is one JSON list of whole numbers. The table `slot` says what each place in the list means. The roll-up
changes in the transaction that changes a session, and `Store.rebuild` gives the same rows.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass, field, fields
from itertools import zip_longest
from operator import add

from tui_arena.save.codec import decode
from tui_arena.save.rollup.deltas import Deltas, Key, periods, periods_since

_COLUMNS = ", ".join("grp" if f.name == "group" else f.name for f in fields(Key))
_KNOWN = " AND ".join(f"{c} = ?" for c in _COLUMNS.split(", "))


@dataclass(slots=True)
class Cells:
    """Figures of one or more rows, by slot name."""

    slots: Mapping[str, int]
    values: list[int] = field(default_factory=list)

    def add(self, other: list[int]) -> None:
        """Add another row of the same game."""
        short, long = sorted((self.values, other), key=len)
        self.values = [*map(add, short, long), *long[len(short) :]]

    def __getitem__(self, name: str) -> int:
        place = self.slots.get(name, len(self.values))
        return self.values[place] if place < len(self.values) else 0

    def names(self) -> Iterable[str]:
        """Names of the slots whose value isn't 0."""
        return (name for name, place in self.slots.items() if place < len(self.values) and self.values[place])


def add_lists(old: str, new: str) -> str:
    """The sum of two rows, without trailing zeros; SQL calls it as `add_cells`."""
    total = [a + b for a, b in zip_longest(json.loads(old), json.loads(new), fillvalue=0)]
    while total and total[-1] == 0:
        total.pop()
    return json.dumps(total, separators=(",", ":"))


class Rollup:
    """Writes and reads the roll-up of one save file.

    Keys and slots are never removed or renumbered, so the numbers cached here stay valid whatever another
    process does.
    """

    def __init__(self) -> None:
        self._keys: dict[Key, int] = {}
        self._slots: dict[str, dict[str, int]] = {}

    def forget(self) -> None:
        """Forget the cached numbers, because a transaction that gave some of them was rolled back."""
        self._keys.clear()
        self._slots.clear()

    def change(
        self,
        db: sqlite3.Connection,
        day: str,
        gone: list[tuple[Key, Deltas]],
        come: list[tuple[Key, Deltas]],
    ) -> None:
        """Subtract a session's old figures (`gone`) and add its new ones (`come`).

        `day`: the session's day. Runs within the open transaction.
        """
        net: dict[Key, Deltas] = {}
        for sign, rows in ((-1, gone), (1, come)):
            for key, deltas in rows:
                row = net.setdefault(key, {})
                for name, value in deltas.items():
                    row[name] = row.get(name, 0) + sign * value
        spans = periods(day)
        for key, deltas in net.items():
            if any(deltas.values()):
                self.add(db, key, spans if not key.run else spans[-1:], deltas)
                if gone:
                    k = self._key(db, key)
                    db.execute("DELETE FROM rollup WHERE k = ? AND cells = '[]'", (k,))

    def add(self, db: sqlite3.Connection, key: Key, spans: Iterable[str], deltas: Deltas) -> None:
        """Add figures to the rows of a key, within the open transaction."""
        k = self._key(db, key)
        cells = self._list(db, key.game, deltas)
        db.executemany(
            "INSERT INTO rollup (k, period, cells) VALUES (?, ?, ?) "
            "ON CONFLICT (k, period) DO UPDATE SET cells = add_cells(cells, excluded.cells)",
            [(k, span, cells) for span in spans],
        )

    def _key(self, db: sqlite3.Connection, key: Key) -> int:
        if key not in self._keys:
            values = astuple(key)
            found = db.execute(f"SELECT k FROM rollup_key WHERE {_KNOWN}", values).fetchone()
            if found is None:
                marks = ", ".join("?" * len(values))
                sql = f"INSERT INTO rollup_key ({_COLUMNS}) VALUES ({marks}) RETURNING k"
                found = db.execute(sql, values).fetchone()
            self._keys[key] = int(found[0])
        return self._keys[key]

    def _list(self, db: sqlite3.Connection, game: str, deltas: Deltas) -> str:
        slots = self._slots.setdefault(game, {})
        if any(name not in slots for name in deltas):
            slots.update(slots_of(db, game))
            for name in deltas:
                if name not in slots:
                    slots[name] = len(slots)
                    db.execute("INSERT INTO slot VALUES (?, ?, ?)", (game, name, slots[name]))
        places = {slots[name]: value for name, value in deltas.items()}
        cells = [places.get(i, 0) for i in range(max(places) + 1)]
        return json.dumps(cells, separators=(",", ":"))


def slots_of(db: sqlite3.Connection, game: str) -> dict[str, int]:
    """The place in a row of each slot of a game, by slot name."""
    rows = db.execute("SELECT name, place FROM slot WHERE game = ? ORDER BY place", (game,))
    return dict(rows.fetchall())


def read(
    db: sqlite3.Connection, game: str, run: str, since: str | None, wanted: Callable[[Key], bool]
) -> list[tuple[Key, Cells]]:
    """The figures of a game's wanted keys, from a day on. Raises ValueError if `since` isn't a date."""
    found = db.execute(f"SELECT k, {_COLUMNS} FROM rollup_key WHERE run = ? AND game = ?", (run, game))
    keys = {row[0]: key for row in found if wanted(key := Key(*row[1:]))}
    slots = slots_of(db, game)
    where, spans = _spans(run, since)
    out: dict[int, Cells] = {}
    for k in keys:
        for (cells,) in db.execute(f"SELECT cells FROM rollup WHERE k = ? AND {where}", (k, *spans)):
            values = decode(cells)
            if k in out:
                out[k].add(values)
            else:
                out[k] = Cells(slots, values)
    return [(keys[k], cells) for k, cells in out.items()]


def _spans(run: str, since: str | None) -> tuple[str, list[str]]:
    """The condition, with its values, for the rows of a key that cover the time from a day on."""
    if run:
        return "period >= ?", [f"D{since or ''}"]
    if since is None:
        return "period = 'all'", []
    spans, year = periods_since(since)
    marks = ", ".join("?" * len(spans))
    return f"(period IN ({marks}) OR (period > ? AND period < 'Z'))", [*spans, year]
