"""Seats that a bot has for now: the person is away, and gets the seat back on returning.

A loan is two recasts: one when the bot sits down, one when the person is back. Any recast of the seat ends
the loan, so a seat that somebody gets for good is no longer lent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import replace

from tui_arena.core.events import holders_of, people_on
from tui_arena.players.seating import DEFAULT_LEVEL, Cast, bot
from tui_arena.table.runner import SessionRunner


class Loans:
    """The seats of one table that bots have for people who are away."""

    def __init__(self, runner: SessionRunner) -> None:
        self._runner = runner
        self._lent: dict[str, tuple[Cast, int]] = {}
        """Maps each lent seat to the player who lent it, and to the number of players it has had, the bot included."""
        self._one_by_one = asyncio.Lock()

    @property
    def by_seat(self) -> Mapping[str, Cast]:
        """Returns the people who are away, by the seats that bots have for them now."""
        people = self._runner.people
        return {
            seat: owner
            for seat, (owner, players) in self._lent.items()
            if seat not in people and self._players_on(seat) <= players
        }

    def _players_on(self, seat: str) -> int:
        """The number of players that a seat has had; a player who comes back is counted again."""
        return len(holders_of(self._runner.session.seats, self._runner.play.events)[seat])

    def can_lend(self, seat: str) -> bool:
        """True if a bot can take a person's seat for now."""
        runner = self._runner
        return seat in runner.people and runner.info.has_bot and not (runner.over or runner.is_daily)

    async def lend(self, seat: str) -> None:
        """Put a bot on a person's seat for now."""
        async with self._one_by_one:
            if self.can_lend(seat):
                self._lent[seat] = self._runner.cast[seat], self._players_on(seat) + 1
                await self._runner.recast(seat, bot(DEFAULT_LEVEL))

    def remember(self, seat: str, guest: str) -> None:
        """Treat a seat as lent to a bot by the last person who had it, now on a guest's phone.

        Nothing happens if a person has the seat now, or nobody ever had it.
        """
        people = people_on(self._runner.session.seats, self._runner.play.events).get(seat)
        if people and seat not in self._runner.people:
            self._lent[seat] = replace(Cast(dict(people[-1])), guest=guest), self._players_on(seat)

    def hand(self, guests: Mapping[str, str]) -> None:
        """Move the people who own these lent seats to guests' phones or the keyboard (empty)."""
        for seat in guests.keys() & self._lent.keys():
            owner, players = self._lent[seat]
            self._lent[seat] = replace(owner, guest=guests[seat]), players

    async def give_back(self, seats: Collection[str]) -> None:
        """Give these seats to their people again; a seat that isn't lent stays as it is."""
        async with self._one_by_one:
            for seat, owner in self.by_seat.items():
                if seat in seats and not self._runner.over:
                    await self._runner.recast(seat, owner)
