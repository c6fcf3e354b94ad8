"""Damage that SQLite does not stumble over by itself: indexes, descriptions of tables, times, marks."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from tests.save.making import played, started, without_backups, won
from tests.save.test_rollup import derived
from tests.thorough import sampled
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.connect import aside_name, companion
from tui_arena.save.errors import Damaged
from tui_arena.save.migrations import TRUTH
from tui_arena.save.store import SaveError, open_store


@pytest.fixture
def saved(path: Path, catalogue: Catalogue) -> dict[str, Session]:
    made = [won(catalogue, started(catalogue, i)) for i in range(3)]
    made.append(played(catalogue, started(catalogue, 3), ["slate"]))
    store = open_store(path, catalogue).store
    for session in made:
        store.save(session)
    store.set_meta("party:p", "{}")
    store.close()
    without_backups(path)
    return {session.id: session for session in made}


def change(path: Path, *statements: str) -> None:
    """Change the file behind SQLite's back."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA writable_schema = ON")
    for statement in statements:
        db.execute(statement)
    db.close()


def forget_in_index(path: Path, index: str, columns: str) -> None:
    """Empty an index, and leave its table as it is: the index is taken for a table of its own meanwhile."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA writable_schema = ON")
    (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (index,)).fetchone()
    db.execute(f"CREATE TABLE shadow ({columns}, PRIMARY KEY ({columns})) WITHOUT ROWID")
    (own,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'shadow'").fetchone()
    db.execute("UPDATE sqlite_schema SET rootpage = ? WHERE name = 'shadow'", (root,))
    db.execute("UPDATE sqlite_schema SET rootpage = ? WHERE name = ?", (own, index))
    db.close()


def read(path: Path, catalogue: Catalogue, names: dict[str, Session]) -> tuple[list[str], dict[str, Session]]:
    opened = open_store(path, catalogue)
    try:
        assert opened.store.check() == []
        return opened.notices, {name: opened.store.load(name) for name in names}
    finally:
        opened.store.close()


def test_a_session_that_only_its_index_lost_is_not_said_to_be_gone(
    path: Path, catalogue: Catalogue, saved: dict[str, Session]
) -> None:
    forget_in_index(path, "sqlite_autoindex_header_1", "id")
    first = next(iter(saved))
    for how in ("load", "find"):
        store = open_store(path, catalogue, read_only=True).store
        with pytest.raises(Damaged, match="the list of sessions is damaged"):
            getattr(store, how)(first)
        with pytest.raises(SaveError, match=r"there is no session|no session begins"):
            getattr(store, how)("nothing")
        store.close()
    store = open_store(path, catalogue).store
    with pytest.raises(Damaged):
        store.load(first)
    store.close()
    notices, found = read(path, catalogue, saved)
    assert "4 sessions recovered." in notices[0]
    assert found == saved


@pytest.mark.parametrize(
    ("index", "columns"),
    sampled([("sqlite_autoindex_header_1", "id"), ("session_of_game", "game, sort, n")], 2),
)
def test_a_check_compares_indexes_with_their_tables(
    path: Path, catalogue: Catalogue, saved: dict[str, Session], index: str, columns: str
) -> None:
    forget_in_index(path, index, columns)
    store = open_store(path, catalogue).store
    assert "missing from index" in store.check()[0]
    store.close()
    assert read(path, catalogue, saved)[1] == saved


def test_messages_that_only_their_index_lost_are_recovered(path: Path, catalogue: Catalogue) -> None:
    session = won(catalogue, started(catalogue))
    sent = {f"sha256:{i}": [{"role": "user", "content": str(i)}] for i in range(3)}
    store = open_store(path, catalogue).store
    store.save(replace(session, messages=sent))
    store.close()
    (copy,) = (path.parent / "backups").iterdir()
    copy.unlink()
    forget_in_index(path, "sqlite_autoindex_message_1", "n, hash")
    companion(path, ".damaged").touch()
    found = read(path, catalogue, {session.id: session})[1]
    assert found[session.id].messages == sent


TEXTS = {
    "header": ("body TEXT", "bodz TEXT"),
    "event": ("seq INTEGER", "sex INTEGER"),
    "message": ("hash TEXT", "hasg TEXT"),
    "renamed": ("name TEXT", "nbme TEXT"),
    "meta": ("key TEXT", "kex TEXT"),
}


@pytest.mark.parametrize("table", sampled(TRUTH, 3))
def test_a_table_whose_description_is_damaged_is_read_as_it_was_made(
    path: Path, catalogue: Catalogue, saved: dict[str, Session], table: str
) -> None:
    was, now = TEXTS[table]
    change(path, f"UPDATE sqlite_schema SET sql = replace(sql, '{was}', '{now}') WHERE name = '{table}'")
    notices, found = read(path, catalogue, saved)
    assert "4 sessions recovered." in notices[0]
    assert found == saved
    store = open_store(path, catalogue).store
    assert store.meta("party:p") == "{}"
    store.close()
    assert [p.name for p in path.parent.glob(".*")] == []


@pytest.mark.parametrize(
    "part", sampled(["opened", "session", "rollup_key", "session_listed", "event_stays"], 3)
)
def test_a_derived_part_whose_description_is_damaged_is_made_anew(
    path: Path, catalogue: Catalogue, saved: dict[str, Session], part: str
) -> None:
    store = open_store(path, catalogue).store
    before = derived(store)
    store.close()
    change(path, f"UPDATE sqlite_schema SET sql = replace(sql, 'n', 'm') WHERE name = '{part}'")
    assert read(path, catalogue, saved)[1] == saved
    opened = open_store(path, catalogue)
    assert opened.notices == []
    assert derived(opened.store) == before


def test_a_part_that_can_not_be_dropped_leaves_the_file_as_it_is(
    path: Path, catalogue: Catalogue, saved: dict[str, Session]
) -> None:
    change(path, "UPDATE sqlite_schema SET tbl_name = 'rollup_Item' WHERE name = 'rollup_item'")
    notices, found = read(path, catalogue, saved)
    assert (found, notices[0].count("kept as")) == (saved, 1)
    (kept,) = path.parent.glob("arena.db.corrupt-*")
    db = sqlite3.connect(kept)
    assert db.execute("SELECT count(*) FROM header").fetchone() == (len(saved),), "it is as it was"
    db.close()


@pytest.mark.parametrize("column", sampled(["started", "saved", "origin"], 3))
def test_times_that_are_no_text_cost_no_session(
    path: Path, catalogue: Catalogue, saved: dict[str, Session], column: str
) -> None:
    first = next(iter(saved))
    change(path, f"UPDATE header SET {column} = CAST(x'32ff' AS TEXT) WHERE id = '{first}'")
    store = open_store(path, catalogue).store
    found = store.load(first)
    assert found.events == saved[first].events
    assert found.started == (None if column == "started" else saved[first].started)
    store.rebuild()
    assert first in {row.id for row in store.sessions()}
    assert list(store.faults()) == []


def test_a_session_whose_list_row_has_another_id_is_found_by_its_own(
    path: Path, catalogue: Catalogue, saved: dict[str, Session]
) -> None:
    change(path, f"UPDATE session SET id = CAST(x'32ff' AS TEXT) WHERE id = '{next(iter(saved))}'")
    store = open_store(path, catalogue).store
    assert {row.id: store.load(row.id) for row in store.sessions()} == saved


def test_a_mark_without_a_file_is_of_none(
    path: Path, catalogue: Catalogue, saved: dict[str, Session]
) -> None:
    companion(path, ".damaged").touch()
    path.rename(path.with_name("away.db"))
    for _ in range(2):
        opened = open_store(path, catalogue)
        assert opened.notices == []
        opened.store.close()


def test_files_set_aside_in_one_second_bear_the_same_name(path: Path) -> None:
    path.parent.mkdir()
    first = aside_name(path, "corrupt")
    for name in (first, companion(path, ".corrupt-x")):
        name.touch()
    assert aside_name(path, "corrupt").name.startswith("arena.db.corrupt-")
