"""The stats screen, by its keys."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tests.save.making import AT, ended, played, started, won
from tests.ui.harness import NOON, SMALL, VAST, arena_of, opened
from tests.ui.playing import given_away, on, until
from tests.ui.sessions.test_sessions import CANARY, CATALOGUE, exports, footer
from tui_arena.config import Settings, read_settings
from tui_arena.core.session import Session
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.save.store import new_id
from tui_arena.ui.replay.replies_screen import RepliesScreen
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.result.screen import ResultScreen
from tui_arena.ui.stats.compare_screen import CompareScreen
from tui_arena.ui.stats.plots_screen import PlotScreen
from tui_arena.ui.stats.presenter import figures_table
from tui_arena.ui.stats.rankings_screen import RankingsScreen
from tui_arena.ui.stats.screen import StatsScreen
from tui_arena.ui.stats.why import TermsSheet, WhyScreen
from tui_arena.ui.widgets.dialogs import AskLine
from tui_arena.ui.widgets.rows import Picker


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


async def stats_of(pilot: Pilot[None], game: str = "wordle", *, all_figures: bool = True) -> StatsScreen:
    app = arena_of(pilot)
    app.settings = replace(app.settings, all_figures=all_figures)
    app.open_stats(game)
    screen = await on(pilot, StatsScreen, lambda s: s.loaded)
    await pilot.pause()
    return screen


def players(screen: StatsScreen) -> list[str]:
    """Players in the order of the table, only those of the guesser's seat."""
    keys = [key.value for key in screen.table.rows]
    lines = [screen.stats.line(key) for key in keys]
    return [line.player for line in lines if line is not None and line.seat == "guesser"]


async def pick(pilot: Pilot[None], *values: str) -> None:
    """Choose from one list after the other, by keys."""
    app = arena_of(pilot)
    for value in values:
        await on(pilot, Picker)
        options = app.screen.query_one(OptionList)
        texts = [str(option.prompt) for option in options.options]
        at = next(n for n, text in enumerate(texts) if text.startswith(value))
        steps = at - (options.highlighted or 0)
        before = app.screen
        await pilot.press(*["down" if steps > 0 else "up"] * abs(steps), "enter")
        await until(pilot, lambda was=before: app.screen is not was)  # type: ignore[misc]


