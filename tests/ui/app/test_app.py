"""The app as a whole: leaving, help, palette, toasts, plain starts."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from functools import partialmethod
from pathlib import Path
from threading import current_thread, main_thread
from types import ModuleType
from typing import Any

import pytest
from textual._compositor import Compositor, ReflowResult
from textual.app import App
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets._toast import Toast

from tests.save.making import started, won
from tests.thorough import sampled
from tests.ui.harness import NORMAL, SMALL, VAST, WIDE, Golden, opened, press, screen_text, settle
from tests.ui.playing import lacking, on, seated, seen, sees, until
from tui_arena.config import Paths, Settings
from tui_arena.data import Catalogue
from tui_arena.games.wordle.ui.board import WordleUI
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import Cast, read_player
from tui_arena.ui import run
from tui_arena.ui.app import app as app_module
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.app.bars import KeyBar
from tui_arena.ui.app.commands import palette
from tui_arena.ui.app.help import HelpScreen
from tui_arena.ui.app.settings_screen import KeysScreen, SettingsScreen
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.sessions.screen import SessionsScreen
from tui_arena.ui.setup.recent_setups import usual, watched
from tui_arena.ui.table.screen import TableScreen
from tui_arena.ui.widgets.answer_bar import AnswerBar
from tui_arena.ui.widgets.dialogs import Dialog


def test_no_sheet_of_a_screen_styles_another_screen() -> None:
    folder = Path(app_module.__file__).parents[1]
    sheets = [path for path in folder.glob("*/*.tcss") if path.name not in ("app.tcss", "controls.tcss")]
    lines = [line for path in sheets for line in path.read_text("utf-8").splitlines() if "{" in line]
    selectors = [part.strip() for line in lines for part in line.partition("{")[0].split(",")]
    assert len(selectors) > 200
    assert [selector for selector in selectors if not selector[0].isupper()] == []


@pytest.mark.parametrize("key", sampled(["ctrl+q", "ctrl+c"], 2))
async def test_leaving_a_running_game_is_asked_about(tmp_path: Path, key: str) -> None:
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "1")
        await press(pilot, key)
        assert isinstance(pilot.app.screen, Dialog)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, TableScreen)
        await press(pilot, key, "right", "enter")
        assert not pilot.app.is_running


@pytest.mark.thorough
async def test_a_second_ctrl_q_means_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "1", "ctrl+q", "ctrl+q")
        assert not pilot.app.is_running


async def test_f1_and_what_people_try_for_help_open_it_at_home_and_close_it_and_it_is_laid_out_in_any_width(
    tmp_path: Path, golden: Golden
) -> None:
    async with opened(tmp_path) as (_, pilot):
        for size, key, back in (
            (NORMAL, "f1", "f1"),
            (SMALL, "question_mark", "question_mark"),
            (SMALL, "h", "f1"),
        ):
            await pilot.resize_terminal(*size)
            await press(pilot, key)
            assert isinstance(pilot.app.screen, HelpScreen), key
            assert "Sessions" in seen(pilot), key
            if size == NORMAL:  # a longer path to the save file shortens the thumb of the scroll bar
                pilot.app.screen.query_one(VerticalScroll).styles.scrollbar_size_vertical = 0
                await golden(pilot, "help_80x24")
            await press(pilot, back)
            assert isinstance(pilot.app.screen, HomeScreen), back
        await pilot.resize_terminal(60, 24)
        await press(pilot, "f1")
        lines = seen(pilot).splitlines()
        (guide,) = [n for n, line in enumerate(lines) if "Guide" in line]
        assert lines[guide].index("Guide") == len(lines[guide + 1]) - len(lines[guide + 1].lstrip())
        await pilot.resize_terminal(100, 24)
        await settle(pilot)
        assert "Guide  Play a first game with a guide; then press its key" in seen(pilot)


@pytest.mark.thorough
async def test_help_lists_the_keys_of_the_screen_below(tmp_path: Path) -> None:
    async with opened(tmp_path, (100, 60)) as (_, pilot):
        await press(pilot, "o", "f1")
        text = seen(pilot)
        assert not lacking(text, "Keep theme", "Changes are saved as you make them.")
        assert "HOW TO PLAY" not in text, "settings are about no game"
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, SettingsScreen)
        await press(pilot, "escape", "f1")
        await sees(pilot, "HOW TO PLAY WORDLE")
        await press(pilot, "escape", "t", "f1")
        text = seen(pilot)
        assert "All figures" in text
        assert "Cursor" not in text, "arrows are the same everywhere"


@pytest.mark.thorough
async def test_help_shows_remapped_keys_and_the_footer_is_clickable(tmp_path: Path) -> None:
    async with opened(tmp_path, settings=Settings(keys={"home.stats": "f9"})) as (_, pilot):
        await press(pilot, "f1")
        await sees(pilot, "F9   Stats")
        await press(pilot, "f1")
        line = seen(pilot).splitlines()[-1]
        await pilot.click("KeyBar", offset=(line.index("Settings"), 0))
        await pilot.pause()
        assert isinstance(pilot.app.screen, SettingsScreen)


async def test_the_palette_offers_every_action_of_the_screen_and_runs_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        titles = {command.title for command in palette(app, app.screen)}
        offered = {b.binding.description for b in app.screen.active_bindings.values() if b.node is app.screen}
        textuals = {"Focus Next", "Focus Previous", "Copy selected text", ""}
        assert offered - textuals <= titles
        assert {"Settings", "Sessions", "Set up Wordle", "Quit"} <= titles
        await press(pilot, "ctrl+p", *"settings")
        await pilot.pause(0.5)
        await press(pilot, "down", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SettingsScreen)


async def test_pictures_are_for_their_owner_toasts_no_markup_nothing_looks_behind_a_secret_and_q_leaves_at_once(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (app, pilot):
        (take,) = (c.callback for c in palette(app, app.screen) if c.title == "Picture")
        before = os.umask(0)
        try:
            for _ in range(2):
                take()
                await pilot.pause(0.2)
                await app.workers.wait_for_complete([w for w in app.workers if w.name == "export_text"])
        finally:
            os.umask(before)
        app.clear_notifications()
        app.notify("[@click=app.quit]x[/] \x1b]0;PWN\x07", markup=True)
        await pilot.pause()
        assert "[@click=app.quit]x[/]" in screen_text(app)
        assert "PWN" not in screen_text(app)
        screen = app.screen
        assert isinstance(screen, HomeScreen)
        take()
        screen.secret_up = True
        await pilot.pause(0.2)
        titles = {c.title for c in palette(app, app.screen)}
        assert not titles & {"Picture", "Screenshot", "Maximize", "Home", "Help"}
        app.notify("the word is PRIDE")
        await pilot.pause()
        assert "PRIDE" not in screen_text(app)
        screen.secret_up = False
        made = sorted((tmp_path / "exports").iterdir())
        assert [(path.name, path.stat().st_mode & 0o777) for path in made] == [
            ("screen-2.svg", 0o600),
            ("screen.svg", 0o600),
        ]
        assert made[0].read_text("utf-8").startswith("<svg")
        await press(pilot, "q")
        assert not app.is_running
    assert app.return_code == 0


@pytest.mark.thorough
@pytest.mark.parametrize("size", sampled([SMALL, NORMAL, WIDE, VAST], 4, whole=True))
async def test_a_toast_covers_neither_question_nor_answer(tmp_path: Path, size: tuple[int, int]) -> None:
    opening = Opening("entity", {"guesser": read_player("human:Ada")}, seed=3)
    async with opened(tmp_path, size, opening=opening) as (app, pilot):
        await seated(pilot, app)
        pilot.app.notify("Ben has put it in writing. We'll see at the end if it's right. " * 2)
        await pilot.pause()
        table, toast = pilot.app.screen, pilot.app.screen.query_one(Toast).region
        assert toast.width > 20
        for covered in (table.query_one(AnswerBar), table.query_one("#board"), table.query_one(KeyBar)):
            assert not toast.overlaps(covered.region), covered


@pytest.mark.parametrize(
    ("cast", "name"), sampled([({}, "You"), ({"guesser": read_player("human:Ada")}, "Ada")], 4)
)
async def test_an_opening_goes_straight_to_its_table_with_the_cast_it_names(
    tmp_path: Path, cast: dict[str, Cast], name: str
) -> None:
    opening = Opening("wordle", cast, {"variant": "clue"}, seed=3)
    async with opened(tmp_path, opening=opening) as (app, pilot):
        guesser = (await seated(pilot, app)).session.seats["guesser"]
        assert (guesser["player"], guesser["name"]) == ("human", name)


@pytest.mark.thorough
async def test_the_footer_of_a_covered_screen_asks_nothing_of_an_uncomposed_screen(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        bar, sessions = pilot.app.screen.query_one(KeyBar), SessionsScreen()
        opened_later = pilot.app.push_screen(sessions)
        assert pilot.app.screen is sessions
        assert not sessions.query(KeyBar)
        bar._look()
        await opened_later
        assert sessions.query(KeyBar)


@pytest.mark.thorough
async def test_the_footer_never_loses_help(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        for width in (20, 40, 60, 80, 200):
            await pilot.resize_terminal(width, 24)
            await settle(pilot)
            assert "F1 Help" in seen(pilot).splitlines()[-1], width


async def test_no_color_keeps_the_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(tmp_path, settings=Settings(marks=False)) as (app, pilot):
        assert app.glyphs.marks
        assert "[A]" in seen(pilot)


def test_a_save_file_that_cannot_be_opened_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(App, "run", partialmethod(App.run, headless=True, size=(80, 24)))
    (tmp_path / "arena.db").mkdir()
    assert run(Paths.find(tmp_path)) == 1
    said = capsys.readouterr()
    assert (said.out, len(said.err.strip().splitlines())) == ("", 1)
    assert "arena.db" in said.err


@pytest.mark.parametrize("pressed", sampled([True, False], 2), ids=["after a key", "by itself"])
async def test_an_app_whose_save_file_cannot_be_opened_ends(tmp_path: Path, *, pressed: bool) -> None:
    (tmp_path / "arena.db").mkdir()
    app = ArenaApp(Paths.find(tmp_path))
    async with app.run_test() as pilot:
        if pressed:
            app.open_sessions()
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 1
    assert "arena.db" in (app.refused or "")
    assert not list((tmp_path / "logs").glob("*"))


def test_the_first_frame_waits_for_little_and_each_screen_loads_the_next_one_ahead(tmp_path: Path) -> None:
    program = """
