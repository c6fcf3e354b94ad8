"""Curves as lines of text: a grid with a mark for each player, joined by dots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from tui_arena.analysis.charts.kinds import Curves
from tui_arena.analysis.charts.scales import ticks, written
from tui_arena.analysis.charts.spans import Line, Signs, Span, fitted, joined, plain, wide

HEIGHT = 12
"""Lines of the grid where nobody says how many."""
FLOOR, LOWEST = 2, 7
"""Lines of the scale below it, and those that it keeps before the number of sessions is told."""
LEFT = 4
"""Cells at the left of a grid at least: they hold a mark and what its line counts."""
FINE = 20
"""Steps of the finest scale that stands beside a grid."""
NARROW = 4
"""Cells from one round to the next where each has its figures below."""
STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Rounds between two that have a figure below."""


class Across:
    """Where rounds stand, from left to right."""

    def __init__(self, chart: Curves, width: int, left: int) -> None:
        """`left`: cells before the first round."""
        rounds = max((len(line.values) for line in chart.lines), default=1)
        self.left, self.room, self.end = left, max(width - left, rounds), max(width, left + rounds)
        self.at = [round(n * (self.room - 1) / (rounds - 1)) if rounds > 1 else 0 for n in range(rounds)]
        self.shown = shown_rounds(rounds, self.room)

    def under(self, texts: Mapping[int, str], first: int = 0) -> str:
        """Texts below their rounds, from a cell on; one that would touch the one before is left out."""
        line = ""
        for turn, text in texts.items():
            start = max(min(self.left + self.at[turn] - len(text) // 2, self.end - len(text)), first)
            if start > len(line):
                line = line.ljust(start) + text
        return line


class Up:
    """Where figures stand, from the top down."""

    def __init__(self, chart: Curves, rows: int) -> None:
        self.least, self.span, self.rows = chart.least, (chart.most - chart.least) or 1.0, rows
        self.upside_down = chart.upside_down

    def row(self, value: float) -> int:
        share = (value - self.least) / self.span
        from_top = share if self.upside_down else 1 - share
        return min(max(round(from_top * (self.rows - 1)), 0), self.rows - 1)


def curve_lines(chart: Curves, width: int, signs: Signs, height: int | None = None) -> list[Line]:
    """The grid with its scales, how many sessions stand behind each round, and who is who.

    `height`: lines in all; where they are few, the number of sessions is left out.
    """
    across = Across(chart, width, left_of(chart))
    names, told = legend(chart, width, signs), counts(chart, across, signs)
    if height is not None and height - FLOOR - len(told) - len(names) < LOWEST:
        names, told = legend(chart, width, signs, n=True), []
    room = HEIGHT if height is None else height - FLOOR - len(told) - len(names)
    rows = max(room, 4)
    scale = scale_of(chart, min(max(rows // 2, 1), FINE))
    up = Up(chart, rows)
    cells: list[list[Span]] = [[Span(" ")] * across.room for _ in range(rows)]
    for n in reversed(range(len(chart.lines))):
        for row, cell in _joints(chart.lines[n].values, across, up):
            cells[row][cell] = Span(signs.joint, "line", n)
    for n, spots in enumerate(marked(chart, across, up)):
        for turn, cell in spots.items():
            cells[up.row(chart.lines[n].values[turn] or 0.0)][cell] = Span(signs.mark(n), "line", n)
    figures = {up.row(value): written(value) for value in scale}
    side = across.left - 1
    out = [
        joined([Span(f"{figures.get(row, ''):>{side - 1}} {signs.base}", "faint"), *line])
        for row, line in enumerate(cells)
    ]
    return [*out, *_floor(across, signs), *told, *names]


def scale_of(chart: Curves, about: int) -> list[float]:
    """The figures beside curves, about so many steps; places are whole, and the first is among them."""
    if not chart.upside_down:
        return ticks(chart.least, chart.most, about)
    found = ticks(chart.least, chart.most, max(min(about, int(chart.most - chart.least)), 1))
    by = found[1] - found[0] if len(found) > 1 else 1.0
    return [chart.least, *(value for value in found if value - chart.least > by / 2)]


def left_of(chart: Curves) -> int:
    """Cells that figures at the side take, however many there are, with the line behind them."""
    return max(*(len(written(value)) + 2 for value in scale_of(chart, FINE)), LEFT)


def marked(chart: Curves, across: Across, up: Up) -> list[dict[int, int]]:
    """For each curve the cell of each round's mark: marks of one place stand side by side, none hides another.

    Where rounds stand too close for that, they take turns.
    """
    last = len(across.at) - 1
    side_by_side = last <= 0 or across.at[1] > len(chart.lines)
    out: list[dict[int, int]] = [{} for _ in chart.lines]
    for turn, cell in enumerate(across.at):
        meeting: dict[int, list[int]] = {}
        for n, line in enumerate(chart.lines):
            value = line.values[turn] if turn < len(line.values) else None
            if value is not None:
                meeting.setdefault(up.row(value), []).append(n)
        way = -1 if turn == last and last else 1
        for those in meeting.values():
            if side_by_side:
                seen = {n: cell + way * place for place, n in enumerate(those)}
            else:
                seen = {those[turn % len(those)]: cell}
            for n, at in seen.items():
                out[n][turn] = at
    return out


def _joints(values: Sequence[float | None], across: Across, up: Up) -> Iterator[tuple[int, int]]:
    """Row and cell of each dot between two rounds."""
    at = across.at
    for turn, (value, following) in enumerate(pairwise(values)):
        if value is not None and following is not None:
            for cell in range(at[turn] + 1, at[turn + 1]):
                share = (cell - at[turn]) / (at[turn + 1] - at[turn])
                yield up.row(value + share * (following - value)), cell


def _floor(across: Across, signs: Signs) -> list[Line]:
    ticked = {across.at[n] for n in across.shown}
    rule = "".join(signs.tick if cell in ticked else signs.rule for cell in range(across.room))
    figures = across.under({n: str(n + 1) for n in across.shown})
    return [[Span(" " * (across.left - 1) + signs.corner + rule, "faint")], [Span(figures, "faint")]]


def shown_rounds(rounds: int, room: int) -> list[int]:
    """The rounds that have a figure below, from 0: all where there is room, else each second, fifth, ...

    >>> shown_rounds(6, 60), shown_rounds(20, 60)
    ([0, 1, 2, 3, 4, 5], [0, 3, 5, 7, 9, 11, 13, 15, 17, 19])
    """
    each = room / max(rounds, 1)
    by = next((n for n in STEPS if n * each >= NARROW), STEPS[-1])
    if by == 1:
        return list(range(rounds))
    return [n for n in range(rounds) if n == 0 or ((n + 1) % by == 0 and n * each >= NARROW)]


def legend(chart: Curves, width: int, signs: Signs, *, n: bool = False) -> list[Line]:
    """What is drawn by what, and which mark is whose. `n`: with the most sessions behind one round."""
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


def counts(chart: Curves, across: Across, signs: Signs) -> list[Line]:
    """How many sessions came to each round that has a figure below, a line for each player."""
    out: list[Line] = []
    for n, line in enumerate(chart.lines):
        if line.counts:
            told = {turn: str(line.counts[turn]) for turn in across.shown if turn < len(line.counts)}
            text = across.under(told, LEFT)[LEFT - 1 :]
            out.append([Span("n ", "faint"), Span(signs.mark(n), "line", n), Span(text, "faint")])
    return out
