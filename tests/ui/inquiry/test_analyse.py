"""Retrospectives in the app: bots and people are asked, with real keys and a real save file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Static

from tests.ui.harness import Golden
from tests.ui.playing import app_in, kinds, on, sees, shown, until
from tests.ui.retrospectives import bare
from tui_arena.core.events import Kind
from tui_arena.core.session import Session
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.inquiry.asked_screen import AskedScreen
from tui_arena.ui.inquiry.retrospective_screen import RetrospectiveScreen
from tui_arena.ui.result.screen import ExplainScreen, ResultScreen
from tui_arena.ui.sessions.screen import SessionsScreen
from tui_arena.ui.widgets.rows import ChoiceRow
from tui_arena.ui.widgets.sheet import SheetScreen


def ready(app: ArenaApp) -> bool:
    """Whether the sessions have been read and no player is being asked."""
    return isinstance(app.screen, RetrospectiveScreen) and bool(app.screen.subjects) and not app.screen.asking


def settled(app: ArenaApp, told: str) -> bool:
    return ready(app) and told in " ".join(shown(app).split())


def probes(app: ArenaApp, session: Session) -> int:
    return kinds(app, session.id).count(Kind.PROBE)


def asked_at(app: ArenaApp, number: int) -> bool:
    """Whether the person at the keyboard is asked about a round now."""
    return isinstance(app.screen, AskedScreen) and app.screen.number == number


@pytest.mark.thorough
async def test_a_bot_is_asked_from_the_result_and_figures_explained(tmp_path: Path, golden: Golden) -> None:
    session = bare("stage")
    async with app_in(tmp_path) as (app, pilot):
        app.store.save(session)
        app.open_result(session.id)
        await on(pilot, ResultScreen, lambda s: s.result is not None)
        await pilot.press("a")
        await until(
            pilot,
            lambda: settled(
                app,
                "0 of 15 rounds are answered; 15 left to ask, 14 left to sort. Press Enter to ask. It's free.",
            ),
        )
        assert "hard bot, standing in for Genie" in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: settled(app, "All 15 rounds are answered."))
        assert probes(app, session) == 29
        await pilot.pause()
        await golden(pilot, "analyse_80x24")
        await pilot.press("n")
        await sees(pilot, "likeliest 1 ")
        await pilot.press("enter")
        await on(pilot, SheetScreen)
        assert isinstance(app.screen, SheetScreen)
        assert app.screen.page.title.startswith("recall: 0.")
        assert "15. " in app.screen.page.parts[-1][1]
        await pilot.press("escape", "escape")
        await on(pilot, ResultScreen)
        await pilot.press("i")
        await on(pilot, ExplainScreen)
        told = " ".join(str(one.content) for one in app.screen.query(Static))
        assert "disparity ratio" in told


async def test_a_person_is_asked_without_the_secret_skips_stops_and_goes_on(tmp_path: Path) -> None:
    session = bare("classroom")
    async with app_in(tmp_path, name="Ada") as (app, pilot):
        app.store.save(session)
        app.open_analyse([session.id])
        await until(pilot, lambda: settled(app, "to ask"))
        await pilot.press("left")
        await until(pilot, lambda: settled(app, "The secrets stay hidden till the end."))
        assert app.screen.query_one("#who", ChoiceRow).value == "human"
        await pilot.press("enter")
        await on(pilot, AskedScreen)
        for number, key in enumerate(("3", "f2", "4"), 1):
            assert "truth" not in shown(app).casefold()
            await pilot.press(key)
            await until(pilot, partial(asked_at, app, number))
        await pilot.press("escape")
        await until(
            pilot, lambda: settled(app, "1 round was skipped. 2 of 6 rounds are answered; 4 left to ask.")
        )
        assert "recall" not in shown(app)
        assert probes(app, session) == 2
        await pilot.press("enter")
        for number, key in ((1, "1"), (3, "1"), (4, "1"), (5, "5")):
            await until(pilot, partial(asked_at, app, number))
            await pilot.press(key)
        await until(pilot, lambda: settled(app, "All 6 rounds are answered."))
        stored = [e for e in app.store.load(session.id).events if e.type == Kind.PROBE]
        assert {e["player"]["name"] for e in stored} == {"Ada"}
        assert "hopping" in shown(app)


@pytest.mark.thorough
async def test_a_person_is_asked_about_sessions_of_two_games_on_the_board_of_each(tmp_path: Path) -> None:
    sessions = [bare("first-prompt"), bare("classroom")]

    def asked(game: str) -> bool:
        return isinstance(app.screen, AskedScreen) and app.screen.info.id == game

    async with app_in(tmp_path, name="Ada") as (app, pilot):
        for session in sessions:
            app.store.save(session)
        app.open_analyse([session.id for session in sessions])
        await until(pilot, lambda: settled(app, "to ask"))
        await pilot.press("left")
        await until(pilot, lambda: settled(app, "The secrets stay hidden till the end."))
        await pilot.press("enter")
        await until(pilot, lambda: asked("taboo"))
        while asked("taboo"):
            await pilot.press("f2")
            await until(pilot, lambda: asked("bluffing"))
        await pilot.press("3")
        await until(pilot, lambda: asked_at(app, 1))
        await pilot.press("escape")
        await until(pilot, lambda: settled(app, "1 of 7 rounds of 2 sessions is answered"))
        assert probes(app, sessions[1]) == 1


@pytest.mark.thorough
async def test_marked_sessions_are_analysed_together_and_one_that_is_gone_is_told(tmp_path: Path) -> None:
    names = ("sunday", "first-prompt", "pride")
    sessions = [bare(name) for name in names]
    async with app_in(tmp_path) as (app, pilot):
        for session in sessions:
            app.store.save(session)
        app.open_sessions()
        await on(pilot, SessionsScreen, lambda s: s.loaded)
        await pilot.press("space", "space", "space", "a")
        await until(pilot, lambda: settled(app, "rounds of 2 sessions are answered"))
        assert any("1 of 3 are left out" in toast.message for toast in app._notifications)
        app.store.delete([sessions[1].id])
        await pilot.press("enter")
        await until(pilot, lambda: settled(app, "All 2 rounds are answered."))
        assert sessions[1].id in " ".join(shown(app).split())
        assert probes(app, sessions[0]) == 2
        await pilot.press("escape")
        await on(pilot, SessionsScreen)
