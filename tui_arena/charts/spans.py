"""Lines of text as spans with roles, and the characters that text charts are drawn with."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Literal

from tui_arena.core.text import one_line

Role = Literal["", "head", "faint", "bar", "unsure", "bad", "published", "line"]
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

    ascii: bool
    bar: str
    unsure: str
    """The part of a bar that lies within its interval."""
    beyond: str
    """The part of an interval that lies beyond its bar."""
    slab: str
    """A bar without an interval, as in distributions."""
    bad: str
    point: str
    """A published figure."""
    base: str
    rule: str
    corner: str
    tick: str
    joint: str
    """A dot between two points of a curve."""
    marks: str
    """One character for each curve."""
    all: str
    some: str
    none: str
    never: str
    dash: str
    ellipsis: str
    plus_minus: str

    def mark(self, n: int) -> str:
        """The character for the points of curve `n`, from 0; they repeat if there are more curves."""
        return self.marks[n % len(self.marks)]

    def safe(self, text: str) -> str:
        """One of our own texts; its en dashes and plus-minus signs are replaced if only ASCII is allowed."""
        if not self.ascii:
            return text
        return text.replace("\N{EN DASH}", "-").replace("\N{PLUS-MINUS SIGN}", "+-")


_SIGNS = Signs(
    ascii=False,
    bar="█",
    unsure="▓",
    beyond="░",
    slab="▇",
    bad="▒",
    point="◇",
    base="│",
    rule="─",
    corner="└",
    tick="┬",
    joint="·",
    marks="●■▲◆✚×",
    all="●",
    some="◐",
    none="○",
    never="·",
    dash="\N{EN DASH}",
    ellipsis="…",
    plus_minus="±",
)
_ASCII = Signs(
    ascii=True,
    bar="#",
    unsure="=",
    beyond="-",
    slab="#",
    bad="x",
    point="o",
    base="|",
    rule="-",
    corner="+",
    tick="+",
    joint=".",
    marks="*o#x+@",
    all="#",
    some="+",
    none="-",
    never=" ",
    dash="-",
    ellipsis="~",
    plus_minus="+-",
)


def signs_of(*, ascii: bool) -> Signs:  # noqa: A002  (as `Look` says)
    """The characters to draw with."""
    return _ASCII if ascii else _SIGNS


def wide(text: str) -> int:
    """The number of cells that a text takes in a terminal.

    >>> wide("wort"), wide("言葉")
    (4, 4)
    """
    if text.isascii():
        return len(text)
    return sum(map(_cells, text))


def _cells(sign: str) -> int:
    if unicodedata.east_asian_width(sign) in "WF":
        return 2
    return 0 if unicodedata.combining(sign) else 1


def fitted(text: str, width: int, signs: Signs) -> str:
    """Any text on one line of at most `width` cells, with an ellipsis if it is cut."""
    line = one_line(text)
    if wide(line) <= width:
        return line
    ends = accumulate(map(_cells, line))
    kept = sum(1 for _ in takewhile(lambda end: end < width, ends))
    return line[:kept] + signs.ellipsis if width > 0 else ""


def padded(text: str, width: int, signs: Signs) -> str:
    """The same, filled up with blanks to exactly `width` cells."""
    line = fitted(text, width, signs)
    return line + " " * (width - wide(line))


def plain(line: Iterable[Span]) -> str:
    """The text of a line, without roles."""
    return "".join(span.text for span in line)


def joined(cells: Iterable[Span]) -> Line:
    """A line in which neighbouring spans of the same role are merged."""
    out: Line = []
    for cell in cells:
        if out and (out[-1].role, out[-1].line) == (cell.role, cell.line):
            out[-1] = Span(out[-1].text + cell.text, cell.role, cell.line)
        else:
            out.append(cell)
    return out
