"""Mean cost of saved sessions with models, to estimate the cost of the next sessions.

A mean covers only sessions that are over and have a known price. An unknown value is None, never 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tui_arena.save.rollup.sums import SCALE, TOKENS, Cells, Key
from tui_arena.save.store import Store

_ELSEWHERE = frozenset({"imported", "demo", "branched"})
"""Flags of sessions that were paid for elsewhere, or only in part. Such sessions don't count."""


@dataclass(frozen=True, slots=True)
class SeatCost:
    """The average cost of one session, for one model on one seat or for a whole session."""

    mean_usd: float | None = None
    """In US dollars; None if no session has a known price."""
    n: int = 0
    """The number of sessions with a known price."""
    mean_tokens: float | None = None
    """Input plus output tokens; None if no session has a known number."""
    sessions: int = 0
    """The number of sessions behind `mean_tokens`."""


def table_cost(store: Store, game: str, seats: Iterable[tuple[str, str]]) -> SeatCost:
    """The likely cost of one session. `seats`: the group of each seat and the name of its model.

    If a model never had a seat of that group, its sessions on other seats count. If nothing is known about
    one model, the whole cost is unknown. Raises SaveError.
    """
    each = list(seats)
    names = {name for _, name in each}

    def wanted(key: Key) -> bool:
        return key.kind == "model" and key.name in names and not _ELSEWHERE & set(key.flags.split(","))

    found = store.figures(game, "", None, wanted) if names else []
    costs = []
    for group, name in each:
        anywhere = [(key.group, cells) for key, cells in found if key.name == name]
        here = [cells for where, cells in anywhere if where == group]
        costs.append(_mean(here or [cells for _, cells in anywhere]))
    return SeatCost(
        _total([cost.mean_usd for cost in costs]),
        min((cost.n for cost in costs), default=0),
        _total([cost.mean_tokens for cost in costs]),
        min((cost.sessions for cost in costs), default=0),
    )


def _mean(parts: Sequence[Cells]) -> SeatCost:
    if not parts:
        return SeatCost()
    cells = Cells.total(parts)
    n, usd, _ = cells.sums("cost_usd")
    sessions, tokens, _ = cells.sums(TOKENS)
    return SeatCost(
        usd / n / SCALE if n else None, n, tokens / sessions / SCALE if sessions else None, sessions
    )


def _total(values: Sequence[float | None]) -> float | None:
    """The sum; None if a value is unknown or there are no values."""
    return None if None in values or not values else sum(value or 0.0 for value in values)
