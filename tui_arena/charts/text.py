"""Charts as lines of text, for Markdown and for the app.

A line consists of spans with roles. The app gives roles colours, and files ignore them. A bar is solid
outside its interval and fainter within it. A curve is a grid of marks joined by dots.

No chart says anything by colour alone, and no line is wider than the width asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest

from tui_arena.charts.model import (
    Band,
    Bars,
    Chart,
    Curves,
    Distribution,
    Histogram,
    Items,
    SecretRow,
    decimals,
    empty,
    interval_text,
    ticks,
    without_middle,
    written,
)
from tui_arena.charts.spans import Line, Role, Signs, Span, fitted, joined, padded, plain, signs_of, wide
from tui_arena.core.text import one_line

LEAST_BAR = 12
"""Least cells of a bar, even if there is little room."""
PANEL, BETWEEN = 30, 4
"""Least cells of one of several distributions side by side, and the cells between two of them."""
BROADEST = 60
"""Most cells of a distribution."""
TICK = 8
"""Least cells between two figures of a scale."""


def bar_lines(chart: Bars, width: int, signs: Signs, height: int | None = None) -> list[Line]:
    """A line for each figure, with the scale below. Bars are spaced out if `height` has room for it."""
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
    """A right-aligned column with two blanks before the longest text; empty texts if all are empty."""
    longest = max(map(len, texts), default=0)
    return [f"  {text:>{longest}}" if longest else "" for text in texts]


def _noted(text: str, figures: int, band: Band, signs: Signs) -> str:
    """The text after a bar; a published figure has its note in place of interval and number."""
    if not band.published:
        return text
    return text[:figures] + f"  {signs.safe(band.note):>{len(text) - figures - 2}}"


def _figure(band: Band, unit: str, digits: int, signs: Signs) -> str:
    if band.value is None:
        return signs.dash
    return f"{written(band.value, digits)} {unit}".rstrip()


def _bar(chart: Bars, band: Band, room: int, signs: Signs) -> list[Span]:
    """The cells of a bar; each shows what is at the middle of its stretch of the scale."""
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
    """The rule below the bars, and the figures at its ticks."""
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
    """The distributions, as many side by side as there is room for."""
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


def _panel(tally: Distribution, top: float, width: int, signs: Signs) -> list[Line]:
    """One player's sessions by value. `top`: the largest share in the chart, for a common scale."""
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


HEIGHT = 12
"""Lines of the grid if no height is given."""
FLOOR, LOWEST = 2, 7
"""Lines of the scale below the grid; and the fewest lines of grid with which session counts are shown."""
LEFT = 4
"""Least cells to the left of a grid; in the lines of counts they hold `n` and a mark."""
FINE = 20
"""Steps of the finest scale at the side of a grid."""
NARROW = 4
"""Least cells between two rounds that have figures below them."""
STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Allowed distances, in rounds, between two rounds with figures below them."""


class Across:
    """The horizontal positions of rounds, in cells."""

    def __init__(self, chart: Curves, width: int, left: int) -> None:
        """`width`: cells in all. `left`: cells before the first round."""
        rounds = max((len(line.values) for line in chart.lines), default=1)
        self.left, self.room, self.end = left, max(width - left, rounds), max(width, left + rounds)
        self.at = [round(n * (self.room - 1) / (rounds - 1)) if rounds > 1 else 0 for n in range(rounds)]
        self.shown = shown_rounds(rounds, self.room)

    def under(self, texts: Mapping[int, str], first: int = 0) -> str:
        """Texts below their rounds, not left of cell `first`; a text without room is left out."""
        line = ""
        for turn, text in texts.items():
            start = max(min(self.left + self.at[turn] - len(text) // 2, self.end - len(text)), first)
            if start > len(line):
                line = line.ljust(start) + text
        return line


class Up:
    """The vertical positions of figures, in rows from the top."""

    def __init__(self, chart: Curves, rows: int) -> None:
        self.least, self.span, self.rows = chart.least, (chart.most - chart.least) or 1.0, rows
        self.upside_down = chart.upside_down

    def row(self, value: float) -> int:
        share = (value - self.least) / self.span
        from_top = share if self.upside_down else 1 - share
        return min(max(round(from_top * (self.rows - 1)), 0), self.rows - 1)


def curve_lines(chart: Curves, width: int, signs: Signs, height: int | None = None) -> list[Line]:
    """The grid with its scales, the number of sessions behind each round, and the legend.

    `height`: lines in all; None: as many as needed. If there are few, the legend has the number of sessions.
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
    """The figures of the vertical scale, in about `about` steps; ranks are whole and begin with the first."""
    if not chart.upside_down:
        return ticks(chart.least, chart.most, about)
    found = ticks(chart.least, chart.most, max(min(about, int(chart.most - chart.least)), 1))
    by = found[1] - found[0] if len(found) > 1 else 1.0
    return [chart.least, *(value for value in found if value - chart.least > by / 2)]


def left_of(chart: Curves) -> int:
    """The cells to the left of the grid: the widest figure of any scale and the line after it."""
    return max(*(len(written(value)) + 2 for value in scale_of(chart, FINE)), LEFT)


