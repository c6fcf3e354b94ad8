"""Means, spreads and shares, from exact sums.

Law: what is not defined is None, never zero. Sums come as whole millionths, so nothing drifts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from tui_arena.save.figures import SCALE

Z95 = 1.959963984540054
"""Half-width of a 95 % interval in standard deviations of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean and sample standard deviation."""

    mean: float | None
    """None if there are no values."""
    std: float | None
    """None below two values."""
    n: int

    def to_json(self) -> dict[str, float | int | None]:
        return {"mean": self.mean, "std": self.std, "n": self.n}


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many, with a 95 % Wilson interval."""

    count: int
    of: int
    rate: float | None
    """None of none; so are `low` and `high`."""
    low: float | None
    high: float | None

    def to_json(self) -> dict[str, float | int | None]:
        return {"count": self.count, "rate": self.rate, "low": self.low, "high": self.high}


def spread_of_sums(n: int, total: int, squares: int) -> Spread:
    """The spread of n values from their sum and sum of squares, in millionths and their squares."""
    if n == 0:
        return Spread(None, None, 0)
    mean = total / n / SCALE
    if n == 1:
        return Spread(mean, None, 1)
    return Spread(mean, sqrt((n * squares - total * total) / (n * (n - 1))) / SCALE, n)


def spread(values: Iterable[float]) -> Spread:
    """The spread of some values.

    >>> spread([1, 2, 3])
    Spread(mean=2.0, std=1.0, n=3)
    """
    scaled = [round(value * SCALE) for value in values]
    return spread_of_sums(len(scaled), sum(scaled), sum(value * value for value in scaled))


def share(count: int, of: int) -> Share:
    """A share with its 95 % Wilson interval, which stays within 0 and 1 even at the ends."""
    if of == 0:
        return Share(count, 0, None, None, None)
    rate, square = count / of, Z95 * Z95
    centre = (rate + square / (2 * of)) / (1 + square / of)
    half = Z95 / (1 + square / of) * sqrt(rate * (1 - rate) / of + square / (4 * of * of))
    low = 0.0 if count == 0 else centre - half
    high = 1.0 if count == of else centre + half
    return Share(count, of, rate, low, high)


def combined(games: Mapping[str, tuple[float, float | None]]) -> float | None:
    """One figure over games, 0 to 100: mean `completed` times mean `quality`.

    `games`: completed and quality by game. A game whose sessions were all aborted has no quality: it
    counts in the first mean and not in the second. None without games.
    """
    if not games:
        return None
    completed = [c for c, _ in games.values()]
    quality = [q for _, q in games.values() if q is not None]
    if not quality:
        return 0.0
    return sum(completed) / len(completed) * (sum(quality) / len(quality))
