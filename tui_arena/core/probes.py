"""Probes while a session is played: what is due, and who is being asked.

Law: a probe stands beside the game. It is asked over the same view as the seat's next reply, that
reply waits for it, and nothing that a seat is asked ever depends on it. A probe that fails is left
out; it holds nobody up.

What a coach is asked: somebody who did not play, on how a session was played.

Law: a coach is asked after the end and never before.
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
    """A probe that has to be asked before its seat goes on."""

    ask: Ask
    after: int
    """Seq of the standing reply that it came up with; 0 from the start: with another past it is another."""

    @property
    def seat(self) -> str:
        return self.ask.seat

    @property
    def kind(self) -> str:
        return self.ask.name

    @property
    def round(self) -> int:
        """The number behind the key's colon; 0 without one."""
        number = self.ask.key.rpartition(":")[2]
        return int(number) if number.isdecimal() else 0


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What a probe came to."""

    data: Data
    """Values of its `probe` event."""
    messages: tuple[Mapping[str, str], ...] | None = None
    """The chat messages that were sent for it."""


class Prober(Protocol):
    """Whoever asks players beside the game."""

    def due(self, play: Play[Any]) -> Sequence[Due]:
        """What is to be asked now: at most one probe a seat, none that was answered."""

    async def ask(self, due: Due, play: Play[Any]) -> ProbeResult:
        """The answer; raises PlayerFailed if nothing shall be kept of this try."""


def unanswered(due: Due, why: str) -> ProbeResult:
    """What is kept of a probe that nobody answered, so that the session goes on without it."""
    values: dict[str, list[str]] = {"yes": [], "no": []} if due.kind == SORTING else {"items": []}
    return ProbeResult(
        {"seat": due.seat, "kind": due.kind, "round": due.round, **values, "text": "", "why": why[:500]}
    )


@dataclass(slots=True)
class Probing:
    """The probes of one session that are on their way."""

    play: Play[Any]
    prober: Prober | None
    done: Callable[[asyncio.Task[ProbeResult]], None]
    """Called when one is there."""
    tasks: dict[Due, asyncio.Task[ProbeResult]] = field(default_factory=dict)
    _left: set[Due] = field(default_factory=set)

    def due(self) -> tuple[Due, ...]:
        """What the session waits for."""
        if self.prober is None:
            return ()
        return tuple(one for one in self.prober.due(self.play) if one not in self._left)

    def ask(self, due: Sequence[Due], held: set[str]) -> None:
        """Ask what is due, but for `held` seats, and withdraw what is not due any more."""
        for one in [one for one in self.tasks if one not in due]:
            self.tasks.pop(one).cancel()
        for one in due:
            if self.prober is not None and one not in self.tasks and one.seat not in held:
                self.tasks[one] = asyncio.create_task(self._answer(self.prober, one))
                self.tasks[one].add_done_callback(self.done)

    async def _answer(self, prober: Prober, one: Due) -> ProbeResult:
        return await prober.ask(one, self.play)

    def taken(self) -> list[tuple[Due, ProbeResult]]:
        """Answers that came; what failed is not asked again."""
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
        """Ask no more of a seat, or of all; gives what was on its way. What has come from a seat counts."""
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
"""What a bot says of a session that ended before it began."""


def coach_ask(seat: str, *, over: bool) -> Ask | None:
    """The probe on how a seat has played; None as long as it plays."""
    return Ask(seat, COACH, COACH, sealed=True) if over else None
