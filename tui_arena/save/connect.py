"""Opening the save file: permissions, pragmas, versions, and what to do when something is wrong.

Law: a save file is created whole or not at all, so an empty one is always damaged. Another program's
file is never touched. A damaged file is set aside, never deleted.
"""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tui_arena.core.text import fold
from tui_arena.save.errors import Damaged, Full, SaveError, as_save_errors
from tui_arena.save.migrations import APPLICATION_ID, VERSION, migrate, version_of
from tui_arena.save.rollup.sums import add_lists

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

MAGIC = b"SQLite format 3\0"
OLDEST = (3, 37, 0)
"""The first SQLite with STRICT tables."""
PATIENCE = 5.0
"""Seconds to wait while another program writes."""


MARK = ".damaged"
"""Suffix of the empty file that is put next to a save file once damage was found in it."""
COMPANIONS = ("", "-wal", "-shm", "-journal")


def stamp() -> str:
    """The current time as it is written in file names."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


def companion(path: Path, suffix: str) -> Path:
    """The path of a file with the suffix added."""
    return path.with_name(path.name + suffix)


def free_name(path: Path) -> Path:
    """The path itself, or the first free one with a number added."""
    number, name = 1, path
    while name.exists():
        number += 1
        name = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return name


def mark_damaged(path: Path) -> None:
    """Note that the file is damaged, so that the next start recovers what can be read."""
    try:
        companion(path, MARK).touch(mode=0o600)
    except OSError:
        return  # the folder can't be written; the damage will be found again next time


def check_size(path: Path) -> None:
    """Raise Damaged for a file that is marked as damaged, or shorter than its own header says."""
    try:
        with path.open("rb") as file:
            head = file.read(100)
        size = path.stat().st_size
        log = companion(path, "-wal")
        logged = log.exists() and log.stat().st_size > 0
    except OSError as error:
        raise SaveError(f"{path}: can't be read ({error.strerror})") from None
    page = int.from_bytes(head[16:18], "big")
    page = 65536 if page == 1 else page
    pages = int.from_bytes(head[28:32], "big")
    if companion(path, MARK).exists() or len(head) < 100 or (not logged and page * pages > size):
        raise Damaged(f"{path}: the save file is damaged or cut off")


def put_aside(path: Path, why: str) -> Path:
    """Rename a file and its companions to a dated name that contains the reason.

    Returns the new path. Raises SaveError.
    """
    aside = free_name(path.with_name(f"{path.name}.{why}-{stamp()}"))
    try:
        for suffix in COMPANIONS:
            if companion(path, suffix).exists():
                companion(path, suffix).rename(companion(aside, suffix))
        companion(path, MARK).unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(f"{path}: can't be set aside ({error.strerror})") from None
    return aside


def put_back(aside: Path, path: Path) -> None:
    """Undo `put_aside`: remove the file now at `path`, move the old one back and mark it as damaged."""
    for suffix in COMPANIONS:
        companion(path, suffix).unlink(missing_ok=True)
        if companion(aside, suffix).exists():
            companion(aside, suffix).rename(companion(path, suffix))
    mark_damaged(path)


def keep_copy(db: sqlite3.Connection, path: Path, name: str) -> Path:
    """Copy an open file into the folder `backups` next to it; returns the copy. Raises SaveError."""
    folder = path.parent / "backups"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise SaveError(f"{folder}: can't be made ({error.strerror})") from None
    target = free_name(folder / name)
    copy_to(db, target)
    return target


def copy_to(db: sqlite3.Connection, target: Path) -> None:
    """Write a whole copy of an open file to a path where there is none. Raises SaveError."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise SaveError(f"{target}: can't be written ({error.strerror})") from None
    try:
        with as_save_errors(target):
            copy = sqlite3.connect(target, isolation_level=None)
            try:
                db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            finally:
                copy.close()
    except SaveError:
        target.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder safe against a power cut, if the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@dataclass
class Connected:
    """An open save file."""

    db: sqlite3.Connection
    read_only: bool
    notices: list[str] = field(default_factory=list)
    damaged: Path | None = None
    """A damaged file that was set aside and still has to be recovered; None if there is none."""
    patience: float = PATIENCE
    """Seconds to wait for another program."""
    scratch: TemporaryDirectory[str] | None = None
    """A folder with a copy that is read instead of the file; None if the file itself is read."""


def connect(path: Path, *, read_only: bool, patience: float = PATIENCE) -> Connected:
    """Open the save file; create it or bring it up to date if needed. Raises SaveError."""
    if sqlite3.sqlite_version_info < OLDEST:
        needed, here = ".".join(map(str, OLDEST)), sqlite3.sqlite_version
        raise SaveError(f"Python's SQLite is {here}; {needed} or later is needed to save")
    if path.is_dir():
        raise SaveError(f"{path}: is a folder; a save file is needed there")
    if not path.exists():
        if read_only:
            raise SaveError(f"{path}: there is no save file")
        _create(path)
        return _opened(path, patience=patience)
    _refuse_foreign(path)
    if read_only or not _writable(path):
        return _read_only(path, asked=read_only, patience=patience)
    try:
        check_size(path)
        return _opened(path, patience=patience)
    except Damaged:
        aside = put_aside(path, "corrupt")
        _create(path)
        opened = _opened(path, patience=patience)
        opened.damaged = aside
        return opened
    except Full:
        return _without_room(path, patience)


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _refuse_foreign(path: Path) -> None:
    """Raise SaveError for another program's file. A damaged save file passes."""
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError as error:
        raise SaveError(f"{path}: can't be read ({error.strerror})") from None
    mark = int.from_bytes(head[68:72], "big")
    if head.startswith(MAGIC):
        if mark not in (0, APPLICATION_ID):
            raise SaveError(f"{path}: is another program's database; name another folder with --data-dir")
    elif head.strip(b"\0") and mark != APPLICATION_ID:
        raise SaveError(
            f"{path}: is no save file; move it away, or put a backup there with `tui-arena restore`"
        )


