"""The games that are there: those in this program's folder `games`, and those of installed packages.

A game of an installed package is found by entry point, and tested before it is offered. A package whose game
can't be used is reported in a sentence and left out. `core/guarded.py` reports a game that fails later, while
it is played.
"""

from __future__ import annotations

import importlib.util
import io
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import lru_cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from tui_arena.config import BadFile
from tui_arena.core.events import Event, Kind, reply_data
from tui_arena.core.game import TABLE, Reply, Seat
from tui_arena.core.guarded import error_line
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.core.session import deal
from tui_arena.core.text import one_line
from tui_arena.data.decks import shipped_deck, shipped_words
from tui_arena.data.files import GAMES
from tui_arena.data.games import GameInfo, read_manifest
from tui_arena.data.manifests import MANIFEST, SHIPPED, packages_name_games

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SAFE_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
TRIED = 4
"""The number of moves that a game is tested with."""


class Games(NamedTuple):
    """The games that can be played."""

    by_id: Mapping[str, GameInfo]
    """In the order of the home screen."""
    faults: tuple[str, ...]
    """A sentence for each game that can't be used."""


@lru_cache(64)
def _shipped(path: Path) -> GameInfo:
    """The shipped game of a manifest, the same whoever asks first. Raises BadFile."""
    info = read_manifest(path)
    if not (info.folder / "rules.py").is_file():
        raise BadFile(f"{info.folder}: it has no rules.py")
    return info


@lru_cache(64)
def game_of_folder(name: str) -> GameInfo | None:
    """The shipped game with this id, found by the name of its folder, so that no other game is read.

    None if there is no such folder, or if its game can't be played or has another id.
    """
    path = GAMES / name / MANIFEST
    try:
        info = _shipped(path) if name.isidentifier() and path.is_file() else None
    except BadFile:
        return None  # the catalogue reports the fault
    return info if info is not None and info.id == name else None


@lru_cache(maxsize=1)
def games_of_folder() -> Games:
    """The games whose folders are next to each other in the package."""
    found, faults = dict[str, GameInfo](), list[str]()
    for path in sorted(GAMES.glob(f"*/{MANIFEST}")):
        try:
            info = _shipped(path)
            if info.id in found:
                raise BadFile(f"{path}: another game already has the id {info.id!r}")
        except BadFile as error:
            faults.append(f"The game {one_line(path.parent.name, 40)!r} can't be loaded: {error}.")
            continue
        found[info.id] = info
    ordered = sorted(found.values(), key=lambda info: (info.order, info.id))
    return Games(MappingProxyType({info.id: info for info in ordered}), tuple(faults))


def shipped_games() -> Mapping[str, GameInfo]:
    """Every shipped game by id, in the order of the home screen."""
    return games_of_folder().by_id


@lru_cache(maxsize=1)
def all_games() -> Games:
    """The shipped games, then the games of installed packages."""
    shipped, faults = games_of_folder().by_id, list(games_of_folder().faults)
    found = dict[str, GameInfo]()
    for package, point in _points(faults):
        try:
            info = _installed(point)
            if info.id in shipped or info.id in found:
                raise BadFile(f"another game already has the id {info.id!r}")
        except BadFile as error:
            name = one_line(point.name, 40)
            faults.append(f"The game {name!r} from the package {package} can't be loaded: {error}.")
            continue
        found[info.id] = info
    ordered = sorted(found.values(), key=lambda info: (info.order, info.title))
    by_id = {**shipped, **{info.id: info for info in ordered}}
    return Games(MappingProxyType(by_id), tuple(dict.fromkeys(faults)))


def _points(faults: list[str]) -> Iterator[tuple[str, EntryPoint]]:
    """Yields the entry points of games, each with the name of its package, sorted by name."""
    if not packages_name_games():
        return
    from importlib.metadata import distributions  # noqa: PLC0415  (large and rarely needed)

    found: dict[str, list[tuple[str, EntryPoint]]] = {}
    for distribution in distributions():
        try:
            points = [point for point in distribution.entry_points if point.group == SHIPPED]
            if not points:  # reading a package's name is slow
                continue
            package = one_line(distribution.name or "without a name", 60)
        except (AttributeError, OSError, TypeError, ValueError) as error:
            faults.append(f"The entry points of a package can't be read ({error_line(error)}).")
            continue
        found.setdefault(package, [(package, point) for point in points])  # the first on the path counts
    yield from sorted((one for several in found.values() for one in several), key=lambda one: one[1].name)


def _installed(point: EntryPoint) -> GameInfo:
    """The game of a package; raises BadFile if it can't be played."""
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            return _tried(_found(point))
    except BadFile:
        raise
    except (Exception, SystemExit) as error:
        raise BadFile(error_line(error.__cause__ or error)) from error


def _found(point: EntryPoint) -> GameInfo:
    spec = importlib.util.find_spec(point.value)
    places = (spec.submodule_search_locations if spec else None) or []
    folder = next((Path(place) for place in places if (Path(place) / MANIFEST).is_file()), None)
    if folder is None:
        raise BadFile(f"{one_line(point.value, 60)} isn't a package with a game.toml")
    info = read_manifest(folder / MANIFEST, point.value)
    if not SAFE_ID.fullmatch(info.id):
        raise BadFile(f"its id {one_line(info.id, 40)!r} may only have lower-case letters, digits and _")
    if info.game.id != info.id:
        raise BadFile(f"its rules have the id {info.game.id!r}, but its game.toml has {info.id!r}")
    missing = [ask for ask in info.asks if not (folder / "prompts" / f"{ask}.md").is_file()]
    if missing:
        raise BadFile(f"the prompt prompts/{missing[0]}.md is missing")
    return info


def _tried(info: GameInfo) -> GameInfo:
    """The game, after a few test moves, so that a fault makes only this game unusable."""
    options = resolve(info.options, info.presets, {})
    seats = info.game.seats(options)
    if not isinstance(seats, tuple) or not seats or not all(isinstance(seat, Seat) for seat in seats):
        raise BadFile("its rules don't define any seats")
    if TABLE in {seat.name for seat in seats} or len({seat.name for seat in seats}) < len(seats):
        raise BadFile(f"two of its seats have the same name, or a seat is called {TABLE!r}")
    deck = shipped_deck(info.deck, info.deck_kind) if info.deck else None
    if info.deck and (deck is None or not deck.items):
        raise BadFile(f"it has no deck {info.deck!r}" if deck is None else f"its deck {info.deck!r} is empty")
    words = shipped_words(info.words, info.deck_kind.folder) if info.words else None
    setup = deal(info.game, options, preset=None, deck=deck, lexicon=words, seed=1)
    play, bot = Play(info.game, setup), info.bot_for(words, deck)
    for move in range(TRIED):
        for seat in (*play.seats, TABLE):
            play.view(seat)
        if not play.asks():
            break
        ask = play.asks()[0]
        view = play.view(ask.seat)
        text = bot.reply(ask, view, "easy", Random(move)) if bot is not None else "x"
        if bot is not None:
            bot.hint(ask, view)
            bot.belief(view)
        reply = Reply(text)
        judged = play.judge(ask, reply)
        row = reply_data(ask, reply, judged.name, judged.fault, judged.heard)
        play.feed(Event(play.next_seq, Kind.REPLY, row), judged)
    figures = info.figures(play)
    if missing := info.metrics.keys() - figures.keys():
        raise BadFile(f"its metrics don't give {min(missing)!r}")
    json.dumps({name: figure.value for name, figure in figures.items()}, allow_nan=False)
    info.main_score(play, info.compute(play))
    return info
