"""Charts as plain SVG without any dependencies, for a file, a web page or a paper."""

from __future__ import annotations

from typing import Any

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
from tui_arena.charts.svg_canvas import CURVES, DASHES, Canvas, broad, fit, wrapped
from tui_arena.charts.text import scale_of, shown_rounds

DASH = "\N{EN DASH}"
EDGE = 16
"""Pixels around the picture."""
ROW, BAR = 26, 13
"""Pixels from one bar to the next, and of a bar's height."""
SMALL = 12
"""Font size of small text, in pixels."""
BOLD = 1.12
"""Width of bold text relative to normal text."""
BAR_LABELS = 0.32
"""Largest share of the width for labels of bars."""
TICKS = 70
"""Least pixels between two figures of a scale."""


def bars(canvas: Canvas, chart: Bars) -> None:
    """Draw a bar for each figure, with a whisker for its interval; published bars are hollow."""
    digits = decimals(chart.unit, chart.most - chart.least)
    unit = " %" if chart.unit == "%" else ""
    figures = [DASH if b.value is None else written(b.value, digits) + unit for b in chart.items]
    spans = [interval_text(band.low, band.high, digits, DASH) for band in chart.items]
    counts = ["" if band.published else band.note for band in chart.items]
    columns = [max((broad(t, SMALL) for t in texts), default=0.0) for texts in (figures, spans, counts)]
    papers = max((broad(band.note, SMALL) for band in chart.items if band.published), default=0.0)
    behind = sum(columns) + 10 * len(columns) + max(papers - columns[1] - columns[2] - 10, 0.0)
    labels = min(max(broad(b.label, 13) for b in chart.items), canvas.width * BAR_LABELS)
    left, right, end = EDGE + labels + 8, canvas.width - EDGE - behind, canvas.width - EDGE
    scale = _Scale(chart.least, chart.most, left, right)
    bottom = canvas.y + ROW * len(chart.items)
    _grid(canvas, scale, canvas.y, bottom, chart.unit)
    for n, band in enumerate(chart.items):
        middle = canvas.y + ROW * n + ROW / 2
        style: dict[str, Any] = {"font_style": "italic"} if band.published else {}
        canvas.text(left - 8, middle + 4.5, fit(band.label, labels, 13), anchor="end", **style)
        _bar(canvas, scale, band, chart.base, middle)
        canvas.text(right + columns[0] + 10, middle + 4.5, figures[n], size=SMALL, anchor="end")
        canvas.text(end - columns[2] - 10, middle + 4.5, spans[n], "faint", size=SMALL, anchor="end")
        canvas.text(end, middle + 4.5, band.note, "faint", size=SMALL, anchor="end")
    base = scale.at(chart.base)
    canvas.line(base, canvas.y, (base, bottom), "ink")
    canvas.y = bottom + 20 + _unit_below(canvas, chart.unit, right, bottom)


class _Scale:
    """Horizontal positions of figures, in pixels."""

    def __init__(self, least: float, most: float, left: float, right: float) -> None:
        self.least, self.most, self.left, self.right = least, most, left, right

    def at(self, value: float) -> float:
        """The position of a figure; a figure beyond an end is put at that end."""
        share = (value - self.least) / ((self.most - self.least) or 1.0)
        return self.left + min(max(share, 0.0), 1.0) * (self.right - self.left)

    @property
    def ticks(self) -> list[float]:
        return ticks(self.least, self.most, max(int((self.right - self.left) / TICKS), 1))


def _grid(canvas: Canvas, scale: _Scale, top: float, bottom: float, unit: str) -> None:
    marks = scale.ticks
    for value in marks:
        x = scale.at(value)
        canvas.line(x, top, (x, bottom), "grid")
        last = " %" if unit == "%" and value == marks[-1] else ""
        canvas.text(x, bottom + 15, written(value) + last, "faint", size=11, anchor="middle")


def _unit_below(canvas: Canvas, unit: str, right: float, bottom: float) -> float:
    """Write the unit below the scale. Gives the pixels it took."""
    if unit in ("", "%"):
        return 0.0
    canvas.text(right, bottom + 30, unit, "faint", size=11, anchor="end")
    return 14.0


