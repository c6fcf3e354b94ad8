"""Probes: questions to seats outside the game, and their results. The referee asks the probes that are due.

A probe gets the same view as the seat's next reply, and that reply waits for the probe. A failed probe is
left out, so it delays nobody. A coach is a probe too: it comments on how a session was played, and it is
asked only after the end.

Law: what a seat is asked in the game never depends on a probe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tui_arena.core.candidate_lists import SORTING
from tui_arena.core.game import Ask, Data
from tui_arena.core.record import Play


@dataclass(frozen=True, slots=True)
class Due:
    """A probe that must be answered before its seat continues."""

    ask: Ask
    after: int
    """Seq of the last standing reply before it; 0 if there is none. So after an undo, the probe is new."""

    @property
    def seat(self) -> str:
        return self.ask.seat

    @property
    def kind(self) -> str:
        return self.ask.name

    @property
    def round(self) -> int:
        """The number after the colon of the key; 0 without one."""
        number = self.ask.key.rpartition(":")[2]
        return int(number) if number.isdecimal() else 0


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The result of a probe."""

    data: Data
    """The values of its `probe` event."""
    messages: tuple[Mapping[str, str], ...] | None = None
    """The chat messages that were sent for it."""


class Prober(Protocol):
    """Decides which probes are due, and asks players for them."""

    def due(self, play: Play[Any]) -> Sequence[Due]:
        """The probes to ask now: at most one per seat, and only unanswered probes."""

    async def ask(self, due: Due, play: Play[Any]) -> ProbeResult:
        """Returns the answer; raises PlayerFailed if nothing of this attempt should be saved."""


def unanswered(due: Due, why: str) -> ProbeResult:
    """The result of a probe that nobody answered, so that the session continues without it."""
    values: dict[str, list[str]] = {"yes": [], "no": []} if due.kind == SORTING else {"items": []}
    return ProbeResult(
        {"seat": due.seat, "kind": due.kind, "round": due.round, **values, "text": "", "why": why[:500]}
    )


COACH = "coach"
NOTHING_ASKED = "Nothing was asked, so there is nothing to say."
"""What a bot says as the coach of a session without questions."""


def coach_ask(seat: str, *, over: bool) -> Ask | None:
    """The probe about how a seat has played; None until the session is over."""
    return Ask(seat, COACH, COACH, sealed=True) if over else None