async def test_the_first_page_is_plain_and_a_key_shows_every_figure(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as (_, pilot):
        screen, app = await stats_of(pilot, all_figures=False), arena_of(pilot)
        shown = given_away(app)
        assert [c.key for c in screen.stats.columns if not c.words] == ["n", "won", "guesses"]
        assert "games" in shown
        assert "100%" in shown
        assert "how it ended" in shown
        assert "[" not in shown.replace("[b]", "")
        assert "±" not in shown
        await pilot.press("d")
        await pilot.pause()
        assert "100% [51-100]" in given_away(app)
        await until(pilot, lambda: read_settings(app.paths)[0].all_figures)
        await pilot.press("d")
        await pilot.pause()
        assert "[51-100]" not in given_away(app)
        assert len(figures_table(screen.stats).header) > 20, "what is exported is not cut"


async def test_the_table_sorts_scrolls_and_leads_on(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as (_, pilot):
        screen, app = await stats_of(pilot), arena_of(pilot)
        assert sorted(set(players(screen))) == ["Ada", "Ben [b]", "Cleo"]
        shown = given_away(app)
        assert "100% [51-100]" in shown
        assert "at a glance" in shown
        assert "more groups →" in shown
        assert CANARY not in shown.lower()
        assert "Clear" not in footer(app)

        await pilot.press("home", "s")
        assert (screen.stats.sort, players(screen)) == ("player", ["Ada", "Ben [b]", "Cleo"])
        await pilot.press("s")
        assert players(screen) == ["Cleo", "Ben [b]", "Ada"]
        await pilot.click("#table", offset=Offset(2, 1))
        assert players(screen) == ["Ada", "Ben [b]", "Cleo"]

        await pilot.press("end")
        await pilot.pause()
        assert screen.table.at[1] == screen.stats.columns[-1].key
        assert "← " in given_away(app)
        assert "Ada" in given_away(app), "the player stays"
        await pilot.press("left", "home")
        await pilot.pause()
        await pilot.click("#more", offset=Offset(4, 0))
        await pilot.pause()
        assert screen.table.at[1] not in (None, "player")
        assert "←" in given_away(app)
        await pilot.press("home")
        await pilot.pause()
        assert screen.table.at[1] == "player"
        assert "←" not in given_away(app)

        await pilot.press("down")
        await pilot.pause()
        shown = given_away(app)
        assert screen.row is not None
        assert "guesses · Ben [b] · clue" in shown
        assert "closeness by turn · Ben [b] · clue" in shown

        await pilot.press("m")
        await pilot.pause()
        assert "± over prompt variants" in given_away(app)
        for key, kind in (("p", PlotScreen), ("r", RankingsScreen), ("v", CompareScreen)):
            await pilot.press(key)
            await until(pilot, lambda kind=kind: isinstance(app.screen, kind))  # type: ignore[misc]
            if isinstance(app.screen, CompareScreen):
                assert app.screen.wanted.seat == "guesser", "the seat of the row"
            app.back()
            await until(pilot, lambda: app.screen is screen)


@pytest.mark.thorough
async def test_a_figure_is_explained_to_its_last_term(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as (_, pilot):
        screen, app = await stats_of(pilot), arena_of(pilot)
        assert screen.table.at[1] == "won"
        await pilot.press("right", "enter")
        await on(pilot, WhyScreen, lambda s: s.behind.found)
        await pilot.pause()
        shown = given_away(app)
        assert "Marked guesses in a game that was won." in shown
        assert "2 h ago" in shown or "2 months ago" in shown or "Sep" in shown
        await pilot.press("enter")
        await on(pilot, TermsSheet)
        assert "how it ended" in given_away(app)
        await pilot.press("w")
        await on(pilot, ReplayScreen)
        await pilot.press("escape")
        await on(pilot, WhyScreen)
        await pilot.press("R")
        await on(pilot, RepliesScreen, lambda s: s.replies.rows)
        await pilot.press("escape")
        await on(pilot, WhyScreen)
        await pilot.press("o")
        await on(pilot, ResultScreen)


@pytest.mark.thorough
async def test_intervals_over_secrets_are_told_where_some_came_twice(tmp_path: Path) -> None:
    again = [
        won(CATALOGUE, started(CATALOGUE, seed, {"guesser": "human:Eve"}), turn)
        for seed, turns in ((1, (2, 3)), (2, (3, 3)), (3, (2, 4)))
        for turn in turns
    ]
    async with opened(tmp_path, sessions=again, size=VAST) as (_, pilot):
        _, app = await stats_of(pilot), arena_of(pilot)
        shown = given_away(app)
        assert "100% [44-100]" in shown, "Wilson's over three secrets, not six games"
        assert "[ ] 95% interval over secrets" in shown
        await pilot.press("enter")
        await on(pilot, WhyScreen, lambda s: s.behind.found)
        assert "3 secrets were behind these games" in " ".join(given_away(app).split())
        await pilot.press("escape", "right", "enter")
        await on(pilot, WhyScreen, lambda s: s.mean)
        assert isinstance(app.screen, WhyScreen)
        assert app.screen.mean == "2.83 [2.12, 3.55], over 3 secrets"
        await until(pilot, lambda: "95% interval  2.83 [2.12, 3.55]" in given_away(app))


async def test_filters_narrow_and_are_cleared(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as (app, pilot):
        app.store.save(won(CATALOGUE, started(CATALOGUE, 77, {"guesser": "human:Guest"})), imported=True)
        screen = await stats_of(pilot)
        await pilot.press("slash")
        await pick(pilot, "player", "human:Ada")
        await until(pilot, lambda: players(screen) == ["Ada"])
        assert "player human:Ada" in given_away(app)
        await pilot.click("#filters", offset=Offset(3, 0))
        await pick(pilot, "condition", "clue")
        await until(pilot, lambda: not screen.stats.rows)
        await pilot.pause()
        assert "Nothing matches" in given_away(app)
        await pilot.press("c")
        await until(pilot, lambda: len(players(screen)) == 3)

        await pilot.press("slash")
        await pick(pilot, "since", "the last 7 days")
        await until(pilot, lambda: "Ada" not in players(screen))
        await pilot.press("slash")
        await pick(pilot, "since", "a date")
        await on(pilot, AskLine)
        app.screen.query_one(Input).value = "last week"
        await pilot.press("enter")
        await until(pilot, lambda: "give a date such as 2026-11-21" in given_away(app))
        await pilot.press("c")
        await until(pilot, lambda: "Ada" in players(screen))

        assert "Guest" not in players(screen)
        assert "without imported" in given_away(app)
        await pilot.press("slash")
        await pick(pilot, "also count", f"{screen.glyphs.check[0]} imported games")
        await on(pilot, Picker)
        await pilot.press("escape")
        await until(pilot, lambda: "Guest" in players(screen))
        await pilot.press("a")
        await until(pilot, lambda: "Guest" not in players(screen))
        await pilot.press("a")
        await until(pilot, lambda: "Guest" in players(screen))


@pytest.mark.thorough
async def test_what_is_shown_goes_to_files_and_to_the_clipboard(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=some()) as (_, pilot):
        screen, app = await stats_of(pilot), arena_of(pilot)
        await pilot.press("slash")
        await pick(pilot, "player", "human:Ada")
        await until(pilot, lambda: players(screen) == ["Ada"])
        for form, title in (("csv", "CSV"), ("json", "JSON"), ("md", "Markdown")):
            await pilot.press("x")
            await pick(pilot, f"{title}, to a file")
            await until(pilot, lambda form=form: exports(tmp_path, form))  # type: ignore[misc]
        whole = json.loads(exports(tmp_path, "json")[0].read_text("utf-8"))
        assert [row["player"] for row in whole["rows"]] == ["Ada"]
        rows = list(csv.DictReader(exports(tmp_path, "csv")[0].read_text("utf-8").splitlines()))
        assert ([row["player"] for row in rows], float(rows[0]["won"])) == (["Ada"], whole["rows"][0]["won"])
        await pilot.press("x")
        await pick(pilot, "Markdown, to the clipboard")
        await until(pilot, lambda: app.clipboard == exports(tmp_path, "md")[0].read_text("utf-8"))
        await pilot.press("x")
        await pick(pilot, "report with pictures, as Markdown")
        await until(pilot, lambda: len(exports(tmp_path, "md")) > 1)


@pytest.mark.thorough
async def test_nothing_yet_invites_to_play_and_published_rows_can_be_seen(tmp_path: Path) -> None:
    async with opened(tmp_path, (120, 40)) as (_, pilot):
        screen, app = await stats_of(pilot), arena_of(pilot)
        await pilot.pause()
        assert "Nothing counts here yet." in given_away(app)
        assert not {"Sort", "Export", "Clear", "Published"} & footer(app), (
            "of Wordle nobody has published any"
        )
        await pilot.press("s", "enter", "x")
        await pilot.press("g")
        await pick(pilot, "Akinator")
        await until(pilot, lambda: screen.stats.info.id == "akinator")
        await pilot.press("o")
        await until(pilot, lambda: "gpt-4o-2024-08-06 (published)" in given_away(app))
        assert "GameArena" in given_away(app)
        await pilot.press("enter")
        await on(pilot, WhyScreen)
        assert "how its rules differ" in given_away(app)
        await pilot.press("escape", "o")
        await until(pilot, lambda: "(published)" not in given_away(app))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, StatsScreen))


@pytest.mark.thorough
async def test_every_size_shows_player_and_won(tmp_path: Path) -> None:
    async with opened(tmp_path, (60, 30), sessions=some(), settings=Settings(ascii=True)) as (_, pilot):
        screen, app = await stats_of(pilot), arena_of(pilot)
        assert "closeness by turn" not in given_away(app)
        await pilot.press("t")
        await until(pilot, lambda: "closeness by turn" in given_away(app))
        for size in (SMALL, (80, 24), (120, 40), VAST):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: screen.size.width == size[0])  # type: ignore[misc]
            await pilot.pause()
            lines = given_away(app).splitlines()
            assert _has(lines, "player", "won")
            assert _has(lines, "Ada", "%")
            assert size == SMALL or _has(lines, "lost", "#") or _has(lines, "6", "%")
            assert [line for line in lines if not line.isascii()] == []


def _has(lines: Sequence[str], *texts: str) -> bool:
    return any(all(text in line for text in texts) for line in lines)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(100, 30)])
async def test_a_game_of_many_turns_is_drawn_in_ranges_and_one_without_turn_figures_has_no_empty_plot(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    cast = {"guesser": read_player("bot:hard"), "judge": read_player("bot:hard")}
    session, _ = new_session(Opening("entity", cast), CATALOGUE, id=new_id(), seed=1, started=AT)
    name = str((session.setup.secret or {})["entity"])
    session = played(CATALOGUE, session, [f"is it a {name}?"])
    async with opened(tmp_path, size, sessions=[session]) as (app, pilot):
        await stats_of(pilot, "entity")
        await until(pilot, lambda: "1-5" in given_away(app))
        shown = given_away(app)
        assert "16-20" in shown
        assert "nothing to draw yet" not in shown
        assert "95% intervals" in shown
