"""Big save files in little time: a small one whose sessions are copied many times, each on another day.

The copies have ids, days, secrets and runs of their own, and every tenth game of a person's is one of an evening.
Derived rows and sums are those that the program would have written: `tests/save/test_many_copies.py` compares.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields
from datetime import date, timedelta
from pathlib import Path

import msgspec

from tui_arena.data import Catalogue
from tui_arena.players.party import Party, PartyGame
from tui_arena.save.codec import copy_missing_headers
from tui_arena.save.connect import plain
from tui_arena.save.filters import Filter
from tui_arena.save.people import NOTE
from tui_arena.save.rollup import items as by_secret
from tui_arena.save.rollup.items import ItemSums, Sums
from tui_arena.save.rollup.sums import MAIN, STANDINGS, Cells, Key, periods
from tui_arena.save.store import new_id, open_store

DAYS = 365
OF_PARTY = 8
"""Sessions of an evening."""
PARTIES = 2000
"""The most evenings of a file."""


class Moved:
    """Where a copy of a session goes, by the number of the copy."""

    def __init__(self, first: date, secrets: int, times: int) -> None:
        self._first, self._secrets, self._times = first, secrets, times

    def day(self, day: str, copy: int) -> str:
        """The day of a copy: a part of a year later, and at the end of the year at its beginning."""
        since = (date.fromisoformat(day) - self._first).days
        return (self._first + timedelta(days=(since + copy * DAYS // self._times) % DAYS)).isoformat()

    def secret(self, secret: str | None, copy: int) -> str | None:
        """The secret of a copy, such as `word 12`."""
        if secret is None:
            return None
        noun, _, number = secret.rpartition(" ")
        return f"{noun} {(int(number) + copy * self._secrets // self._times) % self._secrets}"

    def run(self, run: str, copy: int) -> str:
        """The run of a copy; empty if the session was in none."""
        return f"{run}-{copy}" if run else ""


def multiplied(small: Path, path: Path, catalogue: Catalogue, *, times: int, secrets: int) -> None:
    """Write a file with so many copies of every session of a small one, whose secrets are numbered.

    The sums before days are left to `fill_before`.
    """
    path.unlink(missing_ok=True)
    open_store(path, catalogue).store.close()
    with closing(plain(path)) as db:
        for pragma in (
            "foreign_keys = OFF",
            "journal_mode = OFF",
            "synchronous = OFF",
            "cache_size = -1000000",
        ):
            db.execute(f"PRAGMA {pragma}")
        db.execute("ATTACH ? AS small", (str(small),))
        first = date.fromisoformat(db.execute("SELECT min(day) FROM small.session").fetchone()[0])
        moved = Moved(first, secrets, times)
        made: tuple[tuple[str, int, Callable[..., str | None]], ...] = (
            ("day_of", 2, moved.day),
            ("secret_of", 2, moved.secret),
            ("run_of", 2, moved.run),
            ("fresh_id", 0, new_id),
        )
        for name, arity, function in made:
            db.create_function(name, arity, function)
        db.execute("BEGIN")
        _plan(db, times)
        _rows(db)
        copy_missing_headers(db)
        _sums(db, moved, times)
        fill_moments(db)
        _parties(db)
        db.execute("COMMIT")


def _plan(db: sqlite3.Connection, times: int) -> None:
    """Number all copies by their days, and choose which are of an evening."""
    db.execute(
        "CREATE TEMP TABLE times AS WITH RECURSIVE t(c) AS (SELECT 0 UNION ALL SELECT c + 1 FROM t "
        f"WHERE c + 1 < {times}) SELECT c FROM t"
    )
    db.execute(
        "CREATE TEMP TABLE copy (n INTEGER PRIMARY KEY, old INTEGER, c INTEGER, day TEXT, id TEXT, party TEXT)"
    )
    db.execute(
        "INSERT INTO copy SELECT row_number() OVER (ORDER BY day, old, c), old, c, day, fresh_id(), NULL FROM "
        "(SELECT s.n AS old, c, day_of(s.day, c) AS day FROM small.session s, times)"
    )
    db.execute(
        f"UPDATE copy SET party = 'evening-' || (p.place / {OF_PARTY}) FROM (SELECT n, row_number() OVER (ORDER BY n) - 1 "
        "AS place FROM copy WHERE n % 10 = 0 AND old IN (SELECT n FROM small.seat WHERE kind = 'human')) AS p "
        f"WHERE p.n = copy.n AND p.place < {OF_PARTY * PARTIES}"
    )


_OTHER = {
    "header": {
        "id": "p.id",
        "started": "p.day || substr(o.started, 11)",
        "body": "CASE WHEN json_extract(o.body, '$.setup.extra.run') IS NULL THEN o.body ELSE json_set(o.body, "
        "'$.setup.extra.run', run_of(json_extract(o.body, '$.setup.extra.run'), p.c)) END",
    },
    "session": {
        "id": "p.id",
        "sort": "p.day || substr(o.sort, 11)",
        "day": "p.day",
        "started": "p.day || substr(o.started, 11)",
        "ended": "p.day || substr(o.ended, 11)",
        "run": "run_of(o.run, p.c)",
        "secret": "secret_of(o.secret, p.c)",
        "search": "folded(p.id) || substr(o.search, length(o.id) + 1)",
        "party": "p.party",
    },
}
"""The columns that differ between a session and its copy."""


def _rows(db: sqlite3.Connection) -> None:
    """Copy the rows of sessions."""
    for table in ("header", "event", "message", "session", "seat", "metric"):
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        known = {"n": "p.n", **_OTHER.get(table, {})}
        cells = ", ".join(known.get(column, f"o.{column}") for column in columns)
        db.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {cells} "
            f"FROM copy p CROSS JOIN small.{table} o ON o.n = p.old ORDER BY p.n"
        )
    db.execute("INSERT OR REPLACE INTO meta SELECT * FROM small.meta")
    for table in ("slot", "setting"):
        db.execute(f"INSERT INTO {table} SELECT * FROM small.{table}")


def _sums(db: sqlite3.Connection, moved: Moved, times: int) -> None:
    """Add up what all copies add to the roll-ups."""
    columns = ["grp" if f.name == "group" else f.name for f in fields(Key)]
    marks = ", ".join("?" * len(columns))
    numbers: dict[tuple[int, str], int] = {}
    runs: dict[int, str] = {}
    for k, *values in db.execute(f"SELECT k, {', '.join(columns)} FROM small.rollup_key").fetchall():
        runs[k] = values[0]
        for run in dict.fromkeys(moved.run(values[0], copy) for copy in range(times)):
            sql = f"INSERT INTO rollup_key ({', '.join(columns)}) VALUES ({marks}) RETURNING k"
            numbers[k, run] = db.execute(sql, (run, *values[1:])).fetchone()[0]
    days: dict[tuple[int, str], Cells] = {}
    sql = "SELECT k, substr(period, 2), cells FROM small.rollup WHERE period LIKE 'D%'"
    for k, day, cells in db.execute(sql).fetchall():
        values = json.loads(cells)
        for copy in range(times):
            at = numbers[k, moved.run(runs[k], copy)], moved.day(day, copy)
            days.setdefault(at, Cells({})).add(values)
    whole: dict[tuple[int, str], Cells] = {}
    of_runs = {number for (k, run), number in numbers.items() if run}
    for (k, day), one in days.items():
        for span in periods(day)[-1:] if k in of_runs else periods(day):
            whole.setdefault((k, span), Cells({})).add(one.values)
    db.executemany(
        "INSERT INTO rollup VALUES (?, ?, ?)",
        ((*at, json.dumps(one.values, separators=(",", ":"))) for at, one in whole.items()),
    )
    for table, keys in (("rollup_item", 5), ("rollup_part", 1)):
        items: dict[tuple[object, ...], ItemSums] = {}
        for *at, item, sessions, won, text in db.execute(f"SELECT * FROM small.{table}").fetchall():
            sums = ItemSums(sessions, won, {name: tuple(one) for name, one in json.loads(text).items()})
            begin = at if keys > 1 else [numbers[at[0], ""]]
            for copy in range(times):
                items.setdefault((*begin, moved.secret(item, copy)), ItemSums(0, 0, {})).add(sums, 1)
        marks = ", ".join("?" * (keys + 4))
        db.executemany(
            f"INSERT INTO {table} VALUES ({marks})",
            (
                (*at, one.sessions, one.won, json.dumps(one.sums, separators=(",", ":")))
                for at, one in items.items()
            ),
        )


def _parties(db: sqlite3.Connection) -> None:
    """Write down the evenings, each with the people who sat at its sessions."""
    sql = (
        "SELECT party, min(started), group_concat(DISTINCT 'human:' || name), group_concat(DISTINCT game) "
        "FROM session s JOIN seat t ON t.n = s.n WHERE party IS NOT NULL AND kind = 'human' GROUP BY party"
    )
    for party, started, players, games in db.execute(sql).fetchall():
        told = Party(
            party,
            started,
            tuple(players.split(",")),
            tuple(PartyGame(g, {}) for g in games.split(",")),
            ended=True,
        )
        db.execute("INSERT INTO meta VALUES (?, ?)", (NOTE + party, msgspec.json.encode(told).decode()))


def fill_moments(db: sqlite3.Connection) -> None:
    """Compute the moments again from `rollup_item`, within the open transaction."""
    db.execute("DELETE FROM rollup_moments")
    for at in db.execute("SELECT DISTINCT game, grp, kind, name, condition FROM rollup_item").fetchall():
        items: dict[str, list[Sums]] = defaultdict(list)
        for (text,) in db.execute(f"SELECT sums FROM rollup_item WHERE {by_secret.OF_CONDITION}", at):
            for name, one in by_secret.read_sums(text).items():
                items[name].append(one)
        by_secret.write_moments(db, at, {name: by_secret.moments_of(every) for name, every in items.items()})


def fill_before(db: sqlite3.Connection) -> None:
    """Fill `rollup_before` from the other derived rows, as `keep_day` does, within the open transaction."""
    db.execute("DELETE FROM rollup_before")
    many = "SELECT game FROM session GROUP BY game HAVING count(*) >= ?"
    for (game,) in db.execute(many, (by_secret.STEP,)).fetchall():
        figures = _figures_of(db, game)
        cells: dict[tuple[str, ...], ItemSums] = {}
        came, read = 0, ""
        days = "SELECT day, count(*) FROM session WHERE game = ? GROUP BY day ORDER BY day"
        for day, count in db.execute(days, (game,)).fetchall():
            if came >= max(by_secret.STEP, by_secret.OF_A_SECRET * len(cells)):
                for row in by_secret.groups(db, Filter(game), figures, days=(read, day)):
                    cell = by_secret.cell_of(row, list(figures))
                    at = cell.group, cell.kind, cell.name, cell.condition, cell.item
                    cells.setdefault(at, ItemSums(0, 0, {})).add(
                        ItemSums(cell.n, cell.won, dict(cell.sums)), 1
                    )
                read = day
                if came >= by_secret.OF_A_SECRET * len(cells):
                    for one in sorted(cells):
                        by_secret.change_row(db, "rollup_before", (game, day, *one), cells[one])
                    came = 0
            came += count


def _figures_of(db: sqlite3.Connection, game: str) -> dict[str, str]:
    kinds = dict(_kinds_there(db, game))
    names = (MAIN, *STANDINGS, *kinds)
    return {name: sql for name in names if (sql := by_secret.sql_of(name, kinds)) is not None}


def _kinds_there(db: sqlite3.Connection, game: str) -> Iterator[tuple[str, str]]:
    """The metrics that a game's roll-up by secret contains, with their kinds as their values show."""
    sql = (
        "SELECT json_type(m.body, ?) AS type FROM session s JOIN metric m ON m.n = s.n "
        "WHERE s.game = ? AND type NOT IN ('null', 'array') LIMIT 1"
    )
    for (slot,) in db.execute("SELECT name FROM slot WHERE game = ? ORDER BY place", (game,)).fetchall():
        name, _, part = slot.rpartition(" ")
        if part == "n" and name not in STANDINGS and "@" not in name and not name.startswith("#"):
            found = db.execute(sql, (by_secret.path_of("values", name), game)).fetchone()
            if found is not None:
                yield name, "seats" if found[0] == "object" else "number"
