"""What a run came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tui_arena.batch.run import Run
from tui_arena.core.game import Data

Stopped = Literal["budget", "interrupted", "failed"]
"""`failed`: a model can't be asked any more, so its sessions were not begun."""


@dataclass(frozen=True, slots=True)
class Played:
    """What is kept of a session for the output."""

    id: str
    outcome: Data
    metrics: Data
    counts: Mapping[str, Data]
    secret: Data | None = field(repr=False)
    """What a setter gave, for the repetitions."""
    gives: bool = False
    """Whether a setter is to give it."""
    probed: Data | None = None
    """Tokens and cost of its probes, which are in no seat's counts."""

    @property
    def over(self) -> bool:
        return bool(self.outcome["result"] != "unfinished")

    def to_json(self) -> dict[str, Any]:
        """As `run --json` prints it."""
        return {"id": self.id, "outcome": self.outcome, "metrics": self.metrics, "counts": self.counts}


@dataclass(frozen=True, slots=True)
class Finished:
    """What a run came to."""

    run: Run
    sessions: tuple[Played, ...]
    """Those that were played, in the order of `Run.places`; of a resumed run the earlier ones too."""
    stopped: Stopped | None = None
    """Why it went no further."""
    failures: tuple[str, ...] = ()
    """Why sessions were left unfinished, a sentence each."""
    wall_seconds: float = 0.0
    unpriced: int = 0
    """Replies whose cost is not known."""

    @property
    def left(self) -> int:
        """Sessions that are not over, or were not begun."""
        return len(self.run.places()) - sum(one.over for one in self.sessions)

    def usage(self) -> dict[str, Any]:
        """Tokens and cost of all its sessions, probes included; the cost is None if one reply's is unknown."""
        rows = [row for one in self.sessions for row in one.counts.values()]
        rows += [one.probed for one in self.sessions if one.probed]
        costs = [row["cost_usd"] for row in rows]
        return {
            "input_tokens": sum(row["input_tokens"] for row in rows),
            "output_tokens": sum(row["output_tokens"] for row in rows),
            "cost_usd": None if None in costs or self.unpriced else round(sum(costs), 6),
        }
