"""Processes of this machine that play the sessions of bots and scripts; and how such processes begin."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

import msgspec

from tui_arena.batch.job import Job, JobResult, carry_out
from tui_arena.core.caches import collect_seldom

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

MOST_DEATHS = 3
"""The maximum number of processes that may die over one job before the job is given up."""


class LocalWorkers:
    """Processes of this machine."""

    def __init__(self, count: int, bench: bytes) -> None:
        """`bench`: the bytes from `bench_of` for the run that is played."""
        self._count = count
        self._bench = bench
        self._pool: Executor | None = None
        self._stopping = False

    async def carry_out(self, job: Job) -> JobResult | None:
        """The result of a job; None if `stop` was called first."""
        data = msgspec.json.encode(job)
        for _ in range(MOST_DEATHS):
            pool = self._opened()
            if pool is None:
                return None
            try:
                told = await asyncio.wrap_future(pool.submit(carry_out, self._bench, data))
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False)
            except (asyncio.CancelledError, RuntimeError):
                if self._opened() is None:
                    return None
                raise
            else:
                return msgspec.msgpack.decode(told, type=JobResult)
        return JobResult(
            failure=f"the process that played it was killed {MOST_DEATHS} times; is there enough memory?"
        )

    def _opened(self) -> Executor | None:
        """The processes, started if necessary; None once stopping."""
        if self._stopping:
            return None
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._count, process_context(carry_out.__module__), initializer=begin_process
            )
        return self._pool

    def stop(self) -> None:
        """Begin no more jobs."""
        self._stopping = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await asyncio.to_thread(pool.shutdown)


def process_context(*modules: str) -> SpawnContext | ForkServerContext:
    """How processes are started: forked from one that has loaded these modules, if the system can do that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(modules))
    return context


def begin_process() -> None:
    """Leave Ctrl-C to the parent process, end together with it, and collect garbage seldom."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    parent = multiprocessing.parent_process()
    assert parent is not None, "another worker started it"

    def end_with_it() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_it, daemon=True).start()
