"""What sessions with models have cost, so that it can be said before the next ones start.

Law: a mean over sessions that are over and whose price is known; what nobody knows is None, never 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tui_arena.save.rollup.deltas import SCALE, Key
from tui_arena.save.store import Store

_ELSEWHERE = frozenset({"imported", "demo", "branched"})
"""Sessions that were paid for elsewhere, or only in part."""


@dataclass(frozen=True, slots=True)
class SeatCost:
    """What one model on one seat came to in a session, on average."""

    mean_usd: float | None = None
    """None: no session of which the price is known."""
    n: int = 0
    """Sessions of which the price is known."""
    mean_tokens: float | None = None
    """In and out; None: no session yet."""
    sessions: int = 0


def table_cost(store: Store, game: str, seats: Iterable[tuple[str, str]]) -> SeatCost:
    """What a session is likely to come to; `seats` are group of the seat and name of the model.

    A model that never had that seat counts by what it came to on others; one of which nothing is
    known makes the whole unknown. Raises SaveError.
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
"""Sessions with a price, their millionths of a dollar, sessions, their millionths of a token."""


def _sums(store: Store, game: str, names: set[str]) -> dict[tuple[str, str], _Sums]:
    """Sums by name and group of seats."""

    def wanted(key: Key) -> bool:
        return key.kind == "model" and key.name in names and not _ELSEWHERE & set(key.flags.split(","))

    out: dict[tuple[str, str], _Sums] = {}
    for key, cells in store.figures(game, "", None, wanted) if names else []:
        tokens = cells["#input_tokens s"] + cells["#output_tokens s"]
        new = (cells["#cost_usd n"], cells["#cost_usd s"], cells["#input_tokens n"], tokens)
        old = out.get((key.name, key.group), (0, 0, 0, 0))
        out[key.name, key.group] = (old[0] + new[0], old[1] + new[1], old[2] + new[2], old[3] + new[3])
    return out


def _added(parts: Iterable[_Sums]) -> SeatCost:
    n, usd, sessions, tokens = (sum(column) for column in zip((0, 0, 0, 0), *parts, strict=True))
    return SeatCost(
        usd / n / SCALE if n else None, n, tokens / sessions / SCALE if sessions else None, sessions
    )


def _total(values: Iterable[float | None]) -> float | None:
    """The sum; None if one is not known, or there is none."""
    known = list(values)
    return None if None in known or not known else sum(value or 0.0 for value in known)
