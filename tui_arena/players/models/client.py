"""Asking models, with limits, budgets and retries; model files are started when they're needed.

Requests that failed are repeated and counted here; LiteLLM retries nothing, and `player.py` asks once more
without a schema where a model takes none. A `RetryingClient` belongs to one event loop.

A `ThreadedClient` runs one in a separate thread, so that the screen's loop never waits for LiteLLM: not while
it loads, not while it runs a request, and not when the program ends.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from tui_arena.config import ModelEntry
from tui_arena.config.models import Limit
from tui_arena.core.game import Progress
from tui_arena.players.models.limits import Budget, Gate
from tui_arena.players.models.requests import (
    FailureKind,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    OnProgress,
    ignore_progress,
)

if TYPE_CHECKING:
    from tui_arena.players.models.litellm_client import LiteLLM
    from tui_arena.players.models.local import ModelFiles

RETRIES: dict[FailureKind, int] = {"rate_limited": 5, "unreachable": 2, "bad_reply": 1}
"""Further tries after a failure, by its kind. Other kinds get none, because only a person can fix them."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds before the second try, doubled for each further try, and the longest wait that is accepted."""


class ModelClient(Protocol):
    """Asks models: a `RetryingClient`, or a `ThreadedClient` that runs one in a thread."""

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        """A model's reply, after retries if needed. Raises ModelFailed, BudgetReached."""

    def takes_schema(self, entry: ModelEntry) -> bool:
        """Whether a model keeps to a schema; True until `plain` is called for it."""

    def plain(self, entry: ModelEntry) -> None:
        """Note that this model doesn't keep to a schema, so that it is asked for plain text from now on."""


class RetryingClient:
    """Asks models in the caller's event loop, and retries."""

    def __init__(
        self, provider: LiteLLM, limits: Callable[[], Mapping[str, Limit]], files: ModelFiles
    ) -> None:
        """`limits` returns the providers' limits as configured now, by provider."""
        self._provider = provider
        self._limits = limits
        self._files = files
        self._gates: dict[str, Gate] = {}
        self._plain: set[str] = set()

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        """A model's reply, after retries if needed. Raises ModelFailed, BudgetReached."""
        tries = 0
        while True:
            try:
                answer = replace(await self._once(call, budgets, hear), retries=tries)
            except ModelFailed as failed:
                await self._before_next(call, failed, tries, hear)
                tries += 1
            else:
                for budget in budgets:
                    budget.add(answer.usage)
                return answer

    async def _before_next(
        self, call: ModelRequest, failed: ModelFailed, tries: int, hear: OnProgress
    ) -> None:
        """Wait until the next try after a failure, or raise the failure if there is no next try."""
        wait = FIRST_WAIT * 2**tries if failed.retry_after is None else failed.retry_after
        if tries >= _tries(call, failed) or wait > LONGEST_WAIT:
            raise _given_up(failed, tries)
        hear(Progress(note=f"{_SHORT[failed.kind]}; try {tries + 2} in {wait:.0f} s"))
        if failed.kind == "rate_limited":
            self._gate(call.entry).hold(wait)
        await asyncio.sleep(wait)
        hear(Progress(note=f"try {tries + 2}"))

    def takes_schema(self, entry: ModelEntry) -> bool:
        return entry.name not in self._plain

    def plain(self, entry: ModelEntry) -> None:
        self._plain.add(entry.name)

    async def _once(self, call: ModelRequest, budgets: Sequence[Budget], hear: OnProgress) -> ModelResponse:
        gate = self._gate(call.entry)
        async with gate.through(lambda note: hear(Progress(note=note))):
            for budget in budgets:
                budget.check()  # other requests may have spent it while this one waited
            base_url, key = await self._files.address(call.entry, hear) if call.entry.gguf else (None, None)
            try:
                answer = await self._provider.answer(call, base_url, key, hear)
            except ModelFailed as failed:
                if failed.kind == "unreachable" and call.entry.gguf and await self._files.broke(call.entry):
                    raise ModelFailed("unreachable", _ENDED.format(name=call.entry.name)) from None
                raise
        if answer.usage:
            gate.used((answer.usage.input_tokens or 0) + (answer.usage.output_tokens or 0))
        return answer

    def _gate(self, entry: ModelEntry) -> Gate:
        name = entry.provider
        limit = self._limits().get(name, _ONE_AT_A_TIME if entry.gguf else Limit())
        gate = self._gates.setdefault(name, Gate(limit))
        if gate.limit != limit:
            gate = self._gates[name] = gate.with_limit(limit)
        return gate


_ONE_AT_A_TIME = Limit(concurrency=1)
"""A model file answers one request at a time. Requests wait at the gate, where no time limit runs."""
_ENDED = "{name}: the process that runs its file has ended; ask again, and it is started anew"
_SHORT: dict[FailureKind, str] = {
    "rate_limited": "asked to wait",
    "unreachable": "can't be reached",
    "bad_reply": "no proper reply",
}


def _given_up(failed: ModelFailed, tries: int) -> ModelFailed:
    """The last failure, with the number of tries and the provider's wait added to its sentence."""
    said = []
    if failed.retry_after is not None and failed.retry_after > LONGEST_WAIT:
        said.append(f"it asks to be left alone for {failed.retry_after / 60:.0f} min")
    if tries:
        said.append(f"tried {tries + 1} times")
    if not said:
        return failed
    why = f"{failed.why} ({'; '.join(said)})"
    return ModelFailed(failed.kind, why, retry_after=failed.retry_after, refused=failed.refused)


def _tries(call: ModelRequest, failed: ModelFailed) -> int:
    """How often a request is tried again after a failure.

    A server on this machine isn't retried if it can't be reached, as it won't start without help. A
    refused schema isn't retried either, because the caller asks for plain text instead.
    """
    entry = call.entry
    if failed.refused or (call.schema is not None and failed.kind == "bad_reply"):
        return 0
    here = entry.gguf is not None or entry.provider.partition(":")[0] in ("127.0.0.1", "localhost", "[")
    return 0 if here and failed.kind == "unreachable" else RETRIES.get(failed.kind, 0)


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
