"""A family of attempts to lose something, and running them in several processes.

Every attempt has a number of its own, its seed, from which all chance of it comes: the same seed is the same
attempt. Attempt i of a run has the run's seed + i, so `--seed SEED --tries 1` repeats one.

A worker that does not end within `HUNG` seconds is ended by the system's own alarm, even inside a library.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from tui_arena.core.text import one_line

HUNG = 300
"""Seconds after which an attempt hangs: far more than any takes on a busy machine."""

Attempt = Callable[[int, Path], list[str]]
"""Tries once, by a seed, in an empty folder; returns what was lost, in sentences."""


@dataclass(frozen=True)
class Family:
    """Attempts of one kind."""

    name: str
    tries: int
    """Attempts of a full run."""
    attempt: Attempt
    sample: int | None = None
    """The most attempts of a sample; None: as many as its share of the time allows."""
    prepare: Callable[[], None] = lambda: None
    """What all attempts need and no attempt changes; called once, before workers are forked."""
    missing: Callable[[], str] = lambda: ""
    """Why it can't be run here; empty: it can."""
    sized: Callable[[int, int, Path], list[str]] | None = None
    """Instead of many attempts, one of that size: `--tries` is its second argument."""
    patience: int = HUNG
    """Seconds after which an attempt hangs."""


@dataclass
class Result:
    """What came of a family."""

    family: Family
    tried: int = 0
    failed: int = 0
    seconds: float = 0.0
    failures: list[tuple[int, str]] = field(default_factory=list)
    """Each with the seed that repeats it."""
    skipped: str = ""

    def take(self, seed: int, lost: list[str], tried: int = 1) -> None:
        """Add one attempt."""
        self.tried += tried
        self.failed += bool(lost)
        self.failures += [(seed, sentence) for sentence in lost]


def run(family: Family, seed: int, tries: int, *, seconds: float | None = None, jobs: int = 2) -> Result:
    """Run attempts until there were so many, or until the time is up."""
    result, began = Result(family), time.monotonic()
    result.skipped = family.missing()
    if result.skipped:
        return result
    family.prepare()
    if family.sized is not None:
        sized = family.sized
        _run(replace(family, attempt=lambda s, folder: sized(s, tries, folder)), iter([seed]), 1, result)
        result.tried = tries if result.tried else 0
    else:
        due = _seeds(seed, tries, None if seconds is None else began + seconds)
        _run(family, due, min(jobs, tries), result)
    result.seconds = time.monotonic() - began
    return result


def _seeds(seed: int, tries: int, until: float | None) -> Iterator[int]:
    """The seeds to try; at least one is."""
    for number in range(tries):
        if number and until is not None and time.monotonic() > until:
            return
        yield seed + number


class _Worker:
    """A process that is sent seeds, one by one."""

    def __init__(self, family: Family) -> None:
        here, there = multiprocessing.Pipe()
        self.pipe: Connection[Any, Any] = here
        sys.stdout.flush()
        self.process = multiprocessing.get_context("fork").Process(target=_serve, args=(family, there))
        self.process.start()
        there.close()
        self.patience = family.patience
        self.seed: int | None = None

    def begin(self, seed: int | None) -> None:
        """Send a seed; None ends the worker."""
        self.seed = seed
        self.pipe.send(seed)

    def done(self) -> list[str] | None:
        """What the attempt lost; None: the worker itself ended."""
        try:
            lost: list[str] = self.pipe.recv()
        except EOFError:
            return None
        return lost

    def end(self) -> str:
        """Wait for the end of the process; a sentence says how it came about."""
        self.pipe.close()
        self.process.join()
        code = self.process.exitcode
        return f"hung for {self.patience} s" if code == -signal.SIGALRM else f"ended its process ({code})"


def _serve(family: Family, pipe: Connection[Any, Any]) -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    while (seed := pipe.recv()) is not None:
        signal.alarm(family.patience)
        with tempfile.TemporaryDirectory(prefix="torture-", ignore_cleanup_errors=True) as folder:
            try:
                lost = family.attempt(seed, Path(folder))
            except Exception as error:  # noqa: BLE001  (whatever it is, it is what is looked for)
                lost = [crashed(error)]
        signal.alarm(0)
        pipe.send(lost)


def crashed(error: Exception) -> str:
    """A sentence about an exception that nobody caught."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " < ".join(f"{Path(one.filename).name}:{one.lineno}" for one in reversed(frames[-4:]))
    return f"{type(error).__name__} by {places} (at {one_line(str(error), 300)})"


def _run(family: Family, due: Iterator[int], jobs: int, result: Result) -> None:
    workers: dict[Connection[Any, Any], _Worker] = {}

    def more() -> None:
        while len(workers) < jobs and (seed := next(due, None)) is not None:
            worker = _Worker(family)
            workers[worker.pipe] = worker
            worker.begin(seed)

    more()
    while workers:
        for pipe in wait(list(workers)):
            worker = workers[pipe]  # type: ignore[index]  # only pipes of workers are waited for
            lost, seed = worker.done(), worker.seed
            assert seed is not None
            if lost is None:
                del workers[worker.pipe]
                result.take(seed, [f"the attempt {worker.end()}"])
                continue
            result.take(seed, lost)
            following = next(due, None)
            worker.begin(following)
            if following is None:
                del workers[worker.pipe]
                worker.end()
        more()


def spread(seed: int, count: int) -> int:
    """A number below `count` for a seed: any `count` seeds in a row give every number once, neighbours far apart."""
    step = max(int(count * 0.6180339887), 1)
    while _divisor(step, count) != 1:
        step += 1
    return seed * step % count


def _divisor(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a


def processes() -> int:
    """How many attempts run at once unless it is said."""
    return max(1, min(2, os.cpu_count() or 1))
