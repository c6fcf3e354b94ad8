"""Workers side by side: all end, whichever of them fails and whoever interrupts them."""

from __future__ import annotations

import asyncio

import pytest

from tui_arena.table.worker_pool import Cause, run_workers


class Work:
    """Workers that go on until they are told to stop, and what they were told."""

    def __init__(self) -> None:
        self.stopped = asyncio.Event()
        self.causes: list[Cause] = []
        self.ended: list[str] = []

    def stop(self, cause: Cause) -> None:
        self.causes.append(cause)
        self.stopped.set()

    async def on(self, name: str) -> None:
        await self.stopped.wait()
        self.ended.append(name)

    async def fails(self, name: str) -> None:
        await asyncio.sleep(0)
        raise ValueError(name)


async def test_nobody_is_stopped_where_all_goes_well() -> None:
    work = Work()
    work.stopped.set()
    await run_workers([work.on("a"), work.on("b")], work.stop)
    await run_workers([], work.stop)
    assert (work.ended, work.causes) == (["a", "b"], [])


async def test_one_that_fails_lets_the_others_end() -> None:
    work = Work()
    with pytest.raises(ValueError, match="first"):
        await run_workers([work.on("a"), work.fails("first"), work.on("b")], work.stop)
    assert (work.ended, work.causes) == (["a", "b"], ["failed"])


async def test_an_interrupt_is_told_and_not_raised_again() -> None:
    work = Work()
    task = asyncio.create_task(run_workers([work.on("a"), work.on("b")], work.stop))
    await asyncio.sleep(0)
    task.cancel()
    await task
    assert (work.ended, work.causes) == (["a", "b"], ["interrupted"])
