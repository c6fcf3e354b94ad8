"""Means, spreads and shares from exact sums, and their 95 % intervals.

Bootstrap intervals are percentile intervals (Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
section 13.3). Above `MANY` values the percentiles are computed rather than drawn. An interval says nothing
about how the sessions were chosen. See `stats/README.md`.

Law: what isn't defined is None, never zero. Sums are whole millionths, so they have no rounding drift.
Bootstraps are seeded, so the same values give the same interval on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp, lgamma, log, sqrt
from operator import mul, sub
from random import Random
from statistics import quantiles
from typing import Any, Literal

from tui_arena.data import Metric
from tui_arena.save.rollup.sums import SCALE

Better = Literal["high", "low", "none"]
"""Which end of a figure is the better one."""
Z95 = 1.959963984540054
"""Half-width of a 95 % interval in standard deviations of the normal distribution."""
TAIL = 0.025
"""What a 95 % interval leaves out at either end."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure over sessions, items or repetitions: a mean, a share or a difference. None: not defined."""

    value: float | None = None
    """The mean, or the share of 1."""
    std: float | None = None
    """Sample standard deviation; None below two values, for a share, or where it is not known."""
    n: int | None = None
    """Number of values behind it; for a difference without pairs, that of the smaller side. None: unknown."""
    low: float | None = None
    """The lower end of its 95 % interval; `high` is the upper one. None without an interval."""
    high: float | None = None
    count: int | None = None
    """For a share: how many of the `n`."""
    metric: Metric | None = None
    """What it is a figure of, with its unit and its better end; None for bare numbers."""
    distribution: Mapping[int, int] = field(default_factory=dict)
    """The number of sessions by value, for a count; else empty."""
    turns: tuple[Figure, ...] = ()
    """The figure of each turn, for a list; else empty."""
    printed: tuple[str, str] = field(default=("", ""), compare=False)
    """Value and deviation with the digits that a paper prints, `27.83 %` or `19.99` and `0.02`; else empty."""

    @property
    def sure(self) -> bool:
        """Whether there is an interval and 0 lies outside it."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    @property
    def turned(self) -> Figure:
        """The same difference the other way round."""

        def minus(value: float | None) -> float | None:
            return None if value is None else 0.0 - value

        return replace(self, value=minus(self.value), low=minus(self.high), high=minus(self.low))

    def to_json(self) -> dict[str, Any]:
        """A share with count and interval, a list turn by turn, else mean, deviation and number if it is known."""
        if self.count is not None:
            return {"count": self.count, "rate": self.value, "low": self.low, "high": self.high}
        kind = self.metric.kind if self.metric else ""
        if kind == "list":
            return {"turns": [turn.to_json() for turn in self.turns]}
        spread = {"mean": self.value, "std": self.std} | ({} if self.n is None else {"n": self.n})
        if kind == "count":
            return {**spread, "distribution": {str(value): n for value, n in self.distribution.items()}}
        return spread

    def interval_json(self) -> dict[str, float | int | None]:
        """Value, interval and number."""
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


def spread_of_sums(n: int, total: int, squares: int) -> Figure:
    """The spread of n values from their sum, in millionths, and sum of squares, in squared millionths."""
    if n == 0:
        return Figure(n=0)
    mean = total / n / SCALE
    if n == 1:
        return Figure(mean, n=1)
    return Figure(mean, sqrt((n * squares - total * total) / (n * (n - 1))) / SCALE, n)


def spread(values: Iterable[float]) -> Figure:
    """The spread of some values.

    >>> one = spread([1, 2, 3])
    >>> one.value, one.std, one.n
    (2.0, 1.0, 3)
    """
    scaled = [round(value * SCALE) for value in values]
    return spread_of_sums(len(scaled), sum(scaled), sum(value * value for value in scaled))


def share(count: int, of: int) -> Figure:
    """A share with its 95 % Wilson interval, which stays within 0 and 1 even at the ends."""
    if of == 0:
        return Figure(n=0, count=count)
    rate, square = count / of, Z95 * Z95
    centre = (rate + square / (2 * of)) / (1 + square / of)
    half = Z95 / (1 + square / of) * sqrt(rate * (1 - rate) / of + square / (4 * of * of))
    low = 0.0 if count == 0 else centre - half
    high = 1.0 if count == of else centre + half
    return Figure(rate, None, of, low, high, count)


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


_EXACT = {
    1: 12.706204736432095,
    2: 4.302652729911275,
    3: 3.182446305284263,
    4: 2.7764451051977987,
    5: 2.5705818356363146,
    6: 2.4469118511449786,
    7: 2.364624251592784,
    8: 2.306004135204166,
    9: 2.262157162798205,
}


def t95(freedom: int) -> float:
    """Half-width of a 95 % interval in standard errors, by Student's t. `freedom` is at least 1.

    The first nine values are written out; above them, the Cornish-Fisher expansion is accurate to 0.00001
    (Abramowitz and Stegun 26.7.5).

    >>> round(t95(4), 3), round(t95(1000), 3)
    (2.776, 1.962)
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


