"""Opening the save file: permissions, pragmas, versions, and what to do when something is wrong.

Law: a save file is created whole or not at all, so an empty save file is always damaged. Another program's
file is never touched. A damaged file is set aside, never deleted.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tui_arena.config import BadFile
from tui_arena.config.files import not_plain, open_plain, sweep, unfinished
from tui_arena.core.text import fold
from tui_arena.save import LARGE
from tui_arena.save.codec import text_of
from tui_arena.save.errors import Damaged, Full, SaveError, as_save_errors
from tui_arena.save.migrations import (
    APPLICATION_ID,
    VERSION,
    make_anew,
    migrate,
    version_of,
)
from tui_arena.save.rollup.sums import add_lists

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

MAGIC = b"SQLite format 3\0"
OLDEST = (3, 37, 0)
"""The first SQLite with STRICT tables."""
PATIENCE = 5.0
"""Seconds to wait for another program that is writing."""


NEXT = ".next"
"""Suffix of a complete file that is about to take the save file's place."""
RECOVERING = "recovering"
"""The key in `meta` for the name of the damaged file from which this file still has to be filled."""
MARK = ".damaged"
"""Suffix of an empty file that is created next to a save file once damage has been found in the save file."""
BACKUPS = "backups"
"""The folder next to the save file where copies are kept."""
MINUTE = 500_000_000
"""The number of bytes of a save file that are brought up to date in a minute."""
PAGES = 10_000
"""The number of pages that are copied at a time, so that ctrl-c can end the copying."""
STEPS = 1_000_000
"""The number of SQLite steps after which a migration checks whether ctrl-c was pressed."""
COMPANIONS = ("", "-wal", "-shm", "-journal")


def stamp() -> str:
    """The current time (UTC) in the form used in file names."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


def companion(path: Path, suffix: str) -> Path:
    """The path of a file with the suffix added to its name."""
    return path.with_name(path.name + suffix)


def free_name(path: Path) -> Path:
    """The path itself if it is free; otherwise the first free path with a number added, from 2."""
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


def is_marked(path: Path) -> bool:
    """True if the file is marked as damaged, so that the next start recovers what can be read."""
    return os.path.lexists(companion(path, MARK))


def is_logged(path: Path) -> bool:
    """True if a file has a write-ahead log that isn't empty. Raises OSError."""
    log = companion(path, "-wal")
    return log.exists() and log.stat().st_size > 0


def head_of(path: Path) -> bytes:
    """The first 100 bytes of a plain file. Raises SaveError."""
    try:
        with open_plain(path) as file:
            return file.read(100)
    except BadFile as error:
        raise SaveError(str(error)) from None
    except OSError as error:
        raise SaveError(f"{path}: can't be read ({error.strerror})") from None


def update_note(path: Path) -> str | None:
    """A sentence for the user if opening this large save file first brings it up to date; otherwise None."""
    try:
        head, size = head_of(path), path.stat().st_size
    except (OSError, SaveError):
        return None  # opening the file reports what is wrong
    if not head.startswith(MAGIC) or size < LARGE:
        return None
    if int.from_bytes(head[60:64], "big") >= VERSION:
        return None
    minutes = 1 + size // MINUTE
    return (
        f"{path}: this save file of {size / 1e6:,.0f} MB is being updated for this version; this "
        f"happens only once and may take {minutes} minute{'s' if minutes > 1 else ''}; press Ctrl-C to "
        "do it later"
    )


def missing_bytes(path: Path) -> int:
    """The number of bytes by which a file is shorter than its own header says. Raises SaveError, OSError."""
    head = head_of(path)
    page = int.from_bytes(head[16:18], "big")
    page = 65536 if page == 1 else page
    pages = int.from_bytes(head[28:32], "big")
    return max(page * pages - path.stat().st_size, 0)


def check_size(path: Path) -> None:
    """Raise Damaged for a file that is marked as damaged, or shorter than its own header says."""
    try:
        cut_off = len(head_of(path)) < 100 or (missing_bytes(path) and not is_logged(path))
    except OSError as error:
        raise SaveError(f"{path}: can't be read ({error.strerror})") from None
    if is_marked(path) or cut_off:
        raise Damaged(f"{path}: the save file is damaged or truncated")


