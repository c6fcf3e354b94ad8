"""Save files that are damaged, foreign, locked, read-only, from the future, or on a full disk."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.save.making import begun, change, reply, started, won
from tests.save.sessions import CATALOGUE
from tests.thorough import sampled
from tui_arena.core.session import Session
from tui_arena.save.errors import Busy, Damaged, Full, ReadOnly
from tui_arena.save.store import Opened, SaveError, Store, open_store

NOBODY = 65534


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Session]]:
    """The folder of a file that was closed properly, and its sessions."""
    folder = tmp_path_factory.mktemp("built") / "home"
    made = [won(CATALOGUE, started(CATALOGUE, i), 1 + i % 4) for i in range(60)]
    store = open_store(folder / "arena.db", CATALOGUE).store
    for session in made:
        store.save(session)
    store.close()
    shutil.rmtree(folder / "backups")
    return folder, made


@pytest.fixture
def saved(path: Path, built: tuple[Path, list[Session]]) -> list[Session]:
    """The sessions of a file that was closed properly."""
    folder, made = built
    shutil.copytree(folder, path.parent)
    return made


def ids(store: Store) -> set[str]:
    with store._reading() as db:
        return {row[0] for row in db.execute("SELECT id FROM header")}


def reopened(path: Path) -> Opened:
    """The file, opened again; it works and is sound."""
    opened = open_store(path, CATALOGUE)
    opened.store.save(won(CATALOGUE, started(CATALOGUE, 999)))
    assert opened.store.check() == []
    return opened


def asides(path: Path) -> list[Path]:
    return [p for p in path.parent.glob("arena.db.corrupt-*") if not p.name.endswith(("-wal", "-shm"))]


def spoil_root(path: Path, table: str) -> None:
    """Fill the first page of a table with what is none."""
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    data = bytearray(path.read_bytes())
    data[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    path.write_bytes(data)


@pytest.mark.parametrize("statements", [(), ("PRAGMA user_version = 1",)])
def test_an_empty_file_or_one_without_tables_is_damage_and_kept(
    path: Path, statements: tuple[str, ...]
) -> None:
    path.parent.mkdir()
    path.touch()
    change(path, *statements)
    size = path.stat().st_size
    opened = reopened(path)
    opened.store.close()
    (aside,) = asides(path)
    assert aside.stat().st_size == size
    assert aside.name in opened.notices[0]
    assert "0 sessions" in opened.notices[0]


@pytest.mark.parametrize("part", sampled([0.05, 0.3, 0.6, 0.9], 4, first=1))
def test_a_cut_off_file_is_set_aside_and_read_as_far_as_it_goes(
    path: Path, saved: list[Session], part: float
) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * part)])
    opened = reopened(path)
    (aside,) = asides(path)
    assert aside.read_bytes() == whole[: int(len(whole) * part)]
    assert aside.name in opened.notices[0]
    here = ids(opened.store)
    assert part < 0.5 or len(here) > 10
    for session in saved:
        if session.id in here:
            read = opened.store.load(session.id)
            assert (read.setup, read.seats) == (session.setup, session.seats)
            assert read.events == session.events[: len(read.events)]


@pytest.mark.parametrize("seed", sampled(range(8), 8))
def test_random_pages_lose_only_what_stood_on_them(path: Path, saved: list[Session], seed: int) -> None:
    rng = Random(seed)
    data = bytearray(path.read_bytes())
    pages = len(data) // 4096
    for page in rng.sample(range(1, pages), 3 if seed else 1):
        data[page * 4096 : (page + 1) * 4096] = rng.randbytes(4096)
    path.write_bytes(data)
    opened = open_store(path, CATALOGUE)
    if opened.store.check():
        opened.store.close()
        opened = open_store(path, CATALOGUE)
        assert len(asides(path)) == 1
    here = ids(opened.store)
    assert here <= {s.id for s in saved}
    for session in saved:
        if session.id in here:
            read = opened.store.load(session.id)
            assert read.events == session.events[: len(read.events)]


@pytest.mark.parametrize(
    "page", sampled([bytes(4096), Random(1).randbytes(4096), b"hello, this is a letter\n" * 171], 3)
)
def test_a_file_whose_first_page_is_gone_loses_nothing(path: Path, saved: list[Session], page: bytes) -> None:
    data = page[:4096] + path.read_bytes()[4096:]
    path.write_bytes(data)
    opened = reopened(path)
    assert f"{len(saved)} sessions recovered." in opened.notices[0]
    assert {s.id: opened.store.load(s.id) for s in saved} == {s.id: s for s in saved}
    opened.store.close()
    assert asides(path)[0].read_bytes() == data
    assert not list(path.parent.glob(".*"))


def test_what_a_damaged_file_lost_comes_from_the_newest_backup(path: Path, saved: list[Session]) -> None:
    store = open_store(path, CATALOGUE).store
    store.close()
    (backup,) = (path.parent / "backups").glob("arena-*.db")
    assert backup.stat().st_size > 0
    path.write_bytes(b"")
    opened = reopened(path)
    assert ids(opened.store) >= {s.id for s in saved}
    assert backup.name in opened.notices[0]
    assert f"{len(saved)} more" in opened.notices[0]


@pytest.mark.thorough
def test_damage_met_while_playing_is_told_and_recovered_at_the_next_start(
    path: Path, saved: list[Session]
) -> None:
    spoil_root(path, "metric")
    store = open_store(path, CATALOGUE).store
    with pytest.raises(Damaged, match="next start"):
        store.sessions()
    store.close()
    opened = reopened(path)
    assert ids(opened.store) >= {s.id for s in saved}
    assert len(opened.store.sessions()) == len(saved) + 1
    opened.store.close()
    assert not list(path.parent.glob("arena.db.damaged"))


def test_an_unclean_exit_has_a_small_file_checked(path: Path, saved: list[Session]) -> None:
    not_closed = "INSERT INTO opened SELECT 'gone', '', 1, '', 0"
    change(path, not_closed)
    sound = open_store(path, CATALOGUE)
    assert (sound.notices, sound.store.unclean) == ([], [])
    sound.store.close()
    change(path, not_closed)
    spoil_root(path, "rollup")
    opened = reopened(path)
    assert f"{len(saved)} sessions" in opened.notices[0]


@pytest.mark.parametrize("content", [b"hello, this is a letter\n" * 50, b"\x89PNG\r\n\x1a\n" + b"\0" * 200])
def test_what_is_no_save_file_is_left_alone(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(SaveError, match="isn't a save file"):
        open_store(path, CATALOGUE)
    assert path.read_bytes() == content
    assert [p.name for p in path.parent.iterdir()] == ["arena.db"]


@pytest.mark.parametrize("mark", [0, 0x12345678])
def test_another_programs_database_is_left_alone(path: Path, mark: int) -> None:
    change(path, f"PRAGMA application_id = {mark}", "CREATE TABLE theirs (x)")
    before = path.read_bytes()
    with pytest.raises(SaveError, match="another program"):
        open_store(path, CATALOGUE)
    assert path.read_bytes() == before


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SaveError, match="can't be created"):
        open_store(tmp_path / "file" / "arena.db", CATALOGUE)


def test_a_file_from_the_future_is_read_and_never_written(path: Path, saved: list[Session]) -> None:
    change(path, "PRAGMA user_version = 99")
    before = path.read_bytes()
    opened = open_store(path, CATALOGUE)
    assert "newer version" in opened.notices[0]
    assert opened.store.read_only
    assert len(opened.store.sessions()) == len(saved)
    with pytest.raises(ReadOnly):
        opened.store.save(started(CATALOGUE))
    opened.store.close()
    assert path.read_bytes() == before


def test_a_locked_file_is_told(path: Path, saved: list[Session]) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    db.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Busy, match="another program"):
        open_store(path, CATALOGUE, patience=0.01)
    db.execute("ROLLBACK")
    db.close()
    opened = open_store(path, CATALOGUE)
    assert len(ids(opened.store)) == len(saved)


def test_a_write_while_another_program_writes_is_told_and_can_be_tried_again(
    path: Path, saved: list[Session]
) -> None:
    store = open_store(path, CATALOGUE, patience=0.01).store
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    session = started(CATALOGUE)
    with pytest.raises(Busy):
        store.save(session)
    db.execute("ROLLBACK")
    db.close()
    store.save(session)
    assert store.load(session.id) == session


def test_a_full_disk_is_told_and_loses_nothing(store: Store) -> None:
    session, play = begun(store)
    store.append(session.id, reply(play, "slate"), {})
    with store._reading() as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
    store._access.db.execute(f"PRAGMA max_page_count = {pages}")
    chat: list[Mapping[str, str]] = [{"role": "user", "content": "x" * 100_000}]
    event = reply(play, "crony")
    with pytest.raises(Full, match="disk is full"):
        store.append(session.id, event, {"sha256:1": chat})
    assert list(store.load(session.id).events) == play.events[:1]
    store._access.db.execute("PRAGMA max_page_count = 1000000")
    store.append(session.id, event, {"sha256:1": chat})
    assert list(store.load(session.id).events) == play.events


@pytest.mark.skipif(os.name == "nt", reason="file size limits are a matter of POSIX")
def test_a_write_that_the_system_refuses_is_told_and_loses_nothing(path: Path, saved: list[Session]) -> None:
    script = f"""
