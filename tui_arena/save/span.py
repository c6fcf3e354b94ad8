"""How many sessions a filter wants, and from when they are."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from tui_arena.save.filters import Filter, conditions


@dataclass(frozen=True, slots=True)
class Span:
    """Sessions, each counted once however many players it had."""

    started: int
    """Unfinished ones too."""
    ended: int
    first: str | None
    """The day of the oldest one, such as 2026-11-21; None if there is none."""
    last: str | None


def span(db: sqlite3.Connection, wanted: Filter) -> Span:
    """The sessions that a filter wants. Raises BadFilter."""
    where, values = conditions(db, wanted).sessions()
    sql = (
        "SELECT count(*), coalesce(sum(s.result <> 'unfinished'), 0), min(s.day), max(s.day) "
        f"FROM session s WHERE {where}"
    )
    return Span(*db.execute(sql, values).fetchone())
