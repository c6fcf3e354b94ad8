"""A table draws what has changed and nothing else, and reads what it needs beside the loop."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from textual._compositor import Compositor
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from tests.thorough import sampled
from tests.ui.harness import opened, paint, press, settle
from tests.ui.playing import has_table, table_of, until
from tui_arena.config import Settings
from tui_arena.data import Catalogue, GameInfo
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.app.bars import KeyBar, TitleBar
from tui_arena.ui.game_ui import GameUI, game_ui_of
from tui_arena.ui.room.door import ROOM
from tui_arena.ui.setup.recent_setups import usual, watched
from tui_arena.ui.table import play_screen
from tui_arena.ui.table.panel import TablePanel
from tui_arena.ui.table.play_screen import PlayScreen

AT_ONCE = Settings(pace=0.0, animations=False)
SLOW = Settings(pace=5.0, animations=False)
"""Bots that a test can pause before their first move."""


def _has_steps(runner: SessionRunner, number: int) -> bool:
    return len(runner.play.steps) >= number


def _has_board(screen: Screen[None]) -> bool:
    return any(panel.board is not None for panel in screen.query(TablePanel))


def _asking_to_be_drawn(screen: Screen[None]) -> list[Widget]:
    return [w for w in screen.walk_children(Widget) if w._repaint_required or w._layout_required]


def _noting(painted: list[Region]) -> Callable[..., None]:
    """What notes the regions of a frame in place of painting it."""

    def noted(frame: Compositor, **_: object) -> None:
        painted.extend(frame._dirty_regions)
        frame._dirty_regions.clear()

    return noted


@pytest.mark.parametrize("game", sampled(list(Catalogue().games), 6))
async def test_a_still_table_draws_nothing(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, settings=SLOW) as (app, pilot):
        info = app.catalogue.game(game)
        app.open_table(replace(watched(usual(app.settings, info), info), seed=1), watch=True)
        await until(pilot, lambda: has_table(app) and bool(table_of(app).playbacks))
        screen = table_of(app)
        playback = screen.playbacks[0]
        playback.pause()
        await until(pilot, lambda: screen.runner is not None and _has_board(screen))
        runner = screen.runner
        assert runner is not None
        for n in range(1, 3):  # before anybody finds it
            playback.step()
            await until(pilot, partial(_has_steps, runner, n))
        await settle(pilot)
        screen.draw()
        await settle(pilot)
        removed: list[object] = []
        monkeypatch.setattr(ArenaApp, "_prune", lambda _, *widgets, **__: removed.append(widgets))
        never_seen = _asking_to_be_drawn(screen)  # what is hidden since it was mounted
        screen.panel.draw()
        assert removed == [], "the bar keeps what it says"
        assert _asking_to_be_drawn(screen) == never_seen
        assert not screen._layout_required
        monkeypatch.undo()


async def test_at_home_the_clock_draws_the_title_alone_and_a_key_two_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "down", "down")
        paint(app)
        painted: list[Region] = []
        monkeypatch.setattr(Compositor, "render_update", _noting(painted))
        app.screen.sub_title = "12 s"
        await until(pilot, lambda: bool(painted))
        assert painted == [app.screen.query_one(TitleBar).region]
        assert app.screen.query_one(TitleBar).region.size == (80, 1)
        painted.clear()
        before = app.focused
        assert before is not None
        app.simulate_key("up")
        await until(pilot, lambda: app.focused is not before and len(painted) > 1)
        assert app.focused is not None
        assert set(painted) == {before.region, app.focused.region}


@pytest.mark.thorough
async def test_other_keys_are_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as (app, pilot):
        app.open_setup("wordle")
        await settle(pilot)
        paint(app)
        bar, drawn = app.screen.query_one(KeyBar), list[str]()
        monkeypatch.setattr(bar, "refresh", lambda: drawn.append("again"))
        app.screen.refresh_bindings()
        await settle(pilot)
        assert drawn == []
        app.screen._bindings.key_to_bindings.pop("escape")
        app.screen.refresh_bindings()
        await settle(pilot)
        assert drawn == ["again"]


@pytest.mark.thorough
async def test_what_comes_together_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, settings=AT_ONCE) as (app, pilot):
        app.open_table(usual(app.settings, app.catalogue.game("wordle")))
        await until(pilot, lambda: has_table(app) and table_of(app).runner is not None)
        await settle(pilot)
        screen, drawn = table_of(app), list[TablePanel]()

        def noted(panel: TablePanel) -> None:
            drawn.append(panel)

        monkeypatch.setattr(TablePanel, "draw", noted)
        for _ in range(3):
            screen.post_message(PlayScreen.TableChanged(screen.tables[0]))
        await settle(pilot)
        monkeypatch.undo()
        assert len(drawn) == 1


@pytest.mark.thorough
async def test_the_ui_of_a_game_and_the_room_of_phones_are_read_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: dict[str, threading.Thread] = {}

    class Noting:
        """Notes which thread reads a module."""

        @staticmethod
        def find_spec(name: str, *_: object) -> ModuleSpec | None:
            where.setdefault(name, threading.current_thread())
            return None

    def noted(info: GameInfo) -> GameUI:
        where.setdefault("ui", threading.current_thread())
        return game_ui_of(info)

    monkeypatch.setattr(play_screen, "game_ui_of", noted)
    monkeypatch.delitem(sys.modules, "tui_arena.room.people", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Noting, *sys.meta_path])
    async with opened(tmp_path, settings=AT_ONCE) as (app, pilot):
        app.store.set_meta(ROOM, "a room that was open when the app ended last")
        app.open_table(usual(app.settings, app.catalogue.game("wordle")), party="P1")
        await until(pilot, lambda: has_table(app) and table_of(app).runner is not None)
        assert "tui_arena.room.people" in where
    main = threading.main_thread()
    assert where["ui"] is not main
    assert where["tui_arena.room.people"] is not main
