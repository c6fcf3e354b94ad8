"""Workers that play the sessions of one list, within one budget, until the list is empty.

If a worker fails, the others stop where they are, and everything is saved before the error is raised. Whatever
is to be saved during a commit goes into the next one; the event loop itself never touches the disk.

Law: a session continues only when what it saves is on the disk. if a model takes part, or the session was begun earlier, every reply is on the disk before the next ask.
Any other session is saved whole when it is over, because its seed can play it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, MutableSet, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tui_arena.batch.run import Budgets, Place, Stopped
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import OnProgress, Player
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
from tui_arena.players.new_session import machines
from tui_arena.players.seating import BadPlayer, Cast, sit_down
from tui_arena.save.store import Piece, SaveError, Store, now
from tui_arena.table.probes.asking import prober_of
from tui_arena.table.worker_pool import Cause, Health, run_workers

_ALONE = frozenset({"bot", "script"})
"""Players who do the same again when the seed is the same."""


@dataclass(frozen=True, slots=True)
class PreparedSession:
    """A session that is ready to be begun or continued."""

    session: Session
    cast: Mapping[str, Cast]
    known: bool
    """Whether it is in the save file already, and leased here."""
    probers: Mapping[str, Cast] = field(default_factory=dict)
    """Who answers probes, by key of the set-up, without the seats' own players."""
    fresh: bool = False
    """Whether it was saved just now, and isn't continued after a break."""

    @property
    def asked(self) -> list[Cast]:
        """Everybody who is asked: players, probers and the sorter."""
        return [*self.cast.values(), *self.probers.values()]

    @property
    def models(self) -> set[str]:
        """Names of the models that are asked."""
        return {str(one.spec.get("name")) for one in self.asked if one.kind == "model"}

    @property
    def live(self) -> bool:
        """Whether every reply is saved as it arrives."""
        return self.known or any(one.kind not in _ALONE for one in self.asked)


class Writer:
    """Commits the pieces of all sessions of a run in a thread, many at a time.

    A commit begins as soon as the one before it is done. Waiting for more pieces would bring all sessions
    into step, so that they ask at the same time and then all wait.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Piece, asyncio.Future[None]]] = []
        self._commits: asyncio.Task[None] | None = None
        """None: nothing is being saved."""

    async def add(self, piece: Piece) -> None:
        """Save a piece; returns when it is on the disk. Raises SaveError."""
        saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((piece, saved))
        if self._commits is None:
            self._commits = asyncio.create_task(self._work())
        await saved

    async def close(self) -> None:
        """Wait until everything is saved."""
        if self._commits is not None:
            await self._commits

    async def _work(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            errors = await asyncio.to_thread(self._commit, [piece for piece, _ in batch])
            for (_, saved), error in zip(batch, errors, strict=True):
                if saved.done():
                    continue
                if error is None:
                    saved.set_result(None)
                else:
                    saved.set_exception(error)
        self._commits = None

    def _commit(self, pieces: Sequence[Piece]) -> list[SaveError | None]:
        """Save pieces, and return each one's error. A piece that can't be saved doesn't stop the others."""
        try:
            self._store.add(pieces)
        except SaveError as error:
            if len(pieces) == 1:
                return [error]
            return [found for piece in pieces for found in self._commit([piece])]
        return [None] * len(pieces)


class SessionTask:
    """Plays one session and saves it."""

    def __init__(self, begun: PreparedSession, info: GameInfo, models: ModelSeats, writer: Writer) -> None:
        """Raises BadPlayer, BadFile, or BadEvent if the events don't fit the rules."""
        self._begun = begun
        self._writer = writer
        self._later: list[Event] = []
        """Events that are saved with the next one, or at the end."""
        self.session = session = begun.session
        self.play: Play[Any] = session.fold(info.game)
        self.kept = begun.known
        """Whether the session is in the save file."""
        timed = bool(begun.models)
        self.referee: Referee[Any] = Referee(
            self.play,
            _players(begun, info, models, self.play),
            self._append,
            prober=prober_of(
                info,
                session,
                begun.cast.__getitem__,
                lambda _, cast: sit_down(cast, info, session.setup, models),
                models.book,
                asked=begun.probers,
            ),
            now=now if timed else None,
            clock=asyncio.get_running_loop().time if timed else None,
        )

    async def run(self, playing: MutableSet[Referee[Any]]) -> None:
        """Play the session; its referee is in `playing`, so that it can be stopped. Raises SaveError.

        At the end the rest is saved with the values computed from it. A session without any event is not
        kept.
        """
        playing.add(self.referee)
        try:
            if self._begun.known and not self._begun.fresh:
                await self.referee.note(Kind.RESUMED)
            await self.referee.run(stop_on_failure=True)
        finally:
            playing.discard(self.referee)
        wanted = self._begun.live or self.play.over or self.referee.paused
        if wanted and (self.kept or self._later):
            await self._save(self._later, {}, self.play, ends=True)

    async def _append(self, event: Event, messages: Messages) -> None:
        """Save one event; the event `ended` is saved together with the values computed from it.

        The end of `run` does that, or the next event if a probe comes after the end.
        """
        if not self._begun.live or event.type == Kind.ENDED:
            self._later.append(event)
            return
        play = self.play if not self.kept or self.play.over else None
        events, self._later = [*self._later, event], []
        await self._save(events, messages, play)

    async def _save(
        self, events: Sequence[Event], messages: Messages, play: Play[Any] | None, *, ends: bool = False
    ) -> None:
        begins, self.kept = not self.kept, True
        await self._writer.add(Piece(self.session, events, messages, begins, play, ends=ends))


