"""The results of an analysis: each answer as it arrives, and the totals at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tui_arena.core.candidate_lists import SORTING
from tui_arena.core.events import Event
from tui_arena.core.record import Play
from tui_arena.data import GameInfo

Stopped = Literal["budget", "interrupted", "failed"]
FIGURES = (
    "recall",
    "top5_recall",
    "top10_recall",
    "first_appear_round",
    "turns_to_top5",
    "final_rank",
    "ranks",
    "listed",
    "disparity_ratio",
    "evasive",
    "key_turns",
    "hopping_penalty",
    "spearman",
    "spearman_paper",
    "distances",
)
"""The metrics of all games that are computed from probes."""


@dataclass(frozen=True, slots=True)
class AnswerReport:
    """One answer, reported as soon as it has arrived."""

    session: str
    seat: str
    kind: str
    """`candidates`, `belief` or `sorting`."""
    round: int
    read: str
    """What was read in the answer, on one line; empty if nothing could be read."""
    why: str | None
    """Why nobody answered; None for an answer."""
    done: int
    """Questions of this session that have been asked."""
    total: int
    """All questions that are due in this session."""
    over: int
    """Sessions that are finished."""
    sessions: int


@dataclass(frozen=True, slots=True)
class OneAnalysed:
    """The result of analysing one session."""

    id: str
    game: str
    asked: int
    """Answers that arrived and are stored."""
    stored: int
    """Answers that were stored before."""
    unreadable: int
    """Answers that arrived but could not be read."""
    failed: tuple[str, ...]
    """Why questions got no answer, one sentence each."""
    left: int
    """Questions that were not asked, because the analysis was stopped."""
    before: Mapping[str, Any]
    """The metrics named in `FIGURES`, before the analysis."""
    after: Mapping[str, Any]
    usage: Mapping[str, Any] | None
    """Tokens and cost of the questions, as `probed` gives them; None if no model was asked."""

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "game": self.game,
            "asked": self.asked,
            "stored": self.stored,
            "unreadable": self.unreadable,
            "failed": len(self.failed),
            "left": self.left,
            "before": dict(self.before),
            "after": dict(self.after),
            "usage": None if self.usage is None else dict(self.usage),
        }


@dataclass(frozen=True, slots=True)
class Analysed:
    """The result of an analysis."""

    sessions: tuple[OneAnalysed, ...]
    """In the order in which they were given, without those that were refused or not begun."""
    refused: tuple[str, ...]
    """Why sessions could not be analysed, one sentence each."""
    stopped: Stopped | None
    """`failed`: a model is no longer asked, because it failed too often."""


def figures_of(info: GameInfo, play: Play[Any]) -> dict[str, Any]:
    """The metrics of a session that are computed from probes."""
    metrics = info.compute(play)
    return {name: metrics[name] for name in FIGURES if name in metrics}


def said_in(event: Event) -> str:
    """What a probe's answer says, on one line; empty if it could not be read."""
    if event.get("kind") == SORTING:
        sides = ((side, event.get(side) or ()) for side in ("yes", "no"))
        return "; ".join(f"{side}: {', '.join(map(str, items))}" for side, items in sides if items)
    return ", ".join(map(str, event.get("items") or ()))
