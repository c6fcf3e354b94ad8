"""The verdicts of an unsigned session: what people bet about who is a machine, and whom they fooled.

A bet is about one seat, by somebody who didn't have it. A later bet by the same person about the same seat
replaces the earlier one, until the session is revealed. Bets about or from a seat that changed hands don't count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.core.text import one_line

NAME_CHARS = 80
"""The maximum length of a bettor's name."""
RIGHT, FOOLED = 1, 2
"""The points for a right bet, and for a person who was taken for a machine."""


@dataclass(frozen=True, slots=True)
class SeatVerdict:
    """What people bet about one seat."""

    seat: str
    player: Mapping[str, Any]
    """The player, as in a session's `seats`."""
    by: Mapping[str, bool]
    """Whether each bettor took the player for a machine, by the bettor's name."""
    counts: bool
    """Whether the bets count: one player had the seat all the time."""

    @property
    def machine(self) -> bool:
        """Whether the player is a bot or a model."""
        return self.player.get("player") != "human"

    @property
    def wrong(self) -> int:
        """How many bettors were wrong."""
        return sum(machine != self.machine for machine in self.by.values())

    @property
    def fooled(self) -> bool:
        """Whether at least half of the bettors were wrong."""
        return self.counts and bool(self.by) and 2 * self.wrong >= len(self.by)


def bets_in(events: Iterable[Event], without: Collection[object] = ()) -> dict[tuple[str, str], Event]:
    """Returns the bets that hold, by the bettor's name and the seat, in the order in which they were first made.

    `without`: seats from and about which no bet counts. An event of an unexpected shape, in a file that somebody
    edited, is no bet, nor is one of somebody who was deleted.
    """
    found: dict[tuple[str, str], Event] = {}
    for event in events:
        if event.type == Kind.REVEALED:
            break
        by, own, seat, said = (event.get(key) for key in ("by", "from", "seat", "machine"))
        sound = isinstance(by, str) and isinstance(own, str | None) and isinstance(seat, str)
        if event.type != Kind.VERDICT or not sound or not isinstance(said, bool):
            continue
        bettor = one_line(by, NAME_CHARS)
        if bettor and own != seat and own not in without and seat not in without:
            found[bettor, seat] = event
    return found


def verdicts(session: Session, events: Iterable[Event]) -> list[SeatVerdict]:
    """Returns what was bet about each seat, in the order of the session's seats."""
    events = tuple(events)
    handed = {event["seat"] for event in events if event.type == Kind.RECAST}
    bets = bets_in(events, handed)
    by = {
        seat: {who: bet["machine"] for (who, about), bet in bets.items() if about == seat}
        for seat in session.seats
    }
    return [SeatVerdict(seat, player, by[seat], seat not in handed) for seat, player in session.seats.items()]


def points(session: Session, events: Iterable[Event]) -> Counter[str]:
    """Returns the points of people by name: for each right bet, and for being taken for a machine."""
    found: Counter[str] = Counter()
    for one in verdicts(session, events):
        if one.counts:
            found.update({name: RIGHT for name, machine in one.by.items() if machine == one.machine})
            if one.fooled and not one.machine:
                found[str(one.player.get("name"))] += FOOLED
    return found
