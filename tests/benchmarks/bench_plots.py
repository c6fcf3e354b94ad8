"""How long a chart takes to draw once its figures have arrived.

Run by hand: `python -m tests.benchmarks.bench_plots`. It draws a chart of each kind on the plots screen, as
large as they get: sixty players, six curves of as many rounds as are in the roll-up, 2,300 secrets.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time

from tests.benchmarks.lines import line
from tui_arena.charts.builders import Picture
from tui_arena.charts.model import Band, Bars, Chart, Curve, Curves, Distribution, Histogram, Items, SecretRow
from tui_arena.charts.svg import svg
from tui_arena.charts.text import lines
from tui_arena.config import Paths
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.sums import MAX_TURNS
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.stats.plots_screen import PlotScreen

LIMIT = 300.0
"""Milliseconds from the figures to the frame."""
MEANS = {
    "at ": "from the figures of a chart to the frame that shows it",
    "as SVG": "writing the chart as a picture and as text",
}
SIZES = ((80, 24), (160, 50))
PLAYERS = [f"player {n}" for n in range(60)]


def charts() -> dict[str, Chart]:
    """A large chart of each kind."""
    return {
        "bars": Bars(
            "bars", "%", tuple(Band(p, n, n / 2, n + 9, "n 9") for n, p in enumerate(PLAYERS)), 0, 100
        ),
        "curves": Curves(
            "curves",
            "round",
            "",
            tuple(
                Curve(p, tuple((n * t) % 17 for t in range(MAX_TURNS)), (9,) * MAX_TURNS)
                for n, p in enumerate(PLAYERS[:6])
            ),
            0,
            20,
        ),
        "distribution": Histogram(
            "values",
            "",
            tuple(Distribution(p, {str(v): v * n for v in range(13)}) for n, p in enumerate(PLAYERS[:6])),
        ),
        "secrets": Items(
            "secrets",
            tuple(PLAYERS[:6]),
            tuple(
                SecretRow(f"secret {n}", (n % 10) / 10, 9, dict.fromkeys(PLAYERS[:6], (n % 3, 3)))
                for n in range(2300)
            ),
        ),
    }


async def drawn(chart: Chart, size: tuple[int, int]) -> float:
    """Milliseconds of work from the figures to the frame that shows them."""
    with tempfile.TemporaryDirectory() as home:
        app = ArenaApp(Paths.find(home))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            app.open_plots(Filter("wordle"))
            await pilot.pause(0.5)
            screen = app.screen
            assert isinstance(screen, PlotScreen)
            screen.chart, screen.drawn = chart, Picture("", "")
            began = time.process_time()
            screen.draw()
            await pilot.pause()
            return 1000 * (time.process_time() - began)


def main() -> int:
    """Print the figures; status 1 if one is over its limit."""
    slow = 0
    for name, chart in charts().items():
        for size in SIZES:
            slow += line(f"{name} at {size[0]}x{size[1]}", asyncio.run(drawn(chart, size)), LIMIT)
        began = time.process_time()
        svg(chart)
        lines(chart)
        line(f"{name} as SVG and text", 1000 * (time.process_time() - began))
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
