"""What the table of stats shows, as a table for files: the same lines, in the same order.

Law: CSV and JSON hold every figure unrounded under its own name; Markdown reads as the screen does.
"""

from __future__ import annotations

from collections.abc import Iterator

from tui_arena.analysis.tables import Cell, Table
from tui_arena.ui.look import Look
from tui_arena.ui.presenters.stats import SPANS, Stats
from tui_arena.ui.presenters.stats_cells import laid
from tui_arena.ui.presenters.stats_columns import StatColumn
from tui_arena.ui.presenters.stats_filters import FIELDS, called, is_set, shown
from tui_arena.ui.presenters.stats_lines import Figure, Line, figure, share_of

WIDE = 200
"""Cells of a screen on which nothing is cut."""


def figures_table(stats: Stats) -> Table:
    """Every figure under its own name, with what its span is made of."""
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
    return Table(f"{stats.info.title}: stats", tuple(header), tuple(rows), notes(stats))


def shown_table(stats: Stats, look: Look) -> Table:
    """Figures as the screen writes them; the group that a column stands under is in its title."""
    columns = [laid(stats, column, look, WIDE) for column in stats.columns]
    header = tuple(
        f"{c.column.title} ({c.column.group})" if c.column.group else c.column.title for c in columns
    )
    rows = tuple(tuple(" ".join(c.cells[line.key].plain.split()) for c in columns) for line in stats.lines)
    return Table(f"{stats.info.title}: stats", header, rows, notes(stats))


def notes(stats: Stats) -> tuple[str, ...]:
    """What is to be known of the figures: filters, what is left out, spans, places, sources."""
    filters = [f"{called(n)} {shown(stats.wanted, n)}" for n in FIELDS if is_set(stats.wanted, n)]
    sources = dict.fromkeys(f"{row.source}: {' '.join(row.differs)}" for row in stats.published)
    return (
        f"Filters: {', '.join(filters) or 'none'}; {stats.told()}.",
        f"Spans: {SPANS[stats.over]}.",
        "Places are among one's own rows of one seat and variant.",
        *(f"Published: {source}" for source in sources),
    )


def _who(line: Line) -> tuple[Cell, ...]:
    row = line.own
    if row is None:
        return line.player, None, line.seat, line.variant, None, True
    return row.player, row.kind, row.seat, row.variant, row.partner, False


def _terms(stats: Stats, line: Line | None, column: StatColumn) -> Iterator[tuple[str, Cell]]:
    """Names and values of a column's figure; without a line the names are what is wanted."""
    one = Figure() if line is None else figure(line, column.key, stats.over)
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
