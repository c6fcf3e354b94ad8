"""Overruling the matcher: what the people at a table may decide about a reply, and who decides it.

Law: the game's manifest says which questions are ruled on, and only where a person sits. A ruling is one
event that names everybody who agreed. Nothing here is drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Mapping
from typing import Any

from tui_arena.core.adjudication import Ruling, ruling_on_draft, ruling_on_last
from tui_arena.core.events import BadEvent
from tui_arena.core.record import Play
from tui_arena.core.referee import Referee
from tui_arena.data import GameInfo
from tui_arena.players.human import Waiting
from tui_arena.table.hotseat import Hotseat


def ruled(info: GameInfo, ask: str) -> tuple[str, ...]:
    """The questions that people may decide about a reply to this ask."""
    told = info.asks.get(ask)
    return told.ruled if told is not None else ()


def last_ruling(info: GameInfo, play: Play[Any]) -> Ruling | None:
    """What can be decided about the reply that came last."""
    last = next((s.ask.name for s in reversed(play.standing())), "")
    questions = ruled(info, last)
    return ruling_on_last(play, questions) if questions else None


def deciders(names: Mapping[str, str], seats: Iterable[str]) -> list[str]:
    """Who has to agree: the names of the people at these seats, each once."""
    return sorted({names[seat] for seat in seats})


class RunnerRulings(ABC):
    """The part of a session's runner that overrules the matcher."""

    info: GameInfo
    play: Play[Any]
    hotseat: Hotseat
    referee: Referee[Any]

    @property
    @abstractmethod
    def names(self) -> dict[str, str]:
        """The players' names by seat."""

    @property
    @abstractmethod
    def current(self) -> Waiting | None:
        """The ask that the person in front has to answer."""

    @abstractmethod
    async def _guarded(self, work: Awaitable[Any]) -> None:
        """Save what a person did; a table that can't is left."""

    @property
    def deciders(self) -> list[str]:
        """The names of the people at this table, who all have to agree."""
        return deciders(self.names, self.hotseat.people)

    @property
    def ruling(self) -> Ruling | None:
        """What the people at this table could decide about the reply that came last."""
        return last_ruling(self.info, self.play) if self.hotseat.people else None

    def ruling_on(self, text: str) -> Ruling | None:
        """What would let a text pass that the matcher refuses to the person in front."""
        waiting = self.current
        if waiting is None or not text.strip():
            return None
        return ruling_on_draft(self.play, waiting.ask, text, ruled(self.info, waiting.ask.name))

    async def overrule(self, ruling: Ruling, text: str = "") -> bool:
        """Decide so, as all people at the table agree; `text`: the reply that it lets pass.

        False: another reply came in the meantime, and it is too late.
        """
        by = ", ".join(self.deciders)
        if ruling.of:
            try:
                await self._guarded(self.referee.rule(ruling.of, ruling.question, ruling.verdict, by))
            except BadEvent:
                return False
        elif self.current is not None:
            ask = self.current.ask
            await self._guarded(self.referee.insist(ask, text, ruling.question, ruling.verdict, by))
        return True
