"""Every column of every table with values that no program writes: nothing but the rows themselves is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests.save.making import AT, end, note, open_play, reply, started, target
from tests.save.sessions import CATALOGUE
from tests.thorough import sampled
from tui_arena.core.session import Session
from tui_arena.save.connect import mark_damaged
from tui_arena.save.filters import Filter
from tui_arena.save.migrations import MIGRATIONS
from tui_arena.save.rollup import items as by_secret
from tui_arena.save.store import SaveError, SessionQuery, Store, open_store

FEW = (
    "x'00ff'",
    "CAST(x'6162ff63' AS TEXT)",
    "char(27) || '[2Jid' || char(0)",
    "NULL",
    "9223372036854775807",
    "'{}'",
)
MANY = (
    *FEW,
    "CAST(x'610062' AS TEXT)",
    "''",
    "printf('%.*c', 200, 'x')",
    "-1",
    "1.5",
    "'{'",
    "'[1e999]'",
    "'\"a\"'",
    "(SELECT group_concat('[', '') FROM (SELECT 1 FROM header, header, header))",
    """'{"setup": {"options": {}}, "seats": {"guesser": 3}, "extra": {}}'""",
)
SOUND = 2
LATER = "2026-11-22T10:00:00Z"
SAMPLE = 2
"""How many of `FEW` a column gets unless it is tortured, in turn."""
Whole = tuple[bytes, dict[str, Session]]


def _columns() -> list[tuple[str, str]]:
    db = sqlite3.connect(":memory:", isolation_level=None)
    for migration in MIGRATIONS:
        migration(db)
    sql = (
        "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c "
        "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY m.name, c.cid"
    )
    found = db.execute(sql).fetchall()
    db.close()
    return [(str(table), str(column)) for table, column in found]


def _cases() -> list[object]:
    """Every column with some of `FEW` and, as a torture, with all values."""
    every = _columns()
    turns = [[FEW[(place + i) % len(FEW)] for i in range(SAMPLE)] for place in range(len(every))]
    few = sampled(((*one, some) for one, some in zip(every, turns, strict=True)), 20, thorough=4)
    many = [
        pytest.param(*one, MANY, id=f"{one[0]}-{one[1]}-many", marks=pytest.mark.torture) for one in every
    ]
    return [*few, *many]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """A file with a row in every table, and its sessions by id."""
    path = tmp_path_factory.mktemp("odd") / "arena.db"
    store = open_store(path, CATALOGUE).store
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_secret, "STEP", 1)
        patch.setattr(by_secret, "OF_A_SECRET", 0)
        _fill(store)
    whole = {row.id: store.load(row.id) for row in store.sessions()}
    assert all(
        store._access.db.execute(f"SELECT count(*) FROM {t}").fetchone()[0]
        for t in {t for t, _ in _columns()}
    )
    store._pulse.stop()
    store._access.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = path.read_bytes()
    store.close()
    return data, whole


def _fill(store: Store) -> None:
    """Save sessions of two days."""
    for i in range(len(MANY) + SOUND):
        at = LATER if i == len(MANY) + SOUND - 1 else AT
        session = started(CATALOGUE, i, at=at, extra={"run": "r", "party": "p", "daily": "2026-11-21"})
        play = open_play(CATALOGUE, session)
        note(play, "draft", seat="guesser", ask="guess", text="slat")
        note(play, "recast", seat="guesser", to={"player": "human", "name": "Bob"})
        reply(play, target(session), at=AT, messages="sha256:1")
        end(play)
        chat: list[Mapping[str, str]] = [{"role": "user", "content": "guess"}]
        store.save(replace(session, events=tuple(play.events), messages={"sha256:1": chat}))
    store.rename_person("Bob", "Eve")
    store.set_meta("party:p", "{}")
    for row in store.sessions():
        assert store.lease(row.id)


def broken(
    path: Path, table: str, column: str, values: Sequence[str], sessions: Mapping[str, Session]
) -> set[str]:
    """Put the odd values into a column, one a session; returns the ids of sessions that are not touched."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    schema = db.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    db.execute("PRAGMA foreign_keys = ON")
    for trigger in ("event_is_kept", "event_stays"):
        db.execute(f"DROP TRIGGER {trigger}")
    marks = ", ".join("?" * len(sessions))
    db.execute(f"DELETE FROM header WHERE id NOT IN ({marks})", list(sessions))
    db.execute("PRAGMA foreign_keys = OFF")
    ids = dict(db.execute("SELECT n, id FROM header ORDER BY n").fetchall())
    db.execute("PRAGMA writable_schema = ON")
    for strict in ("NOT NULL", "STRICT, ", ") STRICT", "CHECK (seq > 0)"):
        loose = ")" if strict.startswith(")") else ""
        sql = "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE type = 'table'"
        db.execute(sql, (strict, loose))
    db.execute("DELETE FROM sqlite_schema WHERE type = 'trigger'")
    db.close()
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    touched = set()
    rows = db.execute(f"SELECT {', '.join(_key(db, table))} FROM {table}").fetchall()
    of_session = "n" in [c for t, c in _columns() if t == table]
    for i, odd in enumerate(values):
        if of_session:
            n = list(ids)[i]
            with suppress(sqlite3.IntegrityError):
                db.execute(f"UPDATE {table} SET {column} = {odd} WHERE n = ?", (n,))
            touched.add(ids[n])
        else:
            where = " AND ".join(f"{key} = ?" for key in _key(db, table))
            with suppress(sqlite3.IntegrityError):
                db.execute(f"UPDATE {table} SET {column} = {odd} WHERE {where}", rows[i % len(rows)])
    db.execute("PRAGMA writable_schema = ON")
    for name, sql in schema:
        if sql.startswith("CREATE TRIGGER"):
            db.execute(sql)
        else:
            db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))
    db.close()
    return set(ids.values()) - touched


