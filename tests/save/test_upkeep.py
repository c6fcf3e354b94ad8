from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from tests.save import killed
from tests.save.making import change, started, won
from tests.save.sessions import CATALOGUE
from tests.thorough import sampled
from tui_arena.save.connect import _write_ahead
from tui_arena.save.errors import Busy, Damaged, Newer
from tui_arena.save.maintenance import copies_of
from tui_arena.save.store import SaveError, Store, open_store, restore


def test_a_backup_restores(store: Store, path: Path, tmp_path: Path) -> None:
    first, second = won(CATALOGUE, started(CATALOGUE, 1)), won(CATALOGUE, started(CATALOGUE, 2))
    store.save(first)
    copy = tmp_path / "copy.db"
    store.backup(copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with pytest.raises(SaveError, match="already"):
        store.backup(copy)
    store.save(second)
    with pytest.raises(Busy, match="open in another window"):
        restore(copy, path)
    store.close()
    kept = restore(copy, path)
    assert kept is not None
    assert kept.name.startswith("arena.db.replaced-")
    opened = open_store(path, CATALOGUE)
    assert (opened.notices, opened.store.unclean) == ([], [])
    assert [row.id for row in opened.store.sessions()] == [first.id]
    opened.store.close()
    old = open_store(kept, CATALOGUE).store
    assert len(old.sessions()) == 2


def test_a_backup_restores_where_there_is_nothing(store: Store, tmp_path: Path) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE)))
    store.backup(tmp_path / "copy.db")
    assert restore(tmp_path / "copy.db", tmp_path / "new" / "arena.db") is None
    opened = open_store(tmp_path / "new" / "arena.db", CATALOGUE)
    assert len(opened.store.sessions()) == 1


def test_what_is_no_backup_is_refused_and_changes_nothing(store: Store, path: Path, tmp_path: Path) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE)))
    store.close()
    before = path.read_bytes()
    other = tmp_path / "other.db"
    with pytest.raises(SaveError, match="no such file"):
        restore(other, path)
    other.write_text("a letter")
    with pytest.raises(Damaged):
        restore(other, path)
    other.unlink()
    change(other, "CREATE TABLE theirs (x)")
    with pytest.raises(SaveError, match="isn't a save file of TUI Arena"):
        restore(other, path)
    other.write_bytes(before[: len(before) // 2 // 4096 * 4096])
    with pytest.raises(Damaged):
        restore(other, path)
    other.write_bytes(before)
    change(other, "PRAGMA user_version = 99")
    with pytest.raises(Newer):
        restore(other, path)
    assert path.read_bytes() == before


def test_the_last_three_backups_are_kept(path: Path) -> None:
    for i in range(5):
        store = open_store(path, CATALOGUE).store
        store.save(won(CATALOGUE, started(CATALOGUE, i)))
        store.close()
        copies = copies_of(path)
        assert len(copies) == min(i + 1, 3)
        for age, copy in enumerate(reversed(copies)):
            day_ago = copy.stat().st_mtime - 86_401 * (age + 1)
            os.utime(copy, (day_ago, day_ago))
    store = open_store(copies[-1], CATALOGUE).store
    assert len(store.sessions()) == 5


def test_a_backup_is_made_once_a_day_and_of_no_empty_file(path: Path) -> None:
    open_store(path, CATALOGUE).store.close()
    assert {p.name for p in path.parent.iterdir()} == {"arena.db"}, "the log is folded in at the end"
    for i in range(3):
        store = open_store(path, CATALOGUE).store
        store.save(won(CATALOGUE, started(CATALOGUE, i)))
        store.close()
    assert len(list((path.parent / "backups").iterdir())) == 1


def test_a_disk_without_a_write_ahead_log_is_written_all_the_same(tmp_path: Path) -> None:
    db = sqlite3.connect(f"file:{tmp_path}/x.db?vfs=unix-dotfile", uri=True, isolation_level=None)
    assert not _write_ahead(db)
    assert db.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
    db.execute("CREATE TABLE t (x)")
    db.close()


def test_health_names_what_there_is(store: Store, path: Path) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE)))
    first, second = store.health()
    assert str(path) in first
    assert "1 session, journal" in first
    assert "journal wal" in first
    assert second == "save file: no damage found"


@pytest.mark.parametrize("seed", sampled(range(5), 5))
def test_a_killed_session_resumes_with_all_that_was_saved(tmp_path: Path, seed: int) -> None:
    assert killed.resumes(tmp_path, seed)
