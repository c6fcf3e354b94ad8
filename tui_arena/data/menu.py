"""The games as home lists them, without the rest of their manifests: the first frame waits for no more.

The keys of a manifest itself stand before its first table. Beside them, only the option that home offers is read.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from tui_arena.config import read_limited
from tui_arena.data.files import GAMES

DECK = "deck"
"""The name of the deck where it is listed together with options."""
ENTRY_POINTS = "tui_arena.games"
"""The group of entry points by which packages name their games; the value is the package of the game."""


class MenuGame(NamedTuple):
    """A game as home lists it."""

    id: str
    title: str
    tagline: str
    order: int
    by: str | None
    """What its line lets people choose: an option, or `deck`; None: nothing."""
    offered: tuple[str, ...]
    """The choices."""
    usual: str
    """The one that is chosen by default; empty: there are none."""
    learns: str | None
    """The user's deck in which the app keeps what it learns."""


def menu_games() -> tuple[MenuGame, ...]:
    """The shipped games and those of installed packages, in the order of their keys."""
    if packages_name_games():
        from tui_arena.data.installed import all_games  # noqa: PLC0415  (such a game is tried before it is listed)

        return tuple(info.on_menu for info in all_games().by_id.values())
    return tuple(sorted(map(_listed, GAMES.glob("*/game.toml")), key=lambda one: (one.order, one.id)))


def _listed(path: Path) -> MenuGame:
    """A shipped game, by its manifest."""
    text = read_limited(path).decode()
    told = tomllib.loads(text.partition("\n[")[0])
    by = told.get("offers", told.get("variant")) or None
    if by == DECK:
        offered, usual = told.get("decks", [told[DECK]]), told[DECK]
    elif by:
        option = tomllib.loads(text.partition(f"\n[options.{by}]\n")[2].partition("\n[")[0])
        offered, usual = option["choices"], option["default"]
    else:
        offered, usual = (), ""
    own = told["id"], told["title"], told["tagline"], told["order"]
    return MenuGame(*own, by, tuple(offered), usual, told.get("learns"))


def packages_name_games() -> bool:
    """Whether an installed package may name a game."""
    return any(map(_names_games, sys.path))


def _names_games(folder: str) -> bool:
    """Whether a package in a folder of the path may name a game."""
    named = (path / "entry_points.txt" for path in Path(folder or ".").glob("*.*-info"))
    try:
        return any(ENTRY_POINTS.encode() in path.read_bytes() for path in named if path.is_file())
    except OSError:
        return True
