"""What all models have cost, today and ever, and what they may cost: in the app, in runs, tests and analyses.

The spending is saved in the save file, so it counts for all programs that share the file, and for all days. A
reply of unknown price adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from tui_arena.core.game import Usage
from tui_arena.core.language.sentences import money
from tui_arena.players.models.requests import BudgetReached
from tui_arena.save.errors import SaveError
from tui_arena.save.store import Store

_DAY, _ALL = "spent:{day}", "spent"
"""The keys in the save file's notes."""


@dataclass(frozen=True, slots=True)
class SpendingLimits:
    """The dollars that all models may cost; 0: no limit."""

    day: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Spending:
    """The dollars that all models have cost."""

    day: float = 0.0
    total: float = 0.0


def today() -> str:
    """Returns the local date, by which days are counted."""
    return datetime.now().astimezone().date().isoformat()


def spending(store: Store) -> Spending:
    """Returns what has been spent today and in all. Raises SaveError."""
    return Spending(*(store.number(key) for key in (_DAY.format(day=today()), _ALL)))


class Purse:
    """Counts the cost of replies, and lets no request through beyond a limit."""

    def __init__(self, store: Callable[[], Store], limits: Callable[[], SpendingLimits]) -> None:
        """`limits` returns the current limits. Spent money or a limit makes `store` open the save file."""
        self._store = store
        self._limits = limits
        self._lock = Lock()
        self._unsaved = 0.0
        """Dollars that could not be saved yet."""

    def check(self) -> None:
        """Raise BudgetReached if a limit is reached, or if the spending can't be read."""
        limits = self._limits()
        if not limits.day and not limits.total:
            return
        try:
            spent = spending(self._store())
        except SaveError as error:
            raise BudgetReached(
                f"the amount spent can't be read, so the limit can't be checked: {error}", of="limit"
            ) from None
        for limit, used, of in ((limits.day, spent.day, "of a day"), (limits.total, spent.total, "in all")):
            if limit and used + self._unsaved >= limit:
                raise BudgetReached(
                    f"the limit {of}, ${limit:.4g}, is spent ({money(used + self._unsaved)}); raise it in the settings",
                    of="limit",
                )

    def add(self, usage: Usage | None) -> None:
        """Count one reply."""
        cost = usage.cost_usd if usage is not None else None
        if not cost:
            return
        with self._lock:
            self._unsaved += cost
            try:
                self._store().count({_DAY.format(day=today()): self._unsaved, _ALL: self._unsaved})
            except SaveError:
                return  # the next reply tries again, and the amount counts until then
            self._unsaved = 0.0
