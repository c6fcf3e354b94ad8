"""Runs workers at the same time, ends them together, and knows which models are worth asking.

If a worker fails or an interrupt comes, the others aren't cut off: they are asked to stop, and then awaited.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from tui_arena.core.game import PlayerFailed
from tui_arena.players.models.requests import FailureKind, ModelFailed

Cause = Literal["interrupted", "failed"]
"""The reason why workers are asked to stop."""
IN_A_ROW = 3
"""A model that fails this many times in a row is no longer asked."""
LASTING: frozenset[FailureKind] = frozenset({"auth", "not_found", "context", "unreachable"})
"""Failures that waiting doesn't cure."""


async def run_workers(workers: Iterable[Coroutine[Any, Any, None]], stop: Callable[[Cause], None]) -> None:
    """Run workers until all of them have ended.

    `stop` is called when a worker has failed or this call is cancelled; it makes the others end soon. Raises
    the first worker's exception. A cancellation is not raised again, because `stop` was called for it.
    """
    tasks = [asyncio.create_task(worker) for worker in workers]
    if not tasks:
        return
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    except asyncio.CancelledError:
        stop("interrupted")
    if any(task.done() and task.exception() for task in tasks):
        stop("failed")
    await asyncio.wait(tasks)
    faults = [fault for task in tasks if (fault := task.exception())]  # asyncio warns if it isn't read
    if faults:
        raise faults[0]


@dataclass(slots=True)
class Health:
    """Which players answer, and which have failed too often."""

    dead: dict[str, str] = field(default_factory=dict)
    """Maps the name of each player that is no longer asked to the reason."""
    _rows: dict[str, int] = field(default_factory=dict)
    _short: set[str] = field(default_factory=set)
    """Models that failed because their context was too short. They may well answer another ask."""

    def answered(self, name: str) -> None:
        """Note that a player has replied."""
        if name not in self._short:
            self._rows.pop(name, None)

    def finished(self, names: Iterable[str]) -> None:
        """Note that a session with these players is over."""
        for name in names:
            self._rows.pop(name, None)
            self._short.discard(name)

    def failed(self, name: str, failure: Exception) -> None:
        """Note that a player could not answer, even after all retries, or could not be seated."""
        kind = failure.kind if isinstance(failure, ModelFailed) else None
        if isinstance(failure, PlayerFailed) and kind not in LASTING:
            return
        self._rows[name] = self._rows.get(name, 0) + 1
        if kind == "context":
            self._short.add(name)
        if self._rows[name] >= IN_A_ROW:
            self.dead.setdefault(name, str(failure))
