"""Bars and distributions as lines of text.

Law: a bar is solid up to its interval and grows faint within it, so that how sure it is can be seen; its
figures stand behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from tui_arena.analysis.charts.kinds import Band, Bars, Histogram, Tally
from tui_arena.analysis.charts.scales import decimals, interval_text, ticks, written
from tui_arena.analysis.charts.spans import Line, Role, Signs, Span, fitted, joined, padded, plain, wide

LEAST_BAR = 12
"""Cells of a bar, however little room there is."""
PANEL, BETWEEN = 30, 4
"""Cells of one of several distributions beside each other at least, and between two of them."""
BROADEST = 60
"""Cells of a distribution beyond which it does not grow."""
TICK = 8
"""Cells between two figures of a scale at least."""


def bar_lines(chart: Bars, width: int, signs: Signs, height: int | None = None) -> list[Line]:
    """A line for each figure, and the scale below; blank lines between where `height` has room for them."""
    unit = chart.unit if chart.unit == "%" else ""
    digits = decimals(chart.unit, chart.most - chart.least)
    figures = _ranged([_figure(band, unit, digits, signs) for band in chart.items])
    spans = _ranged([interval_text(b.low, b.high, digits, signs.dash) for b in chart.items])
    counts = _ranged(["" if band.published else band.note for band in chart.items])
    longest = max((wide(fitted(b.label, width, signs)) for b in chart.items), default=0)
    labels = min(longest, max(width // 3, width - 2 * LEAST_BAR - len(figures[0] + spans[0] + counts[0])))
    choices = [
        [
            _noted(f + s + c, len(f), band, signs)
            for band, f, s, c in zip(chart.items, figures, spans, counts, strict=True)
        ],
        [_noted(f + c, len(f), band, signs) for band, f, c in zip(chart.items, figures, counts, strict=True)],
        figures,
    ]
    room, behind = next(
        (
            (left, texts)
            for texts in choices
            if (left := width - labels - 1 - max(map(len, texts))) >= LEAST_BAR
        ),
        (LEAST_BAR, figures),
    )
    nothing = Band("", None)
    base = joined([Span(" " * (labels + 1)), *_bar(chart, nothing, room, signs)])
    out: list[Line] = []
    for band, text in zip(chart.items, behind, strict=True):
        role: Role = "published" if band.published else ""
        name = Span(padded(band.label, labels, signs) + " ", role)
        out.append(joined([name, *_bar(chart, band, room, signs), Span(text.rstrip(), role)]))
        if height is not None and 2 * len(chart.items) + 1 <= height:
            out.append(base)
    return [*out, *_scale(chart, labels + 1, room, signs)]


def _ranged(texts: Sequence[str]) -> list[str]:
    """A column: its texts at its right edge, two blanks before the longest; nothing where all are empty."""
    longest = max(map(len, texts), default=0)
    return [f"  {text:>{longest}}" if longest else "" for text in texts]


def _noted(text: str, figures: int, band: Band, signs: Signs) -> str:
    """A published figure has its note where others have interval and number."""
    if not band.published:
        return text
    return text[:figures] + f"  {signs.safe(band.note):>{len(text) - figures - 2}}"


def _figure(band: Band, unit: str, digits: int, signs: Signs) -> str:
    if band.value is None:
        return signs.dash
    return f"{written(band.value, digits)} {unit}".rstrip()


def _bar(chart: Bars, band: Band, room: int, signs: Signs) -> list[Span]:
    """The cells of a bar: each stands for a stretch of the scale and is what its middle is."""
    span = (chart.most - chart.least) or 1.0
    value = chart.base if band.value is None else band.value
    low = value if band.low is None else band.low
    high = value if band.high is None else band.high
    ends = sorted((chart.base, value))
    zero = _cell(chart, chart.base, room) if chart.base > chart.least else None
    out: list[Span] = []
    for cell in range(room):
        middle = chart.least + (cell + 0.5) * span / room
        inside, near = ends[0] < middle < ends[1], low < middle < high
        if band.published:
            here = _cell(chart, value, room)
            sign = signs.point if cell == here else signs.joint if ends[0] < middle < ends[1] else " "
            out.append(Span(sign, "published" if cell == here else "faint"))
        elif inside:
            out.append(Span(signs.unsure if near else signs.bar, "bar"))
        elif near:
            out.append(Span(signs.beyond, "unsure"))
        else:
            out.append(Span(signs.base, "faint") if cell == zero else Span(" "))
    return out


def _cell(chart: Bars, value: float, room: int) -> int:
    share = (value - chart.least) / ((chart.most - chart.least) or 1.0)
    return min(max(int(share * room), 0), room - 1)


def _scale(chart: Bars, left: int, room: int, signs: Signs) -> list[Line]:
    """The rule below the bars and the figures that stand at its ticks."""
    at = {_cell(chart, v, room): v for v in ticks(chart.least, chart.most, max(room // TICK, 1))}
    rule = "".join(signs.tick if cell in at else signs.rule for cell in range(room))
    figures = [" "] * (left + room + 12)
    for cell, value in at.items():
        text = written(value)
        start = left + cell - (len(text) - 1) // 2
        figures[start : start + len(text)] = text
    line = "".join(figures).rstrip()
    unit = f" {chart.unit}" if chart.unit else ""
    behind = unit if wide(line) + wide(unit) <= left + room + 2 else ""
    return [[Span(" " * left + rule, "faint")], [Span(line + behind, "faint")]]


# distributions


def histogram_lines(chart: Histogram, width: int, signs: Signs) -> list[Line]:
    """The distributions, as many beside each other as there is room for."""
    across = max(min((width + BETWEEN) // (PANEL + BETWEEN), len(chart.tallies)), 1)
    each = min((width + BETWEEN) // across - BETWEEN, BROADEST)
    top = max((n / t.total for t in chart.tallies if t.total for n in t.counts.values()), default=1.0)
    out: list[Line] = []
    for at in range(0, len(chart.tallies), across):
        panels = [_panel(tally, top, each, signs) for tally in chart.tallies[at : at + across]]
        if out:
            out.append([])
        out += [_beside(beside, each) for beside in zip_longest(*panels, fillvalue=list[Span]())]
    return out


def _beside(lines: Sequence[Line], each: int) -> Line:
    out: Line = []
    for line in lines:
        if out:
            out.append(Span(" " * BETWEEN))
        out += [*line, Span(" " * (each - wide(plain(line))))]
    while out and not out[-1].text.strip():
        out.pop()
    return joined(out)


def _panel(tally: Tally, top: float, width: int, signs: Signs) -> list[Line]:
    """One player's sessions by value; bars of all players have one scale."""
    total = tally.total
    labels = max((len(value) for value in tally.counts), default=0)
    digits = max((len(str(n)) for n in tally.counts.values()), default=1)
    room = max(width - labels - digits - 10, 4)
    count = f"  n {total}"
    out: list[Line] = [[Span(fitted(tally.label, width - len(count), signs), "head"), Span(count, "faint")]]
    for value, n in tally.counts.items():
        bad = value in tally.bad
        share = n / total if total else 0.0
        cells = max(round(share / top * room), 1) if n else 0
        out.append(
            [
                Span(f"{value:>{labels}} "),
                Span((signs.bad if bad else signs.slab) * cells, "bad" if bad else "bar"),
                Span(" " * (room - cells) + f" {n:>{digits}}"),
                Span(f" {100 * share:>4.0f} %", "faint"),
            ]
        )
    return out