def t_interval(mean: Figure) -> Figure:
    """A mean with its 95 % t interval; without one below two values."""
    if mean.value is None or mean.std is None or mean.n is None:
        return mean
    half = t95(mean.n - 1) * mean.std / sqrt(mean.n)
    return replace(mean, low=mean.value - half, high=mean.value + half)


RESAMPLES = 2000
"""Draws for a bootstrap interval."""
ENOUGH = 3
"""With fewer values than this, a bootstrap says nothing, so there is no interval."""
MANY = 200
"""With more values than this, the interval is computed, unless the draws would lie too far from normal."""
SKEWED = 0.3
"""The largest skewness of a mean's draws for which the interval is computed."""
DRAWN = (
    f"Up to {MANY} secrets are drawn {RESAMPLES:,} times; of more, a formula gives what the draws come to."
)
"""Where an interval comes from, in a sentence."""
_SLOTS = 1 << 16
"""Slots that two random bytes can number."""


@dataclass(frozen=True, slots=True)
class _Draws:
    """How the means of bootstrap draws lie: their first four cumulants, exactly."""

    mean: float
    variance: float
    third: float
    fourth: float

    @classmethod
    def of(cls, values: Sequence[float]) -> _Draws:
        """Those of draws of as many values with replacement; there is at least one value."""
        n, mean = len(values), _mean(values)
        off = [value - mean for value in values]
        squares = [one * one for one in off]
        second = sum(squares) / n
        third, fourth = sum(map(mul, squares, off)) / n, sum(map(mul, squares, squares)) / n
        return cls(mean, second / n, third / n**2, (fourth - 3 * second * second) / n**3)

    def __sub__(self, other: _Draws) -> _Draws:
        """The difference of independent draws."""
        return _Draws(
            self.mean - other.mean,
            self.variance + other.variance,
            self.third - other.third,
            self.fourth + other.fourth,
        )

    @property
    def skewness(self) -> float:
        return self.third / self.variance / sqrt(self.variance) if self.variance else 0.0

    def at(self, z: float) -> float:
        """Where the normal distribution has `z`: the Cornish-Fisher expansion (Hall, The Bootstrap, 1992, section 2.5)."""
        if not self.variance:
            return self.mean
        skew, excess = self.skewness, self.fourth / self.variance / self.variance
        bent = skew * (z * z - 1) / 6 + excess * (z**3 - 3 * z) / 24 - skew * skew * (2 * z**3 - 5 * z) / 36
        return self.mean + sqrt(self.variance) * (z + bent)


def bootstrap_mean(values: Sequence[float], seed: int = 0) -> Figure:
    """The mean of some values with its bootstrap interval."""
    n = len(values)
    if n < ENOUGH:
        return Figure(_mean(values) if values else None, n=n)
    if n > MANY and values.count(0) + (ones := values.count(1)) == n:
        return Figure(_mean(values), None, n, *_binomial_ends(ones, n))
    if n > MANY and (found := _by_formula(_Draws.of(values), _mean(values), n)) is not None:
        return found
    return _with_ends(_mean(values), n, _means(values, Random(seed)))


def bootstrap_difference(first: Sequence[float], second: Sequence[float], seed: int = 0) -> Figure:
    """The mean of the first values minus that of the second, with its interval.

    The draws from the two sides are independent.
    Swapping the sides only changes the sign: the side whose values sort first is always drawn first.
    """
    if list(second) < list(first):
        return bootstrap_difference(second, first, seed).turned
    n = min(len(first), len(second))
    value = _mean(first) - _mean(second) if n else None
    if value is None or n < ENOUGH:
        return Figure(value, n=n)
    if n > MANY and (found := _by_formula(_Draws.of(first) - _Draws.of(second), value, n)) is not None:
        return found
    rng = Random(seed)
    return _with_ends(value, n, list(map(sub, _means(first, rng), _means(second, rng))))


def _by_formula(draws: _Draws, value: float, n: int) -> Figure | None:
    """A figure with the ends that ever more draws come to; None if they are too skewed to be computed."""
    if not abs(draws.skewness) <= SKEWED:  # so that one that overflows is drawn, too
        return None
    return Figure(value, None, n, draws.at(-Z95), draws.at(Z95))


def _binomial_ends(count: int, of: int) -> tuple[float, float]:
    """The exact 2.5 and 97.5 % points of the shares that draws from a share come to."""
    if count in (0, of):
        return count / of, count / of
    chance, low, total = count / of, None, 0.0
    reach = int(10 * sqrt(of * chance * (1 - chance))) + 1
    for hits in range(max(count - reach, 0), min(count + reach, of) + 1):
        ways = lgamma(of + 1) - lgamma(hits + 1) - lgamma(of - hits + 1)
        total += exp(ways + hits * log(chance) + (of - hits) * log(1 - chance))
        if low is None and total >= TAIL:
            low = hits
        if total >= 1 - TAIL:
            break
    return (count if low is None else low) / of, hits / of


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


def _with_ends(value: float | None, n: int, samples: Sequence[float]) -> Figure:
    """A bootstrapped figure: the middle 95 % of the samples are its interval."""
    cuts = quantiles(samples, n=40, method="inclusive")
    return Figure(value, None, n, cuts[0], cuts[-1])
