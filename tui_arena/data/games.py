"""The games: their manifests, their code (imported when needed), and ideas for players.

A game may have an `ideas.tsv` in its folder, with one idea a line for people who must think of something.
These ideas are never dealt.

A game is found only by its folder, so a new game is one new folder: under `games/`, or in an installed
package that names it by an entry point of the group `tui_arena.games`. Values of shared options and metrics
that its `game.toml` doesn't give come from `games/common.toml`.
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
from typing import TYPE_CHECKING, Any, Literal, Self, cast

import msgspec

from tui_arena.config import BadFile, parse_toml, read_limited
from tui_arena.core import terms
from tui_arena.core.blind import Template, template_fault
from tui_arena.core.caches import clear_own
from tui_arena.core.challenge import LONGEST
from tui_arena.core.game import Bot, Deck, Game, Lexicon, Mark
from tui_arena.core.guarded import GuardedGame, computing
from tui_arena.core.options import BadOption, Option, before_choices, defaults_for, resolve
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained
from tui_arena.core.text import one_line
from tui_arena.data.decks import DeckColumn, DeckKind, Items, late_deck, read_cards, shipped_words
from tui_arena.data.files import DECKS, GAMES, PACKAGE, game_texts, texts_in
from tui_arena.data.manifests import (
    DECK,
    LAST,
    MOST_CHARS,
    SHIPPED,
    Face,
    common,
    decks_of,
    fault_in,
    manifest,
    offered_by,
)
from tui_arena.data.narration import TUTORIAL, Tutorial, read_tutorial

if TYPE_CHECKING:
    from tui_arena.core.caster import Moment, Scene
    from tui_arena.core.highlights import Highlights

FILE = "ideas.tsv"
COLUMNS = (DeckColumn("idea", needed=True, most=80), DeckColumn("family", "flag"))


@dataclass(frozen=True, slots=True)
class Idea:
    """One idea for a person who must think of something."""

    text: str
    family: bool
    """True if it suits children."""


def read_ideas(folder: Path) -> tuple[Idea, ...]:
    """The ideas in a game's folder, empty if there is no such file; raises BadFile with the first fault."""
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
    """The kind of value.

    - flag: 0 or 1
    - count: a small whole number, drawn as a distribution
    - list: one value a turn
    - seats: a number by seat, each counted in the row of its seat
    - table: an object of one session, never averaged
    """
    better: Literal["high", "low", "none"]
    """The better end of the values; `none`: neither high nor low is better."""
    text: str
    unit: str = ""
    measures: str = "how it went"
    """The property that it measures: its group of columns."""
    needs_deck: bool = False
    """True if it needs the knowledge of the session's deck; without that deck it is null."""
    reads: bool = False
    """True if it depends on the newest reading of questions (`READING`). Its value may then change while the
    session stays the same."""
    scale_by: str = ""
    """The option whose values give it different scales, so that it is never joined over them. Empty: it has
    one scale."""
    said: tuple[str, ...] = ()
    """Texts for a replay, such as `blocked {n} of {attempts}`: `n` is its value, other slots are other
    metrics. The first text whose slots are all defined is used; the part after a `|` is for numbers above
    one. Empty: a replay shows the metric only among the figures."""
    footnote: bool = False
    """True if a table explains it below, because its label alone is misread."""

    @property
    def percent(self) -> bool:
        """True if its figures are shares of 1 that are written as percentages."""
        return self.kind == "flag" or self.unit == "share"

    @property
    def scale(self) -> tuple[float | None, float | None]:
        """The minimum and maximum value that it can have, by its kind and unit; None: no limit.

        A unit may begin with both (`0-4 levels`). A number of things (`questions`) isn't below 0. Points and
        gains per turn have no limits.
        """
        if self.percent:
            return 0.0, 1.0
        ends = _ENDS.match(self.unit)
        if ends is not None:
            return float(ends[1]), float(ends[2])
        return (None if _SIGNED.match(self.unit) else 0.0), None


class Printed(float):
    """A number of a paper that keeps its printed digits: `6.00` stays `6.00`."""

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
    """The name of the count that the distribution and the text for shares show."""
    tries: str
    """The name of the option that limits that count."""
    graded: str = ""
    """The metric that ranks lost sessions from better to worse; empty: no metric does."""
    after: int = 0
    """The part of the count that comes after the tries, such as 1 for a verdict."""
    earned: str = ""
    """The metric that a win needs to be rewarded in training; empty: every win is rewarded."""
    text: str = ""
    """A sentence about how a session counts in `quality`; empty: no sentence."""
    counts: Literal["won", "found"] = "won"
    """The sessions that the home screen counts for a person: those that the person won, or those in which anybody
    found the secret."""


