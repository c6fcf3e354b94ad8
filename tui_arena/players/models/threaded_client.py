"""A model client in a separate thread, so that a screen stays responsive.

The screen's loop never waits for LiteLLM: not while it loads, not while it runs a request, and not when the
program ends. Pieces of a reply reach the screen's loop at most `RATE` times a second.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress

from tui_arena.config import ModelEntry
from tui_arena.core.game import Progress
from tui_arena.players.models.client import ModelClient
from tui_arena.players.models.limits import Budget
from tui_arena.players.models.requests import (
    ModelFailed,
    ModelRequest,
    ModelResponse,
    OnProgress,
    ignore_progress,
)

RATE = 20
"""How many pieces of one reply are passed on per second at most."""
LOADING = "loading model support"


class ThreadedClient:
    """Takes requests from any event loop and runs them in one daemon thread."""

    def __init__(self, load: Callable[[], None], make: Callable[[], ModelClient]) -> None:
        """`load` runs first in the thread, takes seconds and may raise ModelFailed.

        `make` then makes the client that runs in the thread.
        """
        self._load = load
        self._make = make
        self._client: ModelClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready: Future[ModelFailed | None] = Future()
        """None once loading is done, or the failure; after a failure the next ask starts loading again."""
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to load, unless that has begun already; returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._live, name="models", daemon=True)
            self._thread.start()

    @property
    def ready(self) -> bool:
        """Whether loading is done."""
        return self._client is not None

    def _live(self) -> None:
        self._loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self._loop)
        try:
            with _unswept():
                self._load()
            self._client = self._make()
        except ModelFailed as failed:
            self._loop.close()
            self._ready.set_result(failed)
            return
        self._loop.call_soon(self._ready.set_result, None)
        self._loop.run_forever()

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        """As `RetryingClient.ask`. Cancelling it returns at once and stops the request."""
        self.start()
        ready = self._ready
        if not ready.done():
            hear(Progress(note=LOADING))
            await asyncio.shield(asyncio.wrap_future(ready))
        failed = ready.result()
        if failed is not None:
            if self._ready is ready:
                self._ready, self._thread = Future(), None
            raise failed
        assert self._client is not None
        assert self._loop is not None
        slow = _Slow(asyncio.get_running_loop(), hear)
        asked = asyncio.run_coroutine_threadsafe(self._client.ask(call, budgets, slow.hear), self._loop)
        try:
            return await asyncio.wrap_future(asked)
        finally:
            slow.end()

    def takes_schema(self, entry: ModelEntry) -> bool:
        """As `RetryingClient.takes_schema`; True before loading is done."""
        return self._client is None or self._client.takes_schema(entry)

    def plain(self, entry: ModelEntry) -> None:
        """As `RetryingClient.plain`; does nothing before loading is done."""
        if self._client is not None:
            self._client.plain(entry)


@contextmanager
def _unswept() -> Iterator[None]:
    """Collect no garbage in the block, and exclude the objects made in it from later collections.

    A collection that scans LiteLLM's million objects stops all threads, including the screen's.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


class _Slow:
    """Passes on the newest piece of a reply, and drops pieces that arrive too fast."""

    def __init__(self, loop: asyncio.AbstractEventLoop, hear: OnProgress) -> None:
        self._loop = loop
        self._hear = hear
        self._lock = threading.Lock()
        self._newest: Progress | None = None
        self._waiting = False
        self._ended = False

    def hear(self, progress: Progress) -> None:
        """Take a piece; called in the client's thread."""
        with self._lock:
            self._newest = progress
            if self._waiting:
                return
            self._waiting = True
        with suppress(RuntimeError):  # the screen is gone, and its loop with it
            self._loop.call_soon_threadsafe(self._pass_on)

    def _pass_on(self) -> None:
        """Pass the newest piece on; runs in the screen's loop."""
        with self._lock:
            newest, self._newest = self._newest, None
            if self._ended or newest is None:
                self._waiting = False
                return
        self._hear(newest)
        self._loop.call_later(1 / RATE, self._pass_on)

    def end(self) -> None:
        self._ended = True
