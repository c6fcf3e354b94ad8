"""Reports as documents of blocks, and their output as HTML and as Markdown.

The HTML page is self-contained: it has no scripts, external addresses or external fonts. It is also
well-formed XML, so that anyone can check it. In Markdown, charts are text in code fences.

Law: blocks contain plain text. Every text passes through `_html_text` or `_markdown_text`, so that no text
becomes markup, a new table cell or a link.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import ceil
from typing import Final

from tui_arena.charts.model import Chart
from tui_arena.charts.svg import svg
from tui_arena.charts.text import lines
from tui_arena.core.text import clean, escaped, one_line
from tui_arena.stats.text_tables import NOTHING, TableCell, TextTable, markdown_rows, written_cell

LONGEST = 600
"""The most characters of one text; no sentence of a report is as long."""
PUBLISHED = "†"
"""The mark before a row from a paper."""


Block = TextTable | Chart | str | tuple[str, ...] | dict[str, str]
"""A table, a chart, a paragraph, a list of sentences, or terms with their meanings."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the blocks and subsections below it."""

    anchor: str
    """The section's id, unique in the report; only letters, digits and hyphens."""
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


# HTML

WORDS: Final = ' class="w"'
"""The attribute of cells that contain words."""
SHADES: Final = 4
"""The number of shades for the places in a column; the best places have the darkest."""
DEEPEST = 4
"""The deepest heading level of a section."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The page loads nothing, even if a text contains markup."""
_STYLE = """
:root { color-scheme: light dark; --ink: #1c2330; --dim: #566073; --paper: #fdfcf9; --line: #d9d4c7;
  --head: #f2efe6; --accent: #0b5f8a; --shade: 11, 95, 138; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e4dc; --dim: #a3abb8; --paper: #14181f;
  --line: #353c48; --head: #1d232c; --accent: #7cc4ea; --shade: 124, 196, 234; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.55 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
header { border-bottom: 3px solid var(--accent); margin-bottom: 1.5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.5rem; margin: 3rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p, li, dd { max-width: 44rem; }
a { color: var(--accent); }
.lead { color: var(--dim); margin: 0 0 1rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; }
nav ul { list-style: none; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: separate; border-spacing: 0; font-size: .92rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { padding: .35rem .7rem; border-bottom: 1px solid var(--line); text-align: right;
  vertical-align: top; }
thead th { background: var(--head); vertical-align: bottom; }
td { white-space: nowrap; }
.w { text-align: left; white-space: normal; }
tbody th { font-weight: 600; }
th:first-child { position: sticky; left: 0; background: var(--paper); min-width: 6.5rem;
  max-width: 16rem; overflow-wrap: break-word; }
thead th:first-child { background: var(--head); }
td small { display: block; color: var(--dim); }
.s1 { background: rgba(var(--shade), .30); }
.s2 { background: rgba(var(--shade), .20); }
.s3 { background: rgba(var(--shade), .11); }
.s4 { background: rgba(var(--shade), .04); }
.published th, .published td { font-style: italic; }
.notes { font-size: .88rem; color: var(--dim); padding-left: 1.1rem; margin-top: 0; }
figure { margin: 1.25rem 0; break-inside: avoid; overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; }
dt { font-weight: 600; margin-top: .6rem; }
dd { margin: 0 0 0 1.2rem; color: var(--ink); }
footer { margin-top: 4rem; border-top: 1px solid var(--line); color: var(--dim); font-size: .88rem; }
@media (max-width: 40rem) { h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; }
  th:first-child { max-width: 8.5rem; } figure svg { min-width: 32rem; } }
@media print { body { max-width: none; padding: 0; font-size: 10pt; } nav, .skip { display: none; }
  .table { overflow: visible; } tr { break-inside: avoid; } h2, h3, h4 { break-after: avoid; }
  td { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""


def html(document: Document) -> str:
    """The page of a report; the same report gives the same bytes."""
    title, lead = _html_text(document.title), _html_text(document.lead)
    links = "".join(f'<li><a href="#{s.anchor}">{_html_text(s.title)}</a></li>' for s in document.sections)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en-GB" xmlns="http://www.w3.org/1999/xhtml">',
            '<head><meta charset="utf-8"/>',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            f"<title>{title}</title>",
            f"<style>{_STYLE}</style></head>",
            '<body><a class="skip" href="#main">Skip to the figures</a>',
            f'<header><h1>{title}</h1><p class="lead">{lead}</p></header>',
            f'<nav aria-label="Contents"><ul>{links}</ul></nav>',
            '<main id="main">',
            *(line for section in document.sections for line in _html_section(section, 2)),
            "</main>",
            "</body></html>",
            "",
        ]
    )


def _html_text(text: str) -> str:
    """Text that is safe anywhere in the page: escaped, on one line, with only characters that XML allows."""
    allowed = "".join("\ufffd" if ord(c) & 0xFFFE == 0xFFFE else c for c in one_line(text, LONGEST))
    return escape(allowed)


def _html_section(section: Section, level: int) -> Iterator[str]:
    yield f'<section aria-labelledby="{section.anchor}">'
    yield f'<h{level} id="{section.anchor}">{_html_text(section.title)}</h{level}>'
    for block in section.blocks:
        yield from _html_block(block)
    for part in section.parts:
        yield from _html_section(part, min(level + 1, DEEPEST))
    yield "</section>"


def _html_block(block: Block) -> Iterator[str]:
    match block:
        case TextTable():
            yield from _html_table(block)
        case str():
            yield f"<p>{_html_text(block)}</p>"
        case tuple():
            yield _html_list(block)
        case dict():
            terms = "".join(f"<dt>{_html_text(a)}</dt><dd>{_html_text(b)}</dd>" for a, b in block.items())
            yield f"<dl>{terms}</dl>"
        case _:
            yield f"<figure>{svg(block, adaptive=True)}</figure>"


def _html_list(items: tuple[str, ...], css_class: str = "") -> str:
    return f"<ul{css_class}>{''.join(f'<li>{_html_text(item)}</li>' for item in items)}</ul>"


def _html_table(table: TextTable) -> Iterator[str]:
    caption = _html_text(table.title)
    yield f'<div class="table" role="region" tabindex="0" aria-label="{caption}">'
    yield f"<table><caption>{caption}</caption>"
    cells = "".join(
        f'<th scope="col"{WORDS if column < table.words else ""}>{_html_text(title)}</th>'
        for column, title in enumerate(table.header)
    )
    yield f"<thead><tr>{cells}</tr></thead><tbody>"
    for number, row in enumerate(table.rows):
        is_published = number in table.published
        cells = "".join(
            _html_cell(cell, column, table, is_published=is_published) for column, cell in enumerate(row)
        )
        yield f'<tr class="published">{cells}</tr>' if is_published else f"<tr>{cells}</tr>"
    yield "</tbody></table></div>"
    if table.notes:
        yield _html_list(table.notes, ' class="notes"')


def _html_cell(cell: TableCell, column: int, table: TextTable, *, is_published: bool) -> str:
    value = written_cell(cell)
    text = _html_text(value.text) or NOTHING
    if column == 0:
        mark = f"{PUBLISHED} " if is_published else ""
        return f'<th scope="row"{WORDS}>{mark}<bdi>{text}</bdi></th>'
    if column < table.words:
        return f"<td{WORDS}><bdi>{text}</bdi></td>"
    said = [value.aside] if value.aside else []
    shade = ""
    if value.place is not None:
        said.append(ordinal(value.place))
        shade = f' class="s{_shade(value.place, value.among)}"'
    small = f"<small>{_html_text(' · '.join(said))}</small>" if said else ""
    return f"<td{shade}>{text}{small}</td>"


def _shade(place: int, among: int) -> int:
    """The shade of a place: 1 for the best quarter of a column, 4 for the last.

    >>> [_shade(n, 5) for n in range(1, 6)]
    [1, 1, 2, 3, 4]
    """
    return 1 if among <= 1 else max(ceil((place - 1) / (among - 1) * SHADES), 1)


# Markdown

WIDTH = 78
"""The width of a chart, in characters."""
_SPELT = {"://": "&#58;//", "www.": "www&#46;"}
"""Replacements for texts that many Markdown readers turn into links without any markup."""


def markdown(document: Document) -> str:
    """The text of a report; the same report gives the same bytes."""
    parts = [f"# {_markdown_text(document.title)}", _markdown_text(document.lead)]
    for section in document.sections:
        parts += _markdown_section(section, 2)
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown_text(text: str) -> str:
    """Text on one line that no Markdown reader treats as markup or turns into a link."""
    text = escaped(one_line(text, LONGEST))
    for signs, spelt in _SPELT.items():
        text = text.replace(signs, spelt)
    return text


def _markdown_section(section: Section, level: int) -> Iterator[str]:
    yield f"{'#' * level} {_markdown_text(section.title)}"
    for block in section.blocks:
        yield from _markdown_block(block)
    for part in section.parts:
        yield from _markdown_section(part, level + 1)


def _markdown_block(block: Block) -> Iterator[str]:
    match block:
        case TextTable():
            yield from _markdown_table(block)
        case str():
            yield _markdown_text(block)
        case tuple():
            yield _markdown_list(block)
        case dict():
            yield "\n".join(f"- **{_markdown_text(a)}**: {_markdown_text(b)}" for a, b in block.items())
        case _:
            yield _fenced(lines(block, WIDTH))


def _markdown_table(table: TextTable) -> Iterator[str]:
    yield f"**{_markdown_text(table.title)}**"
    right = [n >= table.words for n in range(len(table.header))]
    rows = [[_markdown_cell(cell) for cell in row] for row in table.rows]
    for number in table.published:
        rows[number][0] = f"{PUBLISHED} {rows[number][0]}"
    yield "\n".join(markdown_rows(map(_markdown_text, table.header), right, rows))
    if table.notes:
        yield _markdown_list(table.notes)


def _markdown_cell(cell: TableCell) -> str:
    value = written_cell(cell)
    place = "" if value.place is None else f"({ordinal(value.place)})"
    return " ".join(filter(None, [_markdown_text(value.text) or NOTHING, _markdown_text(value.aside), place]))


def _markdown_list(items: tuple[str, ...]) -> str:
    return "\n".join(f"- {_markdown_text(item)}" for item in items)


def _fenced(rows: list[str]) -> str:
    """A chart in a code fence that none of its rows can close."""
    body = [clean(row).replace("\n", " ").rstrip() for row in rows]
    runs = ("".join("`" if c == "`" else " " for c in row).split() for row in body)
    ticks = "`" * max(3, 1 + max((len(run) for row in runs for run in row), default=0))
    return "\n".join([f"{ticks}text", *body, ticks])
