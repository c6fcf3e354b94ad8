"""Asking models, with limits, budgets and retries. A model file's server is started when it is needed.

Requests that wait for a limit are sent in order. This module repeats and counts failed requests; the
transports retry nothing. If a server doesn't take a field, the request is sent in another form (`ladder.py`).
A `RetryingClient` belongs to one event loop.

A `ThreadedClient` runs a `RetryingClient` in a separate thread. So the screen's loop never waits for a
transport while it loads, while it runs a request, or when the program ends.
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from tui_arena.config import ModelEntry
from tui_arena.config.models import Limit
from tui_arena.core.game import OnProgress, Progress
from tui_arena.players.models.failures import takes_no
from tui_arena.players.models.ladder import (
    MAY_FAIL_AT,
    ORDER,
    SCHEMA,
    Climb,
    Ladder,
    on_rungs,
    rungs_in_words,
)
from tui_arena.players.models.requests import (
    Budget,
    FailureKind,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    PartOfReply,
    ignore_progress,
)

if TYPE_CHECKING:
    from tui_arena.players.models.local import ModelFiles
    from tui_arena.players.models.requests import Purse
    from tui_arena.players.models.transport import Transport

RETRIES: dict[FailureKind, int] = {"rate_limited": 5, "unreachable": 2, "broken": 2, "bad_reply": 1}
"""The number of further tries by kind of failure. Other kinds get none: only a person can fix them."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
"""Seconds before the second try, which double with each further try, and the longest accepted wait."""
PASSING: frozenset[FailureKind] = frozenset({"loading", "rate_limited", "broken", "unreachable"})
"""Kinds of failure that may have passed when the same request is tried again."""
LOADING_WAIT, LOADING_TOTAL = 10.0, 600.0
"""The longest wait between two checks of a loading server, and the longest wait in all, in seconds."""


class ModelClient(Protocol):
    """Asks models. Either a `RetryingClient`, or a `ThreadedClient` that runs one in a thread."""

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        """Returns a model's reply, after retries if needed. Raises ModelFailed, BudgetReached."""


