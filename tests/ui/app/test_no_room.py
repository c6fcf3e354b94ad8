"""Windows that leave a widget no room, and what is gone when a key or a click comes to it: the app goes on."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.css.query import NoMatches
from textual.events import Click
from textual.renderables.background_screen import BackgroundScreen
from textual.visual import RichVisual
from textual.widgets import OptionList
from textual.widgets.data_table import RowKey

from tests.thorough import sampled
from tests.ui.harness import burst, opened, settle
from tests.ui.playing import app_in, seated
from tests.ui.ways import tables
from tui_arena.players.new_session import Opening
from tui_arena.ui.app.bars import KeyBar
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.widgets.dialogs import QUIT, confirm
from tui_arena.ui.widgets.screen_base import LoopTurn, ScreenBase
from tui_arena.ui.widgets.tables import RowTable

NARROW = (60, 42, 30, 10, 3, 1, 100)


@pytest.mark.parametrize("table", sampled(tables(), 40, first=3), ids=lambda one: one.game)
async def test_a_table_is_drawn_in_any_width(tmp_path: Path, table: Opening) -> None:
    async with app_in(tmp_path, (100, 30)) as (app, pilot):
        app.open_table(table)
        await seated(pilot, app)
        for width in NARROW:
            await pilot.resize_terminal(width, 30)
            await pilot.pause()
        assert app._exception is None


@pytest.mark.thorough
async def test_a_palette_and_its_lists_are_drawn_in_any_width(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        await pilot.press("ctrl+p")
        for width in NARROW:
            await pilot.resize_terminal(width, 30)
            await pilot.press("pagedown", "pageup")
        assert pilot.app._exception is None


@pytest.mark.parametrize("width", [-2, 0, 1])
def test_a_text_in_no_width_is_a_letter_a_line(width: int) -> None:
    assert [line.plain for line in Content("abc").wrap(width)] == ["a", "b", "c"]


@pytest.mark.thorough
async def test_a_list_that_is_not_laid_out_has_no_pages(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        options = OptionList("one", "two")
        options.styles.width = options.styles.height = 0
        await pilot.app.screen.mount(options)
        options.highlighted = 0
        options._move_page(1)
        assert pilot.app._exception is None


class Asking(ArenaScreen):
    """A screen whose keys need its widgets."""

    BINDINGS = [("x", "ask", "Ask")]  # noqa: RUF012

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.query_one(KeyBar).is_mounted


async def test_a_screen_that_opens_tells_its_keys_once_it_is_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, _pilot):
        (bar,) = app.screen.query(KeyBar)
        before = bar.pieces(80)
        app._screen_stack.append(app._get_screen(Asking())[0])  # as it is before it is laid out
        assert bar.pieces(80) == before
        app._screen_stack.pop()


@pytest.mark.thorough
@pytest.mark.usefixtures("every_frame")
async def test_a_dialog_under_a_dialog_shows_what_is_below_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        for _ in range(3):
            confirm(app, QUIT, app.exit)
            await settle(pilot)
        for below, dialog in pairwise(app.screen_stack):
            assert isinstance(dialog, ScreenBase)
            dialog._layout_cache.clear()
            dialog._styles_cache.clear()
            await dialog._draw_ahead(LoopTurn())
            shown = dialog._render()
            assert isinstance(shown, RichVisual)
            assert isinstance(shown._renderable, BackgroundScreen)
            assert shown._renderable.screen is below


class Late(ArenaScreen):
    """A screen that looks for a widget it doesn't have."""

    def look(self) -> None:
        self.query_one("#none")


@pytest.mark.parametrize("left", sampled([True, False], 2))
async def test_a_missed_widget_ends_the_app_unless_its_screen_is_gone(tmp_path: Path, left: bool) -> None:
    async def looked() -> None:
        async with opened(tmp_path) as (app, pilot):
            screen = Late()
            await app.push_screen(screen)
            screen.call_later(screen.look)
            if left:
                app.back()
            await pilot.pause()

    if left:
        await looked()
        return
    with pytest.raises(NoMatches):
        await looked()


async def test_a_key_that_leaves_does_not_wait_for_hundreds_of_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        with app.keys_in_turn.kept():
            pass
        await burst(pilot, *("down",) * 300, "ctrl+q")
        assert app._exit


class Pointed(ArenaScreen):
    """A screen with a table; it notes the rows that are pointed at."""

    def body(self) -> ComposeResult:
        self.seen: list[object] = []
        yield RowTable(cursor_type="row")

    @on(RowTable.RowHighlighted)
    def pointed(self, event: RowTable.RowHighlighted) -> None:
        self.seen.append(event.row_key.value)


async def test_a_row_or_column_that_is_gone_is_neither_pointed_at_nor_clicked(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        screen = Pointed()
        await app.push_screen(screen)
        table = screen.query_one(RowTable)
        table.add_column("a", key="a")
        table.add_row(Text("1"), key="one")
        await pilot.pause()
        table.post_message(RowTable.RowHighlighted(table, 1, None))  # type: ignore[arg-type]
        table.post_message(RowTable.RowHighlighted(table, 0, RowKey("two")))
        gone = Style(meta={"row": -1, "column": 7})
        table.post_message(Click(table, 1, 0, 0, 0, 1, False, False, False, style=gone))
        await pilot.pause()
        assert screen.seen == ["one"]
        assert pilot.app._exception is None
