"""The page of a player: what it says, whose it is, renaming and deleting."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import cast

import pytest
from textual.widgets import Static

from tests.save.making import AT, end, played, reply, started, won
from tests.thorough import sampled
from tests.ui import playing
from tests.ui.harness import opened, press
from tests.ui.playing import app_in, seen, sees, shown
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.save.store import new_id
from tui_arena.ui.home.you_presenter import calendar
from tui_arena.ui.home.you_screen import YouScreen

CATALOGUE = Catalogue()


def sessions() -> list[Session]:
    """Four games of You, three of them won, and one of Ben."""
    mine = [won(CATALOGUE, started(CATALOGUE, n, {"guesser": "human:You"}), turn=3 - n % 2) for n in range(3)]
    words = ["slate", "crony", "mound", "spree", "eerie", "light"]
    lost = played(CATALOGUE, started(CATALOGUE, 8, {"guesser": "human:You"}), words)
    return [*mine, lost, won(CATALOGUE, started(CATALOGUE, 9, {"guesser": "human:Ben"}))]


@pytest.mark.parametrize("size", sampled([(80, 24), (120, 40), (60, 20)], 3, whole=True))
async def test_y_opens_what_you_played(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size=size, sessions=sessions()) as (_, pilot):
        await press(pilot, "y")
        await sees(pilot, "GAMES")
        text = seen(pilot)
        assert "4 games · 3 won (75%) · since 21 November 2026" in text
        assert "Best at Wordle: 3 of 4 won." in text
        page = cast("YouScreen", pilot.app.screen)
        assert page.you is not None
        told = {one.id: str(one.content) for one in page.query("#columns Static").results(Static)}
        assert "best streak 3   quickest 2" in told["games"]
        assert "Wordle in 2: a new record." in told["milestones"]
        assert "Wordle in 3" not in told["milestones"], "the first win is no quickest"
        assert told["days"].splitlines()[1].split() == ["Jun", "Jul", "Aug", "Sep", "Oct", "Nov"]


@pytest.mark.thorough
async def test_somebody_else_is_picked_renamed_and_deleted(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        for session in sessions():
            app.store.save(session)
        await pilot.press("y")
        await playing.until(pilot, lambda: "GAMES" in shown(app))
        await pilot.press("s")
        await playing.until(pilot, lambda: "4 listed · You" in shown(app))
        await pilot.press("c")
        await playing.until(pilot, lambda: "5 listed" in shown(app))
        await pilot.press("escape")
        await playing.until(pilot, lambda: "GAMES" in shown(app))
        await pilot.press("o")
        await playing.until(pilot, lambda: "Whose page?" in shown(app))
        await pilot.press("home", "enter")
        await playing.until(pilot, lambda: "1 game · 1 won" in shown(app))
        assert app.screen.title == "BEN", "it is nobody else's page"
        await pilot.press("n", *"Cleo", "enter")
        await playing.until(pilot, lambda: app.store.people() == ["Cleo", "You"])
        await playing.until(pilot, lambda: "[C]" in shown(app))
        await pilot.press("x")
        await playing.until(pilot, lambda: "Delete Cleo?" in shown(app))
        await pilot.press("k")
        await playing.until(pilot, lambda: isinstance(app.screen, YouScreen))
        assert app.store.people() == ["Cleo", "You"]
        await pilot.press("x")
        await playing.until(pilot, lambda: "Delete Cleo?" in shown(app))
        await pilot.press("d")
        await playing.until(pilot, lambda: app.store.people() == ["You"])
        await playing.until(pilot, lambda: "4 games" in shown(app))
        assert (type(app.screen), app.screen.title) == (YouScreen, "YOU"), "it goes on to one's own page"


@pytest.mark.thorough
async def test_who_has_not_played_is_told_how(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "y")
        await sees(pilot, "You haven't played yet. Press Esc, then 1.")


@pytest.mark.thorough
async def test_a_page_of_somebody_else_speaks_of_them(tmp_path: Path) -> None:
    async with app_in(tmp_path, (120, 40)) as (app, pilot):
        cast = {seat: read_player(f"human:{who}") for seat, who in (("setter", "Ada"), ("guesser", "You"))}
        for seed in (1, 2, 3):
            session, _ = new_session(Opening("taboo", cast), CATALOGUE, id=new_id(), seed=seed, started=AT)
            play = session.fold(CATALOGUE.game("taboo").game)
            word = (session.setup.secret or {})["word"]
            for text in ("say it", f"My guess of the word is: {word if seed < 3 else 'xylophone'}"):
                reply(play, text)
            end(play)
            app.store.save(session.with_events(play.events))
        app.open_you("human", "Ada")
        await playing.until(pilot, lambda: "You  1 : 2" in shown(app))
        await playing.until(pilot, lambda: "Usually loses to you: 2 of 3 lost." in shown(app))
        assert "Weakest at" not in shown(app), "it is the only game there is, and the best one"
        app.open_you("human", "You")
        await playing.until(pilot, lambda: "Ada  2 : 1" in shown(app))
        await playing.until(pilot, lambda: "Ada should be afraid of you: you've won 2 of 3." in shown(app))


def test_the_picture_of_days_ends_today() -> None:
    today = date(2026, 11, 25)
    rows = calendar({today: 3, date(2026, 11, 16): 1}, today)
    assert (rows[2][-2:], rows[0][-2:]) == ([0, 3], [1, 0])
    assert [row[-1] for row in rows] == [0, 0, 3, None, None, None, None]
