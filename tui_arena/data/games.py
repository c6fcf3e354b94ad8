"""The games there are: their manifests, and their code when it is asked for.

Law: a game is found by its folder and nothing else, so that a new game is one new folder.

Ideas of a game for people who have to think of something.

Law: a game may have an `ideas.tsv` in its folder: a line of column names, then an idea a line and
whether a child at the table may be given it. An idea reminds; nothing is ever played from it.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, cast

import msgspec

from tui_arena.config import BadFile, parse_toml
from tui_arena.core.game import Bot, Deck, Game, Lexicon, Mark
from tui_arena.core.options import Option
from tui_arena.core.record import Play
from tui_arena.data.card_decks import DeckColumn, read_cards
from tui_arena.data.decks import Items, shipped_deck, shipped_words
from tui_arena.data.files import GAMES, read_bytes
from tui_arena.data.tutorial import FILE as TUTORIAL
from tui_arena.data.tutorial import Tutorial, read_tutorial

FILE = "ideas.tsv"
COLUMNS = (DeckColumn("idea", needed=True, most=80), DeckColumn("family", "flag"))


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


Dealt = Literal["unless_given", "when_named", "always", "never"]
"""When a secret is dealt from a deck; `never`: the deck is what its bot draws from."""

Sorts = Literal["lists", "replies"]
"""What is sorted beside a game: what its probes list, or what is said at the table."""

DECK = "deck"
"""The deck, where it is named beside options."""


@dataclass(frozen=True, slots=True)
class Metric:
    """How a metric is named, read and drawn."""

    name: str
    label: str
    kind: Literal["flag", "count", "number", "list", "seats", "table"]
    """flag: 0 or 1. count: a small whole number, drawn as a distribution. list: one value a turn. seats: a
    number by seat, each counted in its own seat's row. table: an object of one session, never averaged."""
    better: Literal["high", "low", "none"]
    text: str
    unit: str = ""
    measures: str = "how it went"
    """What it is taken to measure; its column stands in that group."""
    needs_deck: bool = False
    """Whether it is computed by what is known of the session's deck, and null where that is not here."""


@dataclass(frozen=True, slots=True)
class Main:
    """What a game's pictures show first."""

    metric: str
    """Its main figure."""
    share: str
    """The count that its distribution and share text show."""
    tries: str
    """The option that bounds that count."""


