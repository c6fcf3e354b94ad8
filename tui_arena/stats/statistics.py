"""Means, spreads and shares from exact sums, and their 95 % intervals.

Bootstrap intervals are percentile intervals (Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
section 13.3). An interval says nothing about how the sessions were chosen. See `stats/README.md`.

Law: what isn't defined is None, never zero. Sums are whole millionths, so they have no rounding drift.
Bootstraps are seeded, so the same values give the same interval on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import sub
from random import Random
from statistics import quantiles

from tui_arena.save.rollup.deltas import SCALE

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
    """A count out of a total, with a 95 % Wilson interval."""

    count: int
    of: int
    rate: float | None
    """count / of; None if `of` is 0; so are `low` and `high`."""
    low: float | None
    high: float | None

    def to_json(self) -> dict[str, float | int | None]:
        return {"count": self.count, "rate": self.rate, "low": self.low, "high": self.high}


def spread_of_sums(n: int, total: int, squares: int) -> Spread:
    """The spread of n values from their sum, in millionths, and sum of squares, in squared millionths."""
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

    `games`: completed and quality by game. A game whose sessions were all aborted has no quality; it
    counts only in the first mean. None without games, 0 if no game has a quality.
    """
    if not games:
        return None
    completed = [c for c, _ in games.values()]
    quality = [q for _, q in games.values() if q is not None]
    if not quality:
        return 0.0
    return sum(completed) / len(completed) * (sum(quality) / len(quality))


_EXACT = {1: 12.706204736432095, 2: 4.302652729911275, 3: 3.182446305284263, 4: 2.7764451051977987}


def t95(freedom: int) -> float:
    """Half-width of a 95 % interval in standard errors, by Student's t. `freedom` is at least 1.

    The first four values are written out; above them, the Cornish-Fisher expansion is accurate to 0.0003
    (Abramowitz and Stegun 26.7.5).

    >>> round(t95(9), 3), round(t95(1000), 3)
    (2.262, 1.962)
    """
    if freedom in _EXACT:
        return _EXACT[freedom]
    z, v = Z95, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )


def t_interval(spread: Spread) -> tuple[float, float] | None:
    """The 95 % t interval of a mean, low and high; None below two values."""
    if spread.mean is None or spread.std is None:
        return None
    half = t95(spread.n - 1) * spread.std / sqrt(spread.n)
    return spread.mean - half, spread.mean + half


RESAMPLES = 2000
"""Draws for a bootstrap interval."""
ENOUGH = 3
"""With fewer values than this, a bootstrap says nothing, so there is no interval."""
_SLOTS = 1 << 16
"""Slots that two random bytes can number."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, or a difference of means, with its 95 % interval."""

    value: float | None
    """None without values."""
    low: float | None
    """None if there are too few values for an interval (below `ENOUGH` for a bootstrap); so is `high`."""
    high: float | None
    n: int
    """Number of values behind it; for a difference without pairs, that of the smaller side."""

    @property
    def sure(self) -> bool:
        """Whether there is an interval and 0 lies outside it."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    @property
    def turned(self) -> Estimate:
        """The same difference the other way round."""

        def minus(value: float | None) -> float | None:
            return None if value is None else 0.0 - value

        return Estimate(minus(self.value), minus(self.high), minus(self.low), self.n)

    def to_json(self) -> dict[str, float | int | None]:
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


def bootstrap_mean(values: Sequence[float], seed: int = 0) -> Estimate:
    """The mean of some values with its bootstrap interval."""
    if len(values) < ENOUGH:
        return Estimate(_mean(values) if values else None, None, None, len(values))
    return Estimate(_mean(values), *_ends(_means(values, Random(seed))), len(values))


def bootstrap_difference(first: Sequence[float], second: Sequence[float], seed: int = 0) -> Estimate:
    """The mean of the first values minus that of the second, with its interval.

    The draws from the two sides are independent.
    Swapping the sides only changes the sign: the side whose values sort first is always drawn first.
    """
    if list(second) < list(first):
        return bootstrap_difference(second, first, seed).turned
    n = min(len(first), len(second))
    value = _mean(first) - _mean(second) if n else None
    if n < ENOUGH:
        return Estimate(value, None, None, n)
    rng = Random(seed)
    return Estimate(value, *_ends(list(map(sub, _means(first, rng), _means(second, rng)))), n)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _means(values: Sequence[float], rng: Random) -> list[float]:
    """The means of `RESAMPLES` draws of len(values) values with replacement.

    Two random bytes choose a slot of a table that holds every value equally often. The slots left over are
    filled anew for each draw with values from a random start in a shuffled order, so that each value is
    equally likely. This is twice as fast as `Random.choices`, which is used if there are more values than
    slots.
    """
    n = len(values)
    if min(values) == max(values):
        return [values[0]] * RESAMPLES
    if n > _SLOTS:
        return [_mean(rng.choices(values, k=n)) for _ in range(RESAMPLES)]
    around = [*values]
    rng.shuffle(around)
    each, left = divmod(_SLOTS, n)
    table = around * each + around[:left]
    around += around
    drawn, means = table.__getitem__, []
    for _ in range(RESAMPLES):
        start = rng.randrange(n)
        table[_SLOTS - left :] = around[start : start + left]
        means.append(sum(map(drawn, memoryview(rng.randbytes(2 * n)).cast("H"))) / n)
    return means


def _ends(samples: Sequence[float]) -> tuple[float, float]:
    cuts = quantiles(samples, n=40, method="inclusive")
    return cuts[0], cuts[-1]
