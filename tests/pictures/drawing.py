"""Frames of the app as SVG: one of them, or several that follow one another by CSS alone.

A row that looks the same in several frames is drawn once, and shown while it holds. Blocks and lines are drawn as
shapes, so that no font leaves gaps between them. Who wants less motion sees the last frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import count
from typing import NamedTuple

from rich.color import Color
from rich.style import Style
from textual.strip import Strip

WIDE, HIGH = 10, 20
"""Width and height of a cell in user units."""
EDGE = 14
"""Around the screen."""
FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
SHAPES = {
    "█": (0, 0, 10, 20), "▀": (0, 0, 10, 10), "▄": (0, 10, 10, 10), "▌": (0, 0, 5, 20), "▐": (5, 0, 5, 20),
    "▁": (0, 17.5, 10, 2.5), "▂": (0, 15, 10, 5), "▃": (0, 12.5, 10, 7.5), "▅": (0, 7.5, 10, 12.5),
    "▆": (0, 5, 10, 15), "▇": (0, 2.5, 10, 17.5), "▔": (0, 0, 10, 2.5), "▏": (0, 0, 1.25, 20), "▎": (0, 0, 2.5, 20),
    "─": (0, 9, 10, 1.5), "━": (0, 8.5, 10, 3), "│": (4.25, 0, 1.5, 20), "┃": (3.5, 0, 3, 20),
}  # fmt: skip
"""Signs that are drawn: left, top, width and height within a cell."""


class Run(NamedTuple):
    """Cells side by side that look the same."""

    column: int
    cells: int
    text: str
    ink: str
    paper: str
    bold: bool
    italic: bool
    line: bool


Row = tuple[Run, ...]


class Frame(NamedTuple):
    """What the screen shows from a moment on."""

    at: float
    """Seconds from the beginning."""
    rows: tuple[Row, ...]


def rows_of(strips: Iterable[Strip], ink: str, paper: str) -> tuple[Row, ...]:
    """The rows of a screen. `ink`, `paper`: the colours where none is said."""
    return tuple(tuple(_runs(strip, ink, paper)) for strip in strips)


def _runs(strip: Strip, ink: str, paper: str) -> Iterator[Run]:
    column = 0
    for segment in strip.simplify():
        style = segment.style or Style()
        front, back = _hex(style.color, ink), _hex(style.bgcolor, paper)
        if style.reverse:
            front, back = back, front
        if style.dim:
            front = _between(front, back)
        yield Run(
            column, segment.cell_length, segment.text, front, back,
            bool(style.bold), bool(style.italic), bool(style.underline or style.strike),
        )  # fmt: skip
        column += segment.cell_length


def _hex(color: Color | None, other: str) -> str:
    return other if color is None or color.is_default else color.get_truecolor().hex


def _between(one: str, other: str) -> str:
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{(a + b) // 2:02x}" for a, b in pairs)


def still(rows: Sequence[Row], paper: str, title: str) -> str:
    """A picture of one frame."""
    return moving([Frame(0.0, tuple(rows))], 0.0, paper, title)


def moving(frames: Sequence[Frame], seconds: float, paper: str, title: str) -> str:
    """A picture that shows the frames one after another, for so many seconds in all, over and over."""
    columns = max(run.column + run.cells for row in frames[0].rows for run in row)
    width, height = columns * WIDE + 2 * EDGE, len(frames[0].rows) * HIGH + 2 * EDGE
    classes: dict[str, str] = {}
    drawn, rules = [], []
    times: dict[tuple[tuple[float, float], ...], str] = {}
    for (y, row), shown in _spans(frames, seconds).items():
        body = "".join(_drawn(row, y, paper, classes))
        if len(frames) == 1 or shown == ((0.0, seconds),):
            drawn.append(body)
            continue
        name = times.setdefault(shown, f"t{len(times)}")
        first_seen = "visible" if shown[-1][1] >= seconds else "hidden"  # where nothing moves: the last frame
        drawn.append(f'<g class="f {name}" visibility="{first_seen}">{body}</g>')
    for shown, name in times.items():
        steps = {0.0: "hidden"}
        for begin, end in shown:
            steps |= {begin: "visible", end: "hidden"}
        said = "".join(f"{100 * at / seconds:.2f}%{{visibility:{how}}}" for at, how in sorted(steps.items()))
        rules.append(f"@keyframes {name}{{{said}}}.{name}{{animation-name:{name}}}")
    if times:
        rules.append(
            f".f{{animation-duration:{seconds:.2f}s;animation-timing-function:step-end;animation-iteration-count:infinite}}"
        )
        rules.append("@media (prefers-reduced-motion:reduce){.f{animation:none}}")
    rules += [f".{name}{{{what}}}" for what, name in classes.items()]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(title)}"><title>{escape(title)}</title>'
        f"<style>text{{font:16.5px {FONT};white-space:pre}}rect{{shape-rendering:crispEdges}}{''.join(rules)}</style>"
        f'<rect width="{width}" height="{height}" rx="10" fill="{paper}"/>'
        f'<g transform="translate({EDGE} {EDGE})">{"".join(drawn)}</g></svg>\n'
    )


def _spans(frames: Sequence[Frame], seconds: float) -> dict[tuple[int, Row], tuple[tuple[float, float], ...]]:
    """When each row that is ever shown is shown, by its place: beginnings and ends, in seconds."""
    found: dict[tuple[int, Row], list[tuple[float, float]]] = {}
    for i, frame in enumerate(frames):
        end = frames[i + 1].at if i + 1 < len(frames) else seconds
        for y, row in enumerate(frame.rows):
            spans = found.setdefault((y, row), [])
            if spans and spans[-1][1] == frame.at:
                spans[-1] = (spans[-1][0], end)
            else:
                spans.append((frame.at, end))
    return {key: tuple(spans) for key, spans in found.items()}


def _drawn(row: Row, y: int, paper: str, classes: dict[str, str]) -> Iterator[str]:
    """The elements of a row; `classes`: what was needed so far, by what it says."""

    def named(what: str) -> str:
        return classes.setdefault(what, f"c{len(classes)}")

    top = y * HIGH
    for run in row:
        if run.paper != paper:
            yield _rect(run.column * WIDE, top, run.cells * WIDE, HIGH, named(f"fill:{run.paper}"))
        look = (
            f"fill:{run.ink}"
            + (";font-weight:700" if run.bold else "")
            + (";font-style:italic" if run.italic else "")
        )
        for start, text in _words(run.text):
            left = (run.column + start) * WIDE
            if text[0] in SHAPES:
                x, down, wide, high = SHAPES[text[0]]
                wide = wide + (len(text) - 1) * WIDE if wide == WIDE else wide
                yield _rect(left + x, top + down, wide, high, named(f"fill:{run.ink}"))
            else:
                yield (
                    f'<text x="{left}" y="{top + 15}" textLength="{len(text) * WIDE}" class="{named(look)}">'
                    f"{escape(text, quote=False)}</text>"
                )
        if run.line and run.text.strip():
            yield _rect(run.column * WIDE, top + 17, run.cells * WIDE, 1, named(f"fill:{run.ink}"))


def _rect(x: float, y: float, width: float, height: float, name: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" class="{name}"/>'


def _words(text: str) -> Iterator[tuple[int, str]]:
    """Pieces of a text with their places: a row of the same shape, or what stands between two wide gaps."""
    start, piece = 0, ""
    for i, sign in zip(count(), text + "  "):
        shape = sign in SHAPES
        same = bool(piece) and sign == piece[-1] and (not shape or SHAPES[sign][2] == WIDE)
        goes_on = (
            same if shape or piece[:1] in SHAPES else bool(piece) and text[i : i + 2] not in ("  ", " ", "")
        )
        if goes_on and piece:
            piece += sign
            continue
        if piece.strip():
            yield start, piece.rstrip()
        start, piece = i, sign if sign != " " else ""
