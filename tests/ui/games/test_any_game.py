"""The table that any game has without drawing anything: facts by their labels, and a form for its replies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.ui.playing import app_in, asked, at_table, lacking, result_of, sees, shown, sit, table_of, until
from tui_arena.core.game import TABLE
from tui_arena.data import Catalogue, shipped_games
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.ui import game_ui
from tui_arena.ui.boards.facts_board import FactsUI, fact_rows, facts_drawn
from tui_arena.ui.result import screen as result_screen
from tui_arena.ui.table import control

LABELS = {"clue": "a clue", "left": "left", "wrong": "wrong", "hard": "hard mode", "turns": "turns"}


@pytest.fixture(autouse=True)
def _drawn_by_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (game_ui, control, result_screen):
        monkeypatch.setattr(module, "game_ui_of", FactsUI)


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({}, []),
        ({"clue": " ", "left": None, "wrong": [], "other": 3}, []),
        ({"left": 0, "wrong": ["a", "b"]}, [("left", "0"), ("wrong", "a, b")]),
        ({"hard": False, "clue": "x\ny"}, [("a clue", "x\ny"), ("hard mode", "no")]),
        ({"turns": [{"guess": "slate"}]}, []),
    ],
)
def test_facts_are_told_by_their_labels(facts: dict[str, Any], told: list[tuple[str, str]]) -> None:
    assert fact_rows(facts, LABELS) == told


def test_facts_are_wrapped_behind_their_labels() -> None:
    drawn = facts_drawn({"clue": "one two three four five", "left": 2}, LABELS, 25)
    assert drawn.plain.splitlines() == ["a clue   one two three", "         four five", "", "left     2"]


@pytest.mark.parametrize("game", shipped_games())
def test_every_label_is_of_a_fact_that_some_view_has(game: str) -> None:
    catalogue = Catalogue()
    info = catalogue.game(game)
    session = new_session(Opening(game), catalogue, id="01", seed=3, started=None)[0]
    play = session.fold(info.game)
    facts = {name for seat in (*play.seats, TABLE) for name in play.view(seat).facts}
    assert info.facts
    assert set(info.facts) <= facts


@pytest.mark.thorough
async def test_a_reply_of_two_parts_is_given_in_a_form(tmp_path: Path) -> None:
    opening = Opening("wordle", {"guesser": read_player("human:Ada")}, {"variant": "critic"}, seed=7)
    async with at_table(tmp_path, opening) as (app, pilot, runner):
        assert "explanation" in shown(app)
        await pilot.press(*"ab", "enter")
        await pilot.press(*"slat", "enter")
        await until(pilot, lambda: "4 letters" in table_of(app).bar.notice)
        await pilot.press("e", "enter")
        await until(pilot, lambda: runner.views["guesser"].facts["agreement"])
        facts = runner.views["critic"].facts
        assert (facts["proposal"], facts["explanation"]) == ("slate", "ab")
        await asked(pilot, runner)
        await sees(pilot, "proposed")
        assert table_of(app).bar.typed == "", "the next reply begins empty"
        await pilot.press(*"crane", "tab", *"slate", "enter")
        await until(pilot, lambda: len(runner.play.state.turns) == 1)
        assert (runner.play.state.turns[0].guess, runner.play.state.turns[0].explanation) == (
            "slate",
            "crane",
        )


@pytest.mark.thorough
async def test_a_part_with_choices_is_chosen_by_arrows(tmp_path: Path) -> None:
    cast = {"critic": read_player("human:Ada"), "guesser": read_player("bot:hard")}
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, Opening("wordle", cast, {"variant": "critic"}, seed=7))
        await pilot.press(*"why", "tab", "right", "enter")
        await until(pilot, lambda: len(runner.play.state.turns) == 1)
        turn = runner.play.state.turns[0]
        assert (turn.agreed, turn.opinion) == (False, "why")


@pytest.mark.thorough
async def test_the_result_shows_the_facts_at_the_end(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, Opening("wordle", {"guesser": read_player("human:Ada")}, seed=7))
        word = runner.play.state.target
        await pilot.press("tab", *word, "enter", "enter")
        await result_of(pilot, app)
        assert not lacking(shown(app), f"FOUND · {word.upper()}", "guesses left   5")