class RetryingClient:
    """Asks models in the caller's event loop, and retries after failures."""

    def __init__(
        self,
        transports: Transport,
        limits: Callable[[], Mapping[str, Limit]],
        files: ModelFiles,
        *,
        purse: Purse | None = None,
        ladder: Ladder | None = None,
        waits: Callable[[ModelEntry, float], None] = lambda _entry, _seconds: None,
    ) -> None:
        """`limits` returns the providers' current limits, by provider. `purse` counts what all models cost.

        `waits` is called while a server loads its model, with the model and the seconds so far.
        """
        self._waits = waits
        self._purse = purse
        self._transports = transports
        self._limits = limits
        self._files = files
        self._ladder = ladder or Ladder()
        self._gates: dict[str, Gate] = {}

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        """Returns a model's reply, after retries if needed. Raises ModelFailed, BudgetReached."""
        asking = PendingRequest(call, budgets, hear)
        answer: ModelResponse | None = None
        while answer is None:
            climbing = self._ladder.climbing(call.entry)
            if climbing.locked():
                async with climbing:
                    pass
            request = on_rungs(call, self._ladder.known(call.entry))
            try:
                answer = await self._once(request, budgets, hear)
            except ModelFailed as failed:
                asking.note(failed)
                answer = await self._after(asking, request, failed)
        self._ladder.works(call.entry, answer.without)
        for budget in budgets:
            budget.add(answer.usage)
        if self._purse is not None:
            self._purse.add(answer.usage)
        retries = asking.failed + asking.climbed
        if not retries and not asking.parts:
            return answer
        return replace(answer, retries=retries, parts=tuple(asking.parts))

    async def _after(
        self, asking: PendingRequest, request: ModelRequest, failed: ModelFailed
    ) -> ModelResponse | None:
        """The reply on other rungs after a failure; None: try again. Raises if there is no next try."""
        if self._ladder.may_climb(request, failed, asking.failed):
            asking.climbed += 1
            return await self._climb(asking, request, failed)
        await self._wait(asking, failed)
        return None

    async def _climb(
        self, asking: PendingRequest, request: ModelRequest, failed: ModelFailed
    ) -> ModelResponse | None:
        """Returns the reply on the rungs that the server takes; None if another request has found rungs.

        Raises the first failure, or the refusal of a published parameter, if there are no such rungs.
        """
        entry = asking.call.entry
        async with self._ladder.climbing(entry):
            self._ladder.look_again()
            known = self._ladder.known(entry)
            if known - request.without:
                return None
            every = failed.refused or failed.status in MAY_FAIL_AT
            climb = Climb(asking.call, known, ORDER if every else (SCHEMA,))
            refused = failed
            further = climb.next(refused)
            while further is not None:
                asking.hear(
                    Progress(note=f"asks again, {', '.join(rungs_in_words(further.without - known))}")
                )
                try:
                    answer = await self._once(further, asking.budgets, asking.hear)
                except ModelFailed as again:
                    asking.note(again)
                    if self._ladder.may_climb(further, again, 1):
                        asking.climbed += 1
                        refused, further = again, climb.next(again)
                    elif again.kind in PASSING:
                        await self._wait(asking, again)  # then try the same rungs again
                    else:
                        raise _given_up(asking, again) from None
                else:
                    return await self._learned(asking, request, failed, answer)
            self._ladder.led_nowhere(request, failed)
        if climb.refused_parameter:
            raise takes_no(entry, climb.refused_parameter)
        raise _given_up(asking, failed)

    async def _learned(
        self, asking: PendingRequest, request: ModelRequest, failed: ModelFailed, answer: ModelResponse
    ) -> ModelResponse:
        """The reply on other rungs, which are remembered unless a server fault had only passed meanwhile."""
        if failed.status in MAY_FAIL_AT:
            try:
                return await self._once(request, asking.budgets, asking.hear)
            except ModelFailed as again:
                asking.note(again)
        self._ladder.works(asking.call.entry, answer.without)
        return answer

    async def _wait(self, asking: PendingRequest, failed: ModelFailed) -> None:
        """Wait until the next try if a failure may pass. Raises the failure if there is no next try."""
        if failed.kind == "loading":
            await self._until_loaded(asking, failed)
        else:
            await self._before_next(asking, failed)
            asking.failed += 1

    async def _until_loaded(self, asking: PendingRequest, failed: ModelFailed) -> None:
        """Wait before the next check of a loading server. Raises the failure if loading takes too long."""
        clock = asyncio.get_running_loop().time
        asking.began = clock() if asking.began is None else asking.began
        asking.waited = clock() - asking.began
        if asking.waited >= LOADING_TOTAL:
            raise _given_up(asking, failed)
        wanted = (
            FIRST_WAIT * 2 ** min(asking.loading, 4) if failed.retry_after is None else failed.retry_after
        )
        end = clock() + min(max(wanted, FIRST_WAIT), LOADING_WAIT)
        asking.loading += 1
        while (left := end - clock()) > 0:
            asking.hear(Progress(note=f"model loading, {asking.waited:.0f} s"))
            self._waits(asking.call.entry, asking.waited)
            await asyncio.sleep(min(1.0, left))
            asking.waited = clock() - asking.began
        asking.hear(Progress(note=""))

    async def _before_next(self, asking: PendingRequest, failed: ModelFailed) -> None:
        """Wait until the next try after a failure. Raises the failure if there is no next try."""
        number, entry = asking.failed, asking.call.entry
        wait = FIRST_WAIT * 2**number if failed.retry_after is None else failed.retry_after
        if number >= _tries(entry, failed) or wait > LONGEST_WAIT:
            raise _given_up(asking, failed)
        asking.hear(Progress(note=f"{_SHORT[failed.kind]}; try {number + 2} in {wait:.0f} s"))
        if failed.kind == "rate_limited":
            self._gate(entry).hold(wait)
        await asyncio.sleep(wait)
        asking.hear(Progress(note=f"try {number + 2}"))

    async def _once(self, call: ModelRequest, budgets: Sequence[Budget], hear: OnProgress) -> ModelResponse:
        gate = self._gate(call.entry)
        async with gate.through(lambda note: hear(Progress(note=note))):
            for budget in budgets:
                budget.check()  # other requests may have spent it while this one waited
            if self._purse is not None:
                self._purse.check()
            base_url, key = await self._files.address(call.entry, hear) if call.entry.gguf else (None, None)
            send = call.sends or self._transports.answer
            try:
                answer = await send(call, base_url, key, hear)
            except ModelFailed as failed:
                breaks = call.entry.gguf is not None and failed.kind in ("unreachable", "broken")
                if breaks and await self._files.broke(call.entry) and failed.kind == "unreachable":
                    raise ModelFailed("unreachable", _ENDED.format(name=call.entry.name)) from None
                raise  # a reply that broke off is asked for again, and that starts another process
            digest = self._files.digest(call.entry) if call.entry.gguf else None
            if digest is not None:
                answer = replace(answer, served={**answer.served, "file": digest})
        if answer.usage:
            gate.used(answer.usage.tokens)
        return answer

    def _gate(self, entry: ModelEntry) -> Gate:
        name = entry.provider
        limit = self._limits().get(name, _ONE_AT_A_TIME if entry.gguf else Limit())
        gate = self._gates.setdefault(name, Gate(limit))
        if gate.limit != limit:
            gate = self._gates[name] = gate.with_limit(limit)
        return gate


