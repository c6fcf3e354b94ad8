"""A comparison of two players in sentences, for screens and commands, and as tables for files.

The tables hold the same figures as the screens, but unrounded.
"""

from __future__ import annotations

from collections.abc import Sequence

from tui_arena.core.text import one_line
from tui_arena.data import Metric
from tui_arena.stats.comparison import Comparison, Contender, ItemRow, Tried
from tui_arena.stats.statistics import Figure
from tui_arena.stats.text_tables import Cell, TextTable, Told

DASH = "–"
NAME = 40
"""Most characters of a name in a sentence."""


def figure_text(value: float | None, metric: Metric, dash: str = DASH) -> str:
    """A figure of a metric: `82 %` for a share, else about three digits; `dash` for None."""
    if value is None:
        return dash
    return f"{100 * value:.0f} %" if metric.percent else _written(value)


def difference_text(value: float | None, metric: Metric, dash: str = DASH) -> str:
    """A difference with its sign; a difference of shares is in points, which are hundredths."""
    if value is None:
        return dash
    text = f"{100 * abs(value):.0f}" if metric.percent else _written(abs(value))
    return text if text == "0" else f"{'+' if value > 0 else '-'}{text}"


def mean_text(one: Figure, metric: Metric) -> str:
    """A mean with its interval: `61.3 [52.1, 70]`, or else with the deviation that is printed: `56 % ±11`."""
    ends = [figure_text(end, metric).removesuffix(" %") for end in (one.low, one.high, one.std)]
    text = figure_text(one.value, metric)
    if one.low is not None and one.high is not None:
        return f"{text} [{ends[0]}, {ends[1]}]"
    return text if one.std is None else f"{text} ±{ends[2]}"


def gap_text(one: Figure, metric: Metric) -> str:
    """A difference with its interval: `+12 points [3, 21]`."""
    points = " points" if metric.percent and one.value is not None else ""
    text = f"{difference_text(one.value, metric)}{points}"
    if one.low is None or one.high is None:
        return text
    ends = (difference_text(end, metric).removeprefix("+") for end in (one.low, one.high))
    return f"{text} [{', '.join(ends)}]"


def names(comparison: Comparison) -> tuple[str, str]:
    """The names of both players, with their kinds if the names are the same."""
    return told_apart(comparison.first, comparison.second)


def told_apart(first: Contender, second: Contender) -> tuple[str, str]:
    """The names of two players, with their kinds if the names are the same."""
    same = first[1] == second[1] and first != second
    a, b = (one_line(":".join(who) if same else who[1], NAME) for who in (first, second))
    return a, b


def verdict(comparison: Comparison) -> str:
    """A sentence on which of the two is better, and whether that may be chance."""
    one, metric = comparison.difference, comparison.metric
    first, second = names(comparison)
    if one.value is None:
        none = first if comparison.firsts.value is None else second
        return f"{none} has no session with a figure for {metric.label}."
    if not comparison.leads:
        return (
            f"{first} and {second} are level: {metric.label} {figure_text(comparison.firsts.value, metric)}."
        )
    turned = comparison.leads == "second"
    ahead, behind = (second, first) if turned else (first, second)
    better, worse = (comparison.firsts, comparison.seconds)[:: -1 if turned else 1]
    gap = one if (one.value > 0) else one.turned
    how = "is ahead of" if metric.better != "none" else "has the higher figure than"
    by = gap_text(gap, metric).removeprefix("+")
    figures = f"{figure_text(better.value, metric)} against {figure_text(worse.value, metric)}"
    told = f"{ahead} {how} {behind} by {by}: {metric.label} {figures}."
    if gap.low is None:
        return f"{told} Too few sessions to say whether that is chance."
    if one.sure:
        return f"{told} Chance alone would hardly do that."
    return f"{told} That may be chance: 0 lies within."


def basis_text(comparison: Comparison) -> str:
    """A sentence on what the means and the interval are taken over."""
    first, second = names(comparison)
    shared = len(comparison.shared)
    how = "spans are 95 % bootstrap intervals"
    if comparison.basis == "pairs":
        n = comparison.difference.n
        which = f"the {n:,}" if n == shared else f"{n:,} of the {shared:,}"
        those = "" if n == shared else ", those with a figure of both"
        return f"Over {which} secrets that both played{those}; {how}."
    share = "no secret" if not shared else "1 secret" if shared == 1 else f"{shared} secrets"
    counts = f"{comparison.firsts.n} of {first}, {comparison.seconds.n} of {second}"
    if comparison.basis == "items":
        return f"They share {share} with figures, so each is taken over its own: {counts}; {how}."
    by = "Wilson's and Newcombe's scores" if comparison.metric.kind == "flag" else "Student's and Welch's t"
    return f"Too few secrets, so sessions are counted: {counts}; 95 % intervals by {by}."


def better_text(comparison: Comparison) -> str:
    """A sentence on how many items each is better at; empty if they share no item."""
    if not comparison.shared:
        return ""
    first, second = names(comparison)
    a, b, alike = comparison.better_at
    word = "Better" if comparison.metric.better != "none" else "Higher"
    return f"{word} at: {first} {a}, {second} {b}; alike {alike}."


def found_text(comparison: Comparison) -> str:
    """A sentence on how many items both, only one, or neither won; empty if they share no item."""
    if not comparison.shared:
        return ""
    first, second = names(comparison)
    both, a, b, neither = (
        len(comparison.by_found(found)) for found in ("both", "first", "second", "neither")
    )
    return f"Won at least once: by both {both}, only {first} {a}, only {second} {b}, neither {neither}."


def _written(value: float) -> str:
    """About three digits, without trailing zeros."""
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def items_table(comparison: Comparison, rows: Sequence[ItemRow], title: str = "") -> TextTable:
    """A table of some items: sessions, wins and mean of each player, the difference, and who won it."""
    first, second = names(comparison)
    metric = comparison.metric
    header = (
        "secret",
        *(f"{who}: {what}" for who in (first, second) for what in ("sessions", "won", metric.label)),
    )
    by = {"first": first, "second": second, "both": "both", "neither": "neither"}
    lines = [
        (
            row.item,
            *_side(row.first, metric),
            *_side(row.second, metric),
            Told(row.difference, difference_text(row.difference, metric)),
            by[row.found] if row.found else None,
        )
        for row in rows
    ]
    told = (verdict(comparison), basis_text(comparison), better_text(comparison), found_text(comparison))
    return TextTable(title, (*header, "difference", "won by"), tuple(lines), tuple(filter(None, told)))


def _side(one: Tried | None, metric: Metric) -> tuple[Cell, Cell, Told]:
    """Sessions, wins and mean of one player; undefined where it never played the item."""
    mean = None if one is None else one.figure.value
    shown = Told(mean, figure_text(mean, metric))
    return (None, None, shown) if one is None else (one.n, one.won, shown)
