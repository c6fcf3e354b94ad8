"""How fast figures and screens are over a file of 300,000 sessions and more.

Run by hand: `python -m tests.benchmarks.bench_big_file FOLDER [SESSIONS]`. A file with so many sessions of one
game and a third as many of another is built in FOLDER once, and kept. CPU milliseconds, the least of some runs.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual.pilot import Pilot

from tests.benchmarks.bench_store import METRICS, build
from tui_arena.config import Paths
from tui_arena.data import Catalogue
from tui_arena.reports.writing import write_report
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store, open_store
from tui_arena.stats.comparison import compare
from tui_arena.stats.ranking.leaderboard import rated
from tui_arena.stats.split_half import two_sets
from tui_arena.ui.app.app import ArenaApp

SESSIONS = 300_000
WORDLE = Filter("wordle")
LIMITS = {
    "3 metrics by secret": 150,
    "two players compared": 400,
    "two sets, one metric": 600,
    "two sets, all metrics": 600,
    "report, both games": 2000,
    "home settled": 400,
    "stats settled": 400,
    "sessions settled": 400,
    "plots settled": 400,
}
"""CPU milliseconds at 300,000 sessions."""


def least(work: Callable[[], object], times: int = 3) -> float:
    """CPU milliseconds of the quickest of some runs."""
    took = []
    for _ in range(times):
        began = time.process_time()
        work()
        took.append(1000 * (time.process_time() - began))
    return min(took)


def figures(store: Store, catalogue: Catalogue) -> dict[str, float]:
    """What each figure takes."""
    sets = partial(two_sets, store, catalogue, WORDLE, "bot:bot hard")
    return {
        "3 metrics by secret": least(lambda: store.items(WORDLE, METRICS)),
        "two players compared": least(
            lambda: compare(store, catalogue, WORDLE, "human:Ada", "bot:bot hard", metric="speed")
        ),
        "two sets, one metric": least(lambda: sets(["speed"])),
        "two sets, all metrics": least(sets),
        "ratings": least(lambda: rated(store, Filter("taboo"))),
        "report, both games": least(lambda: write_report(store, catalogue, Filter(""), "html"), 1),
    }


async def settled(pilot: Pilot[None], act: Callable[[], object] = lambda: None) -> float:
    """CPU milliseconds until nothing is looked up any more."""
    began = time.process_time()
    act()
    await pilot.pause(0.3)
    while any(worker.is_running for worker in pilot.app.workers):
        await pilot.pause(0.02)
    await pilot.pause(0.3)
    return 1000 * (time.process_time() - began)


async def screens(home: Path) -> dict[str, float]:
    """What each screen takes until it is settled; of the second time, when nothing is to be loaded."""
    app = ArenaApp(Paths.find(home))
    took: dict[str, float] = {}
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        for name, act in (
            ("stats", partial(app.open_stats, "wordle")),
            ("sessions", app.open_sessions),
            ("plots", partial(app.open_plots, WORDLE)),
        ):
            for _ in range(3):
                one = await settled(pilot, act)
                took[name] = min(one, took.get(name, one))
                back = await settled(pilot, app.pop_screen)
                took["home"] = min(back, took.get("home", back))
    return {f"{name} settled": one for name, one in took.items()}


def main() -> int:
    """Print the table; status 1 if a figure is over its limit."""
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else SESSIONS
    paths, catalogue = Paths.find(folder / f"home-{count}"), Catalogue()
    if not paths.save_file.exists():
        part = folder / f"building-{count}.db"
        part.unlink(missing_ok=True)
        build(part, catalogue, count)
        paths.save_file.parent.mkdir(parents=True, exist_ok=True)
        part.rename(paths.save_file)
    began = time.process_time()
    store = open_store(paths.save_file, catalogue).store
    print(f"{'opened':24} {1000 * (time.process_time() - began):8.0f} ms")
    took = figures(store, catalogue)
    store.close()
    took |= asyncio.run(screens(folder / f"home-{count}"))
    for name, one in took.items():
        limit = LIMITS.get(name)
        print(f"{name:24} {one:8.0f} ms" + (f"   (at most {limit})" if limit and count == SESSIONS else ""))
    return int(count == SESSIONS and any(one > LIMITS.get(name, one) for name, one in took.items()))


if __name__ == "__main__":
    sys.exit(main())
