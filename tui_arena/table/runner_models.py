"""What the models at a table do, for whoever looks on or plays: read, cancelled, counted, paid for.

Law: what is read passes `privy`. Nothing here is drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any

from tui_arena.core.events import Kind
from tui_arena.core.game import TABLE, Ask
from tui_arena.core.record import Play
from tui_arena.core.referee import Referee
from tui_arena.core.session import Session
from tui_arena.players.seating import Cast
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.models import TableModels
from tui_arena.table.pending_replies import PendingReply, ReplyPreview, previews
from tui_arena.table.spending import Spent, raised, spent_by_seat
from tui_arena.table.turns import Page, turns
from tui_arena.table.visibility import may_hear

KEPT = 32
"""Answers to who may hear what that are remembered: it is asked many times a second."""


class RunnerModels(ABC):
    """The half of a session's runner that knows of its models."""

    session: Session
    play: Play[Any]
    hotseat: Hotseat
    cast: dict[str, Cast]
    models: TableModels
    referee: Referee[Any]
    asks: tuple[Ask, ...]
    messages: dict[str, Sequence[Mapping[str, str]]]
    """Chat messages that models were sent, by their hash."""

    def __init__(self) -> None:
        self._may_hear: dict[tuple[Ask, str, int], bool] = {}

    @property
    @abstractmethod
    def names(self) -> dict[str, str]:
        """The players' names by seat."""

    @property
    @abstractmethod
    def failed(self) -> tuple[str, str] | None:
        """A seat whose player failed, and the sentence that says why."""

    @property
    @abstractmethod
    def watching(self) -> bool:
        """Whether the people at this table (if any) have nothing to do but look on."""

    @abstractmethod
    async def retry(self, seat: str) -> None:
        """Ask a seat again."""

    @abstractmethod
    async def _guarded(self, work: Awaitable[Any]) -> None:
        """Save what a person did; a table that can't is left."""

    @abstractmethod
    def _is_changed(self) -> None:
        """There is something else to show."""

    @property
    def eyes(self) -> str:
        """Whose eyes are on the screen: a seat, or the table's."""
        return self.hotseat.seat or TABLE

    @property
    def coming(self) -> list[PendingReply]:
        """Replies of models on their way; none behind the curtain."""
        return [] if self.hotseat.seat is None else self.models.live.coming

    def may_hear(self, ask: Ask) -> bool:
        """Whether who sits in front may read a reply to this ask while it comes."""
        asked = (ask, self.eyes, len(self.play.events))
        if asked not in self._may_hear:
            self._may_hear = {asked: may_hear(self.play, ask, self.eyes)} | (
                self._may_hear if len(self._may_hear) < KEPT else {}
            )
        return self.hotseat.seat is not None and self._may_hear[asked]

    @property
    def may_look(self) -> bool:
        """Whether nobody plays here, so that who looks on may see what is hidden, and have it marked."""
        return self.watching and not self.hotseat.people

    @property
    def peeked(self) -> bool:
        """Whether a watcher has looked at what is hidden."""
        return any(e.type == Kind.PEEKED for e in self.play.events)

    @property
    def can_read_turns(self) -> bool:
        """Whether there may be a turn to look at: worked out only when it is asked for."""
        return bool(self.play.steps) and (self.may_look or self.has_models)

    @property
    def turns(self) -> list[Page]:
        """Turns that who sits in front may read, newest first."""
        return turns(
            self.play,
            self.messages,
            self.session.seats,
            self.eyes,
            watching=self.may_look,
            peeked=self.peeked,
        )

    def streams(self) -> list[ReplyPreview]:
        """Replies on their way, as who sits in front may see them."""
        live = self.models.live
        names = self.names
        return previews(
            self.coming,
            live.now,
            lambda seat: names.get(seat, seat),
            self.may_hear,
            lambda reply: self.models.cost_so_far(self.cast[reply.ask.seat], reply),
        )

    @property
    def awaited(self) -> PendingReply | None:
        """The reply of a model that Esc would cancel."""
        waited = {reply.ask: reply for reply in self.models.live.awaited}
        return next((waited[ask] for ask in self.asks if ask in waited), None)

    async def cancel(self) -> None:
        """Stop waiting for a model; its seat is paused."""
        reply = self.awaited
        if reply is None:
            return
        seat = reply.ask.seat
        after = reply.seconds(self.models.live.now)
        why = f"{seat}: {self.names[seat]} was stopped after {after:.1f} s"
        self.models.stopped.add(seat)
        await self._guarded(self.referee.cancel(seat, why))
        self._is_changed()

    @property
    def has_models(self) -> bool:
        """Whether a model sits here, or has."""
        return any(c.kind == "model" for c in self.cast.values()) or bool(self.spent)

    @property
    def spent(self) -> dict[str, Spent]:
        """What the models have used, by seat."""
        return spent_by_seat(self.play.events)

    @property
    def over_budget(self) -> bool:
        """Whether the first seat that failed waits for a higher budget."""
        return self.failed is not None and self.failed[0] in self.models.broke

    async def raise_budget(self) -> str:
        """Double the budget and ask on all seats that waited for it; the new figure."""
        figure = raised(self.models.budget)
        for seat in [s for s in self.referee.paused if s in self.models.broke]:
            await self.retry(seat)
        return figure
