"""What a recovery, a backup and a start make good: dropped tables, cut-off files, a program ended midway.

And damage that SQLite does not stumble over by itself: indexes, descriptions of tables, times, marks.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.save.making import change, played, started, without_backups, won
from tests.save.sessions import CATALOGUE
from tests.save.test_rollup import derived
from tests.thorough import sampled
from tui_arena.core.session import Session
from tui_arena.save.connect import _create, aside_name, companion, put_aside
from tui_arena.save.errors import Damaged, Unreadable
from tui_arena.save.migrations import TRUTH, made_here
from tui_arena.save.store import SaveError, open_store

MADE_ANEW = [
    *((name, True) for name in sorted(made_here()) if name not in TRUTH),
    *((name, False) for name in ("opened", "session", "rollup_key", "session_listed", "event_stays")),
]
"""Parts of a file that can be derived, and whether a part is dropped or its description damaged."""


@pytest.fixture
def saved(path: Path) -> dict[str, Session]:
    made = [won(CATALOGUE, started(CATALOGUE, i), 1 + i % 3) for i in range(11)]
    made.append(played(CATALOGUE, started(CATALOGUE, 11), ["slate"]))
    store = open_store(path, CATALOGUE).store
    for session in made:
        store.save(session)
    store.set_meta("party:p", "{}")
    store.close()
    return {session.id: session for session in made}


@pytest.fixture
def alone(path: Path, saved: dict[str, Session]) -> dict[str, Session]:
    """The same without a backup."""
    without_backups(path)
    return saved


@pytest.mark.parametrize(("part", "drops"), sampled(MADE_ANEW, 8))
def test_what_can_be_derived_is_made_anew(
    part: str, drops: bool, path: Path, saved: dict[str, Session]
) -> None:
    store = open_store(path, CATALOGUE).store
    before = derived(store)
    store.close()
    db = sqlite3.connect(path, isolation_level=None)
    (kind,) = db.execute("SELECT type FROM sqlite_schema WHERE name = ?", (part,)).fetchone()
    if drops:
        db.execute(f"DROP {kind} {part}")
    db.close()
    if not drops:
        change(path, f"UPDATE sqlite_schema SET sql = replace(sql, 'n', 'm') WHERE name = '{part}'")
        recovered = open_store(path, CATALOGUE).store
        assert {name: recovered.load(name) for name in saved} == saved
        recovered.close()
    opened = open_store(path, CATALOGUE)
    assert opened.notices == []
    assert derived(opened.store) == before
    assert opened.store.check() == []


@pytest.mark.parametrize("table", sampled(TRUTH, 3))
def test_what_can_not_be_derived_comes_from_the_backup(
    table: str, path: Path, saved: dict[str, Session]
) -> None:
    change(path, "PRAGMA foreign_keys = OFF", f"DROP TABLE {table}")
    opened = open_store(path, CATALOGUE)
    assert "was damaged" in opened.notices[0]
    assert {name: opened.store.load(name) for name in saved} == saved
    assert opened.store.meta("party:p") == "{}"


@pytest.mark.parametrize("mark", sampled([False, True], 2))
def test_a_bad_id_costs_neither_its_session_nor_the_others(
    path: Path, saved: dict[str, Session], mark: bool
) -> None:
    without_backups(path)
    first = next(iter(saved))
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("UPDATE header SET id = id || char(7) WHERE id = ?", (first,))
    db.close()
    if mark:
        path.with_name("arena.db.damaged").touch()
    opened = open_store(path, CATALOGUE)
    assert len(opened.notices) == mark
    assert len(opened.store.sessions()) == len(saved)
    for name in list(saved)[1:]:
        assert opened.store.load(name) == saved[name]
    if mark:
        assert "1 row couldn't be read; arena.db.lost-" in opened.notices[0]
        (told,) = path.parent.glob("arena.db.lost-*.txt")
        assert told.read_text() == f"session {first}, header: it is damaged, but its second copy isn't\n"
        assert opened.store.load(first) == saved[first]
        assert list(opened.store.faults()) == []
    else:
        assert [fault[-17:] for fault in opened.store.faults()] == ["t be read: its id isn't valid"[-17:]]


def test_a_session_that_can_not_be_read_says_which_and_why(path: Path, saved: dict[str, Session]) -> None:
    first, second, third, *_ = saved
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("DROP TRIGGER event_stays")
    sql = "UPDATE event SET body = ? WHERE seq = 1 AND n = (SELECT n FROM header WHERE id = ?)"
    db.execute(sql, ("{}", first))
    db.execute(sql, ("{", second))
    db.execute("UPDATE header SET rules = 99 WHERE id = ?", (third,))
    db.close()
    store = open_store(path, CATALOGUE).store
    for name, why in (
        (first, "event 1: 'seat' is missing"),
        (second, "event 1: it isn't valid JSON, or it has a number out of range"),
        (third, "the set-up: the session was played by version 99 of the rules, but this program only knows"),
    ):
        with pytest.raises(Unreadable) as caught:
            store.load(name)
        assert str(caught.value).startswith(f"session {name} can't be read: {why}")
        assert (caught.value.session, caught.value.why[:8]) == (name, why[:8])
    assert len(list(store.faults())) == 3
    assert len(store.sessions()) == len(saved)


@pytest.mark.parametrize("step", sampled(["made", "aside", "empty"], 3))
def test_a_recovery_that_was_ended_midway_is_gone_on_with(
    path: Path, saved: dict[str, Session], step: str
) -> None:
    without_backups(path)
    path.with_name("arena.db.damaged").touch()
    aside = aside_name(path, "corrupt")
    _create(companion(path, ".next"), aside)
    if step != "made":
        put_aside(path, aside)
    if step == "empty":
        companion(path, ".next").rename(path)
    opened = open_store(path, CATALOGUE)
    assert f"{len(saved)} sessions recovered" in opened.notices[0]
    assert {name: opened.store.load(name) for name in saved} == saved
    opened.store.close()
    assert open_store(path, CATALOGUE).notices == []
    assert not companion(path, ".next").exists()


def test_the_last_bytes_of_a_cut_off_file_are_read(path: Path, saved: dict[str, Session]) -> None:
    without_backups(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    opened = open_store(path, CATALOGUE)
    assert {name: opened.store.load(name) for name in saved} == saved
    (aside,) = (p for p in path.parent.glob("arena.db.corrupt-*") if p.suffix != ".txt")
    assert aside.read_bytes() == whole[:-1]
    opened.store.close()
    assert not list(path.parent.glob(".*"))


FULL = """
import resource, signal, sys
from pathlib import Path
from tui_arena.data import Catalogue
from tui_arena.save.store import SaveError, open_store
store = open_store(Path(sys.argv[1]), Catalogue(), read_only=True).store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    store.backup(Path(sys.argv[2]))
except SaveError as error:
    print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="file size limits are a matter of POSIX")
