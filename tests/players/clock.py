"""A simulated clock, so that tests don't wait."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from typing import Any

BEGIN = 1000.0


class Quick(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next timer."""

    def __init__(self) -> None:
        super().__init__()
        self.now = BEGIN

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        ready, waiting = self._ready, self._scheduled  # type: ignore[attr-defined]
        if not ready and waiting:
            self.now = max(self.now, heapq.nsmallest(1, waiting)[0].when())
        super()._run_once()  # type: ignore[misc]


def timed(work: Callable[[], Coroutine[Any, Any, None]]) -> float:
    """Seconds that some work takes by the clock of its loop."""
    loop = Quick()
    began = loop.now
    try:
        loop.run_until_complete(work())
    finally:
        loop.close()
    return loop.now - began