def _bar(canvas: Canvas, scale: _Scale, band: Band, base: float, middle: float) -> None:
    if band.value is None:
        return
    start, end = sorted((scale.at(base), scale.at(band.value)))
    top = middle - BAR / 2
    if band.published:
        canvas.box((start, top), end - start, BAR, "", "faint", stroke_dasharray="3 2")
        canvas.path(_diamond(scale.at(band.value), middle), "faint", hollow=False)
    else:
        canvas.box((start, top), end - start, BAR, "bar")
    if band.low is not None and band.high is not None:
        low, high = scale.at(band.low), scale.at(band.high)
        canvas.line(low, middle, (high, middle), "ink", stroke_width=1.5)
        for x in (low, high):
            canvas.line(x, middle - 4, (x, middle + 4), "ink", stroke_width=1.5)


def _diamond(x: float, y: float, size: float = 4.5) -> str:
    return f"M{x:.1f} {y - size:.1f}L{x + size:.1f} {y:.1f}L{x:.1f} {y + size:.1f}L{x - size:.1f} {y:.1f}Z"


# distributions

PANEL, GAP, BAR_LINE = 210, 28, 18
"""Least pixels of one distribution, pixels between two, and from one value to the next."""
BROADEST = 440
"""Most pixels of one distribution."""


