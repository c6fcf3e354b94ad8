"""Plots of glyph bars (a distribution, a curve over turns, an interval), and charts in the theme's colours.

These are plain functions from figures to lines of `Content`. Nothing depends on colour alone: each bar has
its figure next to it. Every sign comes from `Glyphs`, so plots work in ASCII mode too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from textual.content import Content

from tui_arena.charts.model import Chart
from tui_arena.charts.spans import Line, Signs, Span, signs_of
from tui_arena.charts.text import drawn as lines_of
from tui_arena.ui.glyphs import Glyphs

BAR = "$primary"
CHOSEN = "bold $accent"
FAINT = "$foreground-muted"
EMPTY = "nothing to draw yet"
MOST_BARS = 12
"""The most bars of one value each; if there would be more, each bar takes `STEP` values."""
STEP = 5
ROOMY, SLIM = 5, 3
"""Cells of a column: `ROOMY` is the widest; up to `SLIM` its figure below is flush left, not centred."""
TICKS = (5, 10, 20, 50, 100, 200, 500)
"""Turns between two labels of the axis, where the columns have no room for a label each."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a distribution."""

    label: str
    count: int
    chosen: bool = False
    """Whether this row is the one in question."""
    bad: bool = False
    """Whether the row counts sessions that went wrong (lost, aborted)."""


def in_ranges(counts: Mapping[int, int], tries: int, mine: int | None = None) -> list[Bar]:
    """Bars of `STEP` values each, up to `tries` or the highest value in `counts`.

    >>> [(bar.label, bar.count) for bar in in_ranges({2: 1, 5: 1, 7: 3}, 8)]
    [('1-5', 2), ('6-8', 3)]
    """
    last = max([tries, *counts])
    spans = [range(start, min(start + STEP, last + 1)) for start in range(1, last + 1, STEP)]
    return [
        Bar(f"{span[0]}-{span[-1]}", sum(counts.get(v, 0) for v in span), chosen=mine in span)
        for span in spans
    ]


def missed(
    counts: Mapping[int, int], won: int, lost: int, *, lost_here: bool = False, gave_up_here: bool = False
) -> list[Bar]:
    """The row of sessions that have no count, if there are any or could be any.

    These are the lost ones. If lost sessions have a count too, they are those that were given up.

    >>> missed({3: 2}, won=2, lost=1)
    [Bar(label='lost', count=1, chosen=False, bad=True)]
    >>> missed({3: 2, 5: 1}, won=2, lost=1), [bar.label for bar in missed({3: 2, 5: 1}, won=2, lost=2)]
    ([], ['gave up'])
    """
    counted = sum(counts.values())
    if counted <= won:
        return [Bar("lost", lost, chosen=lost_here, bad=True)]
    gave_up = won + lost - counted
    return [Bar("gave up", gave_up, chosen=gave_up_here, bad=True)] if gave_up else []


def distribution(glyphs: Glyphs, bars: Sequence[Bar], width: int) -> list[Content]:
    """A row for each bar: label, bar, count and share of all; at most `width` cells wide.

    >>> [c.plain for c in distribution(Glyphs(), [Bar("1", 0), Bar("2", 3)], 24)]
    ['1            0    0 %', '2 ██████████ 3  100 %']
    """
    total = sum(b.count for b in bars)
    if not total:
        return [Content.styled(EMPTY, FAINT)]
    labels = max(len(b.label) for b in bars)
    most = max(b.count for b in bars)
    digits = len(str(most))
    room = max(width - labels - digits - 12, 4)
    lines = []
    for b in bars:
        style = CHOSEN if b.chosen else "$error" if b.bad else BAR
        drawn = glyphs.bar(b.count / most, room)
        point = f" {glyphs.back_arrow}" if b.chosen else ""
        lines.append(
            Content.assemble(
                (f"{b.label:>{labels}} ", "bold" if b.chosen else ""),
                (drawn, style),
                " " * (room - len(drawn) + 1),
                f"{b.count:>{digits}}",
                (f"  {b.count / total:>4.0%}".replace("%", " %"), FAINT),
                (point, CHOSEN),
            )
        )
    return lines