@dataclass(frozen=True, slots=True)
class AnswerWay:
    """One way in which a person answers an ask in a form: the fields of a text, or a button."""

    reply: tuple[str, ...]
    """The lines of the reply that the rules read, with a slot for each field: `{word}`, or
    `{truth=true|false}` with its choices."""
    label: str = ""
    """The text of the button, or of the tab if there are several ways; empty: `Send`."""
    only: str = ""
    """The fact of the view that must be true or, with `!` before it, must not be; empty: always shown."""


@dataclass(frozen=True, slots=True)
class AskText:
    """The description of one ask for people and other programs. The rules don't read it."""

    name: str
    seat: str
    """The group of the seat that is asked."""
    text: str
    """The request, in words."""
    form: str
    """The form of a reply."""
    when: str = ""
    """The sessions that have this ask, in words; empty: all."""
    hint: bool = False
    """True if the bot has a hint for this ask. An ask for a word always has a hint."""
    warns: bool = False
    """True if a person is warned while typing that the rules would refuse the text."""
    ruled: tuple[Literal["hit", "says_word", "answers"], ...] = ()
    """The questions in which the people at the table can overrule the matcher for a reply to this ask."""
    call: str = ""
    """The short task for the person on the seat, such as `Guess the word`."""
    again: str = ""
    """The text for a person whose reply could not be read; empty: the rules' own text."""
    ways: tuple[AnswerWay, ...] = ()
    """The ways in which a person may answer on a page. Empty: a button for each choice, a field for each
    part, or one text."""
    needle: bool = False
    """True if a person may also say how far they believe the others, at the levels of `core/probes.py`."""


