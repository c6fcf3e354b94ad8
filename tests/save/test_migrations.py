"""Files of every former schema, kept as SQL in `files/`, open without losing anything."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.save.making import change, open_play
from tests.save.sessions import CATALOGUE
from tests.save.test_rollup import derived
from tests.thorough import sampled
from tui_arena.save import connect
from tui_arena.save.filters import Filter
from tui_arena.save.migrations import MIGRATIONS, VERSION, statements, version_of
from tui_arena.save.store import open_store, update_note

FILES = sorted((Path(__file__).parent / "files").glob("schema_*.sql"), key=lambda path: int(path.stem[7:]))


def test_there_is_a_file_of_every_schema() -> None:
    assert [path.stem for path in FILES] == [f"schema_{number}" for number in range(1, VERSION + 1)]


@pytest.mark.parametrize("source", FILES, ids=lambda path: path.stem)
def test_an_old_file_opens_with_all_it_holds(source: Path, path: Path) -> None:
    change(path, source.read_text("utf-8"))
    opened = open_store(path, CATALOGUE)
    assert opened.notices == []
    store = opened.store
    newest, oldest = store.sessions()
    assert (newest.line, newest.result) == ("Cleo, 2 of 6 guesses", "unfinished")
    assert (oldest.line, oldest.result, oldest.secret) == ("Ada, won in 3", "won", oldest.secret)
    session = store.load(newest.id)
    assert [event.type for event in session.events] == ["reply", "recast", "reply"]
    assert session.events[1]["to"]["name"] == "Cleo"
    assert session.messages
    assert len(open_play(CATALOGUE, session).steps) == 2
    assert store.meta("rated") == "2026-11-21"
    before = derived(store)
    store.rebuild()
    assert derived(store) == before
    assert store.check() == []


@pytest.mark.parametrize("source", sampled(FILES, 6), ids=lambda path: path.stem)
def test_who_waits_for_a_large_old_file_is_told(
    source: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert update_note(path) is None, "there is none yet"
    change(path, source.read_text("utf-8"))
    assert update_note(path) is None, "a small one is ready before it could be read"
    monkeypatch.setattr("tui_arena.save.connect.LARGE", 1000)
    note = update_note(path)
    assert (note is None) is (source.stem == f"schema_{VERSION}")
    if note is not None:
        assert note == (
            f"{path}: this save file of 0 MB is being updated for this version; "
            "this happens only once and may take 1 minute; press Ctrl-C to do it later"
        )
    open_store(path, CATALOGUE).store.close()
    assert update_note(path) is None
    path.write_bytes(b"no database, but as long as one" * 100)
    assert update_note(path) is None


def test_a_migration_may_run_twice(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    for migration in (*MIGRATIONS, *MIGRATIONS):
        db.execute("BEGIN")
        migration(db)
        db.execute("COMMIT")
    assert db.execute("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").fetchone()[0] > 10
    db.close()


@pytest.mark.parametrize("steps", sampled([0, 1, 4, 12, 20, 28, 34, 38, 40, 42], 8, first=7))
def test_a_migration_that_is_killed_costs_nothing(steps: int, path: Path) -> None:
    change(path, FILES[0].read_text("utf-8"))
    command = [sys.executable, "-m", "tests.save.killed", str(path), str(steps), "SIGKILL"]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    opened = open_store(path, CATALOGUE)
    before = derived(opened.store)
    assert before["items"]
    assert before["parts"]
    opened.store.rebuild()
    assert derived(opened.store) == before
    assert opened.notices == opened.store.check() == []


@pytest.mark.parametrize("steps", sampled([30, 38], 2))
def test_ctrl_c_puts_a_migration_off(steps: int, path: Path) -> None:
    change(path, FILES[0].read_text("utf-8"))
    command = [sys.executable, "-m", "tests.save.killed", str(path), str(steps), "SIGINT"]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.stderr.splitlines()[-1] == "KeyboardInterrupt"
    with closing(sqlite3.connect(path)) as db:
        assert version_of(db) < VERSION
        assert db.execute("SELECT count(*) FROM session").fetchone() == (2,)
    assert list((path.parent / "backups").iterdir()) == [], "the file itself is as good as its copy"
    opened = open_store(path, CATALOGUE)
    assert (len(opened.store.sessions()), opened.notices, opened.store.check()) == (2, [], [])


def test_of_two_windows_that_bring_a_file_up_to_date_at_once_each_keeps_its_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(path, FILES[0].read_text("utf-8"))
    appear, taken = connect._appear, list[Path]()

    def too_late(part: Path, target: Path) -> None:
        if not taken:
            taken.append(target)
            target.write_bytes(b"the other window's")
        appear(part, target)

    monkeypatch.setattr(connect, "_appear", too_late)
    opened = open_store(path, CATALOGUE)
    assert (len(opened.store.sessions()), opened.notices) == (2, [])
    opened.store.close()
    copies = sorted(copy.name for copy in (path.parent / "backups").iterdir() if "backup-v" in copy.name)
    assert copies == ["backup-v1-2.db", "backup-v1.db"]
    assert taken[0].read_bytes() == b"the other window's"


def test_figures_by_secret_of_an_old_file_are_there_at_once(path: Path) -> None:
    change(path, FILES[1].read_text("utf-8"))
    old = open_store(path, CATALOGUE, read_only=True).store
    cells = [(*cell[:7], dict(cell.sums)) for cell in old.items(Filter("wordle"), ["speed"])]
    old.close()
    store = open_store(path, CATALOGUE).store
    assert [(*cell[:7], dict(cell.sums)) for cell in store.items(Filter("wordle"), ["speed"])] == cells
    assert [(*cell[1:4], *cell[5:7]) for cell in cells] == [("human", "Ada", "guesser", 1, 1)]


def test_a_script_is_taken_apart_at_its_statements() -> None:
    script = "CREATE TABLE a (x);\nCREATE TRIGGER t BEFORE UPDATE ON a\nBEGIN SELECT 1; SELECT 2; END;\n"
    assert [s.split()[1] for s in statements(script)] == ["TABLE", "TRIGGER"]