def refuse_special(path: Path) -> None:
    """Raise SaveError unless the path and its companions' paths are free or plain files. Opens no file."""
    fault = not_plain(path)
    if fault:
        raise SaveError(f"{path}: {fault}; name a save file instead")
    for suffix in (*COMPANIONS[1:], MARK, NEXT):
        extra = companion(path, suffix)
        fault = not_plain(extra)
        if fault:
            raise SaveError(f"{extra}: {fault}; it's in the save file's way, so move it elsewhere")


def aside_name(path: Path, why: str) -> Path:
    """A free name for a file that is set aside: it contains the reason and the date."""
    name = path.with_name(f"{path.name}.{why}-{stamp()}")
    number, free = 1, name
    while os.path.lexists(free):
        number += 1
        free = companion(name, f"-{number}")
    return free


def put_aside(path: Path, aside: Path) -> None:
    """Rename a file and its companions, and remove the mark of damage. Raises SaveError."""
    try:
        for suffix in COMPANIONS:
            if companion(path, suffix).exists():
                companion(path, suffix).rename(companion(aside, suffix))
        companion(path, MARK).unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(f"{path}: can't be moved aside ({error.strerror})") from None


def step_in(path: Path) -> None:
    """Rename the file with the suffix `NEXT` to the save file's path, which is free. Raises SaveError.

    If an interrupted program left companions of the old file at that path, they are moved to the old file.
    """
    waiting = companion(path, NEXT)
    try:
        begin = (f"{path.name}.corrupt-", f"{path.name}.replaced-")
        asides = [
            p
            for p in path.parent.iterdir()
            if p.name.startswith(begin) and not p.name.endswith(COMPANIONS[1:])
        ]
        old = max(asides, key=lambda p: p.stat().st_ctime_ns, default=companion(path, ".stray"))
        for suffix in COMPANIONS[1:]:
            if companion(path, suffix).exists():
                companion(path, suffix).rename(companion(old, suffix))
        _appear(waiting, path)
        waiting.unlink(missing_ok=True)
        sync_folder(path.parent)
    except FileExistsError:
        waiting.unlink(missing_ok=True)  # another window was faster
    except OSError as error:
        raise SaveError(f"{path}: can't be put there ({error.strerror})") from None


def keep_copy(db: sqlite3.Connection, path: Path, name: str) -> Path:
    """Copy an open file into the folder `backups` next to it; returns the copy. Raises SaveError."""
    folder = path.parent / BACKUPS
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise SaveError(f"{folder}: can't be created ({error.strerror})") from None
    return copy_to(db, free_name(folder / name), any_name=True)


def copy_to(db: sqlite3.Connection, target: Path, *, any_name: bool = False) -> Path:
    """Write a complete copy of an open file to a free path, and return the path. Raises SaveError.

    The copy gets its name once it is complete. If that fails, no part of it stays on the disk.
    `any_name`: use the next free name if another window takes this name meanwhile.
    """
    try:
        with _unfinished_file(target) as part:
            with as_save_errors(target), closing(sqlite3.connect(part, isolation_level=None)) as copy:
                db.execute("BEGIN")
                try:
                    version_of(db)  # this read makes all steps of the copy see the same state of the file
                    db.backup(copy, pages=PAGES)
                finally:
                    if db.in_transaction:
                        db.execute("ROLLBACK")
                if copy.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",):
                    raise SaveError(f"{target}: can't be written; is there room on its disk?")
            try:
                _appear(part, target)
            except FileExistsError:
                if not any_name:
                    raise
                target = free_name(target)
                _appear(part, target)
            sync_folder(target.parent)
    except OSError as error:
        raise SaveError(f"{target}: can't be written ({error.strerror})") from None
    return target


@contextmanager
def _unfinished_file(path: Path) -> Iterator[Path]:
    """A new file that only the user can read, to be filled and then renamed. Raises OSError.

    After the block, no file is left under the first name.
    """
    part = unfinished(path)
    try:
        _discard(part)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        yield part
    finally:
        with suppress(OSError):
            _discard(part)


