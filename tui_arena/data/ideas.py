"""Ideas of a game for people who have to think of something.

Law: a game may have an `ideas.tsv` in its folder: a line of column names, then an idea a line and
whether a child at the table may be given it. An idea reminds; nothing is ever played from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tui_arena.config import BadFile
from tui_arena.data.card_decks import Column, read_cards
from tui_arena.data.files import read_bytes

FILE = "ideas.tsv"
COLUMNS = (Column("idea", needed=True, most=80), Column("family", "flag"))


@dataclass(frozen=True, slots=True)
class Idea:
    """One thing to be reminded of."""

    text: str
    family: bool
    """Whether a child at the table may be given it."""


def read_ideas(folder: Path) -> tuple[Idea, ...]:
    """The ideas of a game's folder, none if it has no such file; raises BadFile with the first fault."""
    path = folder / FILE
    if not path.is_file():
        return ()
    deck, faults = read_cards(read_bytes(path), str(path), FILE, COLUMNS)
    if faults:
        raise BadFile(faults[0])
    return tuple(Idea(str(item["idea"]), bool(item["family"])) for item in deck.items)
