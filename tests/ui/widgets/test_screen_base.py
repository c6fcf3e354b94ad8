"""Screens are laid out and painted in turns of the loop: what is done before, what once, and what others get to do."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.content import Content
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.geometry import Region
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from tests.thorough import sampled
from tests.ui.harness import RENDER, arena_of, opened, press, screen_text, settle
from tests.ui.playing import until
from tui_arena.ui import MANY, sweep
from tui_arena.ui.app.settings_screen import KeysScreen
from tui_arena.ui.table.dialogs import CurtainScreen
from tui_arena.ui.widgets import screen_base
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.menu import MenuRow
from tui_arena.ui.widgets.rows import ChoiceRow
from tui_arena.ui.widgets.screen_base import ScreenBase

OPENED = {"a form": "open_settings", "a list": "open_sessions", "a dialog": "action_command_palette"}


async def shown(true: Callable[[], bool]) -> None:
    """Wait until something is true; a pilot that waits would lay out and paint by itself."""
    for _ in range(200):
        if true():
            return
        await asyncio.sleep(0.05)


@pytest.mark.usefixtures("every_frame")
@pytest.mark.parametrize("name", sampled(OPENED, 3))
async def test_all_lines_of_a_new_screen_are_drawn_before_its_frame_is_put_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    left: dict[str, list[list[str]]] = {}

    def noted(frame: Compositor, full: bool = False, **how: Any) -> object:
        screen = frame.root
        if isinstance(screen, ScreenBase) and frame._dirty_regions and not full:
            undrawn = [
                f"{widget!r} {lines}" for widget in frame.visible_widgets for lines in screen._undrawn(widget)
            ]
            left.setdefault(type(screen).__name__, []).append(undrawn)
        return RENDER(frame, full, **how)

    async with opened(tmp_path) as (app, _pilot):
        left.clear()
        monkeypatch.setattr(Compositor, "render_update", noted)
        home = type(app.screen).__name__
        getattr(app, OPENED[name])()
        await shown(lambda: bool(left.keys() - {home}))
        assert left[type(app.screen).__name__][0] == []


@pytest.mark.thorough
@pytest.mark.usefixtures("every_frame")
async def test_a_frame_is_drawn_in_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen_base, "TURN", 0.0)
    turns: list[str] = []
    async with opened(tmp_path) as (app, pilot):
        app.open_settings()
        await settle(pilot)
        await asyncio.sleep(0.3)  # the last frame of the opening
        lines = ChoiceRow.render_line

        def drawn(row: ChoiceRow, y: int) -> Any:
            turns.append(str(row.id))
            asyncio.get_running_loop().call_soon(turns.append, "another")
            return lines(row, y)

        monkeypatch.setattr(ChoiceRow, "render_line", drawn)
        for row in app.screen.query("#marks, #animations"):
            row.refresh()
        await shown(lambda: len(turns) >= 4)
    assert turns[:4] == ["animations", "another", "marks", "another"]


@pytest.mark.thorough
async def test_the_layout_is_arranged_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arranged: list[str] = []
    async with opened(tmp_path) as (app, pilot):
        app.open_settings()
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, ScreenBase)
        for widget in screen.walk_children(with_self=True):
            assert isinstance(widget, Widget)
            widget._clear_arrangement_cache()
        await screen._arrange_ahead(screen_base.LoopTurn())
        monkeypatch.setattr("textual.widget.arrange", lambda widget, *_, **__: arranged.append(str(widget)))
        screen._refresh_layout()
        assert arranged == []


async def test_a_widget_is_styled_when_it_is_mounted_not_while_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    styled: list[str] = []
    apply = Stylesheet.apply

    def counted(sheet: Stylesheet, node: Any, **how: Any) -> None:
        styled.append(type(node).__name__)
        apply(sheet, node, **how)

    async with opened(tmp_path) as (_, pilot):
        monkeypatch.setattr(Stylesheet, "apply", counted)
        with pilot.app._context():
            field = Input(compact=True)
        assert styled == []
        await pilot.app.screen.mount(field)
        assert "Input" in styled
        assert field.styles.border_top[0] == ""


@pytest.mark.thorough
@pytest.mark.parametrize("key", sampled(["o", "e,1"], 2, first=1))
async def test_each_part_of_a_form_is_styled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    styled: Counter[DOMNode] = Counter()
    apply = Stylesheet.apply

    def counted(sheet: Stylesheet, node: DOMNode, **how: Any) -> None:
        styled[node] += 1
        apply(sheet, node, **how)

    async with opened(tmp_path) as (_, pilot):
        monkeypatch.setattr(Stylesheet, "apply", counted)
        await press(pilot, *key.split(","))
        headings = [node for node in pilot.app.screen.query(".form-heading") if styled[node]]
        assert len(headings) > 2
        assert {styled[node] for node in headings} == {1}


@pytest.mark.thorough
async def test_the_first_screen_of_a_kind_is_styled_by_its_own_sheet(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        pilot.app.push_screen(CurtainScreen("Ada", "you guess", Content(""), lambda _: None))
        await settle(pilot)
        call = pilot.app.screen.query_one("#call").region
        assert (call.x, call.width) == (8, 64)
        assert call.y > 4


@pytest.mark.thorough
async def test_a_row_is_drawn_again_only_if_it_has_changed(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        app.open_settings()
        await settle(pilot)
        row, line = (
            pilot.app.screen.query_one("#marks", ChoiceRow),
            pilot.app.screen.query_one("#models", MenuRow),
        )
        change = partial(row.offer, row.choices), partial(line.say, line.title)
        for act, args, dirty in (
            (change[0], (row.value, row.note), False),
            (change[0], (row.value, "another note"), True),
            (change[1], (line.text,), False),
            (change[1], ("another text",), True),
        ):
            row._dirty_regions.clear()
            line._dirty_regions.clear()
            act(*args)
            assert bool(row._dirty_regions or line._dirty_regions) is dirty, args


@asynccontextmanager
async def keys_over_settings(tmp_path: Path) -> AsyncIterator[tuple[Pilot[None], list[int]]]:
    """The screen of keys, opened over the settings; and how many screens were open at each collection."""
    told: list[int] = []
    async with opened(tmp_path) as (app, pilot):
        app.closed = told.append
        app.open_settings()
        await settle(pilot)
        app.push_screen(KeysScreen())
        await settle(pilot)
        yield pilot, told


@pytest.mark.thorough
async def test_what_a_closed_screen_leaves_is_collected_a_moment_later(tmp_path: Path) -> None:
    async with keys_over_settings(tmp_path) as (pilot, told):
        arena_of(pilot).back()
        await until(pilot, lambda: told == [2])
        arena_of(pilot).back()
        await until(pilot, lambda: told == [2, 1])


@pytest.mark.thorough
async def test_what_is_closed_or_opened_at_once_is_collected_after_the_last(tmp_path: Path) -> None:
    async with keys_over_settings(tmp_path) as (pilot, told):
        app = arena_of(pilot)
        app.back()
        app.back()
        begun = app._sweeping
        app.open_settings()
        assert begun is not app._sweeping
        await until(pilot, lambda: app._sweeping is None)
        assert told == [2]


@pytest.mark.thorough
def test_what_has_stayed_at_home_is_left_out_of_collections_once_it_is_much() -> None:
    gc.collect()
    gc.freeze()
    try:
        sweep(1)
        assert gc.get_freeze_count() > 0
        before = gc.get_freeze_count()
        much = [[n] for n in range(MANY + 1)]
        sweep(2)
        assert gc.get_freeze_count() <= before, "a screen above home may go again"
        sweep(1)
        assert gc.get_freeze_count() >= before + len(much) - 1000
    finally:
        gc.unfreeze()


@pytest.mark.thorough
@pytest.mark.usefixtures("every_frame")
async def test_the_screen_below_shines_through_a_dialog(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        app.open_settings()
        await settle(pilot)
        app.push_screen(Dialog("Sure?", "", [("no", "No")]))
        await settle(pilot)
        await shown(lambda: "Sure?" in screen_text(app))
        assert "SETTINGS" in screen_text(app)


@pytest.mark.usefixtures("every_frame")
async def test_a_covered_screen_is_drawn_when_it_is_seen_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    render = Widget.render_lines

    def noted(widget: Widget, lines: Region) -> list[Strip]:
        drawn.append(type(widget.screen).__name__)
        return render(widget, lines)

    async with opened(tmp_path) as (app, pilot):
        home = app.screen
        await press(pilot, "o")
        monkeypatch.setattr(Widget, "render_lines", noted)
        for row in home.query(MenuRow):
            row.say("something else")
        await pilot.press("down")
        await until(pilot, lambda: "SettingsScreen" in drawn)
        await settle(pilot)
        assert "HomeScreen" not in drawn
        await press(pilot, "escape")
        assert "something else" in screen_text(app)
