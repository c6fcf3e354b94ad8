"""Wordle at the table: the tiles turn before anything else tells, and a daily is played without help."""

from __future__ import annotations

import re
from pathlib import Path

from textual.pilot import Pilot

from tests.ui.playing import app_in, seated, shown, table_of, until
from tui_arena.games.wordle.ui.word_grid import LetterKeys, WordBoard
from tui_arena.ui.app.app import ArenaApp

TALK = r"You +\W?C"
"""The guess in the talk."""


async def guessed(pilot: Pilot[None], app: ArenaApp, word: str) -> None:
    await pilot.press(*word, "enter")
    await until(pilot, lambda: len(table_of(app).query_one(WordBoard).shown_turns) == 1)


async def test_neither_keyboard_nor_talk_tells_before_the_tiles_have_turned(tmp_path: Path) -> None:
    async with app_in(tmp_path, animations=True) as (app, pilot):
        await pilot.press("1")
        await seated(pilot, app)
        await guessed(pilot, app, "crane")
        board = table_of(app).query_one(WordBoard)
        assert board.revealing
        assert board.query_one(LetterKeys).known == {}
        assert re.search(TALK, shown(app)) is None
        await until(pilot, lambda: not board.revealing)
        await until(pilot, lambda: set(board.query_one(LetterKeys).known) == set("crane"))
        await until(pilot, lambda: re.search(TALK, shown(app)) is not None)


async def test_a_daily_has_a_number_and_nothing_is_taken_back(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await until(pilot, lambda: "card, for everybody" in shown(app))
        await pilot.press("d")
        runner = await seated(pilot, app)
        assert "WORDLE · daily no. " in shown(app)
        await guessed(pilot, app, "crane")
        await pilot.press("ctrl+z", "f2")
        await pilot.pause()
        assert len(runner.play.state.turns) == 1
        assert not runner.hints_allowed
