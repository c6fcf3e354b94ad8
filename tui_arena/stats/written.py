"""Figures as text: how every table, sentence, screen, report and chart writes them.

A `FigureStyle` describes how one kind of place writes a figure: its decimals, its signs, its interval. The
places are the constants below. A change to a constant, or to the class, changes a figure's look wherever it
is shown. Two places have more to change: the columns of the stats table choose their decimals (`digits_of` in
`ui/stats/presenter.py`), and the metrics of one session are written where they are shown (`told` in
`ui/replay/presenter.py`, `figure` in `ui/result/screen.py`, `_figure` in `save/exchange/export.py`; their terms:
`core/terms.py`).

The metric says whether a figure is a share: `COMPARED.of(metric)`.

Games import no statistics, so their texts (Taboo's bot, Connections' metrics and result, the `host.toml` files)
write percentages themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tui_arena.core.language.sentences import UNKNOWN, money

if TYPE_CHECKING:
    from tui_arena.data import Metric
    from tui_arena.stats.statistics import Figure  # charts import this module, but not the statistics

PERCENT = "%"
"""The usual text after a percentage."""
USD = "USD"
"""The unit of a metric in US dollars."""


def number(value: float, digits: int, *, trimmed: bool = False) -> str:
    """A number with `digits` decimals. A number that rounds to zero has no minus sign.

    `trimmed`: True removes zeros at the end.

    >>> number(61.34, 1), number(-0.004, 1), number(4.0, 4, trimmed=True), number(100.0, 0, trimmed=True)
    ('61.3', '0.0', '4', '100')
    """
    text = f"{value:.{digits}f}"
    if trimmed and digits:
        text = text.rstrip("0").rstrip(".")
    return text if text.strip("-0.") else text.removeprefix("-")


def about_three(value: float) -> int:
    """The decimals that leave about three digits.

    >>> about_three(123.4), about_three(-61.34), about_three(4.256)
    (0, 1, 2)
    """
    return 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2


def at_most_two(value: float) -> int:
    """Two decimals below 10, else one."""
    return 1 if abs(value) >= 10 else 2


def by_kind(kinds: Mapping[str, float]) -> str:
    """Faults by kind, the most frequent first.

    >>> by_kind({"cut_off": 3.21, "rule": 12.4, "empty": 0.02}), by_kind({})
    ('12 rule, 3.2 cut off, <0.1 empty', 'none')
    """
    told = []
    for kind, value in sorted(kinds.items(), key=lambda one: -one[1]):
        text = number(value, 0 if value >= 10 else 1, trimmed=True)
        told.append(f"{'<0.1' if text == '0' else text} {kind.replace('_', ' ')}")
    return ", ".join(told) or "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureStyle:
    """How a place writes figures. An empty text leaves something out."""

    share: bool = False
    """True if the figures are shares of 1, which are written in percent."""
    dollars: bool = False
    """True if the figures are US dollars, which `core/language/sentences.py` writes."""
    digits: int | Callable[[float], int] = 2
    """The decimals of another figure, or a function that maps a value to its decimals."""
    share_digits: int = 0
    """The decimals of a percentage."""
    percent: str = PERCENT
    """The text after a percentage."""
    trimmed: bool = False
    """True if zeros at the end are left out; then each end of an interval has its own decimals."""
    signed: bool = False
    """True if a figure above zero has a plus, as in a difference."""
    signed_ends: bool = False
    """True if the ends of its interval have a plus, too."""
    deviation: str = "±{}"
    brackets: str = "[]"
    """The signs around an interval."""
    between: str = ""
    """The text between the ends of an interval; empty: only shares have an interval here."""
    share_between: str = ""
    """The same for a share."""
    undefined: str = ""
    """The text for a figure that isn't defined."""

    def of(self, metric: Metric) -> FigureStyle:
        """The style for the figures of a metric."""
        return replace(self, share=metric.percent, dollars=metric.unit == USD)

    @property
    def shares(self) -> FigureStyle:
        """The style for shares."""
        return replace(self, share=True)

    def number(self, value: float | None, digits: int | None = None, *, dash: str | None = None) -> str:
        """A value alone. `digits`: replaces the usual decimals. `dash`: replaces the usual text for None."""
        if value is None:
            return self.undefined if dash is None else dash
        text = self._digits(value, digits, signed=self.signed)
        return f"{text}{self.percent}" if self.share else text

    def value(self, one: Figure) -> str:
        """The value of a figure; a paper's figure has the printed digits, and faults are written by kind."""
        if one.kinds is not None:
            return by_kind(one.kinds)
        return one.printed[0] or self.number(one.value)

    def interval(self, one: Figure) -> str:
        """The 95% interval of a figure; empty if there is none, or if the place writes none."""
        return self.ends(one.low, one.high, self._alike(one))

    def ends(self, low: float | None, high: float | None, digits: int | None = None) -> str:
        """An interval from its ends. If a minus would follow a dash, the text is `to` instead of the dash."""
        between = self.share_between if self.share else self.between
        if low is None or high is None or not between:
            return ""
        first, last = (self._digits(end, digits, signed=self.signed_ends) for end in (low, high))
        if between in ("-", "–") and first.startswith("-"):
            between = " to "
        return f"{self.brackets[:1]}{first}{between}{last}{self.brackets[1:]}"

    def spread(self, one: Figure) -> str:
        """The deviation of a figure; a paper's figure has the printed digits. Empty if there is none."""
        if one.std is None or one.value is None or (one.printed[0] and not one.printed[1]):
            return ""
        return self.deviation.format(one.printed[1] or self._digits(one.std, self._alike(one)))

    def sureness(self, one: Figure) -> str:
        """The interval of a figure, or else its deviation."""
        return self.interval(one) or self.spread(one)

    def figure(self, one: Figure) -> str:
        """A figure with its interval, or else with its deviation."""
        if one.value is None:
            return self.undefined
        return " ".join(filter(None, (self.value(one), self.sureness(one))))

    def _alike(self, one: Figure) -> int | None:
        """The decimals for a figure, its ends and its deviation; None: each has its own."""
        return None if self.trimmed or one.value is None else self._decimals(one.value)

    def _decimals(self, value: float) -> int:
        return self.digits if isinstance(self.digits, int) else self.digits(value)

    def _digits(self, value: float, digits: int | None = None, *, signed: bool = False) -> str:
        if self.share:
            value, digits = 100 * value, self.share_digits
        text = (
            money(value)
            if self.dollars
            else number(value, self._decimals(value) if digits is None else digits, trimmed=self.trimmed)
        )
        return f"+{text}" if signed and not text.startswith("-") and text.strip("$0.") else text


