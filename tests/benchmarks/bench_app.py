"""How fast the app is: time to the first frame, memory at that point, and from a key to its frame.

Run by hand: `python -m tests.benchmarks.bench_app`. The start is measured in a new process without a
terminal; a key is timed from its event to the end of the layout that shows its effect.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tui_arena.config import Paths
from tui_arena.ui.app.app import ArenaApp

STARTS = 11
KEYS = 200
LIMITS = {"first frame, ms": 400.0, "memory at it, MiB": 60.0, "key to frame p95, ms": 30.0}

CHILD = """
import resource, sys, time
from tui_arena.config import Paths
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.home.screen import HomeScreen
display = ArenaApp._display
def shown(self, screen, renderable):
    display(self, screen, renderable)
    if isinstance(screen, HomeScreen) and renderable is not None and screen.query('GameRow'):
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(time.clock_gettime(time.CLOCK_MONOTONIC), used, flush=True, file=sys.__stdout__)
        self.exit()
ArenaApp._display = shown
ArenaApp(Paths.find(sys.argv[1])).run(headless=True, size=(80, 24))
"""


def start(home: Path) -> tuple[float, float]:
    """Milliseconds from the process's start to the first frame, and MiB at that point."""
    began = time.clock_gettime(time.CLOCK_MONOTONIC)
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(home)], capture_output=True, text=True, check=True
    )
    at, kib = done.stdout.split()[:2]
    return 1000 * (float(at) - began), int(kib) / 1024


async def keys(home: Path) -> dict[str, list[float]]:
    """Milliseconds from each key to its frame: up and down on home, letters at the table."""
    app = ArenaApp(Paths.find(home))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        took = {"home": [await one(app, ("down", "up")[n % 2]) for n in range(KEYS)]}
        await pilot.press("1")
        await pilot.pause(0.5)
        took["table"] = [await one(app, ("a", "backspace")[n % 2]) for n in range(KEYS)]
    return took


async def one(app: ArenaApp, key: str) -> float:
    """Send one key and wait until what it changed is drawn."""
    done = asyncio.Event()
    began = time.perf_counter()
    app.simulate_key(key)
    app.screen.call_after_refresh(done.set)
    await done.wait()
    app.screen._compositor.render_strips()
    return 1000 * (time.perf_counter() - began)


def main() -> int:
    """Print the figures; status 1 if one is over its limit."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        starts = [start(home) for _ in range(STARTS)]
        took = asyncio.run(keys(home))
    figures = {
        "first frame, ms": statistics.median(ms for ms, _ in starts),
        "memory at it, MiB": statistics.median(mib for _, mib in starts),
    }
    for screen, times in took.items():
        figures[f"key to frame p95, ms: {screen}"] = sorted(times)[int(len(times) * 0.95)]
        print(f"{'key to frame median, ms: ' + screen:32} {statistics.median(times):8.1f}")
    late = False
    for name, value in figures.items():
        limit = LIMITS[name.partition(":")[0]]
        late |= value > limit
        print(f"{name:32} {value:8.1f}   (at most {limit:g})")
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
