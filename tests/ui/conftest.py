"""Fixtures of the app's tests. `pytest tests/ui --update` writes the golden screens again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import takewhile
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Input

from tests.ui.harness import (
    DRAW_AHEAD,
    GOLDEN,
    IN_THREAD,
    RENDER,
    Golden,
    arena_of,
    counted,
    handled,
    idle,
    screen_text,
    settle,
)
from tests.ui.kept_styles import KeptStyles
from tui_arena.config.keys import KEY_VARIABLES
from tui_arena.data import Catalogue
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.widgets.screen_base import LoopTurn, ScreenBase

LOOKS = 150
"""How often a screen is held against its golden file before it counts as another."""


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker("screens")


@pytest.fixture(scope="session", autouse=True)
def _styles_read_once() -> Iterator[None]:
    """Textual puts all style sheets together again for every app and every new kind of widget, a sixth of the
    time of these tests. What came of the same texts with the same colours is kept instead."""
    kept = KeptStyles()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", property(lambda sheet: partial(kept.read, sheet)))
        patch.setattr(Stylesheet, "parse", property(lambda sheet: partial(kept.parse, sheet)))
        patch.setattr(Stylesheet, "rules_map", property(kept.by_name))
        yield


@pytest.fixture(scope="session", autouse=True)
def _frames_painted_when_looked_at() -> Iterator[None]:
    """Textual paints up to sixty frames a second, a third of the time of these tests, and nobody sees them.
    So a frame is painted only when a test reads the screen, and at the end. A test that wants all frames
    uses `every_frame`."""

    def whole_alone(frame: Compositor, full: bool = False, **how: Any) -> object:
        return RENDER(frame, full, **how) if full else None

    async def nothing(screen: ScreenBase[Any], turn: LoopTurn) -> bool:
        """Draw nothing ahead of a frame that is not painted."""
        return False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compositor, "render_update", whole_alone)
        patch.setattr(ScreenBase, "_draw_ahead", nothing)
        patch.setattr(Pilot, "_wait_for_screen", handled)
        patch.setattr(ArenaApp, "in_thread", counted)
        yield


@pytest.fixture(scope="session", autouse=True)
def _glances_are_short() -> Iterator[None]:
    """Textual looks for 20 ms whether the app is idle, twice after each key and again in each pause, so half of
    the time of these tests is waiting. After a key they look for 5: threads may need longer, so a pause stays."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.app.wait_for_idle", idle)
        yield


@pytest.fixture(scope="session", autouse=True)
def _texts_typed_fast() -> Iterator[None]:
    """Textual waits after every pressed key until the screen is laid out. In a text that is typed into a
    field, tests wait only after the last key."""
    press = App._press_keys

    async def fast(app: App[object], keys: Iterable[str]) -> None:
        left = list(keys)
        while left:
            text = list(takewhile(lambda key: len(key) == 1, left)) if isinstance(app.focused, Input) else []
            for char in text[:-1]:
                assert app._driver is not None
                app._driver.send_message(Key(_character_to_key(char), char))
            done = max(len(text), 1)
            await press(app, [left[done - 1]])
            del left[:done]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(App, "_press_keys", fast)
        yield


@pytest.fixture(scope="session", autouse=True)
def _keys_work_at_once() -> Iterator[None]:
    """No key is taken for one that was meant for the screen before; that has separate tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui_arena.ui.app.keys_in_turn.DEAD", 0.0)
        patch.setattr("tui_arena.ui.app.keys_in_turn.PAUSE", 0.0)
        patch.setattr("tui_arena.ui.app.keys_in_turn.LOOK", 0.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _set_ups_show_every_row() -> Iterator[None]:
    """Set-ups begin unfolded, so that tests reach each row by arrows; folding has its own test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui_arena.ui.setup.screen.SetupScreen.folded", False)
        yield


@pytest.fixture
def every_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app paints as it does in a terminal."""
    monkeypatch.setattr(Compositor, "render_update", RENDER)
    monkeypatch.setattr(ScreenBase, "_draw_ahead", DRAW_AHEAD)


@pytest.fixture
def steady_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock in the title of a table stands still."""
    monkeypatch.setattr("tui_arena.ui.table.screen.clock", lambda _: "01:23")


@pytest.fixture
def threads_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key waits for what the app does in threads, as the test holds one of them."""
    monkeypatch.setattr(ArenaApp, "in_thread", IN_THREAD)


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue()


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No installed package brings a model, and no key is in the environment."""
    monkeypatch.setattr("tui_arena.players.models.registry.brought", dict)
    for variable in KEY_VARIABLES.values():
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Wait until the screen is as its golden file, or write the file."""

    async def check(pilot: Pilot[None], name: str) -> None:
        path, app = GOLDEN / f"{name}.txt", arena_of(pilot)
        if request.config.getoption("--update"):
            await settle(pilot)
            path.parent.mkdir(exist_ok=True)
            path.write_text(screen_text(app), "utf-8")
        kept = path.read_text("utf-8")
        for _ in range(LOOKS):
            if screen_text(app) == kept:
                return
            await pilot.pause(0.02)  # on a busy machine the last of it is drawn late
        assert screen_text(app) == kept, f"{name} changed; look at it, then run with --update"

    return check
