"""The seat whose person is at the screen, and what that person sees and does.

Several people may share one keyboard. The screen then goes from one to the next through a curtain. With
nobody at the screen it shows the view of the table, which holds no secret.

Law: only `view`, the view of the active seat, is shown; behind the curtain there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tui_arena.core.adjudication import Ruling
from tui_arena.core.game import TABLE, Ask, Fault, View
from tui_arena.players.human import Waiting
from tui_arena.table.pending_replies import PendingReply, ReplyPreview
from tui_arena.table.runner import SessionRunner
from tui_arena.table.turns import Page


class ActiveSeat:
    """Which person is at the screen, and whom the curtain calls."""

    def __init__(self, people: Iterable[str]) -> None:
        """`people`: the seats that people hold."""
        self._people = set(people)
        self._ever = set(self._people)
        self.seat: str | None = TABLE
        """A person's seat, `table`, or None behind the curtain."""
        self.next: str | None = None
        """The seat that the curtain calls; None while it is open."""
        self.settle(())

    @property
    def people(self) -> frozenset[str]:
        """The seats that people hold now."""
        return frozenset(self._people)

    @property
    def alone(self) -> bool:
        """Whether one person, who is at the screen, has the keyboard to themselves."""
        return self._ever == {self.seat}

    def settle(self, asked: Sequence[str]) -> None:
        """Seat the right person; `asked` are the people's seats with an open ask, in their order.

        The person at the screen stays while they are asked or nobody else is. One person alone at the
        table needs no curtain.
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
        """Show the table's view to everybody. The next person is called even if they were just here."""
        self.seat, self.next = TABLE, None
        self.settle(asked)

    def recast(self, seat: str, *, person: bool, asked: Sequence[str]) -> None:
        """Another player took a seat; a person who held it leaves the screen."""
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


class Hotseat:
    """One keyboard for all people of a table: what the person at it sees and does."""

    def __init__(self, runner: SessionRunner) -> None:
        """The hotseat registers with the runner, which tells it which seats are asked."""
        self.runner = runner
        self._active = ActiveSeat(runner.people)
        self._active.settle(runner.asked)
        runner.attendants.append(self)

    # who is at the screen

    @property
    def seat(self) -> str | None:
        """The seat of the person at the screen, `table`, or None behind the curtain."""
        return self._active.seat

    @property
    def next(self) -> str | None:
        """The seat that the curtain calls; None while it is open."""
        return self._active.next

    @property
    def people(self) -> frozenset[str]:
        """The seats that people hold now."""
        return self._active.people

    @property
    def alone(self) -> bool:
        """Whether one person, who is at the screen, has the keyboard to themselves."""
        return self._active.alone

    @property
    def attended(self) -> bool:
        """Whether somebody is at the screen: while the curtain calls, nobody is."""
        return self.next is None

    def asked(self, seats: Sequence[str]) -> None:
        self._active.settle(seats)

    def recast(self, seat: str, *, person: bool, asked: Sequence[str]) -> None:
        self._active.recast(seat, person=person, asked=asked)

    def sit_down(self) -> None:
        """The person whom the curtain calls is there."""
        self._active.sit_down()
        self.runner.referee.more_time()
        self.runner.changed()

    def all_look(self) -> None:
        """Show the table's view to everybody, then call the next person who is asked."""
        self._active.step_back(self.runner.asked)

    # what they see

    @property
    def eyes(self) -> str:
        """Whose eyes are on the screen: a seat, or the table's."""
        return self.seat or TABLE

    @property
    def view(self) -> View | None:
        """What the active seat may know; None behind the curtain."""
        return self.runner.views[self.seat] if self.seat else None

    @property
    def current(self) -> Waiting | None:
        """The ask that the person at the screen has to answer."""
        return self.runner.waiting(self.seat) if self.seat else None

    @property
    def holds_secret(self) -> bool:
        """Whether this person sees, or is typing, what others at the keyboard may not know."""
        return self.runner.holds_secret(self.eyes)

    @property
    def watching(self) -> bool:
        """Whether the people at this table, if any, only look on."""
        runner = self.runner
        sides = {runner.play.seats[seat].side for seat in self.people}
        return sides <= {"neutral"} and not any(ask.seat in self.people for ask in runner.asks)

    @property
    def may_look(self) -> bool:
        """Whether no person plays here, so that a watcher may see what is hidden; a look is logged."""
        return self.watching and not self.people

    @property
    def is_solver(self) -> bool:
        """Whether this person looks for the secret, so that a bot's belief helps them."""
        return self.runner.solves(self.eyes)

    def may_hear(self, ask: Ask) -> bool:
        """Whether this person may read a reply to this ask while it comes."""
        return self.seat is not None and self.runner.may_hear(ask, self.eyes)

    @property
    def pending(self) -> list[PendingReply]:
        """Pending replies of models; none behind the curtain."""
        return [] if self.seat is None else self.runner.models.pending.replies

    def previews(self) -> list[ReplyPreview]:
        """Pending replies, as this person may see them; none behind the curtain."""
        return [] if self.seat is None else self.runner.previews(self.eyes)

    @property
    def can_read_turns(self) -> bool:
        """Whether there may be turns to read; `turns` itself is computed only on demand."""
        return bool(self.runner.play.steps) and (self.may_look or self.runner.has_models)

    @property
    def turns(self) -> list[Page]:
        """Turns that this person may read, newest first."""
        return self.runner.turns(self.eyes, watching=self.may_look)

    # what they do; each call returns once it is saved

    async def answer(self, text: str, marked: Mapping[str, Any] | None = None) -> Fault | None:
        """Give this person's reply, or keep it as a draft and say what is wrong; see `SessionRunner.answer`."""
        return await self.runner.answer(self.eyes, text, marked)

    @property
    def can_undo(self) -> bool:
        return self.runner.can_undo(self.eyes)

    async def undo(self) -> None:
        await self.runner.undo(self.eyes)

    @property
    def can_redo(self) -> bool:
        return self.runner.can_redo(self.eyes)

    async def redo(self) -> bool:
        """Play again what was taken back; False if it no longer fits after a ruling."""
        return await self.runner.redo(self.eyes)

    @property
    def can_hint(self) -> bool:
        return self.runner.can_hint(self.eyes)

    async def hint(self) -> str | None:
        """A hint based on what this person knows; None if there is none."""
        return await self.runner.hint(self.eyes)

    async def hinted(self, text: str) -> None:
        """Record that this person was given this hint."""
        await self.runner.hinted(self.eyes, text)

    @property
    def can_resign(self) -> bool:
        return self.runner.can_resign(self.eyes)

    async def resign(self) -> None:
        await self.runner.resign(self.eyes)

    def ruling_on(self, text: str) -> Ruling | None:
        """The ruling that would let this person's text pass though the matcher refuses it."""
        return self.runner.ruling_on(self.eyes, text)

    async def overrule(self, ruling: Ruling, text: str = "") -> bool:
        """Record a ruling that all people at the table agree on; see `SessionRunner.overrule`."""
        return await self.runner.overrule(ruling, self.eyes, text)
