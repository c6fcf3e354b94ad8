"""Published results, copied from the papers; each file names its source.

No figure is computed. If a paper does not print a value, it is missing here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tui_arena.config import parse_toml
from tui_arena.data.files import PACKAGE

REFERENCE = PACKAGE / "reference"
GAMEARENA = "gamearena.toml"
"""Results of three games, and rankings over several benchmarks."""
SWAP_SOURCE = "The Entity-Deduction Arena, Table 4"
"""The source of the `swap` rows of entity deduction."""
_FILES = {
    "wordle": "wordle.toml",
    "entity": "entity_deduction.toml",
    "akinator": GAMEARENA,
    "taboo": GAMEARENA,
    "bluffing": GAMEARENA,
    "connections": "connections.toml",
}
"""The file of each game with published results."""


def published(game: str) -> dict[str, Any]:
    """The published results of a game; empty if there are none."""
    return _read(_FILES[game]) if game in _FILES else {}


def published_rankings() -> dict[str, Any]:
    """The published rankings, and how far they agree."""
    return _read(GAMEARENA)


@lru_cache(maxsize=8)
def _read(name: str) -> dict[str, Any]:
    return parse_toml(REFERENCE / name)
