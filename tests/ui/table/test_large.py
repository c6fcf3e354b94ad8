"""Tables on a very large screen: large, and every question or round in its place from the start."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.thorough import sampled
from tests.ui.harness import VAST
from tests.ui.playing import app_in, bar_asks, hotseat_of, shown, sit, table_of, until
from tui_arena.games.wordle.ui.board import WordGrid
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.boards.tiles import GIANT

pytestmark = pytest.mark.usefixtures("bare")


async def seat(pilot: Pilot[None], app: ArenaApp, game: str, seat: str) -> SessionRunner:
    return await sit(pilot, app, Opening(game, {seat: read_player("human")}, {}, None, None, 4))


async def say(pilot: Pilot[None], app: ArenaApp, runner: SessionRunner, text: str) -> None:
    steps = len(runner.play.steps)
    await pilot.press(*("space" if c == " " else c for c in text), "enter")
    await until(pilot, lambda: len(runner.play.steps) > steps + 1 and hotseat_of(runner).current is not None)
    await until(pilot, lambda: bar_asks(app))
    await pilot.pause()


def line_of(app: ArenaApp, begins: str) -> int:
    """The first line of the screen that begins so."""
    return next(n for n, line in enumerate(shown(app).splitlines()) if line.strip().startswith(begins))


@pytest.mark.thorough
async def test_wordle_has_its_largest_tiles(tmp_path: Path) -> None:
    async with app_in(tmp_path, VAST) as (app, pilot):
        await seat(pilot, app, "wordle", "guesser")
        assert table_of(app).query_one(WordGrid).tile_size == GIANT
        assert table_of(app).query_one("#felt").region.width == 176
        assert table_of(app).bar.region.x == table_of(app).query_one("#felt").region.x


@pytest.mark.thorough
async def test_all_twenty_questions_have_a_place(tmp_path: Path) -> None:
    async with app_in(tmp_path, VAST) as (app, pilot):
        runner = await seat(pilot, app, "entity", "guesser")
        await say(pilot, app, runner, "is it alive?")
        before = line_of(app, "20 ·")
        await say(pilot, app, runner, "is it big?")
        assert line_of(app, "20 ·") == before, "nothing moves"
        assert line_of(app, "2 is it big? ··") == line_of(app, "1 is it alive? ··") + 2


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "who", "last"), sampled([("taboo", "setter", "5 of 5 ·"), ("bluffing", "judge", "5 ··")], 2)
)
async def test_a_round_to_come_has_a_place(tmp_path: Path, game: str, who: str, last: str) -> None:
    async with app_in(tmp_path, VAST) as (app, pilot):
        runner = await seat(pilot, app, game, who)
        await say(pilot, app, runner, "When was that?")
        before = line_of(app, last)
        await say(pilot, app, runner, "And where?")
        assert line_of(app, last) == before
        assert before > 30, "down the board"
