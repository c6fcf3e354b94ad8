"""Tokens and cost of the models at a table.

Usage is counted from the saved replies. An unknown price is shown as `n/a`, never as 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.config import Settings
from tui_arena.core.events import Event, Kind, usage_of
from tui_arena.core.game import Usage
from tui_arena.core.language.sentences import money
from tui_arena.players.models.requests import Budget

COUNTED = frozenset({Kind.REPLY, Kind.PROBE})
"""Events that may have cost something."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens, in and out together, and dollars; None if the cost is unknown."""

    tokens: int = 0
    usd: float | None = 0.0

    def __add__(self, other: Spent) -> Spent:
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        return Spent(self.tokens + other.tokens, usd)

    @classmethod
    def of(cls, usage: Usage | None) -> Spent:
        """Returns what one reply used."""
        return cls(0, None) if usage is None else cls(usage.tokens, usage.cost_usd)

    def forms(self) -> list[str]:
        """Returns texts for the usage, the longest first, for screens of different widths."""
        if not self.tokens:
            return [""]
        long = f"{count(self.tokens)} tok · {money(self.usd)}"
        return [long, count(self.tokens) + " tok" if self.usd is None else money(self.usd)]


def paid(events: Iterable[Event]) -> Iterator[Event]:
    """Yields the replies and probes that a model was asked for here. Copies in a branch cost nothing."""
    for event in events:
        asked = event.get("usage") or event.get("sent") is not None
        if event.type in COUNTED and asked and not event.get("copied"):
            yield event


def spent_by_seat(events: Iterable[Event]) -> dict[str, Spent]:
    """Returns what the replies of each seat have cost, including probes and replies that were taken back."""
    out: dict[str, Spent] = {}
    for event in paid(events):
        seat = str(event.get("seat"))
        out[seat] = out.get(seat, Spent()) + Spent.of(usage_of(event))
    return out


def spent_by_player(events: Iterable[Event]) -> dict[str, Spent]:
    """Returns what the player who has each seat now has cost, by seat; a player before them isn't counted."""
    later: list[Event] = []
    for event in events:
        if event.type == Kind.RECAST:
            later = [one for one in later if one.get("seat") != event.get("seat")]
        later.append(event)
    return spent_by_seat(later)


def total_usage(usages: Iterable[Mapping[str, Any] | None]) -> dict[str, Any]:
    """Returns the tokens and cost of several replies together; the cost is None if any cost is unknown."""
    inwards = outwards = 0
    costs: list[Any] = []
    for usage in usages:
        known = usage or {}
        inwards += known.get("input_tokens") or 0
        outwards += known.get("output_tokens") or 0
        costs.append(known.get("cost_usd"))
    cost = None if None in costs else sum(costs)
    return {"input_tokens": inwards, "output_tokens": outwards, "cost_usd": cost}


def probed(events: Sequence[Event]) -> dict[str, Any] | None:
    """Returns tokens and cost of a session's probes, which no seat's counts include; None without any.

    The cost is None if the cost of any probe is unknown. Probes copied from another session cost nothing.
    """
    usages = [event.get("usage") for event in paid(events) if event.type == Kind.PROBE]
    return total_usage(usages) if usages else None


def session_budget(settings: Settings) -> Budget:
    """Returns the budget of one session as the user chose it."""
    return Budget("session", settings.budget_usd or None, settings.budget_tokens or None)


def count_saved(budget: Budget, events: Iterable[Event]) -> None:
    """Add to the budget what a session had cost before it was opened."""
    saved = list(events)
    budget.broken += sum(len(event.get("broken") or ()) for event in saved if not event.get("copied"))
    for event in paid(saved):
        budget.add(usage_of(event))


def raised(budget: Budget) -> str:
    """Double each used-up limit until there is room again. Returns the new figures as a text, or ""."""
    said = []
    if budget.usd is not None and budget.usd <= budget.spent_usd:
        while budget.usd <= budget.spent_usd:
            budget.usd *= 2
        said.append(money(budget.usd))
    if budget.tokens is not None and budget.tokens <= budget.used_tokens:
        while budget.tokens <= budget.used_tokens:
            budget.tokens *= 2
        said.append(f"{budget.tokens:,} tokens")
    return " and ".join(said)


def count(tokens: int) -> str:
    """Returns a number of tokens in a few characters.

    >>> [count(n) for n in (212, 1520, 48_100, 2_000_000)]
    ['212', '1.5k', '48k', '2.0M']
    """
    if tokens < 1000:
        return str(tokens)
    if tokens < 1_000_000:
        return f"{tokens / 1000:.1f}k" if tokens < 10_000 else f"{tokens / 1000:.0f}k"
    return f"{tokens / 1_000_000:.1f}M"
