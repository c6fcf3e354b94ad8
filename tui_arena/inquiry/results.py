"""What is told of asking players afterwards, while it goes on and once it is done.

Law: plain values; who asks, shows and prints them share nothing else.
"""

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
"""Metrics, of whatever game, that are computed from what players are asked beside it."""


@dataclass(frozen=True, slots=True)
class Told:
    """One answer, as it came."""

    session: str
    seat: str
    kind: str
    """`candidates`, `belief` or `sorting`."""
    round: int
    read: str
    """What was read in it, on one line; empty where nothing could be."""
    why: str | None
    """Why nobody answered; None for an answer."""
    done: int
    """Questions of this session that were asked."""
    total: int
    """Questions that this session has due."""
    over: int
    """Sessions that are done."""
    sessions: int


@dataclass(frozen=True, slots=True)
class OneAnalysed:
    """What the analysis of one session came to."""

    id: str
    game: str
    asked: int
    """Answers that came, and are stored."""
    stored: int
    """Answers that were stored before."""
    unreadable: int
    """Answers that came and in which nothing could be read."""
    failed: tuple[str, ...]
    """Why a question got no answer, a sentence each."""
    left: int
    """Questions that were not asked, as something stopped the analysis."""
    before: Mapping[str, Any]
    """Metrics of `FIGURES` as they were."""
    after: Mapping[str, Any]
    usage: Mapping[str, Any] | None
    """Tokens and cost of what was asked, as `probed` gives them; None where no model was."""

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
    """What an analysis came to."""

    sessions: tuple[OneAnalysed, ...]
    """In the order in which they were given; those that were not begun or refused are not among them."""
    refused: tuple[str, ...]
    """Why sessions could not be looked back at, a sentence each."""
    stopped: Stopped | None
    """`failed`: a model was asked no more, as it can't be reached."""


def figures_of(info: GameInfo, play: Play[Any]) -> dict[str, Any]:
    """The metrics of a session that are computed from what players are asked beside it."""
    metrics = info.compute(play)
    return {name: metrics[name] for name in FIGURES if name in metrics}


def said_in(event: Event) -> str:
    """What a probe's answer says, on one line; empty where nothing could be read in it."""
    if event.get("kind") == SORTING:
        sides = ((side, event.get(side) or ()) for side in ("yes", "no"))
        return "; ".join(f"{side}: {', '.join(map(str, items))}" for side, items in sides if items)
    return ", ".join(map(str, event.get("items") or ()))
