"""The table that is on the stage, lent to the room: what the room knows of it until it is left.

While a guest is away, a bot can have the guest's seat on loan. A loan is two recasts: one when the bot sits down,
one when the person is back. Any recast of the seat ends the loan, so a seat that somebody gets for good is no
longer lent.

The stage leads: phones show a move only after the shared screen has shown it.

Law: nothing holds a phone back for good. The room checks again and again whether the stage is behind, and
stops waiting for a stage that shows nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from tui_arena.core.events import holders_of, people_on
from tui_arena.players.seating import DEFAULT_LEVEL, Cast, bot
from tui_arena.room.bets_and_motions import Audience, Motions
from tui_arena.room.people import Guest, Room
from tui_arena.room.protocol import Rate
from tui_arena.table.labels import Objections
from tui_arena.table.runner import SessionRunner

GLANCE = 0.1
"""Seconds between two looks at a stage that is behind. A stage reports by itself, so this is a safety net."""
PATIENCE = 1.0
"""Seconds that phones wait for a stage that draws nothing, such as one that is closing."""
LONGEST = 30.0
"""Seconds that phones wait for a stage that turns cards or tiles."""


class Stage(Protocol):
    """The screen that everybody looks at."""

    @property
    def drawn_to(self) -> int:
        """The number of the last event that the stage has drawn, or has begun to turn over."""

    @property
    def turning(self) -> bool:
        """Whether the stage is turning over what was drawn last."""


class Leading:
    """Whether the phones at one table wait: for its stage, or for the end that follows the last move."""

    def __init__(self, runner: SessionRunner, stage: Stage | None, now: Callable[[], float]) -> None:
        """`stage`: None if nobody looks at a screen; then nobody waits. `now`: seconds of a clock."""
        self._runner, self._stage, self._now = runner, stage, now
        self._since: float | None = None
        """When the stage fell behind; None while it isn't."""

    @property
    def turning(self) -> bool:
        """Whether the stage is turning something over."""
        return self._stage is not None and self._stage.turning

    def waits(self, *, kept_back: bool = False) -> bool:
        """Whether phones keep showing what they show now, until the stage has shown what is new.

        `kept_back`: whether the truth is kept back because people may still bet. If so, the stage isn't behind.
        """
        if kept_back:
            self._since = None
            return False
        stage, runner = self._stage, self._runner
        behind = stage is not None and (stage.turning or stage.drawn_to < runner.seen_to)
        if not behind and not (runner.play.over and not runner.over):  # the end is saved in a moment
            self._since = None
            return False
        if self._since is None:
            self._since = self._now()
        return self._now() - self._since < (LONGEST if self.turning else PATIENCE)


ABSENCE = 20.0
"""The number of seconds for which a guest must be away before the stage offers to continue without them."""
SLACK = 0.5
"""The number of seconds by which a timer may be early."""
LONGER = 60.0
"""Seconds until the stage offers this again, if the host waits."""


@dataclass(frozen=True, slots=True)
class Rated:
    """What a guest may rate: a session, the guest's seat in it, and the title of the game."""

    session: str
    seat: str
    game: str


@dataclass(frozen=True, slots=True)
class Absent:
    """A guest for whom the game has waited for a while."""

    guest: Guest
    can_lend: bool
    """Whether a bot can take the guest's seats for now."""


class Lent:
    """One table on the stage."""

    def __init__(
        self,
        runner: SessionRunner,
        room: Room,
        leading: Leading,
        motions: Motions,
        away_since: Mapping[str, float],
    ) -> None:
        """`away_since`: maps the id of each absent guest to when the guest left, on the clock of `absent`."""
        self.runner, self.leading, self.motions = runner, leading, motions
        self.audience, self.objections = Audience(runner), Objections(runner)
        self.loans = Loans(runner)
        self.waits_until: dict[str, float] = {}
        """Maps a guest's id to when the stage may offer again to continue without the guest."""
        self.before: Sequence[str] = ()
        """The lines that pages show until the stage has drawn the table."""
        self.ratings_open = False
        """Whether the guests have been asked how they liked the game."""
        self.given: list[tuple[Rated, Rate]] = []
        """Ratings that are saved when the table is left."""
        self._room, self._away_since = room, away_since
        self._tasks: set[asyncio.Task[None]] = set()
        """The tasks that lend seats or give them back."""
        for (at, seat), guest in room.places.items():
            if at == runner.session.id and seat in runner.cast:
                self.loans.remember(seat, guest)

    @property
    def owners(self) -> dict[str, str]:
        """Returns the ids of guests whose seats others have for now, by seat."""
        lent = self.loans.by_seat
        return {seat: one.guest for seat, one in lent.items() if one.guest in self._room.guests}

    def welcome(self, guest: Guest) -> None:
        """Give a guest who is here their lent seats again."""
        if not guest.away:
            self.give_back([seat for seat, owner in self.owners.items() if owner == guest.id])

    async def stand_in_for(self, guest: Guest) -> None:
        """Let a bot play a guest's seats until the guest is back."""
        for seat in [seat for seat in self.runner.people if self.runner.guest(seat) == guest.id]:
            await self.loans.lend(seat)
        self.welcome(guest)

    def lend_if_away(self, guest: Guest, now: Callable[[], float]) -> None:
        """Let a bot play the seats of a guest who has been away for `ABSENCE` seconds, in a task of its own."""
        since = self._away_since.get(guest.id, 0.0)
        if guest.away and now() - since >= ABSENCE - SLACK and not self.runner.left:
            self._begin(self.stand_in_for(guest))

    def give_back(self, seats: Collection[str]) -> None:
        """Give lent seats to their people again, in a task of its own."""
        if seats:
            self._begin(self.loans.give_back(seats))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def owner(self, seat: str) -> str:
        """Returns the name of the person who is away and for whom somebody else has a seat; empty if nobody is."""
        person = self.loans.by_seat.get(seat) if seat in self.owners else None
        return str(person.spec.get("name")) if person is not None else ""

    @property
    def rated(self) -> dict[str, Rated]:
        """Returns what each guest who has played may rate, by the guest's id."""
        runner = self.runner
        people = {runner.guest(seat): seat for seat in sorted(runner.people, reverse=True)}
        title = runner.info.title
        return {guest: Rated(runner.session.id, seat, title) for guest, seat in people.items() if guest}

    def absent(self, now: float) -> Absent | None:
        """Returns the first guest for whom the game has waited for a while; None at a blind table.

        `now`: seconds, by the clock of the room.
        """
        runner = self.runner
        if runner.over or runner.is_blind:
            return None
        for ask in runner.asks:
            guest = self._room.guests.get(runner.guest(ask.seat))
            if guest is None or not guest.away or guest.id not in self._away_since:
                continue
            if now >= max(self._away_since[guest.id] + ABSENCE, self.waits_until.get(guest.id, 0.0)):
                return Absent(guest, self.loans.can_lend(ask.seat))
        return None


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
