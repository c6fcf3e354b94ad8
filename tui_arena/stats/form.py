"""How models differ apart from the game itself: how much they play to an end, their faults, speed and cost.

`stats`, `compare`, `rank`, reports and screens show these figures, all in this order: the most important first.
Only rows of models have them.

A mean cost covers only sessions that are over and have a known price. An unknown cost is None, never 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tui_arena.core.language.sentences import UNKNOWN
from tui_arena.save.rollup.sums import BROKEN, MEAN_TIMES, SCALE, TOKENS, Cells, Key
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import MODEL, OWN, StatRow
from tui_arena.stats.statistics import Figure
from tui_arena.stats.text_tables import TableCell, TextTable, WrittenCell
from tui_arena.stats.written import FigureStyle, about_three

COST = "cost_usd"
FIGURES = ("completed", COST, "faults", "seconds_per_reply", "first_word_seconds", TOKENS, BROKEN)
"""The keys of the figures, the most important first."""
PER_REPLY = frozenset({"faults", *MEAN_TIMES})
"""The figures whose number of values is one of replies, not of sessions."""
WORDS = ("player", "seat", "condition")


def models(rows: Iterable[StatRow]) -> list[StatRow]:
    """The rows of models with sessions, without pairs."""
    return [row for row in rows if row.kind == MODEL and row.partner is None and row.sessions]


def shown_figures(rows: Sequence[StatRow]) -> list[str]:
    """The figures that some row has; dropped replies only if there were any."""
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
    cells: list[tuple[TableCell, ...]] = [
        (
            row.player,
            row.seat,
            row.condition,
            *(WrittenCell(row.figure(key).value, form_text(key, row.figure(key), style)) for key in keys),
        )
        for row in own
    ]
    return TextTable(title, (*WORDS, *(OWN[key].label for key in keys)), tuple(cells), words=len(WORDS))


@dataclass(frozen=True, slots=True)
class FormPair:
    """One of the figures of two players."""

    key: str
    first: Figure
    second: Figure

    @property
    def difference(self) -> float | None:
        """The first player's mean minus the second's; None if one of them has none."""
        a, b = self.first.value, self.second.value
        return None if a is None or b is None else a - b

    def to_json(self) -> dict[str, float | None]:
        return {"first": self.first.value, "second": self.second.value, "difference": self.difference}


def form_pairs(first: StatRow | None, second: StatRow | None) -> tuple[FormPair, ...]:
    """The figures of two rows side by side; empty if neither is a model's, or if a row is missing."""
    if first is None or second is None or not models((first, second)):
        return ()
    return tuple(
        FormPair(key, first.figure(key), second.figure(key)) for key in shown_figures((first, second))
    )


_PHRASES = {
    "completed": "played {}",
    COST: "{} a game",
    "faults": "faults per 100: {}",
    "seconds_per_reply": "{} s a reply",
    "first_word_seconds": "{} s to the first word",
    TOKENS: "{} tokens",
    BROKEN: "{} dropped",
}


_SHORT = _PHRASES | {COST: "{}", "faults": "{} faults per 100", "first_word_seconds": "first word {} s"}
"""The same for a narrow place, with the faults of all kinds together."""


def form_phrases(figures: Mapping[str, Figure], style: FigureStyle, *, short: bool = False) -> list[str]:
    """The known figures in words, the most important first.

    >>> form_phrases({"completed": Figure(0.5), "seconds_per_reply": Figure(2.25)}, FigureStyle())
    ['played 50%', '2.25 s a reply']
    """
    known = [(key, figures[key]) for key in FIGURES if key in figures and figures[key].value is not None]
    if short:
        return [_SHORT[key].format(form_text(key, replace(one, kinds=None), style)) for key, one in known]
    return [_PHRASES[key].format(form_text(key, one, style)) for key, one in known]


# what sessions with models have cost, to estimate the cost of the next ones

_ELSEWHERE = frozenset({"imported", "demo", "branched"})
"""Flags of sessions that were paid for elsewhere, or only in part. Such sessions don't count."""


@dataclass(frozen=True, slots=True)
class SeatCost:
    """The average cost of one session, for one model in one seat or for a whole session."""

    mean_usd: float | None = None
    """The average cost in US dollars; None if no session has a known price."""
    n: int = 0
    """The number of sessions with a known price."""
    mean_tokens: float | None = None
    """Input plus output tokens; None if no session has a known number."""
    sessions: int = 0
    """The number of sessions behind `mean_tokens`."""


def table_cost(store: Store, game: str, seats: Iterable[tuple[str, str]]) -> SeatCost:
    """The likely cost of one session. `seats`: the group of each seat and the name of its model.

    If a model never had a seat of that group, its sessions on other seats count. If nothing is known about
    one model, the whole cost is unknown. Raises SaveError.
    """
    each = list(seats)
    names = {name for _, name in each}

    def wanted(key: Key) -> bool:
        return key.kind == "model" and key.name in names and not _ELSEWHERE & set(key.flags.split(","))

    found = store.figures(game, "", None, wanted) if names else []
    costs = []
    for group, name in each:
        anywhere = [(key.group, cells) for key, cells in found if key.name == name]
        here = [cells for where, cells in anywhere if where == group]
        costs.append(_mean(here or [cells for _, cells in anywhere]))
    return SeatCost(
        _total([cost.mean_usd for cost in costs]),
        min((cost.n for cost in costs), default=0),
        _total([cost.mean_tokens for cost in costs]),
        min((cost.sessions for cost in costs), default=0),
    )


def _mean(parts: Sequence[Cells]) -> SeatCost:
    if not parts:
        return SeatCost()
    cells = Cells.total(parts)
    n, usd, _ = cells.sums("cost_usd")
    sessions, tokens, _ = cells.sums(TOKENS)
    return SeatCost(
        usd / n / SCALE if n else None, n, tokens / sessions / SCALE if sessions else None, sessions
    )


def _total(values: Sequence[float | None]) -> float | None:
    """The sum; None if a value is unknown or there are no values."""
    return None if None in values or not values else sum(value or 0.0 for value in values)
