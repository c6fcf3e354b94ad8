"""The games: their manifests, their code (imported when needed), and ideas for players.

A game may have an `ideas.tsv` in its folder, with one idea a line for people who must think of something.
Nothing is dealt from it.

A game is found only by its folder, so a new game is one new folder: under `games/`, or in an installed
package that names it by an entry point of the group `tui_arena.games`. What its `game.toml` does not say of
the options and metrics that all games share stands in `games/common.toml`.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Self, cast

import msgspec

from tui_arena.config import BadFile, parse_toml, read_limited
from tui_arena.core import terms
from tui_arena.core.game import Bot, Deck, Game, Lexicon, Mark
from tui_arena.core.guarded import GuardedGame, computing
from tui_arena.core.highlights import Highlights
from tui_arena.core.options import BadOption, Option, before_choices, defaults_beside, resolve
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained
from tui_arena.core.text import one_line
from tui_arena.data.decks import DeckColumn, DeckKind, Items, read_cards, shipped_deck, shipped_words
from tui_arena.data.files import DECKS, GAMES, PACKAGE, game_texts
from tui_arena.data.manifests import (
    DECK,
    LAST,
    MANIFEST,
    MOST_CHARS,
    SHIPPED,
    common,
    decks_of,
    manifest,
    offered_by,
)
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
    deck, faults = read_cards(read_limited(path), str(path), FILE, COLUMNS)
    if faults:
        raise BadFile(faults[0])
    return tuple(Idea(str(item["idea"]), bool(item["family"])) for item in deck.items)


ALWAYS = {"options": ("reprompts", "form", "takebacks"), "metrics": ("success",)}
"""The common options and metrics that a game has even if it does not name them."""
_ENDS = re.compile(r"(-?\d+)-(-?\d+)(?: |$)")
_SIGNED = re.compile(r"$|points|a turn")


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
    reads: bool = False
    """Whether it follows the newest reading of questions (`READING`), so that it may change while the session does not."""
    scale_by: str = ""
    """The option whose values give it different scales, so that it is never joined over them; empty: it has one scale."""
    said: tuple[str, ...] = ()
    """How a replay tells it, such as `blocked {n} of {attempts}`: `n` is its value, other slots are other metrics.

    The first whose slots are all defined is taken; after a `|` stands what is said of more than one. Empty: a
    replay shows it among the figures only."""

    @property
    def percent(self) -> bool:
        """Whether its figures are shares of 1 that are written as percentages."""
        return self.kind == "flag" or self.unit == "share"

    @property
    def scale(self) -> tuple[float | None, float | None]:
        """The least and the greatest value that it can have, by its kind and unit; None: no end.

        A unit may begin with both (`0-4 levels`); what counts things (`questions`) is not below 0; points and what is
        gained a turn have no end.
        """
        if self.percent:
            return 0.0, 1.0
        ends = _ENDS.match(self.unit)
        if ends is not None:
            return float(ends[1]), float(ends[2])
        return (None if _SIGNED.match(self.unit) else 0.0), None


class Printed(float):
    """A number of a paper, which knows its digits: `6.00` stays `6.00`."""

    text: str

    def __new__(cls, text: str) -> Self:
        one = super().__new__(cls, text)
        one.text = text
        return one


@dataclass(frozen=True, slots=True)
class Main:
    """The metrics that a game's charts show first."""

    metric: str
    """The main metric."""
    share: str
    """The count that the distribution and the share text show."""
    tries: str
    """The option that limits that count."""
    graded: str = ""
    """The metric that tells lost sessions apart, the better from the worse; empty: none does."""
    after: int = 0
    """How much of the count comes after the tries: 1 where a verdict does."""
    earned: str = ""
    """The metric without which a win isn't rewarded in training; empty: every win is."""


