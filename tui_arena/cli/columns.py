"""Tables in columns that fit the terminal, and the table of aggregates for `stats` and `run`."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from tui_arena.cli.context import put, put_lines
from tui_arena.core.signs import columns_of
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, Metric
from tui_arena.save.rollup.sums import WON_BY_ERROR
from tui_arena.stats.aggregate import FORM, HOW_ASKED, OWN, StatRow, alike
from tui_arena.stats.form import PER_REPLY, form_table
from tui_arena.stats.over import OverRow, OverTable, text_table
from tui_arena.stats.statistics import Figure, items_note
from tui_arena.stats.terms import footnotes
from tui_arena.stats.text_tables import WrittenCell
from tui_arena.stats.written import TERMINAL, USD, number

OUTCOME = "outcome"
NARROWEST = 16
"""If a cell would have fewer columns than this, the line isn't wrapped here; the terminal breaks it."""
PIPED = 160
"""The width of a table that is printed to a file or a pipe, in columns."""


def put_table(
    header: Sequence[str],
    rows: Sequence[Sequence[Any]],
    *,
    widest: int | None = 60,
    keys: int = 0,
    cut: bool = False,
    whole: bool = False,
    least: Sequence[str] = (),
) -> None:
    """Print rows in columns: figures right-aligned, texts left-aligned; columns without values are left out.

    - `widest`: the most columns of a cell; None: any number.
    - `keys`: if the terminal is too narrow and this is above 0, each row becomes a paragraph, headed by its
      first `keys` cells.
    - `cut`: if the terminal is too narrow, lines are cut. Without `keys` and `cut`, the last column is
      wrapped.
    - `whole`: a row is always one line, however wide it is.
    - `least`: the headers of columns that are left out if the terminal is too narrow, the first one first.

    A pipe counts as `PIPED` columns wide, but no line is cut there.
    """
    cells = [[_cell(value, widest) for value in row] for row in rows]
    right = [any(isinstance(row[i], int | float) for row in rows) for i in range(len(header))]
    widths = [max(map(columns_of, column)) for column in zip(header, *cells, strict=True)]
    filled = [i for i in range(len(header)) if any(row[i] for row in cells)]
    room = None if whole else terminal_width() or (None if cut else PIPED)
    for name in least:
        if room is not None and sum(widths[i] + 2 for i in filled) - 2 > room:
            filled = [i for i in filled if header[i] != name]
    before = sum(widths[i] + 2 for i in filled[:-1])
    if keys and room is not None and filled and before + widths[filled[-1]] > room:
        _put_paragraphs(header, cells, filled, keys, room)
        return
    for line in [list(header), *cells]:
        text = "  ".join(_pad(line[i], widths[i], right=right[i]) for i in filled).rstrip()
        put("\n".join(_fitted(text, before, room, cut=cut)) + "\n")


def terminal_width() -> int | None:
    """The number of columns of the terminal; None if the output isn't a terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _put_paragraphs(
    header: Sequence[str], rows: Sequence[Sequence[str]], filled: Sequence[int], keys: int, room: int
) -> None:
    """Print a paragraph for each row: its first `keys` cells, then its other values with their headers.

    In the heading, the third and later cells have their headers, too.
    """
    figures = [i for i in filled if i >= keys]
    label = max((columns_of(header[i]) for i in figures), default=0)
    value = max((columns_of(row[i]) for row in rows for i in figures), default=0)
    per_line = max((room - 2 + 3) // (label + value + 5), 1)
    for n, row in enumerate(rows):
        head = (row[i] if i < 2 else f"{header[i]} {row[i]}" for i in filled if i < keys and row[i])
        put("\n" * (n > 0) + "  ".join(head) + "\n")
        told = [f"{_pad(header[i], label)}  {_pad(row[i], value)}" for i in figures if row[i]]
        for start in range(0, len(told), per_line):
            put("  " + "   ".join(told[start : start + per_line]).rstrip() + "\n")


def _fitted(text: str, before: int, room: int | None, *, cut: bool) -> list[str]:
    """A line cut or wrapped to `room` columns; its last cell begins at column `before`."""
    if room is None or columns_of(text) <= room:
        return [text]
    if cut:
        return [text[: room - 1] + "…"]
    if room - before < NARROWEST:
        return [text]
    first, *rest = textwrap.wrap(text[before:], room - before, break_long_words=False, break_on_hyphens=False)
    return [text[:before] + first, *(" " * before + line for line in rest)]


def _cell(value: Any, widest: int | None) -> str:
    if value is None:
        return ""
    if isinstance(value, WrittenCell):
        value = value.text
    if isinstance(value, float):
        return number(value, 2, trimmed=True)
    return one_line(str(value), widest)


def _pad(text: str, width: int, *, right: bool = False) -> str:
    blanks = " " * (width - columns_of(text))
    return blanks + text if right else text + blanks


def put_rows(info: GameInfo, rows: Sequence[StatRow], *, whole: bool = False) -> None:
    """Print the rows of a game: seat and player, outcomes, then every metric that is defined.

    `whole`: a line for each row, however wide it is.
    """
    if not rows:
        put("no sessions\n")
        return
    shown = [m for m in info.metrics.values() if _is_shown(m) and _tells(rows, m)]
    drawn = ["drawn"] if any(row.figure("drawn").count for row in rows) else []
    given = [WON_BY_ERROR] if any(row.figure(WON_BY_ERROR).count for row in rows) else []
    ends = ["won", *given, "lost", *drawn, "aborted"]
    put_table(
        [
            "seat",
            "player",
            "with",
            "condition",
            "sessions",
            *(OWN[end].label for end in ends),
            "quality",
            *(m.label for m in shown),
            *HOW_ASKED.values(),
        ],
        [
            [
                *_facts(row, ends),
                *(_mean(row, metric.name) for metric in shown),
                *(alike(row.by(part)) for part in HOW_ASKED),
            ]
            for row in rows
        ],
        keys=4,
        whole=whole,
        widest=None,
    )
    notes = [
        items_note(row.figure("won") for row in rows),
        *footnotes(info, ["quality", *(m.name for m in shown)]),
    ]
    put_notes((note for note in notes if note), whole=whole)
    if form := form_table(FORM, rows, TERMINAL):
        put(f"\n{form.title}\n")
        put_table(form.header, form.rows, keys=form.words, whole=whole, widest=None)


def put_notes(notes: Iterable[str], *, whole: bool = False) -> None:
    """Print notes on a table, wrapped to the terminal's width; `whole`: a line for each."""
    for note in notes:
        lines = [note] if whole else textwrap.wrap(note, terminal_width() or PIPED, break_on_hyphens=False)
        put_lines(lines)


