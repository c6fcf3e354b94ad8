"""Pictures as plain values: what is drawn, before anybody draws it.

Law: a chart holds figures and words, no colours and no sizes. The app, the SVG and the text of a
report draw the same chart. Shares come as hundredths: 61, with the unit `%`.

Scales of pictures: round ends, round steps, and figures as they are written on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import ceil, floor, log10


@dataclass(frozen=True, slots=True)
class Band:
    """One figure with its interval."""

    label: str
    value: float | None
    """None: not defined; it is named and not drawn."""
    low: float | None = None
    """None: no interval is known; `high` is None then, too."""
    high: float | None = None
    note: str = ""
    """What stands behind it, such as `n 60`."""
    published: bool = False
    """Whether it comes from a paper and was not played here."""


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar for each figure, from `base`: bars on both sides of it diverge."""

    title: str
    unit: str
    """What the figures count, such as `%` or `questions`; may be empty."""
    items: tuple[Band, ...]
    least: float
    most: float
    """The ends of the scale."""
    base: float = 0.0
    note: str = ""
    """What the picture shows and how its intervals are made, in a sentence or two."""
    sources: tuple[str, ...] = ()
    """Where published figures come from and what differs there."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve."""

    label: str
    values: tuple[float | None, ...]
    """At 1, 2, 3, ...; None leaves a gap."""
    counts: tuple[int, ...] = ()
    """Sessions behind each value."""
    published: bool = False


@dataclass(frozen=True, slots=True)
class Curves:
    """Figures round by round, a curve for each player."""

    title: str
    across: str
    """What is counted from left to right, such as `round`."""
    unit: str
    lines: tuple[Curve, ...]
    least: float
    most: float
    upside_down: bool = False
    """Whether the least stands at the top, as with ranks."""
    note: str = ""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Distribution:
    """How often one player came to each value."""

    label: str
    counts: Mapping[str, int]
    """By the value's text, in the order of the chart; every tally of a chart has the same texts."""
    bad: frozenset[str] = frozenset()
    """Values that count what went wrong, such as `lost`."""

    @property
    def total(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class Histogram:
    """How sessions are spread over the values of a count."""

    title: str
    unit: str
    tallies: tuple[Distribution, ...]
    note: str = ""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SecretRow:
    """One secret, and who found it."""

    label: str
    share: float
    """Found, of all sessions with it, 0 to 1."""
    n: int
    by: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By player: found, of how many; a player that never had it is left out."""


@dataclass(frozen=True, slots=True)
class Items:
    """Secrets from the easiest to the hardest."""

    title: str
    players: tuple[str, ...]
    items: tuple[SecretRow, ...]
    note: str = ""
    sources: tuple[str, ...] = ()
    left_out: int = 0
    """Secrets between the first half of `items` and the second that are not among them."""


Chart = Bars | Curves | Histogram | Items
MOST_ITEMS, A_FEW = 80, 10
"""Secrets that are drawn where nobody can scroll, half of them from either end; and how many more are no
reason to leave any out."""


def without_middle(chart: Items, most: int = MOST_ITEMS) -> Items:
    """The chart with the easiest and the hardest secrets alone, where there are too many."""
    if len(chart.items) <= most + A_FEW:
        return chart
    half = most // 2
    return replace(
        chart, items=(*chart.items[:half], *chart.items[-half:]), left_out=len(chart.items) - 2 * half
    )


def empty(chart: Chart) -> bool:
    """Whether there is nothing to draw.

    >>> empty(Bars("won", "%", (Band("Ada", None),), 0, 100))
    True
    """
    if isinstance(chart, Bars):
        return all(band.value is None for band in chart.items)
    if isinstance(chart, Curves):
        return all(value is None for line in chart.lines for value in line.values)
    if isinstance(chart, Histogram):
        return not any(tally.total for tally in chart.tallies)
    return not chart.items


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
