"""Shared by tests of the table: an app over an empty home, real keys, and all texts that it shows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from textual.pilot import Pilot
from textual.widgets import Input

from tests.ui.harness import arena_of, paint, screen_text
from tui_arena.config import Paths, Settings, write_settings
from tui_arena.core.game import Ask
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import Cast, read_player
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.result.presenter import SessionResult
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.table.dialogs import CurtainScreen
from tui_arena.ui.table.screen import TableScreen

S = TypeVar("S")
WRONG = ("slate", "crony", "dumpy", "fight", "vixen", "joker", "blink", "wharf")
"""Allowed words, more than a game takes."""
PATIENCE = 1000
"""How often a condition is checked before it counts as never true."""
QUICK = 10
"""How many of these checks come at once, as most conditions hold soon."""


@asynccontextmanager
async def app_in(
    home: Path, size: tuple[int, int] = (80, 24), **settings: Any
) -> AsyncIterator[tuple[ArenaApp, Pilot[None]]]:
    """The app at its home screen, by default without animations and at full pace."""
    paths = Paths.find(home)
    write_settings(paths, Settings(**{"animations": False, "pace": 0.0, **settings}))
    app = ArenaApp(paths)
    async with app.run_test(size=size, notifications=True) as pilot:
        yield app, pilot
        paint(app)


async def until(pilot: Pilot[None], true: Callable[[], object]) -> None:
    """Let the app work until a condition holds."""
    for looks in range(PATIENCE):
        if true():
            return
        await pilot.pause(0.01 if looks < QUICK else 0.03)  # most of the time of a look goes into drawing
    raise AssertionError(f"never true; the screen shows\n{shown(pilot.app)}")


def opening(variant: str = "classic", seed: int = 7, preset: str | None = None, **seats: str) -> Opening:
    """A table; `guesser="human:Ada"` seats a player. The guesser is a person by default."""
    players: Mapping[str, Cast] = {s: read_player(p) for s, p in {"guesser": "human", **seats}.items()}
    return Opening("wordle", players, {"variant": variant}, preset, None, seed)


async def sit(pilot: Pilot[None], app: ArenaApp, table: Opening, **how: Any) -> SessionRunner:
    """Open a table, in place of one that stands, and wait until a person has to do something."""
    if has_table(app):
        app.open_home()
        await on(pilot, HomeScreen)
    app.open_table(table, **how)
    return await seated(pilot, app)


@asynccontextmanager
async def at_table(
    home: Path, table: Opening | None = None, size: tuple[int, int] = (80, 24), **settings: Any
) -> AsyncIterator[tuple[ArenaApp, Pilot[None], SessionRunner]]:
    """The app at a table, by default of Wordle, once a person has to do something."""
    async with app_in(home, size, **settings) as (app, pilot):
        yield app, pilot, await sit(pilot, app, table or opening())


async def seated(pilot: Pilot[None], app: ArenaApp) -> SessionRunner:
    """The runner of the table that is opening, once it asks or calls a person, or plays without one."""

    def ready() -> bool:
        runner = table_of(app).runner if has_table(app) else None
        seat = hotseat_of(runner) if runner is not None else None
        return seat is not None and bool(seat.watching or seat.next or seat.current)

    await until(pilot, ready)
    await pilot.pause()
    return runner_of(app)


async def called(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner, name: str) -> None:
    """It is a person's turn: in the open, or the curtain calls them and they sit down."""

    def turn() -> bool:
        seat = hotseat_of(runner).current
        here = seat is not None and runner.names[seat.ask.seat] == name
        return here or (isinstance(app.screen, CurtainScreen) and app.screen.called == name)

    await until(pilot, turn)
    if isinstance(app.screen, CurtainScreen):
        await pilot.press("enter")
    await until(
        pilot, lambda: hotseat_of(runner).current is not None and not isinstance(app.screen, CurtainScreen)
    )
    await pilot.pause()


