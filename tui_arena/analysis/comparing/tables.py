"""A comparison as tables for files: what a screen shows, and nothing rounded."""

from __future__ import annotations

from collections.abc import Sequence

from tui_arena.analysis.comparing.pairs import Comparison, ItemRow, Tried
from tui_arena.analysis.comparing.resampling import RESAMPLES, Estimate
from tui_arena.analysis.comparing.texts import basis_text, better_text, found_text, names, verdict
from tui_arena.analysis.comparing.two_sets import TwoSets
from tui_arena.analysis.ranking.references import PublishedSets
from tui_arena.analysis.tables import Cell, Table


def of_items(comparison: Comparison, title: str) -> Table:
    """Every item that either played: sessions, won, means, difference, and who won it."""
    first, second = names(comparison)
    label = comparison.metric.label
    header = ("secret", *(f"{who}: {what}" for who in (first, second) for what in ("sessions", "won", label)))
    rows = [_item(row, first, second) for row in comparison.items]
    told = (verdict(comparison), basis_text(comparison), better_text(comparison), found_text(comparison))
    return Table(title, (*header, "difference", "won by"), tuple(rows), tuple(filter(None, told)))


def _item(row: ItemRow, first: str, second: str) -> tuple[Cell, ...]:
    by = {"first": first, "second": second, "both": "both", "neither": "neither"}
    found = by[row.found] if row.found else None
    return row.item, *_side(row.first), *_side(row.second), row.difference, found


def _side(one: Tried | None) -> tuple[Cell, ...]:
    return (None, None, None) if one is None else (one.n, one.won, one.figure.mean)


def of_sets(check: TwoSets, title: str, published: Sequence[PublishedSets] = ()) -> Table:
    """Every figure over both sets, and below them those that a paper has, without intervals."""
    a, b = check.labels
    ends = [f"{label} {end}" for label in (a, b, "difference") for end in ("mean", "low", "high")]
    rows: list[tuple[Cell, ...]] = [
        (check.player[1], row.metric.label, *_three(row.first), *_three(row.second), *_three(row.difference))
        for row in check.rows
    ]
    for one in published:
        for name, (mean, _) in one.first.items():
            other = one.second[name][0]
            who = f"{one.player} (published)"
            rows.append((who, name, mean, None, None, other, None, None, mean - other, None, None))
    counts = (
        f"{check.items[0]} and {check.items[1]} secrets, {check.sessions[0]} and {check.sessions[1]} sessions"
    )
    notes = [f"{counts}; 95 % intervals from {RESAMPLES:,} draws of the secrets."]
    notes += dict.fromkeys(one.source for one in published)
    return Table(title, ("player", "figure", *ends), tuple(rows), tuple(notes))


def _three(one: Estimate) -> tuple[Cell, ...]:
    return one.value, one.low, one.high
