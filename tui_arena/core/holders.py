"""Who has a seat at which event, and their names: the first cast, then whoever a `recast` event names.

What somebody said, found or earned on a seat stays theirs when the seat changes hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Data


def holders_of(seats: Mapping[str, Data], events: Iterable[Event]) -> dict[str, list[tuple[int, Data]]]:
    """By seat, its players in order, each with the seq of the event that seated them (0: the first cast).

    `seats`: the first cast, as in a session file.
    """
    found = {seat: [(0, spec)] for seat, spec in seats.items()}
    for event in events:
        if event.type == Kind.RECAST and isinstance(event.get("to"), Mapping):
            found.setdefault(str(event.get("seat")), []).append((event.seq, event["to"]))
    return found


def holder_at(
    seats: Mapping[str, Data], events: Iterable[Event], seat: str, seq: int | None = None
) -> Data | None:
    """The player who had a seat at an event, as in a session file; None if the session doesn't say it.

    `seats`: the first cast. `seq`: None means after all events.
    """
    sat = [spec for since, spec in holders_of(seats, events).get(seat, ()) if seq is None or since < seq]
    return sat[-1] if sat else None


def people_on(seats: Mapping[str, Data], events: Iterable[Event]) -> dict[str, list[Data]]:
    """By seat, the people who have it or had it, in order; a seat that only machines had isn't included.

    `seats`: the first cast. Whoever left a seat may come back to it.
    """
    held = holders_of(seats, events).items()
    sat = {seat: [spec for _, spec in players if spec.get("player") == "human"] for seat, players in held}
    return {seat: people for seat, people in sat.items() if people}


def holder_number(seats: Mapping[str, Data], events: Iterable[Event], seat: str, seq: int | None) -> int:
    """Which of a seat's players had it at an event, from 0. Who leaves and comes back keeps the number."""
    known: list[Any] = []
    number = 0
    for since, spec in holders_of({seat: seats.get(seat, {})}, events)[seat]:
        if seq is None or since < seq:
            who = [spec.get(key) for key in ("player", "name", "level", "character")]
            number = known.index(who) if who in known else len(known)
            known += [who] if number == len(known) else []
    return number


class SeatNames(dict[str, str]):
    """The players' names by seat now, with the names of those who had a seat before (`at`)."""

    def __init__(
        self, now: Mapping[str, str], before: Mapping[str, Sequence[tuple[int, str]]] | None = None
    ) -> None:
        super().__init__(now)
        self.before = before or {}
        """By seat, each earlier player's name after the seq of the recast that ended their time, in order."""

    def at(self, seat: str, seq: int | None) -> str:
        """The name of the player who had a seat at an event; None: who has it now."""
        earlier = () if seq is None else [name for until, name in self.before.get(seat, ()) if seq < until]
        return earlier[0] if earlier else self.get(seat, seat)

    def in_turn(self, seat: str) -> list[str]:
        """The names of all who have had a seat, one after the other."""
        names = [*(name for _, name in self.before.get(seat, ())), self.get(seat, seat)]
        return [name for n, name in enumerate(names) if n == 0 or name != names[n - 1]]

    def mapped(self, change: Callable[[str], str]) -> SeatNames:
        """These names, each changed in the same way."""
        before = {seat: [(seq, change(name)) for seq, name in them] for seat, them in self.before.items()}
        return SeatNames({seat: change(name) for seat, name in self.items()}, before)


def speaker(names: Mapping[str, str], seat: str, seq: int | None) -> str:
    """Returns the name of the player who had a seat at an event. None: the event isn't known, or is the last.

    >>> names = SeatNames({"critic": "gemma"}, {"critic": [(5, "ace")]})
    >>> speaker(names, "critic", 4), speaker(names, "critic", 6), speaker(names, "critic", None)
    ('ace', 'gemma', 'gemma')
    """
    return names.at(seat, seq) if isinstance(names, SeatNames) else names.get(seat, seat)
