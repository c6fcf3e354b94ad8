"""Means, spreads and shares from exact sums, and their 95% intervals.

An interval says nothing about how the sessions were chosen. If a secret was played more than once, intervals
are over the secrets, because sessions with the same secret are alike. See `stats/README.md`.

Law: an undefined value is None, never zero. Sums are whole millionths, so they have no rounding drift.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import hypot, sqrt
from operator import add, itemgetter
from typing import Any, Literal, cast

from tui_arena.data import GameInfo, Metric
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.items import Moments, Sums, joined, moments_of
from tui_arena.save.rollup.sums import SCALE, STANDINGS
from tui_arena.save.store import Store

Better = Literal["high", "low", "none"]
"""The end of a figure that is better."""
Z95 = 1.959963984540054
"""The half-width of a 95% interval in standard deviations of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure over sessions, items or repetitions: a mean, a share or a difference. None: not defined."""

    value: float | None = None
    """The mean, or the share of 1."""
    std: float | None = None
    """The sample standard deviation; None below two values, for a share, or if it is unknown."""
    n: int | None = None
    """The number of values behind it; without pairs, a difference has the smaller side's number. None:
    unknown."""
    low: float | None = None
    """The lower end of its 95% interval; `high` is the upper end. None if there is no interval."""
    high: float | None = None
    count: int | None = None
    """For a share: how many of the `n` values count."""
    items: int | None = None
    """The number of items that the interval is taken over; None if it is unknown."""
    metric: Metric | None = None
    """The metric that it is a figure of, with unit and better end; None for bare numbers."""
    distribution: Mapping[int, int] = field(default_factory=dict)
    """For a count: maps each value to its number of sessions; else empty."""
    turns: tuple[Figure, ...] = ()
    """The figure of each turn, for a list; else empty."""
    kinds: Mapping[str, float] | None = None
    """For faults: maps each kind that occurred to its part of the value; None for other figures."""
    printed: tuple[str, str] = field(default=("", ""), compare=False)
    """Value and deviation with a paper's digits, such as `27.83%` or `19.99` and `0.02`; else empty."""

    @property
    def sure(self) -> bool:
        """True if there is an interval and 0 is outside it."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    @property
    def turned(self) -> Figure:
        """The same difference the other way round."""

        def minus(value: float | None) -> float | None:
            return None if value is None else 0.0 - value

        return replace(self, value=minus(self.value), low=minus(self.high), high=minus(self.low))

    def to_json(self) -> dict[str, Any]:
        """A share with its count, a list turn by turn, else mean, deviation and number; with the interval."""
        over = {} if self.items is None else {"items": self.items}
        if self.count is not None:
            return {"count": self.count, "rate": self.value, "low": self.low, "high": self.high} | over
        kind = self.metric.kind if self.metric else ""
        if kind == "list":
            return {"turns": [turn.to_json() for turn in self.turns]}
        spread: dict[str, Any] = {"mean": self.value, "std": self.std}
        spread |= ({} if self.n is None else {"n": self.n}) | ({"kinds": self.kinds} if self.kinds else {})
        spread |= over if self.low is None else {"low": self.low, "high": self.high} | over
        if kind == "count":
            return {**spread, "distribution": {str(value): n for value, n in self.distribution.items()}}
        return spread

    def interval_json(self) -> dict[str, float | int | None]:
        """Value, interval and number."""
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}


def spread_of_sums(n: int, total: int, squares: int) -> Figure:
    """The spread of n values, from their sum in millionths and their sum of squares in squared millionths."""
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
    return spread_of_sums(*sums_of(values))


def sums_of(values: Iterable[float]) -> Sums:
    """The number of some values, their sum and the sum of their squares."""
    scaled = [round(value * SCALE) for value in values]
    return len(scaled), sum(scaled), sum(value * value for value in scaled)


def share(count: int, of: int) -> Figure:
    """A share with its 95% Wilson interval, which stays within 0 and 1 even at the ends."""
    if of == 0:
        return Figure(n=0, count=count)
    rate, square = count / of, Z95 * Z95
    centre = (rate + square / (2 * of)) / (1 + square / of)
    half = Z95 / (1 + square / of) * sqrt(rate * (1 - rate) / of + square / (4 * of * of))
    low = 0.0 if count == 0 else centre - half
    high = 1.0 if count == of else centre + half
    return Figure(rate, None, of, low, high, count)


def complement(one: Figure) -> Figure:
    """1 minus a share, with its interval turned round."""

    def rest(value: float | None) -> float | None:
        return None if value is None else 1 - value

    count = None if one.count is None or one.n is None else one.n - one.count
    return replace(one, value=rest(one.value), low=rest(one.high), high=rest(one.low), count=count)


def combined(games: Mapping[str, tuple[float, float | None]]) -> float | None:
    """One figure over games, 0 to 100: mean `completed` times mean `quality`.

    `games`: maps a game to completed and quality. If all its sessions were aborted, a game has no quality and
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
    """The half-width of a 95% interval in standard errors, by Student's t. `freedom` is at least 1.

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
    """A mean with its 95% t interval; below two values, without one."""
    if mean.value is None or mean.std is None or mean.n is None:
        return mean
    half = t95(mean.n - 1) * mean.std / sqrt(mean.n)
    return replace(mean, low=mean.value - half, high=mean.value + half)


Scale = tuple[float | None, float | None]
"""The least and the greatest value that a figure can have; None: no limit."""


def within(one: Figure, scale: Scale) -> Figure:
    """The figure with its interval cut off at the ends of its scale."""
    least, most = scale
    low = one.low if one.low is None or least is None else max(one.low, least)
    high = one.high if one.high is None or most is None else min(one.high, most)
    return replace(one, low=low, high=high)


def gap_within(one: Figure, scale: Scale) -> Figure:
    """The difference of two figures, with its interval cut off at the widest gap that their scale allows."""
    least, most = scale
    widest = None if least is None or most is None else most - least
    return one if widest is None else within(one, (-widest, widest))


def over_items(mean: Figure, items: Collection[Sums]) -> Figure:
    """A mean or a share over sessions, with its 95% interval clustered by item and the number of items.

    `items`: for each item, the number of its values, their sum and the sum of their squares, in millionths.

    - If no item has two values, the interval is Wilson's or Student's, as over sessions.
    - Otherwise sessions with the same item aren't independent. The variance is that of a ratio of sums
      (Cochran, Sampling Techniques, 1977, section 6.3). The interval uses Student's t for one degree of
      freedom fewer than there are items.
    - If all items have the same number of values, this is Student's interval over the items' means.
    - A share that is 0 or 1 for all items has Wilson's interval over items.
    """
    return over_moments(mean, moments_of(items))


def over_moments(mean: Figure, moments: Moments) -> Figure:
    """As `over_items`, from the moments of the items."""
    count, sessions, whole, numbers, products, squares = moments
    if sessions == count or sessions != mean.n:
        return replace(mean if mean.count is not None else t_interval(mean), items=count or None)
    mean = replace(mean, items=count, low=None, high=None)
    if mean.value is None or count < 2:
        return mean
    if mean.count in (0, mean.n):
        ends = share(count if mean.count else 0, count)
        return replace(mean, low=ends.low, high=ends.high)
    # whole numbers to the end: squares of each item's part of the sum, minus its part at the mean
    apart = sessions * sessions * squares - 2 * sessions * whole * products + whole * whole * numbers
    error = sqrt(apart * count / (count - 1)) / (sessions * sessions * SCALE)
    half = t95(count - 1) * error
    one = replace(mean, low=mean.value - half, high=mean.value + half)
    return within(one, (0.0, 1.0)) if mean.count is not None else one


def over_both(one: Figure, by: Sequence[tuple[str, str]], values: Sequence[float]) -> Figure:
    """A share with its 95 % interval clustered in two ways at once, such as by person and by secret.

    `by`: for each value, 0 or 1, the two groups that it belongs to. `items` becomes the smaller number of groups.

    - If no group has two values, the interval is Wilson's.
    - Otherwise the variance is the sum of both groupings' variances, less the variance of both together
      (Cameron, Gelbach and Miller, 2011). It is never less than the variance of one grouping. The interval
      uses Student's t for one degree of freedom fewer than there are groups in the smaller grouping.
    - A share that is 0 or 1 has Wilson's interval over the groups of the smaller grouping.
    - If a grouping has a single group, there is no interval.
    """
    fewest = min(len({first for first, _ in by}), len({second for _, second in by}))
    one = replace(one, items=fewest, low=None, high=None)
    if one.value is None or fewest < 2:
        return one
    if len(by) == fewest or one.count in (0, one.n):
        wilson = share(round(one.value * fewest), fewest)
        return replace(one, low=wilson.low, high=wilson.high)
    keys: Sequence[Callable[[tuple[str, str]], Hashable]] = (itemgetter(0), itemgetter(1), tuple)
    first, second, both = (_clustered_variance(one.value, map(key, by), values) for key in keys)
    half = t95(fewest - 1) * sqrt(max(first, second, first + second - both))
    return within(replace(one, low=one.value - half, high=one.value + half), (0.0, 1.0))


def _clustered_variance(mean: float, groups: Iterable[Hashable], values: Sequence[float]) -> float:
    """The variance of a mean whose values are alike within a group, as in `over_items`."""
    apart: dict[Hashable, float] = {}
    for group, value in zip(groups, values, strict=True):
        apart[group] = apart.get(group, 0.0) + value - mean
    count = len(apart)
    return count / (count - 1) * sum(part * part for part in apart.values()) / len(values) ** 2


def newcombe(a: Figure, b: Figure) -> Figure:
    """The difference of two shares with its 95% interval, from the Wilson interval of each.

    The interval stays within -1 and 1, and has a width even if all sessions ended the same way. All None
    without values. (Newcombe, 1998, method 10.)
    """
    n = min(a.n or 0, b.n or 0)
    if a.value is None or a.low is None or a.high is None:
        return Figure(n=n)
    if b.value is None or b.low is None or b.high is None:
        return Figure(n=n)
    value = a.value - b.value
    low = value - hypot(a.value - a.low, b.high - b.value)
    return Figure(value, None, n, low, value + hypot(a.high - a.value, b.value - b.low))


def welch(a: Figure, b: Figure) -> Figure:
    """The difference of two means with its 95% interval by Welch's t (1947).

    The interval is None if either side has fewer than two values.
    """
    a_n, b_n = a.n or 0, b.n or 0
    n = min(a_n, b_n)
    if a.value is None or b.value is None:
        return Figure(n=n)
    value = a.value - b.value
    if a.std is None or b.std is None:
        return Figure(value, n=n)
    of_a, of_b = a.std**2 / a_n, b.std**2 / b_n
    error = of_a + of_b
    freedom = error**2 / (of_a**2 / (a_n - 1) + of_b**2 / (b_n - 1)) if error else 1
    half = t95(max(int(freedom), 1)) * sqrt(error)
    return Figure(value, None, n, value - half, value + half)


# over secrets


FEW = 5_000
"""The most sessions that are read one by one for the intervals of pairs, if players met several partners."""
Who = tuple[str, str, str, str, str]
"""A row: the group of seats, the player's kind and name, the condition's digest, and a pair's partner or "".
"""
Items = Sequence[Mapping[str, Sums]]
"""A row's sums by metric: one mapping for each secret."""


