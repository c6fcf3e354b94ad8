"""The settings that sessions were played under, as the save file holds them: each once, by its digest.

Law: a row is a function of the game's manifest and the set-up alone. Rows are added and never removed, so a digest
that stands anywhere in the file stands here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tui_arena.save.codec import decode_object, sound
from tui_arena.save.errors import deriving
from tui_arena.save.setting import Setting

TABLE = """
CREATE TABLE IF NOT EXISTS setting (
  game TEXT NOT NULL, digest TEXT NOT NULL,
  variant TEXT NOT NULL, condition TEXT NOT NULL, name TEXT NOT NULL, options TEXT NOT NULL,
  PRIMARY KEY (game, digest)
) STRICT, WITHOUT ROWID"""


@dataclass(frozen=True, slots=True)
class Kept:
    """A setting as the save file holds it."""

    digest: str
    variant: str
    condition: str
    """The digest of its condition."""
    name: str
    """The condition for people; no other condition of the game has it."""
    options: Mapping[str, Any]
    """The deck and every option off its default."""


def note(db: sqlite3.Connection, game: str, setting: Setting) -> None:
    """Add a setting within the open transaction, unless it is there."""
    if not setting.options:
        return
    here = "SELECT 1 FROM setting WHERE game = ? AND digest = ?"
    if db.execute(here, (game, setting.digest)).fetchone() is not None:
        return
    condition, name = setting.condition_digest, setting.name
    taken = "SELECT 1 FROM setting WHERE game = ? AND name = ? AND condition <> ?"
    if db.execute(taken, (game, name, condition)).fetchone() is not None:
        name = f"{name} ({condition[:4]})"  # a user's deck may be called like an option
    row = (game, setting.digest, setting.variant, condition, name, setting.options)
    db.execute("INSERT INTO setting VALUES (?, ?, ?, ?, ?, ?)", row)


def settings(db: sqlite3.Connection, game: str = "") -> dict[str, Kept]:
    """The settings of a game by digest; empty: of all games. A file of an older version, opened read-only, has none."""
    if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'setting'").fetchone() is None:
        return {}
    where, values = ("WHERE game = ?", (game,)) if game else ("", ())
    found = {}
    with deriving():
        for row in db.execute(
            f"SELECT digest, variant, condition, name, options FROM setting {where} ORDER BY game, name, digest",
            values,
        ):
            sound(*row)
            digest, variant, condition, name, options = row
            found[digest] = Kept(digest, variant, condition, name, decode_object(options))
    return found
