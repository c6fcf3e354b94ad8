"""Every screen is opened and left at once, with the threads that read busy: the app goes on."""

from __future__ import annotations

import asyncio
import gc
import inspect
import json
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen

from tests.save.making import played, started, won
from tests.save.sessions import read
from tests.thorough import sampled
from tests.ui.harness import VAST, opened
from tests.ui.playing import on, until
from tests.ui.ways import CATALOGUE, PARTY, ways
from tui_arena.config import Settings
from tui_arena.players.party_store import save_party
from tui_arena.table.challenging import Ghost, ghost_in
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.app.settings_screen import SettingsScreen
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.table.play_screen import PlayScreen
from tui_arena.ui.widgets.dialogs import QUIT, Dialog, confirm
from tui_arena.ui.widgets.screen_base import OwnMessage, ScreenBase

AWAY = {"ctrl+q", "ctrl+c"}
"""The keys that leave the app."""
EGGS = Path(__file__).parents[2] / "golden" / "taboo_eggs.json"
"""A session whose result is drawn twice: when it is read its columns get other widths."""
DEEP = 6
"""Most screens on top of each other."""


def press(app: ArenaApp, key: str) -> None:
    """Send a key as the terminal does, without waiting for anything."""
    driver = app._driver
    assert driver is not None
    driver.send_message(Key(_character_to_key(key) if len(key) == 1 else key, key if len(key) == 1 else None))


def see(app: ArenaApp, seen: dict[int, weakref.ref[object]]) -> None:
    """Note the screens above home and the sessions on them."""
    for screen in app.screen_stack[1:]:
        seen[id(screen)] = weakref.ref(screen)
        for table in screen.tables if isinstance(screen, PlayScreen) else ():
            seen[id(table.runner)] = weakref.ref(table.runner)


async def turns(chance: Random, most: int) -> None:
    """Let the loop turn a few times."""
    for _ in range(chance.randrange(most)):
        await asyncio.sleep(0)


async def kept(pilot: Pilot[None], seen: dict[int, weakref.ref[object]]) -> list[str]:
    """What stays in memory of what was seen; what was under way lets go of its screen a few turns later."""
    names: list[str] = []
    for _ in range(20):
        await asyncio.get_running_loop().run_in_executor(None, int)  # what waits in the only thread is done
        for node in pilot.app.screen.walk_children(with_self=True):
            node.call_later(list)  # each keeps its last message, which keeps the screen that sent it
        await pilot.pause()
        gc.collect()
        names = [type(one()).__name__ for one in seen.values() if one() is not None]
        if not names:
            break
    return names


