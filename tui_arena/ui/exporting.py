"""Exports that the app writes: where they go and what they are called.

Law: a file that is there is never replaced, and the name holds no sign that a shell, a file system
or a reader could misread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tui_arena.config import BadFile, Paths
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.save.export import Exporting, export, file_name, write

EXPORTS = (("json", "JSON"), ("md", "Markdown"), ("cancel", "Cancel"))
"""Answers of the dialog that asks for a format."""


def export_to(
    paths: Paths, sessions: Sequence[tuple[Session, GameInfo]], form: str, *, secrets: bool = False
) -> Path:
    """Write sessions into one new file of the exports folder; raises BadFile.

    `secrets`: whether unfinished ones show what is hidden (they are marked peeked by who asks).
    """
    session = sessions[0][0]
    name = file_name(session, form)
    if len(sessions) > 1:
        name = f"{len(sessions)}-sessions-from-{name}"
    return write_new(paths, name, export(sessions, Exporting(form, secrets=secrets)))


def write_new(paths: Paths, name: str, parts: Iterable[str]) -> Path:
    """Write a file that is not there yet: `name`, or `name-2` and so on; raises BadFile."""
    folder = paths.data / "exports"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadFile(f"{folder}: can't be made ({error.strerror})") from None
    stem, dot, suffix = name.rpartition(".")
    path, number = folder / name, 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{dot}{suffix}"
    write(path, parts)
    return path
