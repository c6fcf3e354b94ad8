"""Settings: applied and saved at once, but never over a file that can't be read."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest
from textual.dom import DOMNode
from textual.widgets import OptionList

from tests.save.making import started, won
from tests.thorough import sampled
from tests.ui.harness import SMALL, WIDE, Golden, arena_of, opened, press, screen_text, settle, write
from tests.ui.playing import sees, until
from tui_arena.config import Settings, read_settings
from tui_arena.data import Catalogue
from tui_arena.ui.app import keymap
from tui_arena.ui.app.settings_screen import KeysScreen, SettingsScreen
from tui_arena.ui.widgets.dialogs import Dialog, TextDialog
from tui_arena.ui.widgets.menu import MenuRow
from tui_arena.ui.widgets.rows import ChoiceRow

FLAGS = ("ascii", "marks", "animations", "rating", "sound", "mouse", "bell")
pytestmark = pytest.mark.usefixtures("bare")


async def test_settings_as_a_picture_and_themes_that_are_kept_only_by_enter(
    tmp_path: Path, golden: Golden
) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "o")
        pilot.app.screen.query_one("#files").display = False
        await settle(pilot)
        await golden(pilot, "settings_80x24")
        await press(pilot, "down")
        preview = pilot.app.theme
        assert preview != "arena-dark"
        await press(pilot, "escape")
        assert pilot.app.theme == "arena-dark"
        before = pilot.app.screen.styles.background
        await press(pilot, "o", "down", "enter")
        now = pilot.app.screen.styles.background
        assert now != before
        await press(pilot, "escape")
        assert pilot.app.theme == preview
        assert pilot.app.screen.styles.background == now, (
            "a screen below gets its styles when it is shown again"
        )
        assert read_settings(app.paths)[0].theme == preview


@pytest.mark.parametrize("flags", sampled([FLAGS[:2], FLAGS], 2, whole=True), ids=len)
async def test_flags_are_changed_by_key_and_saved_and_arrows_reach_every_row(
    tmp_path: Path, flags: Sequence[str]
) -> None:
    """On a small screen, where not all settings fit."""
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "o", "tab")
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        pilot.app.screen.query_one("#ascii").focus()
        await settle(pilot)
        seen = set()
        for _ in range(20):
            if pilot.app.focused is not None:
                seen.add(pilot.app.focused.id)
            await press(pilot, "down")
        assert {"ascii", "pace", "budget_usd", "bell", "models", "keys"} <= seen
        for flag in flags:
            before = getattr(app.settings, flag)
            pilot.app.screen.query_one(f"#{flag}").focus()
            await press(pilot, "right")
            assert getattr(read_settings(app.paths)[0], flag) is not before, flag


@pytest.mark.thorough
async def test_the_pace_a_choice_by_mouse_and_ascii_show_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "o", "right")
        assert pilot.app.focused is not None
        assert pilot.app.focused.id == "ascii", "right leads from the themes to the rows"
        pilot.app.screen.query_one("#pace").focus()
        await press(pilot, "left", "left")
        assert read_settings(app.paths)[0].pace == 0.3
        row = pilot.app.screen.query_one("#marks", ChoiceRow)
        start = next(start for start, _, value in row._spots() if value == "off")
        await pilot.click("#marks", offset=(start + 1, 0))
        await settle(pilot)
        assert not app.glyphs.marks
        pilot.app.screen.query_one("#ascii").focus()
        await press(pilot, "left")
        assert screen_text(app).isascii()


@pytest.mark.thorough
async def test_a_broken_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.toml"
    path.parent.mkdir()
    path.write_text("pace = = 3", "utf-8")
    async with opened(tmp_path, WIDE) as (app, pilot):
        await press(pilot, "o")
        pilot.app.screen.query_one("#marks").focus()
        await press(pilot, "right")
        assert not app.settings.marks
        assert "until you quit" in screen_text(app)
    assert path.read_text("utf-8") == "pace = = 3"


@pytest.mark.thorough
async def test_unknown_keys_of_the_file_survive(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.toml"
    path.parent.mkdir()
    path.write_text('from_the_future = "yes"\n', "utf-8")
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "o", "down", "enter")
    assert "from_the_future" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("played", "change", "agree", "own"),
    [
        pytest.param(["You"], ("You", "Ada"), None, "Ada", marks=pytest.mark.thorough, id="the first name"),
        pytest.param([], ("You", "Ada"), None, "Ada", marks=pytest.mark.thorough, id="without sessions"),
        pytest.param(["Bne"], ("Bne", "Ben"), None, "You", marks=pytest.mark.thorough, id="another person"),
        pytest.param(["Ada", "Ben"], ("Ben", "Ada"), True, "You", id="two become one"),
        pytest.param(
            ["Ada", "Ben"], ("Ben", "Ada"), False, "You", marks=pytest.mark.thorough, id="two stay two"
        ),
    ],
)
async def test_a_person_is_renamed_and_old_sessions_follow(
    tmp_path: Path, played: list[str], change: tuple[str, str], agree: bool | None, own: str
) -> None:
    """`agree` answers the question that comes before two people become one."""
    old, new = change
    made = [
        won(Catalogue(), started(Catalogue(), n, {"guesser": f"human:{name}"}))
        for n, name in enumerate(played)
    ]
    async with opened(tmp_path, WIDE, sessions=made) as (_, pilot):
        await press(pilot, "o")
        next(row for row in pilot.app.screen.query(MenuRow) if row.title == old).focus()
        await press(pilot, "enter", "backspace")
        await write(pilot, new)
        await pilot.press("enter")
        if agree is not None:  # its worker waits for the answer, so the app is not idle yet
            async with asyncio.timeout(60):
                while not isinstance(pilot.app.screen, Dialog):
                    await pilot.pause(0.01)
            await pilot.press(*(["right"] if agree else []), "enter")
        await settle(pilot)
        arena = arena_of(pilot)
        names = arena.store.people()
        assert isinstance(pilot.app.screen, SettingsScreen)
        assert (new in names) or not played
        assert (old in names) is (agree is False)
    assert read_settings(arena.paths)[0].name == own


@pytest.mark.thorough
async def test_an_empty_name_is_refused_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "o")
        next(row for row in pilot.app.screen.query(MenuRow) if row.title == "You").focus()
        await press(pilot, "enter", "backspace", "enter")
        await sees(pilot, "at least one letter")
        assert app.settings.name == "You"


async def test_keys_are_changed_saved_and_taken_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "o", "k")
        screen = pilot.app.screen
        assert isinstance(screen, KeysScreen)
        place = [one.id for one in screen._known].index("home.stats")
        screen.query_one(OptionList).highlighted = place
        await press(pilot, "enter")
        await write(pilot, "f9")
        await press(pilot, "enter")
        assert read_settings(app.paths)[0].keys == {"home.stats": "f9"}
        await press(pilot, "delete")
        assert read_settings(app.paths)[0].keys == {}


@pytest.mark.thorough
@pytest.mark.usefixtures("threads_held")
async def test_keys_before_the_list_is_read_do_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, go = keymap.every_binding, Event()

    def slow(app: type[DOMNode]) -> Sequence[keymap.Remappable]:
        go.wait(60)
        return read(app)

    monkeypatch.setattr("tui_arena.ui.app.settings_screen.every_binding", slow)
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "o")
        await pilot.press("k", "delete", "enter", "down")
        screen = pilot.app.screen
        assert isinstance(screen, KeysScreen)
        assert screen.query_one(OptionList).option_count == 0
        go.set()
        every = len(read(type(pilot.app)))
        await until(pilot, lambda: screen.query_one(OptionList).option_count == every)
        assert (screen.query_one(OptionList).highlighted, arena_of(pilot).settings.keys) == (0, {})


@pytest.mark.thorough
async def test_a_clash_is_told_where_it_is_made(tmp_path: Path) -> None:
    async with opened(tmp_path, settings=Settings(keys={"home.stats": "s"})) as (_, pilot):
        await press(pilot, "o", "k")
        assert "home.sessions" in screen_text(arena_of(pilot)).split("app.help", maxsplit=1)[0]


@pytest.mark.thorough
async def test_a_bad_theme_file_is_told_there(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "themes"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('primary = "#xyz"', "utf-8")
    async with opened(tmp_path, WIDE) as (_, pilot):
        await press(pilot, "o")
        await sees(pilot, "mine.toml")


@pytest.mark.thorough
async def test_a_budget_is_picked_typed_and_taken_away(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, "o")
        row = pilot.app.screen.query_one("#budget_usd", ChoiceRow)
        row.focus()
        await press(pilot, "right", "right")
        assert read_settings(app.paths)[0].budget_usd == 0.2
        await press(pilot, "space", "end", "enter")
        assert isinstance(pilot.app.screen, TextDialog)
        await write(pilot, "lots")
        await press(pilot, "enter")
        await until(pilot, lambda: "Type an amount such as" in screen_text(app))
        await press(pilot, *["backspace"] * 4, *"0.35", "enter")
        assert read_settings(app.paths)[0].budget_usd == 0.35
        assert "$0.35" in screen_text(app)
        await press(pilot, "space", "home", "enter")
        assert read_settings(app.paths)[0].budget_usd == 0


@pytest.mark.thorough
async def test_tokens_are_whole_and_escape_leaves_them(tmp_path: Path) -> None:
    async with opened(tmp_path, settings=Settings(budget_tokens=777)) as (app, pilot):
        await press(pilot, "o")
        row = pilot.app.screen.query_one("#budget_tokens", ChoiceRow)
        row.focus()
        assert row.value == "777"
        await press(pilot, "space", "end", "enter", "escape")
        assert row.value == "777"
        await press(pilot, "right")
        assert read_settings(app.paths)[0].budget_tokens == 10_000
        assert isinstance(read_settings(app.paths)[0].budget_tokens, int)
