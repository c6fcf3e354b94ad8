"""Plays runs, or the remaining sessions of them; plays branches to their end.

Only sessions on the disk count as played. A run is always stopped between two replies. A branch is saved
right before it is played, so a stopped branch can be continued.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from tui_arena.batch.history import note_beginning, note_end
from tui_arena.batch.job import (
    Job,
    JobResult,
    PreparedSession,
    SessionTask,
    begun_by,
    bench_of,
    cast_now,
    session_id,
)
from tui_arena.batch.run import Budgets, Finished, Place, Played, Run, Stopped, played_of
from tui_arena.batch.session_pool import Carrier, Cluster, QueuedSession, SessionPool
from tui_arena.config.process import command_line
from tui_arena.core.events import Event, Kind, outcome_data
from tui_arena.core.game import Data
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget
from tui_arena.save.errors import Unreadable, reading
from tui_arena.save.skipping import Skipped
from tui_arena.save.store import Piece, SaveError, SessionQuery, SessionRow, Store, now
from tui_arena.table.spending import count_saved

if TYPE_CHECKING:
    from tui_arena.table.branches import Branched

_PAGE = 1000
TRIED, WORTH = 1.0, 3.0
"""Two times in seconds: after the first, one process estimates the remaining time. If that is longer than the
second, further processes start."""


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class BatchOptions(TypedDict, total=False):
    """How a run is played; see `Batch`."""

    concurrency: int
    workers: int | None
    scheduler: str | None
    figures: bool
    most: int | None


class Batch:
    """Plays a run, or the remaining sessions of one."""

    def __init__(
        self,
        run: Run,
        store: Store,
        registry: ModelRegistry,
        *,
        concurrency: int = 1,
        workers: int | None = 1,
        scheduler: str | None = None,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
        budget: Budget | None = None,
        figures: bool = True,
        most: int | None = None,
        counted: bool = False,
    ) -> None:
        """Nothing is played before `play`.

        `workers`: the number of processes that play; None: one for each core if only bots and scripts play and
        that saves time, otherwise one. `scheduler`: the address of a Dask cluster that plays instead. `progress`: called with the
        number of finished sessions and the total, after each session and model reply. `budget`: one that is
        shared with other runs; None: a separate one. `figures`: whether to keep the figures of each session;
        without them a run needs little memory. `most`: the number of sessions to play, from the first on;
        None: all. `counted`: whether `budget` includes the cost of earlier sessions already.
        """
        self._counted = counted
        self._most = run.total if most is None else min(most, run.total)
        self._workers = workers or (1 if run.models else cores())
        self._worth_it = workers is not None
        """True if further processes start at once, because the caller chose their number."""
        self._scheduler = scheduler
        self.budget = budget or run.budgets.of_run()
        """The cost of the sessions, and its limit."""
        self._pool = SessionPool(
            store,
            registry,
            budgets=run.budgets,
            budget=self.budget,
            # two jobs for each process of bots, so that none waits while its result is saved
            concurrency=max(concurrency, 2 * self._workers if self._workers > 1 and not run.models else 1),
            report=self._tell,
            seats=run.seats_of(registry),
        )
        self.run = run
        """The run that is played."""
        self._catalogue = registry.catalogue
        self._store = store
        self._registry = registry
        self._progress = progress
        self._info = registry.catalogue.game(run.game)
        self._opening = run.opening(registry)
        self._probers = run.probers(registry)
        self._figures = figures
        self._repeats = (run.repetitions or 1) > 1
        self._numbers = {index: number for number, index in enumerate(run.items or ())}
        """Maps a set-up's index to its number in the run, if the run lists its items; otherwise empty."""
        self._done: list[Played | None] = [None] * run.total
        """Results by session number; None if the session hasn't been played."""
        self.over = 0
        """The number of sessions that are over."""
        self._begun_before: dict[Place, Session] = {}
        self._skipped = Skipped()
        self._uncounted: set[str] = set()
        """Ids of the skipped sessions that may have cost more than what was counted."""
        self._interrupted = False
        self._playing: tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]] | None = None
        """The loop and the task that play; None before that."""
        self._left: dict[Place, asyncio.Event] = {}
        """Maps a place to an event that is set when its session ends or stops; empty without repetitions."""

    def play(self) -> Finished:
        """Play until the end, until the budget is used up, or until Ctrl-C. Saves and returns the result.

        Raises SaveError, BadPlayer, BadOption or BadFile; sessions finished before that are saved.
        """
        started = time.monotonic()
        self.read_earlier()
        note_beginning(self.run, self._store)
        ended: Stopped | None = "failed"
        try:
            for session in self._begun_before.values():
                self._hold(session)
            try:
                asyncio.run(self._all())
            except asyncio.CancelledError:  # the interruption came when nothing was left to play
                self._pool.stopped = "interrupted"
            cut = self._most < self.run.total and self.over < self.run.total
            ended = self._pool.stopped or ("interrupted" if cut else None)
        finally:
            for session in self._begun_before.values():
                self._store.release(session.id)
            with suppress(SaveError):
                note_end(self.run, self._store, ended)
        return self._finished(round(time.monotonic() - started, 3))

    def interrupt(self) -> None:
        """Stop as Ctrl-C does. May be called from any thread, before `play` or while it runs."""
        if self._interrupted:
            return  # a second cancellation would stop the saving of replies
        self._interrupted = True
        if self._playing is not None:
            loop, task = self._playing
            with suppress(RuntimeError):  # the loop has just been closed
                loop.call_soon_threadsafe(task.cancel)

    @property
    def failed(self) -> set[str]:
        """The models that failed so often that they are no longer asked."""
        return set(self._pool.dead)

    def so_far(self) -> Finished:
        """The result so far. May be called from any thread while the run is played."""
        return self._finished(0.0)

    def left_as_it_is(self, stopped: Stopped) -> Finished:
        """The result so far, for a run that isn't played because an earlier run was stopped."""
        self._pool.stopped = stopped
        return self._finished(0.0)

    def _finished(self, seconds: float) -> Finished:
        return Finished(
            self.run,
            tuple(one for one in self._done if one is not None),
            self._pool.stopped,
            (*map(self._unreadable_line, self._skipped.found), *self._pool.failures),
            seconds,
            self.budget.unpriced,
        )

    # sessions that were played before

    def read_earlier(self) -> int:
        """Read this run's saved sessions and their cost. Returns how many of them are over."""
        if not any(self._done):
            seeds: dict[int, int] = {}
            query = SessionQuery(game=self.run.game, run=self.run.id, limit=_PAGE)
            rows = self._store.every(query)
            for session, play in self._skipped.each(rows, lambda row: row.id, self._read):
                seeds = seeds or {self.run.seed_at(i): i for i in self.run.indices}
                index = seeds.get(session.setup.seed or 0)
                if index is not None:
                    self._take_in((session.setup.repetition or 1, index), session, play)
        return self.over

    def _read(self, row: SessionRow) -> tuple[Session, Play[Any]]:
        try:
            with reading(row.id):
                session = self._store.load(row.id)
                play = session.fold(self._info.game)
                self._info.compute(play)
                return session, play
        except Unreadable as error:
            events, others = self._store.sound_events(row.id)
            if not self._counted:
                count_saved(self.budget, events)
            if others and self.run.models and not self._counted:
                self.budget.add(None)
                self._uncounted.add(error.session)
            raise

    def _unreadable_line(self, error: Unreadable) -> str:
        if error.session not in self._uncounted:
            return f"{error}; its place is played again"
        return (
            f"{error}; its place is played again, and because its full cost isn't known, the budget may be "
            "exceeded"
        )

    def _take_in(self, place: Place, session: Session, play: Play[Any]) -> None:
        if not self._counted:
            count_saved(self.budget, session.events)
        if play.over and all(event.type != Kind.ENDED for event in session.events):
            self._close(session, play)
        if not play.over:
            self._begun_before[place] = session
        self._note(place, self._played(session, play))

    def _close(self, session: Session, play: Play[Any]) -> None:
        """Save the end of a session, if the program was killed right before saving it. Raises SaveError."""
        self._hold(session)
        data = {"outcome": outcome_data(play.outcome()), "at": now()}
        event = Event(play.next_seq, Kind.ENDED, data)
        play.feed(event)
        self._store.add([Piece(session, [event], play=play, ends=True)])

    def _hold(self, session: Session) -> None:
        """Lease a session that was begun. Raises SaveError if another window or run is playing it."""
        if not self._store.lease(session.id):
            raise SaveError(
                f"session {session.id} of this run is being played in another window or by another run; "
                "stop that first"
            )

    # playing all sessions

    async def _all(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._playing = asyncio.get_running_loop(), task
        if self._interrupted:
            self._pool.stopped = "interrupted"
            return
        if self._repeats:
            for number, played in enumerate(self._done):
                place = self.run.place(number)
                self._left[place] = asyncio.Event()
                if played is not None and place not in self._begun_before:
                    self._left[place].set()
        if self._scheduler is not None:
            bench = bench_of(self.run, self._registry, here=False, figures=self._figures)
            cluster = await Cluster.connected(self._scheduler, bench)
            self._pool.workers, self._pool.concurrency = cluster, cluster.at_once
        self._began = time.monotonic()
        self._over_before = self.over
        self._tell()
        await self._pool.play(self._queue())

    def _other_workers(self) -> Carrier | None:
        """The other processes that play; None while this process plays alone."""
        if self._pool.workers is None and self._workers > 1 and self._is_worth_it():
            bench = bench_of(self.run, self._registry, here=True, figures=self._figures)
            self._pool.workers = self._model_workers(bench) if self.run.models else self._local_workers(bench)
        return self._pool.workers

    def _local_workers(self, bench: bytes) -> Carrier:
        from tui_arena.batch import local_workers  # noqa: PLC0415  (loads multiprocessing)

        return local_workers.LocalWorkers(self._workers, bench)

    def _model_workers(self, bench: bytes) -> Carrier:
        from tui_arena.batch.model_workers import ModelWorkers  # noqa: PLC0415  (as above)

        return ModelWorkers(
            self._workers,
            bench,
            self._store,
            self._registry,
            at_once=self._pool.concurrency,
            listener=self._pool.listener(),
            dead=self._pool.dead,
            budgets=self._budgets_of,
        )

    def _budgets_of(self, job: Job) -> Sequence[Budget]:
        """The budgets that the replies of a job's session count against."""
        earlier = self._begun_before.get(job.place)
        return self.budget, self.run.budgets.of_session(earlier.events if earlier else ())

    def _is_worth_it(self) -> bool:
        """True if further processes would save more time than their start takes, judging by the sessions so far."""
        if self._worth_it:
            return True
        gone, played = time.monotonic() - self._began, self.over - self._over_before
        return gone > TRIED and played > 0 and gone / played * (self.run.total - self.over) > WORTH

    def _queue(self) -> Iterator[QueuedSession]:
        """The sessions that were begun, then the new ones, both in the order of the output."""
        begun = [place for place in sorted(self._begun_before) if self._number(place) < self._most]
        new = (self.run.place(number) for number in range(self._most) if self._done[number] is None)
        for place in chain(begun, new):
            yield QueuedSession(place, _said(place), partial(self._begun, place), partial(self._ended, place))

    def _tell(self) -> None:
        self._progress(self.over, self.run.total)

    def _number(self, place: Place) -> int:
        """The number of a place, from 0 in the order of the output."""
        repetition, index = place
        return (repetition - 1) * self.run.sessions + self._numbers.get(index, index)

    def _note(self, place: Place, played: Played) -> None:
        """Keep the result of a session."""
        number = self._number(place)
        before = self._done[number]
        self.over += played.over - (before is not None and before.over)
        self._done[number] = played

    def _ended(self, place: Place, task: SessionTask | JobResult | None) -> None:
        """Keep the result of a session, and let the other repetitions of its set-up begin."""
        if isinstance(task, SessionTask):
            self._note(place, self._played(task.session, task.play))
        elif task is not None and task.played is not None:
            self._note(place, task.played)
        if self._repeats:
            self._left[place].set()

    async def _begun(self, place: Place) -> PreparedSession | Job | None:
        """The session of a place, or a job for it; None if the session is left for later."""
        earlier = self._begun_before.get(place)
        if earlier is not None and self.run.models and self._workers > 1 and self._scheduler is None:
            self._other_workers()
            self._store.release(earlier.id)  # the process that plays it takes the lease
            return Job(place, earlier.id, known=True)
        if earlier is not None:
            cast = cast_now(earlier, self._opening, self._info)
            return PreparedSession(earlier, cast, known=True, probers=self._probers)
        known, secret = await self._given_before(place)
        if not known:
            return None  # the session that should give the secret isn't over
        if self.run.listed:
            secret = self.run.listed[place[1] % len(self.run.listed)]
        number = None if self.run.search else self._numbers.get(place[1])
        job = Job(place, self._new_id(place), secret, command_line(), number)
        if self._other_workers() is not None:
            return job
        session, cast = begun_by(job, self.run, self._opening, self._catalogue)
        return PreparedSession(session, cast, known=False, probers=self._probers)

    def _new_id(self, place: Place) -> str:
        """The id of a place's session; a new id if the session is saved but can't be read."""
        broken = {error.session for error in self._skipped.found}
        ids = (session_id(self.run.id, place, attempt) for attempt in range(len(broken) + 1))
        return next(one for one in ids if one not in broken)

    async def _given_before(self, place: Place) -> tuple[bool, Data | None]:
        """True if a repetition's secret is settled; and the secret of earlier repetitions, if there is one.

        The first repetition whose setter gives a valid secret gives it to the later ones. Each repetition
        waits for all earlier ones in turn, so concurrency changes nothing.
        """
        repetition, index = place
        for earlier in range(1, repetition):
            await self._left[earlier, index].wait()
            played = self._done[self._number((earlier, index))]
            if played is None or not (played.over or not played.gives):
                return False, None
            if played.secret is not None or not played.gives:
                return True, played.secret
        return True, None

    def _played(self, session: Session, play: Play[Any]) -> Played:
        return played_of(self.run, self._info, session, play, figures=self._figures)


def _said(place: Place) -> str:
    """A session's name in messages: its number from 1, and its repetition from the second."""
    repetition, index = place
    return f"session {index + 1}" + (f", repetition {repetition}" if repetition > 1 else "")


class Batches:
    """Plays runs one after the other, within the first run's budget."""

    def __init__(
        self,
        runs: Sequence[Run],
        store: Store,
        registry: ModelRegistry,
        *,
        progress: Callable[[int, int], None],
        **how: Unpack[BatchOptions],
    ) -> None:
        """`progress` is called with the finished sessions and the total over all runs. `how`: as for `Batch`."""
        self.budget = runs[0].budgets.of_run()
        """The cost of all runs together, and its limit."""
        self._total = sum(run.total for run in runs)
        self._progress = progress
        self._batches = [
            Batch(run, store, registry, progress=self._tell, budget=self.budget, **how) for run in runs
        ]

    def _tell(self, _done: int, _total: int) -> None:
        self._progress(*self.over)

    @property
    def over(self) -> tuple[int, int]:
        """The number of sessions that are over and saved, and the total."""
        return sum(batch.over for batch in self._batches), self._total

    def read_earlier(self) -> list[int]:
        """Read the sessions that were played before. Returns how many sessions each run has left."""
        return [batch.run.total - batch.read_earlier() for batch in self._batches]

    def interrupt(self) -> None:
        """Stop as Ctrl-C does. May be called from any thread."""
        for batch in self._batches:
            batch.interrupt()

    def so_far(self) -> list[Finished]:
        """Every run's result so far. May be called from any thread while the runs are played."""
        return [batch.so_far() for batch in self._batches]

    def play(self) -> list[Finished]:
        """Play all runs, or until one is stopped. Returns every run's result. Raises as `Batch.play`.

        If a run stopped because a model failed, the runs without that model are played.
        """
        self.read_earlier()
        finished: list[Finished] = []
        before: Stopped | None = None
        failed: set[str] = set()
        for batch in self._batches:
            stopped = before or ("failed" if batch.run.models.keys() & failed else None)
            finished.append(batch.left_as_it_is(stopped) if stopped else batch.play())
            failed |= batch.failed
            if finished[-1].stopped != "failed":
                before = finished[-1].stopped
        return finished


@dataclass(frozen=True, slots=True)
class BranchesPlayed:
    """The result of playing branches."""

    played: tuple[tuple[Branched, Play[Any]], ...]
    """The saved branches, in the order in which they were given; some may not be over."""
    stopped: Stopped | None
    failures: tuple[str, ...]
    """Why some branches aren't over, one sentence each."""
    wall_seconds: float
    left: int
    """The number of branches that aren't over or haven't begun."""


def play_branches(
    branches: Sequence[Branched],
    store: Store,
    registry: ModelRegistry,
    budget: Budget,
    *,
    concurrency: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> BranchesPlayed:
    """Play several branches at once, until the end, until the budget is used up, or until Ctrl-C.

    `progress`: called with the number of finished branches and the total. Raises SaveError or BadFile.
    """
    began = time.monotonic()
    plays: dict[int, Play[Any]] = {}

    def over() -> int:
        return sum(play.over for play in plays.values())

    def queued(index: int, branch: Branched) -> QueuedSession:
        async def prepare() -> PreparedSession:
            return PreparedSession(branch.session, branch.cast, known=True, fresh=True)

        def ended(task: SessionTask | JobResult | None) -> None:
            if isinstance(task, SessionTask):
                plays[index] = task.play

        return QueuedSession((1, index), f"branch {index + 1}", prepare, ended)

    pool = SessionPool(
        store,
        registry,
        budgets=Budgets(),
        budget=budget,
        concurrency=concurrency,
        report=lambda: progress(over(), len(branches)),
    )
    asyncio.run(pool.play(queued(index, branch) for index, branch in enumerate(branches)))
    return BranchesPlayed(
        tuple((branches[index], plays[index]) for index in sorted(plays)),
        pool.stopped,
        pool.failures,
        round(time.monotonic() - began, 3),
        len(branches) - over(),
    )
