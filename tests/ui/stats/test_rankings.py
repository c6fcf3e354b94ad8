"""Rankings: the content of each view, the explanations of figures, and the screen by its keys."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random

import pytest

from tests.save.making import ended, started, won
from tests.ui.harness import NORMAL, opened, press, screen_text
from tests.ui.playing import lacking, on, sees, until
from tests.ui.sessions.test_sessions import CATALOGUE, exports
from tui_arena.config import Settings
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.sums import SCALE
from tui_arena.stats.aggregate import PlayerStanding
from tui_arena.stats.ranking.agreement import Ranking, agreement
from tui_arena.stats.ranking.leaderboard import Leader, Rating, scored
from tui_arena.stats.ranking.published import (
    followed,
    printed_rankings,
    published_agreement,
    published_tau_tests,
)
from tui_arena.stats.statistics import Figure, share
from tui_arena.stats.text_tables import to_csv, to_markdown
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.stats.rankings_presenter import (
    RankingsView,
    agreed,
    first_rankings,
    leaders,
    overall,
    printed,
    ranking_choices,
    skills,
    views,
)
from tui_arena.ui.stats.rankings_screen import RankingsScreen
from tui_arena.ui.widgets.rows import Picker
from tui_arena.ui.widgets.sheet import SheetScreen

WORDLE, TABOO = CATALOGUE.game("wordle"), CATALOGUE.game("taboo")
HOSTILE = "Eve [@click=app.quit]x[/] =1+1"


def of_scores(*scores: float) -> Figure:
    """The quality of sessions with these scores of 100, each with a secret of its own."""
    scaled = [round(SCALE * score / 100) for score in scores]
    return scored(WORDLE, (len(scaled), sum(scaled), sum(one * one for one in scaled)), ())


def told(view: RankingsView, key: str) -> str:
    """The explanation of a row."""
    row = next(row for row in view.rows if row.key == key)
    return "\n".join(f"{heading}: {text}" for heading, text in (("", row.sheet.title), *row.sheet.parts))


def test_a_leaderboard_multiplies_what_was_completed_and_how_well() -> None:
    ada = Leader("human", "Ada", 4, 1, of_scores(50, 70, 90))
    none = Leader("bot", "never", 2, 2, Figure(n=0))
    view = leaders(WORDLE, [ada, none], Glyphs())
    first, last = view.rows
    assert (first.cells["completed"], first.cells["combined"]) == ("75%", "52.5")
    assert first.cells["quality"] == "70.0 [20.3-100.0]"
    assert (last.cells["quality"], last.cells["combined"]) == ("–", "0.0")
    assert not lacking(told(view, "human:Ada"), "0.750 x 70.0 = 52.5", "4 sessions ended, 1 of them aborted")
    assert "peeked" in told(view, "human:Ada")
    assert leaders(WORDLE, [], Glyphs()).empty.endswith("tui-arena run wordle --sessions 30")


def test_quality_of_games_that_were_won_or_lost_has_the_interval_of_a_share() -> None:
    def span(*scores: float) -> tuple[float, float] | None:
        return Leader("bot", "b", len(scores), 0, of_scores(*scores)).span

    twelve, some = share(12, 12), share(3, 8)
    assert span(*[100.0] * 12) == pytest.approx((100 * (twelve.low or 0), 100.0))
    assert span(*[100.0] * 3, *[0.0] * 5) == pytest.approx((100 * (some.low or 0), 100 * (some.high or 0)))
    assert span(40.0) is None
    assert span(40.0, 60.0, 50.0) == pytest.approx((25.159, 74.841), abs=1e-3)


def test_the_leaderboard_over_all_games_has_a_column_for_each() -> None:
    games = {"wordle": (1.0, 40.0), "taboo": (0.5, 80.0), "akinator": (0.0, None)}
    view = overall(
        CATALOGUE.games,
        [PlayerStanding("model", HOSTILE, games, dict.fromkeys(games, 4))],
        Glyphs(ascii=True),
    )
    (row,) = view.rows
    titles = {game: info.title for game, info in CATALOGUE.games.items()}
    assert {c.title for c in view.columns} >= set(titles.values())
    shown = [row.cells[f"quality {titles[g]}"] for g in ("wordle", "taboo", "akinator", "entity")]
    assert shown == ["40.0", "80.0", "-", "-"]
    assert "Taboo: quality 80.0, played 50%" in told(view, row.key)
    assert next(csv.DictReader(to_csv(view.table).splitlines()))["combined"] == "30.0"


def test_skill_is_told_seat_by_seat_with_the_same_side_elsewhere() -> None:
    found = [
        Rating("bot", "bot hard", "guesser", 30.0, 4.0, 9),
        Rating("bot", "bot easy", "guesser", 20.0, 4.0, 9),
    ]
    judge = Rating("bot", "bot hard", "judge", 27.5, 5.0, 3)
    sides = {"guesser": "solver", "setter": "opponent"}
    view = skills(TABOO, found, {"Bluffing": {("bot", "bot hard", "solver"): judge}}, sides, Glyphs())
    assert [row.cells["rating"] for row in view.rows] == ["30.0 ±4.0", "20.0 ±4.0"]
    assert [row.cells["Bluffing"] for row in view.rows] == ["27.5 ±5.0", "–"]
    assert view.chart is not None
    assert (view.chart.base, view.chart.items[0].label) == (25.0, "bot hard")
    level = [Rating("bot", name, "guesser", 25.0, 4.0, 9) for name in ("a", "b")]
    assert [row.cells["place"] for row in skills(TABOO, level, {}, sides, Glyphs()).rows] == ["1=", "1="]
    assert "mu - 3 sigma = 18.0" in told(view, "guesser/bot:bot hard")
    assert (
        "everybody plays against the puzzle" in skills(WORDLE, [], {}, {"guesser": "solver"}, Glyphs()).empty
    )


def test_two_orders_stand_side_by_side_with_a_sentence_to_each_figure() -> None:
    orders = {order.name: order for order in printed_rankings()}
    first, second = orders["Akinator retrospective"], orders["Chatbot Arena"]
    view = agreed(first, second, agreement(first, second), Glyphs())
    assert [(row.cells["first"], row.cells["second"]) for row in view.rows][:2] == [("1", "3"), ("2", "1")]
    assert [row.cells["gap"] for row in view.rows] == ["↓2", "↑1", "↑1", "=", "="]
    assert view.summary.startswith("players 5  tau 0.60  z 1.90  p 0.0289  exact p 0.1167  rbo 0.855")
    assert len(view.notes) == 8
    assert any("at most 0.41 here" in note for note in view.notes)
    few = Ranking("mine", "sessions saved here", published=False, ranks={"human:Ada": 1.0})
    nothing = agreed(few, second, agreement(few, second), Glyphs())
    assert (nothing.rows, nothing.empty[:27]) == ((), "Nobody is in both rankings.")


def test_what_the_source_contradicts_is_marked_by_a_sign_and_told() -> None:
    follows = [one for game in ("akinator", "taboo", "bluffing") for one in followed(CATALOGUE.game(game))]
    for glyphs, sign in ((Glyphs(), "≠"), (Glyphs(ascii=True), "!")):
        view = printed(published_agreement(), published_tau_tests(), follows, ["a doubt"], glyphs)
        marked = [row.cells["tau"] for row in view.rows if row.cells["tau"].endswith(sign)]
        assert marked == [f"-0.20{sign}", f"0.00{sign}", f"0.00{sign}"]
        assert sum(row.cells["rbo"].endswith(sign) for row in view.rows) == 9
        assert (
            view.summary
            == f"{sign} the source's own ranks give a different figure: 3 of 18 taus, 9 of 18 overlaps"
        )
    assert "Printed: tau 0.2, but its ranks give -0.2" in told(view, "6")
    assert "p printed 0.0287, its formula gives 0.0289" in "\n".join(view.notes)
    assert "a doubt" in to_markdown(view.table)


def test_every_order_that_is_offered_has_a_name_of_its_own() -> None:
    for wanted in (Filter(""), Filter("taboo")):
        values = [choice.value for choice in ranking_choices(wanted, CATALOGUE)]
        assert len(set(values)) == len(values)
        assert set(first_rankings(wanted, CATALOGUE)) <= set(values)
    assert "published:entity:score" in values
    assert values[0].startswith("taboo:")
    assert list(views(Filter(""), CATALOGUE)) == ["all", "agreement", "printed"]


async def test_the_screen_goes_from_view_to_view(tmp_path: Path) -> None:
    rng = Random(4)
    names = [HOSTILE, "Ada", "Ben", "Cleo"]
    sessions = [
        ended(CATALOGUE, started(CATALOGUE, n, {"guesser": f"human:{name}"}), rng)
        for n, name in enumerate(names * 2)
    ]
    sessions.append(won(CATALOGUE, started(CATALOGUE, 9, {"guesser": "human:Ada"}), 1))
    settings = Settings(ascii=True)
    async with opened(tmp_path, NORMAL, settings=settings, sessions=sessions) as (app, pilot):
        app.open_rankings(Filter("wordle"))

        def at(view: str) -> bool:
            screen = app.screen
            return isinstance(screen, RankingsScreen) and screen.at == view and screen.shown == view

        await until(pilot, lambda: at("game"))
        await sees(pilot, "[2 Wordle]")
        assert "Eve [@click" in screen_text(app)
        await press(pilot, "enter")
        await on(pilot, SheetScreen)
        await press(pilot, "escape", "left")
        await until(pilot, lambda: at("all"))
        await press(pilot, "3")
        await until(pilot, lambda: at("skill"))
        await sees(pilot, "everybody plays against the puzzle")
        await press(pilot, "right")
        await until(pilot, lambda: at("agreement"))
        await sees(pilot, "exact p")
        assert isinstance(app.screen, RankingsScreen)
        assert app.screen.view is not None
        assert [c.title for c in app.screen.view.columns][1:3] == ["Wordle: speed", "All games: overall"]
        await press(pilot, "s")
        await on(pilot, Picker)
        await press(pilot, "escape")
        await pilot.click("#views", offset=(56, 0))
        await until(pilot, lambda: at("printed"))
        await sees(pilot, "! the source's own ranks")
        await press(pilot, "x")
        await on(pilot, Picker)
        await press(pilot, "enter")
        await until(pilot, lambda: bool(exports(tmp_path, "csv")))
        assert exports(tmp_path, "csv")[0].name == "rankings-wordle-printed.csv"


@pytest.mark.thorough
async def test_a_condition_is_shown_and_can_be_chosen(tmp_path: Path) -> None:
    sessions = [
        won(CATALOGUE, started(CATALOGUE, seed, {"guesser": f"human:{name}"}, variant=variant), turn)
        for variant, words, quick in (("classic", 3, "Ada"), ("clue", 2, "Ben"))
        for seed in range(words)
        for name in ("Ada", "Ben")
        for turn in [2 if name == quick else 5]
    ]
    async with opened(tmp_path, NORMAL, sessions=sessions) as (app, pilot):
        app.open_rankings(Filter("wordle"))

        def first() -> str | None:
            screen = app.screen
            rows = screen.view.rows if isinstance(screen, RankingsScreen) and screen.view else ()
            return rows[0].cells["player"] if rows else None

        await until(pilot, lambda: first() == "Ada")
        await sees(pilot, "c under classic, 2 conditions")
        assert "Only under the condition classic" in screen_text(app)
        await press(pilot, "c")
        await on(pilot, Picker)
        assert "all conditions together" not in screen_text(app), "speed has another scale in each"
        await press(pilot, "down", "enter")
        await until(pilot, lambda: first() == "Ben")
        await sees(pilot, "c under clue, 2 conditions")
        assert "Only under" not in screen_text(app)
        await press(pilot, "1")
        await until(pilot, lambda: first() == "Ada")
