"""The likely cost of runs, estimated from what the players have cost before, or from the first sessions of each run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from tui_arena.batch.run import Finished, Played, Run, each, table_of
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.store import Store
from tui_arena.stats.form import SeatCost, table_cost
from tui_arena.stats.statistics import Figure, spread, t95
from tui_arena.table.spending import total_usage


def session_cost(run: Run, store: Store, registry: ModelRegistry) -> SeatCost:
    """The likely cost of one session of a run; a sum is None if it is unknown for one of the models.

    A run without models costs 0. For a player that is drawn from several, the mean is taken. Raises
    SaveError.
    """
    choices = [(seat, list(each(sits))) for seat, sits in table_of(run, registry)]
    return total_cost(
        (1 / len(some), table_cost(store, run.game, [(seat.group, str(one.spec["name"]))]))
        for seat, some in choices
        for one in some
        if one.kind == "model"
    )


def remaining_cost(runs: Iterable[tuple[Run, int]], store: Store, registry: ModelRegistry) -> SeatCost:
    """The likely cost of all sessions that runs have left; sums as in `total_cost`.

    `runs`: each run with the number of its sessions left. Raises SaveError.
    """
    return total_cost((left, session_cost(run, store, registry)) for run, left in runs if left)


def total_cost(sessions: Iterable[tuple[float, SeatCost]]) -> SeatCost:
    """The likely cost of sessions: numbers of them, with what one costs. A sum is None if a part is unknown."""
    usd: float | None = 0.0
    tokens: float | None = 0.0
    known = [(left, one) for left, one in sessions if left]
    for left, one in known:
        usd = _more(usd, one.mean_usd, left)
        tokens = _more(tokens, one.mean_tokens, left)
    costs = [one for _, one in known]
    n, by = (min((getattr(one, key) for one in costs), default=0) for key in ("n", "sessions"))
    return SeatCost(usd, n, tokens, by)


def _more(total: float | None, mean: float | None, times: float) -> float | None:
    return None if total is None or mean is None else total + mean * times


def usage_by_session(finished: Finished) -> tuple[list[float], list[float] | None]:
    """Tokens and dollars of each finished session, probes included; dollars are None if a price is unknown.

    Raises ValueError if the run keeps no figures.
    """
    found = [_usage(one) for one in finished.sessions if one.over]
    priced = [usd for _, usd in found if usd is not None]
    return [tokens for tokens, _ in found], priced if len(priced) == len(found) else None


def _usage(played: Played) -> tuple[float, float | None]:
    known = played.figures
    rows = [*known.counts.values(), *([known.probed] if known.probed else [])]
    total = total_usage(rows)
    return total["input_tokens"] + total["output_tokens"], total["cost_usd"]


def expected(cells: Iterable[tuple[int, Sequence[float] | None]]) -> Figure:
    """The likely total of the sessions that several cells have left, with a 95% prediction interval.

    `cells`: for each cell, how many sessions are left, and the values of the sessions that are over. The
    remaining sessions vary as the earlier ones did, and the mean of the earlier ones is itself uncertain.
    There is no value if a cell has no finished session, and no interval if no cell has two.

    >>> one = expected([(8, [1.0, 3.0]), (8, [2.0, 2.0])])
    >>> one.value, round(one.low, 1), round(one.high, 1)
    (32.0, -6.5, 70.5)
    """
    total = variance = 0.0
    freedom = n = 0
    for left, values in cells:
        if not left:
            continue
        if not values:
            return Figure(n=0)
        one = spread(values)
        total += left * (one.value or 0.0)
        n += len(values)
        if one.std is not None:
            variance += (left**2 / len(values) + left) * one.std**2
            freedom += len(values) - 1
    if not freedom:
        return Figure(total, n=n)
    half = t95(freedom) * sqrt(variance)
    return Figure(total, n=n, low=total - half, high=total + half)
