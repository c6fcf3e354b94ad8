"""Probes: questions to seats outside the game, which are due, and which are being answered.

A probe sees the same view as the seat's next reply, and that reply waits for it. A probe that fails is
left out, so it holds up nobody. A coach is a probe too: it comments on how a session was played, and it is
asked only after the end.

Law: what a seat is asked in the game never depends on a probe.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tui_arena.core.candidate_lists import SORTING
from tui_arena.core.game import Ask, Data, PlayerFailed
from tui_arena.core.record import Play


@dataclass(frozen=True, slots=True)
class Due:
    """A probe that must be answered before its seat goes on."""

    ask: Ask
    after: int
    """Seq of the last standing reply before it; 0: none. After an undo it is thus another probe."""

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
        """The probes to ask now: at most one per seat, and none that was answered."""

    async def ask(self, due: Due, play: Play[Any]) -> ProbeResult:
        """The answer; raises PlayerFailed if nothing of this try should be kept."""


def unanswered(due: Due, why: str) -> ProbeResult:
    """The result of a probe that nobody answered, so that the session goes on without it."""
    values: dict[str, list[str]] = {"yes": [], "no": []} if due.kind == SORTING else {"items": []}
    return ProbeResult(
        {"seat": due.seat, "kind": due.kind, "round": due.round, **values, "text": "", "why": why[:500]}
    )


@dataclass(slots=True)
class Probing:
    """The probes of one session that are being answered."""

    play: Play[Any]
    prober: Prober | None
    """None: no probes are asked."""
    done: Callable[[asyncio.Task[ProbeResult]], None]
    """Called when an answer has come."""
    tasks: dict[Due, asyncio.Task[ProbeResult]] = field(default_factory=dict)
    _left: set[Due] = field(default_factory=set)
    """Probes that failed; they are not asked again."""

    def due(self) -> tuple[Due, ...]:
        """The probes that the session waits for."""
        if self.prober is None:
            return ()
        return tuple(one for one in self.prober.due(self.play) if one not in self._left)

    def ask(self, due: Sequence[Due], held: set[str]) -> None:
        """Ask the probes that are due, except those of `held` seats, and withdraw those no longer due."""
        for one in [one for one in self.tasks if one not in due]:
            self.tasks.pop(one).cancel()
        for one in due:
            if self.prober is not None and one not in self.tasks and one.seat not in held:
                self.tasks[one] = asyncio.create_task(self.prober.ask(one, self.play))
                self.tasks[one].add_done_callback(self.done)

    def taken(self) -> list[tuple[Due, ProbeResult]]:
        """The answers that have come; a probe that failed is not asked again."""
        found = []
        for one in [one for one, task in self.tasks.items() if task.done()]:
            task = self.tasks.pop(one)
            if task.cancelled():
                continue
            try:
                found.append((one, task.result()))
            except PlayerFailed:
                self._left.add(one)
        return found

    async def withdraw(self, seat: str | None = None) -> list[Due]:
        """Withdraw the probes of a seat, or of all seats (None), and return them.

        An answer that has already come from the named seat is kept.
        """
        gone = [
            one for one, task in self.tasks.items() if seat is None or (one.seat == seat and not task.done())
        ]
        tasks = [self.tasks.pop(one) for one in gone]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return gone


COACH = "coach"
NOTHING_ASKED = "Nothing was asked, so there is nothing to say."
"""What a bot says as the coach of a session without questions."""


def coach_ask(seat: str, *, over: bool) -> Ask | None:
    """The probe about how a seat has played; None until the session is over."""
    return Ask(seat, COACH, COACH, sealed=True) if over else None
