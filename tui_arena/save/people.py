"""People: who has played, renamed and merged in all that is saved.

Law: an event row is never changed; the name that a person has now stands beside it.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from tui_arena.core.events import Kind
from tui_arena.core.text import one_line
from tui_arena.save import sessions
from tui_arena.save.errors import SaveError
from tui_arena.save.rows import decode_object, encode
from tui_arena.save.sessions import Books
from tui_arena.save.summary import NAME_CHARS


def names(db: sqlite3.Connection) -> list[str]:
    """Names of the people on seats, sorted."""
    sql = (
        "SELECT DISTINCT key.name FROM rollup_key key JOIN rollup row ON row.k = key.k "
        "WHERE key.kind = 'human' AND key.run = '' AND row.period = 'all'"
    )
    return sorted((row[0] for row in db.execute(sql)), key=str.casefold)


def rename(books: Books, old: str, new: str) -> int:
    """Rename a person in headers, recasts and derived rows; returns how many sessions changed."""
    name = one_line(new, NAME_CHARS)
    if not name:
        raise SaveError("a name can't be empty")
    if name == old:
        return 0
    changed = 0
    for n in _candidates(books.db, old):
        if _rename_header(books.db, n, old, name) | _rename_recasts(books.db, n, old, name):
            sessions.derive_again(books, n)
            changed += 1
    return changed


def _candidates(db: sqlite3.Connection, old: str) -> list[int]:
    sql = (
        "SELECT n FROM seat WHERE kind = 'human' AND name = ? "
        "UNION SELECT n FROM event WHERE type = 'recast' ORDER BY n"
    )
    return [row[0] for row in db.execute(sql, (old,)).fetchall()]


def _is_person(spec: Any, name: str) -> bool:
    return isinstance(spec, dict) and spec.get("player") == "human" and spec.get("name") == name


def _rename_header(db: sqlite3.Connection, n: int, old: str, new: str) -> bool:
    body = decode_object(db.execute("SELECT body FROM header WHERE n = ?", (n,)).fetchone()[0], "seats")
    seats = body["seats"]
    found = [seat for seat, spec in seats.items() if _is_person(spec, old)]
    for seat in found:
        seats[seat]["name"] = new
    if found:
        db.execute("UPDATE header SET body = ? WHERE n = ?", (encode(body), n))
    return bool(found)


def _rename_recasts(db: sqlite3.Connection, n: int, old: str, new: str) -> bool:
    events = [e for e in sessions.events_of(db, n) if e.type == Kind.RECAST and _is_person(e.get("to"), old)]
    db.executemany("INSERT OR REPLACE INTO renamed VALUES (?, ?, ?)", [(n, e.seq, new) for e in events])
    return bool(events)
