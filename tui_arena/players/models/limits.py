"""Limits on requests to providers, and budgets for what models may cost.

Waiting requests go through in order. A budget is checked before every request, so a run stops between two
replies and loses none. A reply of unknown price adds no dollars and is counted in `unpriced`.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Literal

from tui_arena.config import Limit
from tui_arena.core.game import Usage
from tui_arena.players.models.requests import BudgetReached

MINUTE = 60.0


@dataclass(slots=True)
class Budget:
    """What the models of one session or one run have cost, and what they may cost."""

    of: Literal["session", "run"] = "session"
    usd: float | None = None
    """Dollars that may be spent; None: no limit."""
    tokens: int | None = None
    """Tokens, in and out, that may be used; None: no limit."""
    spent_usd: float = 0.0
    used_tokens: int = 0
    unpriced: int = 0
    """How many replies had no known price."""

    def check(self) -> None:
        """Raise BudgetReached if no more requests are allowed."""
        if self.usd is not None and self.spent_usd >= self.usd:
            raise BudgetReached(
                f"the budget of this {self.of}, ${self.usd:.4g}, is spent (${self.spent_usd:.4f}); "
                "raise it to go on",
                of=self.of,
            )
        if self.tokens is not None and self.used_tokens >= self.tokens:
            raise BudgetReached(
                f"the budget of this {self.of}, {self.tokens:,} tokens, is used up "
                f"({self.used_tokens:,}); raise it to go on",
                of=self.of,
            )

    def add(self, usage: Usage | None) -> None:
        """Add the usage of one reply; None if the provider gave none."""
        if usage is None:
            self.unpriced += 1
            return
        self.used_tokens += (usage.input_tokens or 0) + (usage.output_tokens or 0)
        if usage.cost_usd is None:
            self.unpriced += 1
        else:
            self.spent_usd += usage.cost_usd


@dataclass(slots=True)
class Gate:
    """Limits the requests to one provider: how many at once, and how many and how many tokens per minute."""

    limit: Limit
    _open: asyncio.Semaphore | None = None
    _begun: deque[float] = field(default_factory=deque)
    _tokens: deque[tuple[float, int]] = field(default_factory=deque)
    _until: float = 0.0

    def with_limit(self, limit: Limit) -> Gate:
        """A gate with another limit that remembers what went through this one."""
        return replace(self, limit=limit, _open=None)

    @asynccontextmanager
    async def through(self, told: Callable[[str], None] = lambda _: None) -> AsyncIterator[None]:
        """Wait until one more request may begin, and hold its place while it lasts.

        `told` is called with the reason for waiting, and with an empty text once the wait is over.
        """
        if self._open is None:
            self._open = asyncio.Semaphore(self.limit.concurrency or 1_000_000)
        waits = self._open.locked()
        if waits:
            told("waits for its turn")
        async with self._open:
            while (wait := self._wait()) > 0:
                waits = True
                told(f"held back for {math.ceil(wait)} s")
                await asyncio.sleep(wait)
            if waits:
                told("")
            self._begun.append(asyncio.get_running_loop().time())
            yield

    def used(self, tokens: int) -> None:
        """Count the tokens of a reply."""
        if self.limit.tokens_per_minute is not None:
            self._tokens.append((asyncio.get_running_loop().time(), tokens))

    def hold(self, seconds: float) -> None:
        """Let no request through for so many seconds, because the provider asked for a pause."""
        self._until = max(self._until, asyncio.get_running_loop().time() + seconds)

    def _wait(self) -> float:
        """Seconds until the next request may begin."""
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
