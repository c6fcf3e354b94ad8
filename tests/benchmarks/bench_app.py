"""How fast the app is: the first frame beside that of a bare menu, memory, and from a key to its frame.

Run by hand: `python -m tests.benchmarks.bench_app`. The start is measured in new processes without a terminal, the
app as `tui-arena` starts it and a menu of Textual's own (Header, OptionList, Footer) in turn, in CPU time. A key is
timed from its event to the frame that shows all that it changed, in CPU time of the loop's thread, so that other work
on the machine does not count; at the tables with bots these play as fast as they can be watched.
"""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.lines import line
from tests.ui.harness import handled_by, opened
from tui_arena.config import Settings
from tui_arena.data import Catalogue
from tui_arena.ui import COLLECTED, free, keep, sweep
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.setup.recent_setups import usual, watched

STARTS = 11
KEYS = 200
PACE = 0.1
"""Seconds between two moves of bots that are watched."""
SIZES = ((80, 24), (200, 60))
KEY = 30.0
"""Milliseconds of a key's p95 at most."""
START, MEMORY = 1.25, 60
"""The most that the first frame may take, as a multiple of the bare menu's CPU time; the most memory at it, in MiB."""
MEANS = {
    "first frame, of": "CPU time from the command to the first screen, as a multiple of a bare menu's",
    "memory at": "memory of the process when the first screen is shown",
    "key to frame p95": "from a key to the frame that shows its effect; 95 of 100 keys take less",
    "key to frame with bots": "the same at a table where bots play",
}

MENU = """
import resource, sys
from textual.app import App
from textual.widgets import Footer, Header, OptionList
class Menu(App):
    BINDINGS = [("q", "quit", "Quit"), ("s", "stats", "Stats")]
    def compose(self):
        yield Header()
        yield OptionList(*[f"game {i}" for i in range(8)])
        yield Footer()
display = Menu._display
def shown(self, screen, renderable):
    display(self, screen, renderable)
    if renderable is not None and screen.query('OptionList'):
        used = resource.getrusage(resource.RUSAGE_SELF)
        print(used.ru_utime + used.ru_stime, used.ru_maxrss, flush=True, file=sys.__stdout__)
        self.exit()
Menu._display = shown
Menu().run(headless=True, size=(80, 24))
"""
CHILD = """
import resource, sys
from functools import partialmethod
from textual.app import App
from tui_arena.config import Paths
from tui_arena.ui import run
display = App._display
def shown(self, screen, renderable):
    display(self, screen, renderable)
    if renderable is not None and screen.query('GameRow'):
        used = resource.getrusage(resource.RUSAGE_SELF)
        print(used.ru_utime + used.ru_stime, used.ru_maxrss, flush=True, file=sys.__stdout__)
        self.exit()
App._display = shown
App.run = partialmethod(App.run, headless=True, size=(80, 24))
run(Paths.find(sys.argv[1]))
"""


def start(code: str, home: Path) -> tuple[float, float]:
    """Milliseconds of CPU time to the first frame of a new process, and MiB at that point."""
    known = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    line = [sys.executable, "-c", code, str(home)]
    done = subprocess.run(line, capture_output=True, text=True, check=True, env=known)
    seconds, kib = done.stdout.split()[:2]
    return 1000 * float(seconds), int(kib) / 1024


async def keys(home: Path) -> dict[str, list[float]]:
    """Milliseconds from each key to its frame: up and down on home, letters at the table."""
    async with opened(home) as (app, pilot):
        collected(app)
        took = {"home": [await one(app, ("down", "up")[n % 2]) for n in range(KEYS)]}
        await pilot.press("1")
        await pilot.pause(0.5)
        took["table"] = [await one(app, ("a", "backspace")[n % 2]) for n in range(KEYS)]
    return took


def collected(app: ArenaApp) -> None:
    """Collect what is left over as when the app is run in a terminal."""
    app.loaded, app.closed, app.freed = keep, sweep, free
    app.has_loaded("home")


async def one(app: ArenaApp, key: str) -> float:
    """Send one key and wait until all that it changed is drawn; the CPU milliseconds that took."""
    drawn = asyncio.Event()
    way = [app, *(app.focused or app.screen).ancestors_with_self]
    began = time.thread_time()
    app.simulate_key(key)
    await handled_by(
        [*way, *way]
    )  # up from the focus, then what it changed: a frame before that was due anyhow
    app.screen.call_after_refresh(drawn.set)
    await drawn.wait()
    return 1000 * (time.thread_time() - began)


async def at_table(home: Path, game: str, size: tuple[int, int]) -> list[float]:
    """Milliseconds of CPU from a key to its frame at a table where bots play."""
    async with opened(home, size, settings=Settings(pace=PACE)) as (app, pilot):
        collected(app)
        info = app.catalogue.game(game)
        took: list[float] = []
        while len(took) < KEYS:
            app.open_table(watched(usual(app.settings, info), info), watch=True)
            await pilot.pause(0.5)
            while len(took) < KEYS and type(app.screen).__name__ == "TableScreen":
                took.append(await one(app, ("pageup", "pagedown")[len(took) % 2]))
                await pilot.pause(PACE / 3)
            await pilot.pause(0.5)
            app.back()
            await pilot.pause(0.5)
    return took


def p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def main() -> int:
    """Print the figures; status 1 if one is over its limit."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        pairs = [(start(MENU, home), start(CHILD, home)) for _ in range(STARTS)]
        gc.set_threshold(*COLLECTED)
        took = asyncio.run(keys(home))
    menu = [statistics.median(bare[i] for bare, _ in pairs) for i in (0, 1)]
    share = statistics.median(own[0] / bare[0] for bare, own in pairs)
    over = line(
        "first frame, of a bare menu's", share, START, "x", peer=f"a bare menu {1000 * menu[0]:.0f} ms"
    )
    memory = statistics.median(own[1] for _, own in pairs)
    over |= line("memory at the first frame", memory, MEMORY, "MiB", peer=f"a bare menu {menu[1]:.0f} MiB")
    for screen, times in took.items():
        over |= line(f"key to frame p95: {screen}", p95(times), KEY)
    for game in Catalogue().games:
        for size in SIZES:
            with tempfile.TemporaryDirectory() as folder:
                times = asyncio.run(at_table(Path(folder), game, size))
            over |= line(f"key to frame with bots p95: {game}, {size[0]}x{size[1]}", p95(times), KEY)
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
