"""Bots that think with a model at a table in the app, with real keys and a server that never answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.stub_server import StubServer
from tests.ui.models_at_table import configured
from tests.ui.playing import app_in, bar_asks, shown, sit, until
from tui_arena.config import Paths, read_models
from tui_arena.core.events import Kind
from tui_arena.players import thinking_bot
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.table import players
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp

PROMPTS = ("Which planet would you move to, and why?", "What do you hear first on a farm in the morning?")


@pytest.fixture
def stub() -> Iterator[StubServer]:
    with StubServer() as server:
        yield server


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots wait for their models until somebody stops them, and ask again at once afterwards."""
    monkeypatch.setattr(players, "PATIENCE", 600.0)
    monkeypatch.setattr(thinking_bot, "REST", 0.0)


async def prompted(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner, prompt: str) -> None:
    """Type a prompt, and wait until the bot's model is asked what to say to it."""
    await until(pilot, lambda: bar_asks(app))
    await pilot.press(*prompt, "enter")
    await until(pilot, lambda: runner.players.thinks)


async def test_nobody_has_to_wait_for_a_bot_that_thinks(tmp_path: Path, stub: StubServer) -> None:
    """Esc and the end of the app end the request at once; after Esc the bot says its own line."""
    configured(tmp_path, stub.url, "able-hang")
    book, _ = read_models(Paths.find(tmp_path))
    cast = {"setter": read_player("human"), "guesser": read_player("bot:medium+mind=ablehang", book=book)}
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, Opening("taboo", cast, seed=7))
        await prompted(pilot, app, runner, PROMPTS[0])
        await until(pilot, lambda: len(stub.requests) == 6)  # five questions are enough for its exam
        await until(pilot, lambda: "esc cancels" in shown(app).splitlines()[-1])
        await pilot.press("escape")
        await until(pilot, lambda: not runner.players.thinks)
        await until(pilot, lambda: stub.lost == 1)
        await until(pilot, lambda: bar_asks(app))
        said = [event for event in runner.play.events if event.type == Kind.REPLY][-1]
        assert (said["seat"], said["origin"]) == ("guesser", "replaced")
        assert said["mind"] == [{"why": "somebody stopped it"}]
        await prompted(pilot, app, runner, PROMPTS[1])
        await until(pilot, lambda: len(stub.requests) == 7)
    stub.wait_for(lambda: stub.lost == 2)
