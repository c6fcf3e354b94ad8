"""Charts as lines of text, for Markdown and for the app.

A line consists of spans with roles. The app gives roles colours, and files ignore roles. A bar is solid
outside its interval and fainter within it. A curve is a grid of marks joined by dots.

No chart uses colour alone to say something, and no line is wider than the requested width.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from math import ceil

from tui_arena.charts.model import (
    PRINT,
    Band,
    Bars,
    Chart,
    Curves,
    Distribution,
    Histogram,
    Items,
    Line,
    Role,
    SecretRow,
    Signs,
    Span,
    SpanRow,
    bar_texts,
    empty,
    fitted,
    fraction,
    joined,
    padded,
    plain,
    scale_of,
    shown_rounds,
    ticks,
    wide,
    without_middle,
    wrapped,
)
from tui_arena.stats.written import AXIS, CHART, number

NOTHING = "nothing to draw yet"


def lines(chart: Chart, width: int = 76) -> list[str]:
    """The chart with its title, note and sources, at most `width` cells wide."""
    title = fitted(chart.title, width, PRINT)
    shown = without_middle(chart) if isinstance(chart, Items) else chart
    out = [title, "", *(plain(line).rstrip() for line in drawn(shown, width, PRINT)), ""]
    return [*out, *(line for text in (chart.note, *chart.sources) for line in wrapped(text, width, PRINT))]


def drawn(chart: Chart, width: int, signs: Signs, height: int | None = None) -> list[Line]:
    """The chart without title and notes. `height`: the number of lines to fill; None: as many as it needs."""
    if empty(chart):
        return [[Span(NOTHING, "faint")]]
    match chart:
        case Bars():
            return bar_lines(chart, width, signs, height)
        case Curves():
            return curve_lines(chart, width, signs, height)
        case Histogram():
            return histogram_lines(chart, width, signs)
        case Items():
            return item_lines(chart, width, signs)


# bars

LEAST_BAR = 12
"""The least number of cells of a bar, even if there is little room."""
TICK = 8
"""The least number of cells between two figures of a scale."""


def bar_lines(chart: Bars, width: int, signs: Signs, height: int | None = None) -> list[Line]:
    """A line for each figure, with the scale below. The bars are spaced out if `height` allows it."""
    figures, spans, counts = map(_ranged, zip(*bar_texts(chart, signs.dash), strict=True))
    longest = max(wide(fitted(band.label, width, signs)) for band in chart.items)
    labels = min(longest, max(width // 3, width - 2 * LEAST_BAR - len(figures[0] + spans[0] + counts[0])))
    parts = list(zip(chart.items, figures, spans, counts, strict=True))
    choices = [
        [_noted(band, figure, span + count, signs) for band, figure, span, count in parts],
        [_noted(band, figure, count, signs) for band, figure, _, count in parts],
        figures,
    ]
    rooms = [width - labels - 1 - max(map(len, texts)) for texts in choices]
    room, behind = next(
        (pair for pair in zip(rooms, choices, strict=True) if pair[0] >= LEAST_BAR), (LEAST_BAR, figures)
    )
    base = joined([Span(" " * (labels + 1)), *_bar(chart, Band("", None), room, signs)])
    out: list[Line] = []
    for band, text in zip(chart.items, behind, strict=True):
        role: Role = "published" if band.published else ""
        name = Span(padded(band.label, labels, signs) + " ", role)
        out.append(joined([name, *_bar(chart, band, room, signs), Span(text.rstrip(), role)]))
        if height is not None and 2 * len(chart.items) + 1 <= height:
            out.append(base)
    return [*out, *_scale(chart, labels + 1, room, signs)]


def _ranged(texts: Sequence[str]) -> list[str]:
    """A right-aligned column with two blanks before the longest text; empty texts if all are empty."""
    longest = max(map(len, texts), default=0)
    return [f"  {text:>{longest}}" if longest else "" for text in texts]


def _noted(band: Band, figure: str, behind: str, signs: Signs) -> str:
    """The text after a bar; a published figure has its note in place of interval and number."""
    return figure + (f"  {signs.safe(band.note):>{len(behind) - 2}}" if band.published else behind)


def _bar(chart: Bars, band: Band, room: int, signs: Signs) -> Iterator[Span]:
    """Yields the cells of a bar; each cell shows the middle of its part of the scale."""
    span = (chart.most - chart.least) or 1.0
    value = chart.base if band.value is None else band.value
    low = value if band.low is None else band.low
    high = value if band.high is None else band.high
    first, last = sorted((chart.base, value))
    zero = _cell(chart, chart.base, room) if chart.base > chart.least else None
    here = _cell(chart, value, room) if band.published else None
    for cell in range(room):
        middle = chart.least + (cell + 0.5) * span / room
        inside, near = first < middle < last, low < middle < high
        if band.published:
            sign = signs.point if cell == here else signs.joint if inside else " "
            yield Span(sign, "published" if cell == here else "faint")
        elif inside:
            yield Span(signs.unsure if near else signs.bar, "bar")
        elif near:
            yield Span(signs.beyond, "unsure")
        else:
            yield Span(signs.base, "faint") if cell == zero else Span(" ")


def _cell(chart: Bars, value: float, room: int) -> int:
    return min(int(fraction(value, chart.least, chart.most) * room), room - 1)


def _scale(chart: Bars, left: int, room: int, signs: Signs) -> list[Line]:
    """The rule below the bars, and the figures at its ticks."""
    at = {_cell(chart, v, room): v for v in ticks(chart.least, chart.most, max(room // TICK, 1))}
    rule = "".join(signs.tick if cell in at else signs.rule for cell in range(room))
    figures = [" "] * (left + room + 12)
    for cell, value in at.items():
        text = AXIS.number(value)
        start = left + cell - (len(text) - 1) // 2
        figures[start : start + len(text)] = text
    line = "".join(figures).rstrip()
    unit = f" {chart.unit}" if chart.unit else ""
    behind = unit if wide(line) + wide(unit) <= left + room + 2 else ""
    return [[Span(" " * left + rule, "faint")], [Span(line + behind, "faint")]]


# distributions

PANEL, BETWEEN = 30, 4
"""The least cells of each of several distributions side by side, and the cells between two of them."""
BROADEST = 60
"""The most cells of a distribution."""


def histogram_lines(chart: Histogram, width: int, signs: Signs) -> list[Line]:
    """The distributions, as many side by side as fit."""
    across = max(min((width + BETWEEN) // (PANEL + BETWEEN), len(chart.tallies)), 1)
    each = min((width + BETWEEN) // across - BETWEEN, BROADEST)
    out: list[Line] = []
    for at in range(0, len(chart.tallies), across):
        panels = [_panel(tally, chart.top, each, signs) for tally in chart.tallies[at : at + across]]
        if out:
            out.append([])
        out += [_side_by_side(row, each) for row in zip_longest(*panels, fillvalue=list[Span]())]
    return out


def _side_by_side(lines: Sequence[Line], each: int) -> Line:
    out: Line = []
    for line in lines:
        if out:
            out.append(Span(" " * BETWEEN))
        out += [*line, Span(" " * (each - wide(plain(line))))]
    while out and not out[-1].text.strip():
        out.pop()
    return joined(out)


def _panel(tally: Distribution, top: float, width: int, signs: Signs) -> list[Line]:
    count = f"  n {tally.total}"
    head = [Span(fitted(tally.label, width - len(count), signs), "head"), Span(count, "faint")]

    def bar(value: str, n: int, room: int) -> str:
        share = n / (tally.total or 1)
        return (signs.bad if value in tally.bad else signs.slab) * _least_one(share / top, room)

    return [head, *_tally_lines(tally, width, bar, signs)]


def distribution_lines(tally: Distribution, width: int, signs: Signs) -> list[Line]:
    """One player's sessions by value, without a heading; the session that the chart is about is marked.

    >>> [plain(line) for line in distribution_lines(Distribution("", {"1": 0, "2": 3}), 24, PRINT)]
    ['1            0    0%', '2 ██████████ 3  100%']
    """
    if not tally.total:
        return [[Span(NOTHING, "faint")]]
    most = max(tally.counts.values())
    return _tally_lines(tally, width - 2, lambda _, n, room: signs.halves(n / most, room), signs)


def _tally_lines(
    tally: Distribution, width: int, bar: Callable[[str, int, int], str], signs: Signs
) -> list[Line]:
    """A line for each value. `bar`: draws a value and its number of sessions, within some cells."""
    labels = max((len(value) for value in tally.counts), default=0)
    digits = max((len(str(n)) for n in tally.counts.values()), default=1)
    room = max(width - labels - digits - 10, 4)
    out: list[Line] = []
    for value, n in tally.counts.items():
        share, chosen = n / (tally.total or 1), value in tally.chosen
        cells = bar(value, n, room)
        out.append(
            [
                Span(f"{value:>{labels}} ", "head" if chosen else ""),
                Span(cells, "chosen" if chosen else "bad" if value in tally.bad else "bar"),
                Span(f"{'':{room - len(cells)}} {n:>{digits}}"),
                Span(f" {CHART.shares.number(share):>5}", "faint"),
                *([Span(f" {signs.here}", "chosen")] if chosen else []),
            ]
        )
    return out


def _least_one(share: float, room: int) -> int:
    """The number of cells of a bar; at least one if its share is above zero."""
    return max(round(share * room), 1) if share else 0


# curves

HEIGHT = 12
"""The number of lines of the grid if no height is given."""
FLOOR, LOWEST = 2, 7
"""The number of lines of the scale below the grid, and the fewest lines of a grid that has session counts."""
LEFT = 4
"""The least cells to the left of a grid; in the lines of session counts they contain `n` and a mark."""
FINE = 20
"""The number of steps of the finest scale at the side of a grid."""
BRAILLE, DOTS = 0x2800, ((1, 8), (2, 16), (4, 32), (64, 128))
"""The braille sign without any dot, and the number that each dot adds to it: four rows of two."""


class _Across:
    """The horizontal positions of rounds, in cells."""

    def __init__(self, chart: Curves, width: int, left: int) -> None:
        rounds = chart.rounds
        self.left = left
        """The number of cells to the left of the grid."""
        self.room, self.end = max(width - self.left, 1), max(width, self.left + 1)
        self.at = [round(n * (self.room - 1) / (rounds - 1)) if rounds > 1 else 0 for n in range(rounds)]
        self.shown = shown_rounds(rounds, self.room)

    def under(self, texts: Mapping[int, str], first: int = 0) -> str:
        """Texts below their rounds, never left of cell `first`; a text without room is left out."""
        line = ""
        for turn, text in texts.items():
            start = max(min(self.left + self.at[turn] - len(text) // 2, self.end - len(text)), first)
            if start > len(line):
                line = line.ljust(start) + text
        return line


def curve_lines(chart: Curves, width: int, signs: Signs, height: int | None = None) -> list[Line]:
    """The grid with its scales, the number of sessions behind each round, and the legend.

    `height`: the total number of lines; None: as many as needed. If there are few lines, the legend has the
    number of sessions.
    """
    names, told = _legend(chart, width, signs), sum(1 for line in chart.lines if line.counts)
    if height is not None and height - FLOOR - told - len(names) < LOWEST:
        names, told = _legend(chart, width, signs, n=True), 0
    rows = max(HEIGHT if height is None else height - FLOOR - told - len(names), 4)
    scale = scale_of(chart, min(max(rows // 2, 1), FINE))
    figures = [len(AXIS.number(value)) for value in (*scale, *scale_of(chart, FINE))]
    across = _Across(chart, width, max(max(figures) + 2, LEFT))

    def row(value: float) -> float:
        """The position of a figure, in rows from the top."""
        return chart.down(value) * (rows - 1)

    side = {round(row(value)): f"{AXIS.number(value):>{across.left - 2}} {signs.notch}" for value in scale}
    cells: list[Line] = [[Span(" ")] * across.room for _ in range(rows)]
    _draw_joints(cells, chart, across, row, signs)
    for n, spots in enumerate(_marked(chart, across, row)):
        for turn, cell in spots.items():
            cells[round(row(chart.lines[n].values[turn] or 0.0))][cell] = Span(signs.mark(n), "line", n)
    bare = " " * (across.left - 1) + signs.base
    grid = [joined([Span(side.get(at, bare), "faint"), *line]) for at, line in enumerate(cells)]
    return [*grid, *_floor(across, signs), *(_counts(chart, across, signs) if told else []), *names]


def _draw_joints(
    cells: list[Line], chart: Curves, across: _Across, row: Callable[[float], float], signs: Signs
) -> None:
    """Draw the dots between the points of each curve; the first curve is on top."""
    for n in reversed(range(len(chart.lines))):
        dots: dict[tuple[int, int], int] = {}
        for turn, (value, following) in enumerate(pairwise(chart.lines[n].values)):
            if value is None or following is None:
                continue
            first, last = across.at[turn], across.at[turn + 1]
            rise = abs(row(following) - row(value))
            steps = max(2 * (last - first), ceil(4 * rise)) if signs.fine else last - first
            for step in range(1, steps):
                x = first + step * (last - first) / steps
                y = row(value + step / steps * (following - value))
                at = (int(y + 0.5), int(x + 0.5)) if signs.fine else (round(y), round(x))
                dot = DOTS[int(4 * (y + 0.5)) % 4][int(2 * (x + 0.5)) % 2]
                dots[at] = dots.get(at, 0) | dot
                cells[at[0]][at[1]] = Span(chr(BRAILLE + dots[at]) if signs.fine else signs.joint, "line", n)


def _marked(chart: Curves, across: _Across, row: Callable[[float], float]) -> list[dict[int, int]]:
    """The cell of each round's mark, for each curve.

    Marks with the same position are drawn side by side. If the rounds are too close for that, only one of the
    marks is drawn, and another one in the next round.
    """
    last = len(across.at) - 1
    side_by_side = last <= 0 or across.at[1] > len(chart.lines)
    out: list[dict[int, int]] = [{} for _ in chart.lines]
    for turn, cell in enumerate(across.at):
        meeting: dict[int, list[int]] = {}
        for n, line in enumerate(chart.lines):
            value = line.values[turn] if turn < len(line.values) else None
            if value is not None:
                meeting.setdefault(round(row(value)), []).append(n)
        way = -1 if turn == last and last else 1
        for those in meeting.values():
            if side_by_side:
                seen = {n: cell + way * place for place, n in enumerate(those)}
            else:
                seen = {those[turn % len(those)]: cell}
            for n, at in seen.items():
                out[n][turn] = at
    return out


def _floor(across: _Across, signs: Signs) -> list[Line]:
    ticked = {across.at[n] for n in across.shown}
    rule = "".join(signs.tick if cell in ticked else signs.rule for cell in range(across.room))
    figures = across.under({n: str(n + 1) for n in across.shown})
    return [[Span(" " * (across.left - 1) + signs.corner + rule, "faint")], [Span(figures, "faint")]]


def _legend(chart: Curves, width: int, signs: Signs, *, n: bool = False) -> list[Line]:
    """The axes and the mark of each player. `n`: True adds the most sessions behind one round."""
    what = fitted(f"{chart.unit} by {chart.across}", width - 1, signs)
    out: list[Line] = [[Span(f"{what}:", "faint")]]
    for place, line in enumerate(chart.lines):
        count = f" n {max(line.counts)}" if n and line.counts else ""
        name = fitted(line.label, max(width - 2 - len(count), 1), signs) + count
        if wide(plain(out[-1])) + 2 + 2 + wide(name) > width:
            out.append([])
        else:
            out[-1].append(Span("  "))
        out[-1] += [Span(signs.mark(place), "line", place), Span(f" {name}")]
    return out


def _counts(chart: Curves, across: _Across, signs: Signs) -> list[Line]:
    """The number of sessions behind each labelled round, a line for each player."""
    out: list[Line] = []
    for n, line in enumerate(chart.lines):
        if line.counts:
            told = {turn: str(line.counts[turn]) for turn in across.shown if turn < len(line.counts)}
            text = across.under(told, LEFT)[LEFT - 1 :]
            out.append([Span("n ", "faint"), Span(signs.mark(n), "line", n), Span(text, "faint")])
    return out


# secrets

COLUMN, SLIM = 14, 8
"""The most and the least cells of a player's column, including the gap before it."""
LEAST_ITEM_BAR, MOST_BAR = 6, 24
"""The least and the most cells of a secret's bar."""


