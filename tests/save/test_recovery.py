"""What a recovery, a backup and a start make good: dropped tables, cut-off files, a program ended midway."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.save.making import change, started, without_backups, won
from tests.save.test_rollup import derived
from tests.thorough import sampled
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.connect import _create, aside_name, companion, put_aside
from tui_arena.save.errors import Unreadable
from tui_arena.save.migrations import TRUTH, made_here
from tui_arena.save.store import open_store

DERIVED = sorted(name for name in made_here() if name not in TRUTH)


@pytest.fixture
def saved(path: Path, catalogue: Catalogue) -> dict[str, Session]:
    made = [won(catalogue, started(catalogue, i), 1 + i % 3) for i in range(12)]
    store = open_store(path, catalogue).store
    for session in made:
        store.save(session)
    store.set_meta("party:p", "{}")
    store.close()
    return {session.id: session for session in made}


@pytest.mark.parametrize("part", sampled(DERIVED, 8))
def test_what_can_be_derived_is_made_anew(
    part: str, path: Path, catalogue: Catalogue, saved: dict[str, Session]
) -> None:
    store = open_store(path, catalogue).store
    before = derived(store)
    store.close()
    db = sqlite3.connect(path, isolation_level=None)
    (kind,) = db.execute("SELECT type FROM sqlite_schema WHERE name = ?", (part,)).fetchone()
    db.execute(f"DROP {kind} {part}")
    db.close()
    opened = open_store(path, catalogue)
    assert opened.notices == []
    assert derived(opened.store) == before
    assert opened.store.check() == []


@pytest.mark.parametrize("table", sampled(TRUTH, 3))
def test_what_can_not_be_derived_comes_from_the_backup(
    table: str, path: Path, catalogue: Catalogue, saved: dict[str, Session]
) -> None:
    change(path, "PRAGMA foreign_keys = OFF", f"DROP TABLE {table}")
    opened = open_store(path, catalogue)
    assert "was damaged" in opened.notices[0]
    assert {name: opened.store.load(name) for name in saved} == saved
    assert opened.store.meta("party:p") == "{}"


@pytest.mark.parametrize("mark", sampled([False, True], 2))
def test_a_bad_id_costs_neither_its_session_nor_the_others(
    path: Path, catalogue: Catalogue, saved: dict[str, Session], mark: bool
) -> None:
    without_backups(path)
    first = next(iter(saved))
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("UPDATE header SET id = id || char(7) WHERE id = ?", (first,))
    db.close()
    if mark:
        path.with_name("arena.db.damaged").touch()
    opened = open_store(path, catalogue)
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


def test_a_session_that_can_not_be_read_says_which_and_why(
    path: Path, catalogue: Catalogue, saved: dict[str, Session]
) -> None:
    first, second, third, *_ = saved
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("DROP TRIGGER event_stays")
    sql = "UPDATE event SET body = ? WHERE seq = 1 AND n = (SELECT n FROM header WHERE id = ?)"
    db.execute(sql, ("{}", first))
    db.execute(sql, ("{", second))
    db.execute("UPDATE header SET rules = 99 WHERE id = ?", (third,))
    db.close()
    store = open_store(path, catalogue).store
    for name, why in (
        (first, "event 1: 'seat' is missing"),
        (second, "event 1: it isn't valid JSON, or it has a number out of range"),
        (
            third,
            "the set-up: the session was played by version 99 of the rules, but this program only knows version 1; update this program",
        ),
    ):
        with pytest.raises(Unreadable) as caught:
            store.load(name)
        assert str(caught.value).startswith(f"session {name} can't be read: {why}")
        assert (caught.value.session, caught.value.why[:8]) == (name, why[:8])
    assert len(list(store.faults())) == 3
    assert len(store.sessions()) == len(saved)


@pytest.mark.parametrize("step", sampled(["made", "aside", "empty"], 3))
def test_a_recovery_that_was_ended_midway_is_gone_on_with(
    path: Path, catalogue: Catalogue, saved: dict[str, Session], step: str
) -> None:
    without_backups(path)
    path.with_name("arena.db.damaged").touch()
    aside = aside_name(path, "corrupt")
    _create(companion(path, ".next"), aside)
    if step != "made":
        put_aside(path, aside)
    if step == "empty":
        companion(path, ".next").rename(path)
    opened = open_store(path, catalogue)
    assert f"{len(saved)} sessions recovered" in opened.notices[0]
    assert {name: opened.store.load(name) for name in saved} == saved
    opened.store.close()
    assert open_store(path, catalogue).notices == []
    assert not companion(path, ".next").exists()


def test_the_last_bytes_of_a_cut_off_file_are_read(
    path: Path, catalogue: Catalogue, saved: dict[str, Session]
) -> None:
    without_backups(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    opened = open_store(path, catalogue)
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
