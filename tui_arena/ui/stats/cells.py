"""The cells of the table of stats: figure, span, n and place, aligned in their columns.

Law: a column is at least as wide as its widest figure, so that figures are never cut. Only words are cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rich.cells import cell_len

from tui_arena.core.text import one_line
from tui_arena.stats.text_tables import Cell, TextTable
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.stats.columns import Place, StatColumn
from tui_arena.ui.stats.filters import FIELDS, called, is_set, shown
from tui_arena.ui.stats.lines import PUBLISHED, CellFigure, StatLine, digits_of, figure, percent, share_of
from tui_arena.ui.stats.presenter import SPANS, Stats

ROOMY = 100
"""Least width of a screen, in cells, at which names are long and the columns of words don't scroll."""
NAME, NAME_ROOMY = 14, 27
"""Most cells of a name on a narrow screen and on a roomy one."""
MARKED, MARKED_ROOMY = 22, 32
"""The same if there are published rows, which have a mark, or pairs, which have two names."""
WORD = 14
"""Most cells of any other word."""
TITLE = 12
"""Cells of a title beyond which it takes a second line, unless its column is wider."""
AIR = 2
"""Blanks around a cell's text."""


@dataclass(frozen=True, slots=True)
class CellText:
    """The text of a cell, in parts that are styled differently."""

    value: str
    rest: str = ""
    """Span and n, as text."""
    rank: str = ""
    place: Place | None = None

    @property
    def plain(self) -> str:
        return self.value + self.rest + self.rank


@dataclass(frozen=True, slots=True)
class Laid:
    """A column with its width and texts, ready to be drawn."""

    column: StatColumn
    width: int
    """In cells, with the blanks around the text."""
    title: tuple[str, ...]
    """The lines of the title, one or two."""
    cells: Mapping[str, CellText]
    """By key of the line."""


def laid(stats: Stats, column: StatColumn, glyphs: Glyphs, screen: int) -> Laid:
    """A column laid out for a screen that is `screen` cells wide."""
    if column.words:
        return _words(stats, column, glyphs, screen)
    digits = _digits(stats, column)
    parts = {line.key: _parts(stats, line, column, digits, glyphs) for line in stats.lines}
    found = stats.places(column)
    value, span, n = (max((len(p[i]) for p in parts.values()), default=0) for i in range(3))
    ranks = {key: place.text(ascii_only=glyphs.ascii) for key, place in found.items()}
    rank = max(map(len, ranks.values()), default=-1) + 1
    cells = {
        key: CellText(
            f"{one:>{value}}",
            (f" {two:<{span}}" if span else "") + (f" {three:<{n}}" if n else ""),
            f"{' ' + ranks.get(key, ''):<{rank}}" if rank else "",
            found.get(key),
        )
        for key, (one, two, three) in parts.items()
    }
    wide = max((len(cell.plain) for cell in cells.values()), default=0)
    return _titled(column, max(wide, 2), cells)


def title_lines(text: str, width: int) -> tuple[str, ...]:
    """A title on one line if it fits, else on two.

    >>> title_lines("changed when doubted", 12)
    ('changed when', 'doubted')
    """
    if len(text) <= width:
        return (text,)
    words = text.split()
    first = words.pop(0)
    while words and len(first) + 1 + len(words[0]) <= width:
        first += " " + words.pop(0)
    return (first, " ".join(words)) if words else (first,)


def figure_text(shown: CellFigure, column: StatColumn, digits: int, glyphs: Glyphs) -> tuple[str, str]:
    """The texts of a figure and its span; a dash if the figure is not defined."""
    sign = glyphs.plus_minus
    if shown.value is None:
        return glyphs.dash, ""
    if column.percent:
        text = f"{percent(shown.value)} %"
        if shown.low is not None and shown.high is not None:
            return text, f"[{percent(shown.low)}-{percent(shown.high)}]"
        return text, "" if shown.std is None else f"{sign}{percent(shown.std)}"
    text = f"{shown.value:.{digits}f}"
    return text, "" if shown.std is None else f"{sign}{shown.std:.{digits}f}"


def published_mark(glyphs: Glyphs) -> str:
    """The sign before the name of a published row where there is no room for the word."""
    return "*" if glyphs.ascii else "†"


def name_text(line: StatLine, width: int, mark: str = "") -> str:
    """The player's name in `width` cells; a published row keeps its mark: the word, or `mark` in its place."""
    if line.published is None:
        return one_line(line.player, width)
    if mark:
        return f"{mark} {one_line(line.player, width - len(mark) - 1)}"
    return f"{one_line(line.player, width - len(PUBLISHED) - 1)} {PUBLISHED}"


def _digits(stats: Stats, column: StatColumn) -> int:
    if column.key == "n":
        return 0
    return digits_of(figure(line, column.key, stats.over).value for line in stats.lines)


