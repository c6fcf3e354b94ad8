"""The home screen with twelve games, half of them from packages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples.conftest import package
from tests.thorough import sampled
from tests.ui.harness import NORMAL, WIDE
from tests.ui.playing import app_in, seated, shown, until
from tui_arena.data.installed import all_games
from tui_arena.ui.home.game_row import GameRow
from tui_arena.ui.home.screen import HomeScreen
from tui_arena.ui.widgets.menu import MenuRow

MORE = ("anagrams", "chains", "proverbs", "rhymes", "riddles", "sums")


@pytest.fixture(autouse=True)
def _twelve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    site = tmp_path / "site"
    for game in MORE:
        package(site, f"many_{game}", game, dist=f"many_{game}")
    monkeypatch.syspath_prepend(site)
    all_games.cache_clear()
    assert all_games().faults == ()
    yield
    all_games.cache_clear()


@pytest.mark.parametrize("size", sampled([NORMAL, WIDE], 2, whole=True))
async def test_twelve_games_and_all_else_are_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app_in(tmp_path / "home", size) as (app, pilot):
        await until(pilot, lambda: "g2 guide" in shown(app))
        rows = list(app.screen.query(MenuRow).exclude(".-none"))
        games = [row.game.id for row in rows if isinstance(row, GameRow)]
        assert games == [*list(all_games().by_id)[:6], *MORE]
        seen = [row for row in rows if row.region and row.region.bottom <= size[1] - 1]
        assert [row.id for row in seen][-5:] == ["party", "daily", "challenge", "watch", "models"]
        assert {row.game.id for row in seen if isinstance(row, GameRow)} == set(games)


@pytest.mark.thorough
async def test_each_of_twelve_games_has_a_key_and_shows_its_variant(tmp_path: Path) -> None:
    async with app_in(tmp_path / "home") as (app, pilot):
        await until(pilot, lambda: "1  Wordle  ◂ classic ▸  you find the word in six" in shown(app))
        await pilot.press("right")
        assert "1  Wordle  ◂ clue ▸" in shown(app)
        assert [row.key for row in app.screen.query(GameRow)] == list("1234567890ab")
        await pilot.press("b")
        assert (await seated(pilot, app)).info.id == "sums"


@pytest.mark.thorough
async def test_a_key_without_a_game_does_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    all_games.cache_clear()
    async with app_in(tmp_path / "home") as (app, pilot):
        await pilot.press("b", "7")
        assert isinstance(app.screen, HomeScreen)
