"""A person at a table of the app, with real keys, guesses what a model on a hostile server describes."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.torture.hostile.processes import Talk
from tests.ui.playing import app_in, bar_asks, given_away, has_table, result_of, table_of, until
from tui_arena.config import Paths, read_models
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.widgets.dialogs import Dialog

LONGEST_WAIT = 25.0
"""Seconds for one reply with all its tries."""
MOST = 2000
"""Screens that are kept."""
SEATS = {"setter": "model:evil", "guesser": "human"}


@dataclass
class Seen:
    """What there was to see."""

    ways: list[str] = field(default_factory=list)
    """How each reply ended: the table `plays` on, is `over`, the reply `failed`, or nothing came: `hangs`."""
    seen: dict[str, None] = field(default_factory=dict)
    """All screens before the end of the game, in order."""
    result: str = ""
    """The screen after the end of the game."""
    secret: str = ""
    said: str = ""
    """The screen with the dialog about a failure."""
    link: str = ""
    """A line with something to click that the app did not put there."""
    tasks: list[str] = field(default_factory=list)
    """Tasks that are left when the app has ended."""

    def look(self, app: ArenaApp) -> str:
        """Look at the screen, and at what can be clicked on it."""
        text = given_away(app)
        if len(self.seen) < MOST:
            self.seen[text] = None
        for strip in app.screen._compositor.render_strips():
            styles: list[Any] = [segment.style for segment in strip]
            if any(style and (style.link or "quit" in str(style.meta)) for style in styles):
                self.link = strip.text
        return text

    async def reply(self, app: ArenaApp, pilot: Pilot[None]) -> str:
        """Wait for a reply, or for the failure of one."""
        end = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < end:
            await pilot.pause(0.02)
            runner = table_of(app).runner if has_table(app) else None
            if isinstance(app.screen, ResultScreen) or (runner is not None and runner.over):
                await result_of(pilot, app)
                self.result = given_away(app)
                return "over"
            text = self.look(app)
            if isinstance(app.screen, Dialog):
                self.said = text
                return "failed"
            if runner is not None:
                self.secret = str(runner.play.state.word)
                if bar_asks(app):
                    return "plays"
        return "hangs"


def at_table(home: Path) -> Callable[[Talk], int]:
    """Sit down at a table of that home; what was seen is printed as JSON."""

    def work(talk: Talk) -> int:
        seen = asyncio.run(_sat(home, talk))
        print(json.dumps({**vars(seen), "seen": list(seen.seen)}))
        return 0

    return work


async def _sat(home: Path, talk: Talk) -> Seen:
    book, _ = read_models(Paths.find(home))
    cast = {seat: read_player(text, book=book) for seat, text in SEATS.items()}
    found = Seen()
    async with app_in(home) as (app, pilot):
        app.open_table(Opening("taboo", cast, {}, None, None, 7))
        found.ways.append(await found.reply(app, pilot))
        talk(found.ways[0])
        if found.ways[0] == "failed":
            while app.type_ahead.dead:  # the dialog opened by itself
                await pilot.pause(0.02)
            dialog = app.screen
            await pilot.press("enter")  # ask again
            await until(
                pilot, lambda: app.screen is not dialog
            )  # a key alone waits for whether another follows
            found.ways.append(await found.reply(app, pilot))
    me = asyncio.current_task()
    found.tasks = [repr(task)[:300] for task in asyncio.all_tasks() if task is not me]
    return found
