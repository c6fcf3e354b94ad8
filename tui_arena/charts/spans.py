"""Lines of text in spans, and the signs that pictures of text are made of."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Literal

from tui_arena.core.text import one_line

Role = Literal["", "head", "faint", "bar", "unsure", "bad", "published", "line"]
"""What a span is; the app has a style for each."""


@dataclass(frozen=True, slots=True)
class Span:
    """Some text of a line."""

    text: str
    role: Role = ""
    line: int = 0
    """For `line`: which curve it belongs to, from 0."""


Line = list[Span]


@dataclass(frozen=True, slots=True)
class Signs:
    """What pictures are drawn with."""

    ascii: bool
    bar: str
    unsure: str
    """The part of a bar that lies within its interval."""
    beyond: str
    """The part of an interval that lies beyond its bar."""
    slab: str
    """A bar without an interval, one of many below each other."""
    bad: str
    point: str
    """A published figure."""
    base: str
    rule: str
    corner: str
    tick: str
    joint: str
    """Between two points of a curve."""
    marks: str
    """One for each curve."""
    all: str
    some: str
    none: str
    never: str
    dash: str
    ellipsis: str
    plus_minus: str

    def mark(self, n: int) -> str:
        """What marks the points of a curve, by its place."""
        return self.marks[n % len(self.marks)]

    def safe(self, text: str) -> str:
        """A text of our own with the signs there are."""
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
    """The signs to draw with."""
    return _ASCII if ascii else _SIGNS


def wide(text: str) -> int:
    """How many cells a text takes in a terminal.

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
    """A text from anywhere on one line of at most `width` cells."""
    line = one_line(text)
    if wide(line) <= width:
        return line
    ends = accumulate(map(_cells, line))
    kept = sum(1 for _ in takewhile(lambda end: end < width, ends))
    return line[:kept] + signs.ellipsis if width > 0 else ""


def padded(text: str, width: int, signs: Signs) -> str:
    """The same with blanks behind it, `width` cells in all."""
    line = fitted(text, width, signs)
    return line + " " * (width - wide(line))


def plain(line: Iterable[Span]) -> str:
    """The text alone."""
    return "".join(span.text for span in line)


def joined(cells: Iterable[Span]) -> Line:
    """A line with neighbours of one role put together."""
    out: Line = []
    for cell in cells:
        if out and (out[-1].role, out[-1].line) == (cell.role, cell.line):
            out[-1] = Span(out[-1].text + cell.text, cell.role, cell.line)
        else:
            out.append(cell)
    return out
