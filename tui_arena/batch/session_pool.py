"""Workers that play the sessions of one list, within one budget, until the list is empty.

If a worker fails, the others stop where they are, and everything is saved before the error is raised. Pieces
that arrive during a commit are saved in the next one. The event loop itself never touches the disk.

A session without models is also a job (`job.py`). Another process may carry it out, on a core of this machine
or in a Dask cluster. A process that dies is replaced, and its jobs are carried out again. A result that
arrives twice is saved once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

import msgspec

from tui_arena.batch.job import Job, JobResult, ModelListener, PreparedSession, SessionTask, carry_out
from tui_arena.batch.run import Budgets, Place, Stopped
from tui_arena.config.process import make_room
from tui_arena.core.events import usage_of
from tui_arena.core.referee import Referee
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.players.models.player import ModelSeats
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, BudgetReached
from tui_arena.players.seating import BadPlayer
from tui_arena.save.sessions import unpacked
from tui_arena.save.store import Piece, SaveError, Store
from tui_arena.table.spending import count_saved, paid
from tui_arena.table.worker_pool import Cause, Health, run_workers

CONNECT = 10.0
"""Seconds after which a scheduler that doesn't answer is given up."""

AT_ONCE = 16
"""The maximum number of pieces in one commit."""


class NoCluster(ValueError):
    """The cluster can't be used; the sentence says why."""


class Carrier(Protocol):
    """Other processes that carry out jobs."""

    async def carry_out(self, job: Job) -> JobResult | None:
        """The result of a job; None if `stop` was called first."""

    def stop(self) -> None:
        """Begin no more jobs."""

    async def close(self) -> None:
        """End the processes, or leave them."""


