"""The caster on the screen: beside the board, after what the board shows, in a replay, and in the settings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.stub_server import StubServer
from tests.ui.harness import screen_text
from tests.ui.models_at_table import configured, held
from tests.ui.playing import app_in, at_table, guess, opening, sees, shown, sit, table_of, until, wrong
from tui_arena.config import read_settings
from tui_arena.data.files import demo_files
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import bot
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.widgets.rows import ChoiceRow


async def test_a_guess_is_told_beside_the_board_and_another_session_begins_anew(tmp_path: Path) -> None:
    async with at_table(tmp_path, caster="lively") as (app, pilot, runner):
        await pilot.press(*"cloak", "enter")
        await until(pilot, lambda: runner.caster and app.spoken.lines)
        await sees(pilot, "caster  ")
        assert app.spoken.evening == runner.session.id
        app.open_table(opening())
        await until(pilot, lambda: app.spoken.evening != runner.session.id)
        assert not app.spoken.lines
        app.settings = replace(app.settings, caster="off")
        silent = await sit(pilot, app, opening())
        await guess(pilot, silent, wrong(silent)[0])
        assert silent.caster == ""
        assert app.spoken.evening != silent.session.id, "no caster follows it"


async def test_the_caster_does_not_tell_what_the_board_still_turns_over(tmp_path: Path) -> None:
    async with at_table(tmp_path, caster="lively", animations=True) as (app, pilot, runner):
        board = table_of(app).panel.board
        assert board is not None
        await pilot.press(*"cloak", "enter")
        await until(pilot, lambda: runner.caster)
        looked = 0
        while board.telling:
            looked += "caster  " in screen_text(app) and board.telling
            await pilot.pause(0.02)
        assert not looked
        await sees(pilot, "caster  ")


@pytest.mark.thorough
async def test_watching_bots_and_a_replay_have_a_caster(tmp_path: Path) -> None:
    async with app_in(tmp_path, (120, 40), caster="lively", pace=0.3) as (app, pilot):
        table = Opening("wordle", {"guesser": bot("hard")}, {}, None, None, 3)
        app.open_table(table, watch=True)
        await sees(pilot, "caster  ")
    async with app_in(tmp_path, (120, 40), caster="lively") as (app, pilot):
        haunted = next(path for path in demo_files() if path.stem == "wordle-haunted")
        await app.push_screen(ReplayScreen(haunted))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await until(pilot, lambda: screen.replay is not None and screen.replay.caster_lines)
        assert "caster  " not in shown(app)
        await pilot.press("end")
        await sees(pilot, "caster  ")
        told = screen.loaded.caster
        assert "GHOST" in told
        await pilot.press("home", "end")
        assert screen.loaded.caster == told, "a position always has the same line"


@pytest.mark.thorough
async def test_a_model_of_the_list_is_its_voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_arena.table.caster.PATIENCE", 60.0)  # this machine may be busy
    with StubServer() as stub, held("A fine ", "voice", "way to begin.") as go:
        go.set()
        configured(tmp_path, stub.url, "voice")
        async with at_table(tmp_path, caster="lively", caster_model="voice") as (_app, pilot, runner):
            await pilot.press(*"cloak", "enter")
            await until(pilot, lambda: runner.caster)
            assert runner.caster == "A fine way to begin."
            assert runner.players.budget.used_tokens > 0
            await sees(pilot, "A fine way to")
        sent = stub.requests[-1]["messages"]
        assert str(runner.play.state.target) not in str(sent)


async def test_how_much_it_says_is_chosen_in_the_settings(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await pilot.press("o")
        await until(pilot, lambda: app.screen.query("#caster"))
        app.screen.query_one("#caster", ChoiceRow).focus()
        await pilot.press("right")
        await until(pilot, lambda: read_settings(app.paths)[0].caster == "lively")
        assert app.screen.query_one("#caster_model", ChoiceRow)
