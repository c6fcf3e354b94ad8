"""What sessions of a run will cost, by what their players have cost before."""

from __future__ import annotations

from tui_arena.batch.run import Run, each, table_of
from tui_arena.data import Catalogue
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.store import Store
from tui_arena.stats.costs import SeatCost, table_cost


def unpriced(run: Run, catalogue: Catalogue, registry: ModelRegistry) -> tuple[list[str], int]:
    """The models of a run whose price is not known, and how many models there are."""
    table = table_of(run, catalogue, registry)
    entries = {one.entry.name: one.entry for _, sits in table for one in each(sits) if one.entry}
    return [name for name, entry in entries.items() if registry.price(entry) is None], len(entries)


def session_cost(run: Run, catalogue: Catalogue, store: Store, registry: ModelRegistry) -> SeatCost:
    """The likely cost of one session of a run; what is not known of one model is not known of the whole.

    A run without models costs 0. Of players that are drawn from several, the mean is taken. Raises SaveError.
    """
    usd: float | None = 0.0
    tokens: float | None = 0.0
    n: list[int] = []
    sessions: list[int] = []
    for seat, sits in table_of(run, catalogue, registry):
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