def item_lines(chart: Items, width: int, signs: Signs) -> list[Line]:
    """A line for each secret under a header with the players; players that don't fit are left out."""
    third = max(width // 3, 8)
    labels = max(len("secret"), *(wide(fitted(item.label, third, signs)) for item in chart.items))
    digits = max(len(f"{item.n}") for item in chart.items)
    fixed = labels + 1 + LEAST_ITEM_BAR + len("  100%") + 2 + 2 + digits
    names = max((wide(player) for player in chart.players), default=0)
    slim = max(SLIM, 0, *(len(f"  ● {found}/{of}") for item in chart.items for found, of in item.by.values()))
    column = min(max(names + 2, slim), COLUMN)
    if chart.players and (width - fixed) // column < len(chart.players):
        column = max(min((width - fixed) // len(chart.players), COLUMN), slim)
    shown = chart.players[: max((width - fixed) // column, 0)]
    room = min(max(width - fixed + LEAST_ITEM_BAR - column * len(shown), LEAST_ITEM_BAR), MOST_BAR)
    head = f"{'secret':<{labels}} {'found':<{room + 6}}{'n':>{digits + 4}}"
    out: list[Line] = [
        [Span(head, "faint"), *(Span("  " + padded(p, column - 2, signs), "head") for p in shown)]
    ]
    for n, item in enumerate(chart.items):
        if chart.left_out and n == len(chart.items) // 2:
            out.append([Span(f"{signs.ellipsis} {chart.left_out} more", "faint")])
        cells = _least_one(item.share, room)
        out.append(
            [
                Span(padded(item.label, labels, signs) + " "),
                Span(signs.slab * cells, "bar"),
                Span(" " * (room - cells)),
                Span(f" {CHART.shares.number(item.share):>5}"),
                Span(f"  n {item.n:>{digits}}", "faint"),
                *(_by(item, player, column, signs) for player in shown),
            ]
        )
    return out


def _by(item: SecretRow, player: str, column: int, signs: Signs) -> Span:
    found, of = item.by.get(player, (0, 0))
    mark = signs.found[3 if not of else 0 if found == of else 1 if found else 2]
    return Span(f"  {f'{mark} {found}/{of}' if of else mark:<{column - 2}}", "" if found else "faint")


# parts of a screen: intervals, and a figure turn by turn

SHORTEST, LONGEST = 10, 60
"""The fewest and the most cells of a scale."""


def span_lines(rows: Sequence[SpanRow], width: int, signs: Signs) -> list[Line]:
    """A line for each row: label, interval on its scale, note. Below it are the ends of the scale, if any.

    >>> from tui_arena.charts.model import ASCII
    >>> row = SpanRow(Band("Ada", 5.0, 2.0, 8.0, "5 [2, 8]"), 0.0, 10.0, ("0", "10"))
    >>> for line in span_lines([row], 30, ASCII): print(plain(line))
    Ada  |..====o====..|  5 [2, 8]
         0            10
    """
    labels = max(wide(fitted(row.band.label, width, signs)) for row in rows)
    cells = min(max(width - labels - max(len(row.band.note) for row in rows) - 6, SHORTEST), LONGEST)
    out: list[Line] = []
    for row in rows:
        name, note = (
            Span(f"{padded(row.band.label, labels, signs)}  ", "head"),
            Span(f"  {row.band.note}", "head"),
        )
        out.append([name, *span(row.band, row.least, row.most, cells, signs), note])
        if row.ends:
            left, right = row.ends
            ends = f"{'':{labels + 2}}{left}{right:>{max(cells + 2 - len(left), 1)}}"
            out.append([Span(ends, "faint")])
    return out


def span(band: Band, least: float, most: float, cells: int, signs: Signs) -> Line:
    """A figure and its interval between the ends of a scale; 0 is marked if it is between them.

    >>> from tui_arena.charts.model import ASCII
    >>> plain(span(Band("", 0.5, 0.25, 0.75), 0, 1, 9, ASCII))
    '|..==o==..|'
    """

    def cell(value: float) -> int:
        return round(fraction(value, least, most) * (cells - 1))

    out = [Span(signs.joint, "faint")] * cells
    if band.low is not None and band.high is not None:
        first, last = cell(band.low), cell(band.high)
        out[first : last + 1] = [Span(signs.interval, "bar")] * (last + 1 - first)
    if least < 0 < most:
        out[cell(0.0)] = Span(signs.base, "head")
    if band.value is not None:
        out[cell(band.value)] = Span(signs.mean, "chosen")
    left, right = signs.scale
    return joined([Span(left, "faint"), *out, Span(right, "faint")])


ROOMY, THIN = 5, 3
"""The number of cells of a column: `ROOMY` is the widest. Up to `THIN` cells, the figure below is flush left,
not centred."""
TURNS = (5, 10, 20, 50, 100, 200, 500)
"""Turns between two labels of the axis, if the columns have no room for a label each."""


def column_lines(
    values: Sequence[float | None], top: float, height: int, width: int, signs: Signs
) -> list[Line]:
    """A column for each turn from 0 to `top`, with turns and values below; None leaves a gap.

    Many turns get thin columns. If there are more turns than cells, a column shows the mean of several.
    """
    axis = len(f"{top:g}") + 1
    room = max(width - axis - 1, ROOMY)
    if not any(v is not None for v in values):
        return [[Span(NOTHING, "faint")]]
    each = ceil(len(values) / room)
    shown = [_mean(values[at : at + each]) for at in range(0, len(values), each)]
    cells = min(max(room // len(shown), 1), ROOMY)
    out: list[Line] = []
    for row in range(height, 0, -1):
        scale = {height: f"{top:g}", 1: ""}.get(row, "")
        filled = (0.0 if v is None or top <= 0 else fraction(v, 0, top) * height for v in shown)
        columns = "".join(_centred(_part(part - row + 1, signs), cells) for part in filled)
        out.append([Span(f"{scale:>{axis - 1}} {signs.base}", "faint"), Span(columns, "bar")])
    every = next((n for n in TURNS if n // each * cells >= ROOMY), TURNS[-1])
    by = max(every // each, 1) if cells < ROOMY else 1
    marked = range(0, len(shown), by)
    turns = "".join(_under(f"{n * each + 1}", cells * by, cells) for n in marked)
    figures = "".join(_under(_short(shown[n]), cells * by, cells) for n in marked)
    out.append([Span(f"{'0':>{axis - 1}} {signs.corner}{signs.rule * (cells * len(shown))}", "faint")])
    turns, figures = (f"{'':{axis + 1}}{text.rstrip()}"[:width] for text in (turns, figures))
    return [*out, [Span(turns, "faint")], [Span(figures, "head")]]


def _mean(values: Sequence[float | None]) -> float | None:
    known = [v for v in values if v is not None]
    return sum(known) / len(known) if known else None


def _part(part: float, signs: Signs) -> str:
    """One cell of a column, filled up to `part` (1 or more: full)."""
    steps = len(signs.heights)
    return signs.heights[min(max(round(part * steps), 1), steps) - 1] if part > 0 else " "


def _centred(cell: str, cells: int) -> str:
    """A column in its cells: with a gap on both sides, on one side, or without a gap."""
    if cells == 1:
        return cell
    return f" {cell * (cells - 2)} " if cells > THIN else cell * (cells - 1) + " "


def _under(text: str, span: int, cells: int) -> str:
    """The label below a column; it may use the cells up to the next labelled column."""
    return f"{text:^{span}}" if cells > THIN else f"{text:<{span}}"


def _short(value: float | None) -> str:
    if value is None:
        return ""
    return number(value, 0 if float(value).is_integer() or abs(value) >= 100 else 1)
