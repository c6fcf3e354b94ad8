"""Bootstrap intervals of means, by drawing values again and again from those that there are.

Law: seeded, so the same values give the same interval on every machine; 95 %, by percentiles
(Efron and Tibshirani, An Introduction to the Bootstrap, 1993, section 13.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import sub
from random import Random
from statistics import quantiles

RESAMPLES = 2000
ENOUGH = 3
"""Values below which drawing again tells nothing, so there is no interval."""
_SLOTS = 1 << 16
"""What two random bytes can name."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, or a difference of means, with its 95 % interval."""

    value: float | None
    """None of no values."""
    low: float | None
    """None below `ENOUGH` values; so is `high`."""
    high: float | None
    n: int
    """Values behind it; of a difference without pairs, those of the smaller side."""

    @property
    def sure(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    @property
    def turned(self) -> Estimate:
        """The same difference the other way round."""

        def minus(value: float | None) -> float | None:
            return None if value is None else 0.0 - value

        return Estimate(minus(self.value), minus(self.high), minus(self.low), self.n)

    def to_json(self) -> dict[str, float | int | None]:
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


def of_mean(values: Sequence[float], seed: int = 0) -> Estimate:
    """The mean of some values."""
    if len(values) < ENOUGH:
        return Estimate(_mean(values) if values else None, None, None, len(values))
    return Estimate(_mean(values), *_ends(_means(values, Random(seed))), len(values))


def of_difference(first: Sequence[float], second: Sequence[float], seed: int = 0) -> Estimate:
    """The mean of the first values less that of the second; each side is drawn from by itself.

    The other way round it is the same with another sign: whose values come first in order is drawn first.
    """
    if list(second) < list(first):
        return of_difference(second, first, seed).turned
    n = min(len(first), len(second))
    value = _mean(first) - _mean(second) if n else None
    if n < ENOUGH:
        return Estimate(value, None, None, n)
    rng = Random(seed)
    return Estimate(value, *_ends(list(map(sub, _means(first, rng), _means(second, rng)))), n)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _means(values: Sequence[float], rng: Random) -> list[float]:
    """The means of `RESAMPLES` draws of as many values with replacement.

    Two random bytes name a slot of a table that holds every value equally often; what is left of the
    table goes round the values, which are shuffled for that, so that each is drawn alike. That is twice as
    fast as `Random.choices`, which more values than slots are left to.
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