class Cluster:
    """A Dask cluster that is running already."""

    def __init__(self, client: Any, threads: int, bench: bytes) -> None:
        """`client`: a client made by `connected`; `threads`: the number of the workers' threads."""
        self._client = client
        self._threads = threads
        self._bench = bench
        self._open: set[Any] = set()
        self._stopping = False

    @classmethod
    async def connected(cls, address: str, bench: bytes) -> Cluster:
        """The cluster with a scheduler at this address. Raises NoCluster."""
        try:
            from distributed import Client  # noqa: PLC0415  (an extra, and heavy)
        except ImportError:
            raise NoCluster(
                'a cluster needs an extra package; install it with `pip install "tui-arena[cluster]"`'
            ) from None
        try:
            client = await Client(address, asynchronous=True, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise NoCluster(
                f"no scheduler answered at {one_line(address, 80)} ({one_line(str(error), 120)}); start "
                "one with `dask scheduler`, and its workers with `dask worker ADDRESS`"
            ) from None
        threads = sum((await client.nthreads()).values())
        if not threads:
            await client.close()
            raise NoCluster(
                f"the cluster at {one_line(address, 80)} has no workers; start one with `dask worker ADDRESS`"
            )
        return cls(client, threads, bench)

    @property
    def at_once(self) -> int:
        """The number of jobs that are worth giving at the same time."""
        return 2 * self._threads

    async def carry_out(self, job: Job) -> JobResult | None:
        from distributed import CancelledError, KilledWorker  # noqa: PLC0415  (as above)

        if self._is_stopping():
            return None
        task = self._client.submit(
            carry_out, self._bench, msgspec.json.encode(job), key=f"tui-arena-{job.id}", pure=False
        )
        self._open.add(task)
        try:
            return msgspec.msgpack.decode(await task, type=JobResult)
        except KilledWorker:
            return JobResult(failure="every worker that played it was killed; is there enough memory?")
        except (CancelledError, asyncio.CancelledError):
            if self._is_stopping():
                return None
            raise
        except ImportError as error:
            return JobResult(
                failure=f"the cluster's workers need this version of TUI Arena ({one_line(str(error), 120)})"
            )
        finally:
            self._open.discard(task)
            task.release()

    def _is_stopping(self) -> bool:
        return self._stopping

    def stop(self) -> None:
        """Begin no more jobs."""
        self._stopping = True
        for task in self._open:
            asyncio.ensure_future(task.cancel())  # noqa: RUF006  (the waiting code sees the cancellation)

    async def close(self) -> None:
        """Leave the cluster."""
        await self._client.close()


class Writer:
    """Commits the pieces of all sessions of a run in a thread, many pieces at a time.

    A commit begins as soon as the previous one is done. Waiting for more pieces would bring all sessions into
    step: they would all ask at the same time and then all wait. A large commit would do the same, above all if
    many sessions begin or end in it, whose figures take longer.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Piece, asyncio.Future[None]]] = []
        self._commits: asyncio.Task[None] | None = None
        """The thread's task; None: nothing is being saved."""

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
            batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
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
        """Save pieces and return each piece's error. A piece that can't be saved doesn't stop the others."""
        try:
            self._store.add(pieces)
        except SaveError as error:
            if len(pieces) == 1:
                return [error]
            return [found for piece in pieces for found in self._commit([piece])]
        return [None] * len(pieces)


@dataclass(frozen=True, slots=True)
class QueuedSession:
    """One session that is to be played."""

    place: Place
    name: str
    """The session's name in messages."""
    prepare: Callable[[], Awaitable[PreparedSession | Job | None]]
    """Returns the session, or a job for another process; None: the session is left for later."""
    ended: Callable[[SessionTask | JobResult | None], None]
    """Called with the session at its end; None if it wasn't played or couldn't be saved."""


class SessionPool:
    """Plays several sessions at once, and keeps the reasons why some aren't over."""

    def __init__(
        self,
        store: Store,
        registry: ModelRegistry,
        *,
        budgets: Budgets,
        budget: Budget,
        concurrency: int,
        report: Callable[[], None],
        seats: ModelSeats | None = None,
    ) -> None:
        """Raises BadOption if the system doesn't allow that many sessions at once.

        `budget`: for all sessions together. `report`: called after each session and model reply. `seats`:
        everything needed to seat models; None: the registry's.
        """
        self._catalogue = registry.catalogue
        self._store = store
        self._registry = registry
        self._seats = seats or registry.seats()
        self._budgets = budgets
        self._budget = budget
        make_room(concurrency)
        self.concurrency = max(concurrency, 1)
        """The number of sessions that are played here, or by workers, at the same time."""
        self.workers: Carrier | None = None
        """The processes that carry out jobs; None until they are set."""
        self._report = report
        self._health = Health()
        self._playing: set[Referee[Any]] = set()
        self._ending = False
        self._asked = False
        """True if a model has taken part."""
        self.stopped: Stopped | None = None
        self._failures: dict[Place, str] = {}

    @property
    def failures(self) -> tuple[str, ...]:
        """Why sessions aren't over, one sentence each, in the order of their places."""
        return tuple(self._failures[place] for place in sorted(self._failures))

    @property
    def dead(self) -> Mapping[str, str]:
        """Maps each model that is no longer asked to the reason; it grows while the sessions are played."""
        return self._health.dead

    def listener(self) -> ModelListener:
        """Asks models for the sessions of other processes."""
        self._asked = True
        return ModelListener(self._registry.models, self._health, self._report)

    async def play(self, queue: Iterable[QueuedSession]) -> None:
        """Play until no session is left, until the budget is used up, or until this call is cancelled.

        Raises the first worker's exception: SaveError, BadOption or BadFile.
        """
        left = iter(queue)
        writer = Writer(self._store)
        try:
            await run_workers((self._work(left, writer) for _ in range(self.concurrency)), self._end)
        finally:
            await writer.close()
            if self.workers is not None:
                await self.workers.close()
            if self._asked:
                await self._registry.disconnect()

    def _end(self, cause: Cause) -> None:
        """Begin no more sessions, and stop the sessions that are being played."""
        if cause == "interrupted":
            self.stopped = "interrupted"
        self._ending = True
        if self.workers is not None:
            self.workers.stop()
        for referee in self._playing:
            referee.stop()

    def _is_ending(self) -> bool:
        """True if no more sessions may begin, because the budget is used up or for another reason."""
        try:
            self._budget.check()
            if self._asked and self._registry.purse is not None:
                self._registry.purse.check()
        except BudgetReached:
            self.stopped = self.stopped or "budget"
            self._ending = True
        return self._ending

    async def _work(self, left: Iterator[QueuedSession], writer: Writer) -> None:
        for queued in left:
            if self._is_ending():
                return
            task: SessionTask | JobResult | None = None
            try:
                begun = await queued.prepare()
                if self._ending:
                    return
                if isinstance(begun, Job):
                    task = await self._sent_out(queued, begun, writer)
                elif begun is not None and begun.models & self._health.dead.keys():
                    self.stopped = self.stopped or "failed"
                elif begun is not None:
                    task = await self._play(queued, begun, writer)
            finally:
                queued.ended(task)
            self._report()

    async def _play(
        self, queued: QueuedSession, begun: PreparedSession, writer: Writer
    ) -> SessionTask | None:
        session = begun.session
        listener = ModelListener(self._registry.models, self._health, self._report)
        own = self._budgets.of_session(session.events)
        models = replace(self._seats, models=listener, budgets=(self._budget, own))
        try:
            task = SessionTask(begun, self._catalogue.game(session.game), models, writer)
        except BadPlayer as error:
            self._failures[queued.place] = f"{queued.name}: {error}"
            return None
        self._asked = self._asked or bool(begun.models)
        if begun.fresh:
            await asyncio.to_thread(self._save, session)
        try:
            await task.run(self._playing)
        finally:
            if begun.fresh:
                self._store.release(session.id)
        if task.play.over:
            self._health.finished(begun.models)
        over = listener.over.of if listener.over else None
        self._note_end(queued, "; ".join(task.referee.paused.values()), over)
        return task if task.kept else None

    def _note_end(
        self, queued: QueuedSession, why: str, over: Literal["session", "run", "limit"] | None
    ) -> None:
        """Note why a session isn't over (empty if it is), and which budget is used up."""
        if over is not None:
            self.stopped = self.stopped or "budget"
        limited = over == "limit" and not self._failures
        if why and (over in (None, "session") or limited):
            self._failures[queued.place] = f"{queued.name}: {why}"

    async def _sent_out(self, queued: QueuedSession, job: Job, writer: Writer) -> JobResult | None:
        """Let another process play a session, and save the session that it returns."""
        assert self.workers is not None, "otherwise, no job is given"
        if self._health.dead and isinstance(self.workers, Cluster):
            self.stopped = self.stopped or "failed"
            return None
        result = await self.workers.carry_out(job)
        if result is None:
            return None
        self._health.dead.update(result.dead)
        if result.skipped:
            self.stopped = self.stopped or "failed"
        self._note_end(queued, result.failure, result.over)
        if result.saved:
            if result.played is not None and result.played.over:
                self._health.finished(result.models)
            return result
        return None if result.session is None else await self._keep(result, result.session, writer)

    async def _keep(self, result: JobResult, packed: bytes, writer: Writer) -> JobResult:
        """Save the session of a result, and count what it has cost."""
        session = unpacked(packed, self._catalogue)
        count_saved(self._budget, session.events)
        self._asked = self._asked or any(True for _ in paid(session.events))
        if self._registry.purse is not None:
            for event in paid(session.events):
                self._registry.purse.add(usage_of(event))
        try:
            await writer.add(
                Piece(
                    session, session.events, session.messages, begins=True, ends=True, summary=result.summary
                )
            )
        except SaveError:
            if not self._store.holds(session.id):
                raise
        return result

    def _save(self, session: Session) -> None:
        """Save and lease a session that already has replies, before it is played on. Raises SaveError."""
        self._store.save(session)
        self._store.lease(session.id)
