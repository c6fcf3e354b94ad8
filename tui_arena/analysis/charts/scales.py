"""Scales of pictures: round ends, round steps, and figures as they are written on them."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, log10

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
"""What a step between two ticks may be, times a power of ten."""


def step(span: float, most: int) -> float:
    """The smallest round step by which at most `most` steps cover a span.

    >>> step(100, 5), step(7, 5), step(0, 5)
    (20.0, 2.0, 1.0)
    """
    if span <= 0:
        return 1.0
    least = span / max(most, 1)
    unit = 10.0 ** floor(log10(least))
    return next((s * unit for s in STEPS if s * unit >= least * (1 - 1e-9)), 10 * unit)


def ticks(least: float, most: float, about: int = 5) -> list[float]:
    """Round figures from one end of a scale to the other, at most about so many steps apart.

    >>> ticks(0, 100), ticks(-1, 1, 4)
    ([0.0, 20.0, 40.0, 60.0, 80.0, 100.0], [-1.0, -0.5, 0.0, 0.5, 1.0])
    """
    by = step(most - least, about)
    first, last = ceil(least / by - 1e-9), floor(most / by + 1e-9)
    return [round(n * by, 10) + 0.0 for n in range(first, last + 1)]


def round_ends(values: Iterable[float], about: int = 5) -> tuple[float, float]:
    """Round ends of a scale that holds zero and all values.

    >>> round_ends([3.2, 17.9]), round_ends([-0.4, 0.9]), round_ends([])
    ((0.0, 20.0), (-0.5, 1.0), (0.0, 1.0))
    """
    held = [0.0, *values]
    low, high = min(held), max(held)
    if low == high:
        return 0.0, 1.0
    by = step(high - low, about)
    return round(floor(low / by + 1e-9) * by, 10) + 0.0, round(ceil(high / by - 1e-9) * by, 10) + 0.0


def decimals(unit: str, span: float) -> int:
    """Digits behind the point of figures on a scale of that span; shares have none.

    >>> decimals("%", 100), decimals("questions", 20), decimals("", 1)
    (0, 1, 2)
    """
    return 0 if unit == "%" else 1 if span >= 5 else 2 if span >= 0.5 else 3


def written(value: float, digits: int | None = None) -> str:
    """A figure with so many digits behind the point; None: as many as it has, four at most.

    >>> written(61.34, 1), written(4.0), written(0.125), written(-0.004, 1)
    ('61.3', '4', '0.125', '0.0')
    """
    if digits is None:
        text = f"{value:.4f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if not text.strip("-0.") else text


def interval_text(low: float | None, high: float | None, digits: int, dash: str) -> str:
    """An interval with so many digits behind the point; empty where there is none.

    >>> interval_text(0.25, 1, 2, "-"), interval_text(-3, 4, 0, "-"), interval_text(None, None, 1, "-")
    ('[0.25-1.00]', '[-3 to 4]', '')
    """
    if low is None or high is None:
        return ""
    first, last = written(low, digits), written(high, digits)
    return f"[{first}{' to ' if first.startswith('-') else dash}{last}]"
