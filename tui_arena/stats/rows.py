"""The rows of the stats screens, as plain values.

Law: a figure that is not defined is None; `to_json` is what `stats --json` prints.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tui_arena.data import Metric
from tui_arena.stats.statistics import Share, Spread

_KIND = re.compile(r"(?:^|(?<=, ))(?:human|model|bot|script):")
"""What stands before each name of a pair's partner."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One metric over the sessions where it is defined."""

    metric: Metric
    spread: Spread
    share: Share | None = None
    """For a flag."""
    distribution: Mapping[int, int] = field(default_factory=dict)
    """For a count: sessions by value."""
    turns: tuple[Spread, ...] = ()
    """For a list: turn by turn."""

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
    """What the sessions of one player on one seat in one variant came to."""

    game: str
    seat: str
    """Group of seats."""
    kind: str
    player: str
    variant: str
    partner: str | None
    """For a pair: who held the other seats; None in a row over all partners."""
    own: bool
    """For a pair: whether both are the same player, such as a critic of its own guesses."""
    neutral: bool
    """Whether the seat has no side: then it has sessions and counts alone."""
    started: int
    sessions: int
    """Without the unfinished ones."""
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
    metrics: Mapping[str, Figure]
    repetitions: Mapping[str, Spread] = field(default_factory=dict)
    """Mean and spread over repetitions, of each repetition's mean; empty outside repeated runs."""
    prompts: Mapping[str, Spread] = field(default_factory=dict)
    """The same over a model's prompt variants, as GameArena's tables print it; empty below two of them."""

    @property
    def partner_names(self) -> str:
        """Who held the other seats, by name alone; empty in a row over all partners."""
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
    """`completed` and `quality` by game; quality None if all sessions were aborted."""
    combined: float | None
    """mean(completed) x mean(quality), 0 to 100."""
    sessions: int = 0
    """In all of them, without the unfinished ones; counted for each of a player's seats."""
