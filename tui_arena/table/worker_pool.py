"""Runs workers at the same time and ends them together.

If a worker fails or an interrupt comes, the others aren't cut off: they are asked to stop and waited for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Literal

Cause = Literal["interrupted", "failed"]
"""Why workers are asked to stop."""


async def run_workers(workers: Iterable[Coroutine[Any, Any, None]], stop: Callable[[Cause], None]) -> None:
    """Run workers until all of them have ended.

    `stop` is called once a worker has failed or this call is cancelled; it makes the others end soon.
    Raises the first worker's exception. A cancellation is not raised again, as `stop` was called for it.
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
