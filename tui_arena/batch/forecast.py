"""What sessions of runs will cost: by what their players have cost before, or by the first sessions of each run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from tui_arena.batch.run import Finished, Played, Run, each, table_of
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.store import Store
from tui_arena.stats.costs import SeatCost, table_cost
from tui_arena.stats.statistics import Figure, spread, t95
from tui_arena.table.spending import total_usage


def unpriced(run: Run, registry: ModelRegistry) -> tuple[list[str], int]:
    """The models of a run whose price is not known, and how many models there are."""
    table = table_of(run, registry)
    entries = {one.entry.name: one.entry for _, sits in table for one in each(sits) if one.entry}
    return [name for name, entry in entries.items() if registry.price(entry) is None], len(entries)


def session_cost(run: Run, store: Store, registry: ModelRegistry) -> SeatCost:
    """The likely cost of one session of a run; what is not known of one model is not known of the whole.

    A run without models costs 0. Of players that are drawn from several, the mean is taken. Raises SaveError.
    """
    usd: float | None = 0.0
    tokens: float | None = 0.0
    n: list[int] = []
    sessions: list[int] = []
    for seat, sits in table_of(run, registry):
        choices = list(each(sits))
        for one in choices:
            if one.kind != "model":
                continue
            known = table_cost(store, run.game, [(seat.group, str(one.spec["name"]))])
            usd = _more(usd, known.mean_usd, len(choices))
            tokens = _more(tokens, known.mean_tokens, len(choices))
            n.append(known.n)
            sessions.append(known.sessions)
    return SeatCost(usd, min(n, default=0), tokens, min(sessions, default=0))


def _more(total: float | None, mean: float | None, choices: int) -> float | None:
    return None if total is None or mean is None else total + mean / choices


def usage_by_session(finished: Finished) -> tuple[list[float], list[float] | None]:
    """Tokens and dollars of each session that is over, probes included; None for dollars if a price is unknown.

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
    """What is left of several cells will come to, with a 95 % prediction interval.

    `cells`: how many sessions of each are left, and what each of the others came to. The sessions to come vary
    as those before did, and the mean of these is itself not known exactly. Without a value if a cell has no
    session, without an interval if no cell has two.

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