def _key(db: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[5]] or ["rowid"]


def works(store: Store, sessions: Mapping[str, Session], good: set[str]) -> None:
    """Check that the sound sessions are there as they were, and that nothing stops at the odd ones."""
    listed = {row.id: row for row in store.every(SessionQuery(limit=7))}
    for name in good:
        assert store.load(name) == sessions[name]
    for row in listed.values():
        with suppress(SaveError):
            store.load(row.id)
    for query in (
        lambda: store.figures("wordle", "", None, lambda key: True),
        lambda: store.recent("wordle", 100),
        lambda: [dict(cell.sums) for cell in store.items(Filter("wordle"), ["speed"])],
        lambda: store.streak("wordle", "Eve"),
        lambda: store.streaks("Eve"),
        lambda: store.won_by("Eve", store.recent("wordle", 100)),
        lambda: store.sessions_at("p"),
        store.people,
        lambda: store.runs("wordle"),
        lambda: store.notes(""),
        store.unfinished,
        lambda: store.find("0"),
    ):
        with suppress(SaveError):
            query()
    list(store.faults())
    new = started(CATALOGUE, 999)
    store.save(new)
    play = open_play(CATALOGUE, new)
    store.append(new.id, reply(play, "slate"), {}, play)
    assert store.delete([new.id]) == 1
    store.rename_person("Ada", "Zoe")


@pytest.mark.parametrize(("table", "column", "values"), _cases())
def test_odd_values_in_a_column_cost_only_their_own_rows(
    table: str, column: str, values: Sequence[str], path: Path, whole: Whole
) -> None:
    data, sessions = whole
    if len(values) < len(MANY):
        sessions = dict(list(sessions.items())[: len(values) + SOUND])
    path.parent.mkdir()
    path.write_bytes(data)
    good = broken(path, table, column, values, sessions)
    assert len(good) >= SOUND
    odd = path.read_bytes()
    opened = open_store(path, CATALOGUE)
    works(opened.store, sessions, good)
    opened.store.rebuild()
    opened.store.close()
    open_store(path, CATALOGUE).store.close()
    path.write_bytes(odd)
    mark_damaged(path)
    opened = open_store(path, CATALOGUE)
    assert "was damaged" in opened.notices[0]
    assert {row.id for row in opened.store.sessions()} >= good
    assert {name: opened.store.load(name) for name in good} == {name: sessions[name] for name in good}
    unknown = column in ("game", "rules")  # what can be read, but of no version here, is kept as it is
    assert unknown or list(opened.store.faults()) == []
    assert opened.store.check() == []
