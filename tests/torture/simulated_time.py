"""An event loop whose clock stands still while anything is done, and jumps on when nothing is left to do.

A minute in which nothing happens takes no time at all, and a busy machine changes nothing.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

R = TypeVar("R")

GLANCE = 0.002
"""Real seconds for which the loop waits at a time for what is done in threads."""
TICK = 1e-6
"""Seconds that each turn of the loop takes."""
CLOCKS = (
    "textual._time.get_time",
    "tui_arena.ui.boards.tiles.monotonic",
    "tui_arena.ui.table.screen.monotonic",
    "tui_arena.ui.party.keyboard_spectators.monotonic",
)
"""What else tells the time to the app."""


class _Jumping(selectors.BaseSelector):
    """Waits for nothing but threads."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self._real = selectors.DefaultSelector()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._loop.now += TICK  # a clock that stands quite still never comes to the end of the shortest wait
        found = self._real.select(0)
        if found or (timeout is not None and timeout <= 0):
            return found
        if self._loop.beside or timeout is None:
            return self._real.select(GLANCE)
        self._loop.now += timeout
        return []

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._real.unregister(fileobj)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._real.get_map()

    def close(self) -> None:
        self._real.close()


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.beside = 0
        """How many calls are in threads now."""
        super().__init__(_Jumping(self))

    def time(self) -> float:
        return self.now

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        self.beside += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._came_back)
        return future

    def _came_back(self, _: object) -> None:
        self.beside -= 1


def simulated(work: Callable[[], Coroutine[Any, Any, R]]) -> R:
    """Run work in such a loop."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner, _clocks_of(runner.get_loop()):
        return runner.run(work())


@contextmanager
def _clocks_of(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    patches = [patch(name, loop.time) for name in CLOCKS]
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()
