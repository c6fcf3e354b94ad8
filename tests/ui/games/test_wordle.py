"""Wordle at the table: the tiles turn before anything else tells, and a daily is played without help."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.thorough import sampled
from tests.ui.playing import app_in, seated, shown, table_of, until
from tui_arena.games.wordle.ui.word_grid import LetterKeys, WordBoard, WordGrid
from tui_arena.players.new_session import Opening, people_seated
from tui_arena.players.seating import read_player
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.glyphs import Glyphs

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


@pytest.mark.thorough
async def test_of_refused_words_only_the_last_stands_in_the_talk_until_a_word_is_taken(
    tmp_path: Path,
) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await pilot.press("1")
        await seated(pilot, app)
        words = ("zzzzz", "qqqqq", "xxxxx", "vvvvv")

        async def refused(word: str) -> None:
            await pilot.press("ctrl+u", *word, "enter")
            await until(pilot, lambda: word.upper() in table_of(app).bar.notice.upper())

        for word in words:
            await refused(word)
        await pilot.press("backspace")
        await pilot.pause()
        await until(pilot, lambda: "right place" in shown(app))  # the legend stays
        assert [word for word in words if word in shown(app).casefold()] == ["vvvvv"]
        await pilot.press("ctrl+u")
        await guessed(pilot, app, "crane")
        await until(pilot, lambda: "vvvvv" not in shown(app).casefold())


@pytest.mark.thorough
@pytest.mark.parametrize("size", sampled([(80, 24), (120, 40)], 2, whole=True))
async def test_the_board_does_not_jump_when_the_critic_speaks(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app_in(tmp_path, size) as (app, pilot):
        cast = {"guesser": read_player("human"), "critic": read_player("bot:hard")}
        app.open_table(Opening("wordle", cast, {"variant": "critic"}, seed=7))
        await seated(pilot, app)
        board = table_of(app).query_one(WordBoard)
        places = [board.query_one(part).region for part in (WordGrid, LetterKeys)]
        await pilot.press(*"slate", "enter")
        await until(pilot, lambda: "the critic" in shown(app))
        await pilot.pause()
        assert [board.query_one(part).region for part in (WordGrid, LetterKeys)] == places
        view = table_of(app).tables[0].runner.views["guesser"]
        why = str(view.facts["opinion"])[:20]
        assert why
        said = table_of(app).tables[0].game_ui.transcript(view, (), {}, Glyphs())
        assert not [line for line in said if why in line.text.plain], "it stands below the board"


@pytest.mark.thorough
async def test_a_bot_thinks_aloud_while_the_tiles_of_its_guess_turn_for_the_setter(tmp_path: Path) -> None:
    async with app_in(tmp_path, animations=True) as (app, pilot):
        cast = {"guesser": read_player("bot:hard"), "setter": read_player("human:Ben")}
        app.settings = replace(app.settings, pace=1.0)
        app.open_table(Opening("wordle", cast, {"variant": "classic"}, seed=7))
        runner = await seated(pilot, app)
        await pilot.press(*"jazzy", "enter")
        board = table_of(app).query_one(WordBoard)
        await until(pilot, lambda: board.revealing)
        thought = runner.play.state.turns[0].explanation
        await until(pilot, lambda: thought[:20] in shown(app))
        assert board.query_one(LetterKeys).known == {}
        await until(pilot, lambda: not board.revealing)
        assert len(runner.play.state.turns) == 1, "the next guess waits for the tiles"


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


@pytest.mark.parametrize("game", sampled(["wordle", "entity", "taboo"], 3))
async def test_every_daily_says_so_over_its_table(tmp_path: Path, game: str) -> None:
    async with app_in(tmp_path) as (app, pilot):
        people = people_seated(Opening(game, {}), app.catalogue.game(game), "Ada")
        app.open_table(people, daily="2026-11-27")
        await seated(pilot, app)
        assert "daily no. 27" in shown(app)


async def test_a_setter_of_clues_is_told_in_words_what_to_type(tmp_path: Path) -> None:
    async with app_in(tmp_path, (120, 40)) as (app, pilot):
        cast = {"guesser": read_player("bot:hard"), "setter": read_player("human:Ben")}
        app.open_table(Opening("wordle", cast, {"variant": "clue", "clues": "two"}, seed=7))
        await seated(pilot, app)
        await pilot.press(*"jazzy", "enter")
        told = "Write it like this: word | far clue | near clue"
        await until(pilot, lambda: table_of(app).bar.notice == told)
        assert "the form is" not in shown(app)


@pytest.mark.thorough
async def test_after_a_daily_enter_goes_on_to_the_next(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await until(pilot, lambda: "card, for everybody" in shown(app))
        await pilot.press("d")
        await seated(pilot, app)
        await pilot.press("f6", "right", "enter")
        await until(pilot, lambda: "next up: today's thing" in shown(app))
        assert "The next daily" in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: "TWENTY QUESTIONS · daily no. " in shown(app))
