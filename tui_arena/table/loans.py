"""Seats that a bot has for now: their person is away, and has the seat again on coming back.

A loan is two recasts: one when the bot sits down, one when the person is back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from tui_arena.core.events import Kind
from tui_arena.players.seating import DEFAULT_LEVEL, Cast, bot
from tui_arena.table.runner import SessionRunner


class Loans:
    """The seats of one table that bots have for people who are away."""

    def __init__(self, runner: SessionRunner) -> None:
        self._runner = runner
        self._owners: dict[str, Cast] = {}
        self._one_by_one = asyncio.Lock()

    @property
    def by_seat(self) -> Mapping[str, Cast]:
        """Returns the people who are away, by the seats that others have for them now."""
        people = self._runner.people
        return {seat: owner for seat, owner in self._owners.items() if seat not in people}

    def can_lend(self, seat: str) -> bool:
        """Whether a bot can take a person's seat for now."""
        runner = self._runner
        return seat in runner.people and runner.info.has_bot and not (runner.over or runner.is_daily)

    async def lend(self, seat: str) -> None:
        """Put a bot on a person's seat for now."""
        async with self._one_by_one:
            if self.can_lend(seat):
                self._owners[seat] = self._runner.cast[seat]
                await self._runner.recast(seat, bot(DEFAULT_LEVEL))

    def remember(self, seat: str, guest: str) -> None:
        """Take a seat for lent to a bot by the last person who had it and who plays on a guest's phone.

        Nothing happens if a person has the seat now, or nobody ever had it.
        """
        session = self._runner.session
        had = [
            session.seats.get(seat, {}),
            *(
                event["to"]
                for event in self._runner.play.events
                if event.type == Kind.RECAST and event["seat"] == seat
            ),
        ]
        person = next((spec for spec in reversed(had) if spec.get("player") == "human"), None)
        if person is not None and seat not in self._runner.people:
            self._owners[seat] = replace(Cast(dict(person)), guest=guest)

    async def give_back(self, guest: str) -> None:
        """Give a guest's person all of their seats again."""
        async with self._one_by_one:
            for seat, owner in self.by_seat.items():
                if owner.guest == guest and not self._runner.over:
                    await self._runner.recast(seat, owner)
