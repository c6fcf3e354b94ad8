"""The definition of a run, and its results: plain values, saved so that a stopped run can be continued.

Law: a run that continues has exactly the players that it began with. Its models keep their sampling, persona
and prompts, even if their entries have changed since. Money that was spent before a run was stopped counts
when the run continues, including the cost of undone replies and probes. A reply of unknown price adds no
dollars and is reported.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tui_arena.config import ModelEntry, Settings
from tui_arena.core.events import Event, outcome_data
from tui_arena.core.game import Data, Seat
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, Prompt
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, ModelFailed
from tui_arena.players.new_session import Opening, machines, new_session, no_seat, seated, variants
from tui_arena.players.seating import BadPlayer, Cast, read_player
from tui_arena.save.store import SaveError, Store
from tui_arena.save.summary import stopped_by_model
from tui_arena.table.probes import PROBE, SORTER, check_probe, read_asked
from tui_arena.table.spending import count_saved, probed, total_usage

if TYPE_CHECKING:
    from tui_arena.players.models.player import ModelSeats

_SEED_BYTES = 6
NOTE, OVER, SEARCH, BENCH = "run:", "over:", "search:", "bench:"
MOST_SESSIONS = 1_000_000
"""The maximum number of set-ups of a run."""
_KEPT = ("sampling", "persona", "prompt", "structured")


Place = tuple[int, int]
"""A repetition, from 1, and an index, from 0: of a run's set-up, or of a branch."""
Stopped = Literal["budget", "interrupted", "failed"]
"""`failed`: a model is no longer asked, so its remaining sessions weren't begun."""


@dataclass(frozen=True, slots=True)
class Budgets:
    """The most that may be spent; None: no limit."""

    usd: float | None = None
    """Dollars, for the whole run."""
    tokens: int | None = None
    """Tokens, in and out, for the whole run."""
    session_usd: float | None = None
    session_tokens: int | None = None

    @classmethod
    def usual(cls, settings: Settings) -> Budgets:
        """The limits for each session in the user's settings."""
        return cls(session_usd=settings.budget_usd or None, session_tokens=settings.budget_tokens or None)

    def raised(self, by: Budgets) -> Budgets:
        """These budgets, with the limits that `by` sets in place of their own."""
        return replace(self, **{name: value for name, value in asdict(by).items() if value is not None})

    def of_run(self) -> Budget:
        """The run's budget, with nothing spent."""
        return Budget("run", self.usd, self.tokens)

    def of_session(self, events: Iterable[Event]) -> Budget:
        """A session's budget, with the cost of the session so far."""
        budget = Budget("session", self.session_usd, self.session_tokens)
        count_saved(budget, events)
        return budget


