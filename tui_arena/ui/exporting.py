"""Exports that the app writes: where they go and what they are called.

Law: a file that is there is never replaced, and the name holds no sign that a shell, a file system
or a reader could misread.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tui_arena.config import Paths
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.save.export import Exporting, export, file_name, write_new

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
    return write_new(paths.exports, name, export(sessions, Exporting(form, secrets=secrets)))