@dataclass(frozen=True, slots=True)
class AnswerWay:
    """One way in which a person answers an ask where a form is shown: the fields of a text, or a button."""

    reply: tuple[str, ...]
    """The lines of the reply that the rules read, with a slot for each field: `{word}`, or `{truth=true|false}` with
    its choices."""
    label: str = ""
    """What the button says, or the tab where there are several ways; empty: `Send`."""
    only: str = ""
    """The fact of the view that must hold; with `!` before it, that must not hold; empty: always."""


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
    hint: bool = False
    """Whether the bot has a hint for this ask; an ask for a word has one anyway."""
    warns: bool = False
    """Whether a person is warned while typing that the rules would refuse the text."""
    ruled: tuple[Literal["hit", "says_word"], ...] = ()
    """The questions on which the people at the table can overrule the matcher for a reply to it."""
    call: str = ""
    """What the person on the seat is called to do, such as `Guess the word`."""
    again: str = ""
    """What a person is told whose reply could not be read; empty: what the rules say."""
    ways: tuple[AnswerWay, ...] = ()
    """The ways in which a person may answer on a page. Empty: one button a choice, or a field a part, or one text."""
    needle: bool = False
    """Whether a person may say with it how far they believe what they are told, at the levels of `belief_metrics`."""


class GameInfo(msgspec.Struct, forbid_unknown_fields=True, frozen=True, dict=True):
    """One game of the catalogue: its `game.toml`, and its code, which is imported when needed.

    The fields are the keys of `game.toml`, except `folder` and `package`.
    """

    id: str
    title: str
    folder: Path
    package: str
    """The name under which its code is imported."""
    main: Main
    tagline: str = ""
    order: int = LAST
    """Its place on the home screen, lowest first."""
    deck: str | None = None
    """The deck it is dealt from if none is named, without its number."""
    decks: tuple[str, ...] = ()
    """All shipped decks for it, without their numbers; empty: `deck` alone."""
    items: Items = "words"
    """The kind of items in its decks."""
    columns: tuple[DeckColumn, ...] = ()
    """The columns of its decks if they hold cards, in `game.toml` by name; the first is the card's text."""
    dealt: Literal["unless_given", "when_named", "always", "never"] = "unless_given"
    """When a secret is dealt from a deck. `unless_given`: if no setter gives it. `when_named`: if a deck is
    named. `never`: only the bot draws from the deck."""
    belief: Literal["all", "watchers"] = "all"
    """Who may see how much its bot still takes for possible while a session is open: everybody who hears all the
    talk, or only who watches, where a person who plays would gain by it."""
    sorts: Literal["lists", "replies"] = "lists"
    """What a sorter probe gets, if the rules have such a probe: the lists of other probes, or the replies in
    the game."""
    words: str | None = None
    """The word list it looks up, without its number; None if it uses none."""
    knows: str | None = None
    """The shipped deck that its bot knows, without its number; None: the deck it is dealt from."""
    letters: tuple[int, int] = (5, 5)
    """The fewest and the most letters of a word in a deck."""
    daily: str = ""
    """What its daily is called, such as `word`; empty: it has none."""
    learns: str | None = None
    """The user's deck in which the app keeps what it learns, and which it plays with from then on."""
    level: str = "medium"
    """The level of a bot on a seat for which nobody named a player."""
    minds: bool = False
    """Whether its bots differ from seat to seat, by topics and vocabulary."""
    seats_by: str | None = None
    """The option for the number of seats in a group; a party sets it to fit the number of people."""
    variant: str | None = None
    """The option that selects the variant of the game; its value is part of a table's name."""
    offers: str | None = None
    """What its line on the home screen lets people choose: an option, or `deck`; None: nothing. In a manifest that
    does not name it, the variant, if any."""
    rows: tuple[str, ...] = ()
    """Options (or `deck`) whose values have separate rows in the stats; the first is always named. Empty: the
    variant, if any."""
    compared: tuple[str, ...] = ()
    """The metrics by which runs are compared; empty: the main metric and the first others."""
    asks: dict[str, AskText] = {}
    facts: dict[str, str] = {}
    """The facts of its views that say how the game stands, in order, with their labels for people."""
    card: tuple[str, ...] = ()
    """Facts that are somebody's secret: where others may look on, they are seen only while a finger is on them."""
    options: dict[str, Option] = {}
    presets: dict[str, dict[str, Any]] = {}
    metrics: dict[str, Metric] = {}
    sampling: dict[str, dict[str, dict[str, Any]]] = {}
    """Sampling that a preset sends to models, by preset and group of seats; else the models' own is used."""

    @cached_property
    def game(self) -> Game[Any]:
        """Its rules."""
        game = self._module("rules").GAME
        return cast("Game[Any]", GuardedGame(game, self.title) if self.is_foreign else game)

    @property
    def is_foreign(self) -> bool:
        """Whether it is the game of an installed package, which may break."""
        return not self.package.startswith(f"{SHIPPED}.")

    def mended(self, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """The values of a set-up from a file, as they hold here.

        An option that there was not when it was written means what it meant `before`. In a game where nothing
        is ever dealt, the secret is a move. Older versions wrote the one of the first repetition into the
        others, where another one was played.
        """
        given = setup.get("options") or {}
        missing = {n: value for n, value in before_choices(self.options).items() if n not in given}
        setup = {**setup, "options": {**missing, **given}} if missing else setup
        return {**setup, "secret": None} if self.dealt == "never" and setup.get("secret") else setup

    @property
    def offered(self) -> tuple[str, ...]:
        """The choices that its line on the home screen offers."""
        if self.offers == DECK:
            return self.decks
        return self.options[self.offers].choices if self.offers else ()

    @cached_property
    def usual_tries(self) -> int:
        """How many rounds a session has at most by default; 0 if there is no such limit."""
        return int(defaults_beside(self.options, {}).get(self.main.tries) or 0)

    def earned(self, metrics: Mapping[str, object]) -> bool:
        """Whether a win with these metrics is rewarded in training."""
        return not self.main.earned or metrics.get(self.main.earned) is not None

    def most_tries(self, options: Mapping[str, Any]) -> int | None:
        """The most that its count can come to in a session with these options off their default; None: no end."""
        limit = {**defaults_beside(self.options, options), **options}.get(self.main.tries)
        return limit + self.main.after if isinstance(limit, int) else None

    def tries_in(self, metrics: Mapping[str, object]) -> int | None:
        """How many tries a session took, as people count them; None if its metrics don't say so."""
        count = metrics.get(self.main.share)
        return count - self.main.after if isinstance(count, int) else None

    @property
    def tries_called(self) -> str:
        """What people call the tries: guesses, questions."""
        if self.main.after:
            return self.options[self.main.tries].label
        return self.metrics[self.main.share].unit or "turns"

    @property
    def try_called(self) -> str:
        """What people call one of the tries: guess, question."""
        many = self.tries_called
        return many.removesuffix("es") if many.endswith("sses") else many.removesuffix("s")

    def begun(self) -> list[dict[str, Any]]:
        """Sessions in the form of session files that each wait for one of its asks, named by `begun`."""
        path = self.folder / "begun.jsonl"
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []

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
        words = lexicon or (shipped_words(self.words, self.deck_kind.folder) if self.words else None)
        deck = None if self.items == "words" else source
        key = (words.name if words else None, deck.name if deck else None)
        if key not in self._bots:
            known = self.knows or self.deck
            own = deck or (shipped_deck(known, self.deck_kind) if known else None)
            said = [self.speech] if self.speech else []
            self._bots[key] = cast("Bot", self._module("bot").make(own, words, *said))
        return self._bots[key]

    @cached_property
    def speech(self) -> Mapping[str, Any]:
        """What its bots say, by occasion: the table `bots` of its `host.toml`, beside what bots of several games say.

        Empty without that table.
        """
        path = self.folder / "host.toml"
        own = parse_toml(path).get("bots") if path.is_file() else None
        return {**game_texts("", "host")["bots"], **own} if own else {}

    @cached_property
    def _bots(self) -> dict[tuple[str | None, str | None], Bot]:
        return {}

    @property
    def board(self) -> str | None:
        """The name of the module that draws it; None: the generic table draws it."""
        return f"{self.package}.ui.board" if (self.folder / "ui").is_dir() else None

    @cached_property
    def deck_kind(self) -> DeckKind:
        """What its decks are like, and where they and its word lists are looked for before the shipped ones."""
        own = self.folder / "decks"
        return DeckKind(self.items, self.columns, self.letters, own if own.is_dir() else DECKS)

    def figures(self, play: Play[Any]) -> dict[str, Explained]:
        """Every metric of a session by name, with its terms: the game's own, and the common ones that it has.

        Raises GameFailed, as do all that compute with the game's metrics.
        """
        with self._computing():
            own = self._metrics.figures(play) if self._metrics else {}
            found: dict[str, Explained] = terms.figures(play) | own
        return {name: figure for name, figure in found.items() if name in self.metrics}

    def _computing(self) -> AbstractContextManager[None]:
        return computing(self.title, foreign=self.is_foreign)

    def compute(self, play: Play[Any]) -> dict[str, Any]:
        """Every metric of a session by name."""
        return {name: figure.value for name, figure in self.figures(play).items()}

    def highlights(self, play: Play[Any], known: Deck | None = None) -> Highlights:
        """What of a session is worth telling; nothing of one that is not over, no award where somebody walked out.

        `known`: a deck by whose knowledge the moment that decided it is found, which takes a while; None, or
        where it knows nothing of the secret: it is found by the answers alone.
        """
        if not play.over or not (self.folder / "highlights.py").exists():
            return Highlights()
        with self._computing():
            module = self._module("highlights")
            found = cast("Highlights", module.highlights(play))
            if known is not None and known.knowledge is not None and hasattr(module, "decided"):
                found = replace(found, moment=module.decided(play, known.knowledge) or found.moment)
        walked_out = play.resigned or play.outcome().result == "aborted"
        return replace(found, award=None, closeness=0.0) if walked_out else found

    @cached_property
    def by_reading(self) -> frozenset[str]:
        """The metrics that follow the newest reading of questions."""
        return frozenset(metric.name for metric in self.metrics.values() if metric.reads)

    def main_score(self, play: Play[Any], metrics: Mapping[str, Any]) -> float | None:
        """The solving side's score, 0 to 1; None when aborted or unfinished."""
        own = getattr(self._metrics, "main_score", terms.main_score)
        with self._computing():
            return cast("float | None", own(play, metrics))

    def explained(self, play: Play[Any]) -> dict[str, list[str]]:
        """By metric, how it was computed for a session: its terms line by line, or why it is undefined.

        Empty before the session is over, because a term may reveal the secret.
        """
        return {name: figure.lines() for name, figure in self.figures(play).items()} if play.over else {}

    def explain(self, play: Play[Any], metric: str) -> list[str]:
        """How one metric was computed, as `explained` says it; empty for one that the game does not have."""
        return self.explained(play).get(metric, [])

    def item(self, play: Play[Any]) -> str | None:
        """The item of a session, by which results are grouped; None before the end, or if there is none.

        It is the first text in the secret, unless the game's metrics define `item`.
        """
        if not play.over:
            return None
        named = getattr(self._metrics, "item", None)
        if named is not None:
            with self._computing():
                return cast("str | None", named(play))
        secret = play.game.secret(play.state) or {}
        return next((value for value in secret.values() if isinstance(value, str)), None)

    def marks(self, play: Play[Any]) -> list[Mark]:
        """Remarkable replies of a session; empty if the game's metrics look for none."""
        with self._computing():
            found: list[Mark] = getattr(self._metrics, "marks", lambda _: [])(play)
            return found

    @property
    def repeated(self) -> Mapping[str, str]:
        """The metrics over repetitions of one item, with their labels by name."""
        found: Mapping[str, str] = getattr(self._metrics, "REPEATED", {})
        return found

    def across(self, plays: Sequence[Play[Any]]) -> dict[str, float | None]:
        """The metrics over one player's repetitions of one item; only for a game that has `repeated`."""
        with self._computing():
            return cast("dict[str, float | None]", self._metrics.across(plays))

    def how_to_play(self) -> str:
        """Its rules for people, as Markdown; without a page of its own, what each seat is asked for."""
        page = self.folder / "how_to_play.md"
        if page.is_file():
            return page.read_text("utf-8")
        asks = "\n".join(f"- The {ask.seat}: {ask.text} Form: {ask.form}." for ask in self.asks.values())
        return f"# {self.title}\n\n{self.tagline}\n\n{asks}\n"

    @cached_property
    def ideas(self) -> tuple[Idea, ...]:
        """Ideas for people who must think of something; empty for most games."""
        return read_ideas(self.folder)

    @cached_property
    def published(self) -> Mapping[str, Any]:
        """What papers print of it, from `reference.toml` in its folder; empty without that file.

        No figure there is computed. A figure that a paper doesn't print is missing. Numbers with a decimal
        point are `Printed`.
        """
        path = self.folder / "reference.toml"
        return parse_toml(path, number=Printed) if path.is_file() else {}

    @cached_property
    def has_tutorial(self) -> bool:
        """Whether it has a guided first game."""
        return (self.folder / TUTORIAL).exists()

    def tutorial(self) -> Tutorial | None:
        """Its guided first game; None if it has none."""
        return read_tutorial(self.folder)

    @cached_property
    def _metrics(self) -> Any:
        """Its own metrics, a module; None if it has only common ones."""
        return self._module("metrics") if (self.folder / "metrics.py").exists() else None

    def _module(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.{name}")


def read_manifest(path: Path, package: str = "") -> GameInfo:
    """The game of a manifest; raises BadFile with the path and the fault.

    `package`: the name under which the code beside it is imported; empty: it is one of the shipped games.
    """
    told, shared = _plain(dict(manifest(path))), common()
    variant = [told["variant"]] if "variant" in told else []
    try:
        main = {**shared["main"], **told.get("main", {})}
        asks = _named(told.get("asks", {}))
        options = _named(_completed("options", told.get("options", {})), default=None)
        options["reprompts"].setdefault("seats", sorted({str(ask.get("seat")) for ask in asks.values()}))
        own = dict(told.get("metrics") or shared["metrics"])
        for name in ("metric", "share"):
            if main[name] in shared["metrics"]:
                own.setdefault(main[name], {})
        told |= {
            "folder": path.parent,
            "package": package or f"{SHIPPED}.{path.parent.name}",
            "main": main,
            "decks": decks_of(told),
            "columns": list(_named(told.get("columns", {})).values()),
            "offers": offered_by(told),
            "rows": told.get("rows", variant),
            "asks": asks,
            "options": options,
            "metrics": _named(_completed("metrics", own)),
        }
        info = msgspec.convert(told, GameInfo, dec_hook=_as_it_is)
    except msgspec.ValidationError as error:
        raise BadFile(f"{path}: {error}") from None
    except (AttributeError, TypeError, ValueError):
        raise BadFile(f"{path}: asks, options, metrics, columns and main must be tables") from None
    try:
        for values in info.presets.values():
            values.update(_nulls(values, info.options))
            resolve(info.options, {}, values)
        _check_names(info)
    except (KeyError, BadOption) as error:
        raise BadFile(f"{path}: {error.args[0]}") from None
    return info


def _plain(value: Any) -> Any:
    """What a manifest holds, each text on one line, so that none of them acts on a screen."""
    if isinstance(value, str):
        return one_line(value, MOST_CHARS)
    if isinstance(value, dict):
        return {one_line(name, MOST_CHARS): _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def _check_names(info: GameInfo) -> None:
    """Raise BadOption if the manifest names an option or a metric that the game does not have."""
    options = [info.variant, info.seats_by, *(n for n in (info.offers, *info.rows) if n != DECK)]
    for name in filter(None, options):
        if name not in info.options:
            raise BadOption(f"it has no option {name!r}; options are {', '.join(info.options)}")
    graded = [info.main.graded] if info.main.graded else []
    for name in (info.main.metric, info.main.share, *graded, *info.compared):
        if name not in info.metrics:
            raise BadOption(f"it has no metric {name!r}; metrics are {', '.join(info.metrics)}")
    for metric in info.metrics.values():
        if metric.scale_by and metric.scale_by not in info.options:
            raise BadOption(
                f"the scale of {metric.name!r} differs by {metric.scale_by!r}, which is no option"
            )
    if info.main.after and info.main.tries not in info.options:
        raise BadOption(f"after = {info.main.after} needs tries that are an option, not {info.main.tries!r}")


def _named(tables: Mapping[str, Mapping[str, Any]], **more: Any) -> dict[str, dict[str, Any]]:
    """Tables by name, each with its name in it."""
    return {name: {"name": name, **more, **values} for name, values in tables.items()}


def _as_it_is(_kind: type, value: Any) -> Any:
    """A value that is of its type already, such as a path."""
    return value


def _nulls(preset: Mapping[str, Any], options: Mapping[str, Option]) -> dict[str, None]:
    """The options that a preset sets to null: those with the value `none`, because TOML has no null."""
    return {
        name: None
        for name, value in preset.items()
        if value == "none" and name in options and options[name].nullable
    }


def _completed(kind: str, own: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """A game's options or metrics with all that it does not say of the common ones, in the game's order."""
    shared = common()[kind]
    names = dict.fromkeys((*own, *ALWAYS[kind]))
    return {name: {**shared.get(name, {}), **own.get(name, {})} for name in names}


class Games(NamedTuple):
    """The games that can be played."""

    by_id: Mapping[str, GameInfo]
    """In the order of the home screen."""
    faults: tuple[str, ...]
    """A sentence for each game that can't be used."""


@lru_cache(maxsize=1)
def games_of_folder() -> Games:
    """The games whose folders lie beside one another in the package."""
    found, faults = dict[str, GameInfo](), list[str]()
    for path in sorted(GAMES.glob(f"*/{MANIFEST}")):
        try:
            info = read_manifest(path)
            if info.id in found:
                raise BadFile(f"{path}: there is another game with the id {info.id!r}")
            if not (info.folder / "rules.py").is_file():
                raise BadFile(f"{info.folder}: it has no rules.py")
        except BadFile as error:
            faults.append(f"The game {one_line(path.parent.name, 40)!r} is left out: {error}.")
            continue
        found[info.id] = info
    ordered = sorted(found.values(), key=lambda info: (info.order, info.id))
    return Games(MappingProxyType({info.id: info for info in ordered}), tuple(faults))


def shipped_games() -> Mapping[str, GameInfo]:
    """Every shipped game by id, in the order of the home screen."""
    return games_of_folder().by_id


@lru_cache(maxsize=1)
def shipped_figures() -> Mapping[str, Metric]:
    """The figures that every game has, such as the share of sessions won, in the order of exports."""
    return MappingProxyType(
        {
            name: msgspec.convert(one, Metric)
            for name, one in _named(parse_toml(GAMES / "figures.toml")).items()
        }
    )


@lru_cache(maxsize=1)
def published_rankings() -> Mapping[str, Any]:
    """The published orders of players over several games and benchmarks, and how far they agree."""
    return parse_toml(PACKAGE / "reference" / "gamearena.toml", number=Printed)
