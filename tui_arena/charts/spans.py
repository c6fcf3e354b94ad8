"""Lines of text as spans with roles, and the characters that text charts consist of."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile
from typing import Literal

from tui_arena.core.text import one_line

Role = Literal["", "head", "faint", "bar", "unsure", "bad", "published", "chosen", "line"]
"""The role of a span in a chart; the app has a style for each role."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a line with one role."""

    text: str
    role: Role = ""
    line: int = 0
    """For the role `line`: the number of its curve, from 0."""


Line = list[Span]


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters that text charts are drawn with."""

    ascii: bool = False
    fine: bool = False
    """True if curves are drawn with braille dots, eight to a cell; few fonts outside terminals have them."""
    bar: str = "█"
    half: str = "▌"
    """Half a cell of a bar; empty if the font has no such sign."""
    unsure: str = "▓"
    """The part of a bar that is inside its interval."""
    beyond: str = "░"
    """The part of an interval that is beyond its bar."""
    slab: str = "▇"
    """A bar without an interval, as in distributions."""
    bad: str = "▒"
    heights: str = "▁▂▃▄▅▆▇█"
    """Eight heights of a column, low to high."""
    point: str = "◇"
    """A published figure."""
    base: str = "│"
    notch: str = "│"
    """The side of a grid at a figure."""
    rule: str = "─"
    corner: str = "└"
    tick: str = "┬"
    joint: str = "·"
    """A dot between two points of a curve."""
    marks: str = "●■▲◆✚×"
    """One character for each curve."""
    scale: tuple[str, str] = ("├", "┤")
    """Both ends of the scale of an interval."""
    interval: str = "━"
    mean: str = "●"
    found: str = "●◐○·"
    """How often a player found a secret: always, sometimes, never; the last sign: not played."""
    here: str = "◂"
    """Points at the value of the session that the chart is about."""
    dash: str = "\N{EN DASH}"
    ellipsis: str = "…"

    def mark(self, n: int) -> str:
        """The character for the points of curve `n`, from 0; characters repeat if there are more curves."""
        return self.marks[n % len(self.marks)]

    def halves(self, share: float, room: int) -> str:
        """A bar of at most `room` cells, in steps of half a cell; any share above 0 shows something."""
        halves = max(round(share * room * 2), 1) if share else 0
        return self.bar * (halves // 2) + self.half * (halves % 2) or self.bar * bool(share)

    def safe(self, text: str) -> str:
        """One of our own texts; if only ASCII is allowed, its en dashes and plus-minus signs are replaced."""
        if not self.ascii:
            return text
        return text.replace("\N{EN DASH}", "-").replace("\N{PLUS-MINUS SIGN}", "+-")


PRINT = Signs()
"""The signs in files."""
SCREEN = replace(PRINT, fine=True, notch="┤")
ASCII = Signs(
    ascii=True,
    bar="#",
    half="",
    unsure="=",
    beyond="-",
    slab="#",
    bad="x",
    heights="_.,-=+*#",
    point="o",
    base="|",
    notch="|",
    rule="-",
    corner="+",
    tick="+",
    joint=".",
    marks="*o#x+@",
    scale=("|", "|"),
    interval="=",
    mean="o",
    found="#+- ",
    here="<",
    dash="-",
    ellipsis="~",
)


def wide(text: str) -> int:
    """The number of cells that a text needs in a terminal.

    >>> wide("wort"), wide("言葉")
    (4, 4)
    """
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(sign: str) -> int:
    if unicodedata.east_asian_width(sign) in "WF":
        return 2
    return 0 if unicodedata.combining(sign) else 1


def cut(line: str, room: float, size: Callable[[str], float], ellipsis: str, unit: float = 1.0) -> str:
    """A line that fits into `room`, with an ellipsis if it is cut. `size`: measures a character, in `unit`s.

    >>> cut("abcdef", 4, len, "~")
    'abc~'
    """
    if sum(map(size, line)) * unit <= room:
        return line
    ends = accumulate(map(size, line), initial=size(ellipsis))
    return line[: max(sum(1 for _ in takewhile(lambda end: end * unit <= room, ends)) - 1, 0)] + ellipsis


def broken(text: str, fits: Callable[[str], bool], shorter: Callable[[str], str]) -> list[str]:
    """A text broken into lines that fit; a word that is too long for any line is shortened."""
    out: list[str] = []
    for word in text.split():
        if out and fits(f"{out[-1]} {word}"):
            out[-1] += f" {word}"
        else:
            out.append(shorter(word))
    return out


def fitted(text: str, width: int, signs: Signs) -> str:
    """Any text on one line of at most `width` cells, with an ellipsis if it is cut."""
    return cut(one_line(text), width, _cells, signs.ellipsis) if width > 0 else ""


def padded(text: str, width: int, signs: Signs) -> str:
    """The same text, padded with blanks to exactly `width` cells."""
    line = fitted(text, width, signs)
    return line + " " * (width - wide(line))


def wrapped(text: str, width: int, signs: Signs) -> list[str]:
    """A text broken into lines of at most `width` cells."""
    return broken(
        one_line(signs.safe(text)), lambda line: wide(line) <= width, lambda word: fitted(word, width, signs)
    )


def plain(line: Iterable[Span]) -> str:
    """The text of a line, without roles."""
    return "".join(span.text for span in line)


def joined(cells: Iterable[Span]) -> Line:
    """A line whose neighbouring spans of the same role are merged.

    >>> joined([Span("a", "line"), Span("b", "line"), Span("c", "line", 1)])
    [Span(text='ab', role='line', line=0), Span(text='c', role='line', line=1)]
    """
    out: Line = []
    for cell in cells:
        if out and (out[-1].role, out[-1].line) == (cell.role, cell.line):
            out[-1] = replace(out[-1], text=out[-1].text + cell.text)
        else:
            out.append(cell)
    return out