def _discard(part: Path) -> None:
    """Remove an unfinished file with its journal. Raises OSError."""
    for suffix in COMPANIONS:
        companion(part, suffix).unlink(missing_ok=True)


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
    """A damaged file that was set aside and still has to be recovered; None if there isn't one."""
    patience: float = PATIENCE
    """Seconds to wait for another program that is writing."""
    scratch: TemporaryDirectory[str] | None = None
    """A temporary folder with a copy that is read instead of the file; None if the file itself is read."""


def connect(path: Path, *, read_only: bool, patience: float = PATIENCE) -> Connected:
    """Open the save file; create it or bring it up to date if needed. Raises SaveError."""
    if sqlite3.sqlite_version_info < OLDEST:
        needed, here = ".".join(map(str, OLDEST)), sqlite3.sqlite_version
        raise SaveError(f"Python's SQLite is {here}; {needed} or later is needed to save")
    refuse_special(path)
    if not read_only:
        for folder in (path.parent, path.parent / BACKUPS):
            sweep(folder)
    if not path.exists():
        if read_only:
            raise SaveError(f"{path}: there's no save file")
        with suppress(OSError):
            companion(path, MARK).unlink(missing_ok=True)  # the mark of a file that no longer exists
        if companion(path, NEXT).exists():
            step_in(path)
        else:
            _create(path)
        return _opened(path, patience=patience)
    _refuse_foreign(path)
    if read_only or not _writable(path):
        return _brought_up(_read_only(path, asked=read_only, patience=patience), path)
    try:
        check_size(path)
        with suppress(Damaged):
            return _opened(path, patience=patience)
        return _opened(path, patience=patience)  # a passing read error of the disk looks like damage
    except Damaged:
        aside = aside_name(path, "corrupt")
        companion(path, NEXT).unlink(missing_ok=True)
        _create(companion(path, NEXT), aside)
        put_aside(path, aside)
        step_in(path)
        return _opened(path, patience=patience)
    except Full:
        return _without_room(path, patience)


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _refuse_foreign(path: Path) -> None:
    """Raise SaveError for another program's file. A damaged save file passes."""
    head = head_of(path)
    if int.from_bytes(head[68:72], "big") == APPLICATION_ID or not head.strip(b"\0"):
        return
    from tui_arena.save.pages import holds_sessions  # noqa: PLC0415  (rarely needed)

    if holds_sessions(path):
        return
    if not head.startswith(MAGIC):
        raise SaveError(
            f"{path}: isn't a save file; move it elsewhere, or restore a backup with `tui-arena restore`"
        )
    if int.from_bytes(head[68:72], "big"):
        raise SaveError(f"{path}: is another program's database; choose another folder with --data-dir")


def _create(path: Path, damaged: Path | None = None) -> None:
    """Create a complete save file without sessions at a free path.

    `damaged`: the future path of the damaged file from which the new file is to be filled.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _unfinished_file(path) as part:
            with as_save_errors(path), closing(sqlite3.connect(part, isolation_level=None)) as db:
                migrate(db)
                if damaged is not None:
                    db.execute("INSERT INTO meta VALUES (?, ?)", (RECOVERING, damaged.name))
            with suppress(FileExistsError):  # if another window was faster, its file is just as good
                _appear(part, path)
                sync_folder(path.parent)
    except OSError as error:
        raise SaveError(f"{path}: the save file can't be created there ({error.strerror})") from None


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
    """A connection with this program's settings. It doesn't check the file's contents."""
    target = path.absolute().as_uri() + uri
    db = sqlite3.connect(target, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)
    db.text_factory = text_of
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA secure_delete = ON")  # a recovery page by page must not bring back deleted rows
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
                notices.append(
                    f"{path}: this disk doesn't support a write-ahead log; saving works without one"
                )
            db.execute("PRAGMA synchronous = FULL")
            if version_of(db) < VERSION:
                _migrated(db, path)
            make_anew(db)
            unfinished = _unfinished(db, path)
        except (sqlite3.Error, SaveError, UnicodeDecodeError):
            db.close()
            raise
    return Connected(db, read_only=False, notices=notices, damaged=unfinished, patience=patience)