def marked(chart: Curves, across: Across, up: Up) -> list[dict[int, int]]:
    """The cell of each round's mark, for each curve.

    Marks with the same position are drawn side by side. If rounds are too close for that, only one of them is
    drawn, a different one from round to round.
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
    """The rounds with a figure below them, from 0: all if there is room, else every second, fifth, ...

    >>> shown_rounds(6, 60), shown_rounds(20, 60)
    ([0, 1, 2, 3, 4, 5], [0, 3, 5, 7, 9, 11, 13, 15, 17, 19])
    """
    each = room / max(rounds, 1)
    by = next((n for n in STEPS if n * each >= NARROW), STEPS[-1])
    if by == 1:
        return list(range(rounds))
    return [n for n in range(rounds) if n == 0 or ((n + 1) % by == 0 and n * each >= NARROW)]


def legend(chart: Curves, width: int, signs: Signs, *, n: bool = False) -> list[Line]:
    """The axes and the mark of each player. `n`: whether to add the most sessions behind one round."""
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
    """The number of sessions behind each round that has a figure below it, a line for each player."""
    out: list[Line] = []
    for n, line in enumerate(chart.lines):
        if line.counts:
            told = {turn: str(line.counts[turn]) for turn in across.shown if turn < len(line.counts)}
            text = across.under(told, LEFT)[LEFT - 1 :]
            out.append([Span("n ", "faint"), Span(signs.mark(n), "line", n), Span(text, "faint")])
    return out


COLUMN, SLIM = 14, 8
"""Most and least cells of a player's column, with the gap before it."""
LEAST_ITEM_BAR, MOST_BAR = 6, 24
"""Least and most cells of a secret's bar."""


def item_lines(chart: Items, width: int, signs: Signs) -> list[Line]:
    """A line for each secret under a header with the players; players without room are left out."""
    third = max(width // 3, 8)
    longest = max(wide(fitted(item.label, third, signs)) for item in chart.items)
    labels = max(longest, len("secret"))
    digits = max(len(f"{item.n}") for item in chart.items)
    fixed = labels + 1 + LEAST_ITEM_BAR + len("  100 %") + 2 + 2 + digits
    names = max((wide(player) for player in chart.players), default=0)
    column = min(max(names + 2, SLIM), COLUMN)
    shown = chart.players[: max((width - fixed) // column, 0)]
    if len(shown) < len(chart.players):
        column = max(min((width - fixed) // len(chart.players), COLUMN), SLIM)
        shown = chart.players[: max((width - fixed) // column, 0)]
    room = min(max(width - fixed + LEAST_ITEM_BAR - column * len(shown), LEAST_ITEM_BAR), MOST_BAR)
    head = f"{'secret':<{labels}} {'found':<{room + 7}}{'n':>{digits + 4}}"
    out: list[Line] = [
        [Span(head, "faint"), *(Span("  " + padded(p, column - 2, signs), "head") for p in shown)]
    ]
    for n, item in enumerate(chart.items):
        if chart.left_out and n == len(chart.items) // 2:
            out.append([Span(f"{signs.ellipsis} {chart.left_out} more", "faint")])
        out.append([*_item(item, labels, room, digits, signs), *_by(item, shown, column, signs)])
    return out


def _item(item: SecretRow, labels: int, room: int, digits: int, signs: Signs) -> Line:
    cells = max(round(item.share * room), 1) if item.share else 0
    return [
        Span(padded(item.label, labels, signs) + " "),
        Span(signs.slab * cells, "bar"),
        Span(" " * (room - cells)),
        Span(f" {100 * item.share:>4.0f} %"),
        Span(f"  n {item.n:>{digits}}", "faint"),
    ]


def _by(item: SecretRow, players: tuple[str, ...], column: int, signs: Signs) -> Line:
    line: Line = []
    for player in players:
        found, of = item.by.get(player, (0, 0))
        mark = signs.never if not of else signs.all if found == of else signs.some if found else signs.none
        text = f"{mark} {found}/{of}" if of else mark
        line.append(Span(f"  {text:<{column - 2}}", "" if found else "faint"))
    return line


NOTHING = "nothing to draw yet"


def lines(chart: Chart, width: int = 76, *, ascii: bool = False) -> list[str]:  # noqa: A002  (as `Look` says)
    """The chart with its title, note and sources, at most `width` cells wide."""
    signs = signs_of(ascii=ascii)
    title = fitted(signs.safe(chart.title), width, signs)
    shown = without_middle(chart) if isinstance(chart, Items) else chart
    out = [title, "", *(plain(line).rstrip() for line in drawn(shown, width, signs)), ""]
    return [*out, *(line for text in (chart.note, *chart.sources) for line in wrapped(text, width, signs))]


def drawn(chart: Chart, width: int, signs: Signs, height: int | None = None) -> list[Line]:
    """The chart without title and notes. `height`: lines to fill; None: as many as it needs."""
    if empty(chart):
        return [[Span(NOTHING, "faint")]]
    if isinstance(chart, Bars):
        return bar_lines(chart, width, signs, height)
    if isinstance(chart, Curves):
        return curve_lines(chart, width, signs, height)
    if isinstance(chart, Histogram):
        return histogram_lines(chart, width, signs)
    return item_lines(chart, width, signs)


def wrapped(text: str, width: int, signs: Signs) -> list[str]:
    """A text on lines of at most `width` cells."""
    out: list[str] = []
    for word in one_line(signs.safe(text)).split():
        if out and wide(out[-1]) + 1 + wide(word) <= width:
            out[-1] += f" {word}"
        else:
            out.append(fitted(word, width, signs))
    return out
