"""Draws the pictures of README into `.github/`: a round of Wordle that moves, and one still for each game.

`python -m tests.pictures` draws all, `python -m tests.pictures wordle taboo` these. The app plays by real keys;
what moves is what was on the screen, as long as it was there.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from textual.pilot import Pilot

from tests.pictures.drawing import Frame, Row, moving, rows_of, still
from tests.ui.playing import app_in, hotseat_of, result_of, sit, target, until
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp

FOLDER = Path(__file__).parents[2] / ".github"
LOOKS = 0.08
"""Seconds between two looks at the screen while it is recorded."""
HOLD = 4.0
"""Seconds that the last frame stays."""
Scene = Callable[[ArenaApp, Pilot[None]], Awaitable[None]]


def rows(app: ArenaApp) -> tuple[Row, ...]:
    """What the app shows now."""
    strips = app.screen._compositor.render_strips(app.size)
    return rows_of(strips, app.current_theme.foreground or "#ffffff", paper(app))


def paper(app: ArenaApp) -> str:
    return app.current_theme.background or "#000000"


async def seat(app: ArenaApp, pilot: Pilot[None], game: str, seed: int, **seats: str) -> SessionRunner:
    """A table of a game with these players, once it waits for a person."""
    cast: dict[str, Any] = {name: read_player(text) for name, text in seats.items()}
    return await sit(pilot, app, Opening(game, cast, {}, None, None, seed))


async def say(pilot: Pilot[None], runner: SessionRunner, *lines: str) -> None:
    """Type lines, each when it is asked for."""
    for line in lines:
        await until(pilot, lambda: hotseat_of(runner).current is not None)
        await pilot.pause(0.2)
        await pilot.press(*line, "enter")
        await pilot.pause(0.5)


async def wordle(app: ArenaApp, pilot: Pilot[None]) -> None:
    await say(pilot, await seat(app, pilot, "wordle", 11, guesser="human"), "crane", "moist", "build")


async def entity(app: ArenaApp, pilot: Pilot[None]) -> None:
    runner = await seat(app, pilot, "entity", 8, guesser="human")
    await say(
        pilot,
        runner,
        "is it alive?",
        "does it live in the sea?",
        "is it a bird?",
        "could I keep it at home?",
        "does it eat fish?",
    )


async def akinator(app: ArenaApp, pilot: Pilot[None]) -> None:
    runner = await seat(app, pilot, "akinator", 4, setter="human")
    for key in ("enter", *"nynpnyy"):
        await until(pilot, lambda: hotseat_of(runner).current is not None)
        await pilot.pause(0.2)
        await pilot.press(key)
        await pilot.pause(0.5)


async def taboo(app: ArenaApp, pilot: Pilot[None]) -> None:
    runner = await seat(app, pilot, "taboo", 8, setter="human")
    await say(pilot, runner, "What do you cross to reach the other bank?")
    await pilot.press(*"Where do salmon go home to?")


async def bluffing(app: ArenaApp, pilot: Pilot[None]) -> None:
    runner = await seat(app, pilot, "bluffing", 4, judge="human")
    await say(pilot, runner, "When was that?", "Who was with you?", "How did it end?")


async def connections(app: ArenaApp, pilot: Pilot[None]) -> None:
    runner = await seat(app, pilot, "connections", 4, guesser_1="human")
    await say(pilot, runner, "")
    await pilot.press(*"salt", "tab", *"what the sea leaves on your lips", "enter")
    await until(pilot, lambda: hotseat_of(runner).current is not None)


GAMES: dict[str, Scene] = {
    scene.__name__: scene for scene in (wordle, entity, akinator, taboo, bluffing, connections)
}


async def drawn(name: str) -> str:
    """The still of a game."""
    with TemporaryDirectory() as home:
        async with app_in(Path(home), pace=0.0, animations=False) as (app, pilot):
            await GAMES[name](app, pilot)
            await pilot.pause(1.0)
            return still(rows(app), paper(app), f"{name}: the table in the terminal")


async def played() -> str:
    """A round of Wordle from the home screen to its end, as it went."""
    frames: list[Frame] = []
    with TemporaryDirectory() as home:
        async with app_in(Path(home), animations=True, pace=1.0) as (app, pilot):
            begun = time.monotonic()

            async def look() -> None:
                while True:
                    now = rows(app)
                    if not frames or frames[-1].rows != now:
                        frames.append(Frame(time.monotonic() - begun, now))
                    await asyncio.sleep(LOOKS)

            await pilot.pause(0.5)
            begun = time.monotonic()
            looking = asyncio.create_task(look())
            await asyncio.sleep(1.5)
            runner = await seat(app, pilot, "wordle", 11, guesser="human")
            await asyncio.sleep(1.0)
            for word in ("crane", "moist", "build", target(runner)):
                for letter in word:
                    await pilot.press(letter)
                    await asyncio.sleep(0.12)
                await pilot.press("enter")
                await asyncio.sleep(2.0)
            await pilot.press("enter")
            await result_of(pilot, app)
            await asyncio.sleep(2.5)
            looking.cancel()
            return moving(frames, frames[-1].at + HOLD, paper(app), "A round of Wordle in TUI Arena")


async def main(names: list[str]) -> None:
    """Draw these pictures, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or [*GAMES, "round"]:
        text = await (played() if name == "round" else drawn(name))
        path = FOLDER / f"{name}.svg"
        path.write_text(text, "utf-8")
        print(f"{path.name}: {len(text.encode()) / 1000:.0f} kB")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
