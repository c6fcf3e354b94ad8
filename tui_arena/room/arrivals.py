"""Arrivals: what the stage says of guests who come, leave and come back, without a word about short gaps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from tui_arena.room.people import Guest, Room

STEADY = 4.0
"""How many seconds a guest must be here or away before the stage reports it."""
QUIET = 20.0
"""Seconds between two reports about the same guest, however often the connection drops."""


@dataclass(slots=True)
class Presence:
    """What the stage has reported about a guest."""

    here: bool = False
    at: float = -QUIET
    """When the stage reported it, by the clock of the room."""
    due: asyncio.TimerHandle | None = None
    """The timer that checks again whether there is something to report."""


class Arrivals:
    """What the stage has reported about each guest of a room."""

    def __init__(self, room: Room, now: Callable[[], float], said: Callable[[str], None]) -> None:
        """`now`: seconds of a monotonic clock. `said` is called with each sentence for the stage."""
        self._room, self._now, self._said = room, now, said
        self._told: dict[str, Presence] = {}
        """By the guest's id."""

    def came(self, guest: Guest) -> None:
        """Report a new guest."""
        self._told[guest.id] = Presence(here=True, at=self._now())
        self._said(f"{guest.name} is here.")

    def say_later(self, guest: Guest) -> None:
        """Report that a guest has left or come back, if the change lasts."""
        told = self._told.setdefault(guest.id, Presence())
        if told.due is not None:
            told.due.cancel()
        wait = max(STEADY, told.at + QUIET - self._now())
        told.due = asyncio.get_running_loop().call_later(wait, self._say, guest.id)

    def _say(self, guest_id: str) -> None:
        guest, told = self._room.guests.get(guest_id), self._told[guest_id]
        told.due = None
        if guest is not None and told.here == guest.away:
            told.here, told.at = not guest.away, self._now()
            self._said(f"{guest.name} {'has left' if guest.away else 'is back'}.")

    def close(self) -> None:
        """Report nothing any more."""
        for told in self._told.values():
            if told.due is not None:
                told.due.cancel()
