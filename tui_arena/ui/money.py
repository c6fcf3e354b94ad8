"""The likely cost of a session, and where its budget ends it, in words.

An unknown price is shown as `n/a`, never as nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tui_arena.config import ModelEntry, Settings
from tui_arena.core.language.sentences import UNKNOWN, money
from tui_arena.stats.form import SeatCost, table_cost

if TYPE_CHECKING:
    from tui_arena.ui.app.arena import Arena


async def models_cost(arena: Arena, seats: Mapping[str, Collection[tuple[str, str]]]) -> str:
    """The cost of past sessions with these models, and the budget that ends a session, as a text.

    A model without a price that runs on the user's own machine is free, so the text leaves it out. The text
    is empty if only such models play and no budget ends a session.

    `seats`: maps each game to the seat group and the name of each model. Raises SaveError.
    """
    words = []
    known = arena.registry.book.all
    for game, models in seats.items():
        for _, name in models:
            if name in known:
                arena.registry.start(known[name])
        paid = sorted(seat for seat in models if seat[1] not in known or not is_free(known[seat[1]]))
        if paid:
            cost = await arena.in_thread(table_cost, arena.store, game, paid)
            title = f"{arena.catalogue.game(game).title}: " if len(seats) > 1 else ""
            words.append(f"{title}{cost_in_words(cost, arena.settings)}")
    limit = budget_in_words(replace(arena.settings, budget_usd=0.0))
    return " ".join(words) or (f"The game stops to ask you at {limit}." if limit else "")


def is_free(entry: ModelEntry) -> bool:
    """Whether a model is free: it runs on the user's own machine, and nobody wrote down a price."""
    return entry.runs_here and not (entry.input_price or entry.output_price)


def cost_in_words(cost: SeatCost, settings: Settings) -> str:
    """The average cost of past sessions with these models, and where the budget ends a session."""
    if cost.mean_usd is not None:
        words = f"A game costs about {money(cost.mean_usd)} (average of {cost.n})."
    elif cost.mean_tokens is not None:
        words = f"Price {UNKNOWN}. A game takes about {cost.mean_tokens:,.0f} tokens (average of {cost.sessions})."
    else:
        words = "The cost isn't known yet."
    unpriced = cost.mean_usd is None and cost.mean_tokens is not None
    limit = budget_in_words(replace(settings, budget_usd=0.0) if unpriced else settings)
    if limit:
        return f"{words} The game stops to ask you at {limit}."
    return f"{words} A dollar budget can't stop it." if settings.budget_usd else words


def budget_in_words(settings: Settings) -> str:
    """The budget of one session; empty if there isn't any.

    >>> budget_in_words(Settings(budget_usd=0.5, budget_tokens=20000))
    '$0.50 or 20,000 tokens'
    """
    parts = []
    if settings.budget_usd:
        parts.append(amount(settings.budget_usd))
    if settings.budget_tokens:
        parts.append(f"{settings.budget_tokens:,} tokens")
    return " or ".join(parts)


def amount(usd: float) -> str:
    """A dollar amount that a person chose.

    >>> amount(0.5), amount(5), amount(0.001)
    ('$0.50', '$5', '$0.001')
    """
    if usd == int(usd):
        return f"${usd:,.0f}"
    return f"${usd:.2f}" if round(usd, 2) == usd else f"${usd:g}"
