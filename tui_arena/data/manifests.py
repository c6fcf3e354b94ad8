"""The manifests of games: the only reader of a `game.toml`, and a game as the home screen lists it.

Nothing else of a game is loaded for that list, because the first frame waits for it. The table `face` of a
manifest says how the game looks on a phone. A page knows no game: it has a few widgets, and a game names the
facts of its views that they draw.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.text import one_line
from tui_arena.data.files import GAMES

MANIFEST = "game.toml"
DECK = "deck"
"""The word for the deck in a list of options."""
SHIPPED = "tui_arena.games"
"""The package of the shipped games, and the group of entry points that other packages use for theirs."""
LAST = 1000
"""The place on the home screen for a game that doesn't give its own."""
MOST_CHARS = 400
"""The maximum length of a text in a manifest, in characters."""


class MenuGame(NamedTuple):
    """A game as the home screen lists it."""

    id: str
    title: str
    tagline: str
    order: int
    by: str | None
    """The choice on its line: an option, or `deck`; None: nothing."""
    offered: tuple[str, ...]
    """The choices."""
    usual: str
    """The default choice; empty: there are no choices."""
    learns: str | None
    """The user's deck in which the app stores new entities."""


def manifest(path: Path) -> Mapping[str, Any]:
    """The values of a manifest, which is parsed again only if the file has changed.

    Raises BadFile with path and fault.
    """
    return _parsed(path, _changed_at(path))


def _changed_at(path: Path) -> int:
    """When a file or a folder was last changed, in nanoseconds; 0: it can't be said."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache
def _parsed(path: Path, _changed: int) -> Mapping[str, Any]:
    values = parse_toml(path)
    for key in ("id", "title"):
        if not isinstance(values.get(key), str):
            raise BadFile(f"{path}: it needs a text for {key!r}")
    return values


def fault_in(kind: type, error: Exception) -> str:
    """The fault of a value that msgspec refused, with the values that are allowed at its place, if it is a choice.

    `kind`: the type that the value was to be converted to. The error names the place: ``- at `$.face.colour` ``.
    """
    from msgspec import inspect  # noqa: PLC0415  (only faulty manifests need it)

    place = str(error).partition("- at `$.")[2].rstrip("`").replace("[...]", ".[]")
    found: Any = inspect.type_info(kind)
    for step in place.split("."):
        fields = getattr(found, "fields", ())
        inner = getattr(found, "value_type", None) or getattr(found, "item_type", None)
        found = inner if step == "[]" else next((f.type for f in fields if f.name == step), None)
    choices = getattr(found, "values", ())
    return f"{error}; allowed: {', '.join(map(str, choices))}" if choices else str(error)


@lru_cache
def common() -> Mapping[str, Mapping[str, Any]]:
    """The parts that all manifests share: options, metrics, and the usual main metric."""
    return parse_toml(GAMES / "common.toml")


def offered_by(values: Mapping[str, Any]) -> str | None:
    """The choice on a game's line on the home screen: an option, or `deck`; None: nothing."""
    return values.get("offers", values.get("variant")) or None


def decks_of(values: Mapping[str, Any]) -> list[str]:
    """All shipped decks for a game, without their numbers."""
    return values.get("decks") or list(filter(None, [values.get(DECK)]))


def listed(path: Path) -> MenuGame:
    """The game of a manifest, as the home screen lists it; raises BadFile with the path and the fault."""
    values = manifest(path)
    by = offered_by(values)
    offered: Sequence[str] = ()
    usual: str | None = ""
    try:
        if by == DECK:
            offered, usual = decks_of(values), values.get(DECK)
        elif by:
            shared = common()["options"]
            option = {**shared.get(by, {}), **values.get("options", {}).get(by, {})} or shared[by]
            offered, usual = option.get("choices", ()), option.get("default")
        name, title, tagline = (
            one_line(values.get(key, ""), MOST_CHARS) for key in ("id", "title", "tagline")
        )
        place, learns = int(values.get("order", LAST)), values.get("learns")
        return MenuGame(name, title, tagline, place, by, tuple(offered), str(usual or ""), learns)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadFile(
            f"{path}: its title, its position or its entries on the home screen can't be read"
        ) from None


def menu_of_shipped() -> tuple[MenuGame, ...]:
    """The shipped games in the order of their keys, without games whose manifests can't be read."""
    found: dict[str, MenuGame] = {}
    for path in sorted(GAMES.glob(f"*/{MANIFEST}")):
        with suppress(BadFile):  # the catalogue reports the fault
            game = listed(path)
            found.setdefault(game.id, game)
    return tuple(sorted(found.values(), key=lambda one: (one.order, one.id)))


def packages_name_games() -> bool:
    """True if an installed package may provide a game."""
    folders = (Path(folder or ".").absolute() for folder in sys.path)
    return any(_names_games(folder, _changed_at(folder)) for folder in folders)


@lru_cache
def _names_games(folder: Path, _changed: int) -> bool:
    """True if a package in a folder of the path may provide a game. It is read again only if it has changed."""
    named = (path / "entry_points.txt" for path in folder.glob("*.*-info"))
    try:
        return any(SHIPPED.encode() in path.read_bytes() for path in named if path.is_file())
    except OSError:
        return True


Colour = Literal["red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"]
Tone = Literal["good", "between", "bad"]


@dataclass(frozen=True, slots=True)
class Face:
    """The widgets of a game's page on a phone, each with the fact that it draws; an empty name: no such widget."""

    colour: Colour = "blue"
    """The colour of the game's pages."""
    sign: str = ""
    """The game's sign, as an SVG path in a square of 24 by 24 that is filled by the even-odd rule."""
    quote: tuple[str, ...] = ()
    """Texts that the person hears and may have to answer. The first one that the view has is drawn large."""
    letters: str = ""
    """The beginning of a word, drawn as large letters."""
    words: tuple[str, ...] = ()
    """Lists of words, each word drawn as a small card."""
    left: str = ""
    """The number of tries that are left, drawn as dots."""
    strip: str = ""
    """The list of turns, drawn as a strip of dots in the tone of each turn's `answer`, with `left` dots to come."""
    tones: Mapping[str, Tone] = field(default_factory=lambda: MappingProxyType({}))
    """Maps answers, and labels of ways and choices, to their tone."""
    tiles: int = 0
    """The number of letters in a row of tiles, for a game whose words get marks; 0: there are no tiles."""
    typed: str = ""
    """The field for the word. With tiles it is typed into them, on a keyboard in the colours of the marks; with
    `letters` its beginning is shown."""
    without: tuple[str, ...] = ()
    """Facts that a page leaves out because a widget says the same."""
