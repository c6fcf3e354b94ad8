"""Published results, as they stand in the papers; each file names its source.

Law: figures are copied, never computed; what a paper does not print is not here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tui_arena.config import parse_toml
from tui_arena.data.files import PACKAGE

REFERENCE = PACKAGE / "reference"
_GAMEARENA = "gamearena.toml"
_FILES = {
    "entity": "entity_deduction.toml",
    "akinator": _GAMEARENA,
    "taboo": _GAMEARENA,
    "bluffing": _GAMEARENA,
}
"""The file of each game that has one."""


@lru_cache(maxsize=8)
def published(game: str) -> dict[str, Any]:
    """The published results of a game; empty where there are none."""
    return parse_toml(REFERENCE / _FILES[game]) if game in _FILES else {}
