"""Workers that play the sessions of one list, within one budget, until the list is empty.

If a worker fails, the others stop where they are, and everything is saved before the error is raised.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from tui_arena.batch.budgets import Budgets, Listener
from tui_arena.batch.saving import Writer
from tui_arena.batch.session_task import PreparedSession, SessionTask
from tui_arena.core.referee import Referee
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.models.limits import Budget
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import BudgetReached
from tui_arena.players.seating import BadPlayer
from tui_arena.save.store import Store
from tui_arena.table.worker_pool import Cause, Health, run_workers

Stopped = Literal["budget", "interrupted", "failed"]
"""`failed`: a model is no longer asked, so its sessions were not begun."""
Place = tuple[int, int]
"""Repetition from 1, and index from 0: of a run's set-up, or of a branch."""


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
                await self._registry.adapter.close()

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
        self._store.create(session)
        self._store.lease(session.id)
