"""Workers that play sessions from one list, within one budget, until the list is empty.

If a worker fails, the others stop where they are, and everything is saved before the error is raised.
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
    """Workers that play sessions within one budget, and the reason why they stopped."""

    def __init__(self, store: Store, registry: ModelRegistry, budget: Budget, concurrency: int) -> None:
        self._store = store
        self._registry = registry
        self._seats = registry.seats()
        self._concurrency = max(concurrency, 1)
        self._health = Health()
        self.budget = budget
        """What the sessions have cost, and what they may cost."""
        self._playing: set[Referee[Any]] = set()
        self._stopped: Stopped | None = None
        self._ending = False
        self._asked = False
        """Whether a model took part."""

    async def _work_all(self, work: Callable[[Writer], Coroutine[Any, Any, None]]) -> None:
        """Run the workers until nothing is left, then close the writer and the model client.

        If one fails or an interrupt comes, the others stop. Raises the first worker's exception.
        """
        writer = Writer(self._store)
        try:
            await run_workers((work(writer) for _ in range(self._concurrency)), self._end)
        finally:
            await writer.close()
            if self._asked:
                await self._registry.adapter.close()

    def _end(self, cause: Cause) -> None:
        """Begin no more sessions, and stop those that are played."""
        if cause == "interrupted":
            self._stopped = "interrupted"
        self._ending = True
        for referee in self._playing:
            referee.stop()

    def _spent(self) -> bool:
        """Whether the workers are to end, because the budget is used up or for another reason."""
        try:
            self.budget.check()
        except BudgetReached:
            self._stopped = self._stopped or "budget"
            self._ending = True
        return self._ending

    def _left_off(self, begun: PreparedSession, table: SessionTask, listener: Listener) -> str | None:
        """Note how a session's play ended. Returns why it paused, unless the run's budget is used up."""
        if listener.over is not None:
            self._stopped = self._stopped or "budget"
        if table.play.over:
            self._health.finished(begun.models)
        if table.referee.paused and (listener.over is None or listener.over.of == "session"):
            return "; ".join(table.referee.paused.values())
        return None
