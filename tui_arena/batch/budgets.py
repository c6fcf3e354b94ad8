"""Budgets of a run and its sessions.

Law: money that was spent before a run was stopped counts when the run continues, including undone replies and
probes. A reply of unknown price adds no dollars and is reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from tui_arena.core.events import Event
from tui_arena.players.models.limits import Budget
from tui_arena.table.spending import count_saved


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
