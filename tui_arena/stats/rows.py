"""The rows of the stats screens, as plain values.

A figure that isn't defined is None. The command `stats --json` prints what `to_json` returns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tui_arena.data import Metric
from tui_arena.stats.statistics import Share, Spread

_KIND = re.compile(r"(?:^|(?<=, ))(?:human|model|bot|script):")
"""The kind before each name in a pair's partner."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One metric over the sessions where it is defined."""

    metric: Metric
    spread: Spread
    share: Share | None = None
    """The share of sessions where it is true, for a flag; else None."""
    distribution: Mapping[int, int] = field(default_factory=dict)
    """The number of sessions by value, for a count; else empty."""
    turns: tuple[Spread, ...] = ()
    """The spread of each turn, for a list; else empty."""

    def to_json(self) -> dict[str, Any]:
        if self.metric.kind == "flag" and self.share is not None:
            return self.share.to_json()
        if self.metric.kind == "list":
            return {"turns": [turn.to_json() for turn in self.turns]}
        if self.metric.kind == "count":
            values = {str(value): count for value, count in self.distribution.items()}
            return {**self.spread.to_json(), "distribution": values}
        return self.spread.to_json()


@dataclass(frozen=True, slots=True)
class StatRow:
    """The aggregates of one player's sessions on one seat in one variant."""

    game: str
    seat: str
    """Group of seats."""
    kind: str
    player: str
    variant: str
    partner: str | None
    """For a pair: the players on the other seats; None in a row over all partners."""
    own: bool
    """For a pair: whether both are the same player, such as a critic of its own guesses."""
    neutral: bool
    """Whether the seat has no side; such a row has only sessions and counts."""
    started: int
    """All sessions, with the unfinished ones."""
    sessions: int
    """Sessions without the unfinished ones."""
    won: Share | None
    lost: Share | None
    aborted: Share | None
    useful: float | None
    """(won + lost) / started."""
    completed: float | None
    """1 - aborted rate."""
    quality: float | None
    """100 x mean main score over sessions not aborted."""
    request_success: Spread
    counts: Mapping[str, Spread]
    """By name of the count, such as `seconds`."""
    metrics: Mapping[str, Figure]
    """By name of the metric."""
    repetitions: Mapping[str, Spread] = field(default_factory=dict)
    """Spread over the means of each repetition, by figure; empty outside repeated runs."""
    prompts: Mapping[str, Spread] = field(default_factory=dict)
    """The same over a model's prompt variants, as in GameArena's tables; empty below two variants."""

    @property
    def partner_names(self) -> str:
        """The names of the players on the other seats, without kinds; empty in a row over all partners."""
        return _KIND.sub("", self.partner or "")

    def to_json(self) -> dict[str, Any]:
        """The row as `stats --json` prints it."""
        row: dict[str, Any] = {
            "seat": self.seat,
            "player": self.player,
            "kind": self.kind,
            "variant": self.variant,
            "started": self.started,
            "sessions": self.sessions,
        }
        if self.partner is not None:
            row |= {"partner": self.partner, "own": self.own}
        if self.won and self.lost and self.aborted:
            row |= {"won": self.won.to_json(), "lost": self.lost.to_json(), "aborted": self.aborted.to_json()}
            row |= {"useful": self.useful, "completed": self.completed, "quality": self.quality}
        row["request_success"] = self.request_success.to_json()
        row |= {name: one.to_json() for name, one in self.counts.items()}
        row |= {name: figure.to_json() for name, figure in self.metrics.items() if name not in row}
        if self.repetitions:
            row["repetitions_spread"] = {name: one.to_json() for name, one in self.repetitions.items()}
        if self.prompts:
            row["prompts_spread"] = {name: one.to_json() for name, one in self.prompts.items()}
        return row


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """One player over all games that it played."""

    kind: str
    player: str
    games: Mapping[str, tuple[float, float | None]]
    """`completed` and `quality` by game; quality is None if all sessions were aborted."""
    combined: float | None
    """mean(completed) x mean(quality), 0 to 100."""
    sessions: int = 0
    """Sessions in all games, without the unfinished ones; one counts once per seat of the player."""
