"""Saving many sessions that are played at once, without holding any of them up.

Law: who waits for a piece goes on when it is on the disk. All that comes while a commit is on its way
goes into the next one; the loop itself never touches the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages
from tui_arena.core.session import Session
from tui_arena.save.store import Piece, SaveError, Store

GATHER = 0.01
"""Seconds that a commit waits for others to come along: a reply of a model takes longer by far."""


class Writer:
    """Commits the pieces of all sessions of a run, many at a time."""

    def __init__(self, store: Store, gather: float = GATHER) -> None:
        self._store = store
        self._gather = gather
        self._waiting: list[tuple[Piece, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "save")

    async def add(self, piece: Piece) -> None:
        """Save a piece; returns when it is on the disk. Raises SaveError."""
        loop = asyncio.get_running_loop()
        saved: asyncio.Future[None] = loop.create_future()
        self._waiting.append((piece, saved))
        if self._task is None:
            self._task = loop.create_task(self._work())
        await asyncio.shield(saved)

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            await asyncio.sleep(self._gather)
            batch, self._waiting = self._waiting, []
            errors = await loop.run_in_executor(self._thread, self._commit, [piece for piece, _ in batch])
            for (_, saved), error in zip(batch, errors, strict=True):
                if saved.cancelled():
                    continue
                if error is None:
                    saved.set_result(None)
                else:
                    saved.set_exception(error)
        self._task = None

    def _commit(self, pieces: Sequence[Piece]) -> list[SaveError | None]:
        """What went wrong with each; one that can't be saved holds up no other."""
        try:
            self._store.add(pieces)
        except SaveError as error:
            if len(pieces) == 1:
                return [error]
            return [found for piece in pieces for found in self._commit([piece])]
        return [None] * len(pieces)

    async def close(self) -> None:
        """Save what waits, and end."""
        while self._task is not None:
            await self._task
        self._thread.shutdown(wait=False)


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
        """Save one event; what says how it ended goes with what is computed from it, by `end`."""
        if not self._live or event.type == Kind.ENDED:
            self._later.append(event)
            return
        begins, self.known = not self.known, True
        play = self._play if begins else None
        await self._writer.add(Piece(self._session, [event], messages, begins, play))

    async def end(self) -> None:
        """Save the rest and what is computed from it, and let go of the session.

        One that came to nothing is not kept.
        """
        if self.known or self._later:
            begins, self.known = not self.known, True
            await self._writer.add(Piece(self._session, self._later, {}, begins, self._play, ends=True))
