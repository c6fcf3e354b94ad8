"""Saving many sessions that are played at once, without holding any of them up.

Law: who waits for a piece goes on when it is on the disk. All that comes while a commit is on its way
goes into the next one; the loop itself never touches the disk.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages
from tui_arena.core.session import Session
from tui_arena.save.store import Piece, SaveError, Store

_Waiting = tuple[Piece, "asyncio.Future[None]"]


class Writer:
    """Commits the pieces of all sessions of a run in a thread of its own, many at a time.

    A commit begins as soon as the one before it is done: whoever waited longer for company would keep
    all sessions in step, so that they ask at the same time and then all wait.
    """

    def __init__(self, store: Store) -> None:
        """Made in the loop that plays."""
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._waiting: list[_Waiting] = []
        self._changed = threading.Condition()
        self._closing = False
        self._ended: asyncio.Future[None] = self._loop.create_future()
        threading.Thread(target=self._work, name="save", daemon=True).start()

    async def add(self, piece: Piece) -> None:
        """Save a piece; returns when it is on the disk. Raises SaveError."""
        saved: asyncio.Future[None] = self._loop.create_future()
        with self._changed:
            self._waiting.append((piece, saved))
            self._changed.notify()
        await saved

    async def close(self) -> None:
        """Save what waits, and end."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        await self._ended

    def _work(self) -> None:
        """In the thread. Where the loop was ended by force nobody waits any more."""
        with suppress(RuntimeError):
            while batch := self._taken():
                errors = self._commit([piece for piece, _ in batch])
                self._loop.call_soon_threadsafe(_settle, batch, errors)
            self._loop.call_soon_threadsafe(self._ended.set_result, None)

    def _taken(self) -> list[_Waiting]:
        """All that waits, as soon as there is any; nothing when it is time to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            batch, self._waiting = self._waiting, []
            return batch

    def _commit(self, pieces: Sequence[Piece]) -> list[SaveError | None]:
        """What went wrong with each; one that can't be saved holds up no other."""
        try:
            self._store.add(pieces)
        except SaveError as error:
            if len(pieces) == 1:
                return [error]
            return [found for piece in pieces for found in self._commit([piece])]
        return [None] * len(pieces)


def _settle(batch: Sequence[_Waiting], errors: Sequence[SaveError | None]) -> None:
    """Let those go on who waited for a commit."""
    for (_, saved), error in zip(batch, errors, strict=True):
        if saved.done():
            continue
        if error is None:
            saved.set_result(None)
        else:
            saved.set_exception(error)


class Saved:
    """One session of a run on its way into the save file."""

    def __init__(self, session: Session, play: Play[Any], writer: Writer, *, known: bool, live: bool) -> None:
        """`known`: it is in the file already, and held here. `live`: every reply is saved as it comes."""
        self._session = session
        self._play = play
        self._writer = writer
        self._live = live
        self._later: list[Event] = []
        self.known = known
        """Whether the file holds it."""

    async def append(self, event: Event, messages: Messages) -> None:
        """Save one event; what says how it ended goes with what is computed from it.

        That is by `end`, or with the next event, where one is asked beside the game to its very end.
        """
        if not self._live or event.type == Kind.ENDED:
            self._later.append(event)
            return
        begins, self.known = not self.known, True
        play = self._play if begins or self._play.over else None
        events, self._later = [*self._later, event], []
        await self._writer.add(Piece(self._session, events, messages, begins, play))

    async def end(self) -> None:
        """Save the rest and what is computed from it, and let go of the session.

        One that came to nothing is not kept.
        """
        if self.known or self._later:
            begins, self.known = not self.known, True
            await self._writer.add(Piece(self._session, self._later, {}, begins, self._play, ends=True))
