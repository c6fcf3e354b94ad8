"""Budgets of a run and its sessions, and the models of a session that is played headless.

Law: money that was spent before a run was stopped counts when the run continues, including undone replies and
probes. A reply of unknown price adds no dollars and is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from tui_arena.config import ModelEntry
from tui_arena.core.events import Event
from tui_arena.players.models.client import ModelClient
from tui_arena.players.models.limits import Budget
from tui_arena.players.models.requests import (
    BudgetReached,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    OnProgress,
    ignore_progress,
)
from tui_arena.table.spending import count_saved
from tui_arena.table.worker_pool import Health


@dataclass(frozen=True, slots=True)
class Budgets:
    """What may be spent; None: no limit."""

    usd: float | None = None
    """Dollars, for the whole run."""
    tokens: int | None = None
    """Tokens, in and out, for the whole run."""
    session_usd: float | None = None
    session_tokens: int | None = None

    def raised(self, by: Budgets) -> Budgets:
        """These budgets, replaced by those that `by` sets."""
        return replace(self, **{name: value for name, value in asdict(by).items() if value is not None})

    def of_run(self) -> Budget:
        """The run's budget, with nothing spent."""
        return Budget("run", self.usd, self.tokens)

    def of_session(self, events: Iterable[Event]) -> Budget:
        """A session's budget, with what the session has cost so far."""
        budget = Budget("session", self.session_usd, self.session_tokens)
        count_saved(budget, events)
        return budget


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

    def takes_schema(self, entry: ModelEntry) -> bool:
        """As `ModelClient.takes_schema`."""
        return self._models.takes_schema(entry)

    def plain(self, entry: ModelEntry) -> None:
        """As `ModelClient.plain`."""
        self._models.plain(entry)
