"""The games: their manifests, their code (imported when needed), and ideas for players.

A game may have an `ideas.tsv` in its folder, with one idea a line for people who must think of something.
Nothing is dealt from it.

A game is found only by its folder, so a new game is one new folder.
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
from tui_arena.data.files import GAMES, PACKAGE, read_bytes
from tui_arena.data.tutorial import FILE as TUTORIAL
from tui_arena.data.tutorial import Tutorial, read_tutorial

FILE = "ideas.tsv"
COLUMNS = (DeckColumn("idea", needed=True, most=80), DeckColumn("family", "flag"))


@dataclass(frozen=True, slots=True)
class Idea:
    """One idea for a person who must think of something."""

    text: str
    family: bool
    """Whether it suits children."""


def read_ideas(folder: Path) -> tuple[Idea, ...]:
    """The ideas in a game's folder, empty if it has no such file; raises BadFile with the first fault."""
    path = folder / FILE
    if not path.is_file():
        return ()
    deck, faults = read_cards(read_bytes(path), str(path), FILE, COLUMNS)
    if faults:
        raise BadFile(faults[0])
    return tuple(Idea(str(item["idea"]), bool(item["family"])) for item in deck.items)


Dealt = Literal["unless_given", "when_named", "always", "never"]
"""When a secret is dealt from a deck (see `GameInfo.dealt`); `never`: only the bot draws from the deck."""

Sorts = Literal["lists", "replies"]
"""What a sorter probe sorts: the lists of other probes, or the replies in the game."""

DECK = "deck"
"""The name of the deck where it is listed together with options."""


@dataclass(frozen=True, slots=True)
class Metric:
    """The name, kind and meaning of a metric."""

    name: str
    label: str
    kind: Literal["flag", "count", "number", "list", "seats", "table"]
    """flag: 0 or 1. count: a small whole number, drawn as a distribution. list: one value a turn. seats: a
    number by seat, each counted in the row of its seat. table: an object of one session, never averaged."""
    better: Literal["high", "low", "none"]
    """Whether high or low values are better; `none`: neither."""
    text: str
    unit: str = ""
    measures: str = "how it went"
    """What it measures: the group of columns that it belongs to."""
    needs_deck: bool = False
    """Whether it needs the knowledge of the session's deck; without that deck it is null."""

    @property
    def percent(self) -> bool:
        """Whether its figures are shares of 1 that are written as percentages."""
        return self.kind == "flag" or self.unit == "share"


@dataclass(frozen=True, slots=True)
class Main:
    """The metrics that a game's charts show first."""

    metric: str
    """The main metric."""
    share: str
    """The count that the distribution and the share text show."""
    tries: str
    """The option that limits that count."""


