"""What a process that was killed left unfinished goes with the next one; what is being made stays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tui_arena.config.files import rewrite_toml, sweep, unfinished
from tui_arena.data import Catalogue
from tui_arena.save.store import open_store


@pytest.fixture
def gone() -> int:
    """The number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def left(folder: Path, pid: int, name: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / unfinished(folder / name).name.replace(f".{os.getpid()}.", f".{pid}.")
    path.write_text("half")
    return path.name


def test_a_write_takes_away_what_was_left_in_its_folder(tmp_path: Path, gone: int) -> None:
    for pid, name in ((gone, "models.toml"), (gone, "models.toml.bak"), (os.getppid(), "models.toml")):
        left(tmp_path, pid, name)
    rewrite_toml(tmp_path / "settings.toml", "settings", lambda: {"a": 1})
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f".models.toml.{os.getppid()}.tui-arena.tmp", "settings.toml"]


def test_nothing_else_is_taken_for_unfinished(tmp_path: Path, gone: int) -> None:
    names = {f".x.{gone}.tmp", f"x.{gone}.tui-arena.tmp", ".x.tui-arena.tmp", ".x.0.tui-arena.tmp-old"}
    for name in names:
        (tmp_path / name).write_text("")
    sweep(tmp_path)
    sweep(tmp_path / "not there")
    assert {path.name for path in tmp_path.iterdir()} == names


def test_a_start_takes_away_what_was_left_beside_the_save_file(tmp_path: Path, gone: int) -> None:
    for name in ("arena.db", "arena.db.next", "out.json"):
        journal = left(tmp_path, gone, name) + "-journal"
        (tmp_path / journal).write_text("")
    folder = tmp_path / f".arena.db.corrupt-1.{gone}.tui-arena.tmp"
    folder.mkdir()
    (folder / "arena.db").write_text("half")
    left(tmp_path / "backups", gone, "arena-20261122-100000.db")
    for _ in range(2):
        open_store(tmp_path / "arena.db", Catalogue()).store.close()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["arena.db", "backups"]
