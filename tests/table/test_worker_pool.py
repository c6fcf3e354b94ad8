"""Workers side by side: all end, whichever of them fails and whoever interrupts them."""

from __future__ import annotations

import asyncio

import pytest

from tui_arena.players.models.requests import ModelFailed
from tui_arena.table.worker_pool import Cause, Health, run_workers


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


def test_three_failures_that_waiting_does_not_cure_end_a_model_unless_it_answers_in_between() -> None:
    health = Health()
    for kind in ("auth", "rate_limited", "unreachable"):
        health.failed("big", ModelFailed(kind, kind))
    assert health.dead == {}
    health.answered("big")
    for why in ("one", "two", "three", "four"):
        health.failed("big", ModelFailed("not_found", why))
    assert health.dead == {"big": "three"}


def test_a_context_that_is_too_short_is_forgotten_at_the_end_of_a_session_alone() -> None:
    health = Health()
    for _ in range(2):
        health.failed("short", ModelFailed("context", "too long"))
        health.answered("short")
    health.finished(["short"])
    health.failed("short", ModelFailed("context", "too long"))
    assert health.dead == {}
    for _ in range(2):
        health.answered("short")
        health.failed("short", ModelFailed("context", "too long"))
    assert health.dead == {"short": "too long"}
