"""A full disk, no memory, and a file that vanished or got shorter: saved sessions can be read, failed saves are told."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.save.making import started, won
from tests.thorough import sampled
from tui_arena.data import Catalogue
from tui_arena.save.errors import Damaged
from tui_arena.save.store import SaveError, open_store

OPEN = """
import resource, signal, sys
from pathlib import Path
from tui_arena.data import Catalogue
from tui_arena.save.errors import ReadOnly
from tui_arena.save.store import open_store
catalogue = Catalogue()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
opened = open_store(Path(sys.argv[1]), catalogue)
print(len(opened.store.sessions()), opened.store.read_only, *opened.notices)
try:
    opened.store.set_meta("a", "b")
except ReadOnly as error:
    print(error)
opened.store.close()
"""


@pytest.mark.skipif(os.name == "nt", reason="file size limits are a matter of POSIX")
def test_a_full_disk_is_opened_to_be_looked_at(tmp_path: Path) -> None:
    path, catalogue = tmp_path / "arena.db", Catalogue()
    store = open_store(path, catalogue).store
    store.save(won(catalogue, started(catalogue)))
    store.close()
    before = path.read_bytes()
    done = subprocess.run([sys.executable, "-c", OPEN, str(path)], capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith(f"1 True {path}: the disk is full. The save file is open read-only")
    assert "nothing new is saved" in second
    assert path.read_bytes() == before
    opened = open_store(path, catalogue)
    assert (opened.notices, opened.store.check(), len(opened.store.sessions())) == ([], [], 1)


@pytest.mark.skipif(os.name == "nt", reason="Windows moves no file that is open")
def test_nothing_is_saved_into_a_file_that_is_gone(tmp_path: Path) -> None:
    path, catalogue = tmp_path / "arena.db", Catalogue()
    store = open_store(path, catalogue).store
    session = won(catalogue, started(catalogue))
    away = path.rename(tmp_path / "away.db")
    with pytest.raises(SaveError, match="moved, deleted or replaced while it was open"):
        store.save(session)
    away.rename(path)
    store.save(session)
    shutil.copy(path, away)
    away.replace(path)
    with pytest.raises(SaveError, match="moved, deleted or replaced while it was open"):
        store.delete([session.id])
    assert store.load(session.id).id == session.id


@pytest.mark.skipif(os.name == "nt", reason="Windows cuts off no file that is open")
@pytest.mark.parametrize("left", sampled([0.0, 0.5, 0.99], 3))
def test_nothing_is_saved_into_a_file_that_was_cut_off(tmp_path: Path, left: float) -> None:
    path, catalogue = tmp_path / "arena.db", Catalogue()
    made = [won(catalogue, started(catalogue, i)) for i in range(4)]
    store = open_store(path, catalogue).store
    for session in made[:3]:
        store.save(session)
    os.truncate(path, int(path.stat().st_size * left))
    with pytest.raises(Damaged, match="was truncated while it was open, so nothing more is saved"):
        store.save(made[3])
    store.close()
    opened = open_store(path, catalogue)
    assert "3 sessions recovered." in opened.notices[0]
    assert {row.id for row in opened.store.sessions()} == {session.id for session in made[:3]}


@pytest.mark.parametrize("number", sampled(range(1, 12), 4))
def test_no_memory_in_the_middle_of_a_save_is_told_and_loses_nothing(tmp_path: Path, number: int) -> None:
    path, catalogue = tmp_path / "arena.db", Catalogue()
    store = open_store(path, catalogue).store
    first, second = (won(catalogue, started(catalogue, i)) for i in range(2))
    store.save(first)
    store._access.db = FailsOnce(store._access.db, number)  # type: ignore[assignment]
    with pytest.raises(SaveError, match="there isn't enough memory to read or write the save file"):
        store.save(second)
    store.save(second)
    assert {row.id for row in store.sessions()} == {first.id, second.id}
    assert store.check() == []


class FailsOnce:
    """A connection in which one call finds no memory."""

    def __init__(self, db: sqlite3.Connection, number: int) -> None:
        self._db = db
        self._left = number

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._db, name)
        return self._counted(found) if name in ("execute", "executemany") else found

    def _counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any) -> Any:
            self._left -= 1
            if self._left == 0:
                raise MemoryError
            return call(*args)

        return counted


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a limit of the system holds for a whole process")
@pytest.mark.parametrize("most", sampled(range(0, 172_032, 4096), 14, first=3, thorough=5))
def test_a_save_file_is_made_whole_or_not_at_all(tmp_path: Path, most: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MAKE, str(tmp_path / "home" / "arena.db"), str(most)],
        capture_output=True,
        text=True,
        check=True,
    )
    left = [one for one in (tmp_path / "home").rglob("*") if one.is_file()]
    if done.stdout.startswith("made"):
        assert left
    else:
        assert left == []
        assert "the disk couldn't be read or written" in done.stdout
    opened = open_store(tmp_path / "home" / "arena.db", Catalogue())
    assert opened.notices == []
    opened.store.close()


MAKE = """
import resource, sys
from pathlib import Path
from tui_arena.data import Catalogue
from tui_arena.save.store import SaveError, open_store
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
try:
    open_store(Path(sys.argv[1]), Catalogue()).store.close()
    print("made")
except SaveError as error:
    print(error)
"""