@dataclass(frozen=True, slots=True)
class Run:
    """One run: its game, players, options, seed and budgets."""

    id: str
    game: str
    seed: int
    sessions: int = 1
    """The number of set-ups, each with a different secret."""
    repetitions: int | None = None
    """How often each set-up is played; None: once, and sessions get no repetition number."""
    seats: Mapping[str, str] = field(default_factory=dict)
    """Maps seats to PLAYER texts."""
    options: Data = field(default_factory=dict)
    preset: str | None = None
    deck: str | None = None
    """The deck's name with its number or digest."""
    prompts: str | None = None
    """The prompt variant of models whose seat chooses none, or `random`."""
    own: Mapping[str, Data] = field(default_factory=dict)
    """Maps seats to their models' settings: `sampling`, `persona`, `prompt`, `structured`."""
    models: Mapping[str, Data] = field(default_factory=dict)
    """Maps its models' names to their entries when the run began: `model`, `sampling`, …"""
    budgets: Budgets = field(default_factory=Budgets)
    """The limits of its cost; they may be raised when the run is continued."""
    probe: str | None = None
    """The player who answers probes: `self` or a PLAYER text; None: there are no probes."""
    sorter: str | None = None
    """The player who sorts lists: a PLAYER text; None: the player who is asked for a list sorts it."""
    personas: Mapping[str, Data | str] = field(default_factory=dict)
    """Maps seats to personas: their values when the run began, or `none` or `drawn`."""
    study: str | None = None
    """The study that the run is part of, by the name in its file."""
    items: tuple[int, ...] | None = None
    """The indexes of the set-ups that are played, from 0, each once; None: the first `sessions`."""
    dealing: str | None = None
    """How items are dealt: `passes`, see `core/session.py`; None: each item by chance, as in old runs."""
    listed: tuple[Data, ...] | None = None
    """The secrets of a list, which are played in its order, over and over; None: they are dealt, or given."""
    search: str | None = None
    """The prompt search that the run is part of, `GAME/ASK.NAME`; None: the run isn't part of a search."""
    challenge: str | None = None
    """The code of the challenge that every session plays; None: the run deals its own."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Maps `ASK.VARIANT` to prompts that aren't in any file, because a search is trying them."""

    def opening(self, registry: ModelRegistry) -> Opening:
        """The table to set up for every session. Raises BadPlayer, BadCode."""
        cast, challenge = {}, None
        if self.challenge is not None:
            from tui_arena.players.challenges import read_challenge  # noqa: PLC0415  (few runs play one)

            challenge = read_challenge(self.challenge, registry.catalogue)
        for seat, text in self.seats.items():
            sits = self._as_begun(read_player(text, book=registry.book))
            cast[seat] = replace(sits, own=self.own.get(seat, {}))
        return Opening(
            self.game,
            cast,
            self.options,
            self.preset,
            self.deck,
            self.seed,
            self.prompts,
            self.probe,
            self.sorter,
            self.personas,
            self.dealing,
            challenge=challenge,
        )

    def probers(self, registry: ModelRegistry) -> dict[str, Cast]:
        """Maps keys of the set-up to casts that answer probes; `self` has no entry. Raises BadPlayer."""
        texts = {PROBE: self.probe, SORTER: self.sorter}
        read = {key: read_asked(text, registry.book) for key, text in texts.items() if text}
        return {key: self._as_begun(cast) for key, cast in read.items() if cast is not None}

    def _as_begun(self, cast: Cast) -> Cast:
        """A cast with its models as they were when the run began. Raises BadPlayer."""
        if cast.choices:
            return replace(cast, choices=tuple(self._as_begun(choice) for choice in cast.choices))
        kept = self.models.get(cast.entry.name) if cast.entry else None
        if cast.entry is None or kept is None:
            return cast
        if cast.entry.said_model != kept["model"]:
            raise BadPlayer(
                f"{cast.entry.name} is {one_line(cast.entry.said_model, 80)} now, but run {self.id} "
                f"began with {one_line(str(kept['model']), 80)}; change {cast.entry.name} back to that "
                "model, or start a new run"
            )
        return replace(
            cast, entry=replace(cast.entry, **{name: kept[name] for name in _KEPT if name in kept})
        )

    def with_models(self, registry: ModelRegistry) -> Run:
        """The run with its models' current entries. Raises BadPlayer."""
        casts = [*self.opening(registry).cast.values(), *self.probers(registry).values()]
        entries = [one.entry for sits in casts for one in each(sits) if one.entry]
        return replace(self, models={entry.name: _said(entry) for entry in entries})

    @property
    def total(self) -> int:
        """The number of sessions to play."""
        return self.sessions * (self.repetitions or 1)

    def place(self, number: int) -> Place:
        """The place of a session by its number from 0 in the order of the output."""
        return number // self.sessions + 1, self.indices[number % self.sessions]

    def seed_at(self, index: int) -> int:
        """The seed of the sessions with an index: the challenge's, or one of the run's own."""
        return session_seed(self.seed, index) if self.challenge is None else self.seed

    @property
    def indices(self) -> Sequence[int]:
        """The indexes of the set-ups that are played, from 0."""
        return range(self.sessions) if self.items is None else self.items

    def seats_of(self, registry: ModelRegistry) -> ModelSeats:
        """Everything needed to seat the models of its sessions, with the run's own prompts."""
        seats = registry.seats()
        for name, text in self.texts.items():
            ask, _, variant = name.partition(".")
            seats.read[self.game, ask, variant] = Prompt.of(ask, variant, text)
        return seats


def _said(entry: ModelEntry) -> Data:
    kept = {name: getattr(entry, name) for name in _KEPT}
    return {"model": entry.said_model, **kept, "sampling": dict(entry.sampling)}


def session_seed(seed: int, index: int) -> int:
    """The seed of a run's session: the first six bytes of SHA-256 of `SEED/INDEX`, below 2^48.

    >>> session_seed(7, 0), session_seed(7, 1)
    (28270905895562, 232903014977184)
    """
    digest = hashlib.sha256(f"{seed}/{index}".encode()).digest()
    return int.from_bytes(digest[:_SEED_BYTES], "big")


def remember(run: Run, store: Store) -> None:
    """Save the run's settings, before its first session. Raises SaveError."""
    store.set_meta(NOTE + run.id, note_of(run))


def note_of(run: Run) -> str:
    """The text that is saved for a run."""
    return json.dumps(asdict(run))