# the places

TERMINAL = FigureStyle(brackets="()", share_between="-")
"""A table that a command prints."""
SWEPT = replace(TERMINAL, share_digits=1, between=" to ", deviation="")
"""The table of `run --over`."""
RANKED = FigureStyle(digits=3, deviation="{}", brackets="", between=" to ")
"""The columns of an order or a pool that a command prints."""
SEARCHED = FigureStyle(digits=3, brackets="()", between=" to ", undefined=UNKNOWN)
"""The page for a prompt search."""
IMPROVED = replace(SEARCHED, signed=True, signed_ends=True)
"""The improvement of a prompt."""
PAPER = FigureStyle(deviation="± {}", between=", ")
"""The tables of a study, as papers print them."""
COMPARED = FigureStyle(digits=about_three, trimmed=True, between=", ", share_between=", ", undefined="–")
"""Comparisons, in sentences, tables and on screens."""
DIFFERENCE = replace(COMPARED, signed=True, percent="")
"""The difference of two figures, in a column."""
GAP = replace(DIFFERENCE, percent=" points")
"""The difference of two figures, in a sentence. For shares it is in points, which are hundredths."""
REPORT = FigureStyle(digits=at_most_two, between="–", share_between="–")
"""The tables of a report."""
SCREEN = FigureStyle(share_between="-", undefined="–")
"""The stats table on the screen; its columns choose their decimals."""
TENTHS = FigureStyle(digits=1, brackets="", between="-")
"""Leaderboards and ratings."""
AGREED = FigureStyle(undefined="none")
"""How far two orders agree."""
AXIS = FigureStyle(digits=4, trimmed=True)
"""The scale of a chart, and values that are written alone."""
CHART = FigureStyle(between="-")
"""The figures next to the bars of a chart. The figures of `Bars` are in percent already, and the chart
chooses their decimals."""