def _create(path: Path) -> None:
    """Create a complete save file without sessions at a path where there is none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
        temporary.unlink(missing_ok=True)
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise SaveError(f"{path}: the save file can't be made there ({error.strerror})") from None
    try:
        with as_save_errors(path):
            db = sqlite3.connect(temporary, isolation_level=None)
            try:
                migrate(db)
            finally:
                db.close()
        _appear(temporary, path)
    except FileExistsError:
        return  # another window was faster, and its file is just as good
    except OSError as error:
        raise SaveError(f"{path}: the save file can't be made there ({error.strerror})") from None
    finally:
        temporary.unlink(missing_ok=True)


def _appear(whole: Path, path: Path) -> None:
    """Give a finished file its name. Raises OSError; FileExistsError if another window was faster."""
    try:
        os.link(whole, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links
        if path.exists():
            raise FileExistsError(path) from None
        whole.rename(path)


def plain(path: Path, *, uri: str = "", patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection with this program's settings; the file's contents are not checked yet."""
    target = path.absolute().as_uri() + uri
    db = sqlite3.connect(target, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA foreign_keys = ON")
    db.create_function("add_cells", 2, add_lists, deterministic=True)
    db.create_function("folded", 1, fold, deterministic=True)
    return db


def _opened(path: Path, *, patience: float) -> Connected:
    """The file opened for writing; raises Damaged, Busy, SaveError."""
    notices: list[str] = []
    with as_save_errors(path):
        db = plain(path, patience=patience)
        try:
            _look(db, path)
            if version_of(db) > VERSION:
                db.close()
                return _newer(path, patience)
            if not _write_ahead(db):
                notices.append(f"{path}: this disk takes no write-ahead log; saving goes on without one")
            db.execute("PRAGMA synchronous = FULL")
            if version_of(db) < VERSION:
                keep_copy(db, path, f"backup-v{version_of(db)}.db")
                migrate(db)
        except (sqlite3.Error, SaveError, UnicodeDecodeError):
            db.close()
            raise
    return Connected(db, read_only=False, notices=notices, patience=patience)


def _look(db: sqlite3.Connection, path: Path) -> None:
    """Raise Damaged for a file without tables, SaveError for another program's file."""
    tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    mark = db.execute("PRAGMA application_id").fetchone()[0]
    if not tables:
        raise Damaged(f"{path}: the save file is empty")
    if mark != APPLICATION_ID:
        raise SaveError(f"{path}: is another program's database; name another folder with --data-dir")


def _write_ahead(db: sqlite3.Connection) -> bool:
    """Switch to a write-ahead log; False if the disk refuses it, and then the old journal is used."""
    try:
        if db.execute("PRAGMA journal_mode = WAL").fetchone()[0] == "wal":
            return True
    except sqlite3.OperationalError as error:
        if (error.sqlite_errorcode & 0xFF) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL):
            raise
    db.execute("PRAGMA journal_mode = DELETE")
    return False


def _without_room(path: Path, patience: float) -> Connected:
    """A file on a full disk, opened read-only. Raises SaveError."""
    opened = _read_only(path, asked=True, patience=patience)
    if version_of(opened.db) != VERSION:
        opened.db.close()
        raise Full(
            f"{path}: the disk is full, and the save file has to be brought up to date. Make room first"
        )
    opened.notices.append(
        f"{path}: the disk is full. The save file is opened read-only: look at everything, but nothing new "
        "is saved. Make room and start again"
    )
    return opened


def _newer(path: Path, patience: float) -> Connected:
    opened = _read_only(path, asked=True, patience=patience)
    opened.notices.append(
        f"{path}: was written by a newer version of this program. It is opened read-only: "
        "look at everything, but nothing new is saved. Update to play on."
    )
    return opened


def _read_only(path: Path, *, asked: bool, patience: float) -> Connected:
    """The file opened read-only. If its log can't be read in place, a copy is read instead."""
    notices = []
    if not asked:
        notices.append(f"{path}: the save file or its folder is read-only; nothing new is saved")
    log = companion(path, "-wal")
    logged = log.exists() and log.stat().st_size > 0
    with as_save_errors(path):
        for uri in ("?mode=ro", *([] if logged else ["?immutable=1"])):
            db = plain(path, uri=uri, patience=patience)
            try:
                _look(db, path)
            except sqlite3.OperationalError as error:
                db.close()
                if (error.sqlite_errorcode & 0xFF) == sqlite3.SQLITE_BUSY:
                    raise
                continue
            return Connected(db, read_only=True, notices=notices, patience=patience)
        return _scratch_copy(path, notices)


def _scratch_copy(path: Path, notices: list[str]) -> Connected:
    """A copy of a file whose log can't be read in place. Raises sqlite3.Error, SaveError."""
    import shutil  # noqa: PLC0415  (rarely needed)
    from tempfile import TemporaryDirectory  # noqa: PLC0415  (as above)

    scratch = TemporaryDirectory(prefix="tui-arena-")
    copy = Path(scratch.name) / path.name
    try:
        for suffix in ("", "-wal"):
            shutil.copyfile(companion(path, suffix), companion(copy, suffix))
    except OSError as error:
        raise SaveError(f"{path}: can't be read ({error.strerror})") from None
    db = plain(copy)
    _look(db, path)
    return Connected(db, read_only=True, notices=notices, scratch=scratch)
