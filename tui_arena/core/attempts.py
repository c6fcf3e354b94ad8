"""The replies to an ask that were refused: which, how many, and how many more may be.

Law: they are those of the open ask alone; rules that go on from it leave none standing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from tui_arena.core.game import Ask, Fault, Line, Reply, Setup
from tui_arena.core.options import per_seat

REPROMPTS = 2
"""How often a seat is asked again that the option `reprompts` does not name."""


@dataclass(frozen=True, slots=True)
class Attempts:
    """What every game's state has in common: how it was set up, and what was refused.

    The option `reprompts` says how many refused replies a seat is forgiven.
    """

    setup: Setup
    rejected: tuple[Line, ...] = field(default=(), kw_only=True)
    """The refused replies to the open ask, each with why."""

    @property
    def attempt(self) -> int:
        """Which reply to the open ask is the next one, from 1."""
        return 1 + len(self.rejected)

    @property
    def faults(self) -> int:
        """How many of the refused replies count."""
        return len(self.rejected)

    def faults_left(self, seat: str) -> int:
        """How many replies of a seat are still looked at; 0 once one too many was refused."""
        return max(per_seat(self.setup.options["reprompts"], seat, REPROMPTS) - self.faults + 1, 0)

    def refused(self, ask: Ask, reply: Reply, fault: Fault) -> Self:
        """The state with one refused reply more."""
        line = Line(ask.seat, reply.text, ask.name, fault=fault.why)
        return replace(self, rejected=(*self.rejected, line))
