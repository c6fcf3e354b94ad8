"""Carries out jobs in other processes: on the cores of this machine, or in a Dask cluster.

A process that dies is replaced, and its jobs are carried out again. A result that arrives twice is saved
once.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext
from typing import Any, Protocol

import msgspec

from tui_arena.batch.job import Job, JobResult, carry_out
from tui_arena.core.text import one_line

MOST_DEATHS = 3
"""The maximum number of processes that may die over one job before the job is given up."""
CONNECT = 10.0
"""Seconds after which a scheduler that doesn't answer is given up."""


class NoCluster(ValueError):
    """The cluster can't be used; the sentence says why."""


class Workers(Protocol):
    """Other processes that carry out jobs."""

    @property
    def at_once(self) -> int:
        """The number of jobs that are worth giving at the same time."""

    async def carry_out(self, job: Job) -> JobResult | None:
        """The result of a job; None if `stop` was called first."""

    def stop(self) -> None:
        """Begin no more jobs."""

    async def close(self) -> None:
        """End the processes, or leave the cluster."""


class LocalWorkers:
    """Processes of this machine."""

    def __init__(self, count: int, bench: bytes) -> None:
        """`bench`: the bytes from `bench_of` for the run that is played."""
        self._count = count
        self._bench = bench
        self._pool: Executor | None = None
        self._stopping = False

    @property
    def at_once(self) -> int:
        return 2 * self._count  # so that no process waits while its result is saved

    async def carry_out(self, job: Job) -> JobResult | None:
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
            self._pool = ProcessPoolExecutor(self._count, _context(), initializer=_alone)
        return self._pool

    def stop(self) -> None:
        self._stopping = True
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await asyncio.to_thread(pool.shutdown)


def _context() -> BaseContext:
    """How processes are started: forked from one that has loaded the program, if the system can do that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([carry_out.__module__])
    return context


def _alone() -> None:
    """Leave Ctrl-C to the parent process, and end together with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None, "another worker started it"

    def end_with_it() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end_with_it, daemon=True).start()


class Cluster:
    """A Dask cluster that is running already."""

    def __init__(self, client: Any, threads: int, bench: bytes) -> None:
        """`client`: a client made by `connected`; `threads`: the number of the workers' threads."""
        self._client = client
        self._threads = threads
        self._bench = bench
        self._open: set[Any] = set()
        self._stopping = False

    @classmethod
    async def connected(cls, address: str, bench: bytes) -> Cluster:
        """The cluster with a scheduler at this address. Raises NoCluster."""
        try:
            from distributed import Client  # noqa: PLC0415  (an extra, and heavy)
        except ImportError:
            raise NoCluster(
                'a cluster needs an extra package; install it with `pip install "tui-arena[cluster]"`'
            ) from None
        try:
            client = await Client(address, asynchronous=True, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise NoCluster(
                f"no scheduler answered at {one_line(address, 80)} ({one_line(str(error), 120)}); start "
                "one with `dask scheduler`, and its workers with `dask worker ADDRESS`"
            ) from None
        threads = sum((await client.nthreads()).values())
        if not threads:
            await client.close()
            raise NoCluster(
                f"the cluster at {one_line(address, 80)} has no workers; start one with `dask worker ADDRESS`"
            )
        return cls(client, threads, bench)

    @property
    def at_once(self) -> int:
        return 2 * self._threads

    async def carry_out(self, job: Job) -> JobResult | None:
        from distributed import CancelledError, KilledWorker  # noqa: PLC0415  (as above)

        if self._is_stopping():
            return None
        task = self._client.submit(
            carry_out, self._bench, msgspec.json.encode(job), key=f"tui-arena-{job.id}", pure=False
        )
        self._open.add(task)
        try:
            return msgspec.msgpack.decode(await task, type=JobResult)
        except KilledWorker:
            return JobResult(failure="every worker that played it was killed; is there enough memory?")
        except (CancelledError, asyncio.CancelledError):
            if self._is_stopping():
                return None
            raise
        except ImportError as error:
            return JobResult(
                failure=f"the cluster's workers need this version of TUI Arena ({one_line(str(error), 120)})"
            )
        finally:
            self._open.discard(task)
            task.release()

    def _is_stopping(self) -> bool:
        return self._stopping

    def stop(self) -> None:
        self._stopping = True
        for task in self._open:
            asyncio.ensure_future(task.cancel())  # noqa: RUF006  (the waiting code sees the cancellation)

    async def close(self) -> None:
        await self._client.close()
