"""The app under test, with a separate home folder, a fixed clock and real keys; reads its screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from textual._compositor import Compositor
from textual.app import App
from textual.pilot import Pilot
from textual.worker import Worker

from tui_arena.config import Paths, Settings, write_settings
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening, Start
from tui_arena.save.store import open_store
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.widgets.in_turns import InTurns

NORMAL, SMALL, WIDE, VAST = (80, 24), (60, 20), (120, 40), (200, 60)
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
GOLDEN = Path(__file__).parent / "golden"
BRIEF = frozenset(
    {"known", "settings", "change", "people", "keys", "rename", "saved", "cost", "verdict", "preview"}
)
"""Groups of workers that end without input; a table's workers wait for people instead."""

Golden = Callable[[ArenaApp, str], None]
RENDER, DRAW_AHEAD = Compositor.render_update, InTurns._draw_ahead
"""The original methods for painting, which tests replace."""


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
) -> AsyncIterator[Pilot[None]]:
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
        yield pilot
        paint(app)


async def settle(pilot: Pilot[None]) -> None:
    """Wait until the app is idle."""
    await pilot.pause()
    brief: list[Worker[object]] = [w for w in pilot.app.workers if w.group in BRIEF]
    if brief:
        await pilot.app.workers.wait_for_complete(brief)
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one, and wait after each until the app is idle."""
    for key in keys:
        await pilot.press(key)
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
