"""A win with help is told as such, and everything that counts a person's wins counts alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.save import making
from tests.thorough import sampled
from tests.ui.playing import (
    app_in,
    at_table,
    guess,
    lacking,
    on,
    opening,
    result_of,
    seated,
    sees,
    shown,
    sit,
    target,
    until,
    wrong,
)
from tui_arena.core.events import Kind
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.store import Streak
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.challenge.codes import ShareScreen
from tui_arena.ui.home.home_stats import form_of


async def given_up_and_undone(pilot: Pilot[None], app: ArenaApp) -> None:
    """Give up, see the word, take that back, and type it."""
    runner = await sit(pilot, app, opening(seed=8))
    await guess(pilot, runner, wrong(runner)[0])
    await pilot.press("f6", "right", "enter")
    await result_of(pilot, app)
    assert "GAVE UP" in shown(app)
    await pilot.press("ctrl+z")
    again = await seated(pilot, app)
    await guess(pilot, again, target(again))
    await result_of(pilot, app)


@pytest.mark.thorough
async def test_who_gives_up_sees_the_word_and_then_types_it_has_not_won_unaided(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        for n in range(2):
            app.store.save(
                making.won(app.catalogue, making.started(app.catalogue, n, {"guesser": "human:You"}))
            )
        await given_up_and_undone(pilot, app)
        text = shown(app)
        assert not lacking(text, "WON in 2", ", with help", "You saw the answer before you won")
        assert not lacking(text, "2 of 2 won in this seat", "1 more with help")
        assert "★" not in text, "no award, and no milestone"
        assert "in a row" not in text
        await pilot.press("y")
        await on(pilot, ShareScreen)
        assert "2/6, with help" in app.clipboard
        await pilot.press("escape", "escape")
        await sees(pilot, "2 of 2 won")
        assert "streak 2, your best" in shown(app)
        app.open_you()
        await sees(pilot, "1 more with help")
        assert not lacking(shown(app), "2 games", "best streak 2")


@pytest.mark.parametrize(("key", "told"), sampled([("f2", "You had a hint"), ("f5", "You had a hint")], 2))
async def test_a_win_with_a_hint_says_so_and_is_not_new_at_home(tmp_path: Path, key: str, told: str) -> None:
    async with at_table(tmp_path, opening()) as (app, pilot, runner):
        await guess(pilot, runner, wrong(runner)[0])
        await pilot.press(key)
        await until(pilot, lambda: any(e.type == Kind.HINT for e in runner.play.events))
        await guess(pilot, runner, target(runner))
        await result_of(pilot, app)
        assert not lacking(shown(app), ", with help", told)
        await pilot.press("escape")
        await sees(pilot, "1 played, with help")


def _aborted(catalogue: Catalogue, seed: int) -> Session:
    session = making.started(catalogue, seed, {"guesser": "human:You"}, reprompts=0)
    return making.played(catalogue, session, ["two words here"])


@pytest.mark.thorough
async def test_home_result_and_page_count_alike(tmp_path: Path) -> None:
    """Wins with help are in none of them, and an aborted game breaks every row."""
    async with app_in(tmp_path) as (app, pilot):
        catalogue = app.catalogue

        def one(seed: int, *, hinted: bool = False) -> Session:
            session = making.started(catalogue, seed, {"guesser": "human:You"})
            if not hinted:
                return making.won(catalogue, session)
            play = making.open_play(catalogue, session)
            making.note(play, Kind.HINT, seat="guesser", text="a hint")
            making.reply(play, making.target(session))
            making.end(play)
            return session.with_events(play.events)

        games = [one(1), one(2), _aborted(catalogue, 3), one(4), one(5, hinted=True), one(6), one(7)]
        for session in games:
            app.store.save(session)
        info = catalogue.game("wordle")
        streak = app.store.streak("wordle", "You")
        assert streak == Streak(3, 3)
        at_home = form_of(app.store, info, "You", streak)
        assert (at_home.won, at_home.played, at_home.helped) == (5, 5, 1)
        app.open_result(games[-1].id)
        await result_of(pilot, app)
        text = shown(app)
        assert not lacking(text, "3 in a row at Wordle", "★ 3 wins in a row at Wordle.")
        assert "5 of 5 won in this seat" in text
        app.open_you()
        await sees(pilot, "5 of 5 won")
        assert "best streak 3" in shown(app)
