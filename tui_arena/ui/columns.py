"""Table columns: how wide they are, and which of them fit.

A table never scrolls sideways to show what matters; the most important columns get room first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

GAP = 2
"""Cells between two columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    key: str
    title: str
    width: int
    """Width in cells; the smallest width for a column that grows."""
    rank: int
    """Columns with the lowest rank get their room first."""
    grows: int = 0
    """The most cells it may grow to; 0 if it never grows."""


def fitting(columns: Sequence[Column], width: int) -> list[Column]:
    """The columns that fit into this many cells, with the growing ones grown into the rest."""
    used = 0
    chosen: set[str] = set()
    for column in sorted(columns, key=lambda c: c.rank):
        if not chosen or used + column.width + GAP <= width:
            used += column.width + GAP
            chosen.add(column.key)
    kept = [c for c in columns if c.key in chosen]
    for i, column in enumerate(kept):
        if column.grows:
            grown = replace(column, width=min(column.width + max(width - used, 0), column.grows))
            used += grown.width - column.width
            kept[i] = grown
    return kept
