"""The blocks of a report, before it is written as HTML or Markdown.

Blocks hold plain text; each writer has to escape it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tui_arena.charts.model import Chart
from tui_arena.stats.text_tables import TextTable

LONGEST = 600
"""Most characters of one text; no sentence of a report is as long."""
PUBLISHED = "†"
"""The mark before a row that comes from a paper."""


Block = TextTable | Chart | str | tuple[str, ...] | dict[str, str]
"""A table, a chart, a paragraph, a list of sentences, or terms with their meanings."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the blocks and subsections below it."""

    anchor: str
    """Unique in the report; only letters, digits and hyphens."""
    title: str
    blocks: tuple[Block, ...]
    parts: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report."""

    title: str
    lead: str
    """A short line below the title."""
    sections: tuple[Section, ...]


def ordinal(place: int) -> str:
    """A place as an ordinal number.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
