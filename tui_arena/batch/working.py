"""Workers that take from one list until it is empty, and how they end together.

Law: a worker that fails lets the others stop where they are; what came is kept before the fault is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection


async def worked(
    workers: Collection[asyncio.Task[None]], end: Callable[[], None], close: Callable[[], Awaitable[None]]
) -> bool:
    """Wait for all workers, then close; whether it was interrupted. Raises the first fault of a worker.

    `end` lets those stop that are still at work, once one fails or an interrupt comes.
    """
    interrupted = False
    try:
        await asyncio.wait(workers, return_when=asyncio.FIRST_EXCEPTION)
    except asyncio.CancelledError:
        interrupted = True
    end()
    await asyncio.wait(workers)
    await close()
    faults = [fault for worker in workers if (fault := worker.exception())]  # each is to be looked at
    if faults:
        raise faults[0]
    return interrupted
