"""Aggregates as tables: `stats` and the end of `run`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui_arena.analysis.aggregate import StatRow
from tui_arena.analysis.statistics import Share
from tui_arena.cli.arena import put
from tui_arena.cli.columns import put_table
from tui_arena.data import GameInfo


def put_rows(info: GameInfo, rows: Sequence[StatRow]) -> None:
    """Print the rows of a game: who, how it came out, then every metric that is defined."""
    if not rows:
        put("no sessions\n")
        return
    shown = [
        m for m in info.metrics.values() if m.kind in ("count", "number", "seats") and _defined(rows, m.name)
    ]
    header = ["seat", "player", "with", "variant", "sessions", "won", "lost", "aborted", "quality"]
    put_table(
        [*header, *(metric.label for metric in shown)],
        [[*_facts(row), *(_mean(row, metric.name) for metric in shown)] for row in rows],
        keys=2,
    )


def _defined(rows: Sequence[StatRow], metric: str) -> bool:
    return any(metric in row.metrics and row.metrics[metric].spread.n for row in rows)


def _facts(row: StatRow) -> list[Any]:
    won = _share(row.won)
    outcome = [won and won + _spreads(row, "won", scale=100, digits=0), _share(row.lost), _share(row.aborted)]
    partner = "itself" if row.own else row.partner_names
    beside = _spreads(row, "quality")
    quality = f"{row.quality:.2f}{beside}" if beside else row.quality
    return [row.seat, row.player, partner, row.variant, row.sessions, *outcome, quality]


def _share(share: Share | None) -> str | None:
    """A rate in percent with its 95 % interval."""
    if share is None or share.rate is None or share.low is None or share.high is None:
        return None
    return f"{100 * share.rate:.0f}% ({100 * share.low:.0f}-{100 * share.high:.0f})"


def _mean(row: StatRow, metric: str) -> str | None:
    spread = row.metrics[metric].spread if metric in row.metrics else None
    if spread is None or spread.mean is None:
        return None
    text = f"{spread.mean:.2f}" if spread.std is None else f"{spread.mean:.2f} ±{spread.std:.2f}"
    return text + _spreads(row, metric)


def _spreads(row: StatRow, name: str, *, scale: int = 1, digits: int = 2) -> str:
    """How much the means of prompt variants and of repetitions differ; empty where none do."""
    text = ""
    for over, spreads in (("prompts", row.prompts), ("repetitions", row.repetitions)):
        one = spreads.get(name)
        if one is not None and one.std is not None:
            text += f", {over} ±{scale * one.std:.{digits}f}"
    return text
