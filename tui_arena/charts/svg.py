"""Charts as plain SVG without any dependencies, for a file, a web page or a paper.

Each element names its colour twice: as an attribute for converters, and as a class that a style for dark
pages can change.

Law: every text is cleaned and has only characters that XML allows. The picture runs no script and loads
nothing from elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as ET

from tui_arena.charts.model import (
    Bars,
    Chart,
    Curves,
    Distribution,
    Histogram,
    Items,
    bar_texts,
    broken,
    cut,
    empty,
    fraction,
    scale_of,
    shown_rounds,
    ticks,
    without_middle,
)
from tui_arena.charts.text import NOTHING
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.stats.written import AXIS, CHART, PERCENT

FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"
PAINTS = {
    "paper": ("#ffffff", "#16181d"),
    "ink": ("#1c1c1e", "#e8e6e0"),
    "faint": ("#5c6066", "#a6a8a6"),
    "grid": ("#e2e2de", "#33373f"),
    "bar": ("#86aed6", "#3d6f9f"),
    "bad": ("#d8d5cf", "#5a5650"),
    "c0": ("#1f5fa8", "#7fb2ee"),
    "c1": ("#bf4a1b", "#f0976b"),
    "c2": ("#2c7a4b", "#7fcf9a"),
    "c3": ("#7a4ca0", "#c9a5ec"),
    "c4": ("#86690a", "#dcc25a"),
    "c5": ("#4d4d4d", "#c4c4c4"),
}
"""Each colour: first on a white page, then on a dark page."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "1 3")
"""The dash pattern of each curve, so that curves differ even without colours."""
DIAMOND = ((0, -1), (1, 0), (0, 1), (-1, 0))
MARKS = (
    (),
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    ((0, -1), (1, 1), (-1, 1)),
    DIAMOND,
    ((0, 1), (1, -1), (-1, -1)),
    ((-1, -1), (0, 0), (1, -1), (1, 1), (0, 0), (-1, 1)),
)
"""The corners of the mark of each curve; no corners: a circle. Then come square, triangle, diamond, inverted
triangle and bow tie."""
CURVES = len(DASHES)
DASH = "\N{EN DASH}"
EDGE = 16
"""The margin around the picture, in pixels."""
SMALL, TINY = 12, 11
"""Font sizes of small text, in pixels."""
BOLD = 1.12
"""The width of bold text relative to normal text."""
_NARROW, _BROAD = frozenset("iljtfrI.,:;'|![]() "), frozenset("mwMW@%—")
_NO_XML = {0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}


def said(text: str) -> str:
    """A cleaned text: on one line, with only characters that XML allows."""
    return one_line(text.translate(_NO_XML))


def broad(text: str, size: float) -> float:
    """The estimated width of a text in pixels; an error makes it too large rather than too small."""
    return sum(map(_ems, text)) * size


def _ems(sign: str) -> float:
    if sign > "\u2e7f":
        return 1.0
    if sign in _NARROW:
        return 0.36
    if sign in _BROAD:
        return 0.92
    return 0.68 if sign.isupper() else 0.58


def fit(text: str, room: float, size: float) -> str:
    """A text that is at most `room` pixels wide, with an ellipsis if it is cut."""
    line = said(text)
    short = cut(line, room, _ems, "…", size)
    return line if short == line else short[:-1].rstrip() + "…"


def wrapped(text: str, room: float, size: float) -> list[str]:
    """A text broken into lines of at most `room` pixels."""
    return broken(said(text), lambda line: broad(line, size) <= room, lambda word: fit(word, room, size))


