"""How long the app's loop stands still: when a screen is opened first and again, and when keys follow each other.

Run by hand: `python -m tests.benchmarks.bench_stalls [SCREEN]...`. A stall is one callback of the loop, in
milliseconds of CPU time of its thread; so other work on the machine does not count.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import sys
import tempfile
import time
from asyncio.events import Handle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from textual.pilot import Pilot

from tests.save.making import ended, started
from tests.ui.harness import arena_of, opened
from tui_arena.data import Catalogue
from tui_arena.save.filters import Filter
from tui_arena.ui import COLLECTED, keep
from tui_arena.ui.app.app import ArenaApp

FIRST, AGAIN, KEY = 50.0, 16.0, 30.0
"""Limits: the longest stall when a screen is opened first and again, and a key's p95."""
TIMES, KEYS = 4, 60


@contextmanager
def watched() -> Iterator[list[float]]:
    """The milliseconds of every callback of the loop in the block, the longest last once it has ended."""
    took: list[float] = []
    run = Handle._run

    def timed(handle: Handle) -> None:
        began = time.thread_time()
        run(handle)
        took.append(1000 * (time.thread_time() - began))

    Handle._run = timed  # type: ignore[method-assign, assignment]
    try:
        yield took
    finally:
        Handle._run = run  # type: ignore[method-assign]
        took.sort()


async def rest(pilot: Pilot[None]) -> None:
    """Wait until the screen is filled."""
    await pilot.pause(0.25)
    await pilot.pause()


async def stall(pilot: Pilot[None], act: Callable[[], object]) -> float:
    """The longest callback until what was done is shown."""
    with watched() as took:
        act()
        await rest(pilot)
    return took[-1]


def ways(app: ArenaApp, over: str) -> dict[str, Callable[[], object]]:
    """What opens each screen."""
    return {
        "help": app.action_help,
        "settings": app.open_settings,
        "set-up": partial(app.open_setup, "wordle"),
        "sessions": app.open_sessions,
        "stats": partial(app.open_stats, "wordle"),
        "plots": partial(app.open_plots, Filter("wordle")),
        "party set-up": app.open_party_setup,
        "models": app.open_models,
        "result": partial(app.open_result, over),
        "replay": partial(app.open_replay, over),
        "palette": app.action_command_palette,
    }


async def screen(home: Path, name: str) -> tuple[float, float]:
    """The longest stall of a screen when it is opened first in a new app, and the median of later ones."""
    catalogue = Catalogue()
    from random import Random

    over = ended(catalogue, started(catalogue, 1), Random(1))
    async with opened(home, sessions=[over]) as pilot:
        app = arena_of(pilot)
        await rest(pilot)
        app.loaded = keep  # as when it is run in a terminal
        app.has_loaded("home")
        act = ways(app, over.id)[name]
        found = []
        for _ in range(TIMES):
            found.append(await stall(pilot, act))
            app.screen.dismiss() if name == "palette" else app.back()
            await rest(pilot)
        return found[0], statistics.median(found[1:])


async def arrows(home: Path, name: str) -> float:
    """The p95 of the loop's longest callback for one arrow key after the other."""
    async with opened(home) as pilot:
        await rest(pilot)
        ways(arena_of(pilot), "")[name]()
        await rest(pilot)
        took = []
        for n in range(KEYS):
            with watched() as callbacks:
                arena_of(pilot).simulate_key(("down", "up")[n // 8 % 2])
                await pilot.pause(0.03)
            took.append(callbacks[-1])
        return sorted(took)[int(KEYS * 0.95)]


def main() -> int:
    """Print the table; status 1 if a stall is over its limit."""
    over = False
    gc.set_threshold(*COLLECTED)
    names = sys.argv[1:] or list(ways(ArenaApp.__new__(ArenaApp), ""))
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            first, again = asyncio.run(screen(Path(folder), name))
        gc.collect()
        over |= first > FIRST or again > AGAIN
        print(
            f"{name:14} first {first:6.0f} (at most {FIRST:.0f})   again {again:6.0f} (at most {AGAIN:.0f})"
        )
    if "settings" in names:
        with tempfile.TemporaryDirectory() as folder:
            took = asyncio.run(arrows(Path(folder), "settings"))
        over |= took > KEY
        print(f"{'settings':14} arrow {took:6.0f} (at most {KEY:.0f})")
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
