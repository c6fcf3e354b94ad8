"""Every table comes to its end or waits for a person at the keyboard, whatever keys that person presses.

The real app runs without a terminal in simulated time (`simulated_time.py`). A person presses keys, sensible and
silly ones, at random moments: while bots think, cards turn and tiles turn, and in dialogs and at curtains too. Now
and then they look on for a while. Then the table has to have moved on, or it waits for that very person.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from textual._compositor import Compositor
from textual.events import Key, Paste
from textual.keys import _character_to_key

from tests.torture.family import Family
from tests.torture.simulated_time import simulated
from tui_arena.config import Paths, Settings, write_settings
from tui_arena.core.options import resolve
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening
from tui_arena.players.party import Party, PartyGame
from tui_arena.players.party_store import save_party
from tui_arena.players.seating import Cast, bot, read_player
from tui_arena.table.opening import duel_seats
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.party.screen import PartyScreen
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.table.control import TableControl
from tui_arena.ui.table.play_screen import PlayScreen
from tui_arena.ui.widgets.dialogs import Panel
from tui_arena.ui.widgets.screen_base import ScreenBase

GAMES = ("akinator", "bluffing", "connections", "entity", "taboo", "wordle")
PACES = (0.0, 1.0, 4.0)
"""Seconds between two moves, as the settings have it."""
WAYS = ("alone", "alone", "alone", "two", "party", "duel", "alone", "two")
"""Who plays: one person, two at one keyboard, a party with somebody beside the table, or two bots in a duel."""
PARTY = "liveness"
OFFERS = {
    "connections": ({}, {"giver": "first"}, {"giver": "open"}, {"secret_word": "improvised", "guessers": 3}),
    "wordle": ({}, {"variant": "critic"}, {"variant": "clue"}),
}
"""Options under which a game goes another way."""
TURNS = 5
"""How often the person looks on."""
KEYS = 14
"""Keys and answers before each look, at most."""
LOOK = 60.0
"""Simulated seconds of a look: more than the longest time that bots leave to people."""
WAITS = 30
"""Fifths of a second for which a person waits for something to see."""
MOMENTS = (0.0, 0.0, 0.02, 0.15, 0.4, 0.4, 1.0, 3.0)
"""Simulated seconds between two keys."""
SILLY = (
    *("enter", "enter", "tab", "tab", "escape", "space", "backspace", "up", "down", "left", "right"),
    *("pageup", "pagedown", "home", "end", "delete", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"),
    *("ctrl+z", "ctrl+y", "ctrl+u", "ctrl+a", "ctrl+w", "ctrl+p", "shift+tab", "plus", "minus"),
    *"abcdefghijklmnopqrstuvwxyz0123456789?.!",
)


@dataclass
class Evening:
    """One person at the keyboard of an app."""

    app: ArenaApp
    rng: Random
    game: str
    pressed: list[str]

    @property
    def screen(self) -> PlayScreen | None:
        """The screen on which is played; None: it was left, or the game is over."""
        return next((one for one in self.app.screen_stack if isinstance(one, PlayScreen)), None)

    async def press(self, *keys: str) -> None:
        """Press keys, with random moments between them."""
        driver = self.app._driver
        assert driver is not None
        for key in keys:
            name = _character_to_key(key) if len(key) == 1 else key
            character = key if len(key) == 1 else " " if key == "space" else None
            self.pressed.append(key)
            driver.send_message(Key(name, character))
            await asyncio.sleep(self.rng.choice(MOMENTS) if self.rng.random() < 0.3 else 0.03)

    async def acts(self) -> None:
        """Do something: mostly answer what is asked, or press any key."""
        rng, screen, top = self.rng, self.screen, self.app.screen
        if screen is not None and rng.random() < 0.3:
            await self.sees_something(screen)
        if screen is None or (not isinstance(top, PlayScreen | Panel) and rng.random() < 0.5):
            await self.press("escape")
        elif any(map(tells, screen.tables)) and rng.random() < 0.8:
            await self.press(*rng.choice(((*"ca",), (*"cat", "enter"), ("tab",), ("enter",), ("escape",))))
        elif rng.random() < 0.5:
            table = rng.choice(screen.tables) if screen.tables else None
            await self.press(*(self.answer(table) if table is not None else ["space"]))
        elif rng.random() < 0.05:
            self.pressed.append("(paste)")
            self.app.post_message(Paste("a pasted line\nand another"))
        else:
            await self.press(*rng.choices(SILLY, k=rng.randint(1, 4)))
        await asyncio.sleep(rng.choice(MOMENTS))

    async def sees_something(self, screen: PlayScreen) -> None:
        """Wait until a board tells something or the person is asked, a few seconds at most."""
        for _ in range(WAITS):
            if any(tells(table) or table.hotseat.current is not None for table in screen.tables):
                break
            await asyncio.sleep(0.2)

    def answer(self, table: TableControl) -> Sequence[str]:
        """The keys of an answer, though it may not be asked for yet; often it is what the rules take."""
        rng, waiting = self.rng, table.hotseat.current
        if waiting is None or waiting.ask.choices:
            return [
                *rng.choices(("y", "n", "m", "down", "up", "tab", *"camel"), k=rng.randint(0, 6)),
                "enter",
            ]
        playout: Any = importlib.import_module(f"tests.games.{self.game}.playout")
        said = str(playout.reply(waiting.ask, waiting.view, rng))[:80]
        parts = [part.rpartition(": ")[2] for part in said.splitlines()] or [""]
        between = rng.choice((("tab",), ("enter",)))
        keys = [key for part in parts[-2:] for key in (*between, *part.lower())][1:]
        return [*keys, *rng.choice(((), ("tab",))), "enter"]

    async def looks_on(self) -> list[str]:
        """Look on for a while; whatever waits for nobody, in sentences."""
        screen = self.screen
        if screen is None:
            return []
        before = [(table, len(table.runner.play.events)) for table in screen.tables]
        await asyncio.sleep(LOOK)
        if self.screen is not screen or (not before and not screen.tables):
            return [] if self.screen is not screen else ["a table was not laid within the time"]
        stuck = [table for table, events in before if len(table.runner.play.events) == events]
        return [
            f"{self.game} waits for nobody after {' '.join(self.pressed[-40:])} (at {told(table)})"
            for table in stuck
            if not waits_for_person(self.app, table)
        ]


def tells(table: TableControl) -> bool:
    """Whether cards or tiles are turning."""
    return table.panel.board is not None and table.panel.board.telling


def told(table: TableControl) -> str:
    """How a table stands."""
    runner, hotseat = table.runner, table.hotseat
    asks = [(ask.seat, ask.key, runner.cast[ask.seat].kind) for ask in runner.asks]
    return f"asked {asks}, at the screen {hotseat.seat}, {len(runner.play.events)} events"


def waits_for_person(app: ArenaApp, table: TableControl) -> bool:
    """Whether a table is over, or waits for what a person at the keyboard sees to do."""
    runner, hotseat = table.runner, table.hotseat
    return bool(
        runner.over
        or runner.failed
        or hotseat.current is not None
        or hotseat.next is not None
        or table.interludes.up
        or (hotseat.watching and runner.playback.paused)
        or any(isinstance(screen, Panel) for screen in app.screen_stack)
    )


def people(rng: Random, info: Any, options: dict[str, Any], most: int) -> dict[str, Cast]:
    """Some seats for people; bots sit on all others."""
    seats = [seat.name for seat in info.game.seats(resolve(info.options, info.presets, options, None))]
    mine = rng.sample(seats, min(most, len(seats)))
    names = iter(("Ada", "Ben", "Eve"))
    return {
        seat: read_player(f"human:{next(names)}") if seat in mine else bot(rng.choice(("easy", "medium")))
        for seat in seats
    }


async def begin(evening: Evening, way: str) -> None:
    """Open a table, a duel or a party."""
    app, rng, game = evening.app, evening.rng, evening.game
    info = app.catalogue.game(game)
    options = dict(rng.choice(OFFERS.get(game, ({},))))
    seed = rng.randrange(10**6)
    if way == "party":
        players = rng.choice(
            (("human:Ada", "bot:easy", "human:Ben"), ("human:Ada", "human:Ben", "human:Eve"))
        )
        save_party(app.store, Party(PARTY, "2026-11-21T10:00:00Z", players, (PartyGame(game),)))
        app.open_party(PARTY)
        await asyncio.sleep(3)
        await evening.press("enter")
    elif way == "duel" and (seats := duel_seats(Opening(game, {}, options), info)):
        duel = Opening(game, {}, options, None, None, seed)
        app.open_duel(duel, rng.choice(seats), (bot("easy"), bot("hard")))
    else:
        cast = people(rng, info, options, 2 if way == "two" else 1)
        app.open_table(Opening(game, cast, options, None, None, seed))
    await asyncio.sleep(2)


async def _evening(seed: int, home: Path) -> list[str]:
    rng = Random(seed)
    game, pace = GAMES[seed % len(GAMES)], PACES[seed // len(GAMES) % len(PACES)]
    way = rng.choice(WAYS)
    paths = Paths.find(home)
    write_settings(paths, Settings(animations=rng.random() < 0.8, pace=pace, rating=False))
    app = ArenaApp(paths)
    evening = Evening(app, rng, game, [])
    size = rng.choice(((80, 24), (120, 40)))
    async with app.run_test(size=size):
        await asyncio.sleep(1)
        await begin(evening, way)
        for _ in range(TURNS):
            for _ in range(rng.randint(1, KEYS)):
                await evening.acts()
                if not app.is_running:
                    return _crashed(app)
            lost = await evening.looks_on()
            if lost or not app.is_running:
                return [f"{way}, pace {pace:g}: {one}" for one in lost] + _crashed(app)
            if isinstance(app.screen, ResultScreen):
                break
            await back_to_table(evening)
    return _crashed(app)


async def back_to_table(evening: Evening) -> None:
    """Go on with the table that was left."""
    app = evening.app
    if evening.screen is None:
        app.open_home()
        await asyncio.sleep(2)
        row = next((one for one in app.screen.query("#continue-0") if not one.has_class("-none")), None)
        if row is not None:
            row.focus()
            await evening.press("enter")
        await asyncio.sleep(2)
        if isinstance(app.screen, PartyScreen):
            await evening.press("enter")
            await asyncio.sleep(2)


def _crashed(app: ArenaApp) -> list[str]:
    error = app._exception
    return [f"the app ended: {type(error).__name__} (at {error})"] if error is not None else []


async def _nothing(*_: object) -> bool:
    return False


def attempt(seed: int, folder: Path) -> list[str]:
    """One evening by a seed. Nobody sees it, so nothing is painted, which would take most of the time."""
    with (
        patch.object(Compositor, "render_update", lambda *_, **__: None),
        patch.object(ScreenBase, "_draw_ahead", _nothing),
    ):
        return simulated(lambda: _evening(seed, folder))


def prepare() -> None:
    """Read what every evening needs."""
    for info in Catalogue().games.values():
        importlib.import_module(f"tests.games.{info.id}.playout")


FAMILY = Family("liveness", 200 * len(GAMES), attempt, sample=12, prepare=prepare, patience=120)