def histogram(canvas: Canvas, chart: Histogram) -> None:
    """Draw a panel for each player; all have the same scale."""
    room = canvas.width - 2 * EDGE
    across = max(min(int((room + GAP) // (PANEL + GAP)), len(chart.tallies)), 1)
    each = min((room + GAP) / across - GAP, BROADEST)
    top = max((n / t.total for t in chart.tallies if t.total for n in t.counts.values()), default=1.0)
    for at in range(0, len(chart.tallies), across):
        beside = chart.tallies[at : at + across]
        for n, tally in enumerate(beside):
            _panel(canvas, tally, top, EDGE + n * (each + GAP), each)
        canvas.y += 24 + BAR_LINE * max(len(t.counts) for t in beside) + 16


def _panel(canvas: Canvas, tally: Distribution, top: float, left: float, width: float) -> None:
    count, total = f"n {tally.total}", tally.total
    own = fit(tally.label, width - broad(count, SMALL) - 10, BOLD * 13)
    canvas.text(left, canvas.y + 14, own, font_weight="bold")
    canvas.text(left + width, canvas.y + 14, count, "faint", size=SMALL, anchor="end")
    labels = max(broad(value, SMALL) for value in tally.counts) + 6
    behind = max(broad(f"{n}", SMALL) for n in tally.counts.values()) + 44
    room = width - labels - behind - 8
    for n, (value, found) in enumerate(tally.counts.items()):
        y = canvas.y + 24 + BAR_LINE * n
        share = found / total if total else 0.0
        canvas.text(left + labels - 6, y + 13, value, size=SMALL, anchor="end")
        if found:
            bad = value in tally.bad
            paint, edge = ("bad", "faint") if bad else ("bar", "")
            canvas.box((left + labels, y + 3), max(share / top * room, 1.5), BAR_LINE - 5, paint, edge)
        canvas.text(left + width - 44, y + 13, f"{found}", size=SMALL, anchor="end")
        canvas.text(left + width, y + 13, f"{100 * share:.0f} %", "faint", size=SMALL, anchor="end")
    foot = canvas.y + 24 + BAR_LINE * len(tally.counts)
    canvas.line(left + labels, canvas.y + 24, (left + labels, foot), "ink")


# secrets

SHARE, MINI = 0.15, 20
"""Share of the width for the bar over all players; and pixels from one secret to the next."""
COLUMN, SLIM = 112, 58
"""Most and least pixels of a player's column."""


def items(canvas: Canvas, chart: Items) -> None:
    """Draw a row for each secret: how often it was found over all sessions and by each player."""
    labels = min(max(broad(item.label, SMALL) for item in chart.items) + 4, canvas.width * 0.26)
    figures = 42 + max(broad(f"n {item.n}", SMALL) for item in chart.items) + 8
    left, share = EDGE + labels + 8, canvas.width * SHARE
    beside = left + share + figures + 14
    room = canvas.width - EDGE - beside
    column = min(max(room / max(len(chart.players), 1), SLIM), COLUMN)
    players = chart.players[: int(room // column)]
    canvas.text(left, canvas.y + 12, "found by all", "faint", size=11)
    for n, player in enumerate(players):
        name = fit(player, column - 8, BOLD * 11)
        canvas.text(beside + n * column, canvas.y + 12, name, size=11, font_weight="bold")
    canvas.y += MINI
    for n, item in enumerate(chart.items):
        if chart.left_out and n == len(chart.items) // 2:
            text = f"… {chart.left_out} secrets between are left out …"
            canvas.text(left, canvas.y + 13, text, "faint", size=SMALL)
            canvas.y += MINI
        canvas.text(left - 8, canvas.y + 13, fit(item.label, labels, SMALL), size=SMALL, anchor="end")
        _found(canvas, left, share, item.share)
        canvas.text(left + share + 42, canvas.y + 13, f"{100 * item.share:.0f} %", size=SMALL, anchor="end")
        canvas.text(beside - 14, canvas.y + 13, f"n {item.n}", "faint", size=SMALL, anchor="end")
        _by(canvas, item, players, beside, column)
        canvas.y += MINI
    canvas.y += 8


def _found(canvas: Canvas, x: float, width: float, share: float) -> None:
    canvas.box((x, canvas.y + 4), width, MINI - 8, "", "grid")
    if share:
        canvas.box((x, canvas.y + 4), share * width, MINI - 8, "bar")


def _by(canvas: Canvas, item: SecretRow, players: tuple[str, ...], left: float, column: float) -> None:
    for n, player in enumerate(players):
        found, of = item.by.get(player, (0, 0))
        x, bar = left + n * column, column - 44
        if of:
            _found(canvas, x, bar, found / of)
            canvas.text(x + bar + 6, canvas.y + 13, f"{found}/{of}", "ink" if found else "faint", size=11)
        else:
            canvas.text(x + bar + 6, canvas.y + 13, DASH, "faint", size=11)


HEIGHT = 260
"""Pixels of the plot."""
CURVE_LABELS = 0.3
"""Largest share of the width for names."""
CURVE_LINE = 17
"""Least pixels from one name to the next."""
DIGIT = 6
"""Pixels that count as one cell when rounds get their figures."""


class _Plot:
    """Positions of rounds and figures, in pixels."""

    def __init__(self, chart: Curves, left: float, right: float, top: float) -> None:
        self.chart, self.left, self.right, self.top = chart, left, right, top
        self.rounds = max((len(line.values) for line in chart.lines), default=1)

    def x(self, turn: int) -> float:
        """The position of a round, which counts from 0."""
        inner = self.right - self.left - 16
        return self.left + 8 + (turn / (self.rounds - 1) * inner if self.rounds > 1 else inner / 2)

    def y(self, value: float) -> float:
        share = (value - self.chart.least) / ((self.chart.most - self.chart.least) or 1.0)
        share = min(max(share, 0.0), 1.0)
        return self.top + (share if self.chart.upside_down else 1 - share) * HEIGHT


def curves(canvas: Canvas, chart: Curves) -> None:
    """Draw a line for each player, with its own dash pattern and marks, and its name at the end."""
    unit = " %" if chart.unit == "%" else ""
    scale = scale_of(chart, 5)
    left = EDGE + max(max(broad(written(v) + unit, 11) for v in scale) + 8, 34)
    names = min(max(broad(line.label, 12) for line in chart.lines) + 26, canvas.width * CURVE_LABELS)
    plot = _Plot(chart, left, canvas.width - EDGE - names, canvas.y + 8)
    for value in scale:
        canvas.line(left, plot.y(value), (plot.right, plot.y(value)), "grid")
        canvas.text(left - 6, plot.y(value) + 4, written(value) + unit, "faint", size=11, anchor="end")
    foot = plot.top + HEIGHT
    canvas.line(left, foot, (plot.right, foot), "ink")
    shown = shown_rounds(plot.rounds, int((plot.right - left) / DIGIT))
    for turn in shown:
        canvas.line(plot.x(turn), foot, (plot.x(turn), foot + 4), "ink")
        canvas.text(plot.x(turn), foot + 16, f"{turn + 1}", "faint", size=11, anchor="middle")
    canvas.text(plot.right + 10, foot + 16, chart.across, "faint", size=11)
    for n in reversed(range(len(chart.lines))):
        _curve(canvas, plot, n)
    _names(canvas, plot, names)
    canvas.y = foot + 24
    _counts(canvas, plot, shown)


def _curve(canvas: Canvas, plot: _Plot, n: int) -> None:
    points = [(plot.x(t), plot.y(v)) for t, v in enumerate(plot.chart.lines[n].values) if v is not None]
    d = "".join(f"{'M' if start else 'L'}{x:.1f} {y:.1f}" for start, x, y in _steps(plot, n))
    dash = DASHES[n % CURVES]
    broken: dict[str, Any] = {"stroke_dasharray": dash} if dash else {}
    canvas.path(d, f"c{n % CURVES}", stroke_width=2, stroke_linejoin="round", **broken)
    for x, y in points:
        canvas.mark(x, y, n)


def _steps(plot: _Plot, n: int) -> list[tuple[bool, float, float]]:
    """The points of a curve; the flag says whether the curve starts there, as after a gap."""
    out: list[tuple[bool, float, float]] = []
    gap = True
    for turn, value in enumerate(plot.chart.lines[n].values):
        if value is not None:
            out.append((gap, plot.x(turn), plot.y(value)))
        gap = value is None
    return out


def _names(canvas: Canvas, plot: _Plot, room: float) -> None:
    """Write each name as near to the end of its curve as the other names allow."""
    ends: list[tuple[float, int]] = []
    for n, line in enumerate(plot.chart.lines):
        known = [v for v in line.values if v is not None]
        ends.append((plot.y(known[-1]) if known else plot.top + HEIGHT, n))
    at = plot.top - CURVE_LINE
    last = plot.top + HEIGHT
    for place, (y, n) in enumerate(sorted(ends)):
        below = len(ends) - place - 1
        at = max(at + CURVE_LINE, min(y, last - below * CURVE_LINE))
        canvas.mark(plot.right + 14, at, n)
        canvas.text(plot.right + 24, at + 4, fit(plot.chart.lines[n].label, room - 26, 12), size=12)


def _counts(canvas: Canvas, plot: _Plot, shown: list[int]) -> None:
    """Write the number of sessions behind each round."""
    for n, line in enumerate(plot.chart.lines):
        if not line.counts:
            continue
        canvas.y += 15
        canvas.text(EDGE, canvas.y, "n", "faint", size=11)
        canvas.mark(EDGE + 16, canvas.y - 4, n, 3.5)
        for turn in shown:
            if turn < len(line.counts):
                text = f"{line.counts[turn]}"
                canvas.text(plot.x(turn), canvas.y, text, "faint", size=10.5, anchor="middle")
    canvas.y += 10


NARROWEST = 320
NOTHING = "nothing to draw yet"


def svg(chart: Chart, width: int = 720, *, adaptive: bool = False) -> str:
    """The chart as SVG text, without scripts, external fonts or anything else from outside.

    `width`: pixels, at least 320; the height depends on the chart. `adaptive`: whether it turns dark if the
    reader's screen is dark; else it is always dark on white.
    """
    canvas = Canvas(float(max(width, NARROWEST)))
    canvas.y = 14
    for line in wrapped(chart.title, canvas.width - 2 * EDGE, 17):
        canvas.y += 16
        canvas.text(EDGE, canvas.y, line, size=16, font_weight="bold")
        canvas.y += 6
    canvas.y += 8
    if empty(chart):
        canvas.text(EDGE, canvas.y + 14, NOTHING, "faint")
        canvas.y += 24
    elif isinstance(chart, Bars):
        bars(canvas, chart)
    elif isinstance(chart, Curves):
        curves(canvas, chart)
    elif isinstance(chart, Histogram):
        histogram(canvas, chart)
    else:
        items(canvas, without_middle(chart))
    for text in (chart.note, *chart.sources):
        canvas.y += 6
        for line in wrapped(text, canvas.width - 2 * EDGE, 11.5):
            canvas.y += 15
            canvas.text(EDGE, canvas.y, line, "faint", size=11.5)
    canvas.y += EDGE
    return canvas.finished(chart.title, chart.note, adaptive=adaptive)
