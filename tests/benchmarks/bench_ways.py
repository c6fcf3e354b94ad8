"""How many modules three things pass on their way: a guess, a model's reply, a figure.

- A guess: from Enter in the answer bar of a Wordle table to the board drawn with its marks.
- A model's reply: from the request, as the player is asked, to the table drawn with the critic's opinion.
- A figure: from the save file, as the stats screen opens, to its why, opened on the first figure.

All of it really runs, in the app and with a real HTTP server. A module of the package counts if one of its
functions runs on the way. What runs while the same screen only waits does not count: a letter that is typed,
the clock, the footer, all of it drawn anew. Each way is gone once before it is traced, so that what an
import runs does not count either.

Run by hand: `python -m tests.benchmarks.bench_ways [TREE] [--names]`. TREE is a checkout of this project,
this one by default.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tests.stub_server import StubServer
from tui_arena.config import ModelEntry, Paths, Settings, read_models, write_settings
from tui_arena.config.models import with_entry, write_models

HERE = Path(__file__).parents[2]
PACKAGE = "tui_arena"
LIMITS = {"guess": 18, "reply": 20, "figure": 16}
"""At most."""
SETTLED = 0.6
"""Seconds after which a screen has nothing left to draw."""


class Trace:
    """The modules whose functions ran while it was on, in all threads that began after `watch`."""

    on: Trace | None = None

    def __init__(self) -> None:
        self.modules: set[str] = set()

    @classmethod
    def watch(cls) -> None:
        """Watch this thread and those that begin from now on."""
        threading.setprofile(cls._ran)
        sys.setprofile(cls._ran)

    @classmethod
    def _ran(cls, frame: FrameType, event: str, _arg: Any) -> None:
        if cls.on is not None and event == "call":
            name = str(frame.f_globals.get("__name__", ""))
            if name.startswith(f"{PACKAGE}.") and frame.f_code.co_name != "<module>":
                cls.on.modules.add(name)

    def start(self) -> None:
        Trace.on = self

    def stop(self) -> None:
        Trace.on = None


@contextmanager
def traced() -> Iterator[Trace]:
    trace = Trace()
    trace.start()
    try:
        yield trace
    finally:
        trace.stop()


async def until(pilot: Any, true: Callable[[], object]) -> None:
    """Let the app work until a condition holds, then until it has drawn."""
    for _ in range(2000):
        if true():
            await pilot.pause(SETTLED)
            return
        await pilot.pause(0.01)
    raise AssertionError("never true")


def screen_of(app: Any) -> str:
    """The class of the screen on top."""
    return type(app.screen).__name__


async def waiting(app: Any, pilot: Any, *keys: str) -> set[str]:
    """The modules that run while a screen waits: keys that change nothing, the clock, a fresh drawing."""
    with traced() as trace:
        await pilot.press(*keys)
        await pilot.pause(1.2)
        app.screen.refresh(layout=True)
        for widget in app.screen.query("*"):
            widget.refresh()
        await pilot.pause(SETTLED)
    return trace.modules


async def guess(app: Any, pilot: Any) -> set[str]:
    await pilot.press("1")
    await until(pilot, lambda: screen_of(app) == "TableScreen" and app.screen.runner is not None)
    runner = app.screen.runner

    async def go(word: str, number: int) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: len(runner.views["table"].facts["turns"]) == number)

    await pilot.press(*"slate")
    await go("slate", 1)
    await pilot.press(*"crony")
    anyway = await waiting(app, pilot, "x", "backspace")
    with traced() as trace:
        await go("crony", 2)
    return trace.modules - anyway


async def reply(app: Any, pilot: Any) -> set[str]:
    player = found("ModelPlayer", "tui_arena.players.models.player")
    ask, trace, opinions = player.reply, Trace(), 0

    async def traced_reply(*args: Any, **more: Any) -> Any:
        nonlocal opinions
        opinions += 1
        if opinions > 1:
            trace.start()
        return await ask(*args, **more)

    player.reply = traced_reply
    app.open_table(table_for({"guesser": "human:Ada", "critic": "model:ok"}, {"variant": "critic"}))
    await until(pilot, lambda: screen_of(app) == "TableScreen" and app.screen.runner is not None)
    runner = app.screen.runner
    await pilot.press(*"slate", "enter")
    await until(pilot, lambda: runner.views["guesser"].facts["agreement"])
    await pilot.press("enter")
    await until(pilot, lambda: runner.play.state.turns)
    await pilot.press(*"crony")
    anyway = await waiting(app, pilot, "x", "backspace")
    await pilot.press("enter")
    await until(pilot, lambda: runner.views["guesser"].facts["agreement"])
    trace.stop()
    player.reply = ask
    return trace.modules - anyway


async def figure(app: Any, pilot: Any) -> set[str]:
    async def go() -> None:
        await pilot.press("t")
        await until(pilot, lambda: screen_of(app) == "StatsScreen")
        await pilot.press("down", "right", "right", "enter")
        await until(pilot, lambda: screen_of(app) == "WhyScreen")

    await go()
    await pilot.press("escape", "escape")
    await until(pilot, lambda: screen_of(app) == "HomeScreen")
    anyway = await waiting(app, pilot, "down", "up")
    with traced() as trace:
        await go()
    return trace.modules - anyway


def found(name: str, *modules: str) -> Any:
    """A name from the first of these modules that there is: where it lies depends on the checkout."""
    for module in modules:
        if importlib.util.find_spec(module) is not None:
            thing = getattr(importlib.import_module(module), name, None)
            if thing is not None:
                return thing
    raise AssertionError(name)


def table_for(seats: dict[str, str], options: dict[str, str]) -> Any:
    opening = found("Opening", "tui_arena.players.new_session", "tui_arena.players.opening")
    read_player = found("read_player", "tui_arena.players.seating")
    book, _ = read_models(Paths.find(None))
    cast = {seat: read_player(text, book=book) for seat, text in seats.items()}
    return opening("wordle", cast, options, None, None, 7)


async def measured(home: Path, way: str) -> set[str]:
    paths = Paths.find(home)
    write_settings(paths, Settings(animations=False, pace=0.0))
    with StubServer() as server:
        write_models(paths, with_entry(ModelEntry("ok", "ok", base_url=server.url, structured="off")))
        Trace.watch()
        app = found("ArenaApp", "tui_arena.ui.app", "tui_arena.ui.app.app")(paths)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause(1.0)
            passed = await {"guess": guess, "reply": reply, "figure": figure}[way](app, pilot)
    return passed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", nargs="?", type=Path, default=HERE)
    parser.add_argument("--names", action="store_true", help="print the modules, too")
    parser.add_argument("--way", choices=LIMITS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.way:
        with tempfile.TemporaryDirectory() as home:
            os.environ["TUI_ARENA_HOME"] = home
            if given.way == "figure":
                played = ["run", "wordle", "--sessions", "8", "--seed", "1", "--json"]
                subprocess.run(
                    [sys.executable, "-m", PACKAGE, *played], check=True, stdout=subprocess.DEVNULL
                )
            print(*sorted(asyncio.run(measured(Path(home), given.way))), sep="\n")
        return
    tree = given.tree.resolve()
    for way, most in LIMITS.items():
        run = [sys.executable, "-P", str(Path(__file__)), "--way", way]
        place = os.environ | {"PYTHONPATH": str(tree), "PYTHONUNBUFFERED": "1"}
        done = subprocess.run(run, cwd=tree, env=place, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr)
        modules = done.stdout.split()
        print(f"{way:8} {len(modules):3} modules; at most {most}")
        if given.names:
            print(*(f"    {name}" for name in modules), sep="\n")


if __name__ == "__main__":
    main()