@dataclass(frozen=True, slots=True)
class AskText:
    """One ask of a game, as people and other programs read of it; the rules alone decide."""

    name: str
    seat: str
    """Group of the seat that is asked."""
    text: str
    """What is asked for."""
    form: str
    """How a reply looks."""
    when: str = ""
    """In which sessions it is asked; empty: in all."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """The reply's parts in their order, for models that answer in JSON: `text`, `word`, or what may be
    chosen with ` | ` between; behind it `, if FACT` for a part that only some views ask for. Empty: the
    reply is one text."""
    hint: bool = False
    """Whether its bot has a hint for who is asked; an ask for a word has one anyway."""
    warns: bool = False
    """Whether a person is told while typing that the rules would refuse the text."""
    ruled: tuple[Literal["hit", "says_word"], ...] = ()
    """What the people at a table can overrule the matcher on, for a reply to it."""
    join: Literal["lines", "bar"] = "lines"
    """How the parts make a reply: `name: value` on lines of their own, or values with ` | ` between."""


class _Manifest(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    title: str
    tagline: str
    order: int
    main: dict[str, str]
    deck: str | None = None
    decks: list[str] = []
    items: Items = "words"
    columns: dict[str, dict[str, Any]] = {}
    dealt: Dealt = "unless_given"
    sorts: Sorts = "lists"
    words: str | None = None
    knows: str | None = None
    letters: tuple[int, int] = (5, 5)
    minds: bool = False
    seats_by: str | None = None
    variant: str | None = None
    rows: list[str] = []
    compared: list[str] = []
    offers: str | None = None
    asks: dict[str, dict[str, Any]] = {}
    options: dict[str, dict[str, Any]] = {}
    presets: dict[str, dict[str, Any]] = {}
    metrics: dict[str, dict[str, Any]] = {}
    sampling: dict[str, dict[str, dict[str, Any]]] = {}


@dataclass(frozen=True)
class GameInfo:
    """One game of the catalogue: its manifest, and its code when asked for."""

    id: str
    title: str
    tagline: str
    order: int
    folder: Path
    main: Main
    deck: str | None
    """The deck it is dealt from when none is named, without its number."""
    decks: tuple[str, ...]
    """Every shipped deck for it, without their numbers."""
    items: Items
    """What its decks hold."""
    columns: tuple[DeckColumn, ...]
    """Of its decks, if they hold cards; the first is the card's own text."""
    dealt: Dealt
    """`unless_given`: when nobody sits as setter. `when_named`: when a deck is named. Or always, or never."""
    sorts: Sorts
    """What a sorter is given, if its rules have anything sorted."""
    words: str | None
    """The word list it looks up, without its number."""
    knows: str | None
    """The shipped deck that its bot knows where that is not the one it is dealt from, without its number."""
    letters: tuple[int, int]
    """How many letters a word of a deck has: at least, at most."""
    minds: bool
    """Whether its bots differ from seat to seat, by topics and vocabulary."""
    seats_by: str | None
    """The option that says how many seats a group of it has; a party sets it by how many there are."""
    variant: str | None
    """The option that says what is played; its value is part of a table's name."""
    offers: str | None
    """What its line on the home screen offers to choose from: an option, or `deck`."""
    rows: tuple[str, ...]
    """What makes rows of their own in the stats: options, and `deck`; the first of them is always named."""
    compared: tuple[str, ...]
    """The metrics that runs are set beside each other by; empty: the main one and the first others."""
    asks: Mapping[str, AskText]
    options: Mapping[str, Option]
    presets: Mapping[str, Mapping[str, Any]]
    metrics: Mapping[str, Metric]
    sampling: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    """What a preset sends to models, by preset and group of seats; elsewhere it is theirs to choose."""

    @cached_property
    def game(self) -> Game[Any]:
        """Its rules."""
        return cast("Game[Any]", self._module("rules").GAME)

    @property
    def offered(self) -> tuple[str, ...]:
        """The choices of what its line on the home screen offers."""
        if self.offers == DECK:
            return self.decks
        return self.options[self.offers].choices if self.offers else ()

    @cached_property
    def has_bot(self) -> bool:
        """Whether it has a built-in player."""
        return (self.folder / "bot.py").exists() or (self.folder / "bot").is_dir()

    def bot_for(self, lexicon: Lexicon | None = None, source: Deck | None = None) -> Bot | None:
        """Its built-in player for a session; None if it has none.

        `lexicon`: the words it is played with, None for the shipped ones. `source`: the session's deck,
        where its items are what a bot knows; None for the game's own.
        """
        if not self.has_bot:
            return None
        words = lexicon or (shipped_words(self.words) if self.words else None)
        deck = None if self.items == "words" else source
        key = (words.name if words else None, deck.name if deck else None)
        if key not in self._bots:
            known = self.knows or self.deck
            own = deck or (shipped_deck(known, self.items, self.columns) if known else None)
            self._bots[key] = cast("Bot", self._module("bot").make(own, words))
        return self._bots[key]

    @cached_property
    def _bots(self) -> dict[tuple[str | None, str | None], Bot]:
        return {}

    @property
    def board(self) -> str | None:
        """The module that draws it, for the app to import by name; None: the generic table draws it."""
        return f"{self.package}.ui.board" if (self.folder / "ui").is_dir() else None

    @property
    def package(self) -> str:
        return f"tui_arena.games.{self.folder.name}"

    def compute(self, play: Play[Any]) -> dict[str, Any]:
        """Every metric of a session by name."""
        return cast("dict[str, Any]", self._module("metrics").compute(play))

    def main_score(self, play: Play[Any], metrics: Mapping[str, Any]) -> float | None:
        """The solving side's score, 0 to 1; None when aborted or unfinished."""
        return cast("float | None", self._module("metrics").main_score(play, metrics))

    def explain(self, play: Play[Any], metric: str) -> list[str]:
        """How a metric of one session came about: its terms line by line, or why it is not defined there.

        Empty before the session is over, as a term may hold what is hidden until then.
        """
        return cast("list[str]", self._module("explaining").explain(play, metric)) if play.over else []

    def item(self, play: Play[Any]) -> str | None:
        """What was to be found, as figures are told apart by it; None before the end, and where nothing was.

        The first value of the secret, if its metrics name nothing else.
        """
        if not play.over:
            return None
        named = getattr(self._module("metrics"), "item", None)
        if named is not None:
            return cast("str | None", named(play))
        secret = play.game.secret(play.state) or {}
        return next((value for value in secret.values() if isinstance(value, str)), None)

    def marks(self, play: Play[Any]) -> list[Mark]:
        """What is to be noticed in how a session was played; none where the game looks for nothing."""
        found: list[Mark] = getattr(self._module("metrics"), "marks", lambda _: [])(play)
        return found

    @property
    def repeated(self) -> Mapping[str, str]:
        """What is measured over repetitions of one item: names with what they are called."""
        found: Mapping[str, str] = getattr(self._module("metrics"), "REPEATED", {})
        return found

    def across(self, plays: Sequence[Play[Any]]) -> dict[str, float | None]:
        """The figures over repetitions of one item by one player; only for a game that is `repeated`."""
        return cast("dict[str, float | None]", self._module("metrics").across(plays))

    def how_to_play(self) -> str:
        """Its rules for people, as Markdown."""
        return (self.folder / "how_to_play.md").read_text("utf-8")

    @cached_property
    def ideas(self) -> tuple[Idea, ...]:
        """What reminds people who have to think of something; none for most games."""
        return read_ideas(self.folder)

    @cached_property
    def has_tutorial(self) -> bool:
        """Whether a first game can be played with a guide."""
        return (self.folder / TUTORIAL).exists()

    def tutorial(self) -> Tutorial | None:
        """Its first game with a guide; None if it has none."""
        return read_tutorial(self.folder)

    def _module(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.{name}")


def _games() -> Iterator[GameInfo]:
    for path in sorted(GAMES.glob("*/game.toml")):
        yield read_manifest(path)


def read_manifest(path: Path) -> GameInfo:
    """The game of a manifest; raises BadFile with the path of what is wrong in it."""
    try:
        m = msgspec.convert(parse_toml(path), _Manifest)
        asks = {n: msgspec.convert({"name": n, **o}, AskText) for n, o in m.asks.items()}
        columns = [msgspec.convert({"name": n, **o}, DeckColumn) for n, o in m.columns.items()]
        options = {
            n: msgspec.convert({"name": n, "default": None, **o}, Option) for n, o in m.options.items()
        }
        metrics = {n: msgspec.convert({"name": n, **o}, Metric) for n, o in m.metrics.items()}
        main = msgspec.convert(m.main, Main)
    except msgspec.ValidationError as error:
        raise BadFile(f"{path}: {error}") from None
    return GameInfo(
        id=m.id,
        title=m.title,
        tagline=m.tagline,
        order=m.order,
        folder=path.parent,
        main=main,
        deck=m.deck,
        decks=tuple(m.decks or filter(None, [m.deck])),
        items=m.items,
        columns=tuple(columns),
        dealt=m.dealt,
        sorts=m.sorts,
        words=m.words,
        knows=m.knows,
        letters=m.letters,
        minds=m.minds,
        seats_by=m.seats_by,
        variant=m.variant,
        offers=m.offers or m.variant,
        rows=tuple(m.rows or filter(None, [m.variant])),
        compared=tuple(m.compared),
        asks=MappingProxyType(asks),
        options=MappingProxyType(options),
        presets=MappingProxyType({name: _preset(values, options) for name, values in m.presets.items()}),
        metrics=MappingProxyType(metrics),
        sampling=MappingProxyType(m.sampling),
    )


def _preset(values: Mapping[str, Any], options: Mapping[str, Option]) -> dict[str, Any]:
    """A preset's values; `none` is null where the option has that, as TOML has no word for it."""
    null = {name for name, value in values.items() if value == "none" and options[name].nullable}
    return {name: None if name in null else value for name, value in values.items()}


@lru_cache(maxsize=1)
def shipped_games() -> Mapping[str, GameInfo]:
    """Every game by id, in the order of the home screen."""
    found = sorted(_games(), key=lambda g: (g.order, g.id))
    return MappingProxyType({g.id: g for g in found})
