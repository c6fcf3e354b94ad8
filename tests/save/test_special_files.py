"""Pipes, devices, sockets, folders and links where files belong; nothing waits, and nothing is written there."""

from __future__ import annotations

import os
import socket
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Command, home, process, run, session_file  # noqa: F401
from tests.save.making import change, save_one
from tests.save.sessions import CATALOGUE
from tests.thorough import sampled
from tui_arena.config import BadFile, Paths, Settings, read_settings, write_settings
from tui_arena.config.files import write_atomically, write_own
from tui_arena.save.exchange.session_files import read_file
from tui_arena.save.migrations import VERSION
from tui_arena.save.store import SaveError, open_store, restore

pytestmark = pytest.mark.skipif(os.name == "nt", reason="these are files of POSIX")


def _socket(path: Path) -> None:
    end = socket.socket(socket.AF_UNIX)
    here = Path.cwd()
    os.chdir(path.parent)  # the path of a socket has to be short
    end.bind(path.name)
    os.chdir(here)
    end.close()


SPECIAL: dict[str, Callable[[Path], object]] = {
    "is a pipe": os.mkfifo,
    "is a socket": _socket,
    "is a device": lambda path: path.symlink_to("/dev/zero"),
    "is a folder": Path.mkdir,
    "can't be used (Too many levels of symbolic links)": lambda path: path.symlink_to(path.name),
    "is a link to a file that isn't there": lambda path: path.symlink_to("nowhere"),
}


@pytest.mark.parametrize("what", sampled(SPECIAL, 5))
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal", ".damaged", ".next"])
def test_what_is_no_plain_file_is_refused(path: Path, what: str, suffix: str) -> None:
    path.parent.mkdir()
    if suffix:
        save_one(path)
    odd = path.with_name(path.name + suffix)
    SPECIAL[what](odd)
    for read_only in (False, True):
        with pytest.raises(SaveError) as caught:
            open_store(path, CATALOGUE, read_only=read_only)
        assert str(caught.value).startswith(f"{odd}: {what}")
    with pytest.raises(SaveError, match="name a save file instead"):
        restore(odd, path) if not suffix else restore(odd, path.with_name("other.db"))


@pytest.mark.parametrize("what", sampled(SPECIAL, 3))
def test_backups_that_are_no_folder_stop_nothing_and_are_told(path: Path, what: str) -> None:
    if what == "is a folder":
        return
    path.parent.mkdir()
    SPECIAL[what](path.parent / "backups")
    for _ in range(2):
        save_one(path)
    path.with_name("arena.db.damaged").touch()
    opened = open_store(path, CATALOGUE)
    assert "2 sessions recovered" in opened.notices[0]


def test_a_pipe_among_the_backups_is_not_opened(path: Path) -> None:
    save_one(path)
    os.mkfifo(path.parent / "backups" / "arena-99990101-000000.db")
    path.write_bytes(b"")
    opened = open_store(path, CATALOGUE)
    assert "0 sessions recovered, and 1 more from the backup arena-2" in opened.notices[0]


@pytest.mark.parametrize("what", SPECIAL)
def test_settings_that_are_no_plain_file_are_told(tmp_path: Path, what: str) -> None:
    paths = Paths.find(tmp_path)
    paths.config.mkdir()
    SPECIAL[what](paths.settings_file)
    if what.startswith("is a link"):
        assert read_settings(paths) == (Settings(), [])
        return
    read, (fault,) = read_settings(paths)
    assert read == Settings()
    assert "isn't a regular file" in fault or "can't be read (" in fault
    with pytest.raises(BadFile, match=r"settings\.toml"):
        write_settings(paths, Settings(name="Ada"))


def test_the_former_settings_are_not_kept_in_a_pipe(tmp_path: Path) -> None:
    paths = Paths.find(tmp_path)
    write_settings(paths, Settings(name="Ada"))
    os.mkfifo(paths.config / "settings.toml.bak")
    with pytest.raises(BadFile, match="is a pipe"):
        write_settings(paths, Settings(name="Bob"))
    assert read_settings(paths)[0].name == "Ada"


@pytest.mark.parametrize("what", [what for what in SPECIAL if what != "is a pipe"])
@pytest.mark.parametrize("suffix", ["json", "jsonl"])
def test_a_session_file_that_is_none_is_refused(tmp_path: Path, what: str, suffix: str) -> None:
    file = tmp_path / f"a.{suffix}"
    SPECIAL[what](file)
    (told,) = read_file(str(file), CATALOGUE)
    assert isinstance(told, str)
    assert told.startswith(f"{file}: {what}; name a session file instead")


@pytest.mark.parametrize("name", ["a" * 300, "a\nb/arena.db"])
def test_a_place_with_an_odd_name_is_used_or_told(tmp_path: Path, name: str) -> None:
    try:
        open_store(tmp_path / name / "arena.db", CATALOGUE).store.close()
    except SaveError as error:
        assert "File name too long" in str(error)  # noqa: PT017
        return
    assert (tmp_path / name / "arena.db").is_file()


def test_a_new_file_is_its_owners_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_atomically(tmp_path / "new", "text")
        theirs = tmp_path / "theirs"
        theirs.write_text("old")
        theirs.chmod(0o640)
        write_atomically(theirs, "new")
        log = write_own(tmp_path / "logs" / "a.txt", "text")
        paths = Paths.find(tmp_path)
        for name in ("Ada", "Bob"):
            write_settings(paths, Settings(name=name))
    finally:
        os.umask(before)
    made = [tmp_path / "new", log, *paths.config.iterdir()]
    assert {stat.S_IMODE(file.stat().st_mode) for file in made} == {0o600}
    assert len(made) == 4
    assert stat.S_IMODE(theirs.stat().st_mode) == 0o640


@pytest.mark.parametrize("version", sampled([0, -7], 2))
def test_an_older_file_is_copied_before_it_is_migrated(path: Path, version: int) -> None:
    save_one(path)
    for number in (1, 2):
        change(path, f"PRAGMA user_version = {version}")
        opened = open_store(path, CATALOGUE)
        assert (opened.notices, len(opened.store.sessions())) == ([], 1)
        opened.store.close()
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert len(list((path.parent / "backups").glob("backup-v0*"))) == number
