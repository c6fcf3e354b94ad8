"""Branches from a replay: any position, other players, a new table, and a result that says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from tests.ui.playing import app_in, asked_for, kinds, on, result_of, seated, shown, table_of, until
from tests.ui.probing_made import demo, opened, replay_of, session_of
from tui_arena.core.events import Event, Kind
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.replay.branch_screen import STAYS, BranchScreen, chairs, models_of, only_turn
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.result.presenter import branch_line
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.widgets.rows import ChoiceRow


def test_scripts_are_stood_in_for_and_whoever_can_goes_on() -> None:
    replay = replay_of("guitar", 42)
    offered = {chair.seat: chair for chair in chairs(replay, "Ada", ["tiny"])}
    assert set(offered) == {"judge", "guesser"}
    assert [c.value for c in offered["guesser"].choices] == [
        "human:Ada",
        "bot:easy",
        "bot:medium",
        "bot:hard",
        "model:tiny",
    ]
    assert offered["judge"].first == "bot:hard"
    recast = Event(
        46, Kind.RECAST, {"seat": "judge", "to": {"player": "bot", "name": "bot easy", "level": "easy"}}
    )
    replay.session = replay.session.with_events([*replay.session.events[:42], recast])
    replay.last = 43
    replay.go(43)
    judge = next(chair for chair in chairs(replay, "Ada", []) if chair.seat == "judge")
    assert (judge.first, judge.choices[0].text) == (STAYS, "bot easy stays")
    assert "bot:easy" not in [c.value for c in judge.choices]


def test_a_branch_may_end_after_the_question_that_is_next() -> None:
    assert only_turn(replay_of("guitar", 42)) == 15
    assert only_turn(replay_of("guitar", 44)) is None
    assert only_turn(replay_of("stage", 0)) is None


def test_the_models_that_play_on_are_known() -> None:
    session, _ = session_of("guitar")
    assert models_of({"judge": "model:tiny", "guesser": STAYS}, session) == {"judge": "tiny"}


def test_a_branch_is_told_with_where_it_comes_from() -> None:
    assert branch_line([]) == ""
    of = {"from": {"id": "abc", "seq": 42}}
    assert branch_line([Event(43, Kind.BRANCHED, of)]) == "A branch of abc after step 42."
    assert (
        branch_line([Event(1, Kind.BRANCHED, {"from": 3})]) == "A branch of another session after step None."
    )


async def choose(pilot: Pilot[None], app: ArenaApp, seat: str, text: str) -> None:
    """Change a row of the dialog to a value, by keys."""
    row = app.screen.query_one(f"#{seat}", ChoiceRow)
    row.focus()
    for _ in row.choices:
        if row.value == text:
            return
        await pilot.press("right")
    assert row.value == text


async def branching(pilot: Pilot[None], app: ArenaApp) -> BranchScreen:
    await pilot.press("b")
    await until(pilot, lambda: isinstance(app.screen, BranchScreen))
    await pilot.pause()
    assert isinstance(app.screen, BranchScreen)
    return app.screen


@pytest.mark.thorough
async def test_the_last_turn_goes_to_a_bot_and_the_result_says_that_it_is_a_branch(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        screen = await opened(pilot, app, demo("guitar"), "last")
        assert screen.replay is not None
        assert screen.replay.at == 43
        await branching(pilot, app)
        assert "Branch from step 43 of 45" in shown(app)
        await choose(pilot, app, "far", "turn")
        await pilot.press("enter")
        result = await result_of(pilot, app)
        assert result.result is not None
        session = result.result.session
        assert (session.setup.options["stop_after"], len(result.result.play.state.turns)) == (15, 15)
        assert result.result.names == {"judge": "bot hard", "guesser": "bot hard"}
        assert "branched" in kinds(app, session.id)
        assert "A branch of demo-entity-guitar after step 43." in " ".join(shown(app).split())
        assert [e.get("copied") for e in session.events[:3]] == [True, True, True]


@pytest.mark.thorough
async def test_a_person_goes_on_in_the_middle_and_the_old_session_stays(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        screen = await opened(pilot, app, demo("guitar"))
        assert screen.replay is not None
        screen.action_go(9)
        await branching(pilot, app)
        await choose(pilot, app, "seat-guesser", "human:You")
        await pilot.press("enter")
        runner = await seated(pilot, app)
        assert (len(runner.play.state.turns), asked_for(runner).key) == (3, "question:4")
        assert table_of(app).game_running


@pytest.mark.thorough
async def test_what_can_not_be_branched_is_said_and_escape_branches_nothing(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        screen = await opened(pilot, app, demo("guitar"))
        dialog = await branching(pilot, app)
        row = dialog.query_one("#seat-guesser", ChoiceRow)
        row.offer(row.choices, "nobody")
        await pilot.press("enter")
        await until(pilot, lambda: "no player 'nobody'" in str(dialog.query_one(".problem", Static).render()))
        assert dialog.is_current
        await pilot.press("escape", "end")
        await pilot.pause()
        assert app.screen is screen
        assert screen.check_action("branch", ()) is False
        assert app.store.sessions() == []


@pytest.mark.thorough
async def test_the_result_leads_to_the_replay_at_its_last_turn(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        session, _ = session_of("guitar")
        app.store.save(session)
        app.open_result(session.id)
        await on(pilot, ResultScreen, lambda s: s.result is not None)
        await pilot.press("b")
        await on(pilot, ReplayScreen, lambda s: s.replay is not None)
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.replay is not None
        assert app.screen.replay.play.asks()[0].key == "question:15"


@pytest.mark.thorough
async def test_footer_palette_and_help_tell_of_all_that_a_replay_can_do(tmp_path: Path) -> None:
    async with app_in(tmp_path, size=(120, 40)) as (app, pilot):
        await opened(pilot, app, demo("guitar"))
        await pilot.press("v")
        titles = {command.title for command in app.get_system_commands(app.screen)}
        assert {"Mark", "Branch", "Coach", "Audit"} <= titles
        footer = shown(app).strip().split("\n")[-1]
        assert all(key in footer for key in ("n Mark", "b Branch", "c Coach", "A Audit"))
        await pilot.press("n", "n", "f1")
        await pilot.pause()
        told = shown(app)
        assert all(word in told for word in ("Previous mark", "Branch", "Coach", "Audit"))
