"""Parties: evenings of several people over several games, and the sessions that were played at them.

Law: what a party is stands as a note beside the sessions (`NOTE` and its id); what came of it is read
from its sessions, so that an undo, a ruling or a deletion counts by itself. A copy that was taken in
from a file counts nothing.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any

from tui_arena.core.text import one_line
from tui_arena.save.derive import seats_of
from tui_arena.save.queries import ROW, SessionRow, row_of
from tui_arena.save.rows import encode
from tui_arena.save.summary import NAME_CHARS, SeatSummary

NOTE = "party:"
"""How the key of a party's note begins; its id follows."""
_PERSON = "human:"


@dataclass(frozen=True, slots=True)
class PartySession:
    """One session of a party: its list row, and who sat where."""

    row: SessionRow
    seats: tuple[SeatSummary, ...]


def sessions_at(db: sqlite3.Connection, party: str) -> list[PartySession]:
    """The sessions of a party in the order in which they came into the file."""
    sql = f"{ROW} WHERE s.party = ? AND ',' || s.flags || ',' NOT LIKE '%,imported,%' ORDER BY s.n"
    found = [row_of(row) for row in db.execute(sql, (party,)).fetchall()]
    return [PartySession(row, tuple(seats_of(db, row.rank[1]))) for row in found]


def rename(db: sqlite3.Connection, old: str, new: str) -> None:
    """Give a person another name in the notes of parties; who is there under it already stays once."""
    was, now = _PERSON + old, _PERSON + one_line(new, NAME_CHARS)
    notes = "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ?"
    for key, value in db.execute(notes, (len(NOTE), NOTE)).fetchall():
        party = _read(value)
        players = party.get("players") if party is not None else None
        if party is None or not isinstance(players, list) or was not in players:
            continue
        party["players"] = list(dict.fromkeys(now if one == was else one for one in players))
        db.execute("UPDATE meta SET value = ? WHERE key = ?", (encode(party), key))


def _read(value: str) -> dict[str, Any] | None:
    """The values of a note; None for one that is damaged, which is left as it is."""
    try:
        party = json.loads(value)
    except (ValueError, RecursionError):
        return None
    return party if isinstance(party, dict) else None
