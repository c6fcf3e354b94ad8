"""Sessions that can't be read, one of each kind, written straight into a save file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from tui_arena.data import Catalogue
from tui_arena.save.codec import event_data
from tui_arena.save.store import open_store

Row = dict[str, Any]


def _event(row: Row, number: int, change: Callable[[Row], object]) -> None:
    change(row["events"][number - 1][2])


KINDS: dict[str, tuple[Callable[[Row], object], str]] = {
    "event-empty": (
        lambda row: row["events"].__setitem__(1, (2, "reply", {})),
        "event 2: 'seat' is missing",
    ),
    "event-without-seat": (
        lambda row: _event(row, 1, lambda event: event.pop("seat")),
        "event 1: 'seat' is missing",
    ),
    "event-odd": (
        lambda row: _event(row, 1, lambda event: event.update(text=7)),
        "event 1: a value has the wrong type or shape (AttributeError)",
    ),
    "game-unknown": (lambda row: row.update(game="quidditch"), "no game 'quidditch'; games are "),
    "rules-newer": (
        lambda row: row.update(rules=99),
        "the set-up: the session was played by version 99 of the rules, but this program only knows version 1; update this program",
    ),
    "option-missing": (
        lambda row: row["body"]["setup"]["options"].clear(),
        "the set-up: 'variant' is missing",
    ),
    "option-odd": (
        lambda row: row["body"]["setup"]["options"].update(max_guesses="six"),
        "event 1: a value has the wrong type or shape (",
    ),
    "secret-missing": (
        lambda row: row["body"]["setup"].update(secret=None),
        "event 1: guesser/guess isn't asked for here; open: setter/target",
    ),
    "recast-empty": (
        lambda row: row["events"].insert(0, (0, "recast", {})),
        "'to' is missing",
    ),
}
"""By id: what is done to a good session of Wordle, and why that can't be read."""


def spoil(path: Path, like: str) -> None:
    """Add a session of each kind to a save file, made of the session `like`."""
    with closing(sqlite3.connect(path)) as db, db:
        header = db.execute(
            "SELECT game, rules, started, saved, origin, body FROM header WHERE id = ?", (like,)
        ).fetchone()
        sql = "SELECT e.seq, e.type, e.body FROM event e JOIN header h ON h.n = e.n WHERE h.id = ? ORDER BY e.seq"
        events = db.execute(sql, (like,)).fetchall()
        for name, (change, _) in KINDS.items():
            row: Row = dict(zip(("game", "rules", "started", "saved", "origin"), header, strict=False))
            row |= {
                "body": json.loads(header[5]),
                "events": [(seq, kind, event_data(kind, body)) for seq, kind, body in events],
            }
            change(row)
            cursor = db.execute(
                "INSERT INTO header (id, game, rules, started, saved, origin, body) "
                "VALUES (?, :game, :rules, :started, :saved, :origin, :body)".replace("?", ":id"),
                {
                    **{k: row[k] for k in ("game", "rules", "started", "saved", "origin")},
                    "id": name,
                    "body": json.dumps(row["body"]),
                },
            )
            db.executemany(
                "INSERT INTO event VALUES (?, ?, ?, ?)",
                [
                    (cursor.lastrowid, place, kind, json.dumps(body))
                    for place, (_, kind, body) in enumerate(row["events"], 1)
                ],
            )
    store = open_store(path, Catalogue()).store
    store.rebuild()
    store.close()


def empty_event(path: Path, session_id: str) -> None:
    """Add an event without any value to a saved session; its derived rows stay."""
    with closing(sqlite3.connect(path)) as db, db:
        (n,) = db.execute("SELECT n FROM header WHERE id = ?", (session_id,)).fetchone()
        db.execute("INSERT INTO event SELECT n, max(seq) + 1, 'reply', '{}' FROM event WHERE n = ?", (n,))
