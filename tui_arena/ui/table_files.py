"""What screens write to the exports folder and say of it: tables in a form that is picked, other texts."""

from __future__ import annotations

from collections.abc import Callable

from tui_arena.analysis.tables import Table, to_csv, to_json, to_markdown
from tui_arena.config import BadFile
from tui_arena.save.export import write_new
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.widgets.picker import Picker
from tui_arena.ui.widgets.rows import Choice

FORMS: dict[str, Callable[[Table], str]] = {"csv": to_csv, "json": to_json, "md": to_markdown}
CHOICES = (Choice("csv", "CSV, for a spreadsheet"), Choice("json", "JSON"), Choice("md", "Markdown, to read"))


async def export_table(screen: ArenaScreen, table: Table, name: str) -> None:
    """Ask in which form, and write the table to a new file `name.form`."""
    form = await screen.app.push_screen_wait(Picker("Export as", CHOICES, ""))
    if form is None:
        return
    await export_text(screen, FORMS[form](table), f"{name}.{form}")


async def export_text(screen: ArenaScreen, text: str, name: str) -> None:
    """Write a text to a new file, of that name if there is none yet, and say which."""
    arena = screen.arena
    try:
        path = await arena.in_thread(write_new, arena.paths.exports, name, [text])
    except BadFile as error:
        screen.notify(str(error), severity="error", markup=False)
        return
    screen.notify(f"Written to {path}", timeout=10, markup=False)