def test_a_backup_that_fails_leaves_nothing(path: Path, saved: dict[str, Session], tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    command = [sys.executable, "-c", FULL, str(path), str(folder / "copy.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{folder}/copy.db: ")
    assert list(folder.iterdir()) == []


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


def read(path: Path, names: dict[str, Session]) -> tuple[list[str], dict[str, Session]]:
    opened = open_store(path, CATALOGUE)
    try:
        assert opened.store.check() == []
        return opened.notices, {name: opened.store.load(name) for name in names}
    finally:
        opened.store.close()


def test_a_session_that_only_its_index_lost_is_not_said_to_be_gone(
    path: Path, alone: dict[str, Session]
) -> None:
    forget_in_index(path, "sqlite_autoindex_header_1", "id")
    first = next(iter(alone))
    for how in ("load", "find"):
        store = open_store(path, CATALOGUE, read_only=True).store
        with pytest.raises(Damaged, match="the list of sessions is damaged"):
            getattr(store, how)(first)
        with pytest.raises(SaveError, match=r"there is no session|no session begins"):
            getattr(store, how)("nothing")
        store.close()
    store = open_store(path, CATALOGUE).store
    with pytest.raises(Damaged):
        store.load(first)
    store.close()
    notices, found = read(path, alone)
    assert f"{len(alone)} sessions recovered." in notices[0]
    assert found == alone


@pytest.mark.parametrize(
    ("index", "columns"),
    sampled([("sqlite_autoindex_header_1", "id"), ("session_of_game", "game, sort, n")], 2),
)
def test_a_check_compares_indexes_with_their_tables(
    path: Path, alone: dict[str, Session], index: str, columns: str
) -> None:
    forget_in_index(path, index, columns)
    store = open_store(path, CATALOGUE).store
    assert "missing from index" in store.check()[0]
    store.close()
    assert read(path, alone)[1] == alone


def test_messages_that_only_their_index_lost_are_recovered(path: Path) -> None:
    session = won(CATALOGUE, started(CATALOGUE))
    sent = {f"sha256:{i}": [{"role": "user", "content": str(i)}] for i in range(3)}
    store = open_store(path, CATALOGUE).store
    store.save(replace(session, messages=sent))
    store.close()
    (copy,) = (path.parent / "backups").iterdir()
    copy.unlink()
    forget_in_index(path, "sqlite_autoindex_message_1", "n, hash")
    companion(path, ".damaged").touch()
    found = read(path, {session.id: session})[1]
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
    path: Path, alone: dict[str, Session], table: str
) -> None:
    was, now = TEXTS[table]
    change(path, f"UPDATE sqlite_schema SET sql = replace(sql, '{was}', '{now}') WHERE name = '{table}'")
    notices, found = read(path, alone)
    assert f"{len(alone)} sessions recovered." in notices[0]
    assert found == alone
    store = open_store(path, CATALOGUE).store
    assert store.meta("party:p") == "{}"
    store.close()
    assert [p.name for p in path.parent.glob(".*")] == []


def test_a_part_that_can_not_be_dropped_leaves_the_file_as_it_is(
    path: Path, alone: dict[str, Session]
) -> None:
    change(path, "UPDATE sqlite_schema SET tbl_name = 'rollup_Item' WHERE name = 'rollup_item'")
    notices, found = read(path, alone)
    assert (found, notices[0].count("kept as")) == (alone, 1)
    (kept,) = path.parent.glob("arena.db.corrupt-*")
    db = sqlite3.connect(kept)
    assert db.execute("SELECT count(*) FROM header").fetchone() == (len(alone),), "it is as it was"
    db.close()


@pytest.mark.parametrize("column", sampled(["started", "saved", "origin"], 3))
def test_times_that_are_no_text_cost_no_session(path: Path, alone: dict[str, Session], column: str) -> None:
    first = next(iter(alone))
    change(path, f"UPDATE header SET {column} = CAST(x'32ff' AS TEXT) WHERE id = '{first}'")
    store = open_store(path, CATALOGUE).store
    found = store.load(first)
    assert found.events == alone[first].events
    assert found.started == (None if column == "started" else alone[first].started)
    store.rebuild()
    assert first in {row.id for row in store.sessions()}
    assert list(store.faults()) == []


def test_a_session_whose_list_row_has_another_id_is_found_by_its_own(
    path: Path, alone: dict[str, Session]
) -> None:
    change(path, f"UPDATE session SET id = CAST(x'32ff' AS TEXT) WHERE id = '{next(iter(alone))}'")
    store = open_store(path, CATALOGUE).store
    assert {row.id: store.load(row.id) for row in store.sessions()} == alone
