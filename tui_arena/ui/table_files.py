"""Tables that screens write to the exports folder, in a form that is picked."""

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
    """Ask in which form, write the table to a new file, `name.form` if there is none yet, and say which."""
    form = await screen.app.push_screen_wait(Picker("Export as", CHOICES, ""))
    if form is None:
        return
    arena = screen.arena
    try:
        path = await arena.in_thread(write_new, arena.paths.exports, f"{name}.{form}", [FORMS[form](table)])
    except BadFile as error:
        screen.notify(str(error), severity="error", markup=False)
        return
    screen.notify(f"Written to {path}", timeout=10, markup=False)
