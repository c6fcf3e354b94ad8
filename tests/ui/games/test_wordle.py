"""Wordle at the table: the tiles turn before anything else tells, and a daily is played without help."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.thorough import sampled
from tests.ui.playing import (
    app_in,
    at_table,
    called,
    held_in,
    opening,
    seated,
    sees,
    shown,
    sit,
    table_of,
    target,
    until,
)
from tui_arena.core.events import Kind
from tui_arena.games.wordle.ui import board as wordle_board
from tui_arena.games.wordle.ui.board import LetterKeys, WordBoard, WordGrid
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.glyphs import Glyphs

TALK = r"You +\W?C"
"""The guess in the talk."""


def _says(app: ArenaApp, told: str) -> bool:
    return table_of(app).bar.notice == told


async def guessed(pilot: Pilot[None], app: ArenaApp, word: str) -> None:
    await pilot.press(*word, "enter")
    board = table_of(app).query_one(WordBoard)
    await until(pilot, lambda: board.revealing or bool(board.query_one(LetterKeys).known))


@pytest.mark.thorough
async def test_the_keyboard_waits_for_the_tiles_and_the_talk_repeats_no_word(tmp_path: Path) -> None:
    async with app_in(tmp_path, animations=True) as (app, pilot):
        await pilot.press("1")
        await seated(pilot, app)
        await guessed(pilot, app, "crane")
        board = table_of(app).query_one(WordBoard)
        assert board.revealing
        assert board.query_one(LetterKeys).known == {}
        await until(pilot, lambda: not board.revealing)
        await until(pilot, lambda: set(board.query_one(LetterKeys).known) == set("crane"))
        assert re.search(TALK, shown(app)) is None


@pytest.mark.thorough
async def test_of_refused_words_only_the_last_stands_in_the_talk_until_one_is_taken(tmp_path: Path) -> None:
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
        await sees(pilot, "right place")  # the legend stays
        assert [word for word in words if word in shown(app).casefold()] == ["vvvvv"]
        await pilot.press("ctrl+u")
        await guessed(pilot, app, "crane")
        await until(pilot, lambda: "vvvvv" not in shown(app).casefold())


@pytest.mark.thorough
@pytest.mark.parametrize("size", sampled([(80, 24), (60, 20), (120, 40), (200, 60)], 4, whole=True))
async def test_the_board_does_not_jump_when_the_critic_speaks(tmp_path: Path, size: tuple[int, int]) -> None:
    async with app_in(tmp_path, size) as (app, pilot):
        cast = {"guesser": read_player("human"), "critic": read_player("bot:hard")}
        app.open_table(Opening("wordle", cast, {"variant": "critic"}, seed=7))
        await seated(pilot, app)
        board = table_of(app).query_one(WordBoard)
        places = [board.query_one(part).region for part in (WordGrid, LetterKeys)]
        await pilot.press(*"slate", "enter")
        await sees(pilot, "the critic")
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


@pytest.mark.thorough
@pytest.mark.parametrize("setter", sampled([True, False], 2))
async def test_neither_header_nor_footer_tells_the_end_before_the_tiles_have_turned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, setter: bool
) -> None:
    monkeypatch.setattr(wordle_board, "TURN_SECONDS", 3600.0)  # until they are told to
    async with app_in(tmp_path, (120, 30), animations=True) as (app, pilot):
        app.settings = replace(app.settings, pace=1.0)
        if setter:
            cast = {"guesser": read_player("bot:hard"), "setter": read_player("human:Ben")}
            app.open_table(Opening("wordle", cast, {"variant": "classic"}, seed=7))
            runner = await seated(pilot, app)
            await pilot.press(*"slate", "enter")  # the bot's opening
        else:
            runner = await sit(pilot, app, opening())
            await pilot.press(*target(runner), "enter")
        board = table_of(app).query_one(WordBoard)
        await until(pilot, lambda: board.revealing and runner.over)
        await pilot.pause()
        header, *_, footer = shown(app).splitlines()
        assert "· 1 of 6" in header
        assert not held_in(footer, "Continue", "Result")
        assert ("Pause" if setter else "Give up") in footer
        board.query_one(WordGrid)._turning.stop()
        board._turned()
        await until(pilot, lambda: "Result" in shown(app).splitlines()[-1])
        assert "of 6" not in shown(app).splitlines()[0]


@pytest.mark.thorough
async def test_a_daily_has_a_number_and_nothing_is_taken_back(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await sees(pilot, "card, for everybody")
        await pilot.press("d")
        runner = await seated(pilot, app)
        assert "WORDLE · daily no. " in shown(app)
        await guessed(pilot, app, "crane")
        for key, told in (
            ("ctrl+z", "You can't take anything back in a daily."),
            ("f2", "There's no help in a daily."),
            ("ctrl+z", "You can't take anything back in a daily."),
            ("f5", "There's no help in a daily."),
            ("f4", "You can't change the players of a daily."),
        ):
            await pilot.press(key)
            await until(pilot, partial(_says, app, told))
        assert "Recast" not in shown(app)
        assert len(runner.play.state.turns) == 1
        assert not runner.hints_allowed
        for game, number in (("ENTITY", "TWENTY QUESTIONS"), ("TABOO", "TABOO")):
            await pilot.press("f6", "right", "enter")
            await sees(pilot, "The next daily")
            assert not app.screen.check_action("again", ()), "Enter does one thing alone"
            if game == "ENTITY":
                await sees(pilot, "next up: today's thing")
            await pilot.press("enter")
            await sees(pilot, f"{number} · daily no. ")
            await seated(pilot, app)


@pytest.mark.thorough
@pytest.mark.parametrize("key", sampled(["f2", "f5"], 2))
async def test_a_hint_with_nothing_new_says_so_until_something_is_said(tmp_path: Path, key: str) -> None:
    async with at_table(tmp_path, opening()) as (app, pilot, runner):
        bar = table_of(app).bar

        async def asked(again: bool) -> None:
            await pilot.press(key)
            await until(pilot, lambda: bar.notice and not bar.notice.startswith("Let me think"))
            await until(pilot, lambda: bar.notice.startswith("That's all I can say for now: ") == again)

        def hints() -> int:
            return sum(event.type == Kind.HINT for event in runner.play.events)

        await asked(again=False)
        await asked(again=True)
        assert hints() == 1
        await guessed(pilot, app, "crane")
        await asked(again=False)
        assert hints() == 2


@pytest.mark.thorough
@pytest.mark.parametrize("setter", sampled([None, "human:Ada"], 2))
async def test_a_clue_says_that_it_is_one_and_whose(tmp_path: Path, setter: str | None) -> None:
    async with app_in(tmp_path) as (app, pilot):
        if setter is None:
            runner = await sit(pilot, app, opening("clue"))
            clue = (runner.session.setup.secret or {})["clue"]
            await until(pilot, lambda: f" clue: {clue}" in " ".join(shown(app).split()))
            return
        cast = {"setter": read_player(setter), "guesser": read_player("human:Ben")}
        runner = await sit(pilot, app, Opening("wordle", cast, {"variant": "clue"}, seed=7))
        await called(pilot, app, runner, "Ada")
        await pilot.press(*"jazzy", "enter", *"like Dixieland", "enter", "enter")
        await called(pilot, app, runner, "Ben")
        await sees(pilot, "Ada's clue: like Dixieland")


@pytest.mark.thorough
async def test_a_setter_of_clues_is_asked_for_one_after_the_other(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        cast = {"guesser": read_player("bot:hard"), "setter": read_player("human:Ben")}
        app.open_table(Opening("wordle", cast, {"variant": "clue", "clues": "two"}, seed=7))
        runner = await seated(pilot, app)
        assert "a hard one, to start with" in shown(app)
        await pilot.press(*"jazzy", "enter", *"like Dixieland", "enter")
        assert runner.play.state.target is None, "the near clue is still missing"
        await pilot.press(*"it swings", "enter")
        await until(pilot, lambda: runner.play.state.target == "jazzy")
        assert (runner.play.state.clue, runner.play.state.near) == ("like Dixieland", "it swings")
