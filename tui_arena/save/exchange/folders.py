"""Folders of files that are handed on, with the checksum of each."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from tui_arena.config import BadFile
from tui_arena.core.text import clean, one_line

SUMS = "SHA256SUMS"
"""The file with the checksums, as `sha256sum -c` reads it."""


def check_new_folder(folder: Path) -> None:
    """Raise BadFile if something is there already, or if the folder that it shall lie in is missing."""
    shown = one_line(str(folder), 200)
    if clean(folder.name) != folder.name or "\n" in folder.name or not folder.name:
        raise BadFile(f"{shown}: this is no name for a folder; choose another")
    if folder.exists() or folder.is_symlink():
        raise BadFile(f"{shown}: is there already; name a new folder")
    if not folder.parent.is_dir():
        raise BadFile(f"{shown}: there is no folder {one_line(str(folder.parent), 200)}")


def write_folder(folder: Path, files: Iterable[tuple[str, Iterable[str | bytes]]]) -> list[str]:
    """Write a new folder with these files, by path in it and the parts of their contents, and `SUMS`.

    It is there whole or not at all. Returns the paths. Raises BadFile.
    """
    check_new_folder(folder)
    made = folder.with_name(f".{folder.name}.{os.getpid()}.unfinished")
    sums: list[tuple[str, str]] = []
    try:
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir()
        for name, parts in files:
            sums.append((_written(made / name, parts), name))
        _written(made / SUMS, (f"{digest}  {name}\n" for digest, name in sums))
        made.rename(folder)
    except OSError as error:
        raise BadFile(f"{one_line(str(folder), 200)}: can't be written ({error.strerror})") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return [*(name for _, name in sums), SUMS]


def _written(path: Path, parts: Iterable[str | bytes]) -> str:
    """Write a file; returns the SHA-256 of its bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with path.open("xb") as file:
        for part in parts:
            raw = part if isinstance(part, bytes) else part.encode("utf-8", "backslashreplace")
            digest.update(raw)
            file.write(raw)
    return digest.hexdigest()
