"""One session of a run: the job that describes it, and the task that plays and saves it.

Apart from the models' replies, `carry_out` is a pure function of the run and the job. So it doesn't matter
where or how often it runs. A session has its id before it is played, and the save file takes each id once.

Law: a session continues only when everything that it saves is on the disk. If a model takes part, or the
session was begun earlier, every reply is on the disk before the next ask. The last reply is saved together
with the end. Any other session is saved whole when it is over, because its seed can play it again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping, MutableSet, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from tui_arena import __version__
from tui_arena.batch.run import Place, Played, Run, played_of, read_note
from tui_arena.config import ModelBook, ModelEntry, Paths
from tui_arena.core.base32 import letters
from tui_arena.core.events import BadEvent, Event, Kind
from tui_arena.core.game import Data, OnProgress, Player
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot import ScriptPlayer
from tui_arena.players.models.client import ModelClient
from tui_arena.players.models.player import ModelSeats
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import (
    Budget,
    BudgetReached,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    ignore_progress,
)
from tui_arena.players.new_session import Opening, machines, new_session, seated
from tui_arena.players.seating import BadPlayer, Cast, sit_down
from tui_arena.save.sessions import packed
from tui_arena.save.store import Piece, SaveError, now
from tui_arena.save.summary import Summary, summarise
from tui_arena.table.probes import prober_of
from tui_arena.table.worker_pool import Health

_ID_CHARS = 26
"""The number of characters of an id that is made here."""
_TIME_CHARS = 10
"""The number of characters of a run's id that are its time. The ids of its sessions begin with the same
characters."""


@dataclass(frozen=True, slots=True)
class Job:
    """One session that is to be played, in a few bytes."""

    place: Place
    id: str
    """The id that the session will have."""
    secret: Data | None = None
    """The secret that an earlier repetition's setter gave, or that comes from a list."""
    command: str | None = None
    """The command line that plays the session, without the program's name."""
    number: int | None = None
    """The number of its set-up in the run, from 0, if the run skips set-ups; None: the number is the
    index."""
    known: bool = False
    """True if the session is in the save file already."""


def session_id(run: str, place: Place, attempt: int = 0) -> str:
    """The id of a run's session: as long as any other id, and always the same.

    `attempt`: how many sessions of this place can no longer be read.
    """
    digest = hashlib.sha256(f"{run}/{place[0]}/{place[1]}/{attempt}".encode()).digest()
    return f"{run[:_TIME_CHARS]}{letters(int.from_bytes(digest, 'big'), _ID_CHARS - _TIME_CHARS)}"


