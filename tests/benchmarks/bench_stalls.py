"""How long the app's loop stands still: when a screen is opened first and again, and when keys follow each other.

Run by hand: `python -m tests.benchmarks.bench_stalls [SCREEN]...`. A stall is one callback of the loop, in
milliseconds of CPU time of its thread; so other work on the machine does not count.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import statistics
import sys
import tempfile
import time
from asyncio.events import Handle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random

from tests.benchmarks.lines import line
from tests.save.making import ended, started
from tests.ui.harness import opened
from tui_arena.config import Paths
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.seating import read_player
from tui_arena.save.filters import Filter
from tui_arena.ui import COLLECTED, free, keep, sweep
from tui_arena.ui.app.app import SOON, ArenaApp
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.setup.recent_setups import usual

FIRST, AGAIN, KEY = 50.0, 16.0, 30.0
"""Limits: the longest stall when a screen is opened first and again, and a key's p95."""
MEANS = {
    "opened first": "the longest time the app can't react to a key while this screen opens in a new app",
    "opened again": "the same when the screen is opened once more",
    "arrow p95": "the longest time the app can't react after an arrow key; 95 of 100 keys take less",
}
TIMES, KEYS, SESSIONS = 4, 60, 24
REST, MOST_RESTS, IDLE = 0.3, 60, 0.03
"""Seconds of a look at what the process does, how often it looks at most, and the CPU seconds of doing nothing, including those that it waited for."""
PLAYERS = (
    {"guesser": "human:Ada"},
    {"guesser": "bot:hard"},
    {"guesser": "bot:easy"},
    {"guesser": "human:Ben"},
)


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


async def rest() -> None:
    """Wait until the screen is filled and nothing works on; a pilot would lay it out itself, in one go."""
    for _ in range(MOST_RESTS):
        before = _wanted()
        await asyncio.sleep(REST)
        if _wanted() - before < IDLE:
            return


def _wanted() -> float:
    """The CPU seconds that the process has had and, on Linux, the seconds for which its threads waited for a CPU."""
    waited = 0
    for task in Path("/proc/self/task").glob("*/schedstat"):
        with suppress(OSError):  # the thread has just ended
            waited += int(task.read_text("ascii").split()[1])
    return time.process_time() + waited / 1e9


async def stall(act: Callable[[], object]) -> float:
    """The longest callback until what was done is shown."""
    with watched() as took:
        act()
        await rest()
    return took[-1]


def ways(app: ArenaApp, over: Session) -> dict[str, Sequence[Callable[[], object]]]:
    """What opens each screen; the last of each is measured, those before open what it stands on."""
    wordle, everything = Filter("wordle"), Filter("")
    info = app.catalogue.game("wordle")

    def key(name: str) -> Callable[[], object]:
        return partial(app.simulate_key, name)

    def table(game: str) -> Callable[[], object]:
        return lambda: app.open_table(usual(app.settings, app.catalogue.game(game)))

    def result() -> None:
        app.open_result(over.id)

    def duel() -> None:
        left, right = read_player("bot:hard"), read_player("bot:easy")
        app.open_duel(usual(app.settings, info), "guesser", (left, right))

    return {
        "help": [app.action_help],
        "settings": [app.open_settings],
        "keys": [app.open_settings, key("k")],
        "set-up": [partial(app.open_setup, "wordle")],
        "set-up, list": [partial(app.open_setup, "wordle"), key("space")],
        "personas": [partial(app.open_personas, "taboo")],
        "sessions": [app.open_sessions],
        "you": [app.open_you],
        "stats": [partial(app.open_stats, "wordle")],
        "plots": [partial(app.open_plots, wordle)],
        "rankings": [partial(app.open_rankings, everything)],
        "compare": [partial(app.open_compare, wordle)],
        "two sets": [partial(app.open_compare, wordle), key("t")],
        "party set-up": [app.open_party_setup],
        "evenings": [app.open_parties],
        "lobby": [app.open_lobby],
        "models": [app.open_models],
        "models, add": [app.open_models, key("a")],
        "model form": [
            app.open_models,
            lambda: app.push_screen(
                importlib.import_module("tui_arena.ui.models.form_screen").ModelForm(print)
            ),
        ],
        "why": [partial(app.open_stats, "wordle"), key("enter")],
        "result": [result],
        "explain": [result, key("i")],
        "share": [result, key("y")],
        "coach": [lambda: app.open_coach(info, over)],
        "audit": [lambda: app.open_audit(info, over)],
        "analysis": [partial(app.open_analyse, [over.id])],
        "replay": [partial(app.open_replay, over.id)],
        "duel, who": [partial(app.open_duel, usual(app.settings, info))],
        "duel": [duel],
        "palette": [app.action_command_palette],
        **{f"table of {name}": [table(name)] for name in app.catalogue.games},
    }


async def screen(home: Path, name: str) -> tuple[float, float]:
    """The longest stall of a screen when it is opened first in a new app, and the median of later ones."""
    catalogue, rng = Catalogue(), Random(1)
    sessions = [
        ended(catalogue, started(catalogue, n, PLAYERS[n % len(PLAYERS)]), rng) for n in range(SESSIONS)
    ]
    async with opened(home, sessions=sessions) as (app, _pilot):
        await rest()
        app.loaded, app.closed, app.freed = keep, sweep, free  # as when it is run in a terminal
        app.has_loaded("home")
        *below, act = ways(app, sessions[-1])[name]
        for go in below:
            go()
            await rest()
        found = []
        for _ in range(TIMES):
            at = app.screen
            found.append(await stall(act))
            if app.screen is at:
                raise SystemExit(f"{name}: nothing opened")
            app.back() if isinstance(app.screen, ArenaScreen) else app.screen.dismiss()
            await rest()
            await asyncio.sleep(SOON)  # what was closed is collected then
            await rest()
        return found[0], statistics.median(found[1:])


async def arrows(home: Path) -> float:
    """The p95 of the loop's longest callback for one arrow key after the other on the settings."""
    async with opened(home) as (app, _pilot):
        await rest()
        app.open_settings()
        await rest()
        took = []
        for n in range(KEYS):
            with watched() as callbacks:
                app.simulate_key(("down", "up")[n // 8 % 2])
                await asyncio.sleep(0.03)
            took.append(callbacks[-1])
        return sorted(took)[int(KEYS * 0.95)]


def names() -> list[str]:
    """The names of all screens."""
    with tempfile.TemporaryDirectory() as folder:
        app = ArenaApp(Paths.find(Path(folder)))
        return list(ways(app, started(app.catalogue)))


def main() -> int:
    """Print the table; status 1 if a stall is over its limit."""
    over = False
    gc.set_threshold(*COLLECTED)
    wanted = sys.argv[1:] or names()
    for name in wanted:
        with tempfile.TemporaryDirectory() as folder:
            first, again = asyncio.run(screen(Path(folder), name))
        gc.collect()
        over |= line(f"{name}, opened first", first, FIRST)
        over |= line(f"{name}, opened again", again, AGAIN)
    if "settings" in wanted:
        with tempfile.TemporaryDirectory() as folder:
            over |= line("settings, arrow p95", asyncio.run(arrows(Path(folder))), KEY)
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