async def on(pilot: Pilot[None], kind: type[S], ready: Callable[[S], object] = bool) -> S:
    """The screen in front, once it is of this kind, and ready."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and ready(cast(S, pilot.app.screen)))
    return cast(S, pilot.app.screen)


def seen(pilot: Pilot[None]) -> str:
    """The screen as text."""
    return screen_text(arena_of(pilot))


async def sees(pilot: Pilot[None], text: str) -> None:
    """A text is on the screen."""
    await until(pilot, lambda: text in seen(pilot))


async def asked(pilot: Pilot[None], runner: SessionRunner) -> None:
    """A person has to answer."""
    await until(pilot, lambda: hotseat_of(runner).current is not None)
    await pilot.pause()


async def leave(pilot: Pilot[None]) -> None:
    """Esc leaves the bar, then the table."""
    await pilot.press("escape", "escape")
    await on(pilot, HomeScreen)


def runner_of(app: ArenaApp) -> SessionRunner:
    runner = table_of(app).runner
    assert runner is not None
    return runner


def has_table(app: ArenaApp) -> bool:
    return any(isinstance(s, TableScreen) for s in app.screen_stack)


def table_of(app: ArenaApp) -> TableScreen:
    return next(s for s in app.screen_stack if isinstance(s, TableScreen))


def typing(app: ArenaApp) -> bool:
    """Whether pressed keys go into the answer bar."""
    return table_of(app).in_bar


async def ended_at(pilot: Pilot[None], app: ArenaApp) -> SessionResult:
    """What the result screen shows, once it is drawn."""
    screen = await result_of(pilot, app)
    assert screen.result is not None
    return screen.result


def holds_back(app: ArenaApp) -> bool:
    """Whether the app shows a secret or a curtain, so that it offers no screenshot and no toast."""
    return app.secret_up


def turns(runner: SessionRunner) -> int:
    """Marked guesses that are shown."""
    return len(runner.views["table"].facts["turns"])


def target(runner: SessionRunner) -> str:
    return str(runner.play.state.target)


def wrong(runner: SessionRunner) -> list[str]:
    return [w for w in WRONG if w != target(runner)]


async def guess(pilot: Pilot[None], runner: SessionRunner, word: str) -> None:
    """Type an allowed word and wait until it is marked and the next word is asked for."""
    before = turns(runner)
    await pilot.press(*word, "enter")
    await until(pilot, lambda: turns(runner) == before + 1)
    await until(pilot, lambda: runner.over or hotseat_of(runner).current is not None)
    await pilot.pause()


async def result_of(pilot: Pilot[None], app: ArenaApp) -> ResultScreen:
    """The result screen, once it is drawn."""
    await until(pilot, lambda: isinstance(app.screen, ResultScreen) and app.screen.result is not None)
    await pilot.pause()
    assert isinstance(app.screen, ResultScreen)
    return app.screen


def shown(app: Any) -> str:
    """The screen as text."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


def lacking(text: str, *parts: str) -> list[str]:
    """Those of the parts that a text doesn't hold."""
    return [part for part in parts if part not in text]


def held_in(text: str, *parts: str) -> list[str]:
    """Those of the parts that a text holds."""
    return [part for part in parts if part in text]


def given_away(app: ArenaApp) -> str:
    """All texts that the person at the screen can reach: screen, toasts, fields, clipboard, palette."""
    parts = [shown(app), app.title, app.sub_title, app.clipboard]
    for screen in app.screen_stack:
        parts += [screen.title or "", screen.sub_title or "", screen.get_selected_text() or ""]
        parts += [f"{field.value} {field.placeholder}" for field in screen.query(Input)]
    parts += [f"{toast.title} {toast.message}" for toast in app._notifications]
    parts += [f"{c.title} {c.help}" for c in app.get_system_commands(app.screen)]
    return "\n".join(str(part) for part in parts)


def kinds(app: ArenaApp, session_id: str) -> list[str]:
    """The types of a session's saved events, in order."""
    return [str(e.type) for e in app.store.load(session_id).events]


def hotseat_of(runner: SessionRunner) -> Hotseat:
    """The hotseat of a table."""
    return next(one for one in runner.attendants if isinstance(one, Hotseat))


def asked_for(runner: SessionRunner) -> Ask:
    """The ask that the person at the screen has to answer; an ask without a name if there is none."""
    waiting = hotseat_of(runner).current
    return waiting.ask if waiting is not None else Ask("", "", "", "text")


def bar_asks(app: ArenaApp) -> bool:
    """Whether the bar takes the answer to what is asked now, so that keys go where they are meant."""
    table = table_of(app)
    current = table.hotseat.current if table.hotseat is not None else None
    return current is not None and table.panel._asked_for is current
