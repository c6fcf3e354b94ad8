"""Tables as plain values, and as text for files: CSV, JSON, Markdown, LaTeX.

A table is described once. Its cells are unrounded values for files. A `WrittenCell` also has the text that
screens and reports show. Among the files, only Markdown and LaTeX round.

Law: no cell can make a spreadsheet compute, make a page run a script, or break a row in two, because names
come from outside.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite

from tui_arena.core.text import escaped, one_line
from tui_arena.save.exchange.flat import csv_text

Plain = str | int | float | bool | None
"""None: not defined. CSV has an empty cell for it, Markdown a dash, JSON null."""


@dataclass(frozen=True, slots=True)
class WrittenCell:
    """A cell with the text that screens and reports show for it."""

    value: Plain
    text: str
    """The text; empty: not defined."""
    span: str = ""
    """The interval of the value, such as `20.3-100.0`."""
    note: str = ""
    """Smaller text after it, if there is room."""
    place: int | None = None
    """The place of the value in its ranking, 1 for the best; None: not ranked."""
    among: int = 0
    """The number of values in that ranking, including this one."""

    @property
    def aside(self) -> str:
        """The smaller text next to the cell's text: its interval in brackets, else its note."""
        return f"[{self.span.replace('-', '–')}]" if self.span else self.note


TableCell = Plain | WrittenCell

NOTHING = "–"
"""The Markdown cell for a figure that is not defined."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """Rows under a header."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    notes: tuple[str, ...] = ()
    """Sentences below the table, for example on sources and differences."""
    words: int = 1
    """The number of columns, from the left, that a report writes as words; the others are figures."""
    published: frozenset[int] = frozenset()
    """Indices of the rows that come from a paper."""

    def only(self, columns: Mapping[str, str], words: int, notes: tuple[str, ...] = ()) -> TextTable:
        """Some columns of the table. `columns`: maps headers of this table to titles of the new one."""
        at = [self.header.index(name) for name in columns]
        rows = tuple(tuple(row[i] for i in at) for row in self.rows)
        return TextTable(self.title, tuple(columns.values()), rows, notes, words)


def written_cell(cell: TableCell) -> WrittenCell:
    """The cell as people read it; whole numbers get commas."""
    if isinstance(cell, WrittenCell):
        return cell
    return WrittenCell(cell, "" if cell is None else cell if isinstance(cell, str) else f"{cell:,}")


def to_csv(table: TextTable) -> str:
    """Header and rows as CSV; undefined cells are empty, and title and notes are left out."""
    return csv_text([table.header, *(map(_plain, row) for row in table.rows)])


def to_json(table: TextTable) -> str:
    """One JSON object: title, rows as objects by header, notes; undefined cells are null.

    A header that occurs more than once is numbered from the second time on, so that no figure is lost.
    """
    keys = list(_distinct_titles(table.header))
    rows = [dict(zip(keys, map(_plain, row), strict=True)) for row in table.rows]
    whole = {"title": one_line(table.title), "rows": rows, "notes": [one_line(note) for note in table.notes]}
    return json.dumps(whole, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def to_markdown(table: TextTable, digits: int = 2) -> str:
    """Title, table and notes as Markdown; numbers are right-aligned.

    `digits`: the decimals of a figure that isn't whole. Markdown rounds because people read it.
    """
    right = [any(_is_number(row[i]) for row in table.rows) for i in range(len(table.header))]
    lines = [f"## {escaped(table.title)}", ""] if table.title else []
    rows = ([escaped(_shown(cell, digits)) for cell in row] for row in table.rows)
    lines += markdown_rows(map(escaped, table.header), right, rows)
    if table.notes:
        lines += ["", *(f"- {escaped(note)}" for note in table.notes)]
    return "\n".join(lines) + "\n"


def markdown_rows(
    header: Iterable[str], right: Iterable[bool], rows: Iterable[Iterable[str]]
) -> Iterator[str]:
    """The lines of a Markdown table. `right`: which columns are flush right. The cells are Markdown already.

    >>> list(markdown_rows(("player", "n"), (False, True), [("Ada", "3")]))
    ['| player | n |', '| --- | ---: |', '| Ada | 3 |']
    """
    for cells in (header, ("---:" if flush else "---" for flush in right), *rows):
        yield f"| {' | '.join(cells)} |"


_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "–": "--",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{c: f"\\{c}" for c in "&%$#_{}"},
}
"""The LaTeX for characters that are commands in LaTeX."""


def to_latex(table: TextTable, digits: int = 2) -> str:
    r"""A LaTeX table for the package booktabs; figures are right-aligned and rounded to `digits` decimals.

    >>> print(to_latex(TextTable("", ("player", "n"), (("a_b", 0.5), ("c", None)))), end="")
    \begin{table}
    \centering
    \begin{tabular}{lr}
    \toprule
    player & n \\
    \midrule
    a\_b & 0.50 \\
    c & -- \\
    \bottomrule
    \end{tabular}
    \end{table}
    """
    columns = "".join("l" if i < table.words else "r" for i in range(len(table.header)))
    lines = [r"\begin{table}", r"\centering", rf"\begin{{tabular}}{{{columns}}}", r"\toprule"]
    lines += [" & ".join(map(_latex, table.header)) + r" \\", r"\midrule"]
    lines += [" & ".join(_latex(_shown(cell, digits)) for cell in row) + r" \\" for row in table.rows]
    lines += [r"\bottomrule", r"\end{tabular}"]
    caption = ". ".join(text.rstrip(".") for text in (table.title, *table.notes) if text)
    lines += [rf"\caption{{{_latex(caption)}.}}"] if caption else []
    return "\n".join([*lines, r"\end{table}"]) + "\n"


def _latex(text: str) -> str:
    return "".join(_LATEX.get(c, c) for c in one_line(text))


def _plain(cell: TableCell) -> Plain:
    """A cell as JSON has it: text on one line; None for a float that isn't finite."""
    if isinstance(cell, WrittenCell):
        return _plain(cell.value)
    if isinstance(cell, str):
        return one_line(cell)
    return None if isinstance(cell, float) and not isfinite(cell) else cell


def _distinct_titles(header: tuple[str, ...]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for title in map(one_line, header):
        seen[title] += 1
        yield title if seen[title] == 1 else f"{title} ({seen[title]})"


def _is_number(cell: TableCell) -> bool:
    cell = _plain(cell)
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _shown(cell: TableCell, digits: int) -> str:
    """A cell for people, rounded."""
    cell = _plain(cell)
    if cell is None:
        return NOTHING
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return f"{cell:.{digits}f}"
    return str(cell)
