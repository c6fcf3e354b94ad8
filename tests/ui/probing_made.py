"""Shared by tests of probes, marks, branches, coach and audit: demos that hold them, opened as replays."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from textual.pilot import Pilot

from tests.ui.playing import on
from tui_arena.core.record import Play, fold
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo, demo_files
from tui_arena.save.exchange.session_files import read_session
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.replay.presenter import Replay, studied
from tui_arena.ui.replay.screen import ReplayScreen

CATALOGUE = Catalogue()


def demo(name: str) -> Path:
    """The file of a shipped demo."""
    return next(path for path in demo_files() if name in path.name)


@lru_cache(maxsize=8)
def session_of(name: str) -> tuple[Session, GameInfo]:
    """A demo, read once."""
    session = read_session(demo(name), CATALOGUE).session
    return session, CATALOGUE.game(session.game)


def replay_of(name: str, at: int = 0, **how: bool) -> Replay:
    """The replay of a demo at a position."""
    session, info = session_of(name)
    replay = Replay(info, session, study=studied(info, session.fold(info.game)), **how)
    replay.go(at)
    return replay


def cut(name: str, events: int) -> Play[object]:
    """The fold of the first events of a demo."""
    session, info = session_of(name)
    return fold(info.game, session.setup, session.events[:events])


async def opened(pilot: Pilot[None], app: ArenaApp, source: str | Path, at: str = "") -> ReplayScreen:
    """The replay screen of a session, once it is drawn."""
    app.open_replay(source, at)
    await on(pilot, ReplayScreen, lambda s: s.replay is not None)
    await pilot.pause()
    assert isinstance(app.screen, ReplayScreen)
    return app.screen