def put_tables(info: GameInfo, tables: Sequence[OverTable], *, whole: bool = False) -> None:
    """Print tables of players by secret, by option value or by condition.

    `whole`: lines are never cut or wrapped.
    """
    for n, table in enumerate(text_table(one, info) for one in tables):
        put("\n" if n else "")
        put(f"{table.title}\n")
        put_table(table.header, table.rows, keys=1, whole=whole)
        put_lines(table.notes)
    if not tables:
        put("no sessions\n")


def put_over(
    info: GameInfo, rows: Sequence[OverRow], columns: Sequence[str], over: str | None, *, whole: bool = False
) -> None:
    """Print chosen figures of a game, as mean ± deviation, with the number of values for each player.

    `whole`: a line for each row, however wide it is.
    """
    if not rows:
        put(
            f"no sessions with {'a repetition number' if over == 'repetition' else f'several {over}s'}\n"
            if over
            else "no sessions\n"
        )
        return
    if not any(row.figures for row in rows):  # faults, speed and cost have no spread
        return
    shown = [
        name
        for name in columns
        if any(name in row.figures and row.figures[name].value is not None for row in rows)
    ]
    labels = [info.metrics[name].label if name in info.metrics else name for name in shown]
    counted = f"{over}s" if over else "sessions"
    put_table(
        ["seat", "player", "condition", counted, *labels],
        [
            [
                row.seat,
                row.player,
                row.condition,
                _most(row),
                *(_chosen(row.figures.get(name, Figure())) for name in shown),
            ]
            for row in rows
        ],
        keys=3,
        whole=whole,
        widest=None,
    )


def _chosen(one: Figure) -> str:
    """A chosen figure; shares are written as numbers, as in the means that papers print."""
    return replace(TERMINAL, dollars=one.metric is not None and one.metric.unit == USD).figure(one)


def _most(row: OverRow) -> int | None:
    """The largest number of sessions, prompts or repetitions that any figure has."""
    found = (one.n for name, one in row.figures.items() if name not in PER_REPLY)
    return max((n for n in found if n is not None), default=None)


def _tells(rows: Sequence[StatRow], metric: Metric) -> bool:
    """True if a column is worth showing: a number that is neither good nor bad isn't, if all are zero."""
    idle = metric.kind == "number" and metric.better == "none"
    figures = (row.figure(metric.name) for row in rows)
    return any(figure.n and not (idle and figure.value == 0) for figure in figures)


def _facts(row: StatRow, ends: Sequence[str]) -> list[Any]:
    """The players, the outcome (the figures named in `ends`, `won` first) and the quality."""
    won, *others = (TERMINAL.shares.figure(row.figure(name)) for name in ends)
    outcome = [won and won + _spreads(row, "won", share=True), *others]
    partner = "itself" if row.own else row.partner_names
    spread, quality = _spreads(row, "quality"), row.figure("quality").value
    told = f"{TERMINAL.number(quality)}{spread}" if spread else quality
    return [row.seat, row.player, partner, row.condition, row.sessions, *outcome, told]


def _is_shown(metric: Metric) -> bool:
    """True if the metric has its own column. The first columns already show flags about the outcome."""
    return metric.kind in ("count", "number", "seats") or (
        metric.kind == "flag" and metric.measures != OUTCOME
    )


def _mean(row: StatRow, metric: str) -> str:
    one = row.figure(metric)
    if one.value is None:
        return ""
    share = one.metric is not None and one.metric.kind == "flag"
    return replace(TERMINAL, share=share).figure(one) + _spreads(row, metric, share=share)


def _spreads(row: StatRow, name: str, *, share: bool = False) -> str:
    """The spread of the means of prompt variants and of repetitions; empty if there is no spread."""
    text = ""
    for over, spreads in (("prompts", row.prompts), ("repetitions", row.repetitions)):
        spread = replace(TERMINAL, share=share).spread(spreads.get(name, Figure()))
        text += f", {over} {spread}" if spread else ""
    return text
