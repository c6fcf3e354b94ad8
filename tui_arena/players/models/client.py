"""Asking models, with limits, budgets and retries; model files are started when they're needed.

Requests that failed are repeated and counted here; LiteLLM retries nothing, and `player.py` asks once more
without a schema where a model takes none. A `RetryingClient` belongs to one event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

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
    Provider,
    ignore_progress,
)

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


class Files(Protocol):
    """Runs model files on this machine."""

    async def address(self, entry: ModelEntry, hear: OnProgress) -> tuple[str, str]:
        """Base address and key of a file's server, which is started if needed. Raises ModelFailed."""

    async def broke(self, entry: ModelEntry) -> bool:
        """Whether a file's server has ended unexpectedly, for example in the middle of a reply."""


class RetryingClient:
    """Asks models in the caller's event loop, and retries."""

    def __init__(self, provider: Provider, limits: Callable[[], Mapping[str, Limit]], files: Files) -> None:
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