def curve(
    glyphs: Glyphs, values: Sequence[float | None], top: float, height: int = 5, width: int = 40
) -> list[Content]:
    """A column for each turn from 0 to `top`, with turns and values below; None leaves a gap.

    Many turns get slim columns. If there are more turns than cells, a column shows the mean of several.
    """
    axis = len(f"{top:g}") + 1
    room = max(width - axis - 1, ROOMY)
    if not any(v is not None for v in values):
        return [Content.styled(EMPTY, FAINT)]
    each = ceil(len(values) / room)
    shown = [_mean(values[at : at + each]) for at in range(0, len(values), each)]
    wide = min(max(room // len(shown), 1), ROOMY)
    steps = len(glyphs.bars)
    lines = []
    for row in range(height, 0, -1):
        scale = {height: f"{top:g}", 1: ""}.get(row, "")
        cells: list[tuple[str, str]] = [(f"{scale:>{axis - 1}} ", FAINT), (_side(glyphs), FAINT)]
        for v in shown:
            filled = 0.0 if v is None or top <= 0 else min(max(v / top, 0.0), 1.0) * height
            part = filled - (row - 1)
            cells.append((_centred(_column(glyphs, part, steps), wide), BAR))
        lines.append(Content.assemble(*cells))
    lines.append(Content.assemble((f"{'0':>{axis - 1}} ", FAINT), (_floor(glyphs, wide * len(shown)), FAINT)))
    every = next((n for n in TICKS if n // each * wide >= ROOMY), TICKS[-1])
    marked = range(0, len(shown), max(every // each, 1)) if wide < ROOMY else range(len(shown))
    span = wide * max(every // each, 1) if wide < ROOMY else wide
    turns = "".join(_under(f"{n * each + 1}", span, wide) for n in marked)
    figures = "".join(_under("" if (v := shown[n]) is None else _short(v), span, wide) for n in marked)
    lines.append(Content.assemble((" " * (axis + 1) + turns.rstrip(), FAINT)))
    lines.append(Content.assemble((" " * (axis + 1) + figures.rstrip(), "bold")))
    return [line[:width] for line in lines]


def _mean(values: Sequence[float | None]) -> float | None:
    known = [v for v in values if v is not None]
    return sum(known) / len(known) if known else None


def _centred(cell: str, wide: int) -> str:
    """A column of a curve in its cells: with a gap at both sides, at one side, or without."""
    if wide == 1:
        return cell
    return f" {cell * (wide - 2)} " if wide > SLIM else cell * (wide - 1) + " "


def _under(text: str, span: int, wide: int) -> str:
    """The label below a column, in the cells up to the next labelled column."""
    return f"{text:^{span}}" if wide > SLIM else f"{text:<{span}}"


def round_top(values: Sequence[float | None]) -> float:
    """A round figure that no value exceeds, for the top of a scale.

    >>> round_top([6.3, 19.3])
    20.0
    """
    most = max((v for v in values if v is not None), default=0.0)
    if most <= 0:
        return 1.0
    unit = 10.0 ** floor(log10(most))
    return next(step * unit for step in (1, 2, 2.5, 5, 10) if step * unit >= most)


def interval(glyphs: Glyphs, mean: float, low: float, high: float, width: int = 30) -> Content:
    """A share between 0 and 1 with its interval, on a scale of `width` cells.

    >>> interval(Glyphs(ascii=True), 0.5, 0.25, 0.75, 11).plain
    '|..==o==..|'
    """
    inner = max(width - 2, 3)

    def cell(share: float) -> int:
        return min(max(round(share * (inner - 1)), 0), inner - 1)

    point, first, last = cell(mean), cell(low), cell(high)
    if glyphs.ascii:
        left, right, empty, line, dot = "|", "|", ".", "=", "o"
    else:
        left, right, empty, line, dot = "├", "┤", "·", "━", "●"
    parts: list[tuple[str, str]] = [(left, FAINT)]
    for i in range(inner):
        if i == point:
            parts.append((dot, CHOSEN))
        elif first <= i <= last:
            parts.append((line, BAR))
        else:
            parts.append((empty, FAINT))
    return Content.assemble(*parts, (right, FAINT))


def scrubber(glyphs: Glyphs, at: int, stops: int, width: int) -> Content:
    """The position within `stops` steps, as a line of `width` cells with a knob."""
    width = max(width, 3)
    knob = place(at, stops, width)
    dot, done, rest = ("o", "=", "-") if glyphs.ascii else ("●", "━", "─")
    return Content.assemble((done * knob, BAR), (dot, CHOSEN), (rest * (width - knob - 1), FAINT))


def place(at: int, stops: int, width: int) -> int:
    """The cell of a scrubber that stands for a stop; the inverse of `stop_at`."""
    return round(min(max(at, 0), stops) / stops * (width - 1)) if stops > 0 else 0


def stop_at(cell: int, stops: int, width: int) -> int:
    """The stop that a cell of a scrubber stands for; the inverse of `place`."""
    return round(min(max(cell, 0), width - 1) / (width - 1) * stops) if width > 1 else 0


def _column(glyphs: Glyphs, part: float, steps: int) -> str:
    """One cell of a column that is filled to `part` (1 or more: full)."""
    if part <= 0:
        return " "
    return glyphs.bars[min(max(round(part * steps), 1), steps) - 1]


def _side(glyphs: Glyphs) -> str:
    return "|" if glyphs.ascii else "│"


def _floor(glyphs: Glyphs, cells: int) -> str:
    corner = "+" if glyphs.ascii else "└"
    return corner + glyphs.line * cells


def _short(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() or abs(value) >= 100 else f"{value:.1f}"


STYLES = {
    "": "",
    "head": "bold",
    "faint": "$foreground-muted",
    "bar": "$primary",
    "unsure": "$foreground-muted",
    "bad": "$error",
    "published": "italic $secondary",
}
CURVES = ("primary", "accent", "secondary", "error", "success", "foreground")
"""The theme's colours for curves, one after the other; their marks alone tell them apart as well."""


def drawn(glyphs: Glyphs, chart: Chart, width: int, height: int | None = None) -> list[Content]:
    """The chart without title and note, at most `width` cells wide.

    `height`: lines available. Curves fill them; bars take what they need and are spaced out if possible.
    """
    return [coloured(line) for line in lines_of(chart, width, signs_of(ascii=glyphs.ascii), height)]


def coloured(line: Line) -> Content:
    """A line of a chart in the colours of the theme."""
    return Content.assemble(*((span.text, style_of(span)) for span in line))


def style_of(span: Span) -> str:
    """The style of a span."""
    return f"${CURVES[span.line % len(CURVES)]}" if span.role == "line" else STYLES[span.role]


def signs(glyphs: Glyphs) -> Signs:
    """The signs that charts are drawn with."""
    return signs_of(ascii=glyphs.ascii)