def _players(
    begun: PreparedSession, info: GameInfo, models: ModelSeats, play: Play[Any]
) -> dict[str, Player]:
    """The players; a script continues after the replies it has given. Raises BadPlayer."""
    for seat, sits in begun.cast.items():
        if sits.kind == "human":
            raise BadPlayer(f"{seat} is a person's now; go on with {begun.session.id} in the app")
    players = machines(begun.session, begun.cast, info, models)
    for seat, player in players.items():
        if isinstance(player, ScriptPlayer):
            player.said((step.ask.key, step.ask.attempt) for step in play.steps if step.ask.seat == seat)
    return players


class Listener:
    """Asks models for one session, and notes replies, failures and a used-up budget."""

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
        """As `ModelClient.ask`; the pieces of a reply are ignored, because nobody is watching."""
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


@dataclass(frozen=True, slots=True)
class Job:
    """One session that is to be played."""

    place: Place
    name: str
    """What messages call it."""
    prepare: Callable[[], Awaitable[PreparedSession | None]]
    """Gives the session; None: it is left for later."""
    ended: Callable[[SessionTask | None], None]
    """Called with the session as it was left; None if it was not played, or could not be saved."""


class Crew:
    """Plays sessions, several at once, and knows why some are not over."""

    def __init__(
        self,
        catalogue: Catalogue,
        store: Store,
        registry: ModelRegistry,
        *,
        budgets: Budgets,
        budget: Budget,
        concurrency: int,
        told: Callable[[], None],
    ) -> None:
        """`budget`: of all sessions together. `told` is called after each session and model reply."""
        self._catalogue = catalogue
        self._store = store
        self._registry = registry
        self._seats = registry.seats()
        self._budgets = budgets
        self._budget = budget
        self._concurrency = max(concurrency, 1)
        self._told = told
        self._health = Health()
        self._playing: set[Referee[Any]] = set()
        self._ending = False
        self._asked = False
        """Whether a model took part."""
        self.stopped: Stopped | None = None
        self._failures: dict[Place, str] = {}

    @property
    def failures(self) -> tuple[str, ...]:
        """Why sessions are not over, a sentence each, in the order of their places."""
        return tuple(self._failures[place] for place in sorted(self._failures))

    async def play(self, jobs: Iterable[Job]) -> None:
        """Play until nothing is left, until the budget is used up, or until this call is cancelled.

        Raises the first worker's exception: SaveError, BadOption or BadFile.
        """
        left = iter(jobs)
        writer = Writer(self._store)
        try:
            await run_workers((self._work(left, writer) for _ in range(self._concurrency)), self._end)
        finally:
            await writer.close()
            if self._asked:
                await self._registry.disconnect()

    def _end(self, cause: Cause) -> None:
        """Begin no more sessions, and stop those that are played."""
        if cause == "interrupted":
            self.stopped = "interrupted"
        self._ending = True
        for referee in self._playing:
            referee.stop()

    def _is_ending(self) -> bool:
        """Whether to begin no more sessions, because the budget is used up or for another reason."""
        try:
            self._budget.check()
        except BudgetReached:
            self.stopped = self.stopped or "budget"
            self._ending = True
        return self._ending

    async def _work(self, left: Iterator[Job], writer: Writer) -> None:
        for job in left:
            if self._is_ending():
                return
            task = None
            try:
                begun = await job.prepare()
                if self._ending:
                    return
                if begun is not None and begun.models & self._health.dead.keys():
                    self.stopped = self.stopped or "failed"
                elif begun is not None:
                    task = await self._play(job, begun, writer)
            finally:
                job.ended(task)
            self._told()

    async def _play(self, job: Job, begun: PreparedSession, writer: Writer) -> SessionTask | None:
        session = begun.session
        listener = Listener(self._registry.models, self._health, self._told)
        own = self._budgets.of_session(session.events)
        models = replace(self._seats, models=listener, budgets=(self._budget, own))
        try:
            task = SessionTask(begun, self._catalogue.game(session.game), models, writer)
        except BadPlayer as error:
            self._failures[job.place] = f"{job.name}: {error}"
            return None
        self._asked = self._asked or bool(begun.models)
        if begun.fresh:
            await asyncio.to_thread(self._save, session)
        try:
            await task.run(self._playing)
        finally:
            if begun.fresh:
                self._store.release(session.id)
        if listener.over is not None:
            self.stopped = self.stopped or "budget"
        if task.play.over:
            self._health.finished(begun.models)
        if task.referee.paused and (listener.over is None or listener.over.of == "session"):
            self._failures[job.place] = f"{job.name}: {'; '.join(task.referee.paused.values())}"
        return task if task.kept else None

    def _save(self, session: Session) -> None:
        """Save a session with a past before it is played on, and lease it. Raises SaveError."""
        self._store.save(session)
        self._store.lease(session.id)
