"""What a table in play is made of beside its runner."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Ask, Fault, PlayerFailed, Progress, Reply, View
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.players.seating import Cast

NAME_CHARS = 40

InThread = Callable[..., Awaitable[Any]]


class Saves(Protocol):
    """What a table needs of the store."""

    def append(self, session_id: str, event: Event, messages: Messages) -> None:
        """Commit one event. Raises SaveError."""

    def summarise(self, session_id: str, play: Play[Any]) -> Any:
        """Write what is computed from the session. Raises SaveError."""


@dataclass(slots=True)
class Trouble:
    """A save that failed, and what is to be done about it."""

    why: str
    decided: asyncio.Future[bool]
    """True: try again. False: leave the table."""

    def decide(self, *, again: bool) -> None:
        if not self.decided.done():
            self.decided.set_result(again)


class Left(Exception):
    """The table was left while an event could not be saved."""


class Absent:
    """A player that this program can't seat; the seat waits to be recast."""

    def __init__(self, why: str) -> None:
        self._why = why

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        raise PlayerFailed(self._why)


def cast_now(session: Session) -> dict[str, Cast]:
    """Who sits where by the log: the first cast, with every recast after it."""
    specs = {seat: dict(spec) for seat, spec in session.seats.items()}
    for event in session.events:
        if event.type == Kind.RECAST:
            specs[event["seat"]] = dict(event["to"])
    return {seat: Cast(spec) for seat, spec in specs.items()}


def names_of(cast: Mapping[str, Cast]) -> dict[str, str]:
    """The players' names by seat, fit to be shown."""
    return {seat: one_line(str(c.spec.get("name") or seat), NAME_CHARS) for seat, c in cast.items()}