async def open_and_leave(home: Path, seed: int, times: int) -> None:
    """Open screens in random order; leave each by key or by call before, while or after it is filled."""
    chance = Random(seed)
    over, left = won(CATALOGUE, started(CATALOGUE, 1)), played(CATALOGUE, started(CATALOGUE, 2), ["slate"])
    settings = Settings(animations=False, pace=0.0, rating=True)
    async with opened(home, sessions=[over, left], settings=settings) as (app, pilot):
        save_party(app.store, PARTY)
        loop = asyncio.get_running_loop()
        pool = ThreadPoolExecutor(1)
        loop.set_default_executor(pool)
        every = ways(app, over, left)
        seen: dict[int, weakref.ref[object]] = {}
        order = [way for _ in range(times // len(every) + 1) for way in chance.sample(every, len(every))]
        for way in order[:times]:
            gate = threading.Event()
            held = loop.run_in_executor(pool, gate.wait)  # what reads the save file waits for this
            if chance.random() < 0.3:
                gate.set()
            way()
            await turns(chance, 40)
            if chance.random() < 0.3:
                keys = [key for key in app.screen.active_bindings if key not in AWAY]
                press(app, chance.choice(keys))
                await turns(chance, 40)
            if chance.random() < 0.5:
                gate.set()
                await turns(chance, 30)
            if chance.random() < 0.7:
                press(app, "escape") if chance.random() < 0.5 else app.back()
            await turns(chance, 60)
            gate.set()
            await turns(chance, 60)
            await held
            see(app, seen)
            while len(app.screen_stack) > DEEP:
                app.back()
            assert app._exception is None
        while len(app.screen_stack) > 1:
            app.back()
        await until(pilot, lambda: not app.game_running)
        await pilot.pause()
        assert app.is_running
        assert not await kept(pilot, seen), "screens and sessions that were left stay in memory"


@pytest.mark.thorough
@pytest.mark.parametrize("key", sampled(["pagedown", "pageup", "down", "enter"], 4, first=3))
async def test_the_palette_takes_keys_before_its_commands_are_laid_out(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path) as (app, pilot):
        for late in range(0, 120, 30):
            app.action_command_palette()
            for _ in range(late):
                await asyncio.sleep(0)
            press(app, key)
            press(app, key)
            await pilot.pause()
            while len(app.screen_stack) > 2:  # one key ran a command
                app.back()
            press(app, "escape")
            await pilot.pause()
        assert app._exception is None


@pytest.mark.thorough
@pytest.mark.usefixtures("bare")
async def test_screens_that_are_left_at_once_end_nothing_else_and_leave_memory(tmp_path: Path) -> None:
    await open_and_leave(tmp_path, seed=2, times=12)


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.usefixtures("bare")
async def test_every_screen_is_left_at_once_a_hundred_times(tmp_path: Path, seed: int) -> None:
    await open_and_leave(tmp_path, seed, 100)


@pytest.mark.thorough
@pytest.mark.usefixtures("bare")
async def test_screens_say_which_keys_they_have_before_they_are_laid_out(tmp_path: Path) -> None:
    over, left = won(CATALOGUE, started(CATALOGUE, 1)), played(CATALOGUE, started(CATALOGUE, 2), ["slate"])
    async with opened(tmp_path, sessions=[over, left], settings=Settings(animations=False)) as (app, pilot):
        save_party(app.store, PARTY)
        for way in ways(app, over, left):
            way()
            assert app.screen.active_bindings
            await pilot.pause()
            while len(app.screen_stack) > 1:
                app.back()
            await pilot.pause()


async def test_two_answers_at_once_leave_one_dialog(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await pilot.press("o")
        await on(pilot, SettingsScreen)
        confirm(app, QUIT, app.exit)
        await on(pilot, Dialog)
        press(app, "s")
        press(app, "s")
        await until(pilot, lambda: not isinstance(app.screen, Dialog))
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)


@pytest.mark.thorough
@pytest.mark.usefixtures("every_frame")
async def test_a_result_that_waits_to_be_drawn_once_more_is_left_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = read(json.loads(EGGS.read_text("utf-8"))).session
    gone: list[int] = []
    late, draw = 0, ResultScreen._draw
    async with opened(tmp_path, VAST, sessions=[session]) as (app, pilot):
        loop = asyncio.get_running_loop()

        async def leave() -> None:
            press(app, "escape")
            for _ in range(late):
                await asyncio.sleep(0)

        def found(*what: Any) -> Ghost | None:
            asyncio.run_coroutine_threadsafe(leave(), loop).result()
            return ghost_in(*what)

        def drawn(screen: ResultScreen) -> None:
            gone.extend([] if screen.is_running else [late])
            draw(screen)

        monkeypatch.setattr("tui_arena.ui.result.screen.ghost_in", found)  # the last that is read
        monkeypatch.setattr(ResultScreen, "_draw", drawn)
        await pilot.press("f1")
        for late in (1, 2, 3) * 2:  # noqa: B007  (turns of the loop)
            app.open_result(session.id)
            await until(pilot, lambda: len(app.screen_stack) == 2)
            await pilot.pause()
        assert not gone, "what waits for a frame was called after that of the screen below"


LATER = 20
"""Turns of the loop in which whatever comes to a screen that was left has come."""


async def test_work_that_is_ended_before_it_began_leaves_nothing_behind(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        screen = SettingsScreen()
        await app.push_screen(screen)
        work = asyncio.sleep(60)
        screen.run_worker(work)
        app.pop_screen()
        await pilot.pause()
        assert inspect.getcoroutinestate(work) == inspect.CORO_CLOSED, "else Python complains of it"


def begun(screen: Screen[Any], did: Callable[[str], object]) -> None:
    """Begin in every way what a screen does later, and send it what its widgets would."""

    async def work() -> object:
        return did("a worker")

    screen.run_worker(work(), group="late")
    screen.run_worker(partial(work), group="late too")  # type: ignore[arg-type]
    screen.set_timer(0.001, partial(did, "a timer"))
    screen.set_interval(0.001, partial(did, "an interval"))
    screen.call_later(did, "a call")
    screen.call_after_refresh(did, "a frame")
    screen.post_message(Told(did))
    screen.post_message(Key("escape", None))


class Told(OwnMessage):
    """Something that a widget tells its screen."""

    def __init__(self, did: Callable[[str], object]) -> None:
        super().__init__()
        self.did = did


@pytest.mark.parametrize("ready", sampled([True, False], 2), ids=["when what it reads is there", "before"])
@pytest.mark.usefixtures("bare")
@pytest.mark.thorough
async def test_what_a_screen_has_begun_does_nothing_once_the_screen_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, ready: bool
) -> None:
    monkeypatch.setattr(Screen, "on_told", lambda _, told: told.did("a message"), raising=False)
    over, left = won(CATALOGUE, started(CATALOGUE, 1)), played(CATALOGUE, started(CATALOGUE, 2), ["slate"])
    settings = Settings(animations=False, pace=0.0, rating=True)
    async with opened(tmp_path, sessions=[over, left], settings=settings) as (app, pilot):
        save_party(app.store, PARTY)
        loop = asyncio.get_running_loop()
        pool = ThreadPoolExecutor(1)
        loop.set_default_executor(pool)
        kinds: set[str] = set()
        for way in ways(app, over, left):
            gate = threading.Event()
            held = loop.run_in_executor(pool, gate.wait)
            if ready:
                gate.set()
            way()
            for _ in range(LATER * (10 if ready else 1)):
                await asyncio.sleep(0.001 if ready else 0)
            did: list[str] = []
            reads = len(app.screen_stack) == 1  # what was asked for opens later, over home
            while len(app.screen_stack) > 1:
                screen = app.screen
                kinds.add(type(screen).__name__)
                if isinstance(screen, ScreenBase):  # the palette is Textual's
                    before = screen.run_worker(partial(asyncio.sleep, 60), group="before")
                    nodes = screen.walk_children(with_self=True)
                    timers = [timer for node in nodes for timer in node._timers]
                    app.back()
                    assert before.is_cancelled
                    assert not [timer for timer in timers if timer._task is not None]
                    begun(screen, did.append)
                else:
                    app.back()
            home = app.screen
            gate.set()
            await held
            for _ in range(LATER):
                await asyncio.sleep(0.001)
            await pilot.pause()
            assert did == []
            assert app._exception is None
            assert reads or app.screen_stack == [home], "nothing opens or closes a screen"
            app.open_home()
        assert len(kinds) > 20
