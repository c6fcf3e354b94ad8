"""How a comparison is drawn: intervals on a shared scale, columns and cells of the list, explanations."""

from __future__ import annotations

from textual.content import Content

from tui_arena.charts.model import Band, SpanRow
from tui_arena.charts.text import span_lines
from tui_arena.core.text import one_line
from tui_arena.data import Metric
from tui_arena.stats.comparison import FOUND, Comparison, ItemRow, Tried
from tui_arena.stats.comparison_texts import (
    basis_text,
    better_text,
    difference_text,
    figure_text,
    found_text,
    gap_text,
    mean_text,
    verdict,
)
from tui_arena.stats.statistics import RESAMPLES, Figure
from tui_arena.table.turns import Page
from tui_arena.ui.compare.presenter import Compare
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.stats.presenter import BETTER
from tui_arena.ui.widgets.charts import painted, signs
from tui_arena.ui.widgets.tables import Column

SHORT, LONG = 6, 14
"""The fewest and the most cells of a player's column."""
ROOMY, PAIRED_BAR = 100, 25
"""Cells from which on each row has a bar, and the cells of that bar."""
SPAN = {
    "pairs": (
        f"The differences of the secrets are drawn again, {RESAMPLES:,} times, each time as many as there are, "
        "and the middle 95 % of the means is kept. If that leaves out 0, chance alone would hardly do it."
    ),
    "items": (
        f"The secrets of each are drawn again, {RESAMPLES:,} times, and the middle 95 % of the differences is "
        "kept. One of them may have had the easier secrets: fair are only those that both played."
    ),
    "sessions": (
        "Student's t for each mean, Welch's for the difference, or Wilson's and Newcombe's scores of shares, over "
        "sessions: there are too few secrets to draw from."
    ),
}


def bars(compare: Compare, glyphs: Glyphs, width: int, *, scales: bool = False) -> list[Content]:
    """Both means on one scale, and the difference on its own. `scales`: with both scales' ends below."""
    found = compare.found
    if found is None:
        return []
    metric, gap = found.metric, found.difference
    ends = [end for one in (found.firsts, found.seconds) for end in (one.value, one.low, one.high)]
    known = [0.0, most_of(metric), *(end for end in ends if end is not None)]
    reach = max(abs(end or 0.0) for end in (gap.value, gap.low, gap.high)) or 1.0
    least, most = min(known), max(known)
    rows = [SpanRow(_band(compare.name("first"), found.firsts, mean_text(found.firsts, metric)), least, most)]
    if not compare.alone:
        second = _band(compare.name("second"), found.seconds, mean_text(found.seconds, metric))
        figures = (figure_text(least, metric), figure_text(most, metric)) if scales else None
        reaches = (difference_text(-reach, metric), difference_text(reach, metric)) if scales else None
        rows.append(SpanRow(second, least, most, figures))
        rows.append(SpanRow(_band("a - b", gap, gap_text(gap, metric)), -reach, reach, reaches))
    return painted(span_lines(rows, width, signs(glyphs)), width)


def _band(label: str, one: Figure, text: str) -> Band:
    return Band(label, one.value, one.low, one.high, text)


def most_of(metric: Metric) -> float:
    """The highest value of a metric, if its unit gives it; else 0.

    >>> most_of(Metric("speed", "speed", "number", "high", "", unit="0-100"))
    100.0
    """
    _, dash, most = metric.unit.partition("0-")
    return 1.0 if metric.percent else float(most) if dash and most.isdigit() else 0.0


def columns(compare: Compare, width: int) -> list[Column]:
    """The columns of the list."""
    first, second = compare.name("first"), compare.name("second")
    by = max(len(compare.by(found)) for found in FOUND)
    directed = compare.found is not None and compare.found.metric.better != "none"
    out = [
        Column("secret", "secret", 12, 0, 32),
        Column("n", "sessions", 8, 4),
        _right("first", first, min(max(len(first), SHORT), LONG), 1),
        _right("second", second, min(max(len(second), SHORT), LONG), 1),
        _right("difference", "a - b", SHORT, 2),
    ]
    if compare.alone:
        return out[:3]
    if width >= ROOMY:
        word = "better" if directed else "higher"
        out.append(Column("bar", f"{f'b {word}':>{PAIRED_BAR // 2}} a {word}", PAIRED_BAR, 5))
    return [*out, Column("found", "won by", min(max(by, SHORT), LONG + len("only ")), 3)]


def _right(key: str, title: str, width: int, rank: int) -> Column:
    """A column of figures, flush right with its title."""
    return Column(key, f"{one_line(title, width):>{width}}", width, rank)


def cell(compare: Compare, row: ItemRow, column: Column, glyphs: Glyphs) -> str:
    """The text of a cell; figures are flush right."""
    if column.key == "bar":
        return "" if compare.found is None else diverging(compare.found, row, glyphs)
    text = glyphs.fit(_text(compare, row, column.key, glyphs), column.width)
    return text if column.key in ("secret", "found") else f"{text:>{column.width}}"


def _text(compare: Compare, row: ItemRow, key: str, glyphs: Glyphs) -> str:
    if key == "secret":
        return row.item
    if key == "found":
        return compare.by(row.found) if row.found else glyphs.dash
    if key == "n":
        sides = (row.first,) if compare.alone else (row.first, row.second)
        return "+".join(str(one.n if one else 0) for one in sides)
    metric = compare.metric_shown
    if key == "difference":
        return difference_text(row.difference, metric, glyphs.dash)
    one: Tried | None = getattr(row, key)
    return figure_text(one.figure.value if one else None, metric, glyphs.dash)


def diverging(found: Comparison, row: ItemRow, glyphs: Glyphs) -> str:
    """A bar from the middle towards the better player; the greatest difference has the longest bar."""
    half, most, middle = PAIRED_BAR // 2, found.widest, signs(glyphs).base
    if row.difference is None or not most:
        return " " * half + middle
    value = row.difference * found.direction / most
    bar = signs(glyphs).interval * max(round(abs(value) * half), 1 if value else 0)
    return f"{bar if value < 0 else '':>{half}}{middle}{bar if value > 0 else ''}"


def explained(compare: Compare) -> Page | None:
    """What the figures mean and how they are made; None: there are none."""
    found = compare.found
    if found is None:
        return None
    metric = found.metric
    once = "A secret counts once, however often it was played: the mean of its sessions comes first."
    parts = (
        ("", verdict(found)),
        ("what is compared", f"{metric.label}: {metric.text} {BETTER[metric.better]}"),
        ("over what", f"{basis_text(found)} {once}"),
        ("the span", SPAN[found.basis]),
        *([("secrets", f"{better_text(found)} {found_text(found)}")] if found.shared else []),
    )
    return Page(f"{compare.name('first')} and {compare.name('second')}", parts)
