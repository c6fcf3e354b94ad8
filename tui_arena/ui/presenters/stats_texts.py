"""Figures of the stats as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui_arena.analysis.statistics import Share, Spread

BETTER = {"high": "More is better.", "low": "Less is better.", "none": "Neither more nor less is better."}
"""By a metric's better end."""
FINE, COARSE = 5.0, 1000.0
"""Below the first a figure has two decimals, from the second on none."""


def percent(share: float) -> str:
    """A share of 1 in whole hundredths."""
    return f"{100 * share:.0f}"


def share_text(one: Share | None) -> str:
    """`61 % [49-72]`; empty where there is none."""
    if one is None or one.rate is None or one.low is None or one.high is None:
        return ""
    return f"{percent(one.rate)} % [{percent(one.low)}-{percent(one.high)}]"


def spread_text(one: Spread, digits: int = 1, *, sign: str = "±") -> str:
    """`3.9 ±1.0`; without the deviation where there is one value."""
    if one.mean is None:
        return ""
    std = "" if one.std is None else f" {sign}{one.std:.{digits}f}"
    return f"{one.mean:.{digits}f}{std}"


def digits_of(values: Iterable[float | None]) -> int:
    """Decimals that the figures of one column need: the same for all, so that they can be compared.

    >>> digits_of([0.4, 0.38]), digits_of([16.9, 3.0]), digits_of([1520.0]), digits_of([0.0])
    (2, 1, 0, 0)
    """
    most = max((abs(v) for v in values if v is not None), default=0.0)
    return 0 if not most or most >= COARSE else 2 if most < FINE else 1


def over_turns(turns: Sequence[Spread]) -> Spread:
    """A list metric over all its turns: mean and number; turns differ too much for one deviation."""
    n = sum(t.n for t in turns)
    if not n:
        return Spread(None, None, 0)
    return Spread(sum((t.mean or 0.0) * t.n for t in turns) / n, None, n)
