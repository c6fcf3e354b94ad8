"""Saving many sessions that are played at the same time, without delaying any of them.

Law: a session continues only when what it saves is on the disk.

Whatever arrives during a commit goes into the next one. The event loop itself never touches the disk.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import suppress

from tui_arena.save.store import Piece, SaveError, Store

_Waiting = tuple[Piece, "asyncio.Future[None]"]


class Writer:
    """Commits the pieces of all sessions of a run in a separate thread, many at a time.

    A commit begins as soon as the one before it is done. Waiting for more pieces would bring all sessions
    into step, so that they ask at the same time and then all wait.
    """

    def __init__(self, store: Store) -> None:
        """To be called in the event loop that plays."""
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
        """Save what is waiting, and end the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        await self._ended

    def _work(self) -> None:
        """Runs in the thread. If the event loop was closed by force, nobody is waiting any more."""
        with suppress(RuntimeError):
            while batch := self._taken():
                errors = self._commit([piece for piece, _ in batch])
                self._loop.call_soon_threadsafe(_settle, batch, errors)
            self._loop.call_soon_threadsafe(self._ended.set_result, None)

    def _taken(self) -> list[_Waiting]:
        """Wait for pieces, and take all of them; none when it is time to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            batch, self._waiting = self._waiting, []
            return batch

    def _commit(self, pieces: Sequence[Piece]) -> list[SaveError | None]:
        """Save pieces, and return each one's error. A piece that can't be saved doesn't stop the others."""
        try:
            self._store.add(pieces)
        except SaveError as error:
            if len(pieces) == 1:
                return [error]
            return [found for piece in pieces for found in self._commit([piece])]
        return [None] * len(pieces)


def _settle(batch: Sequence[_Waiting], errors: Sequence[SaveError | None]) -> None:
    """Wake the callers that waited for a commit."""
    for (_, saved), error in zip(batch, errors, strict=True):
        if saved.done():
            continue
        if error is None:
            saved.set_result(None)
        else:
            saved.set_exception(error)
