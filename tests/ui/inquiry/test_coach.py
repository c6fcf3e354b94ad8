"""The coach: after the end, by what the bot knows or a model, and never saved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.stub_server import StubServer
from tests.ui.models_at_table import held, loaded
from tests.ui.models_made import answered
from tests.ui.playing import app_in, kinds, on, sees, shown, until
from tests.ui.probing_made import CATALOGUE, cut, demo, opened, session_of
from tui_arena.config import ModelEntry
from tui_arena.core.game import Reply
from tui_arena.inquiry.inquiry import coach_ask, said
from tui_arena.ui.inquiry.screen import FREE, CoachScreen
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.widgets.rows import ChoiceRow


@pytest.fixture
def stub() -> Iterator[StubServer]:
    with StubServer() as server:
        yield server


def test_nobody_is_asked_before_the_end() -> None:
    session, info = session_of("guitar")
    assert coach_ask(info, cut("guitar", 42), CATALOGUE) is None
    ask = coach_ask(info, session.fold(info.game), CATALOGUE)
    assert ask is not None
    assert ask.name == "coach"


def test_what_is_no_answer_is_told_in_a_sentence() -> None:
    assert said(Reply("<think>hm</think>Ask wider.")) == "Ask wider."
    assert said(Reply("")) == "No answer came: the reply was empty."
    assert said(Reply("no", finish="refused")).startswith("No answer: the provider refused")


@pytest.mark.thorough
async def test_the_table_is_asked_at_once_and_nothing_of_it_is_saved(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        session, _ = session_of("guitar")
        app.store.save(session)
        before = kinds(app, session.id)
        app.open_result(session.id)
        await on(pilot, ResultScreen, lambda s: s.result is not None)
        await pilot.press("c")
        await until(
            pilot, lambda: isinstance(app.screen, CoachScreen) and "was a good one" in app.screen.text
        )
        await until(pilot, lambda: FREE in shown(app))
        assert isinstance(app.screen, CoachScreen)
        assert app.screen.text[:40] in shown(app)
        assert kinds(app, session.id) == before
        await pilot.press("escape")
        assert isinstance(app.screen, ResultScreen)


@pytest.mark.usefixtures("bare")
async def test_a_model_is_asked_once_its_cost_is_told_and_cancelled(tmp_path: Path, stub: StubServer) -> None:
    held_back = ModelEntry("held", "held", base_url=stub.url, structured="off")
    answered(tmp_path, replace(held_back, input_price=1.0, output_price=2.0))
    with held("Questions three and eight", rest=" split well.") as go:
        async with app_in(tmp_path) as (app, pilot):
            await opened(pilot, app, demo("halving"))
            await pilot.press("c")
            screen = await on(pilot, CoachScreen, lambda s: not s.asking)
            row = screen.query_one("#who", ChoiceRow)
            await until(pilot, lambda: len(row.choices) > 1)
            await pilot.press("right")
            await sees(pilot, "Press Enter to ask once.")
            assert "The cost isn't known yet." in " ".join(shown(app).split())
            assert not stub.requests
            await loaded(pilot, app)
            await pilot.press("enter")
            await sees(pilot, "three and eight")
            assert "esc Cancel" in shown(app)
            await pilot.press("escape")
            await until(pilot, lambda: "Cancelled." in shown(app) and not screen.asking)
            assert app.screen is screen
            go.set()
            await pilot.press("enter")
            await sees(pilot, "split well.")


@pytest.mark.thorough
@pytest.mark.usefixtures("bare")
async def test_a_model_that_fails_is_told_in_a_sentence(tmp_path: Path, stub: StubServer) -> None:
    answered(tmp_path, ModelEntry("broken", "status:401", base_url=stub.url, structured="off"))
    async with app_in(tmp_path) as (app, pilot):
        await opened(pilot, app, demo("halving"))
        await pilot.press("c")
        await on(pilot, CoachScreen, lambda s: not s.asking)
        row = app.screen.query_one("#who", ChoiceRow)
        await until(pilot, lambda: len(row.choices) > 1)
        await pilot.press("right")
        await loaded(pilot, app)
        await pilot.press("enter")
        await sees(pilot, "No answer. ")