def _parts(
    stats: Stats, line: StatLine, column: StatColumn, digits: int, glyphs: Glyphs
) -> tuple[str, str, str]:
    """The texts of figure, span and n."""
    shown = figure(line, column.key, stats.over)
    value, span = figure_text(shown, column, digits, glyphs)
    if stats.over != "sessions" and line.own is not None and shown.value is not None and _has_span(column):
        key, spreads = column.key, line.own.prompts if stats.over == "prompts" else line.own.repetitions
        if key not in spreads:
            return value, f"{glyphs.plus_minus}{glyphs.dash}", ""
        return value, span, f"n{shown.n}"
    own = line.own.sessions if line.own is not None else None
    told = shown.value is not None and shown.n is not None and shown.n != own
    return value, span, f"n{shown.n}" if told else ""


def _has_span(column: StatColumn) -> bool:
    return column.key not in ("n", "completed", "useful")


def _words(stats: Stats, column: StatColumn, glyphs: Glyphs, screen: int) -> Laid:
    if column.key != "player":
        texts = {
            line.key: one_line(str(getattr(line, column.key)), WORD) or glyphs.dash for line in stats.lines
        }
        wide = max((len(text) for text in texts.values()), default=0)
        return _titled(column, min(max(wide, 4), WORD), {k: CellText(t) for k, t in texts.items()})
    roomy = screen >= ROOMY
    mark = "" if roomy else published_mark(glyphs)
    longest = max((cell_len(name_text(line, 60, mark)) for line in stats.lines), default=0)
    long = stats.published or any(line.own and line.own.partner for line in stats.lines)
    least = (MARKED_ROOMY if roomy else MARKED) if long else NAME_ROOMY if roomy else NAME
    most = max(least, screen // 5 if roomy else 0)
    width = min(max(longest, len("player")), most)
    return _titled(column, width, {line.key: CellText(name_text(line, width, mark)) for line in stats.lines})


def _titled(column: StatColumn, wide: int, cells: Mapping[str, CellText]) -> Laid:
    lines = title_lines(column.title, max(wide, TITLE) - 1)
    wide = max(wide, *(len(line) + 1 for line in lines))
    return Laid(column, wide + AIR, lines, cells)


WIDE = 200
"""Width of a screen, in cells, for which exported tables are laid out."""


def figures_table(stats: Stats) -> TextTable:
    """A table of all figures, unrounded, each under its own name with the values of its span."""
    columns = [c for c in stats.columns if not c.words]
    header = ["player", "kind", "seat", "variant", "partner", "published"]
    rows = []
    for line in stats.lines:
        cells: list[Cell] = list(_who(line))
        for column in columns:
            cells += [cell for _, cell in _terms(stats, line, column)]
        rows.append(tuple(cells))
    for column in columns:
        header += [name for name, _ in _terms(stats, None, column)]
    return TextTable(f"{stats.info.title}: stats", tuple(header), tuple(rows), notes(stats))


def shown_table(stats: Stats, glyphs: Glyphs) -> TextTable:
    """A table of figures as the screen writes them; each title names the group of its column."""
    columns = [laid(stats, column, glyphs, WIDE) for column in stats.columns]
    header = tuple(
        f"{c.column.title} ({c.column.group})" if c.column.group else c.column.title for c in columns
    )
    rows = tuple(tuple(" ".join(c.cells[line.key].plain.split()) for c in columns) for line in stats.lines)
    return TextTable(f"{stats.info.title}: stats", header, rows, notes(stats))


def notes(stats: Stats) -> tuple[str, ...]:
    """Notes on the figures: filters, what is left out, spans, places, sources."""
    filters = [f"{called(n)} {shown(stats.wanted, n)}" for n in FIELDS if is_set(stats.wanted, n)]
    sources = dict.fromkeys(f"{row.source}: {' '.join(row.differs)}" for row in stats.published)
    return (
        f"Filters: {', '.join(filters) or 'none'}; {stats.told()}.",
        f"Spans: {SPANS[stats.over]}.",
        "Places are among one's own rows of one seat and variant.",
        *(f"Published: {source}" for source in sources),
    )


def _who(line: StatLine) -> tuple[Cell, ...]:
    row = line.own
    if row is None:
        return line.player, None, line.seat, line.variant, None, True
    return row.player, row.kind, row.seat, row.variant, row.partner, False


def _terms(stats: Stats, line: StatLine | None, column: StatColumn) -> Iterator[tuple[str, Cell]]:
    """The names and values that a column's figure has in an exported table; `line` None: only names matter."""
    one = CellFigure() if line is None else figure(line, column.key, stats.over)
    yield column.key, one.value
    if column.key in ("n", "completed", "useful"):
        return
    if _is_share(stats, column) and stats.over == "sessions":
        yield f"{column.key}_low", one.low
        yield f"{column.key}_high", one.high
    yield f"{column.key}_std", one.std
    yield f"{column.key}_n", one.n


def _is_share(stats: Stats, column: StatColumn) -> bool:
    return any(line.own is not None and share_of(line.own, column.key) is not None for line in stats.lines)