import resource, signal
from pathlib import Path
from tests.save.making import started
from tui_arena.data import Catalogue
from tui_arena.save.store import SaveError, open_store
catalogue = Catalogue()
store = open_store(Path({str(path)!r}), catalogue).store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
try:
    for seed in range(100):
        store.save(started(catalogue, seed))
        print("saved", flush=True)
except SaveError as error:
    print(error)
"""
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    lines = out.stdout.splitlines()
    assert "everything saved before is safe" in lines[-1]
    opened = open_store(path, CATALOGUE)
    assert len(ids(opened.store)) == len(saved) + len(lines) - 1
    assert opened.store.check() == []


@pytest.fixture
def shared_folder() -> Iterator[Path]:
    """A folder that another user can reach."""
    folder = Path(tempfile.mkdtemp(prefix="tui-arena-test-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


READ_ONLY = f"""
import os, shutil, sys, tempfile
import urllib.parse  # what is needed later may not be readable for another user
from pathlib import Path
from tui_arena.data import Catalogue
from tui_arena.save.errors import ReadOnly
from tui_arena.save.store import open_store
catalogue = Catalogue()
catalogue.games
if os.geteuid() == 0:
    os.setuid({NOBODY})  # the system lets its administrator write everywhere
opened = open_store(Path(sys.argv[1]), catalogue)
print(opened.notices, opened.store.read_only, len(opened.store.sessions()))
try:
    opened.store.set_meta("a", "b")
