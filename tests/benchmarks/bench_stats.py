"""How fast the stats screen draws its rows: 200 rows with over 30 columns.

Run by hand: `python -m tests.benchmarks.bench_stats`. A redraw is timed, in CPU time, from the call
to the end of the layout that shows it; the query is not included.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from textual.pilot import Pilot

from tests.benchmarks.lines import line
from tests.ui.stats.test_stats_columns import made
from tui_arena.config import Paths
from tui_arena.data import Catalogue
from tui_arena.stats.aggregate import StatRow
from tui_arena.stats.statistics import Figure
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.stats.screen import StatsScreen

ROWS, TIMES = 200, 15
LIMIT = 300.0
"""Milliseconds that a redraw may take."""
MEANS = {
    "take and draw": "from new rows to the drawn table of the stats screen",
    "sort": "from the key that sorts the table to the drawn table",
    "scroll": "from one end of the columns to the other",
}
COUNTS = ("requests", "parsed", "violated", "seconds", "input_tokens", "output_tokens", "cost_usd")


def rows() -> Iterator[StatRow]:
    """Players of Connections with every figure."""
    info, rng = Catalogue().game("connections"), Random(1)
    for n in range(ROWS):
        means = {name: rng.uniform(0, 90) for name in info.metrics}
        row = made(f"player {n}", rng.randrange(60), 60, info=info, seat="guesser", **means)
        counts = {name: Figure(rng.uniform(1, 5000), 1.0, 60) for name in COUNTS}
        yield replace(row, figures={**row.figures, **counts}, variant=("fixed", "chosen")[n % 2])


async def timed(pilot: Pilot[None], act: Callable[[], object]) -> list[float]:
    """Milliseconds of each of several redraws."""
    took = []
    for _ in range(TIMES):
        began = time.process_time()
        act()
        await pilot.pause()
        took.append(1000 * (time.process_time() - began))
    return took


async def measured(home: Path, size: tuple[int, int]) -> dict[str, list[float]]:
    """Milliseconds by action."""
    app = ArenaApp(Paths.find(home))
    async with app.run_test(size=size) as pilot:
        app.open_stats("connections")
        await pilot.pause(0.5)
        screen = app.screen
        assert isinstance(screen, StatsScreen)
        found = list(rows())
        screen.stats.plain = False
        screen.stats.take(found)
        assert len(screen.stats.columns) >= 30, len(screen.stats.columns)

        def take() -> None:
            screen.stats.take(found)
            screen.draw()

        last, first = screen.stats.columns[-1].key, screen.stats.columns[3].key
        ends = iter([last, first] * TIMES)
        return {
            f"{size[0]}x{size[1]} take and draw": await timed(pilot, take),
            f"{size[0]}x{size[1]} sort": await timed(pilot, screen.action_sort),
            f"{size[0]}x{size[1]} scroll": await timed(pilot, lambda: screen.draw(column=next(ends))),
        }


def main() -> int:
    """Print medians; returns 1 if one is over the limit."""
    over = 0
    with tempfile.TemporaryDirectory() as home:
        for size in ((80, 24), (160, 50)):
            for what, took in asyncio.run(measured(Path(home), size)).items():
                over += line(what, statistics.median(took), LIMIT)
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