def with_more(runs: Sequence[Run], budgets: Budgets, store: Store) -> list[Run]:
    """The runs with these limits in place of their own, which are saved. Raises SaveError."""
    if budgets == Budgets():
        return list(runs)
    runs = [replace(run, budgets=run.budgets.raised(budgets)) for run in runs]
    for run in runs:
        remember(run, store)
    return runs


class NoRun(SaveError):
    """The save file has no run with that id."""


def recall(run_id: str, store: Store) -> Run:
    """A run that was begun. Raises NoRun if no run has that id, SaveError if its note can't be read."""
    text = store.meta(NOTE + run_id)
    if text is None:
        raise NoRun(f"there is no run {run_id!r} in {store.path}")
    return read_note(run_id, text)


def read_note(run_id: str, text: str) -> Run:
    """The run of a saved note. Raises SaveError if the note can't be read."""
    try:
        return msgspec.convert(json.loads(text), Run)
    except (ValueError, RecursionError) as error:
        raise SaveError(
            f"the saved data of the run {run_id!r} can't be read ({one_line(str(error), 120)})"
        ) from None


def check(run: Run, registry: ModelRegistry) -> None:
    """Raise BadPlayer, BadOption or BadFile with a sentence if the run can't be played.

    Loads the model library if a model takes part.
    """
    info = registry.catalogue.game(run.game)
    opening = run.opening(registry)
    cast = seated(opening, info)[1]
    for seat, sits in cast.items():
        if any(one.kind == "human" for one in each(sits)):
            raise BadPlayer(
                f"{seat}: a person can't play without the app; open it with `tui-arena play {run.game}`"
            )
    tried = {name.partition(".")[2] for name in run.texts}
    check_own(run.own, opening, info, registry.catalogue, tried)
    probers = check_probe(run.probe, run.sorter, info, registry.catalogue, registry.book)
    check_models({**cast, **probers}, registry)
    session, drawn = new_session(opening, registry.catalogue, id="-", seed=run.seed, started=None)
    machines(session, drawn, info, registry.seats())


def check_models(cast: Mapping[str, Cast], registry: ModelRegistry) -> None:
    """Raise BadPlayer if a model of a cast can't be asked. Loads the model library if there is a model."""
    for seat, entry in _entries(cast):
        try:
            registry.transports.check(entry)
            if entry.gguf is not None:
                registry.files.check(entry)
        except ModelFailed as failed:
            raise BadPlayer(f"{seat}: {failed.why}") from None


def check_own(
    own: Mapping[str, Data],
    opening: Opening,
    info: GameInfo,
    catalogue: Catalogue,
    tried: Collection[str] = (),
) -> None:
    """Raise BadPlayer if a setting for a seat's model isn't possible.

    `tried`: prompt variants that aren't in any file.
    """
    groups = {seat.name: seat.group for seat in info.game.seats(seated(opening, info)[0])}
    for seat, wanted in own.items():
        if seat not in groups:
            raise BadPlayer(no_seat(seat, info, groups))
        sits = opening.cast.get(seat)
        if sits is None or not is_model(sits):
            raise BadPlayer(
                f"{seat}: {' and '.join(wanted)} can only be given to a model; add one with `--seat "
                f"{seat}=model:NAME`"
            )
        variant, known = wanted.get("prompt"), variants(info, catalogue, groups[seat])
        if variant is not None and variant not in known and variant not in tried:
            raise BadPlayer(f"{seat}: {no_variant(variant, known)}")


def no_variant(variant: object, known: Iterable[str], of: str = "") -> str:
    """The sentence about a prompt variant that doesn't exist. `of`: the seat or ask that it was named for."""
    whose = f" of {of}" if of else ""
    return f"there is no prompt variant {one_line(str(variant), 40)!r}{whose}; allowed: {', '.join(known)}"


def each(cast: Cast) -> Iterator[Cast]:
    """The cast itself, or all the casts from which it is drawn."""
    if not cast.choices:
        yield cast
    for choice in cast.choices:
        yield from each(choice)


def is_model(cast: Cast) -> bool:
    """True if a model plays, or may be drawn."""
    return any(one.kind == "model" for one in each(cast))


def _entries(cast: Mapping[str, Cast]) -> Iterator[tuple[str, ModelEntry]]:
    """Every model with its seat."""
    return ((seat, one.entry) for seat, sits in cast.items() for one in each(sits) if one.entry)


