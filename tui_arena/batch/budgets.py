"""Budgets of a run and its sessions, and the models that a run no longer asks.

Law: money that was spent before a run was stopped counts when the run continues, including undone replies and
probes. A reply of unknown price adds no dollars and is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from tui_arena.config import ModelEntry
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Data, Usage
from tui_arena.players.models.client import ModelClient
from tui_arena.players.models.limits import Budget
from tui_arena.players.models.requests import (
    BudgetReached,
    FailureKind,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    OnProgress,
    ignore_progress,
)

IN_A_ROW = 3
"""Failures of one model without a reply in between, after which it is no longer asked."""
LASTING: frozenset[FailureKind] = frozenset({"auth", "not_found", "context", "unreachable"})
"""Failures that waiting doesn't cure."""


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
        given = {name: value for name in _NAMES if (value := getattr(by, name)) is not None}
        return replace(self, **given)

    def of_run(self) -> Budget:
        """The run's budget, with nothing spent."""
        return Budget("run", self.usd, self.tokens)

    def of_session(self, events: Iterable[Event], seats: Data) -> Budget:
        """A session's budget, with what the session has cost so far."""
        budget = Budget("session", self.session_usd, self.session_tokens)
        spend(budget, events, seats)
        return budget


_NAMES = ("usd", "tokens", "session_usd", "session_tokens")


def spend(budget: Budget, events: Iterable[Event], seats: Data) -> None:
    """Count what the replies and probes of a session have cost; `seats` as in a session file."""
    models = {seat for seat, spec in seats.items() if spec.get("player") == "model"}
    for event in events:
        if event.type == Kind.RECAST and event["to"].get("player") == "model":
            models.add(event["seat"])
        if event.type not in (Kind.REPLY, Kind.PROBE) or event.get("copied"):
            continue
        usage = event.get("usage")
        if usage is not None:
            budget.add(Usage(usage.get("input_tokens"), usage.get("output_tokens"), usage.get("cost_usd")))
        elif event.get("sent") is not None and (event.type == Kind.PROBE or event.get("seat") in models):
            budget.add(None)


@dataclass(slots=True)
class Health:
    """Which models of a run answer, and which have failed too often."""

    dead: dict[str, str] = field(default_factory=dict)
    """The reason by name, for each model that is no longer asked."""
    _rows: dict[str, int] = field(default_factory=dict)
    _short: set[str] = field(default_factory=set)
    """Models that failed because their context was too short; they may well answer another ask."""

    def answered(self, name: str) -> None:
        """A model has replied."""
        if name not in self._short:
            self._rows.pop(name, None)

    def finished(self, names: Iterable[str]) -> None:
        """A session with these models is over."""
        for name in names:
            self._rows.pop(name, None)
            self._short.discard(name)

    def failed(self, name: str, failure: ModelFailed) -> None:
        """A model could not answer, even after all retries."""
        if failure.kind not in LASTING:
            return
        self._rows[name] = self._rows.get(name, 0) + 1
        if failure.kind == "context":
            self._short.add(name)
        if self._rows[name] >= IN_A_ROW:
            self.dead.setdefault(name, failure.why)


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