class GameInfo(msgspec.Struct, forbid_unknown_fields=True, frozen=True, dict=True):
    """One game of the catalogue: its `game.toml`, and its code, which is imported when needed.

    The fields are the keys of `game.toml`, except `folder` and `package`.
    """

    id: str
    title: str
    folder: Path
    package: str
    """The name that its code is imported under."""
    main: Main
    tagline: str = ""
    order: int = LAST
    """Its place on the home screen, lowest first."""
    deck: str | None = None
    """The deck that it is dealt from if none is named, without its number."""
    decks: tuple[str, ...] = ()
    """All its shipped decks, without their numbers; empty: only `deck`."""
    items: Items = "words"
    """The kind of items in its decks."""
    columns: tuple[DeckColumn, ...] = ()
    """The columns of its decks if they contain cards, by name in `game.toml`; the first is its text."""
    dealt: Literal["unless_given", "when_named", "always", "never"] = "unless_given"
    """When a secret is dealt from a deck. `unless_given`: if no setter gives it. `when_named`: if a deck is
    named. `never`: only the bot draws from the deck."""
    belief: Literal["all", "watchers"] = "all"
    """The people who may see the bot's remaining candidates while a session is open. `all`: everybody who
    hears all the talk. `watchers`: only spectators, for games in which a player would gain by it."""
    sorts: Literal["lists", "replies"] = "lists"
    """The input of a sorter probe, if the rules have one: the lists of other probes, or the replies in the
    game."""
    words: str | None = None
    """The word list that it uses, without its number; None if it uses none."""
    knows: str | None = None
    """The shipped deck that its bot knows, without its number; None: the deck that it is dealt from."""
    letters: tuple[int, int] = (5, 5)
    """The minimum and maximum number of letters in a word in a deck."""
    daily: str = ""
    """The noun for its daily, such as `word`; empty: it has no daily."""
    learns: str | None = None
    """The user's deck in which the app stores new entities, and which it plays with from then on."""
    level: str = "medium"
    """The level of a bot in a seat for which no player is named."""
    minds: bool = False
    """True if its bots differ from seat to seat, by topics and vocabulary."""
    seats_by: str | None = None
    """The option for the number of seats in a group; a party sets it to the number of people."""
    variant: str | None = None
    """The option that selects the variant of the game; its value is part of a table's name."""
    offers: str | None = None
    """The choice on its line on the home screen: an option, or `deck`; None: nothing. If the manifest doesn't
    name it: the variant, if there is one."""
    rows: tuple[str, ...] = ()
    """The options (or `deck`) whose values have separate rows in the stats; the first is always named. Empty:
    the variant, if there is one."""
    compared: tuple[str, ...] = ()
    """The metrics that runs are compared by; empty: the main metric and the first others."""
    asks: dict[str, AskText] = {}
    facts: dict[str, str] = {}
    """Maps facts of its views that show the state of the game, in order, to their labels for people."""
    said: dict[str, str] = {}
    """Maps values and set phrases of the rules to what people say instead, on the pages of phones."""
    card: tuple[str, ...] = ()
    """Facts that are somebody's secret. If others can see the screen, these facts show only while they are
    pressed."""
    face: Face = Face()
    """How it looks on a phone."""
    unsigned: dict[str, tuple[Template, ...]] = {}
    """How each move is written in an unsigned session, by the name of its ask (`core/blind.py`). The first
    template that fits is taken. Empty: the game can't be played unsigned."""
    code_chars: int = LONGEST
    """The maximum length of a challenge code with a session's moves, in characters."""
    options: dict[str, Option] = {}
    presets: dict[str, dict[str, Any]] = {}
    metrics: dict[str, Metric] = {}
    sampling: dict[str, dict[str, dict[str, Any]]] = {}
    """The sampling that a preset sends to models, by preset and group of seats; else the models' own."""

    @cached_property
    def game(self) -> Game[Any]:
        """The rules of the game."""
        game = self._module("rules").GAME
        return cast("Game[Any]", GuardedGame(game, self.title) if self.is_foreign else game)

    @property
    def is_foreign(self) -> bool:
        """True if the game belongs to an installed package, so that it may fail."""
        return not self.package.startswith(f"{SHIPPED}.")

    def mended(self, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """The values of a set-up from a file, in the form of this version.

        An option that didn't exist when the file was written means what it meant `before`. In a game that
        never deals a secret, the secret is a move. There it is removed, because older versions wrote the
        secret of the first repetition into the set-ups of the others.
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
        """The maximum number of rounds of a session by default; 0 if there is no such limit."""
        return int(defaults_for(self.options, {}).get(self.main.tries) or 0)

    def earned(self, metrics: Mapping[str, object]) -> bool:
        """True if a win with these metrics is rewarded in training."""
        return not self.main.earned or metrics.get(self.main.earned) is not None

    def most_tries(self, options: Mapping[str, Any]) -> int | None:
        """The largest value of its count in a session, with these options off default; None: no limit."""
        limit = {**defaults_for(self.options, options), **options}.get(self.main.tries)
        return limit + self.main.after if isinstance(limit, int) else None

    def tries_in(self, metrics: Mapping[str, object]) -> int | None:
        """The number of tries in a session, as people count them; None if the metrics don't say it."""
        count = metrics.get(self.main.share)
        return count - self.main.after if isinstance(count, int) else None

    @property
    def tries_called(self) -> str:
        """People's word for the tries, such as guesses or questions."""
        if self.main.after:
            return self.options[self.main.tries].label
        return self.metrics[self.main.share].unit or "turns"

    @property
    def try_called(self) -> str:
        """People's word for one try, such as guess or question."""
        many = self.tries_called
        return many.removesuffix("es") if many.endswith("sses") else many.removesuffix("s")

    def begun(self) -> list[dict[str, Any]]:
        """Sessions in the form of session files, from `begun`: each waits for one of the game's asks."""
        path = self.folder / "begun.jsonl"
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []

    @cached_property
    def has_bot(self) -> bool:
        """True if it has a built-in player."""
        return (self.folder / "bot.py").exists() or (self.folder / "bot").is_dir()

    def bot_for(self, lexicon: Lexicon | None = None, source: Deck | None = None) -> Bot | None:
        """The built-in player for a session; None if the game has none.

        `lexicon`: the session's word list; None: the shipped list. `source`: the session's deck, which the
        bot then knows (ignored for decks of words); None: the game's own deck.
        """
        if not self.has_bot:
            return None
        words = lexicon or (shipped_words(self.words, self.deck_kind.folder) if self.words else None)
        deck = None if self.items == "words" else source
        key = (words.name if words else None, deck.name if deck else None)
        found = self._bots.get(key)
        if found is None:
            known = self.knows or self.deck
            own = deck or (late_deck(known, self.deck_kind) if known else None)
            said = [self.speech] if self.speech else []
            found = self._bots[key] = cast("Bot", self._module("bot").make(own, words, *said))
        return found

    def let_go(self) -> None:
        """Free the built-in players and their decks. The next call of `bot_for` makes new players."""
        clear_own(*self._bots.values())  # what they keep refers to them
        self._bots.clear()

    @cached_property
    def speech(self) -> Mapping[str, Any]:
        """The bots' lines by occasion: the table `bots` of `host.toml`, and lines that several games share.

        Empty without that table.
        """
        path = self.folder / "host.toml"
        own = texts_in(path).get("bots") if path.is_file() else None
        return {**game_texts("", "host")["bots"], **own} if own else {}

    @cached_property
    def _bots(self) -> dict[tuple[str | None, str | None], Bot]:
        return {}

    @property
    def board(self) -> str | None:
        """The name of the module that draws the game; None: the generic table draws it."""
        return f"{self.package}.ui.board" if (self.folder / "ui").is_dir() else None

    @cached_property
    def deck_kind(self) -> DeckKind:
        """The form of its decks, and the folder searched for decks and word lists before the shipped one."""
        own = self.folder / "decks"
        return DeckKind(self.items, self.columns, self.letters, own if own.is_dir() else DECKS)

    def figures(self, play: Play[Any]) -> dict[str, Explained]:
        """Every metric of a session by name, with its terms: the game's own and the common ones it has.

        Raises GameFailed, like all methods that compute with the game's metrics.
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
        """The parts of a session worth telling; empty before its end, without an award if somebody left.

        `known`: a deck whose knowledge finds the decisive moment, which takes a while. With None, or if the
        deck knows nothing of the secret, the moment is found from the answers alone.
        """
        from tui_arena.core.highlights import Highlights, dated  # noqa: PLC0415  (only the end of a session needs it)

        if not play.over or not (self.folder / "highlights.py").exists():
            return Highlights()
        with self._computing():
            module = self._module("highlights")
            found = cast("Highlights", module.highlights(play))
            if known is not None and known.knowledge is not None and hasattr(module, "decided"):
                found = replace(found, moment=module.decided(play, known.knowledge) or found.moment)
        walked_out = play.resigned or play.outcome().result == "aborted"
        found = dated(found, play)
        return replace(found, award=None, closeness=0.0) if walked_out else found

    def moments(self, scene: Scene) -> list[Moment]:
        """What the caster may tell of a reply; empty for a game without a caster."""
        if not (self.folder / "caster.py").exists():
            return []
        with self._computing():
            return list(self._module("caster").moments(scene))

    @cached_property
    def by_reading(self) -> frozenset[str]:
        """The metrics that depend on the newest reading of questions."""
        return frozenset(metric.name for metric in self.metrics.values() if metric.reads)

    def main_score(self, play: Play[Any], metrics: Mapping[str, Any]) -> float | None:
        """The solving side's score, 0 to 1; None if the session was aborted or isn't over."""
        own = getattr(self._metrics, "main_score", terms.main_score)
        with self._computing():
            return cast("float | None", own(play, metrics))

    def explained(self, play: Play[Any]) -> dict[str, list[str]]:
        """Maps each metric of a session to its terms, line by line, or to the reason why it is undefined.

        Empty before the session is over, because a term may reveal the secret.
        """
        return {name: figure.lines() for name, figure in self.figures(play).items()} if play.over else {}

    def explain(self, play: Play[Any], metric: str) -> list[str]:
        """The lines of `explained` for one metric; empty if the game doesn't have it."""
        return self.explained(play).get(metric, [])

    def item(self, play: Play[Any]) -> str | None:
        """The item of a session, which results are grouped by; None before the end, or if there is none.

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
        """Remarkable replies of a session; empty if the game's metrics don't look for any."""
        with self._computing():
            found: list[Mark] = getattr(self._metrics, "marks", lambda _: [])(play)
            return found

    @property
    def repeated(self) -> Mapping[str, str]:
        """Maps each metric over repetitions of one item to its label."""
        found: Mapping[str, str] = getattr(self._metrics, "REPEATED", {})
        return found

    def across(self, plays: Sequence[Play[Any]]) -> dict[str, float | None]:
        """The metrics over one player's repetitions of one item; only for a game with `repeated`."""
        with self._computing():
            return cast("dict[str, float | None]", self._metrics.across(plays))

    def how_to_play(self) -> str:
        """The rules for people, as Markdown; for a game without such a page, the requests to each seat."""
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
        """The published figures, from `reference.toml` in its folder; empty without that file.

        These figures are never computed. A figure that a paper doesn't print is missing. Numbers with a
        decimal point are `Printed`.
        """
        path = self.folder / "reference.toml"
        return parse_toml(path, number=Printed) if path.is_file() else {}

    @cached_property
    def has_tutorial(self) -> bool:
        """True if it has a guided first game."""
        return (self.folder / TUTORIAL).exists()

    def tutorial(self) -> Tutorial | None:
        """Its guided first game; None if it has none."""
        return read_tutorial(self.folder)

    @cached_property
    def _metrics(self) -> Any:
        """The module of its own metrics; None if it has only common metrics."""
        return self._module("metrics") if (self.folder / "metrics.py").exists() else None

    def _module(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.{name}")


def read_manifest(path: Path, package: str = "") -> GameInfo:
    """The game of a manifest; raises BadFile with the path and the fault.

    `package`: the name that the code next to it is imported under; empty: a shipped game.
    """
    told, shared = _plain(dict(manifest(path))), common()
    variant = [told["variant"]] if "variant" in told else []
    try:
        main = {**shared["main"], **told.get("main", {})}
        if main["metric"] != shared["main"]["metric"]:
            main["text"] = told["main"].get("text", "")  # the shared one is about another metric
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
        raise BadFile(f"{path}: {fault_in(GameInfo, error)}") from None
    except (AttributeError, TypeError, ValueError):
        raise BadFile(f"{path}: asks, options, metrics, columns and main must be tables") from None
    try:
        for values in info.presets.values():
            values.update(_nulls(values, info.options))
            resolve(info.options, {}, values)
        _check_names(info)
        for name, templates in info.unsigned.items():
            if fault := next(filter(None, map(template_fault, templates)), ""):
                raise BadOption(f"unsigned.{name}: {fault}")
    except (KeyError, BadOption) as error:
        raise BadFile(f"{path}: {error.args[0]}") from None
    return info


def _plain(value: Any) -> Any:
    """The values of a manifest, each text on one line, so that no text controls the screen."""
    if isinstance(value, str):
        return one_line(value, MOST_CHARS)
    if isinstance(value, dict):
        return {one_line(name, MOST_CHARS): _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def _check_names(info: GameInfo) -> None:
    """Raise BadOption if the manifest names an option or a metric that the game doesn't have."""
    options = [info.variant, info.seats_by, *(n for n in (info.offers, *info.rows) if n != DECK)]
    for name in filter(None, options):
        if name not in info.options:
            raise BadOption(f"it has no option called {name!r}; its options are {', '.join(info.options)}")
    graded = [info.main.graded] if info.main.graded else []
    for name in (info.main.metric, info.main.share, *graded, *info.compared):
        if name not in info.metrics:
            raise BadOption(f"it has no metric called {name!r}; its metrics are {', '.join(info.metrics)}")
    for metric in info.metrics.values():
        if metric.scale_by and metric.scale_by not in info.options:
            raise BadOption(
                f"the scale of {metric.name!r} differs by {metric.scale_by!r}, which isn't an option"
            )
    if info.main.after and info.main.tries not in info.options:
        raise BadOption(f"after = {info.main.after} needs tries that are an option, not {info.main.tries!r}")


def _named(tables: Mapping[str, Mapping[str, Any]], **more: Any) -> dict[str, dict[str, Any]]:
    """Tables by name, each with its name in it."""
    return {name: {"name": name, **more, **values} for name, values in tables.items()}


def _as_it_is(_kind: type, value: Any) -> Any:
    """A value that already has its type, such as a path."""
    return value


def _nulls(preset: Mapping[str, Any], options: Mapping[str, Option]) -> dict[str, None]:
    """The options that a preset sets to null. They have the value `none` there, because TOML has no null."""
    return {
        name: None
        for name, value in preset.items()
        if value == "none" and name in options and options[name].nullable
    }


def _completed(kind: str, own: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """A game's options or metrics, completed from the common ones, in the game's order."""
    shared = common()[kind]
    names = dict.fromkeys((*own, *ALWAYS[kind]))
    return {name: {**shared.get(name, {}), **own.get(name, {})} for name in names}


@lru_cache(maxsize=1)
def shipped_figures() -> Mapping[str, Metric]:
    """The figures that every game has, such as the share of sessions won, in the order of exports."""
    figures = _named(parse_toml(GAMES / "figures.toml"))
    return MappingProxyType({name: msgspec.convert(one, Metric) for name, one in figures.items()})


@lru_cache(maxsize=1)
def published_rankings() -> Mapping[str, Any]:
    """The published rankings of players over several games and benchmarks, and how far the rankings agree."""
    return parse_toml(PACKAGE / "reference" / "gamearena.toml", number=Printed)
