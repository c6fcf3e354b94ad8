"""Tables that a screen writes to the exports folder: which form, and which file it became."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tui_arena.analysis.tables import Table, to_csv, to_json, to_markdown
from tui_arena.config import Paths
from tui_arena.save.export import write_new
from tui_arena.ui.widgets.rows import Choice

FORMS: dict[str, Callable[[Table], str]] = {"csv": to_csv, "json": to_json, "md": to_markdown}
CHOICES = (Choice("csv", "CSV, for a spreadsheet"), Choice("json", "JSON"), Choice("md", "Markdown, to read"))


def write_table(paths: Paths, table: Table, name: str, form: str) -> Path:
    """Write a table to a new file, `name.form` if there is none yet. Raises BadFile."""
    return write_new(paths.exports, f"{name}.{form}", [FORMS[form](table)])
