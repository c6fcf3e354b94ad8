"""What a report is made of, before it is written as HTML or Markdown.

Law: blocks hold what they say as plain text; who writes them escapes it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tui_arena.charts.model import Chart

LONGEST = 600
"""Signs of one text; no sentence of a report is as long."""
PUBLISHED = "†"
"""What stands before a row that comes from a paper."""


@dataclass(frozen=True, slots=True)
class Value:
    """One cell."""

    text: str
    """Empty: not defined."""
    note: str = ""
    """What belongs to it and is smaller, such as its spread and `n 60`."""
    place: int | None = None
    """From 1, the best, among those that it is ranked with; None: not ranked."""
    among: int = 0
    """How many it is ranked with."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    words: int = 1
    """Columns from the left that hold words; figures stand at the right."""
    published: frozenset[int] = frozenset()
    """Rows, from 0, that come from a paper."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChartBlock:
    """A chart."""

    chart: Chart


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Points:
    """A list of sentences."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """What words mean."""

    pairs: tuple[tuple[str, str], ...]


Block = Grid | ChartBlock | Text | Points | Terms


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it."""

    anchor: str
    """Of letters, digits and hyphens, and no other section's."""
    title: str
    blocks: tuple[Block, ...]
    parts: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report."""

    title: str
    lead: str
    sections: tuple[Section, ...]


def ordinal(place: int) -> str:
    """A place in words.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