@dataclass(slots=True)
class Canvas:
    """A picture that is being drawn, from the top down."""

    width: float
    """The width of the picture in pixels."""
    y: float = 0.0
    """The height drawn so far, in pixels; at the end it is the picture's height."""
    parts: list[ET.Element] = field(default_factory=list)

    def put(self, tag: str, fill: str = "", stroke: str = "", **attributes: Any) -> ET.Element:
        """Add an element with the colours of its area and its outline; attributes are numbers or words."""
        element = ET.Element(tag)
        if fill:
            element.set("fill", PAINTS[fill][0])
            element.set("class", f"f-{fill}")
        for name, value in attributes.items():
            text = f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
            element.set(name.replace("_", "-"), text)
        if not fill and tag in ("rect", "path"):
            element.set("fill", "none")
        if stroke:
            element.set("stroke", PAINTS[stroke][0])
            element.set("class", f"f-{fill} s-{stroke}" if fill else f"s-{stroke}")
        self.parts.append(element)
        return element

    def text(
        self,
        x: float,
        y: float,
        text: str,
        paint: str = "ink",
        *,
        size: float = 13,
        anchor: str = "start",
        **more: Any,
    ) -> None:
        """Add a text on one line."""
        where: dict[str, Any] = {} if anchor == "start" else {"text_anchor": anchor}
        element = self.put("text", paint, x=float(x), y=float(y), font_size=size, **where, **more)
        element.text = said(text)

    def line(self, x: float, y: float, to: tuple[float, float], paint: str = "ink", width: float = 1) -> None:
        """Draw a straight line."""
        end_x, end_y = map(float, to)
        self.put("line", "", paint, x1=float(x), y1=float(y), x2=end_x, y2=end_y, stroke_width=width)

    def box(
        self, at: tuple[float, float], width: float, height: float, paint: str, edge: str = "", **more: Any
    ) -> None:
        """Draw a box; without `paint` it is hollow. `edge`: the colour of its frame; empty: no frame."""
        x, y = map(float, at)
        self.put("rect", paint, edge, x=x, y=y, width=float(max(width, 0)), height=float(height), **more)

    def mark(self, x: float, y: float, curve: int, size: float = 4.5) -> None:
        """Draw the mark of a curve: each curve has its own shape, outlined in the colour of the paper."""
        n = curve % CURVES
        shape = polygon(x, y, MARKS[n], size) if MARKS[n] else _circle(x, y, size)
        self.put("path", f"c{n}", "paper", d=shape, stroke_width=1)

    def finished(self, title: str, about: str, *, adaptive: bool) -> str:
        """The whole picture as SVG text. `adaptive`: True includes a style for dark pages."""
        root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "width": f"{self.width:g}",
                "height": f"{self.y:g}",
                "viewBox": f"0 0 {self.width:g} {self.y:g}",
                "role": "img",
                "font-family": FONT,
            },
        )
        ET.SubElement(root, "title").text = said(title)
        ET.SubElement(root, "desc").text = said(about)
        if adaptive:
            rules = "".join(f".f-{n}{{fill:{c}}}.s-{n}{{stroke:{c}}}" for n, (_, c) in PAINTS.items())
            ET.SubElement(root, "style").text = f"@media (prefers-color-scheme: dark){{{rules}}}"
        paper = {"width": "100%", "height": "100%", "fill": PAINTS["paper"][0], "class": "f-paper"}
        ET.SubElement(root, "rect", paper)
        root.extend(self.parts)
        return ET.tostring(root, "unicode")


def polygon(x: float, y: float, corners: tuple[tuple[int, int], ...], size: float = 4.5) -> str:
    """The path of a shape around a point; corners are in units of `size`."""
    return f"M{'L'.join(f'{x + right * size:.1f} {y + down * size:.1f}' for right, down in corners)}Z"


def _circle(x: float, y: float, size: float) -> str:
    half = f"A{size:.1f} {size:.1f} 0 1 1 "
    return f"M{x - size:.1f} {y:.1f}{half}{x + size:.1f} {y:.1f}{half}{x - size:.1f} {y:.1f}Z"


# bars

ROW, BAR = 26, 13
"""The pixels from one bar to the next, and the height of a bar."""
BAR_LABELS = 0.32
"""The largest share of the width for labels of bars."""
TICKS = 70
"""The least pixels between two figures of a scale."""


def bars(canvas: Canvas, chart: Bars) -> None:
    """Draw a bar for each figure, with a whisker for its interval; published bars are hollow."""
    texts = bar_texts(chart, DASH)
    columns = [max(broad(text, SMALL) for text in column) for column in zip(*texts, strict=True)]
    papers = max((broad(band.note, SMALL) for band in chart.items if band.published), default=0.0)
    behind = sum(columns) + 10 * len(columns) + max(papers - columns[1] - columns[2] - 10, 0.0)
    labels = min(max(broad(b.label, 13) for b in chart.items), canvas.width * BAR_LABELS)
    left, right, end = EDGE + labels + 8, canvas.width - EDGE - behind, canvas.width - EDGE

    def at(value: float) -> float:
        return left + fraction(value, chart.least, chart.most) * (right - left)

    top, bottom = canvas.y, canvas.y + ROW * len(chart.items)
    marks = ticks(chart.least, chart.most, max(int((right - left) / TICKS), 1))
    for value in marks:
        canvas.line(at(value), top, (at(value), bottom), "grid")
        last = PERCENT if chart.unit == "%" and value == marks[-1] else ""
        canvas.text(at(value), bottom + 15, AXIS.number(value) + last, "faint", size=TINY, anchor="middle")
    for n, (band, (figure, interval, _)) in enumerate(zip(chart.items, texts, strict=True)):
        middle = top + ROW * n + ROW / 2
        style: dict[str, Any] = {"font_style": "italic"} if band.published else {}
        canvas.text(left - 8, middle + 4.5, fit(band.label, labels, 13), anchor="end", **style)
        if band.value is not None:
            here, base = at(band.value), at(chart.base)
            fill, edge, dashed = (
                ("", "faint", {"stroke_dasharray": "3 2"}) if band.published else ("bar", "", {})
            )
            canvas.box((min(here, base), middle - BAR / 2), abs(here - base), BAR, fill, edge, **dashed)
            if band.published:
                canvas.put("path", "faint", d=polygon(here, middle, DIAMOND))
            if band.low is not None and band.high is not None:
                low, high = at(band.low), at(band.high)
                canvas.line(low, middle, (high, middle), width=1.5)
                for x in (low, high):
                    canvas.line(x, middle - 4, (x, middle + 4), width=1.5)
        canvas.text(right + columns[0] + 10, middle + 4.5, figure, size=SMALL, anchor="end")
        canvas.text(end - columns[2] - 10, middle + 4.5, interval, "faint", size=SMALL, anchor="end")
        canvas.text(end, middle + 4.5, band.note, "faint", size=SMALL, anchor="end")
    canvas.line(at(chart.base), top, (at(chart.base), bottom))
    canvas.y = bottom + 20
    if chart.unit not in ("", "%"):
        canvas.text(right, bottom + 30, chart.unit, "faint", size=TINY, anchor="end")
        canvas.y += 14


