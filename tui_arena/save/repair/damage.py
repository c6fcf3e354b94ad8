"""Detecting damaged save files, setting them aside, and copying files before anything risky.

A damaged file is renamed, never changed or deleted.
"""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from tui_arena.save.errors import Damaged, SaveError, as_save_errors

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


def mark(path: Path) -> None:
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
    mark(path)


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
