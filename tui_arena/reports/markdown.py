"""A report as Markdown: tables, and charts as text in code fences.

Law: every text passes through `_text`, so that no text becomes markup, a new table cell or a link.
"""

from __future__ import annotations

from collections.abc import Iterator

from tui_arena.charts.text import lines
from tui_arena.core.text import clean, one_line
from tui_arena.reports.blocks import LONGEST, PUBLISHED, Block, Document, Section, ordinal
from tui_arena.stats.text_tables import NOTHING, TableCell, TextTable, escaped, written_cell

WIDTH = 78
"""Width of a chart, in characters."""
_SPELT = {"://": "&#58;//", "www.": "www&#46;"}
"""Replacements for texts that many Markdown readers turn into links without any markup."""


def markdown(document: Document) -> str:
    """The text of a report; the same report gives the same bytes."""
    parts = [f"# {_text(document.title)}", _text(document.lead)]
    for section in document.sections:
        parts += _section(section, 2)
    return "\n\n".join(part for part in parts if part) + "\n"


def _text(text: str) -> str:
    """Text on one line that no Markdown reader treats as markup or turns into a link."""
    text = escaped(one_line(text, LONGEST))
    for signs, spelt in _SPELT.items():
        text = text.replace(signs, spelt)
    return text


def _section(section: Section, level: int) -> Iterator[str]:
    yield f"{'#' * level} {_text(section.title)}"
    for block in section.blocks:
        yield from _block(block)
    for part in section.parts:
        yield from _section(part, level + 1)


def _block(block: Block) -> Iterator[str]:
    match block:
        case TextTable():
            yield from _table(block)
        case str():
            yield _text(block)
        case tuple():
            yield _list(block)
        case dict():
            yield "\n".join(f"- **{_text(a)}**: {_text(b)}" for a, b in block.items())
        case _:
            yield _fenced(lines(block, WIDTH))


def _table(table: TextTable) -> Iterator[str]:
    yield f"**{_text(table.title)}**"
    rule = [":---" if n < table.words else "---:" for n in range(len(table.header))]
    rows = [_line(map(_text, table.header)), _line(rule)]
    for number, row in enumerate(table.rows):
        cells = [_cell(cell) for cell in row]
        if number in table.published:
            cells[0] = f"{PUBLISHED} {cells[0]}"
        rows.append(_line(cells))
    yield "\n".join(rows)
    if table.notes:
        yield _list(table.notes)


def _line(cells: Iterator[str] | list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: TableCell) -> str:
    value = written_cell(cell)
    place = "" if value.place is None else f"({ordinal(value.place)})"
    return " ".join(filter(None, [_text(value.text) or NOTHING, _text(value.beside), place]))


def _list(items: tuple[str, ...]) -> str:
    return "\n".join(f"- {_text(item)}" for item in items)


def _fenced(rows: list[str]) -> str:
    """A chart in a code fence that none of its rows can close."""
    body = [clean(row).replace("\n", " ").rstrip() for row in rows]
    runs = ("".join("`" if c == "`" else " " for c in row).split() for row in body)
    ticks = "`" * max(3, 1 + max((len(run) for row in runs for run in row), default=0))
    return "\n".join([f"{ticks}text", *body, ticks])
