"""The family `liveness` finds a table that waits for nobody, and its clock goes on only when nothing is left to do."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from tests.torture import liveness
from tests.torture.simulated_time import simulated
from tui_arena.ui.table.control import TableControl

CONNECTIONS = 62
"""The seed of an evening of Connections: one person with bots."""


def test_a_table_that_waits_for_nobody_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(liveness, "TURNS", 1)  # the sample of the gate has whole evenings
    assert liveness.attempt(CONNECTIONS, tmp_path / "well") == []
    monkeypatch.setattr(TableControl, "_looks", lambda _: True)
    (lost,) = liveness.attempt(CONNECTIONS, tmp_path / "held")
    assert "connections waits for nobody" in lost


def test_a_long_wait_takes_no_time_but_work_in_a_thread_is_waited_for() -> None:
    async def work() -> tuple[float, list[str]]:
        loop, done = asyncio.get_running_loop(), []

        async def in_thread() -> None:
            await asyncio.to_thread(time.sleep, 0.05)
            done.append("thread")

        began, task = loop.time(), asyncio.create_task(in_thread())
        await asyncio.sleep(3600)
        done.append("an hour")
        await task
        return loop.time() - began, done

    took, done = simulated(work)
    assert took == pytest.approx(3600, abs=1)
    assert done == ["thread", "an hour"]
