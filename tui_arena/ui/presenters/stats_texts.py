"""Figures of the stats as they are written."""

from __future__ import annotations

from collections.abc import Sequence

from tui_arena.analysis.statistics import Share, Spread


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


def over_turns(turns: Sequence[Spread]) -> Spread:
    """A list metric over all its turns: mean and number; turns differ too much for one deviation."""
    n = sum(t.n for t in turns)
    if not n:
        return Spread(None, None, 0)
    return Spread(sum((t.mean or 0.0) * t.n for t in turns) / n, None, n)
