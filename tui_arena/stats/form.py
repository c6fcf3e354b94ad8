"""What tells models apart beside the game: how much they play to an end, their faults, speed and cost.

`stats`, `compare`, `rank`, reports and screens show these figures, all in this order: the most important first.
Only rows of models have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tui_arena.core.money import UNKNOWN
from tui_arena.save.rollup.sums import BROKEN
from tui_arena.stats.aggregate import FORM, MODEL, OWN, StatRow
from tui_arena.stats.statistics import Figure
from tui_arena.stats.text_tables import TextTable, WrittenCell
from tui_arena.stats.written import FigureStyle, about_three

COST = "cost_usd"
FIGURES = ("completed", COST, "faults", "seconds_per_reply", "first_word_seconds", "tokens", BROKEN)
"""The keys of the figures, the most important first."""
PER_REPLY = frozenset({"faults", "seconds_per_reply", "first_word_seconds"})
"""The figures whose number of values is one of replies, not of sessions."""
WORDS = ("player", "seat", "condition")


def models(rows: Iterable[StatRow]) -> list[StatRow]:
    """The rows of models with sessions, without pairs."""
    return [row for row in rows if row.kind == MODEL and row.partner is None and row.sessions]


def shown_figures(rows: Sequence[StatRow]) -> list[str]:
    """The figures that some row has. Nothing is said of dropped replies if there were none."""
    return [key for key in FIGURES if key == COST or any(_known(row, key) for row in rows)]


def _known(row: StatRow, key: str) -> bool:
    value = row.figure(key).value
    return bool(value) if key == BROKEN else value is not None


def form_text(key: str, one: Figure, style: FigureStyle) -> str:
    """The mean alone, in about three digits. An unknown cost is `n/a`; another unknown figure is as in `style`."""
    if key == COST and one.value is None:
        return UNKNOWN
    return replace(style.of(OWN[key]), digits=about_three, trimmed=True).value(one)


def form_table(title: str, rows: Iterable[StatRow], style: FigureStyle) -> TextTable | None:
    """A table with a row for each row of a model; None if there are none."""
    own = models(rows)
    if not own:
        return None
    keys = shown_figures(own)
    cells = [
        (
            row.player,
            row.seat,
            row.condition,
            *(WrittenCell(row.figure(key).value, form_text(key, row.figure(key), style)) for key in keys),
        )
        for row in own
    ]
    return TextTable(title, (*WORDS, *(OWN[key].label for key in keys)), tuple(cells), words=len(WORDS))


def form_title(title: str) -> str:
    """The title of a game's table."""
    return f"{title}: {FORM}"
