"""Exports: sessions, tables and other texts, each written to a new file of the exports folder.

Law: an export never replaces an existing file. A file name has no character that a shell, a file system or a
reader could misread. Files are written in a thread, and a failure is shown as an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
"""The maximum number of unreadable sessions that are named after one export."""


async def export_table(screen: ArenaScreen, table: TextTable, name: str) -> None:
    """Ask for a format and write the table to a new file `name.form`."""
    form = await screen.app.push_screen_wait(Picker("Export as", CHOICES, ""))
    if form is None:
        return
    await export_text(screen, FORMS[form](table), f"{name}.{form}")


async def export_text(screen: ArenaScreen, text: str, name: str) -> None:
    """Write a text to a new file and show its path. If the name is taken, the file gets another."""
    await export_parts(screen, [text], name)


async def export_parts(screen: ArenaScreen, parts: Iterable[str], name: str) -> None:
    """Write a text like `export_text`, from parts that are made in the thread that writes them."""
    await _written(screen, partial(write_new, screen.arena.paths.exports, name, parts))


async def export_sessions(
    screen: ArenaScreen,
    load: Callable[[Skipped], Sequence[tuple[Session, GameInfo]]],
    count: int = 1,
    *,
    secrets: bool = False,
) -> None:
    """Ask for a format, write sessions to one new file and show its path. Runs in a worker of the screen.

    `load` returns the sessions, in a thread. It skips unreadable sessions, and their errors are shown.
    `count`: the number of sessions. `secrets`: whether unfinished sessions are exported with their secrets;
    the caller marks these sessions as peeked.
    """
    what = "this session" if count == 1 else f"{count} sessions"
    answers = (("json", "JSON"), ("md", "Markdown"), ("cancel", "Cancel"))
    form = await screen.app.push_screen_wait(Dialog(f"Export {what}", "Which format?", answers))
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
    """Write a file in a thread, and show its path or an error. Returns whether the file was written."""
    path = await screen.looked_up(write)
    if path is not None:
        screen.notify(f"Written to {path}", timeout=10, markup=False)
    return path is not None