# distributions

PANEL, GAP, BAR_LINE = 210, 28, 18
"""In pixels: the least width of a distribution, the gap between two, and the height of a value's line."""
BROADEST = 440
"""The most pixels that one distribution may be wide."""


def histogram(canvas: Canvas, chart: Histogram) -> None:
    """Draw a panel for each player; all have the same scale."""
    room = canvas.width - 2 * EDGE
    across = max(min(int((room + GAP) // (PANEL + GAP)), len(chart.tallies)), 1)
    each = min((room + GAP) / across - GAP, BROADEST)
    for at in range(0, len(chart.tallies), across):
        row = chart.tallies[at : at + across]
        for n, tally in enumerate(row):
            _panel(canvas, tally, chart.top, EDGE + n * (each + GAP), each)
        canvas.y += 24 + BAR_LINE * max(len(t.counts) for t in row) + 16


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
            paint, edge = ("bad", "faint") if value in tally.bad else ("bar", "")
            canvas.box((left + labels, y + 3), max(share / top * room, 1.5), BAR_LINE - 5, paint, edge)
        canvas.text(left + width - 44, y + 13, f"{found}", size=SMALL, anchor="end")
        canvas.text(left + width, y + 13, CHART.shares.number(share), "faint", size=SMALL, anchor="end")
    foot = canvas.y + 24 + BAR_LINE * len(tally.counts)
    canvas.line(left + labels, canvas.y + 24, (left + labels, foot))


# secrets

SHARE, MINI = 0.15, 20
"""The share of the width for the bar over all players, and the pixels from one secret to the next."""
COLUMN, SLIM = 112, 58
"""The largest and the smallest width of a player's column, in pixels."""


def items(canvas: Canvas, chart: Items) -> None:
    """Draw a row for each secret: how often it was found in all sessions and by each player."""
    labels = min(max(broad(item.label, SMALL) for item in chart.items) + 4, canvas.width * 0.26)
    figures = 42 + max(broad(f"n {item.n}", SMALL) for item in chart.items) + 8
    left, share = EDGE + labels + 8, canvas.width * SHARE
    left_of_columns = left + share + figures + 14
    room = canvas.width - EDGE - left_of_columns
    column = min(max(room / max(len(chart.players), 1), SLIM), COLUMN)
    players = chart.players[: int(room // column)]
    canvas.text(left, canvas.y + 12, "found by all", "faint", size=TINY)
    for n, player in enumerate(players):
        name = fit(player, column - 8, BOLD * 11)
        canvas.text(left_of_columns + n * column, canvas.y + 12, name, size=TINY, font_weight="bold")
    canvas.y += MINI
    for n, item in enumerate(chart.items):
        if chart.left_out and n == len(chart.items) // 2:
            text = f"… {counted(chart.left_out, 'secret')} in between left out …"
            canvas.text(left, canvas.y + 13, text, "faint", size=SMALL)
            canvas.y += MINI
        canvas.text(left - 8, canvas.y + 13, fit(item.label, labels, SMALL), size=SMALL, anchor="end")
        _found(canvas, left, share, item.share)
        canvas.text(
            left + share + 42, canvas.y + 13, CHART.shares.number(item.share), size=SMALL, anchor="end"
        )
        canvas.text(left_of_columns - 14, canvas.y + 13, f"n {item.n}", "faint", size=SMALL, anchor="end")
        for place, player in enumerate(players):
            found, of = item.by.get(player, (0, 0))
            x, bar = left_of_columns + place * column, column - 44
            if of:
                _found(canvas, x, bar, found / of)
            text = f"{found}/{of}" if of else DASH
            canvas.text(x + bar + 6, canvas.y + 13, text, "ink" if found else "faint", size=TINY)
        canvas.y += MINI
    canvas.y += 8


def _found(canvas: Canvas, x: float, width: float, share: float) -> None:
    canvas.box((x, canvas.y + 4), width, MINI - 8, "", "grid")
    if share:
        canvas.box((x, canvas.y + 4), share * width, MINI - 8, "bar")


# curves

HEIGHT = 260
"""The height of the plot in pixels."""
CURVE_LABELS = 0.3
"""The largest share of the width for names."""
CURVE_LINE = 17
"""The least pixels from one name to the next."""
DIGIT = 6
"""The pixels that count as one cell when rounds get their figures."""


def curves(canvas: Canvas, chart: Curves) -> None:
    """Draw a line for each player, with its own dash pattern and marks, and the name at its end."""
    unit = PERCENT if chart.unit == "%" else ""
    scale = scale_of(chart, 5)
    left = EDGE + max(max(broad(AXIS.number(v) + unit, TINY) for v in scale) + 8, 34)
    names = min(max(broad(line.label, SMALL) for line in chart.lines) + 26, canvas.width * CURVE_LABELS)
    right, top, foot = canvas.width - EDGE - names, canvas.y + 8, canvas.y + 8 + HEIGHT
    rounds = chart.rounds

    def across(turn: int) -> float:
        inner = right - left - 16
        return left + 8 + (turn / (rounds - 1) * inner if rounds > 1 else inner / 2)

    def down(value: float) -> float:
        return top + chart.down(value) * HEIGHT

    for value in scale:
        canvas.line(left, down(value), (right, down(value)), "grid")
        canvas.text(left - 6, down(value) + 4, AXIS.number(value) + unit, "faint", size=TINY, anchor="end")
    canvas.line(left, foot, (right, foot))
    shown = shown_rounds(rounds, int((right - left) / DIGIT))
    for turn in shown:
        canvas.line(across(turn), foot, (across(turn), foot + 4))
        canvas.text(across(turn), foot + 16, f"{turn + 1}", "faint", size=TINY, anchor="middle")
    canvas.text(right + 10, foot + 16, chart.across, "faint", size=TINY)
    ends: list[tuple[float, int]] = []
    for n in reversed(range(len(chart.lines))):
        points = [None if v is None else (across(t), down(v)) for t, v in enumerate(chart.lines[n].values)]
        last = _curve(canvas, points, n)
        ends.append((foot if last is None else last, n))
    _names(canvas, chart, sorted(ends), right, names)
    canvas.y = foot + 24
    for n, line in enumerate(chart.lines):
        if line.counts:
            canvas.y += 15
            canvas.text(EDGE, canvas.y, "n", "faint", size=TINY)
            canvas.mark(EDGE + 16, canvas.y - 4, n, 3.5)
            for turn in (turn for turn in shown if turn < len(line.counts)):
                count = f"{line.counts[turn]}"
                canvas.text(across(turn), canvas.y, count, "faint", size=10.5, anchor="middle")
    canvas.y += 10


def _curve(canvas: Canvas, points: list[tuple[float, float] | None], n: int) -> float | None:
    """Draw a curve with a gap where a point is None. Returns the height of its last point, or None."""
    known = [point for point in points if point is not None]
    starts = (before is None for before in (None, *points))
    d = "".join(
        f"{'M' if start else 'L'}{point[0]:.1f} {point[1]:.1f}"
        for start, point in zip(starts, points, strict=False)
        if point is not None
    )
    dash = DASHES[n % CURVES]
    dashed: dict[str, Any] = {"stroke_dasharray": dash} if dash else {}
    canvas.put("path", "", f"c{n % CURVES}", d=d, stroke_width=2, stroke_linejoin="round", **dashed)
    for x, y in known:
        canvas.mark(x, y, n)
    return known[-1][1] if known else None


def _names(canvas: Canvas, chart: Curves, ends: list[tuple[float, int]], right: float, room: float) -> None:
    """Write each name as near to the end of its curve as the other names allow."""
    bottom = canvas.y + 8 + HEIGHT
    at = canvas.y + 8 - CURVE_LINE
    for place, (y, n) in enumerate(ends):
        below = len(ends) - place - 1
        at = max(at + CURVE_LINE, min(y, bottom - below * CURVE_LINE))
        canvas.mark(right + 14, at, n)
        canvas.text(right + 24, at + 4, fit(chart.lines[n].label, room - 26, SMALL), size=SMALL)


NARROWEST = 320


def svg(chart: Chart, width: int = 720, *, adaptive: bool = False) -> str:
    """The chart as SVG text, without scripts, external fonts or anything else from outside.

    `width`: in pixels, at least 320; the height depends on the chart. `adaptive`: True makes the chart dark
    if the reader's screen is dark; otherwise it is always dark on white.
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
