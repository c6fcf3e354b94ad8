"""Defines a search for a better prompt: plain values, checked before anything is saved or asked.

A search plays two sets of items with one seed. On training items, it compares all prompts. On 30 held-out
items, it compares the first and the last prompt.

Law: training items and held-out items share no secret, and no set has a secret twice. A search that continues
is the same search that was begun, with its prompt as it was then.

The objective of a search says how well one session went, from 0 to 1, with degrees among lost sessions. Three
quarters come from the named metric, scaled to 0 to 1 by its unit; a metric without a range is divided by the
number of tries. A session without that figure, such as a lost session without a number of guesses, gets 0 for
this part. One quarter is the mean of these grades:
- the share of the seat's replies that the rules accepted
- the share of the tries that were left (for an opponent: that were used up)
- the game's `graded` metric
- in games whose bot keeps beliefs: how far the talk narrowed down what the bot believes possible

The grades are needed because a weak player loses most sessions. If only success counted, these would all look
alike, and a search couldn't tell which prompt is better.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import count, islice
from statistics import fmean
from typing import Any, Literal

import msgspec

from tui_arena.batch.history import search_command
from tui_arena.batch.job import Job, bench_of, play_here, session_id
from tui_arena.batch.optimise.climbing import check_installed
from tui_arena.batch.run import SEARCH, Budgets, Run, check, check_models, no_variant, session_seed
from tui_arena.batch.setups import check_setups, numbered_deck
from tui_arena.config import BadFile
from tui_arena.core.base32 import letters
from tui_arena.core.game import Data, keeps_beliefs
from tui_arena.core.options import BadOption
from tui_arena.core.record import Play, fold
from tui_arena.core.session import PASSES, Session, once_each
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, Metric, Prompt
from tui_arena.players.models.player import STEPS
from tui_arena.players.models.prompts import prompt_fault, slots_of
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import RANDOM, Opening, new_session, no_seat, seats_at, undealt, variants
from tui_arena.players.seating import PLAIN, BadPlayer, Cast, is_gone, read_player
from tui_arena.save.sessions import unpacked
from tui_arena.save.store import SaveError, Store
from tui_arena.table.unseen_seeds import hidden

NAMED = 0.75
"""The weight of the named metric."""
_SUCCESS = "success"
_RANGE = re.compile(r"(-?\d+(?:\.\d+)?)(?:-| or )(-?\d+(?:\.\d+)?)")
_SIDES = ("solver", "opponent")
_AVERAGED = ("flag", "count", "number", "list")


@dataclass(frozen=True, slots=True)
class Scored:
    """The result of one session."""

    score: float
    """The objective, 0 to 1."""
    figure: float | None
    """The metric itself; None if the session has none."""


@dataclass(frozen=True, slots=True)
class Objective:
    """The objective for one seat of a game."""

    info: GameInfo
    seat: str
    metric: Metric

    @classmethod
    def of(cls, info: GameInfo, seat: str, metric: str | None) -> Objective:
        """The objective for a metric's name; None: the game's main metric. Raises BadOption."""
        allowed = [
            one.name
            for one in info.metrics.values()
            if one.kind in _AVERAGED and (one.better != "none" or one.name == info.main.metric)
        ]
        name = metric or info.main.metric
        if name not in allowed:
            raise BadOption(
                f"{info.title} has no metric {one_line(name, 40)!r} to search by; allowed: "
                f"{', '.join(allowed)}"
            )
        return cls(info, seat, info.metrics[name])

    def of_session(self, session: Session, play: Play[Any]) -> Scored:
        """The score and the figure of a session that is over."""
        metrics = self.info.compute(play)
        figure = self._figure(play, metrics)
        named = 0.0 if figure is None else self._on_scale(self.metric, figure, play)
        grades = [self._taken(play), *self._graded(play, metrics)]
        if (narrowed := self._narrowed(session, play)) is not None:
            grades.append(narrowed)
        return Scored(NAMED * named + (1 - NAMED) * fmean(grades), figure)

    def _graded(self, play: Play[Any], metrics: Mapping[str, Any]) -> Iterator[float]:
        """The grades for tries and for the `graded` metric, as the seat's side sees them."""
        side, main = play.seats[self.seat].side, self.info.main
        tries, used = float(play.setup.options.get(main.tries) or 0), _mean(metrics.get(main.share))
        if side in _SIDES and tries:
            left = 0.0 if used is None else min(max(1.0 - used / tries, 0.0), 1.0)
            yield left if side == "solver" else 1.0 - left
        if side in _SIDES and main.graded:
            value = _mean(metrics.get(main.graded))
            found = 0.0 if value is None else self._on_scale(self.info.metrics[main.graded], value, play)
            yield found if side == "solver" else 1.0 - found

    def _figure(self, play: Play[Any], metrics: Mapping[str, Any]) -> float | None:
        """The value of the metric; success is the seat's own success, whichever side it is on."""
        if self.metric.name == _SUCCESS and play.seats[self.seat].side == "opponent":
            return float(self.seat in play.outcome().winners)
        return _mean(metrics.get(self.metric.name))

    def _on_scale(self, metric: Metric, value: float, play: Play[Any]) -> float:
        low, high = 0.0, 1.0
        if (found := _RANGE.match(metric.unit)) is not None:
            low, high = float(found[1]), float(found[2])
        elif not metric.percent:
            high = float(play.setup.options.get(self.info.main.tries) or 1)
        share = min(max((value - low) / (high - low), 0.0), 1.0)
        return 1.0 - share if metric.better == "low" else share

    def _taken(self, play: Play[Any]) -> float:
        """The share of the seat's replies that the rules accepted."""
        row = play.counts().get(self.seat)
        return 1.0 - row["violated"] / row["requests"] if row and row["requests"] else 0.0

    def _narrowed(self, session: Session, play: Play[Any]) -> float | None:
        """How far the talk narrowed down what the bot believes possible, in bits, 0 to 1; None if unknown."""
        setup = session.setup
        bot = self.info.bot_for(setup.lexicon, setup.source)
        if bot is None or not keeps_beliefs(bot) or play.seats[self.seat].side != "solver":
            return None
        first = bot.belief(fold(self.info.game, setup, ()).view(self.seat))
        last = bot.belief(play.view(self.seat))
        if first is None or last is None or first.left < 2:
            return None
        return min(max(1.0 - math.log(max(last.left, 1)) / math.log(first.left), 0.0), 1.0)


