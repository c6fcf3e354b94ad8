"""How a comparison is drawn: intervals on a shared scale, columns and cells of the list, explanations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

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
from tui_arena.ui.compare.presenter import Compare
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.presenter import PromptSheet
from tui_arena.ui.stats.presenter import BETTER
from tui_arena.ui.widgets.glyph_plots import BAR, CHOSEN, FAINT
from tui_arena.ui.widgets.tables import Column

SHORTEST, LONGEST = 10, 60
"""The fewest and the most cells of a scale."""


@dataclass(frozen=True, slots=True)
class SpanRow:
    """One figure on a scale."""

    label: str
    text: str
    """The figure with its interval, in words."""
    one: Figure
    least: float
    most: float
    """`least` and `most` are the ends of the scale."""


def middle(glyphs: Glyphs) -> str:
    """The sign that marks 0 between two directions."""
    return "|" if glyphs.ascii else "│"


def labelled(glyphs: Glyphs, rows: Sequence[SpanRow], width: int) -> list[Content]:
    """A line for each row: label, interval on its scale, figure in words; at most `width` cells wide.

    >>> rows = [SpanRow("Ada", "5 [2, 8]", Figure(5.0, 2.0, 8.0, 9), 0.0, 10.0)]
    >>> [line.plain for line in labelled(Glyphs(ascii=True), rows, 30)]
    ['Ada  |..====o====..|  5 [2, 8]']
    """
    labels, cells = max(len(row.label) for row in rows), scale_cells(rows, width)
    lines = []
    for row in rows:
        head = (f"{glyphs.fit(row.label, labels):<{labels}}  ", "bold")
        span = _span(glyphs, row.one, row.least, row.most, cells)
        lines.append(Content.assemble(head, span, (f"  {row.text}", "bold")))
    return [line[:width] for line in lines]


def scale_cells(rows: Sequence[SpanRow], width: int) -> int:
    """The cells between the ends of the scales of these rows."""
    labels, texts = max(len(row.label) for row in rows), max(len(row.text) for row in rows)
    return min(max(width - labels - texts - 6, SHORTEST), LONGEST)


def scale(ends: tuple[str, str], before: int, cells: int) -> Content:
    """The line below a scale: its ends, behind labels of `before` cells."""
    left, right = ends
    return Content.styled(f"{'':{before + 2}}{left}{right:>{max(cells + 2 - len(left), 1)}}", FAINT)


def _span(glyphs: Glyphs, one: Figure, least: float, most: float, cells: int) -> Content:
    """The interval on a scale of `cells` cells between its ends; 0 is marked if it lies between them."""

    def cell(value: float) -> int:
        share = (value - least) / (most - least) if most > least else 0.0
        return min(max(round(share * (cells - 1)), 0), cells - 1)

    left, right, empty, line, dot = ("|", "|", ".", "=", "o") if glyphs.ascii else ("├", "┤", "·", "━", "●")
    out = [(empty, FAINT)] * cells
    if one.low is not None and one.high is not None:
        first, last = cell(one.low), cell(one.high)
        out[first : last + 1] = [(line, BAR)] * (last + 1 - first)
    if least < 0 < most:
        out[cell(0.0)] = (middle(glyphs), "bold")
    if one.value is not None:
        out[cell(one.value)] = (dot, CHOSEN)
    return Content.assemble((left, FAINT), *out, (right, FAINT))


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
    reach = max(abs(end or 0.0) for end in (gap.value, gap.low, gap.high))
    means = ((compare.name("first"), found.firsts), (compare.name("second"), found.seconds))
    rows: list[SpanRow] = [
        SpanRow(name, mean_text(one, metric), one, min(known), max(known)) for name, one in means
    ]
    if compare.alone:
        return labelled(glyphs, rows[:1], width)
    rows.append(SpanRow("a - b", gap_text(gap, metric), gap, -reach or -1.0, reach or 1.0))
    if not scales:
        return labelled(glyphs, rows, width)
    ends_of = (figure_text(min(known), metric), figure_text(max(known), metric))
    reaches = [difference_text(end, metric) for end in (-reach or -1.0, reach or 1.0)]
    drawn = labelled(glyphs, rows, width)
    room = scale_cells(rows, width)
    before = max(len(row.label) for row in rows)
    return [*drawn[:2], scale(ends_of, before, room), drawn[2], scale((reaches[0], reaches[1]), before, room)]


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
    half, most = PAIRED_BAR // 2, found.widest
    if row.difference is None or not most:
        return " " * half + middle(glyphs)
    value = row.difference * found.direction / most
    bar = ("=" if glyphs.ascii else "━") * max(round(abs(value) * half), 1 if value else 0)
    return f"{bar if value < 0 else '':>{half}}{middle(glyphs)}{bar if value > 0 else ''}"


def explained(compare: Compare) -> PromptSheet | None:
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
    return PromptSheet(f"{compare.name('first')} and {compare.name('second')}", parts)
