"""Builders of charts that count sessions: by how long they took, and by what was to be found.

Law: plain functions. A distribution is of one row of the tables; secrets are taken over all variants that a
filter leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tui_arena.analysis.charts.building import (
    MOST_SIDE_BY_SIDE,
    busiest,
    drawn_seat,
    labels,
    of_how_many,
    of_seat,
    solver,
)
from tui_arena.analysis.charts.kinds import Histogram, Item, Items, Tally
from tui_arena.analysis.stat_rows import StatRow
from tui_arena.data import GameInfo
from tui_arena.save.evidence import ItemCell

MOST_VALUES = 12
"""Values of a count with a bar of their own; where there would be more, each bar takes `RANGE` values."""
RANGE = 5
LOST, GAVE_UP, ABORTED = "lost", "gave up", "aborted"
BAD = (LOST, GAVE_UP, ABORTED)


def histogram(info: GameInfo, rows: Sequence[StatRow], *, seat: str | None = None) -> Histogram:
    """How many rounds each player took, and the sessions that have no such count."""
    about = info.metrics[info.main.share]
    having = [r for r in of_seat(info, rows, seat) if r.sessions]
    chosen = busiest(having)
    counts = [dict(row.metrics[about.name].distribution) for row in chosen]
    bins = _bins(info, counts)
    tallies = [
        Tally(label, _tally(row, values, bins), frozenset(BAD))
        for label, row, values in zip(labels(chosen), chosen, counts, strict=True)
    ]
    empty_ends = [name for name in BAD if not any(t.counts[name] for t in tallies)]
    tallies = [
        Tally(t.label, {v: n for v, n in t.counts.items() if v not in empty_ends}, t.bad) for t in tallies
    ]
    return Histogram(
        title=f"{info.title}: {about.label}, {seat or drawn_seat(info, rows)}",
        unit=about.unit,
        tallies=tuple(tallies),
        note=f"{about.text} Share of each player's sessions.{of_how_many(having)}",
    )


def _bins(info: GameInfo, counts: Sequence[Mapping[int, int]]) -> list[range]:
    """Values, each by itself or several together, as far as the game goes or anybody came."""
    option = info.options.get(info.main.tries)
    usual = int(option.default or 0) if option else 0
    found = [value for one in counts for value in one]
    first = min([1, *found])
    last = max([usual if usual <= MOST_VALUES else 1, *found, 1])
    by = 1 if last - first < MOST_VALUES else RANGE
    return [range(at, min(at + by, last + 1)) for at in range(first, last + 1, by)]


def _tally(row: StatRow, values: Mapping[int, int], bins: Sequence[range]) -> dict[str, int]:
    won, lost, aborted = ((s.count if s else 0) for s in (row.won, row.lost, row.aborted))
    counted = sum(values.values())
    out = {
        (f"{span[0]}" if len(span) == 1 else f"{span[0]}-{span[-1]}"): sum(values.get(v, 0) for v in span)
        for span in bins
    }
    only_won = counted <= won
    return {
        **out,
        LOST: lost if only_won else 0,
        GAVE_UP: 0 if only_won else won + lost - counted,
        ABORTED: aborted,
    }


def items(info: GameInfo, cells: Sequence[ItemCell]) -> Items:
    """Which secrets are found by whom, the easiest first."""
    group = solver(info)
    cells = [cell for cell in cells if cell.group == group and cell.item]
    alike = Counter(name for _, name in {(cell.kind, cell.name) for cell in cells})
    by_item: dict[str, dict[str, tuple[int, int]]] = {}
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for cell in cells:
        who = cell.name if alike[cell.name] == 1 else f"{cell.kind} {cell.name}"
        by_item.setdefault(cell.item, {})[who] = (cell.won, cell.n)
        played[who] += cell.n
        won[who] += cell.won
    shown = sorted((p for p, _ in played.most_common(MOST_SIDE_BY_SIDE)), key=lambda p: -won[p] / played[p])
    rows = [_item(label, by) for label, by in by_item.items()]
    rows.sort(key=lambda one: (-one.share, -one.n, one.label.casefold()))
    return Items(
        title=f"{info.title}: secrets, easiest first, {group}",
        players=tuple(shown),
        items=tuple(rows),
        note=f"Share of the sessions with a secret that the {group} won, and how many of them each player won."
        f"{of_how_many(played)}",
    )


def _item(label: str, by: Mapping[str, tuple[int, int]]) -> Item:
    n = sum(of for _, of in by.values())
    return Item(label, sum(found for found, _ in by.values()) / n if n else 0.0, n, dict(by))