@dataclass(frozen=True, slots=True)
class AskText:
    """The description of one ask for people and other programs; the rules do not read it."""

    name: str
    seat: str
    """The group of the seat that is asked."""
    text: str
    """What is asked for."""
    form: str
    """The form of a reply."""
    when: str = ""
    """The sessions in which it is asked, in words; empty: in all."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """The parts of a reply in order, for models that answer in JSON. Each is `text`, `word`, or a list of
    choices separated by ` | `. `, if FACT` after it marks a part that only some views ask for. Empty: the
    reply is one text."""
    hint: bool = False
    """Whether the bot has a hint for this ask; an ask for a word has one anyway."""
    warns: bool = False
    """Whether a person is warned while typing that the rules would refuse the text."""
    ruled: tuple[Literal["hit", "says_word"], ...] = ()
    """The questions on which the people at the table can overrule the matcher for a reply to it."""
    join: Literal["lines", "bar"] = "lines"
    """How the parts make a reply: one `name: value` a line, or values separated by ` | `."""


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
    """One game of the catalogue: its manifest, and its code, which is imported when needed."""

    id: str
    title: str
    tagline: str
    order: int
    folder: Path
    main: Main
    deck: str | None
    """The deck it is dealt from if none is named, without its number."""
    decks: tuple[str, ...]
    """All shipped decks for it, without their numbers."""
    items: Items
    """The kind of items in its decks."""
    columns: tuple[DeckColumn, ...]
    """The columns of its decks if they hold cards; the first is the card's text."""
    dealt: Dealt
    """When a secret is dealt. `unless_given`: if no setter gives it. `when_named`: if a deck is named."""
    sorts: Sorts
    """What a sorter probe gets, if the rules have such a probe."""
    words: str | None
    """The word list it looks up, without its number; None if it uses none."""
    knows: str | None
    """The shipped deck that its bot knows, without its number; None: the deck it is dealt from."""
    letters: tuple[int, int]
    """The fewest and the most letters of a word in a deck."""
    minds: bool
    """Whether its bots differ from seat to seat, by topics and vocabulary."""
    seats_by: str | None
    """The option for the number of seats in a group; a party sets it to fit the number of people."""
    variant: str | None
    """The option that selects the variant of the game; its value is part of a table's name."""
    offers: str | None
    """What its line on the home screen lets people choose: an option, or `deck`; None: nothing."""
    rows: tuple[str, ...]
    """Options (or `deck`) whose values have separate rows in the stats; the first is always named."""
    compared: tuple[str, ...]
    """The metrics by which runs are compared; empty: the main metric and the first others."""
    asks: Mapping[str, AskText]
    options: Mapping[str, Option]
    presets: Mapping[str, Mapping[str, Any]]
    metrics: Mapping[str, Metric]
    sampling: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    """Sampling that a preset sends to models, by preset and group of seats; else the models' own is used."""

    @cached_property
    def game(self) -> Game[Any]:
        """Its rules."""
        return cast("Game[Any]", self._module("rules").GAME)

    @property
    def offered(self) -> tuple[str, ...]:
        """The choices that its line on the home screen offers."""
        if self.offers == DECK:
            return self.decks
        return self.options[self.offers].choices if self.offers else ()

    @cached_property
    def has_bot(self) -> bool:
        """Whether it has a built-in player."""
        return (self.folder / "bot.py").exists() or (self.folder / "bot").is_dir()

    def bot_for(self, lexicon: Lexicon | None = None, source: Deck | None = None) -> Bot | None:
        """Its built-in player for a session; None if it has none.

        `lexicon`: the session's word list; None: the shipped one. `source`: the session's deck, which the bot
        then knows (ignored for decks of words); None: the game's own.
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
        """The name of the module that draws it; None: the generic table draws it."""
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
        """How a metric of one session was computed: its terms line by line, or why it is undefined.

        Empty before the session is over, because a term may reveal the secret.
        """
        return cast("list[str]", self._module("metrics").explain(play, metric)) if play.over else []

    def item(self, play: Play[Any]) -> str | None:
        """The item of a session, by which results are grouped; None before the end, or if there is none.

        It is the first text in the secret, unless the game's metrics define `item`.
        """
        if not play.over:
            return None
        named = getattr(self._module("metrics"), "item", None)
        if named is not None:
            return cast("str | None", named(play))
        secret = play.game.secret(play.state) or {}
        return next((value for value in secret.values() if isinstance(value, str)), None)

    def marks(self, play: Play[Any]) -> list[Mark]:
        """Remarkable replies of a session; empty if the game's metrics look for none."""
        found: list[Mark] = getattr(self._module("metrics"), "marks", lambda _: [])(play)
        return found

    @property
    def repeated(self) -> Mapping[str, str]:
        """The metrics over repetitions of one item, with their labels by name."""
        found: Mapping[str, str] = getattr(self._module("metrics"), "REPEATED", {})
        return found

    def across(self, plays: Sequence[Play[Any]]) -> dict[str, float | None]:
        """The metrics over one player's repetitions of one item; only for a game that has `repeated`."""
        return cast("dict[str, float | None]", self._module("metrics").across(plays))

    def how_to_play(self) -> str:
        """Its rules for people, as Markdown."""
        return (self.folder / "how_to_play.md").read_text("utf-8")

    @cached_property
    def ideas(self) -> tuple[Idea, ...]:
        """Ideas for people who must think of something; empty for most games."""
        return read_ideas(self.folder)

    @cached_property
    def published(self) -> Mapping[str, Any]:
        """What papers print of it, from `reference.toml` in its folder; empty without that file.

        No figure there is computed. A figure that a paper doesn't print is missing.
        """
        path = self.folder / "reference.toml"
        return parse_toml(path) if path.is_file() else {}

    @cached_property
    def has_tutorial(self) -> bool:
        """Whether it has a guided first game."""
        return (self.folder / TUTORIAL).exists()

    def tutorial(self) -> Tutorial | None:
        """Its guided first game; None if it has none."""
        return read_tutorial(self.folder)

    def _module(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.{name}")


def _games() -> Iterator[GameInfo]:
    for path in sorted(GAMES.glob("*/game.toml")):
        yield read_manifest(path)


def read_manifest(path: Path) -> GameInfo:
    """The game of a manifest; raises BadFile with the path and the fault."""
    try:
        m = msgspec.convert(parse_toml(path), _Manifest)
        asks = {n: msgspec.convert({"name": n, **o}, AskText) for n, o in m.asks.items()}
        columns = [msgspec.convert({"name": n, **o}, DeckColumn) for n, o in m.columns.items()]
        options = {
            n: msgspec.convert({"name": n, "default": None, **o}, Option) for n, o in m.options.items()
        }
        metrics = _metrics(m.metrics)
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


def _metrics(raw: Mapping[str, Mapping[str, Any]]) -> dict[str, Metric]:
    return {name: msgspec.convert({"name": name, **one}, Metric) for name, one in raw.items()}


def _preset(values: Mapping[str, Any], options: Mapping[str, Option]) -> dict[str, Any]:
    """A preset's values; `none` becomes null for a nullable option, because TOML has no null."""
    null = {name for name, value in values.items() if value == "none" and options[name].nullable}
    return {name: None if name in null else value for name, value in values.items()}


@lru_cache(maxsize=1)
def shipped_games() -> Mapping[str, GameInfo]:
    """Every game by id, in the order of the home screen."""
    found = sorted(_games(), key=lambda g: (g.order, g.id))
    return MappingProxyType({g.id: g for g in found})


@lru_cache(maxsize=1)
def shipped_figures() -> Mapping[str, Metric]:
    """The figures that every game has, such as the share of sessions won, in the order of exports."""
    return MappingProxyType(_metrics(parse_toml(GAMES / "figures.toml")))


@lru_cache(maxsize=1)
def published_rankings() -> Mapping[str, Any]:
    """The published orders of players over several games and benchmarks, and how far they agree."""
    return parse_toml(PACKAGE / "reference" / "gamearena.toml")