def id_of(text: str) -> str:
    """An id for a run that follows from a text."""
    return letters(int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big") >> 1, _ID_CHARS)


def begun_by(job: Job, run: Run, opening: Opening, catalogue: Catalogue) -> tuple[Session, dict[str, Cast]]:
    """The session of a job, ready to be played, and its cast. Raises BadOption, BadPlayer, BadFile."""
    repetition, index = job.place
    return new_session(
        opening,
        catalogue,
        id=job.id,
        seed=run.seed_at(index),
        started=now(),
        index=index if job.number is None else job.number,
        repetition=repetition if run.repetitions is not None else None,
        repetitions=run.repetitions,
        secret=job.secret,
        extra={"run": run.id, **({"study": run.study} if run.study else {})},
        command=job.command,
    )


def cast_now(session: Session, opening: Opening, info: GameInfo) -> dict[str, Cast]:
    """The players of a session that was begun: the run's players, or the players who replaced them."""
    seed = session.setup.seed or 0
    run = {seat: sits.drawn(seed, seat) for seat, sits in seated(opening, info)[1].items()}
    cast = {seat: replace(run.get(seat, Cast({})), spec=spec) for seat, spec in session.seats.items()}
    for event in session.events:
        if event.type == Kind.RECAST:
            cast[event["seat"]] = Cast(event["to"])
    return cast


class JobResult(msgspec.Struct):
    """The result that a process returns after playing a session."""

    session: bytes | None = None
    """The session, packed; None if there is nothing to save."""
    summary: Summary | None = None
    """The input of the save file's figures of the session; None if the game can't add it up."""
    played: Played | None = None
    failure: str = ""
    """Why the session isn't over, in one sentence; empty if it is over."""
    over: Literal["session", "run", "limit"] | None = None
    """The budget that is used up; None if none is."""
    dead: dict[str, str] = {}
    """Maps each model that is no longer worth asking to the reason."""
    models: list[str] = []
    """The models that were asked, if the process doesn't decide itself which ones are worth it."""
    saved: bool = False
    """True if the process has saved the session itself."""
    unsaved: str = ""
    """Why the session couldn't be saved, in one sentence; empty if it is saved."""
    skipped: bool = False
    """True if the session wasn't played, because one of its models is no longer asked."""


class _Bench(msgspec.Struct):
    """Everything that is the same for all jobs of a run."""

    version: str
    run: str
    config: str | None
    """The user's folder with decks and personas; None: the folder of the machine that plays."""
    entries: list[dict[str, Any]]
    figures: bool


def bench_of(run: Run, registry: ModelRegistry, *, here: bool, figures: bool) -> bytes:
    """The run and its models as bytes. They contain no key, only the name of the key's variable.

    `here`: whether the bytes are for processes of this machine, which see its files. `figures`: whether the
    figures of each session are wanted.
    """
    config = str(registry.paths.config) if here else None
    entries = [_values(entry) for name, entry in registry.book.all.items() if here or name in run.models]
    alike = replace(run, items=None, listed=None)  # each job names its own item
    return msgspec.json.encode(_Bench(__version__, json.dumps(asdict(alike)), config, entries, figures))


def _values(entry: ModelEntry) -> dict[str, Any]:
    values = {name: value for name, value in asdict(entry).items() if name != "unknown"}
    return {**values, "gguf": str(entry.gguf) if entry.gguf else None}


def _entry(values: Mapping[str, Any]) -> ModelEntry:
    return ModelEntry(**{**values, "gguf": Path(values["gguf"]) if values["gguf"] else None})


@dataclass(frozen=True, slots=True)
class Workplace:
    """Everything that a process needs to play the sessions of one run."""

    run: Run
    info: GameInfo
    catalogue: Catalogue
    registry: ModelRegistry
    opening: Opening
    probers: Mapping[str, Cast]
    figures: bool


@lru_cache(2)
def workplace(bench: bytes) -> Workplace:
    """The place for a run. Raises BadPlayer, BadFile, SaveError."""
    known = msgspec.json.decode(bench, type=_Bench)
    if known.version != __version__:
        raise BadPlayer(f"a worker has TUI Arena {__version__}; install {known.version} there")
    run = read_note("sent to this worker", known.run)
    paths = Paths.find(None)
    catalogue = Catalogue(paths.config if known.config is None else Path(known.config))
    registry = ModelRegistry(paths, catalogue, threaded=False)
    entries = {str(one["name"]): _entry(one) for one in known.entries}
    registry.book = ModelBook(entries, registry.book.limits)
    info = catalogue.game(run.game)
    opening, probers = run.opening(registry), run.probers(registry)
    return Workplace(run, info, catalogue, registry, opening, probers, known.figures)


@dataclass(slots=True)
class _Keeper:
    """Keeps a session's pieces until they are sent."""

    events: list[Event] = field(default_factory=list)
    messages: dict[str, Sequence[Mapping[str, str]]] = field(default_factory=dict)

    async def add(self, piece: Piece) -> None:
        self.events += piece.events
        self.messages |= piece.messages


def carry_out(bench: bytes, job: bytes) -> bytes:
    """Play the session of a job and return the bytes of a `JobResult`.

    `bench`: the bytes from `bench_of`. A fault of a player or a deck is returned in the result, not raised.
    """
    return msgspec.msgpack.encode(play_here(bench, msgspec.json.decode(job, type=Job)))


def play_here(bench: bytes, job: Job) -> JobResult:
    """The result of a job that this process carries out; nothing is saved."""
    return asyncio.run(_carried_out(bench, job))


async def _carried_out(bench: bytes, job: Job) -> JobResult:
    health, keeper = Health(), _Keeper()
    try:
        place = workplace(bench)
        session, cast = begun_by(job, place.run, place.opening, place.catalogue)
        begun = PreparedSession(session, cast, known=False, probers=place.probers)
        listener = ModelListener(place.registry.models, health, lambda: None)
        own = place.run.budgets.of_session(())
        seats = replace(place.run.seats_of(place.registry), models=listener, budgets=(own,))
        task = SessionTask(begun, place.info, seats, keeper)
    except (ValueError, SaveError) as error:  # BadPlayer, BadOption and BadFile are ValueErrors
        return JobResult(failure=str(error))
    try:
        await task.run(set())
    finally:
        await place.registry.disconnect()
    told = JobResult(
        failure="; ".join(task.referee.paused.values()),
        over=listener.over.of if listener.over else None,
        dead=health.dead,
    )
    if task.kept:
        whole = replace(session, events=tuple(keeper.events), messages=keeper.messages)
        told.session = packed(whole)
        with suppress(BadEvent):
            told.summary = summarise(place.info, whole, task.play)
            told.played = played_of(place.run, place.info, whole, task.play, figures=place.figures)
    return told


_ALONE = frozenset({"bot", "script"})
"""Players that give the same replies again if the seed is the same."""


@dataclass(frozen=True, slots=True)
class PreparedSession:
    """A session that is ready to be begun or continued."""

    session: Session
    cast: Mapping[str, Cast]
    known: bool
    """True if the session is in the save file already, and leased here."""
    probers: Mapping[str, Cast] = field(default_factory=dict)
    """Maps keys of the set-up to casts that answer probes; a seat that answers its own has no entry."""
    fresh: bool = False
    """True if the session was saved just now and isn't continued after a break."""

    @property
    def asked(self) -> list[Cast]:
        """All casts that are asked: players, probers and the sorter."""
        return [*self.cast.values(), *self.probers.values()]

    @property
    def models(self) -> set[str]:
        """The names of the models that are asked."""
        return {one.asks for one in self.asked if one.asks}

    @property
    def live(self) -> bool:
        """True if every reply is saved as it arrives."""
        return self.known or any(one.kind not in _ALONE or one.asks for one in self.asked)


class Keeps(Protocol):
    """Something that saves the pieces of sessions."""

    async def add(self, piece: Piece) -> None:
        """Save a piece; returns when it is saved. Raises SaveError."""


class SessionTask:
    """Plays one session and saves it."""

    def __init__(self, begun: PreparedSession, info: GameInfo, models: ModelSeats, writer: Keeps) -> None:
        """Raises BadPlayer, BadFile, or BadEvent if the events don't fit the rules."""
        self._begun = begun
        self._live = begun.live
        self._writer = writer
        self._later: list[Event] = []
        """Events that are saved with the next event, or at the end."""
        self._messages: dict[str, list[Mapping[str, str]]] = {}
        """The chat messages that `_later` refers to, by hash."""
        self.session = session = begun.session
        self.play: Play[Any] = session.fold(info.game)
        self.kept = begun.known
        """True if the session is in the save file."""
        timed = bool(begun.models)
        self._prober = prober_of(
            info,
            session,
            begun.cast.__getitem__,
            lambda _, cast: sit_down(cast, info, session.setup, models),
            models.book,
            asked=begun.probers,
        )
        self.referee: Referee[Any] = Referee(
            self.play,
            _players(begun, info, models, self.play),
            self._append,
            prober=self._prober,
            now=now if timed else None,
            clock=asyncio.get_running_loop().time if timed else None,
        )

    async def run(self, playing: MutableSet[Referee[Any]]) -> None:
        """Play the session; its referee is in `playing`, so that it can be stopped. Raises SaveError.

        At the end, the remaining events and the values computed from the session are saved. A session without
        any event isn't kept.
        """
        playing.add(self.referee)
        try:
            if self._begun.known and not self._begun.fresh:
                await self.referee.note(Kind.RESUMED)
            await self.referee.run(stop_on_failure=True)
        finally:
            playing.discard(self.referee)
        wanted = self._live or self.play.over or self.referee.paused
        if wanted and (self.kept or self._later):
            await self._save(self.play, ends=True)

    async def _append(self, event: Event, messages: Messages) -> None:
        """Save one event, but leave the last ones for `run`, which saves them at once when it finishes.

        So the last reply is saved together with `ended` and the values computed from both. If a probe comes
        after the end, the next event saves `ended`.
        """
        self._later.append(event)
        self._messages |= messages
        if self._live and event.type != Kind.ENDED and not self._is_complete():
            await self._save(self.play if not self.kept or self.play.over else None)

    def _is_complete(self) -> bool:
        """True if nobody is asked anything else."""
        over = self.play.over and not self.play.asks()
        return over and (self._prober is None or not self._prober.due(self.play))

    async def _save(self, play: Play[Any] | None, *, ends: bool = False) -> None:
        """Save the events that aren't saved yet."""
        events, self._later = self._later, []
        messages, self._messages = self._messages, {}
        begins, self.kept = not self.kept, True
        await self._writer.add(Piece(self.session, events, messages, begins, play, ends=ends))


def _players(
    begun: PreparedSession, info: GameInfo, models: ModelSeats, play: Play[Any]
) -> dict[str, Player]:
    """The players. A script continues after the replies that it has already given. Raises BadPlayer."""
    for seat, sits in begun.cast.items():
        if sits.kind == "human":
            raise BadPlayer(f"{seat} is a person's seat now; continue {begun.session.id} in the app")
    players = machines(begun.session, begun.cast, info, models)
    for seat, player in players.items():
        if isinstance(player, ScriptPlayer):
            player.said((step.ask.key, step.ask.attempt) for step in play.steps if step.ask.seat == seat)
    return players


class ModelListener:
    """Asks models for one session, and notes replies, failures and a budget that is used up."""

    def __init__(self, models: ModelClient, health: Health, replied: Callable[[], None]) -> None:
        """`replied` is called after each reply."""
        self._models = models
        self._health = health
        self._replied = replied
        self.over: BudgetReached | None = None
        """The budget that stopped the session."""

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        """Ask as `ModelClient.ask` does, but ignore the pieces of a reply, because nobody is watching."""
        try:
            answer = await self._models.ask(call, budgets, ignore_progress)
        except BudgetReached as reached:
            self.over = reached
            raise
        except ModelFailed as failed:
            self._health.failed(call.entry.name, failed)
            raise
        self._health.answered(call.entry.name)
        self._replied()
        return answer
