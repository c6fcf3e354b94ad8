"""Blind games in the app, by keys: letters on every screen until the end, then who it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.playing import app_in, given_away, guess, result_of, seated, shown, sit, target, until, wrong
from tui_arena.core.blind import letters
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import bot, character_of, names_of, read_player
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.sessions.screen import SessionsScreen


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_arena.table.pace.pause", lambda _seed, _ask: 0.0)


def table() -> Opening:
    cast = {"guesser": read_player("human:Ada"), "setter": bot("hard")}
    return Opening("wordle", cast, {"variant": "clue"}, seed=7, blind=True)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_blind_game_shows_letters_and_then_takes_off_the_masks(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app_in(tmp_path, size) as (app, pilot):
        runner = await sit(pilot, app, table())
        called = letters(runner.session.setup, runner.cast)
        machines = [name for seat, name in names_of(runner.cast).items() if seat != "guesser"]
        assert all(character_of(one) for seat, one in runner.cast.items() if seat != "guesser")
        hidden = [part for name in machines for part in (name, name.split(",")[0])] + ["★", "bot "]
        for word in wrong(runner)[:2]:
            assert not [name for name in hidden if name in given_away(app)]
            assert f"{called['setter']}  " in shown(app)
            assert "Ada" in shown(app)
            await guess(pilot, runner, word)
        session = runner.session.id
        await pilot.press("escape", "escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, SessionsScreen) and "guesses" in shown(app))
        assert not [name for name in (*hidden, "Ada") if name in shown(app)], (
            "whoever opens the list sees letters"
        )
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("end")
        await pilot.pause()
        assert not [name for name in (*hidden, "Ada") if name in given_away(app)]
        app.resume_table(session)
        runner = await seated(pilot, app)
        assert "hint" not in shown(app).casefold(), "nobody helps"
        await guess(pilot, runner, target(runner))
        await result_of(pilot, app)
        assert "Masks off: " in shown(app)
        assert f"{called['guesser']} was Ada" in " ".join(shown(app).split())
        assert "(bot hard)" in " ".join(shown(app).split())
