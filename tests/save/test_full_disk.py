"""A full disk and a file that vanished: saved sessions can be read, failed saves are reported."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.save.making import started, won
from tui_arena.data import Catalogue
from tui_arena.save.store import SaveError, open_store

OPEN = """
import resource, signal, sys
from pathlib import Path
from tui_arena.data import Catalogue
from tui_arena.save.store import ReadOnly, open_store
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
    assert first.startswith(f"1 True {path}: the disk is full. The save file is opened read-only")
    assert "nothing new is saved" in second
    assert path.read_bytes() == before
    opened = open_store(path, catalogue)
    assert (opened.notices, opened.store.check(), len(opened.store.sessions())) == ([], [], 1)
    opened.store.close()


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
    store.close()
