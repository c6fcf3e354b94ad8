"""A session in the app, without a terminal but by real keys; at the keyboard, or with a phone on a real socket.

Whoever plays here goes on whatever happens: a dialog is answered by Enter, and after `STEPS` the app is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
from textual.pilot import Pilot

from tests.room.rooms import Phone, Stage, filled
from tests.ui.playing import WRONG
from tui_arena.config import Paths, Settings, write_settings
from tui_arena.players.new_session import Opening, Start
from tui_arena.players.seating import read_player
from tui_arena.room.protocol import PORT
from tui_arena.room.server import RoomServer
from tui_arena.save.store import SaveError
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.room.screen import LobbyScreen
from tui_arena.ui.table.screen import TableScreen

STEPS = 400
"""Looks at the app after which it is left, wherever it is."""
PAUSE = 0.01


def prepare(home: Path) -> None:
    """Let the app in this folder play without animations and at full pace."""
    write_settings(Paths.find(home), Settings(animations=False, pace=0.0, rating=False))


def keyboard(home: Path) -> int:
    """Play a game of Wordle at the keyboard; returns the app's exit status."""
    return _ended(_keyboard(home))


def _ended(playing: Coroutine[Any, Any, int]) -> int:
    """The exit status, as the command line has it: a save file that can't be opened is told, and no fault."""
    try:
        return asyncio.run(playing)
    except SaveError as error:
        print(error)
        return 2


async def _keyboard(home: Path) -> int:
    app = ArenaApp(Paths.find(home))
    async with app.run_test() as pilot:
        app.open_table(Opening("wordle", {"guesser": read_player("human:Ada")}, seed=7))
        words = iter(WRONG[:6])
        for _ in range(STEPS):
            await pilot.pause(PAUSE)
            if _left(app) or _over(app):
                break
            if isinstance(app.screen, TableScreen) and app.screen.in_bar:
                await pilot.press("ctrl+u", *next(words, "crane"), "enter")
            elif app.screen.is_modal:
                await pilot.press("enter")
        return await _leave(app, pilot)


def with_phone(home: Path) -> int:
    """Play a game of Wordle on a phone; returns the app's exit status."""
    start = RoomServer.start

    async def anywhere(self: RoomServer, *, lan: bool, port: int = PORT) -> None:
        await start(self, lan=lan, port=0 if port == PORT else port)

    RoomServer.start = anywhere  # type: ignore[method-assign]  # this process plays nothing else
    return _ended(_with_phone(home))


async def _with_phone(home: Path) -> int:
    app = ArenaApp(Paths.find(home))
    async with app.run_test() as pilot, aiohttp.ClientSession() as client:
        app._begin(Start(Opening("wordle", {}, seed=7), phones=["guesser"]))
        playing: asyncio.Task[None] | None = None
        for _ in range(STEPS):
            await pilot.pause(PAUSE)
            if _left(app) or _over(app):
                break
            if isinstance(app.screen, LobbyScreen) and app.door.open:
                if playing is None:
                    playing = asyncio.create_task(_phone(Stage(app.door.server, client)))
                elif app.door.room.guests:
                    await pilot.press("enter")
            elif app.screen.is_modal:
                await pilot.press("enter")
        if playing is not None:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        return await _leave(app, pilot)


async def _phone(stage: Stage) -> None:
    """Answer whatever is asked, until the room closes."""
    phone: Phone = await stage.join("Ada")
    rng = Random(1)
    while not phone.socket.closed:
        await phone.until(lambda: phone.frame.get("asked") or phone.socket.closed)
        if not phone.socket.closed:
            way, values = filled(phone, rng)
            await phone.say("reply", key=phone.frame["asked"]["key"], way=way, values=values)
        phone.news.clear()
        await phone.news.wait()


def _over(app: ArenaApp) -> bool:
    """Whether a game came to its end."""
    return any(
        isinstance(one, TableScreen) and one.runner is not None and one.runner.over
        for one in app.screen_stack
    )


def _left(app: ArenaApp) -> bool:
    return not app.is_running or app._exit


async def _leave(app: ArenaApp, pilot: Pilot[None]) -> int:
    if not _left(app):
        await pilot.pause()
        app.exit()
    return app.return_code or 0
