"""Faults, speed and cost of models on the screens where one compares."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.save.making import started, won
from tests.stats.test_form import CATALOGUE, FIRST, SECOND, WORDLE, session
from tests.ui.harness import NORMAL, opened, screen_text
from tests.ui.playing import on, until
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import FORM, stats
from tui_arena.stats.ranking.leaderboard import leaderboard
from tui_arena.stats.text_tables import to_csv
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.stats.compare_presenter import Compare, answer
from tui_arena.ui.stats.compare_presenter import explained as explained_pair
from tui_arena.ui.stats.compare_screen import CompareScreen
from tui_arena.ui.stats.presenter import Stats, figures_table
from tui_arena.ui.stats.rankings_presenter import leaders
from tui_arena.ui.stats.rankings_screen import RankingsScreen
from tui_arena.ui.stats.screen import StatsScreen
from tui_arena.ui.stats.table_widget import laid
from tui_arena.ui.stats.why import explained
from tui_arena.ui.widgets.tables import fitting

KINDS = "14 format, 14 rule, 14 unknown word"
INFO = CATALOGUE.game("wordle")
SESSIONS = (FIRST, SECOND, session(3, name="other"), session(1, name="other"), session(2, name="other"))


@pytest.fixture
def full(store: Store) -> Store:
    for one in SESSIONS:
        store.save(one)
    return store


def of_rows(store: Store, *, plain: bool = False) -> Stats:
    found = Stats.of(INFO)
    found.take(stats(store, CATALOGUE, WORDLE))
    found.show(plain=plain)
    return found


def test_the_figures_stand_behind_the_first_ones(full: Store) -> None:
    keys = [c.key for c in of_rows(full, plain=True).columns]
    form = ["completed", "cost_usd", "faults", "seconds_per_reply", "first_word_seconds", "tokens", "broken"]
    assert keys == ["player", "n", "won", "guesses", *form]
    table = of_rows(full)
    assert [c.key for c in table.columns if c.group == FORM] == form
    faults = next(c for c in table.columns if c.key == "faults")
    cells = laid(table, faults, Glyphs(), 120).cells
    texts = {line.player: cells[line.key].plain.split(" ") for line in table.lines}
    assert [part for part in texts["gpt"] if part] == f"{KINDS} ²".split()
    assert [part for part in texts["other"] if part] == ["none", "¹"]


def test_bots_and_people_have_none(store: Store) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE, 1, {"guesser": "bot:hard"})))
    assert FORM not in {c.group for c in of_rows(store).columns}


def test_an_export_has_the_faults_of_each_kind(full: Store) -> None:
    header, *rows = (line.split(",") for line in to_csv(figures_table(of_rows(full))).splitlines())
    found = {row[0]: dict(zip(header, row, strict=True)) for row in rows}
    assert float(found["gpt"]["fault_rule"]) == pytest.approx(100 / 7)
    assert (found["gpt"]["fault_refusal"], found["other"]["faults"], found["other"]["fault_rule"]) == (
        "0.0", "0.0", "0.0",
    )  # fmt: skip


def test_figures_are_explained(full: Store) -> None:
    table = of_rows(full)
    line = next(line for line in table.lines if line.player == "gpt")
    assert dict(explained(table, line, "first_word_seconds", Glyphs()).parts)["out of"].startswith(
        "5 replies in "
    )
    assert INFO.main.text in dict(explained(table, line, "quality", Glyphs()).parts)["what it is"]


def compared(store: Store) -> Compare:
    found = Compare.of(INFO, WORDLE, "model:gpt")
    found.take(answer(store, CATALOGUE, found))
    return found


@pytest.mark.parametrize(
    ("width", "gpt"),
    [
        (160, (f"gpt: played 100% · $0.0013 a game · faults per 100: {KINDS} · 2 s a reply · 1.1 s to the first word · "
              "385 tokens · 0.5 dropped")),
        (78, "gpt: played 100% · $0.0013 · 42.9 faults per 100 · 2 s a reply"),
        (30, "gpt: played 100% · $0.0013"),
        (5, ""),
    ],
)  # fmt: skip
def test_two_models_have_a_line_each_as_wide_as_there_is_room(full: Store, width: int, gpt: str) -> None:
    lines = compared(full).form(Glyphs(), width)
    assert ("".join(lines[:1]), len(lines)) == (gpt, 2 if gpt else 0)
    assert all(len(line) <= width for line in lines)


def test_a_page_has_all_of_both(full: Store) -> None:
    page = explained_pair(compared(full))
    assert page is not None
    assert "other: played 100%, $0.00025 a game, faults per 100: none" in dict(page.parts)[FORM]


def test_a_leaderboard_has_played_and_cost_in_80_columns(full: Store) -> None:
    view = leaders(INFO, leaderboard(full, INFO, WORDLE), Glyphs())
    titles = [column.title for column in fitting(view.columns, 78)]
    assert {"played", "cost"} <= set(titles)
    assert {row.cells["player"]: row.cells["cost_usd"] for row in view.rows} == {
        "gpt": "$0.0013", "other": "$0.00025",
    }  # fmt: skip


@pytest.mark.thorough
async def test_the_screens_show_them_in_80_columns(tmp_path: Path) -> None:
    async with opened(tmp_path, sessions=SESSIONS, size=NORMAL) as (app, pilot):
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, StatsScreen) and "cost" in screen_text(app))
        await pilot.press("v")
        await until(
            pilot, lambda: isinstance(app.screen, CompareScreen) and "faults per 100" in screen_text(app)
        )
        await pilot.press("escape")
        await on(pilot, StatsScreen)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RankingsScreen) and "$0.0013" in screen_text(app))
