"""Published rows in this project's names and units, with their source and how they were played differently.

A game's `reference.toml` holds them. A published figure is never mixed with figures from saved sessions, and
stays as it is printed. If a source contradicts itself, `doubts` and `notes` say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tui_arena.data import GameInfo
from tui_arena.stats.statistics import Figure, spread


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One player's figures in a paper."""

    player: str
    """As the paper names it."""
    variant: str
    """The deck or the word that the row is for; empty: the row is for all of them."""
    values: Mapping[str, Figure]
    """By our names of the metrics, in our units; mean and deviation as printed."""
    source: str
    differs: tuple[str, ...] = ()
    """Sentences on what was done differently from the sessions played here."""
    sessions: int | None = None
    """Number of games behind it; None: not printed."""
    doubts: Mapping[str, str] = field(default_factory=dict)
    """Why the source can't be right, by metric."""


def published_rows(info: GameInfo) -> list[PublishedRow]:
    """The published rows of a game, as the paper orders them; empty if no paper has rows for players."""
    paper = info.published
    differs, percent = tuple(paper.get("differs", ())), frozenset(paper.get("percent", ()))
    rows = [
        PublishedRow(
            row["player"],
            row.get("variant", ""),
            printed(row["values"], percent),
            paper["source"],
            (*differs, *row.get("differs", ())),
            row.get("sessions"),
            row.get("doubts", {}),
        )
        for row in paper.get("row", ())
    ]
    return [_mean(rows, paper["mean_differs"]), *rows] if "mean_differs" in paper else rows


def _mean(rows: list[PublishedRow], differs: str) -> PublishedRow:
    """The mean and deviation over rows of one game each, which the paper doesn't print."""
    first = rows[0]
    return PublishedRow(
        first.player,
        "",
        {
            name: replace(spread(row.values[name].value or 0.0 for row in rows), n=None)
            for name in first.values
        },
        f"{first.source}; mean and deviation over its {len(rows)} rows",
        (differs, *first.differs),
        len(rows),
    )


def printed(values: Mapping[str, Any], percent: frozenset[str] = frozenset()) -> dict[str, Figure]:
    """Figures as a file holds them: a mean, or a mean and a deviation; those of `percent` become shares."""
    pairs = {name: one if isinstance(one, list) else [one, None] for name, one in values.items()}
    return {
        name: Figure(round(mean / 100, 4) if name in percent else float(mean), std)
        for name, (mean, std) in pairs.items()
    }


def notes(info: GameInfo) -> tuple[str, ...]:
    """Sentences on where a game's source contradicts itself, or can't be compared with our sessions."""
    doubts = [
        f"{' '.join(filter(None, (row.player, row.variant)))}, {metric}: {doubt}"
        for row in published_rows(info)
        for metric, doubt in row.doubts.items()
    ]
    formulas = filter(None, (printed_of(info, name) for name in info.metrics))
    return (*doubts, *info.published.get("notes", ()), *formulas)


def printed_of(info: GameInfo, metric: str) -> str:
    """A sentence on what a paper prints for a metric that belongs to no player, such as a best chance.

    Empty if it prints nothing.
    """
    return str(info.published.get("printed", {}).get(metric, ""))
