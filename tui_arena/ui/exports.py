"""Exports: sessions, tables and other texts, each written to a new file of the exports folder.

Law: an existing file is never replaced. A file name holds no character that a shell, a file system or a
reader could misread. Files are written in a thread, and a failure is shown as an error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.save.exchange.export import export, file_name, write_new
from tui_arena.save.skipping import Skipped
from tui_arena.stats.text_tables import TextTable, to_csv, to_json, to_markdown
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.rows import Choice, Picker

FORMS: dict[str, Callable[[TextTable], str]] = {"csv": to_csv, "json": to_json, "md": to_markdown}
CHOICES = (Choice("csv", "CSV, for a spreadsheet"), Choice("json", "JSON"), Choice("md", "Markdown, to read"))
SHOWN = 3
"""Most sessions that can't be read that are shown after one export."""


async def export_table(screen: ArenaScreen, table: TextTable, name: str) -> None:
    """Ask for a format and write the table to a new file `name.form`."""
    form = await screen.app.push_screen_wait(Picker("Export as", CHOICES, ""))
    if form is None:
        return
    await export_text(screen, FORMS[form](table), f"{name}.{form}")


async def export_text(screen: ArenaScreen, text: str, name: str) -> None:
    """Write a text to a new file and show its path; the name changes if it is taken."""
    await _written(screen, partial(write_new, screen.arena.paths.exports, name, [text]))


async def export_sessions(
    screen: ArenaScreen,
    load: Callable[[Skipped], Sequence[tuple[Session, GameInfo]]],
    count: int = 1,
    *,
    secrets: bool = False,
) -> None:
    """Ask for a format, write sessions to one new file and show its path; runs in a worker of the screen.

    `load` gives the sessions, in a thread, and leaves out those that can't be read; they are shown. `count`:
    how many. `secrets`: whether unfinished sessions show what is hidden (the caller marks them as peeked).
    """
    what = "this session" if count == 1 else f"{count} sessions"
    answers = (("json", "JSON"), ("md", "Markdown"), ("cancel", "Cancel"))
    form = await screen.app.push_screen_wait(Dialog(f"Export {what}", "As which file?", answers))
    if form is None or form == "cancel":
        return

    skipped = Skipped()

    def write() -> Path:
        sessions = load(skipped)
        parts = list(export(sessions, form, secrets=secrets, skipped=skipped))
        if not parts:
            raise skipped.found[0]
        name = file_name(sessions[0][0], form)
        if count > 1:
            name = f"{len(sessions)}-sessions-from-{name}"
        return write_new(screen.arena.paths.exports, name, parts)

    if await _written(screen, write):
        for error in skipped.found[:SHOWN]:
            screen.notify(str(error), severity="error", timeout=10, markup=False)
        if len(skipped.found) > SHOWN:
            more = f"{len(skipped.found)} sessions had to be left out."
            screen.notify(more, severity="error", timeout=10, markup=False)


async def _written(screen: ArenaScreen, write: Callable[[], Path]) -> bool:
    """Write a file in a thread, and show its path or an error; returns whether it was written."""
    path = await screen.looked_up(write)
    if path is not None:
        screen.notify(f"Written to {path}", timeout=10, markup=False)
    return path is not None
