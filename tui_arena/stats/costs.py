"""Mean cost of saved sessions with models, to estimate what the next sessions will cost.

A mean covers only sessions that are over and have a known price. What isn't known is None, never 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tui_arena.save.rollup.sums import SCALE, Key
from tui_arena.save.store import Store

_ELSEWHERE = frozenset({"imported", "demo", "branched"})
"""Flags of sessions that were paid for elsewhere, or only in part; they don't count."""


@dataclass(frozen=True, slots=True)
class SeatCost:
    """The average cost of one session, for one model on one seat or for a whole session."""

    mean_usd: float | None = None
    """In US dollars; None if no session has a known price."""
    n: int = 0
    """Sessions with a known price."""
    mean_tokens: float | None = None
    """Input plus output tokens; None if there is no session yet."""
    sessions: int = 0
    """Sessions behind `mean_tokens`."""


def table_cost(store: Store, game: str, seats: Iterable[tuple[str, str]]) -> SeatCost:
    """The likely cost of one session; `seats` holds the group of each seat and the name of its model.

    For a model that never held a seat of that group, its sessions on other seats count. If nothing is known
    of one model, the whole cost is unknown. Raises SaveError.
    """
    each = list(seats)
    found = _sums(store, game, {name for _, name in each})
    costs = []
    for group, name in each:
        here = found.get((name, group))
        anywhere = [parts for (who, _), parts in found.items() if who == name]
        costs.append(_added([here] if here else anywhere))
    return SeatCost(
        _total([cost.mean_usd for cost in costs]),
        min((cost.n for cost in costs), default=0),
        _total([cost.mean_tokens for cost in costs]),
        min((cost.sessions for cost in costs), default=0),
    )


_Sums = tuple[int, int, int, int]
"""Number of sessions with a price, their cost in millionths of a dollar, number of sessions, their tokens
in millionths."""


def _sums(store: Store, game: str, names: set[str]) -> dict[tuple[str, str], _Sums]:
    """Sums by name of the model and group of seats."""

    def wanted(key: Key) -> bool:
        return key.kind == "model" and key.name in names and not _ELSEWHERE & set(key.flags.split(","))

    out: dict[tuple[str, str], _Sums] = {}
    for key, cells in store.figures(game, "", None, wanted) if names else []:
        priced, usd, _ = cells.sums("cost_usd")
        sessions, sent, _ = cells.sums("input_tokens")
        new = (priced, usd, sessions, sent + cells.sums("output_tokens")[1])
        old = out.get((key.name, key.group), (0, 0, 0, 0))
        out[key.name, key.group] = (old[0] + new[0], old[1] + new[1], old[2] + new[2], old[3] + new[3])
    return out


def _added(parts: Iterable[_Sums]) -> SeatCost:
    n, usd, sessions, tokens = (sum(column) for column in zip((0, 0, 0, 0), *parts, strict=True))
    return SeatCost(
        usd / n / SCALE if n else None, n, tokens / sessions / SCALE if sessions else None, sessions
    )


def _total(values: Iterable[float | None]) -> float | None:
    """The sum; None if a value is unknown or there are no values."""
    known = list(values)
    return None if None in known or not known else sum(value or 0.0 for value in known)
