"""Charts and lines of text as plain values, and helpers for scales: round ends, ticks, and figures as text.

The app, the SVG files and the text of a report all draw the same chart. Shares are in percent, such as 61,
and have the unit `%`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate, takewhile
from math import ceil, floor, log10
from typing import Literal

from tui_arena.core.text import one_line
from tui_arena.stats.written import CHART, PERCENT


@dataclass(frozen=True, slots=True)
class Band:
    """One figure with its interval."""

    label: str
    value: float | None
    """The figure. None: not defined; the label is shown without a bar."""
    low: float | None = None
    """The lower end of the interval. None: no interval is known; then `high` is None too."""
    high: float | None = None
    note: str = ""
    """A short text after the figure, such as `n 60`."""
    published: bool = False
    """True if the figure comes from a paper; False: from saved sessions."""
    printed: str = ""
    """The figure with the digits that a paper prints; empty: it is rounded like the others."""


@dataclass(frozen=True, slots=True)
class _Titled:
    """The fields that every chart has."""

    title: str
    note: str = field(default="", kw_only=True)
    """A sentence or two on what the chart shows and how its intervals are computed."""
    sources: tuple[str, ...] = field(default=(), kw_only=True)
    """Sentences on the sources of published figures, and on differences in them."""


@dataclass(frozen=True, slots=True)
class Bars(_Titled):
    """A bar for each figure; it starts at `base` and extends up or down from there."""

    unit: str
    """The unit of the figures, such as `%` or `questions`; may be empty."""
    items: tuple[Band, ...]
    least: float
    """The lower end of the scale."""
    most: float
    """The upper end of the scale."""
    base: float = 0.0


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's figures, round by round."""

    label: str
    values: tuple[float | None, ...]
    """The value at each round, from round 1 on; None leaves a gap."""
    counts: tuple[int, ...] = ()
    """The number of sessions behind each value; empty: unknown."""


@dataclass(frozen=True, slots=True)
class Curves(_Titled):
    """Figures round by round, a curve for each player."""

    across: str
    """The name of the horizontal axis, such as `round`."""
    unit: str
    lines: tuple[Curve, ...]
    least: float
    most: float
    upside_down: bool = False
    """True if the lowest value is at the top, as for ranks."""

    @property
    def rounds(self) -> int:
        return max((len(line.values) for line in self.lines), default=1)

    def down(self, value: float) -> float:
        """The height of a figure: 0 at the top of the chart, 1 at the bottom."""
        share = fraction(value, self.least, self.most)
        return share if self.upside_down else 1 - share