import asyncio
import sys
from functools import partialmethod
from pathlib import Path
from textual.app import App
from textual.css import stylesheet
from tui_arena.config import Paths
from tui_arena.ui import run
HEAVY = "litellm", "msgspec", "sqlite3", "openskill", "tomli_w", "tui_arena.core.game", "tui_arena.data.games", (
    "tui_arena.save.store"), "tui_arena.players.seating", "tui_arena.ui.widgets.rows", "tui_arena.ui.game_ui"
parsed, parse, display, loaded = [], stylesheet.parse, App._display, asyncio.Event()
def say(*what):
    print(*what, file=sys.__stdout__)
def noted(scope, css, read_from, **how):
    parsed.append(read_from)
    return parse(scope, css, read_from, **how)
def shown(self, screen, renderable):
    display(self, screen, renderable)
    if renderable is not None and screen.query("GameRow"):
        App._display, self.loaded = display, loaded.set
        known = {*HEAVY} & set(sys.modules)
        say(type(screen).__name__, sorted(known), Path(sys.argv[1], "arena.db").exists())
async def play(pilot):
    app = pilot.app
    await loaded.wait()
    ahead = "tui_arena.ui.table.screen", "tui_arena.games.taboo.bot", "tui_arena.games.akinator.ui.board"
    say(type(app.screen).__name__, *[name in sys.modules for name in ahead])
    parsed.clear()
    app.simulate_key("1")
    loaded.clear()
    await loaded.wait()
    say(type(app.screen).__name__, parsed)
    while "result/screen.tcss" not in str(parsed):
        await asyncio.sleep(0.01)
    say("tui_arena.ui.result.screen" in sys.modules)
    app.exit()