def _mean(value: Any) -> float | None:
    """A figure of one session as one number: a list becomes its mean."""
    if isinstance(value, list | tuple):
        numbers = [float(one) for one in value if isinstance(one, int | float)]
        return fmean(numbers) if numbers else None
    return float(value) if isinstance(value, int | float) else None


HELD_OUT = 30
"""The number of items on which the first and the last prompt are compared."""
FEWEST = 12
"""The minimum number of sessions of a search."""
Method = Literal["gepa", "gamearena"]
_LEAST_ITEMS, _MOST_ITEMS = 6, 24
_TRIED = 6
"""The number of bot sessions that are looked at before a search."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_ID_CHARS = 26


@dataclass(frozen=True, slots=True)
class Search:
    """One search: the game, its players, the models that propose prompts, and the budget."""

    name: str
    """The name of the prompt variant that the search makes."""
    game: str
    seat: str
    ask: str
    seats: Mapping[str, str]
    """Maps seats to PLAYER texts, including the model on `seat`."""
    reflect: tuple[str, ...]
    """PLAYER texts of the models that propose prompts. `gepa`: one; `gamearena`: each makes a variant."""
    seed: int
    sessions: int
    """The number of sessions on training items, for each variant that is made."""
    metric: str
    method: Method = "gepa"
    start: str = PLAIN
    """The prompt variant that the search begins with."""
    text: str = ""
    """The text of that prompt when the search was begun."""
    held: tuple[int, ...] = ()
    """The indexes of the held-out items."""
    train: tuple[int, ...] = ()
    options: Data = field(default_factory=dict)
    preset: str | None = None
    deck: str | None = None
    dealing: str | None = None
    """How items are dealt, as for a run."""
    budgets: Budgets = field(default_factory=Budgets)
    done: bool = False
    """True if the search has ended."""

    @property
    def key(self) -> str:
        """The name of the search among all searches."""
        return f"{self.game}/{self.ask}.{self.name}"

    @property
    def prompt(self) -> Prompt:
        """The prompt that the search begins with."""
        return Prompt.of(self.ask, "", self.text)

    @property
    def made(self) -> tuple[str, ...]:
        """The variants that the search makes."""
        if self.method == "gepa":
            return (self.name,)
        return tuple(f"{self.name}-{number}" for number in range(1, len(self.reflect) + 1))

    @property
    def minibatch(self) -> int:
        """The number of items on which a proposal is compared with the prompt that it came from."""
        return 3 if len(self.train) < 12 else 5

    @property
    def to_go_on(self) -> str:
        """The command that continues the search."""
        return search_command(self.key)

    def run(self, prompt: Prompt, part: Literal["held", "train"], items: tuple[int, ...]) -> Run:
        """The run of a prompt on items of one set; its id follows from the search, the prompt and the set."""
        told = json.dumps([self.key, part, prompt.text]).encode()
        digest = hashlib.sha256(told).digest()
        variant = f"{hashlib.sha256(prompt.text.encode()).hexdigest()[:6]}-{self.name}"
        return Run(
            letters(int.from_bytes(digest[:16], "big") >> 1, _ID_CHARS),
            self.game,
            self.seed,
            len(items),
            seats=self.seats,
            options=self.options,
            preset=self.preset,
            deck=self.deck,
            own={self.seat: {"prompt": variant}},
            items=items,
            dealing=self.dealing,
            search=self.key,
            texts={f"{self.ask}.{variant}": prompt.text},
        )


def recalled(game: str, name: str, ask: str | None, store: Store) -> Search | None:
    """The saved search with this name; None if there is none. Raises SaveError."""
    found = []
    for key, text in store.notes(f"{SEARCH}{game}/").items():
        if key.partition(".")[2] != name:
            continue
        try:
            found.append(msgspec.convert(json.loads(text), Search))
        except (ValueError, RecursionError):
            raise SaveError(
                f"the saved data of the search {key.removeprefix(SEARCH)} can't be read; choose another name"
            ) from None
    return next((one for one in found if ask in (None, one.ask)), None)


def remember(search: Search, store: Store) -> None:
    """Save the definition of a search. Raises SaveError."""
    store.set_meta(SEARCH + search.key, json.dumps(asdict(search)))


def begun(search: Search, registry: ModelRegistry) -> Search:
    """A new search, completed and checked: with its ask, prompt, deck and items. Nothing is saved or asked.

    Raises BadPlayer, BadOption or BadFile with a sentence; NotInstalled without GEPA.
    """
    check_installed()
    info = registry.catalogue.game(search.game)
    deck_named = search.deck is not None
    search = replace(search, deck=numbered_deck(search.deck, info, registry.catalogue), dealing=PASSES)
    search = replace(search, ask=_ask(search, info))
    _check_name(search, info, registry.catalogue)
    search = replace(search, metric=Objective.of(info, search.seat, search.metric or None).metric.name)
    check_players(search, registry)
    search = replace(search, text=_start(search, info, registry.catalogue).text)
    trial = search.run(search.prompt, "train", (0,)).with_models(registry)
    check(trial, registry)
    check_setups(trial, registry, deck_named=deck_named)
    fault = prompt_fault(search.prompt, known_slots(search, registry))
    if fault is not None:
        path = registry.catalogue.prompt_file(info, search.ask, _variant(search.start))
        raise BadFile(f"{path}: {fault}")
    search = _with_items(search, info, registry)
    _check_asked(search, registry)
    return search


def check_players(search: Search, registry: ModelRegistry) -> None:
    """Raise BadPlayer unless the seat and the reflecting players are models that can be asked."""
    casts = {search.seat: search.seats[search.seat]}
    casts |= {f"--reflect {number}": text for number, text in enumerate(search.reflect, 1)}
    found: dict[str, Cast] = {}
    for place, text in casts.items():
        if is_gone(text, registry.book):
            known = ", ".join(registry.book.all) or "none"
            raise BadPlayer(f"{place}: there is no model {one_line(text[6:], 40)!r}; configured: {known}")
        found[place] = read_player(text, book=registry.book)
        if found[place].kind != "model":
            raise BadPlayer(f"{place}: {one_line(text, 40)} has no prompt; give model:NAME")
    if search.method == "gepa" and len(search.reflect) > 1:
        raise BadPlayer("--reflect: give only one model, except with --method gamearena")
    check_models(found, registry)


def known_slots(search: Search, registry: ModelRegistry) -> frozenset[str]:
    """The slots that the search's ask can fill in a prompt."""
    session, _ = _set_up(search, registry, 0)
    play = session.fold(registry.catalogue.game(search.game).game)
    ask = next(iter(play.asks()))
    return frozenset({*slots_of(ask, play.view(search.seat), None), "published"})


