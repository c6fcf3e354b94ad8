"""Workers that take from one list until it is empty, and how they end together.

Law: a worker that fails lets the others stop where they are; what came is kept before the fault is told.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from tui_arena.batch.budgets import Health, Listener
from tui_arena.batch.run import Stopped
from tui_arena.batch.saving import Writer
from tui_arena.batch.session_task import PreparedSession, SessionTask
from tui_arena.core.referee import Referee
from tui_arena.players.models.limits import Budget
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import BudgetReached
from tui_arena.save.store import Store
from tui_arena.table.worker_pool import Cause, run_workers


class Crew:
    """Workers that play sessions within one budget, and what stopped them."""

    def __init__(self, store: Store, registry: ModelRegistry, budget: Budget, concurrency: int) -> None:
        self._store = store
        self._registry = registry
        self._seats = registry.seats()
        self._concurrency = max(concurrency, 1)
        self._health = Health()
        self.budget = budget
        """What they have cost, and what they may."""
        self._playing: set[Referee[Any]] = set()
        self._stopped: Stopped | None = None
        self._ending = False
        self._asked = False
        """Whether a model sat."""

    async def _work_all(self, work: Callable[[Writer], Coroutine[Any, Any, None]]) -> None:
        """Let the workers take what is left until nothing is, and close what they used.

        Once one fails or an interrupt comes, the others stop. Raises the first fault of a worker.
        """
        writer = Writer(self._store)
        try:
            await run_workers((work(writer) for _ in range(self._concurrency)), self._end)
        finally:
            await writer.close()
            if self._asked:
                await self._registry.adapter.close()

    def _end(self, cause: Cause) -> None:
        """Begin nothing more, and let every session stop where it is."""
        if cause == "interrupted":
            self._stopped = "interrupted"
        self._ending = True
        for referee in self._playing:
            referee.stop()

    def _spent(self) -> bool:
        """Whether the budget is used up; then all ends."""
        try:
            self.budget.check()
        except BudgetReached:
            self._stopped = self._stopped or "budget"
            self._ending = True
        return self._ending

    def _left_off(self, begun: PreparedSession, table: SessionTask, listener: Listener) -> str | None:
        """Note how the play of a session ended; why it paused, if not for the budget of all."""
        if listener.over is not None:
            self._stopped = self._stopped or "budget"
        if table.play.over:
            self._health.finished(begun.models)
        if table.referee.paused and (listener.over is None or listener.over.of == "session"):
            return "; ".join(table.referee.paused.values())
        return None
