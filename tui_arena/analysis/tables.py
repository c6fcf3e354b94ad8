"""Tables as plain values, for files: CSV, JSON, Markdown and reports.

Law: a table holds texts and numbers as they are; whoever writes it rounds nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

Cell = str | int | float | bool | None
"""None: not defined; an empty cell, a dash, or null."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a header."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    """Sentences below it: sources, what differs, how spans are made."""