except ReadOnly as error:
    print("refused:", error)
opened.store.close()
"""


@pytest.mark.skipif(os.name == "nt", reason="permissions are a matter of POSIX")
@pytest.mark.parametrize("left_open", sampled([False, True], 2))
def test_a_read_only_folder_is_read(
    path: Path, saved: list[Session], shared_folder: Path, left_open: bool
) -> None:
    copy = shared_folder / "arena.db"
    if left_open:
        store = open_store(path, CATALOGUE).store
        store.save(won(CATALOGUE, started(CATALOGUE)))
        shutil.copy(path.with_name("arena.db-wal"), shared_folder / "arena.db-wal")
        (shared_folder / "arena.db-wal").chmod(0o444)
    shutil.copy(path, copy)
    if left_open:
        store.close()
    copy.chmod(0o444)
    shared_folder.chmod(0o555)
    command = [sys.executable, "-c", READ_ONLY, str(copy)]
    out = subprocess.run(command, capture_output=True, text=True, check=False)
    assert out.stderr == ""
    first, second = out.stdout.splitlines()
    assert "read-only" in first
    assert first.endswith(f"True {len(saved) + left_open}")
    assert second.startswith("refused:")
    assert {p.name for p in shared_folder.iterdir()} <= {"arena.db", "arena.db-wal"}


def test_a_file_can_be_opened_to_be_read_only(path: Path, saved: list[Session]) -> None:
    opened = open_store(path, CATALOGUE, read_only=True)
    assert opened.notices == []
    assert len(opened.store.sessions()) == len(saved)
    with pytest.raises(ReadOnly):
        opened.store.delete([saved[0].id])
    opened.store.close()
    with pytest.raises(SaveError, match="there's no save file"):
        open_store(path.with_name("none.db"), CATALOGUE, read_only=True)
    assert not path.with_name("none.db").exists()


def test_a_log_left_by_a_crash_is_read(path: Path, saved: list[Session]) -> None:
    store = open_store(path, CATALOGUE).store
    session = won(CATALOGUE, started(CATALOGUE, 500))
    store.save(session)
    elsewhere = path.parent / "crashed"
    elsewhere.mkdir()
    for name in ("arena.db", "arena.db-wal"):
        shutil.copy(path.with_name(name), elsewhere / name)
    store.close()
    opened = open_store(elsewhere / "arena.db", CATALOGUE)
    assert opened.store.load(session.id) == session
    assert len(ids(opened.store)) == len(saved) + 1


def test_a_stale_log_of_another_file_does_no_harm(path: Path, saved: list[Session]) -> None:
    path.with_name("arena.db-wal").write_bytes(b"\x37\x7f\x06\x82" + b"\1" * 5000)
    opened = reopened(path)
    assert ids(opened.store) >= {s.id for s in saved}
