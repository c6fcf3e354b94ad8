"""The stats screen, by its keys."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tests.save.making import AT, ended, played, started, won
from tests.ui.harness import NOON, SMALL, VAST, arena_of, opened
from tests.ui.playing import given_away, until
from tests.ui.test_sessions import CANARY, CATALOGUE, exports, footer
from tui_arena.config import Settings
from tui_arena.core.session import Session
from tui_arena.players.opening import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.save.store import new_id
from tui_arena.ui.presenters.stats import row_key
from tui_arena.ui.screens.stats import StatsScreen
from tui_arena.ui.widgets.ask_line import AskLine
from tui_arena.ui.widgets.filter_bar import FilterBar
from tui_arena.ui.widgets.picker import Picker
from tui_arena.ui.widgets.sheet import SheetScreen


def some() -> list[Session]:
    rng = Random(2)
    old = (NOON - timedelta(days=60)).strftime("%Y-%m-%dT%H:%M:%SZ")
    sessions = [
        ended(CATALOGUE, started(CATALOGUE, n, {"guesser": "human:Ada"}, at=old), rng) for n in range(5)
    ]
    sessions += [
        won(CATALOGUE, started(CATALOGUE, 10 + n, {"guesser": "human:Ben [b]"}, variant="clue"), 3)
        for n in range(4)
    ]
    hidden = started(CATALOGUE, 3, {"guesser": "human:Cleo", "setter": "human:Dan"}, variant="clue")
    return [*sessions, played(CATALOGUE, hidden, [f"{CANARY} | norway's deep cut", "slate"])]


async def stats_of(pilot: Pilot[None]) -> StatsScreen:
    app = arena_of(pilot)
    app.open_stats("wordle")
    await until(pilot, lambda: isinstance(app.screen, StatsScreen) and app.screen.loaded)
    await pilot.pause()
    screen = app.screen
    assert isinstance(screen, StatsScreen)
    return screen


def players(screen: StatsScreen) -> list[str]:
    """Players in the order of the table, seats with a side alone."""
    order = [key.value for key in screen.table.rows]
    by_key = {row_key(row): row for row in screen.stats.rows}
    shown = [by_key[str(key)] for key in order]
    return [row.player for row in shown if row.seat == "guesser"]


async def pick(pilot: Pilot[None], key: str, value: str) -> None:
    """Choose a value of a filter by keys."""
    app = arena_of(pilot)
    await pilot.press(key)
    await until(pilot, lambda: isinstance(app.screen, Picker))
    options = app.screen.query_one(OptionList)
    texts = [str(option.prompt) for option in options.options]
    steps = texts.index(value) - (options.highlighted or 0)
    await pilot.press(*["down" if steps > 0 else "up"] * abs(steps), "enter")
    await pilot.pause()


async def test_the_table_has_a_row_a_player_and_variant(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as pilot:
        screen = await stats_of(pilot)
        assert sorted(set(players(screen))) == ["Ada", "Ben [b]", "Cleo"]
        shown = given_away(arena_of(pilot))
        assert "100 % [51-100]" in shown
        assert "Ben [b]" in shown
        assert CANARY not in shown.lower()


async def test_sorting_by_key_and_by_a_click_on_the_header(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as pilot:
        screen = await stats_of(pilot)
        await pilot.press("home", "o")
        assert screen.stats.sort == "player"
        assert players(screen) == ["Ada", "Ben [b]", "Cleo"]
        await pilot.press("o")
        assert players(screen) == ["Cleo", "Ben [b]", "Ada"]
        await pilot.click("#table", offset=Offset(2, 0))
        assert players(screen) == ["Ada", "Ben [b]", "Cleo"]


async def test_filters_narrow_and_are_cleared(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as pilot:
        screen = await stats_of(pilot)
        assert "Clear" not in footer(arena_of(pilot))
        await pick(pilot, "p", "Ada")
        await until(pilot, lambda: players(screen) == ["Ada"])
        await pick(pilot, "v", "clue")
        await until(pilot, lambda: not screen.stats.rows)
        await pilot.pause()
        assert "No session matches" in given_away(arena_of(pilot))
        await pilot.press("c")
        await until(pilot, lambda: len(players(screen)) == 3)


async def test_since_a_span_and_since_a_date(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as pilot:
        screen = await stats_of(pilot)
        app = arena_of(pilot)
        await pick(pilot, "n", "the last 7 days")
        await until(pilot, lambda: "Ada" not in players(screen))
        await pick(pilot, "n", "a date ...")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        app.screen.query_one(Input).value = "2026-01-01"
        await pilot.press("enter")
        await until(pilot, lambda: "Ada" in players(screen))
        await pick(pilot, "n", "a date ...")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        app.screen.query_one(Input).value = "last week"
        await pilot.press("enter")
        await until(pilot, lambda: "a date such as 2026-11-21 is needed" in given_away(app))
        assert "Ada" in players(screen)


async def test_a_click_on_a_filter_opens_it(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as pilot:
        await stats_of(pilot)
        app = arena_of(pilot)
        await pilot.click(FilterBar, offset=Offset(3, 0))
        await until(pilot, lambda: isinstance(app.screen, Picker))


async def test_enter_explains_the_figure_under_the_cursor(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as pilot:
        screen = await stats_of(pilot)
        app = arena_of(pilot)
        assert screen.table.at[1] == "won"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SheetScreen))
        assert "Wilson" in given_away(app)
        await pilot.press("escape", "right", "enter")
        await until(pilot, lambda: isinstance(app.screen, SheetScreen))
        assert "Marked guesses of a session that was won." in given_away(app)


async def test_the_pictures_follow_the_cursor(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as pilot:
        screen = await stats_of(pilot)
        app = arena_of(pilot)
        await pilot.press("home", "o", "down")
        assert screen.row is not None
        assert screen.row.player == "Ben [b]"
        await pilot.pause()
        shown = given_away(app)
        assert "guesses · Ben [b] · clue" in shown
        assert "closeness by turn · Ben [b] · clue" in shown


async def test_what_is_left_out_can_be_counted(tmp_path: Path) -> None:
    sessions = some()
    async with opened(tmp_path, sessions=sessions) as pilot:
        app = arena_of(pilot)
        imported = won(CATALOGUE, started(CATALOGUE, 77, {"guesser": "human:Guest"}))
        app.store.save(imported, imported=True)
        screen = await stats_of(pilot)
        assert "Guest" not in players(screen)
        assert "without imported" in given_away(app)
        await pilot.press("a")
        await until(pilot, lambda: "Guest" in players(screen))


async def test_export_writes_the_rows_that_are_shown(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as pilot:
        screen = await stats_of(pilot)
        await pick(pilot, "p", "Ada")
        await until(pilot, lambda: players(screen) == ["Ada"])
        await pilot.press("x")
        await until(pilot, lambda: exports(tmp_path, "json"))
        rows = json.loads(exports(tmp_path, "json")[0].read_text("utf-8"))["games"]["wordle"]
        assert [row["player"] for row in rows] == ["Ada"]


async def test_nothing_yet_invites_to_play(tmp_path: Path) -> None:
    async with opened(tmp_path) as pilot:
        await stats_of(pilot)
        app = arena_of(pilot)
        await pilot.pause()
        assert "No session counts here yet." in given_away(app)
        assert not {"Sort", "Export", "Clear"} & footer(app)
        await pilot.press("o", "enter", "x", "escape")
        await until(pilot, lambda: not isinstance(app.screen, StatsScreen))


@pytest.mark.parametrize("size", [SMALL, (80, 24), (120, 40), VAST])
async def test_every_size_shows_player_won_and_a_picture(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size, sessions=some(), settings=Settings(ascii=True)) as pilot:
        await stats_of(pilot)
        app = arena_of(pilot)
        await pilot.pause()
        lines = given_away(app).splitlines()
        assert _has(lines, "player", "won")
        assert _has(lines, "Ada", "%")
        assert _has(lines, "lost", "#") or _has(lines, "6", "%")
        assert "/ " not in lines[0]


def _has(lines: Sequence[str], *texts: str) -> bool:
    return any(all(text in line for text in texts) for line in lines)


async def test_one_picture_at_a_time_where_there_is_little_room(tmp_path: Path) -> None:
    async with opened(tmp_path, SMALL, sessions=some()) as pilot:
        await stats_of(pilot)
        app = arena_of(pilot)
        await pilot.pause()
        assert "closeness by turn" not in given_away(app)
        await pilot.press("t")
        await until(pilot, lambda: "closeness by turn" in given_away(app))


async def test_another_game_is_a_key_away(tmp_path: Path) -> None:
    async with opened(tmp_path, SMALL, sessions=some()) as pilot:
        await stats_of(pilot)
        app = arena_of(pilot)
        await pilot.press("g", "down", "enter")
        await until(pilot, lambda: "STATS · Twenty Questions" in given_away(app))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, StatsScreen))


async def test_a_game_of_many_turns_is_drawn_in_ranges_and_a_game_without_turn_figures_has_no_empty_plot(
    tmp_path: Path,
) -> None:
    cast = {"guesser": read_player("bot:hard"), "judge": read_player("bot:hard")}
    session, _ = new_session(Opening("entity", cast), CATALOGUE, id=new_id(), seed=1, started=AT)
    name = str((session.setup.secret or {})["entity"])
    session = played(CATALOGUE, session, [f"is it a {name}?"])
    async with opened(tmp_path, (100, 30), sessions=[session]) as pilot:
        app = arena_of(pilot)
        app.open_stats("entity")
        await until(pilot, lambda: "1-5" in given_away(app))
        shown = given_away(app)
        assert "16-20" in shown
        assert "nothing to draw yet" not in shown
        assert "95 % intervals" in shown
