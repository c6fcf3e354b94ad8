"""The shelf: challenges that are shipped with a game, in `challenges.tsv` in its folder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tui_arena.config import read_limited
from tui_arena.data.files import read_rows
from tui_arena.data.games import GameInfo

FILE = "challenges.tsv"
MAX_SHELF = 256 * 1024
"""The maximum size of such a file, in bytes."""


@dataclass(frozen=True, slots=True)
class ShippedChallenge:
    """One row of a shelf."""

    game: str
    title: str
    """What it is called, without its secret."""
    code: str


def shelf(games: Iterable[GameInfo]) -> list[ShippedChallenge]:
    """The shipped challenges of these games, in their order. Raises BadFile if a file can't be read."""
    found = []
    for info in games:
        path = info.folder / FILE
        if path.is_file():
            rows = read_rows(read_limited(path, MAX_SHELF).decode("utf-8", "replace"))[1]
            found += [
                ShippedChallenge(info.id, r.values["title"], r.values["code"])
                for r in rows
                if r.values["code"]
            ]
    return found