def measured_by_item(info: GameInfo) -> list[str]:
    """The figures of a game that have an interval."""
    own = [m.name for m in info.metrics.values() if m.kind in ("flag", "count", "number", "seats")]
    return list(dict.fromkeys((*STANDINGS, *own)))


def items_of(
    store: Store, each: Iterable[Filter], names: Sequence[str], *, by_partner: bool = False
) -> Mapping[Who, Items]:
    """Maps every row to its sums by secret, over the sessions that pass at least one filter.

    Raises BadFilter, SaveError.
    """
    filters = list(each)
    cells = [cell for one in filters for cell in store.items(one, names, by_partner=by_partner)]
    rows: dict[Who, list[Mapping[str, Sums]]] = {}
    one_each = cells if len(filters) == 1 else joined(cells)
    for who, own in groupby(one_each, key=itemgetter(3, 1, 2, 4, 8)):  # the cells are mostly sorted by player
        rows.setdefault(who, []).extend(cell.sums for cell in own if cell.item)
    return rows


def items_of_players(store: Store, wanted: Filter, names: Sequence[str]) -> Mapping[tuple[str, str], Items]:
    """Maps every player, by kind and name, to its sums by secret, over all seats with a side.

    Raises BadFilter, SaveError.
    """
    cells = [cell._replace(group="", condition="") for cell in store.items(wanted, names) if cell.item]
    rows: dict[tuple[str, str], list[Mapping[str, Sums]]] = {}
    for cell in joined(cells):
        rows.setdefault((cell.kind, cell.name), []).append(cell.sums)
    return rows


