"""The names of people in challenges: in the codes of sessions, and in the notes on who sent a code of their own.

Law: renaming a person changes only whose name a code holds; what is played, and how, stays as it was.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace

from tui_arena.core.challenge import CHALLENGE, BadCode, Challenge, read_code, written_long
from tui_arena.save.codec import BadValue, copy_header, decode_object, encode
from tui_arena.save.migrations import CHALLENGED

SENT = "sent:"
"""The beginning of the key of a note on the people who sent a challenge of their own."""


def name_anew(db: sqlite3.Connection, old: str, new: str) -> None:
    """Replace a person's name in all codes and notes; an empty `new` takes the name out."""
    _in_codes(db, old, new)
    _in_notes(db, old, new)


def _in_codes(db: sqlite3.Connection, old: str, new: str) -> None:
    for n, body in db.execute(f"SELECT n, body FROM header WHERE {CHALLENGED}").fetchall():
        try:
            values = decode_object(body, "seats")
            extra = values["setup"]["extra"]
            found = read_code(extra[CHALLENGE])
        except (BadValue, BadCode, KeyError, TypeError, AttributeError):
            continue  # a session that can't be read shows no name
        if not isinstance(found, Challenge) or found.kind != "human" or found.by != old:
            continue
        code = written_long(replace(found, by=new)) or written_long(replace(found, by=""))
        if code is not None:
            extra[CHALLENGE] = code
            db.execute("UPDATE header SET body = ? WHERE n = ?", (encode(values), n))
            copy_header(db, n)


def _in_notes(db: sqlite3.Connection, old: str, new: str) -> None:
    sql = "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ?"
    for key, value in db.execute(sql, (len(SENT), SENT)).fetchall():
        try:
            names = json.loads(value)
        except (ValueError, TypeError):
            continue
        if isinstance(names, list) and old in names:
            kept = list(dict.fromkeys(filter(None, (new if one == old else one for one in names))))
            db.execute("UPDATE meta SET value = ? WHERE key = ?", (json.dumps(kept), key))