@dataclass(frozen=True, slots=True)
class Distribution:
    """The number of one player's sessions with each value."""

    label: str
    counts: Mapping[str, int]
    """Maps a value's text to its number of sessions, in order; all distributions of a chart have the same
    texts."""
    bad: frozenset[str] = frozenset()
    """Values for sessions that went wrong, such as `lost`."""
    chosen: frozenset[str] = frozenset()
    """The values of the session that the chart is about."""

    @property
    def total(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class Histogram(_Titled):
    """The spread of sessions over the values of a count: a distribution for each player."""

    unit: str
    tallies: tuple[Distribution, ...]

    @property
    def top(self) -> float:
        """The largest share in any distribution; it has the longest bar."""
        shares = (n / tally.total for tally in self.tallies if tally.total for n in tally.counts.values())
        return max(shares, default=1.0)


@dataclass(frozen=True, slots=True)
class SecretRow:
    """One secret and the players who found it."""

    label: str
    share: float
    """The share of sessions with this secret in which it was found, 0 to 1."""
    n: int
    """The number of sessions with this secret."""
    by: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Maps a player to the sessions in which the player found the secret, and to all the player's sessions
    with it. Players without such sessions are left out."""


@dataclass(frozen=True, slots=True)
class Items(_Titled):
    """Secrets from the easiest to the hardest."""

    players: tuple[str, ...]
    items: tuple[SecretRow, ...]
    left_out: int = 0
    """The number of secrets left out between the first half of `items` and the second."""


@dataclass(frozen=True, slots=True)
class SpanRow:
    """A figure with its interval on its own scale; the figure's note says it in words."""

    band: Band
    least: float
    most: float
    ends: tuple[str, str] | None = None
    """The texts for both ends, below the scale; None: no texts."""


Chart = Bars | Curves | Histogram | Items
MOST_ITEMS, A_FEW = 80, 10
"""The most secrets in a chart that can't be scrolled, half from each end. Up to `A_FEW` secrets more are
still drawn."""


def without_middle(chart: Items) -> Items:
    """The chart with only the easiest and the hardest secrets if it has too many; else the same chart."""
    if len(chart.items) <= MOST_ITEMS + A_FEW:
        return chart
    half = MOST_ITEMS // 2
    return replace(
        chart, items=(*chart.items[:half], *chart.items[-half:]), left_out=len(chart.items) - 2 * half
    )


def empty(chart: Chart) -> bool:
    """True if there is nothing to draw.

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


def fraction(value: float, least: float, most: float) -> float:
    """The position of a figure on a scale: 0 at its lower end or below, 1 at its upper end or above.

    >>> fraction(5, 0, 20), fraction(30, 0, 20), fraction(3, 3, 3)
    (0.25, 1.0, 0.0)
    """
    return min(max((value - least) / ((most - least) or 1.0), 0.0), 1.0)


STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
"""Allowed steps between two ticks, times a power of ten."""


def step(span: float, most: int) -> float:
    """The smallest round step with which at most `most` steps cover a span.

    >>> step(100, 5), step(7, 5), step(0, 5)
    (20.0, 2.0, 1.0)
    """
    if span <= 0:
        return 1.0
    least = span / max(most, 1)
    unit = 10.0 ** floor(log10(least))
    return next((s * unit for s in STEPS if s * unit >= least * (1 - 1e-9)), 10 * unit)


def ticks(least: float, most: float, about: int = 5) -> list[float]:
    """Round figures from one end of a scale to the other, with at most `about` steps between the ends.

    >>> ticks(0, 100), ticks(-1, 1, 4)
    ([0.0, 20.0, 40.0, 60.0, 80.0, 100.0], [-1.0, -0.5, 0.0, 0.5, 1.0])
    """
    by = step(most - least, about)
    first, last = ceil(least / by - 1e-9), floor(most / by + 1e-9)
    return [round(n * by, 10) + 0.0 for n in range(first, last + 1)]


def round_ends(values: Iterable[float]) -> tuple[float, float]:
    """Round ends of a scale that includes zero and all values.

    >>> round_ends([3.2, 17.9]), round_ends([-0.4, 0.9]), round_ends([])
    ((0.0, 20.0), (-0.5, 1.0), (0.0, 1.0))
    """
    held = [0.0, *values]
    low, high = min(held), max(held)
    if low == high:
        return 0.0, 1.0
    by = step(high - low, 5)
    return round(floor(low / by + 1e-9) * by, 10) + 0.0, round(ceil(high / by - 1e-9) * by, 10) + 0.0


def scale_of(chart: Curves, about: int) -> list[float]:
    """The figures of the vertical scale, in about `about` steps; ranks are whole numbers and begin with 1."""
    if not chart.upside_down:
        return ticks(chart.least, chart.most, about)
    found = ticks(chart.least, chart.most, max(min(about, int(chart.most - chart.least)), 1))
    by = found[1] - found[0] if len(found) > 1 else 1.0
    return [chart.least, *(value for value in found if value - chart.least > by / 2)]


NARROW = 4
"""The least number of cells between two rounds that have figures below them."""
EVERY = (1, 2, 5, 10, 20, 50, 100)
"""Allowed distances, in rounds, between two rounds with figures below them."""


def shown_rounds(rounds: int, room: int) -> list[int]:
    """The rounds with a figure below them, from 0: all if there is room, else every second, fifth, ...

    >>> shown_rounds(6, 60), shown_rounds(20, 60)
    ([0, 1, 2, 3, 4, 5], [0, 3, 5, 7, 9, 11, 13, 15, 17, 19])
    """
    each = room / max(rounds, 1)
    by = next((n for n in EVERY if n * each >= NARROW), EVERY[-1])
    if by == 1:
        return list(range(rounds))
    return [n for n in range(rounds) if n == 0 or ((n + 1) % by == 0 and n * each >= NARROW)]


def decimals(unit: str, span: float) -> int:
    """The number of decimals for figures on a scale with this span; percentages have none.

    >>> decimals("%", 100), decimals("questions", 20), decimals("", 1)
    (0, 1, 2)
    """
    return 0 if unit == "%" else 1 if span >= 5 else 2 if span >= 0.5 else 3


def bar_texts(chart: Bars, dash: str) -> list[tuple[str, str, str]]:
    """The texts after each bar: the figure, its interval and its note; published notes are elsewhere.

    >>> bar_texts(Bars("", "%", (Band("Ada", 5.2, 4, 9, "n 4"), Band("Ben", None)), 0, 100), "-")
    [('5%', '[4-9]', 'n 4'), ('-', '', '')]
    """
    digits = decimals(chart.unit, chart.most - chart.least)
    style = replace(CHART, between=dash, digits=digits)
    unit = PERCENT if chart.unit == "%" else ""
    return [
        (
            dash if band.value is None else band.printed or style.number(band.value) + unit,
            style.ends(band.low, band.high),
            "" if band.published else band.note,
        )
        for band in chart.items
    ]


# lines of text as spans with roles, and the characters that text charts consist of

Role = Literal["", "head", "faint", "bar", "unsure", "bad", "published", "chosen", "line"]
"""The role of a span in a chart; the app has a style for each role."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a line with one role."""

    text: str
    role: Role = ""
    line: int = 0
    """For the role `line`: the number of its curve, from 0."""


Line = list[Span]


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters that text charts are drawn with."""

    ascii: bool = False
    fine: bool = False
    """True if curves are drawn with braille dots, eight to a cell; few fonts outside terminals have them."""
    bar: str = "█"
    half: str = "▌"
    """Half a cell of a bar; empty if the font has no such sign."""
    unsure: str = "▓"
    """The part of a bar that is inside its interval."""
    beyond: str = "░"
    """The part of an interval that is beyond its bar."""
    slab: str = "▇"
    """A bar without an interval, as in distributions."""
    bad: str = "▒"
    heights: str = "▁▂▃▄▅▆▇█"
    """Eight heights of a column, low to high."""
    point: str = "◇"
    """A published figure."""
    base: str = "│"
    notch: str = "│"
    """The side of a grid at a figure."""
    rule: str = "─"
    corner: str = "└"
    tick: str = "┬"
    joint: str = "·"
    """A dot between two points of a curve."""
    marks: str = "●■▲◆✚×"
    """One character for each curve."""
    scale: tuple[str, str] = ("├", "┤")
    """Both ends of the scale of an interval."""
    interval: str = "━"
    mean: str = "●"
    found: str = "●◐○·"
    """Signs for how often a player found a secret: always, sometimes, never. The last sign means not
    played."""
    here: str = "◂"
    """Points at the value of the session that the chart is about."""
    dash: str = "\N{EN DASH}"
    ellipsis: str = "…"

    def mark(self, n: int) -> str:
        """The character for the points of curve `n`, from 0; characters repeat if there are more curves."""
        return self.marks[n % len(self.marks)]

    def halves(self, share: float, room: int) -> str:
        """A bar of at most `room` cells, in steps of half a cell; any share above 0 shows something."""
        halves = max(round(share * room * 2), 1) if share else 0
        return self.bar * (halves // 2) + self.half * (halves % 2) or self.bar * bool(share)

    def safe(self, text: str) -> str:
        """One of our own texts; if only ASCII is allowed, its en dashes and plus-minus signs are replaced."""
        if not self.ascii:
            return text
        return text.replace("\N{EN DASH}", "-").replace("\N{PLUS-MINUS SIGN}", "+-")


PRINT = Signs()
"""The signs in files."""
SCREEN = replace(PRINT, fine=True, notch="┤")
ASCII = Signs(
    ascii=True,
    bar="#",
    half="",
    unsure="=",
    beyond="-",
    slab="#",
    bad="x",
    heights="_.,-=+*#",
    point="o",
    base="|",
    notch="|",
    rule="-",
    corner="+",
    tick="+",
    joint=".",
    marks="*o#x+@",
    scale=("|", "|"),
    interval="=",
    mean="o",
    found="#+- ",
    here="<",
    dash="-",
    ellipsis="~",
)


def wide(text: str) -> int:
    """The number of cells that a text needs in a terminal.

    >>> wide("wort"), wide("言葉")
    (4, 4)
    """
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(sign: str) -> int:
    if unicodedata.east_asian_width(sign) in "WF":
        return 2
    return 0 if unicodedata.combining(sign) else 1


def cut(line: str, room: float, size: Callable[[str], float], ellipsis: str, unit: float = 1.0) -> str:
    """A line that fits into `room`, with an ellipsis if it is cut. `size`: measures a character, in `unit`s.

    >>> cut("abcdef", 4, len, "~")
    'abc~'
    """
    if sum(map(size, line)) * unit <= room:
        return line
    ends = accumulate(map(size, line), initial=size(ellipsis))
    return line[: max(sum(1 for _ in takewhile(lambda end: end * unit <= room, ends)) - 1, 0)] + ellipsis


def broken(text: str, fits: Callable[[str], bool], shorter: Callable[[str], str]) -> list[str]:
    """A text broken into lines that fit; a word that is too long for any line is shortened."""
    out: list[str] = []
    for word in text.split():
        if out and fits(f"{out[-1]} {word}"):
            out[-1] += f" {word}"
        else:
            out.append(shorter(word))
    return out


def fitted(text: str, width: int, signs: Signs) -> str:
    """Any text on one line of at most `width` cells, with an ellipsis if it is cut."""
    return cut(one_line(text), width, _cells, signs.ellipsis) if width > 0 else ""


def padded(text: str, width: int, signs: Signs) -> str:
    """The same text, padded with blanks to exactly `width` cells."""
    line = fitted(text, width, signs)
    return line + " " * (width - wide(line))


def wrapped(text: str, width: int, signs: Signs) -> list[str]:
    """A text broken into lines of at most `width` cells."""
    return broken(
        one_line(signs.safe(text)), lambda line: wide(line) <= width, lambda word: fitted(word, width, signs)
    )


def plain(line: Iterable[Span]) -> str:
    """The text of a line, without roles."""
    return "".join(span.text for span in line)


def joined(cells: Iterable[Span]) -> Line:
    """A line whose neighbouring spans of the same role are merged.

    >>> joined([Span("a", "line"), Span("b", "line"), Span("c", "line", 1)])
    [Span(text='ab', role='line', line=0), Span(text='c', role='line', line=1)]
    """
    out: Line = []
    for cell in cells:
        if out and (out[-1].role, out[-1].line) == (cell.role, cell.line):
            out[-1] = replace(out[-1], text=out[-1].text + cell.text)
        else:
            out.append(cell)
    return out
