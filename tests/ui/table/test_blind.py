"""Blind games in the app, by keys: letters on every screen until the end, then who it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.stub_server import StubServer
from tests.thorough import sampled
from tests.ui.models_at_table import asked_what_to_do, configured, held, with_models
from tests.ui.playing import (
    app_in,
    asked_for,
    at_table,
    given_away,
    guess,
    hotseat_of,
    lacking,
    leave,
    on,
    result_of,
    runner_of,
    seated,
    shown,
    target,
    until,
    wrong,
)
from tui_arena.core.blind import letters
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import bot, character_of, names_of, read_player
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.sessions.screen import SessionsScreen


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_arena.table.playback.pause", lambda _seed, _ask: 0.0)


def table() -> Opening:
    cast = {"guesser": read_player("human:Ada"), "setter": bot("hard")}
    return Opening("wordle", cast, {"variant": "clue"}, seed=7, blind=True)


@pytest.mark.parametrize("size", sampled([(80, 24), (120, 40)], 2, whole=True))
async def test_a_blind_game_shows_letters_until_the_end(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, table(), size) as (app, pilot, runner):
        called = letters(runner.session.setup, runner.cast)
        machines = [name for seat, name in names_of(runner.cast).items() if seat != "guesser"]
        assert all(character_of(one) for seat, one in runner.cast.items() if seat != "guesser")
        hidden = [part for name in machines for part in (name, name.split(",")[0])] + ["★", "bot "]
        for word in wrong(runner)[:2]:
            assert not [name for name in hidden if name in given_away(app)]
            assert not lacking(shown(app), f"{called['setter']}  ", "Ada")
            await guess(pilot, runner, word)
        session = runner.session.id
        await leave(pilot)
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen) and "guesses" in shown(app))
        assert not [name for name in (*hidden, "Ada") if name in shown(app)], (
            "whoever opens the list sees letters"
        )
        await pilot.press("w")
        await on(pilot, ReplayScreen)
        await pilot.press("end")
        await pilot.pause()
        assert not [name for name in (*hidden, "Ada") if name in given_away(app)]
        app.resume_table(session)
        again = await seated(pilot, app)
        assert "hint" not in shown(app).casefold(), "nobody helps"
        seats = hotseat_of(again)
        await guess(pilot, again, target(again))
        assert seats.names == {**called, "guesser": "Ada"}, "only the result takes the masks off"
        await result_of(pilot, app)
        assert "Masks off: " in shown(app)
        assert not lacking(" ".join(shown(app).split()), f"{called['guesser']} was Ada", "(bot hard)")


@pytest.mark.thorough
async def test_nothing_of_a_model_is_seen_while_it_answers_nor_when_it_fails(tmp_path: Path) -> None:
    with StubServer() as stub, held("explanation: I think\nguess: crane", "oracle") as go:
        configured(tmp_path, stub.url, "oracle", "401-oracle")
        async with app_in(tmp_path) as (app, pilot):
            first = with_models(tmp_path, "critic", guesser="model:oracle", critic="human:Ada")
            app.open_table(replace(first, blind=True))
            await until(pilot, lambda: stub.requests)
            await pilot.pause()
            told = given_away(app)
            assert "Waiting for" in shown(app)
            assert not [text for text in ("oracle", "I think", " tok", "cancels", "thinking") if text in told]
            go.set()
            await until(pilot, lambda: asked_for(runner_of(app)).name == "opinion")
            assert not [text for text in ("oracle", " tok", "$") if text in given_away(app)]
            assert runner_of(app).spent, "the file counts it"
            await leave(pilot)
            second = with_models(tmp_path, "critic", guesser="model:401oracle", critic="human:Ada")
            app.open_table(replace(second, blind=True))
            said = await asked_what_to_do(pilot, app)
            assert "No answer came" in said
            assert not [text for text in ("oracle", "401", "key") if text in said]
