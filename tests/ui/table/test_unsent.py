"""What was typed and not sent is there again when somebody comes back to the table that they left."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.ui.harness import settle
from tests.ui.playing import (
    app_in,
    at_table,
    bar_asks,
    called,
    leave,
    opening,
    seated,
    sees,
    shown,
    sit,
    table_of,
    until,
)
from tui_arena.games.connections import rules
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.ui import game_ui
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.boards.facts_board import FactsUI
from tui_arena.ui.table import control


def table(game: str, options: dict[str, object] | None = None, **seats: str) -> Opening:
    return Opening(game, {seat: read_player(p) for seat, p in seats.items()}, options or {}, None, None, 7)


async def left(pilot: Pilot[None], app: ArenaApp) -> None:
    """Esc leaves the bar, then the table."""
    await leave(pilot)
    await settle(pilot)


async def back(pilot: Pilot[None], app: ArenaApp) -> None:
    """Enter goes on with the unfinished game on home."""
    await sees(pilot, "CONTINUE")
    await pilot.press("enter")
    await seated(pilot, app)
    await until(pilot, lambda: bar_asks(app))
    await settle(pilot)


@pytest.mark.thorough
async def test_a_statement_and_its_choice_are_kept_even_before_the_first_move(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await sit(pilot, app, table("bluffing", setter="human", judge="bot:easy"))
        await until(pilot, lambda: bar_asks(app))
        await pilot.press(*"Irodeanost", "tab", "tab")
        await left(pilot, app)
        await back(pilot, app)
        bar = table_of(app).bar
        assert (bar.field.value, bar.choice) == ("Irodeanost", "made up")
        await pilot.press(*"rich", "enter")
        await until(pilot, lambda: table_of(app).runner.play.state.statement)  # type: ignore[union-attr]
        assert table_of(app).runner.play.state.statement == "Irodeanostrich"  # type: ignore[union-attr]


@pytest.mark.thorough
async def test_a_table_at_which_nothing_was_typed_is_not_kept(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, table("bluffing", setter="human", judge="bot:easy"))
        await until(pilot, lambda: bar_asks(app))
        await pilot.press(*"ab", "backspace", "backspace")
        await left(pilot, app)
        await until(pilot, lambda: not app.store.holds(runner.session.id))
        assert "CONTINUE" not in shown(app)


@pytest.mark.thorough
async def test_what_is_sent_after_a_look_at_the_help_is_not_typed_again(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (app, pilot, runner):
        await pilot.press(*"sl", "f1")
        await until(pilot, lambda: app.screen is not table_of(app))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table_of(app))
        assert table_of(app).bar.field.value == "sl"
        await pilot.press(*"ate", "enter")
        await until(pilot, lambda: len(runner.views["guesser"].facts["turns"]) == 1 and bar_asks(app))
        await pilot.press("ctrl+z")
        await until(pilot, lambda: not runner.views["guesser"].facts["turns"] and bar_asks(app))
        assert table_of(app).bar.field.value == ""
        await left(pilot, app)
        await back(pilot, app)
        assert table_of(app).bar.field.value == ""


@pytest.mark.thorough
async def test_a_clue_its_word_and_its_kind_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules.Connections, "deal", lambda *_: {"secret": {"word": "catamaran"}})
    seats = {"setter": "bot:easy", "guesser_1": "human", "guesser_2": "bot:easy"}
    async with app_in(tmp_path) as (app, pilot):
        await sit(pilot, app, table("connections", None, **seats))
        await until(pilot, lambda: bar_asks(app))
        await pilot.press(*"camel", "tab", *"humps", "down")
        typed = table_of(app).bar.typed
        assert typed.count("\n") == 2, "a word, a clue and a kind"
        await left(pilot, app)
        await back(pilot, app)
        assert table_of(app).bar.typed == typed


@pytest.mark.thorough
async def test_the_parts_of_a_manifests_form_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (game_ui, control):
        monkeypatch.setattr(module, "game_ui_of", FactsUI)
    async with at_table(tmp_path, opening("critic", critic="bot:easy")) as (app, pilot, _):
        await until(pilot, lambda: bar_asks(app))
        await pilot.press(*"sla", "tab", *"vowels")
        typed = table_of(app).bar.typed
        await left(pilot, app)
        await back(pilot, app)
        assert table_of(app).bar.typed == typed != ""


async def test_nobody_else_gets_what_one_of_two_had_typed(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        runner = await sit(pilot, app, table("bluffing", setter="human:Ada", judge="human:Ben"))
        await called(pilot, app, runner, "Ada")
        await pilot.press("tab", *"Iflew")
        await left(pilot, app)
        await sees(pilot, "CONTINUE")
        await pilot.press("enter")
        runner = await seated(pilot, app)
        assert "Iflew" not in shown(app), "Ada is called first"
        await called(pilot, app, runner, "Ada")
        await until(pilot, lambda: table_of(app).bar.field.value == "Iflew")
        await pilot.press("enter")
        await called(pilot, app, runner, "Ben")
        await until(pilot, lambda: bar_asks(app))
        assert table_of(app).bar.field.value == ""
