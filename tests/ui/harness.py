"""The app under test, with a separate home folder, a fixed clock and real keys; reads its screen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast
from weakref import WeakKeyDictionary

from textual._compositor import Compositor
from textual._queue import Queue
from textual.app import App
from textual.events import Key, Paste
from textual.message import Message
from textual.message_pump import MessagePump
from textual.pilot import Pilot, WaitForScreenTimeout
from textual.worker import Worker

from tui_arena.config import Paths, Settings, write_settings
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening, Start
from tui_arena.save.store import open_store
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.widgets.screen_base import ScreenBase

P = ParamSpec("P")
R = TypeVar("R")
NORMAL, SMALL, WIDE, VAST = (80, 24), (60, 20), (120, 40), (200, 60)
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
GOLDEN = Path(__file__).parent / "golden"
BRIEF = frozenset(
    {"known", "settings", "change", "people", "keys", "rename", "saved", "cost", "verdict", "preview"}
)
"""Groups of workers that end without input; a table's workers wait for people instead."""

BRISK = 50
"""How often a widget is looked at without a pause: most messages are handled in a few steps of the loop."""

GLANCE, NEXT_TO_NOTHING = 0.005, 0.0005
"""How long the process is looked at, and how long it may work meanwhile, in seconds, to count as idle."""

PATIENCE = 30
"""How long a widget may handle its messages, in seconds."""

THREADS = 10
"""How long a key or a pause waits for what the app does in threads, in seconds."""

Golden = Callable[[Pilot[None], str], Awaitable[None]]
RENDER, DRAW_AHEAD = Compositor.render_update, ScreenBase._draw_ahead
"""The original methods for painting, which tests replace."""
IN_THREAD = ArenaApp.in_thread
_BESIDE: WeakKeyDictionary[ArenaApp, int] = WeakKeyDictionary()
"""How many calls each app has in threads now."""


def arena_of(pilot: Pilot[None]) -> ArenaApp:
    return cast(ArenaApp, pilot.app)


@asynccontextmanager
async def opened(
    home: Path,
    size: tuple[int, int] = NORMAL,
    *,
    settings: Settings | None = None,
    opening: Opening | None = None,
    sessions: Sequence[Session] = (),
) -> AsyncIterator[tuple[ArenaApp, Pilot[None]]]:
    """The app, run without a terminal, after its first frame has settled."""
    paths = Paths.find(home)
    if settings is not None:
        write_settings(paths, settings)
    if sessions:
        store = open_store(paths.save_file, Catalogue(paths.config)).store
        for session in sessions:
            store.save(session)
        store.close()
    app = ArenaApp(paths, Start(opening), now=lambda: NOON)
    async with app.run_test(size=size, notifications=True) as pilot:
        await settle(pilot)
        yield app, pilot
        paint(app)


async def settle(pilot: Pilot[None]) -> None:
    """Wait until the app is idle."""
    await pilot.pause()
    if await ended(pilot):
        await pilot.pause()


async def anew(pilot: Pilot[None]) -> None:
    """Back to home, where no key was pressed."""
    arena_of(pilot).open_home()
    await settle(pilot)


async def ended(pilot: Pilot[None]) -> bool:
    """Wait for the workers that end without input; whether there were any."""
    brief: list[Worker[object]] = [w for w in pilot.app.workers if w.group in BRIEF]
    if brief:
        await pilot.app.workers.wait_for_complete(brief)
    return bool(brief)


async def handled(pilot: Pilot[object]) -> bool:
    """Wait until each widget of the screen waits for a message; False if the app fails meanwhile.

    Textual sends one more message to each and waits for all answers, which takes longer than many a key. What a
    widget left for after the next frame, and what the app does in threads, is waited for too: on a busy machine
    both come late.
    """
    app = pilot.app
    begun = time.monotonic()
    while app.screen_stack and await handled_by([app, *app.screen.walk_children(with_self=True)]):
        took = time.monotonic() - begun
        framed = not app.screen._callbacks or not app.screen.is_current or took > PATIENCE
        if framed and (not _BESIDE.get(cast(ArenaApp, app)) or took > THREADS):
            return True
        await asyncio.sleep(GLANCE)
    return False


async def counted(app: ArenaApp, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a call in a thread, as the app does, and know of it meanwhile."""
    _BESIDE[app] = _BESIDE.get(app, 0) + 1
    try:
        return await IN_THREAD(app, work, *args, **kwargs)
    finally:
        _BESIDE[app] -= 1


async def handled_by(pumps: Sequence[MessagePump]) -> bool:
    """Wait until each in turn waits for a message; False if the app fails meanwhile."""
    app = pumps[0].app
    end = time.monotonic() + PATIENCE
    for pump in pumps:
        rounds = 0
        while not waits(pump):
            if app._exception is not None:
                return False
            if time.monotonic() > end:
                raise WaitForScreenTimeout("A widget handles one message and doesn't come to its end.")
            await asyncio.sleep(0 if rounds < BRISK else 0.002)
            rounds += 1
    return True


async def idle(min_sleep: float = GLANCE, max_sleep: float = 1) -> None:
    """Wait until the process does next to nothing, as Textual does, which looks at it for 20 ms each time."""
    end, least = time.monotonic() + max_sleep, time.monotonic() + min_sleep
    while True:
        before = time.process_time()
        await asyncio.sleep(GLANCE)
        worked = time.process_time() - before
        if time.monotonic() >= end or (worked < NEXT_TO_NOTHING and time.monotonic() > least):
            return


def waits(pump: MessagePump) -> bool:
    """Whether it has no message, waiting or in hand, and will have none if it is closed."""
    queue: Queue[Message | None] = pump._message_queue
    closed = pump._closing or pump._closed
    return closed or (queue.empty() and bool(queue.ready_event._waiters))


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one, wait after each for what it began, and at last until the app is idle."""
    for key in keys:
        await pilot.press(key)
        await ended(pilot)
    await settle(pilot)


async def burst(pilot: Pilot[None], *keys: str | Paste) -> None:
    """Press keys and paste so fast that the app reads it all at once, as from a slow line."""
    for key in keys:
        pilot.app.post_message(key if isinstance(key, Paste) else Key(key, " " if key == "space" else None))
    await settle(pilot)


async def write(pilot: Pilot[None], text: str) -> None:
    """Type a text."""
    await pilot.press(*text)
    await settle(pilot)


def paint(app: App[Any]) -> None:
    """The frame that a terminal would get now: all that changed since the last."""
    if app.is_running:
        RENDER(app.screen._compositor, screen_stack=app._background_screens)


def screen_text(app: ArenaApp) -> str:
    """The text on the screen, a line for each row, without blanks at the ends."""
    strips = app.screen._compositor.render_strips(app.size)
    lines = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
    return "\n".join(lines).rstrip() + "\n"
