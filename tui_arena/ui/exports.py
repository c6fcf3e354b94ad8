"""Exports: sessions, tables and other texts, each written to a new file of the exports folder.

Law: an existing file is never replaced. A file name holds no character that a shell, a file system or a
reader could misread. Files are written in a thread, and a failure is shown as an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from tui_arena.config import BadFile, Paths
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.save.exchange.export import Exporting, export, file_name, write_new
from tui_arena.stats.text_tables import TextTable, to_csv, to_json, to_markdown
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.rows import Choice, Picker

EXPORTS = (("json", "JSON"), ("md", "Markdown"), ("cancel", "Cancel"))
"""Answers of the dialog that asks for a format."""


def export_to(
    paths: Paths, sessions: Sequence[tuple[Session, GameInfo]], form: str, *, secrets: bool = False
) -> Path:
    """Write sessions into one new file of the exports folder; raises BadFile.

    `secrets`: whether unfinished sessions show what is hidden (the caller marks them as peeked).
    """
    session = sessions[0][0]
    name = file_name(session, form)
    if len(sessions) > 1:
        name = f"{len(sessions)}-sessions-from-{name}"
    return write_new(paths.exports, name, export(sessions, Exporting(form, secrets=secrets)))


FORMS: dict[str, Callable[[TextTable], str]] = {"csv": to_csv, "json": to_json, "md": to_markdown}
CHOICES = (Choice("csv", "CSV, for a spreadsheet"), Choice("json", "JSON"), Choice("md", "Markdown, to read"))


async def export_table(screen: ArenaScreen, table: TextTable, name: str) -> None:
    """Ask for a format and write the table to a new file `name.form`."""
    form = await screen.app.push_screen_wait(Picker("Export as", CHOICES, ""))
    if form is None:
        return
    await export_text(screen, FORMS[form](table), f"{name}.{form}")


async def export_text(screen: ArenaScreen, text: str, name: str) -> None:
    """Write a text to a new file and show its path; the name changes if it is taken."""
    arena = screen.arena
    try:
        path = await arena.in_thread(write_new, arena.paths.exports, name, [text])
    except BadFile as error:
        screen.notify(str(error), severity="error", markup=False)
        return
    screen.notify(f"Written to {path}", timeout=10, markup=False)


async def export_session(
    screen: ArenaScreen, session: Session, info: GameInfo, *, secrets: bool = False
) -> None:
    """Ask for a format, write the session to a new file and show its path; runs in a worker of the screen.

    `secrets`: whether an unfinished session shows what is hidden.
    """
    arena = screen.arena
    form = await arena.push_screen_wait(Dialog("Export this session", "As which file?", EXPORTS))
    if form is None or form == "cancel":
        return
    try:
        path = await arena.in_thread(export_to, arena.paths, [(session, info)], form, secrets=secrets)
    except BadFile as error:
        arena.notify(str(error), severity="error")
        return
    arena.notify(f"Written to {path}", timeout=10)
