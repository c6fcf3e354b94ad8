"""Saving a session in play. Work that has begun is saved whole, and a failed save waits for a decision."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.guarded import GameFailed
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages
from tui_arena.players.bot import InThread
from tui_arena.players.seating import Cast
from tui_arena.save.store import SaveError, Store
from tui_arena.table.spending import spent_by_seat

UNDERIVED = frozenset(
    {
        Kind.BRANCHED,
        Kind.DEFAULTED,
        Kind.DRAFT,
        Kind.PAUSED,
        Kind.RATED,
        Kind.RESUMED,
        Kind.TOLD,
        Kind.VERDICT,
        Kind.VOTED,
    }
)
"""Events after which the session's derived data (its line in lists, its flags) stays as it is."""


@dataclass(slots=True)
class FailedSave:
    """A save that failed, and a person's decision about it."""

    why: str
    decided: asyncio.Future[bool]
    """True: try again. False: leave the table."""

    def decide(self, *, again: bool) -> None:
        if not self.decided.done():
            self.decided.set_result(again)


class Left(Exception):
    """The table was left while an event could not be saved."""


class Saving:
    """Saves the events of one session."""

    def __init__(
        self, store: Store, session_id: str, in_thread: InThread, changed: Callable[[], None]
    ) -> None:
        """`changed` is called when a person has to decide about a failed save."""
        self._store, self._id = store, session_id
        self._in_thread, self._changed = in_thread, changed
        self.failed: FailedSave | None = None
        self._under_way: set[asyncio.Task[Any]] = set()
        """The work that plays and saves now. It is not interrupted."""
        self._stopped = False

    async def append(self, event: Event, messages: Messages, play: Play[Any]) -> None:
        """Save an event. Raises Left if it can't be saved and a person decides to leave."""
        derived = None if event.type in UNDERIVED else play
        while True:
            try:
                await self._in_thread(self._store.append, self._id, event, messages, derived)
            except SaveError as error:
                if self._stopped:  # nobody is left who could decide
                    raise Left from None
                self.failed = FailedSave(str(error), asyncio.get_running_loop().create_future())
                self._changed()
                again = await self.failed.decided
                self.failed = None
                if not again:
                    raise Left from None
            else:
                return

    async def to_the_end(self, work: Coroutine[Any, Any, Any]) -> None:
        """Finish work that saves, even if its screen is left meanwhile: a move is saved with its ending."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await asyncio.shield(task)

    def stop(self) -> None:
        """Leave the table at the next failed save."""
        self._stopped = True
        if self.failed is not None:
            self.failed.decide(again=False)

    async def wait(self) -> None:
        """Wait until all running work is saved."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def let_go(self, play: Play[Any], *, over: bool, begun: bool) -> None:
        """Bring the session's line in the lists up to date and end its lease.

        A session that was not `begun` is deleted, because there is nothing to resume.
        """
        # errors don't matter: the data is only derived, and a lease ends with its window anyway
        with suppress(SaveError, GameFailed):
            if not (over or begun):
                await self._in_thread(self._store.delete, [self._id])
                return
            if not over:
                await self._in_thread(self._store.summarise, self._id, play)
            await self._in_thread(self._store.release, self._id)


def was_begun(play: Play[Any], cast: Mapping[str, Cast]) -> bool:
    """True if a person or a model has made a move, even an undone one. With only bots, any move counts.

    Used tokens of models count as well, because they cost something.
    """
    if any(used.tokens for used in spent_by_seat(play.events).values()):
        return True
    seats = {event.get("seat") for event in play.events if event.type == Kind.REPLY}
    machines = {seat for seat, one in cast.items() if one.kind not in ("human", "model")}
    return bool(seats - machines if set(cast) - machines else seats)