MINUTE = 60.0


@dataclass(slots=True)
class Gate:
    """Limits the requests to one provider: requests at once, and requests and tokens per minute."""

    limit: Limit
    _open: asyncio.Semaphore | None = None
    _begun: deque[float] = field(default_factory=deque)
    _tokens: deque[tuple[float, int]] = field(default_factory=deque)
    _until: float = 0.0

    def with_limit(self, limit: Limit) -> Gate:
        """Returns a gate with another limit that remembers this gate's requests and tokens."""
        return replace(self, limit=limit, _open=None)

    @asynccontextmanager
    async def through(self, report: Callable[[str], None] = lambda _: None) -> AsyncIterator[None]:
        """Wait until one more request may begin, and keep its place while it runs.

        `report` is called with the reason for waiting, and with an empty text once the wait is over.
        """
        if self._open is None:
            self._open = asyncio.Semaphore(self.limit.concurrency or 1_000_000)
        waits = self._open.locked()
        if waits:
            report("waits for its turn")
        async with self._open:
            while (wait := self._wait()) > 0:
                waits = True
                report(f"waits {math.ceil(wait)} s because of a rate limit")
                await asyncio.sleep(wait)
            if waits:
                report("")
            self._begun.append(asyncio.get_running_loop().time())
            yield

    def used(self, tokens: int) -> None:
        """Count the tokens of a reply."""
        if self.limit.tokens_per_minute is not None:
            self._tokens.append((asyncio.get_running_loop().time(), tokens))

    def hold(self, seconds: float) -> None:
        """Let no request through for this many seconds, because the provider asked for a pause."""
        self._until = max(self._until, asyncio.get_running_loop().time() + seconds)

    def _wait(self) -> float:
        """Returns the seconds until the next request may begin."""
        now = asyncio.get_running_loop().time()
        while self._begun and self._begun[0] <= now - MINUTE:
            self._begun.popleft()
        while self._tokens and self._tokens[0][0] <= now - MINUTE:
            self._tokens.popleft()
        wait = self._until - now
        if self.limit.per_minute is not None and len(self._begun) >= self.limit.per_minute:
            wait = max(wait, self._begun[0] + MINUTE - now)
        if self.limit.tokens_per_minute is not None:
            over = sum(n for _, n in self._tokens) >= self.limit.tokens_per_minute
            wait = max(wait, self._tokens[0][0] + MINUTE - now) if over else wait
        return wait


_ONE_AT_A_TIME = Limit(concurrency=1)
"""A model file answers one request at a time. Requests wait at the gate, where no time limit runs."""
_ENDED = "{name}: the process that runs its file has ended; ask again to restart it"
_SHORT: dict[FailureKind, str] = {
    "rate_limited": "asked us to wait",
    "unreachable": "can't be reached",
    "broken": "broke off",
    "bad_reply": "didn't send a valid reply",
}