def with_interval(one: Figure, items: Items, whole: Sums) -> Figure:
    """A figure of a row with its interval, clustered by secret if a secret was played more than once.

    `whole`: the sums over all sessions of the row. Sessions without a secret, such as one abandoned before
    its secret was chosen, count as if they had the same secret.
    """
    assert one.metric is not None, "a figure of a row knows what it measures"
    name = one.metric.name
    return with_moments(
        one, moments_of(found for sums in items if (found := sums.get(name)) is not None), whole
    )


def with_moments(one: Figure, moments: Moments, whole: Sums) -> Figure:
    """As `with_interval`, from the moments of the secrets."""
    assert one.metric is not None, "a figure of a row knows what it measures"
    if moments[0] and moments[1] < whole[0]:
        rest = moments_of([(whole[0] - moments[1], whole[1] - moments[2], 0)])
        moments = cast("Moments", tuple(map(add, moments, rest)))
    return within(over_moments(one, moments), one.metric.scale)


def moments_by_metric(items: Items, names: Iterable[str]) -> Mapping[str, Moments]:
    """Maps each metric to the moments of a row's secrets."""
    return {name: moments_of(one[name] for one in items if name in one) for name in names}


def sums_of_share(one: Figure) -> Sums:
    """The sums behind a share."""
    count = one.count or 0
    return one.n or 0, count * SCALE, count * SCALE * SCALE


def clustered(one: Figure) -> bool:
    """True if a figure's interval is over its secrets, because some secrets came more than once."""
    return one.items is not None and one.low is not None and one.items < (one.n or 0)


def of_wins(by_error: Figure, won: Figure) -> Figure:
    """The share of wins by another seat's error. It keeps its interval only if no secret came twice.

    The interval of all wins shows whether a secret did; sums by secret aren't kept for this share.
    """
    once = won.low is not None and not clustered(won)
    return by_error if once else replace(by_error, low=None, high=None)


def items_note(figures: Iterable[Figure]) -> str:
    """A sentence on what the intervals of some figures are over; empty if no secret came more than once.

    >>> items_note(Figure(0.5, n=90, low=0.3, high=0.7, items=n) for n in (18, 19))
    'Some secrets were played more than once, so 95% intervals are over 18 to 19 secrets.'
    """
    over = {one.items for one in figures if one.items is not None and clustered(one)}
    if not over:
        return ""
    said = f"{min(over)} to {max(over)}" if len(over) > 1 else f"{min(over)}"
    return f"Some secrets were played more than once, so 95% intervals are over {said} secrets."