def see_signals() -> int:
    """Returns 0, which makes SQLite continue. While this function runs, Python can handle signals."""
    return 0


def _migrated(db: sqlite3.Connection, path: Path) -> None:
    """Copy a file of an older version and bring it up to date.

    If that fails or is interrupted, the copy is removed. Raises KeyboardInterrupt on ctrl-c; the file then
    has the version of the last step that was completed.
    """
    copy = keep_copy(db, path, f"backup-v{version_of(db)}.db")
    db.set_progress_handler(see_signals, STEPS)
    try:
        migrate(db)
    except (sqlite3.Error, KeyboardInterrupt) as error:
        copy.unlink(missing_ok=True)
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
            raise KeyboardInterrupt from None
        raise
    finally:
        db.set_progress_handler(None, 0)


def _unfinished(db: sqlite3.Connection, path: Path) -> Path | None:
    """The damaged file from which this file still has to be filled after an interruption; otherwise None."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (RECOVERING,)).fetchone()
    if row is None or Path(str(row[0])).name != row[0]:
        return None
    damaged = path.with_name(row[0])
    return damaged if damaged.is_file() else None


def _look(db: sqlite3.Connection, path: Path) -> None:
    """Raise Damaged for a file without its tables, SaveError for another program's file."""
    tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    mark = db.execute("PRAGMA application_id").fetchone()[0]
    if not tables:
        raise Damaged(f"{path}: the save file is empty")
    if mark != APPLICATION_ID:
        from tui_arena.save.pages import holds_sessions  # noqa: PLC0415  (rarely needed)

        if holds_sessions(path):
            raise Damaged(f"{path}: the first page of the save file is damaged")
        raise SaveError(f"{path}: is another program's database; choose another folder with --data-dir")


def _write_ahead(db: sqlite3.Connection) -> bool:
    """Switch to a write-ahead log; False if the disk doesn't support it, and then the old journal is used."""
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
        raise Full(f"{path}: the disk is full, and the save file has to be updated. Free some space first")
    opened.notices.append(
        f"{path}: the disk is full. The save file is open read-only: you can look at everything, but "
        "nothing new is saved. Free some space and restart"
    )
    return opened


def _newer(path: Path, patience: float) -> Connected:
    opened = _read_only(path, asked=True, patience=patience)
    opened.notices.append(
        f"{path}: was written by a newer version of this program. It is open read-only: you can look at "
        "everything, but nothing new is saved. Update to keep playing."
    )
    return opened


def _read_only(path: Path, *, asked: bool, patience: float) -> Connected:
    """The file opened read-only. If its log can't be read in place, a copy is read instead."""
    notices = []
    if not asked:
        notices.append(f"{path}: the save file or its folder is read-only; nothing new is saved")
    logged = is_logged(path)
    if is_marked(path):
        notices.append(
            f"{path}: is marked as damaged; the next start that can write to it will recover as much as "
            "possible"
        )
    with as_save_errors(path):
        for uri in ("?mode=ro", *([] if logged else ["?immutable=1"])):
            db = plain(path, uri=uri, patience=patience)
            try:
                _look(db, path)
                unfinished = _unfinished(db, path) if version_of(db) == VERSION else None
            except sqlite3.OperationalError as error:
                db.close()
                if (getattr(error, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_BUSY:
                    raise
                continue
            if unfinished is not None:
                notices.append(
                    f"{path}: still has to be filled from {unfinished.name}; the next start that can "
                    "write to it will do so"
                )
            return Connected(db, read_only=True, notices=notices, patience=patience)
        return _scratch_copy(path, notices)


def _brought_up(opened: Connected, path: Path) -> Connected:
    """Replace an open file of an older version by an up-to-date copy, as the file itself is only read.

    A file of this version or a newer one stays as it is.
    """
    if version_of(opened.db) >= VERSION:
        return opened
    if opened.scratch is None:
        from tempfile import TemporaryDirectory  # noqa: PLC0415  (rarely needed)

        opened.scratch = TemporaryDirectory(prefix="tui-arena-")
        copy = Path(opened.scratch.name) / path.name
        copy_to(opened.db, copy)
        opened.db.close()
        opened.db = plain(copy)
    migrate(opened.db)
    return opened


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
