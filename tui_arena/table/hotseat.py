"""Who sits in front of the screen.

Law: only the view of the seat in front is shown. Where two people share a keyboard, the screen goes
from one to the other through the curtain, and behind the curtain nobody's view is shown. With
nobody in front it is the view of the table, which holds no secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui_arena.core.game import TABLE


class Hotseat:
    """The seat whose eyes are on the screen."""

    def __init__(self, people: Iterable[str]) -> None:
        """`people`: the seats that people hold."""
        self._people = set(people)
        self._ever = set(self._people)
        self.seat: str | None = TABLE
        """A person's seat, `table`, or None behind the curtain."""
        self.next: str | None = None
        """Whom the curtain calls; None while it is open."""
        self.settle(())

    @property
    def people(self) -> frozenset[str]:
        """The seats that people hold now."""
        return frozenset(self._people)

    @property
    def alone(self) -> bool:
        """Whether one person, who sits in front, has the keyboard to themselves."""
        return self._ever == {self.seat}

    def settle(self, asked: Sequence[str]) -> None:
        """Seat the right person; `asked` are the people's seats with an open ask, in their order.

        Who sits there stays while they are asked or nobody else is. One person alone at the table
        needs no curtain.
        """
        if self.next is not None:
            return
        if self.seat in self._people and (self.seat in asked or not asked):
            return
        alone = next(iter(self._people)) if self._ever == self._people and len(self._people) == 1 else None
        wanted = asked[0] if asked else alone
        if wanted is None:
            self.seat = self.seat if self.seat in self._people else TABLE
        elif self._ever == {wanted}:
            self.seat = wanted
        else:
            self.seat, self.next = None, wanted

    def sit_down(self) -> None:
        """The person whom the curtain calls confirms."""
        if self.next is not None:
            self.seat, self.next = self.next, None

    def step_back(self, asked: Sequence[str]) -> None:
        """Everybody looks on: whoever is asked next is called, also if they sat in front; see `settle`."""
        self.seat, self.next = TABLE, None
        self.settle(asked)

    def recast(self, seat: str, *, person: bool, asked: Sequence[str]) -> None:
        """Another player took a seat; who is in front and held it is in front no more."""
        if person:
            self._people.add(seat)
            self._ever.add(seat)
        else:
            self._people.discard(seat)
            if self.next == seat:
                self.seat, self.next = TABLE, None
            elif self.seat == seat:
                self.seat = TABLE
        self.settle(asked)
