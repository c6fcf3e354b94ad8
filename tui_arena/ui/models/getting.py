"""A download of a model, which continues on every screen while the app runs.

It runs in a thread of its own, so the app's loop stays free, and quitting doesn't wait for it. The downloaded
part is kept. Screens read the progress from the object.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

from tui_arena.config import BadFile, Paths
from tui_arena.players.models.shelf import ShelfModel, configured

if TYPE_CHECKING:
    from tui_arena.players.models.hub import Downloaded


class Getting:
    """One download, which ends with a configured model."""

    def __init__(self, model: ShelfModel, paths: Paths, over: Callable[[], object]) -> None:
        """Begin the download. `over` is called in the caller's loop after every end, even after a failure."""
        self.model = model
        self.now: Downloaded | None = None
        """The progress; None before the download has begun."""
        self.running = True
        self.fault = ""
        """Why the download failed, as a sentence; empty if it didn't fail."""
        self.name = ""
        """The name of the configured model; empty until the download has succeeded."""
        self._paths = paths
        self._over = over
        self._stopped = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        Thread(target=self._work, args=(asyncio.get_running_loop(),), name="download", daemon=True).start()

    @property
    def outcome_line(self) -> str:
        """The end of the download, in words."""
        if self.name:
            return f"{self.name} is here. Press t on the models screen to test it."
        name = self.model.name
        return (
            f"{name}: {self.fault}"
            if self.fault
            else f"Stopped downloading {name}. The downloaded part is kept."
        )

    def stop(self) -> None:
        """Stop the download within a moment, and keep the downloaded part."""
        self._stopped = True
        if self._loop is not None and self._task is not None:
            with suppress(RuntimeError):  # the download has just ended
                self._loop.call_soon_threadsafe(self._task.cancel)

    def _work(self, home: asyncio.AbstractEventLoop) -> None:
        try:
            with suppress(asyncio.CancelledError):
                asyncio.run(self._get())
        except BadFile as error:
            self.fault = str(error)
        finally:
            self.running = False
            with suppress(RuntimeError):  # the app has ended
                home.call_soon_threadsafe(self._over)

    async def _get(self) -> None:
        from tui_arena.players.models.hub import DownloadFailed, download  # noqa: PLC0415  (loads aiohttp)

        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        if self._stopped:
            return
        try:
            await download(self.model, self._paths.models, self._hear)
        except DownloadFailed as failed:
            self.fault = str(failed)
            return
        self.name = configured(self._paths, self.model)

    def _hear(self, now: Downloaded) -> None:
        self.now = now