def _ask(search: Search, info: GameInfo) -> str:
    """The ask whose prompt is to be improved."""
    seats = {
        seat.name: seat.group
        for seat in seats_at(Opening(search.game, options=search.options, preset=search.preset), info)
    }
    if search.seat not in seats:
        raise BadPlayer(no_seat(search.seat, info, seats))
    asked = {ask.name: ask for ask in info.asks.values() if ask.seat == seats[search.seat]}
    if search.ask and search.ask not in asked:
        raise BadOption(
            f"there is no ask {one_line(search.ask, 40)!r} of {search.seat} in {info.title}; asks are "
            f"{', '.join(asked)}"
        )
    always = [name for name, ask in asked.items() if not ask.when]
    if not search.ask and len(always) != 1:
        raise BadOption(f"{search.seat} has several asks ({', '.join(asked)}); choose one with --ask")
    return search.ask or always[0]


def _check_name(search: Search, info: GameInfo, catalogue: Catalogue) -> None:
    if not _NAME.fullmatch(search.name) or search.name in (PLAIN, RANDOM):
        raise BadOption(
            f"--name: {one_line(search.name, 60)!r} can't be a prompt's name; use letters, digits, - and _"
        )
    if search.start.endswith(STEPS) != search.name.endswith(STEPS):
        raise BadOption(
            f"--name: the name of a prompt that thinks before it answers must end in {STEPS!r}, and no "
            f"other name may; this search begins with {search.start!r}"
        )
    for variant in search.made:
        if variant in variants(info, catalogue):
            path = catalogue.prompt_file(info, search.ask, variant)
            raise BadFile(f"{path}: there is a prompt variant {variant!r} already; choose another --name")