@dataclass(slots=True)
class PendingRequest:
    """One request, and the number of its tries that failed so far."""

    call: ModelRequest
    budgets: Sequence[Budget]
    hear: OnProgress
    failed: int = 0
    climbed: int = 0
    """The number of requests that were refused before the rungs were found that the server takes."""
    parts: list[PartOfReply] = field(default_factory=list)
    """The parts of replies that broke off."""
    loading: int = 0
    """How often the server said that it is loading its model. These answers use up no try."""
    began: float | None = None
    """Loop time when the server first said that it is loading; None if it hasn't."""
    waited: float = 0.0
    """Seconds since `began`."""

    def note(self, failed: ModelFailed) -> None:
        """Keep the part of a reply that came before the failure."""
        if failed.part is None:
            return
        for budget in self.budgets:
            budget.broken += 1
            budget.unpriced += 1  # the cost of a broken reply is unknown
        if len(self.parts) < MOST_PARTS:
            self.parts.append(failed.part)


MOST_PARTS = 20
"""The number of broken replies that are kept for one request."""


def _given_up(asking: PendingRequest, failed: ModelFailed) -> ModelFailed:
    """Returns the last failure, with the number of tries and the provider's wait added to its sentence."""
    said = []
    if failed.retry_after is not None and failed.retry_after > LONGEST_WAIT:
        said.append(f"it asks for a pause of {failed.retry_after / 60:.0f} min")
    if asking.waited:
        said.append(f"waited {asking.waited / 60:.0f} min for it")
    if asking.failed:
        said.append(f"tried {asking.failed + 1} times")
    if said:
        failed.said(f"{failed.why} ({'; '.join(said)})")
    failed.parts = tuple(asking.parts)
    return failed


def _tries(entry: ModelEntry, failed: ModelFailed) -> int:
    """Returns how often a request is tried again after a failure.

    A server on this machine isn't tried again if it can't be reached, because it won't start without help.
    """
    if failed.refused:
        return 0
    here = entry.gguf is not None or entry.provider.partition(":")[0] in ("127.0.0.1", "localhost", "[")
    gone = here and failed.kind == "unreachable" and not failed.answered
    return 0 if gone else RETRIES.get(failed.kind, 0)


class ThreadedClient:
    """Takes requests from any event loop and runs them in one daemon thread."""

    def __init__(self, make: Callable[[], ModelClient], load: Callable[[ModelEntry], None]) -> None:
        """`make` makes the client that runs in the thread, and is called there.

        `load` loads what a model needs. It takes seconds and may raise ModelFailed.
        """
        self._make = make
        self._load = load
        self._client: ModelClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self, entry: ModelEntry) -> None:
        """Begin to load what a model needs; returns at once."""
        self._begun().call_soon_threadsafe(self._prepare, entry)

    def _begun(self) -> asyncio.AbstractEventLoop:
        """Returns the event loop of the thread, and starts the thread if it isn't running yet."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            threading.Thread(target=self._live, args=(self._loop,), name="models", daemon=True).start()
        return self._loop

    def _live(self, loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        loop.run_forever()

    def _prepare(self, entry: ModelEntry) -> None:
        with suppress(ModelFailed):  # the caller of `ask` gets the failure
            self._load(entry)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin some work in the thread; returns at once. The work mustn't raise."""
        asyncio.run_coroutine_threadsafe(work, self._begun())

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: OnProgress = ignore_progress
    ) -> ModelResponse:
        """As `RetryingClient.ask`. If the caller cancels it, it returns at once and stops the request."""
        loop, listens = asyncio.get_running_loop(), True

        def pass_on(progress: Progress) -> None:
            if listens:
                hear(progress)

        def heard(progress: Progress) -> None:
            with suppress(RuntimeError):  # the screen has closed, and its loop with it
                loop.call_soon_threadsafe(pass_on, progress)

        asked = asyncio.run_coroutine_threadsafe(self._ask(call, budgets, heard), self._begun())
        try:
            return await asyncio.wrap_future(asked)
        finally:
            listens = False

    async def _ask(self, call: ModelRequest, budgets: Sequence[Budget], hear: OnProgress) -> ModelResponse:
        if self._client is None:
            self._client = self._make()
        return await self._client.ask(call, budgets, hear)
