"""What a run with models will cost, said before it starts, and what it has cost."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import click

from tui_arena.analysis.costs import table_cost
from tui_arena.batch import Run, each, table_of
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue
from tui_arena.players.house import House
from tui_arena.players.limits import Budget
from tui_arena.players.seating import Cast
from tui_arena.save.store import Store


class Dollars(click.FloatRange):
    """An amount of money."""

    name = "dollars"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        amount = float(super().convert(value, param, ctx))
        if not math.isfinite(amount):
            self.fail("dollars are needed, such as 2.5", param, ctx)
        return amount


def said_spent(budget: Budget) -> str:
    """Tokens and cost so far, in words."""
    cost = "n/a" if budget.unpriced else said_usd(budget.spent_usd)
    return f"{budget.used_tokens:,} tokens, cost {cost}"


def said_usd(amount: float) -> str:
    """An amount of dollars; small ones to the hundredth of a cent.

    >>> said_usd(12.3), said_usd(0.00123)
    ('$12.30', '$0.0012')
    """
    return f"${amount:.2f}" if amount >= 1 else f"${amount:.4f}"


def forecast(run: Run, catalogue: Catalogue, store: Store, house: House, left: int) -> Iterator[str]:
    """What there is to say before a run with models goes on; `left`: its sessions that are not over."""
    table = [(seat.group, sits) for seat, sits in table_of(run, catalogue, house)]
    entries = {one.entry.name: one.entry for _, sits in table for one in each(sits) if one.entry}
    unpriced = [one_line(name, 60) for name, entry in entries.items() if house.price(entry) is None]
    if unpriced:
        names = ", ".join(unpriced)
        yield f"the price of {names} is not known, so cost is n/a; `input_price` and `output_price` say it"
    if unpriced and (run.budgets.usd is not None or run.budgets.session_usd is not None):
        yield (
            f"a budget in dollars does not stop {', '.join(unpriced)}; --budget-tokens or "
            "--session-budget-tokens does"
        )
    if left and len(unpriced) < len(entries):
        yield _estimate(run, store, table, left)


def _estimate(run: Run, store: Store, table: Sequence[tuple[str, Cast]], left: int) -> str:
    mean, n = 0.0, None
    what = "1 session" if left == 1 else f"{left} sessions"
    for group, sits in table:
        choices = list(each(sits))
        for one in choices:
            if one.kind != "model":
                continue
            known = table_cost(store, run.game, [(group, str(one.spec["name"]))])
            if known.mean_usd is None:
                return f"what {what} will cost is not known yet: these models have no past here"
            mean += known.mean_usd / len(choices)
            n = known.n if n is None else min(n, known.n)
    return f"{what} will cost about {said_usd(mean * left)}: {said_usd(mean)} each, by the mean of {n} before"
