"""Curves as lines of text: a grid with a mark for each player, joined by dots."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from tui_arena.analysis.charts import Curves
from tui_arena.analysis.scales import ticks, written
from tui_arena.analysis.spans import Line, Signs, Span, fitted, joined, plain, wide

HEIGHT = 12
"""Lines of the grid where nobody says how many."""
NARROW = 4
"""Cells from one round to the next where each has its figures below."""
LEFT = 4
"""Cells at the left of a grid at least."""
TICKS = (1, 2, 5, 10, 20, 50, 100)
"""Rounds between two that have a figure below."""


def curve_lines(chart: Curves, width: int, signs: Signs, height: int | None = None) -> list[Line]:
    """The grid with its scales, who is who, and how many sessions stand behind each round."""
    names = legend(chart, width, signs)
    counted = sum(bool(line.counts) for line in chart.lines)
    rows = max((height or HEIGHT + 2 + len(names) + counted) - 2 - len(names) - counted, 4)
    scale = _ticks(chart, max(rows // 2, 1))
    left = max(*(len(written(v)) + 1 for v in scale), LEFT)
    grid = _Grid(chart, left, width - left - 2, rows)
    cells: list[list[Span]] = [[Span(" ")] * grid.room for _ in range(rows)]
    for n in reversed(range(len(chart.lines))):
        _draw(grid, n, cells, signs)
    figures = {grid.row(value): written(value) for value in scale}
    out = [
        joined([Span(f"{figures.get(row, ''):>{left - 1}} {signs.base}", "faint"), *line])
        for row, line in enumerate(cells)
    ]
    return [*out, *_floor(grid, signs), *counts(grid, signs), *names]


def _ticks(chart: Curves, about: int) -> list[float]:
    """The figures beside a grid; one that counts places has the first of them."""
    found = ticks(chart.least, chart.most, about)
    return found if not chart.upside_down else [chart.least, *(v for v in found if v > chart.least + 1)]


class _Grid:
    """Rounds and figures to cells."""

    def __init__(self, chart: Curves, left: int, room: int, rows: int) -> None:
        rounds = max((len(line.values) for line in chart.lines), default=1)
        self.chart, self.left, self.rows = chart, left, rows
        self.room = max(room, rounds)
        self.at = [round(n * (self.room - 3) / (rounds - 1)) + 1 if rounds > 1 else 1 for n in range(rounds)]
        self.shown = shown_rounds(rounds, self.room)

    def row(self, value: float) -> int:
        """The line that a value stands on, from the top."""
        chart = self.chart
        share = (value - chart.least) / ((chart.most - chart.least) or 1.0)
        return min(
            max(round((share if chart.upside_down else 1 - share) * (self.rows - 1)), 0), self.rows - 1
        )

    def under(self, texts: Mapping[int, str]) -> str:
        """Texts below their rounds; one that would touch the one before is left out."""
        line = ""
        for turn, text in texts.items():
            start = self.left + 1 + self.at[turn] - len(text) // 2
            if start > len(line):
                line = line.ljust(start) + text
        return line


def _draw(grid: _Grid, n: int, cells: list[list[Span]], signs: Signs) -> None:
    values, at = grid.chart.lines[n].values, grid.at
    for turn, (value, following) in enumerate(pairwise(values)):
        if value is not None and following is not None:
            for cell in range(at[turn] + 1, at[turn + 1]):
                share = (cell - at[turn]) / (at[turn + 1] - at[turn])
                between = grid.row(value + share * (following - value))
                if cells[between][cell].text == " ":
                    cells[between][cell] = Span(signs.joint, "line", n)
    for turn, value in enumerate(values):
        if value is not None:
            cells[grid.row(value)][at[turn]] = Span(signs.marks[n % len(signs.marks)], "line", n)


def _floor(grid: _Grid, signs: Signs) -> list[Line]:
    ticked = {grid.at[n] for n in grid.shown}
    rule = "".join(signs.tick if cell in ticked else signs.rule for cell in range(grid.room))
    across = fitted(grid.chart.across, grid.left - 1, signs)
    line = across + grid.under({n: str(n + 1) for n in grid.shown})[len(across) :]
    return [[Span(" " * grid.left + signs.corner + rule, "faint")], [Span(line, "faint")]]


def shown_rounds(rounds: int, room: int) -> list[int]:
    """The rounds that have a figure below, from 0: all where there is room, else each second, fifth, ..."""
    each = room / max(rounds, 1)
    by = next((n for n in TICKS if n * each >= NARROW), TICKS[-1])
    return [n for n in range(rounds) if n == 0 or (n + 1) % by == 0] if by > 1 else list(range(rounds))


def legend(chart: Curves, width: int, signs: Signs) -> list[Line]:
    """Which mark is whose."""
    out: list[Line] = []
    for n, line in enumerate(chart.lines):
        name = fitted(line.label, max(width - 2, 1), signs)
        if not out or wide(plain(out[-1])) + 3 + 2 + wide(name) > width:
            out.append([])
        else:
            out[-1].append(Span("   "))
        out[-1] += [Span(signs.marks[n % len(signs.marks)], "line", n), Span(f" {name}")]
    return out


def counts(grid: _Grid, signs: Signs) -> list[Line]:
    """How many sessions came to each round, a line for each player."""
    out: list[Line] = []
    for n, line in enumerate(grid.chart.lines):
        if line.counts:
            told = {turn: str(line.counts[turn]) for turn in grid.shown if turn < len(line.counts)}
            mark = Span(signs.marks[n % len(signs.marks)], "line", n)
            out.append([Span("n ", "faint"), mark, Span(grid.under(told)[3:], "faint")])
    return out
