"""How much memory an evening takes: many games of all kinds in one app. Run by hand:

    python -m tests.benchmarks.bench_evening        60 games
    python -m tests.benchmarks.bench_evening 120    so many

Bots play as fast as they can be watched; after each game the app is back on home. Prints the MiB of the process
after each round of the six games.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.bench_app import collected
from tests.benchmarks.lines import line
from tests.ui.harness import opened
from tui_arena.config import Settings
from tui_arena.ui import COLLECTED, share_heap
from tui_arena.ui.setup.recent_setups import usual, watched

GAMES = 60
AT_HOME = 1.0
"""Seconds on home between two games; whoever chooses the next one takes at least that long."""
MOST = 140.0
"""MiB after an evening at most."""
GROWS = 2.0
"""MiB by which a round of the six games may grow the app once the first half of the party is over."""


def mib() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * 4096 / 2**20


async def evening(home: Path, games: int) -> list[float]:
    """MiB at home, then after each round of all games."""
    async with opened(home, settings=Settings(pace=0)) as (app, pilot):
        collected(app)
        gc.set_threshold(*COLLECTED)
        await pilot.pause(0.2)
        took = [mib()]
        for number in range(games):
            info = app.catalogue.game(list(app.catalogue.games)[number % len(app.catalogue.games)])
            app.open_table(watched(usual(app.settings, info), info), watch=True)
            while type(app.screen).__name__ != "ResultScreen":
                await pilot.pause(0.05)
            while app.screen_stack[1:]:
                app.back()
                await pilot.pause(0.05)
            await pilot.pause(AT_HOME)
            if (number + 1) % len(app.catalogue.games) == 0:
                took.append(mib())
                print(f"after {number + 1:3} games {took[-1]:6.0f} MiB", flush=True)
    return took


def main() -> int:
    """Print the figures; status 1 if one is over its limit."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    share_heap()
    with tempfile.TemporaryDirectory() as folder:
        took = asyncio.run(evening(Path(folder), games))
    half = took[len(took) // 2 :]
    over = line(f"memory after {games} games", took[-1], MOST, "MiB")
    over |= line("growth by a round of six", (half[-1] - half[0]) / max(len(half) - 1, 1), GROWS, "MiB")
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