stylesheet.parse, App._display = noted, shown
App.run = partialmethod(App.run, headless=True, size=(80, 24), auto_pilot=play)
sys.exit(run(Paths.find(sys.argv[1])))
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n") == [
        "HomeScreen [] False",
        "HomeScreen True True True",
        "TableScreen []",
        "True",
        "",
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("screen", ["SetupScreen", "KeysScreen"])
async def test_a_screen_is_laid_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, screen: str
) -> None:
    laid_out: list[tuple[str, frozenset[str]]] = []
    reflow = Compositor.reflow

    def counted(compositor: Compositor, parent: Widget, size: Size) -> ReflowResult:
        laid_out.append((type(parent).__name__, parent.classes))
        return reflow(compositor, parent, size)

    monkeypatch.setattr(Compositor, "reflow", counted)
    async with opened(tmp_path) as (app, pilot):
        laid_out.clear()
        if screen == "SetupScreen":
            app.open_setup("wordle")
        else:
            app.push_screen(KeysScreen())
        await settle(pilot)
        assert laid_out[0] == (screen, frozenset({"-normal", "-middling"}))


@pytest.mark.thorough
def test_more_sheets_than_textual_keeps_are_parsed_once_each() -> None:
    program = """
from textual.css import stylesheet
from tui_arena.ui.app.themes import Sheets
parsed, parse = [], stylesheet.parse
def noted(scope, css, read_from, **how):
    parsed.append(read_from[0])
    return parse(scope, css, read_from, **how)
stylesheet.parse = noted
sheets = Sheets({})
for n in range(100):
    sheets.add_source("Static { width: 1; }", (f"{n}.tcss", ""))
    sheets.parse()
sheets.reparse()
print(len(parsed), len(sheets.rules))
sheets.set_variables({"primary": "red"})
sheets.reparse()
print(len(parsed))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["100", "100", "200"]


@pytest.mark.thorough
@pytest.mark.usefixtures("bare")
async def test_what_is_loaded_is_told_once_at_the_first_frame_and_once_for_each_game(tmp_path: Path) -> None:
    app = ArenaApp(Paths.find(tmp_path))
    told: list[str] = []
    app.loaded = lambda: told.append(type(app.screen).__name__)
    async with app.run_test() as pilot:
        await settle(pilot)
        assert told == ["HomeScreen"]
        for _ in range(2):
            await press(pilot, "1")
            await until(pilot, lambda: app.game_running and isinstance(app.screen, TableScreen))
            await settle(pilot)
            assert told == ["HomeScreen", "TableScreen"]
            app.open_home()
            await settle(pilot)


@pytest.mark.thorough
async def test_what_a_result_has_loaded_is_told_once(tmp_path: Path) -> None:
    session = won(Catalogue(), started(Catalogue()))
    async with opened(tmp_path, sessions=[session]) as (app, pilot):
        told: list[bool] = []
        app.loaded = lambda: told.append(
            isinstance(app.screen, ResultScreen) and app.screen.result is not None
        )
        app.has_loaded("home")
        told.clear()
        for _ in range(2):
            app.open_result(session.id)
            await until(pilot, lambda: isinstance(app.screen, ResultScreen) and bool(app.screen.result))
            await settle(pilot)
            app.back()
            await settle(pilot)
        assert told == [True]


async def test_the_code_of_a_result_is_loaded_beside_the_loop_once_the_sessions_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load, on_loop = importlib.import_module, list[bool]()

    def noted(name: str, package: str | None = None) -> ModuleType:
        if name == "tui_arena.ui.result.screen":
            on_loop.append(current_thread() is main_thread())
        return load(name, package)

    headline, of_headline = WordleUI.headline, list[bool]()

    def told(*what: Any) -> tuple[str, str]:
        of_headline.append(current_thread() is main_thread())
        return headline(*what)

    session = won(Catalogue(), started(Catalogue()))
    async with opened(tmp_path, sessions=[session]) as (app, pilot):
        monkeypatch.setattr(importlib, "import_module", noted)
        monkeypatch.setattr(WordleUI, "headline", told)
        app.open_result(session.id)
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        assert (on_loop[0], of_headline[0]) == (False, False)
        app.back()
        await settle(pilot)
        on_loop.clear()
        app.open_sessions()
        await until(pilot, lambda: on_loop == [False])


@pytest.mark.thorough
async def test_what_bots_have_read_is_told_with_the_first_move_at_their_game(tmp_path: Path) -> None:
    async with opened(tmp_path, settings=Settings(pace=2.0, animations=False)) as (app, pilot):
        info = app.catalogue.game("wordle")
        told: list[int] = []
        app.open_table(watched(usual(app.settings, info), info), watch=True)
        screen = await on(pilot, TableScreen, lambda s: bool(s.playbacks))
        screen.playbacks[0].pause()
        await until(pilot, lambda: screen.runner is not None and bool(screen.runner.asks))
        await settle(pilot)
        assert screen.runner is not None
        app.loaded = lambda: told.append(len(screen.runner.play.steps) if screen.runner else -1)
        app.has_loaded("wordle")
        told.clear()
        runner = screen.runner
        screen.playbacks[0].step()
        await until(pilot, lambda: len(runner.play.steps) == 1)
        await settle(pilot)
        screen.playbacks[0].step()
        await until(pilot, lambda: len(runner.play.steps) == 2)
        await settle(pilot)
        assert told == [1]
