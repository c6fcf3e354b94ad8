"""The names of those who have a seat, and of those who had it before: what was said stays with who said it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tui_arena.core.record import Play


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


def who_played(play: Play[Any], names: Mapping[str, str], seat: str) -> list[str]:
    """The names of those whose moves from a seat stand, in order; without a move, of who has it now."""
    return list(dict.fromkeys(speaker(names, seat, seq) for seq in play.moved_on(seat) or (None,)))