def _start(search: Search, info: GameInfo, catalogue: Catalogue) -> Prompt:
    """The prompt that the search begins with."""
    known = [variant or PLAIN for variant in catalogue.prompt_variants(info, search.ask)]
    if search.start not in known:
        raise BadOption(f"--from: {no_variant(search.start, known, search.ask)}")
    return catalogue.prompt(info, search.ask, _variant(search.start))


def _variant(name: str) -> str:
    return "" if name == PLAIN else name


def _set_up(search: Search, registry: ModelRegistry, index: int) -> tuple[Session, Mapping[str, Cast]]:
    """One set-up of the search, by index."""
    opening = search.run(search.prompt, "train", (index,)).opening(registry)
    seed = session_seed(search.seed, index)
    return new_session(opening, registry.catalogue, id="-", seed=seed, started=None, index=index)


def _check_asked(search: Search, registry: ModelRegistry) -> None:
    """Raise BadOption if bots are never asked for the ask in a few sessions: its prompt wouldn't be used."""
    run = replace(search.run(search.prompt, "train", search.train), seats={}, own={}, texts={})
    bench = bench_of(run, registry, here=True, figures=False)
    for number in range(_TRIED):
        job = Job(run.place(number), session_id(run.id, run.place(number)))
        told = play_here(bench, job)
        events = unpacked(told.session, registry.catalogue).events if told.session else ()
        if any(event.get("ask") == search.ask and event.get("seat") == search.seat for event in events):
            return
    raise BadOption(
        f"--ask: {search.seat} was never asked for {search.ask} in {_TRIED} sessions between bots with "
        "these options"
    )


def _with_items(search: Search, info: GameInfo, registry: ModelRegistry) -> Search:
    """The search with its items. Raises BadOption if their secrets are unknown, or if there are too few."""
    wanted = min(max(search.sessions // 8, _LEAST_ITEMS), _MOST_ITEMS)

    def secret_of(index: int) -> str:
        session, cast = _set_up(search, registry, index)
        secret = hidden(session, cast, info)
        if secret is None:
            why = undealt(session, info)
            said = str(why) if why else "nothing is hidden"
            raise BadOption(
                "training and held-out items are told apart by their secrets, and these aren't known "
                f"here: {said}"
            )
        return secret.text

    items = tuple(islice(once_each(secret_of, count()), HELD_OUT + wanted))
    if len(items) < HELD_OUT + _LEAST_ITEMS:
        raise BadOption(
            f"there are {len(items)} different secrets; a search needs at least {HELD_OUT} for held-out "
            f"items and {_LEAST_ITEMS} for training"
        )
    return replace(search, held=items[:HELD_OUT], train=items[HELD_OUT:])