def table_of(run: Run, registry: ModelRegistry) -> list[tuple[Seat, Cast]]:
    """Every seat that has a player, with that player. Raises BadPlayer, BadOption."""
    info = registry.catalogue.game(run.game)
    options, cast = seated(run.opening(registry), info)
    return [(seat, cast[seat.name]) for seat in info.game.seats(options) if seat.name in cast]


@dataclass(frozen=True, slots=True)
class Played:
    """The part of a session that is kept for the output: little, because a run keeps it for each session."""

    id: str
    over: bool
    secret: Data | None = field(default=None, repr=False)
    """The secret that a setter gave, kept for the other repetitions."""
    gives: bool = False
    """True if the setter is a bot or model that gives the secret."""
    packed: bytes | None = field(default=None, repr=False)
    """The session's figures, packed; None if the run keeps none."""
    stopped_by_model: bool = False
    """True if a model's replies aborted it."""

    @property
    def figures(self) -> Figures:
        """The session's figures, unpacked again at each call. Raises ValueError if the run keeps none."""
        if self.packed is None:
            raise ValueError("this run doesn't keep figures")
        return msgspec.json.decode(zlib.decompress(self.packed), type=Figures)

    def to_json(self) -> dict[str, Any]:
        """The session as `run --json` prints it."""
        known = self.figures
        return {"id": self.id, "outcome": known.outcome, "metrics": known.metrics, "counts": known.counts}


@dataclass(frozen=True, slots=True)
class Figures:
    """The outcome, metrics and counts of a session."""

    outcome: Data
    metrics: Data
    counts: Mapping[str, Data]
    """Maps each seat to its counts."""
    tallies: Mapping[str, Data]
    """Maps each seat to the counts that a session file doesn't have (`Play.tallies`)."""
    probed: Data | None = None
    """Tokens and cost of the session's probes, which no seat's counts include."""

    def packed(self) -> bytes:
        """The figures in a tenth of the memory."""
        return zlib.compress(msgspec.json.encode(self), 1)


def played_of(run: Run, info: GameInfo, session: Session, play: Play[Any], *, figures: bool) -> Played:
    """The part of a run's session that is kept; `figures`: whether its figures are kept."""
    packed = None
    if figures:
        outcome, probes = outcome_data(play.outcome()), probed(play.events)
        packed = Figures(outcome, info.compute(play), play.counts(), play.tallies(), probes).packed()
    by_model = stopped_by_model(session.seats, play)
    return Played(session.id, play.over, *_given_secret(run, info, session, play), packed, by_model)


def _given_secret(run: Run, info: GameInfo, session: Session, play: Play[Any]) -> tuple[Data | None, bool]:
    """The secret that a bot or model gave as setter, for later repetitions; and whether a setter gives one.

    In a game that never deals a secret, giving it remains a move.
    """
    if (run.repetitions or 1) == 1 or session.setup.secret is not None or info.dealt == "never":
        return None, False
    setters = [s.name for s in play.seats.values() if s.group == "setter"]
    kinds = {session.seats[name]["player"] for name in setters if name in session.seats}
    gives = bool(kinds & {"bot", "model"})
    return (play.first_secret() if gives else None), gives


@dataclass(frozen=True, slots=True)
class Finished:
    """The result of a run."""

    run: Run
    sessions: tuple[Played, ...]
    """The sessions that were played, also before the run was resumed."""
    stopped: Stopped | None = None
    """Why the run stopped early; None if it didn't."""
    failures: tuple[str, ...] = ()
    """Why sessions were left unfinished, one sentence each."""
    wall_seconds: float = 0.0
    unpriced: int = 0
    """The number of replies whose cost is unknown."""

    @property
    def left(self) -> int:
        """The number of sessions that aren't over or haven't begun."""
        return self.run.total - sum(one.over for one in self.sessions)

    def usage(self) -> dict[str, Any]:
        """Tokens and cost of all sessions and probes, and the number of broken replies if there are any.

        The cost is None if the cost of any reply is unknown. Raises ValueError if the run keeps no figures.
        """

        def players() -> Iterator[Data]:
            return (row for one in self.sessions for row in one.figures.counts.values())

        probes = (one.figures.probed for one in self.sessions)
        total = total_usage(chain(players(), (row for row in probes if row)))
        cost = total["cost_usd"]
        broken = sum(row.get("broken") or 0 for row in players())
        told = {**total, "cost_usd": None if cost is None or self.unpriced else round(cost, 6)}
        return told | ({"broken": broken} if broken else {})


def stopped_by(finished: Sequence[Finished]) -> Stopped | None:
    """Why the first of several runs that stopped early did so; None if none of them did."""
    return next((one.stopped for one in finished if one.stopped), None)
