"""Saving many sessions that are played at the same time, without delaying any of them.

Law: a session continues only when what it saves is on the disk.

Whatever arrives during a commit goes into the next one. The event loop itself never touches the disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tui_arena.save.store import Piece, SaveError, Store


class Writer:
    """Commits the pieces of all sessions of a run in a thread, many at a time.

    A commit begins as soon as the one before it is done. Waiting for more pieces would bring all sessions
    into step, so that they ask at the same time and then all wait.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Piece, asyncio.Future[None]]] = []
        self._commits: asyncio.Task[None] | None = None
        """None: nothing is being saved."""

    async def add(self, piece: Piece) -> None:
        """Save a piece; returns when it is on the disk. Raises SaveError."""
        saved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((piece, saved))
        if self._commits is None:
            self._commits = asyncio.create_task(self._work())
        await saved

    async def close(self) -> None:
        """Wait until everything is saved."""
        if self._commits is not None:
            await self._commits

    async def _work(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            errors = await asyncio.to_thread(self._commit, [piece for piece, _ in batch])
            for (_, saved), error in zip(batch, errors, strict=True):
                if saved.done():
                    continue
                if error is None:
                    saved.set_result(None)
                else:
                    saved.set_exception(error)
        self._commits = None

    def _commit(self, pieces: Sequence[Piece]) -> list[SaveError | None]:
        """Save pieces, and return each one's error. A piece that can't be saved doesn't stop the others."""
        try:
            self._store.add(pieces)
        except SaveError as error:
            if len(pieces) == 1:
                return [error]
            return [found for piece in pieces for found in self._commit([piece])]
        return [None] * len(pieces)
