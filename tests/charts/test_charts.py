"""Charts show the same figures as the tables."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from tests.charts.charted import row
from tui_arena.charts import builders
from tui_arena.charts.builders import GAVE_UP, LOST, PROBED, distribution, filtered_by, in_print, pictures
from tui_arena.charts.model import Band, Items, SecretRow, decimals, empty, round_ends, ticks, without_middle
from tui_arena.data import Catalogue
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.items import ItemCell
from tui_arena.stats import statistics
from tui_arena.stats.ranking.leaderboard import Rating
from tui_arena.stats.ranking.published import PublishedRow
from tui_arena.stats.statistics import Figure, share, spread

CATALOGUE = Catalogue()
WORDLE, AKINATOR = CATALOGUE.game("wordle"), CATALOGUE.game("akinator")
T95 = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 6: 2.4469, 9: 2.2622, 29: 2.0452, 400: 1.9659}
"""Student's t of 95 %, by degrees of freedom, as printed tables have it."""


def test_a_mean_has_the_interval_of_students_t() -> None:
    assert {freedom: statistics.t95(freedom) for freedom in T95} == pytest.approx(T95, abs=1e-4)
    found = statistics.t_interval(spread([2.0, 3.0, 3.0, 5.0, 7.0]))
    wide = 2.7764 * 2.0 / 5**0.5
    assert (found.low, found.high) == pytest.approx((4.0 - wide, 4.0 + wide), abs=1e-3)
    assert statistics.t_interval(spread([4.0])).low is None
    assert statistics.t_interval(spread([])).low is None


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(1, 20))
def test_ticks_are_round_and_lie_on_the_scale(least: float, span: float, about: int) -> None:
    found = ticks(least, least + span, about)
    assert len(found) <= about + 1
    assert all(least - span * 1e-6 <= value <= least + span * (1 + 1e-6) for value in found)


def test_ends_are_round_and_hold_zero_and_all_values() -> None:
    assert round_ends([3.2, 17.9]) == (0.0, 20.0)
    assert round_ends([-0.4, 0.9]) == (-0.5, 1.0)
    assert round_ends([0, 0]) == (0.0, 1.0)
    assert [decimals("%", 100), decimals("questions", 8), decimals("", 1), decimals("", 0.2)] == [0, 1, 2, 3]


def test_bars_of_a_share_have_its_wilson_interval_and_the_best_stands_first() -> None:
    rows = [
        row(AKINATOR, "Ada", (3, 7, 0), {"success": [1] * 3 + [0] * 7}),
        row(AKINATOR, "Ben", (9, 1, 0), {"success": [1] * 9 + [0]}),
        row(AKINATOR, "Cleo", (0, 0, 0), {}),
        row(AKINATOR, "Dan", (5, 5, 0), {"success": [1, 0]}, seat="setter"),
        row(AKINATOR, "Eve", (5, 5, 0), {"success": [1, 0]}, partner="bot:x"),
    ]
    chart = builders.score_bars(AKINATOR, rows)
    assert [band.label for band in chart.items] == ["Ben", "Ada", "Cleo"]
    one = share(9, 10)
    assert one.low is not None
    assert one.high is not None
    assert chart.items[0] == Band("Ben", 90.0, 100 * one.low, 100 * one.high, "n 10")
    assert chart.items[2].value is None
    assert (chart.unit, chart.least, chart.most) == ("%", 0.0, 100.0)
    assert chart.note == "Share of sessions in which the guesser found it. 95% intervals: Wilson."
    setters = builders.score_bars(AKINATOR, rows, seat="setter")
    assert [(band.label, band.value) for band in setters.items] == [("Dan", 50.0)]
    assert "the setter won" in setters.note
    assert builders.score_bars(AKINATOR, rows[3:4]) == setters  # the filter leaves nobody else


def test_the_side_that_hides_is_ordered_by_its_own_wins_though_low_is_best_for_the_other() -> None:
    rows = [
        row(AKINATOR, player, (won, 10 - won, 0), {"success": [0, 1]}, seat="setter")
        for player, won in (("Ada", 3), ("Ben", 9))
    ]
    low = replace(AKINATOR.metrics["success"], better="low")
    info = structs.replace(AKINATOR, metrics={**AKINATOR.metrics, "success": low})
    assert [band.label for band in builders.score_bars(info, rows).items] == ["Ben", "Ada"]


def test_bars_of_a_mean_have_a_t_interval_and_low_may_be_best() -> None:
    rows = [
        row(AKINATOR, "Ada", (2, 0, 0), {"final_rank": [2, 4], "recall": [0.5, 0.7]}),
        row(AKINATOR, "Ben", (2, 0, 0), {"final_rank": [1, 1]}),
    ]
    chart = builders.score_bars(AKINATOR, rows, "final_rank")
    assert [band.label for band in chart.items] == ["Ben", "Ada"]
    assert chart.items[1].high == pytest.approx(3 + 12.7062 * 2**0.5 / 2**0.5, abs=1e-3)
    assert chart.items[1].low == 0, "an interval ends where the scale does"
    recall = builders.score_bars(AKINATOR, rows, "recall")
    assert recall.items[0].value == pytest.approx(60)
    assert recall.unit == "%"


def test_variants_stand_one_after_the_other_and_names_tell_rows_apart() -> None:
    rows = [
        row(WORDLE, "x", (2, 0, 0), {"speed": [10, 20]}, variant="classic"),
        row(WORDLE, "y", (2, 0, 0), {"speed": [50, 60]}, variant="clue"),
        row(WORDLE, "x", (2, 0, 0), {"speed": [30, 40]}, variant="classic", kind="model"),
    ]
    chart = builders.score_bars(WORDLE, rows)
    assert [band.label for band in chart.items] == ["model x, classic", "bot x, classic", "y, clue"]
    assert (chart.least, chart.most) == (0.0, 100.0)  # of `0-100`


def test_published_rows_stand_among_the_players_of_their_variant_alone() -> None:
    rows = [row(AKINATOR, "Ada", (3, 7, 0), {"success": [1] * 3 + [0] * 7}, variant="later lenient")]
    published = [
        PublishedRow(
            "paper",
            "",
            {"success": Figure(0.49, 0.06)},
            "A paper",
            ("It differs.",),
            None,
            {"success": "Odd."},
        ),
        PublishedRow("other", "sealed", {"success": Figure(0.9)}, "A paper"),
        PublishedRow("without", "later", {"rounds": Figure(9.0)}, "A paper"),
    ]
    chart = builders.score_bars(AKINATOR, rows, published=published)
    assert chart.items[0] == Band("paper", 49.0, note="published ±6", published=True)
    assert [band.label for band in chart.items] == ["paper", "Ada"]
    assert chart.sources == ("A paper.", "It differs.", "paper: Odd.")
    assert in_print(AKINATOR, "#score")
    assert in_print(AKINATOR, "recall")
    assert not in_print(AKINATOR, "#score:setter")
    assert not in_print(WORDLE, "#score")


def test_ratings_stand_on_both_sides_of_their_mean() -> None:
    chart = builders.rating_bars(
        AKINATOR, [Rating("bot", "x", "setter", 20.0, 2.0, 9), Rating("bot", "y", "guesser", 30.0, 1.0, 9)]
    )
    assert [(band.label, band.value) for band in chart.items] == [("y, guesser", 30.0), ("x, setter", 20.0)]
    assert chart.base == 25.0
    assert chart.base - chart.least == pytest.approx(chart.most - chart.base)
    assert chart.items[0].low == pytest.approx(28.04, abs=0.01)
    assert empty(builders.rating_bars(AKINATOR, []))


def test_curves_have_means_and_numbers_round_by_round_with_gaps() -> None:
    turns = [[], [2, 4], [1]]
    listed = [[0, 0], [1, 1], [1]]
    rows = [
        row(AKINATOR, "Ada", (2, 0, 0), {"ranks": turns, "listed": listed}),
        row(AKINATOR, "Ben", (0, 0, 0), {}),
    ]
    chart = builders.curves(AKINATOR, rows, "ranks")
    assert [(line.label, line.values, line.counts) for line in chart.lines] == [
        ("Ada", (None, 3, 1), (0, 2, 1))
    ]
    assert chart.upside_down
    assert (chart.unit, chart.least, chart.across) == ("place", 1.0, "question")
    share_listed = builders.curves(AKINATOR, rows, "listed")
    assert list(share_listed.lines[0].values) == [0.0, 100.0, 100.0]
    assert (share_listed.unit, share_listed.most) == ("%", 100.0)
    many = [row(WORDLE, f"p{n}", (n, 0, 0), {"closeness": [[n]]}) for n in range(1, 10)]
    assert [line.label for line in builders.curves(WORDLE, many, "closeness").lines] == [
        f"p{n}" for n in range(4, 10)
    ]


def test_a_distribution_has_a_bar_for_every_session() -> None:
    rows = [
        row(WORDLE, "Ada", (3, 2, 1), {"guesses": [3, 3, 5]}),
        row(WORDLE, "Ben", (1, 0, 0), {"guesses": [6]}),
    ]
    ada, ben = builders.histogram(WORDLE, rows).tallies
    assert ada.counts == {"1": 0, "2": 0, "3": 2, "4": 0, "5": 1, "6": 0, "lost": 2, "aborted": 1}
    assert (ada.total, ben.total) == (6, 1)
    assert list(ada.counts) == list(ben.counts)
    long = row(AKINATOR, "Ada", (2, 2, 0), {"rounds": [3, 9, 20]})  # the lost session counts too
    (tally,) = builders.histogram(AKINATOR, [long]).tallies
    assert tally.counts == {"1-5": 1, "6-10": 1, "11-15": 0, "16-20": 1, "gave up": 1}


def test_a_distribution_of_one_player_marks_the_session_in_question() -> None:
    spread = distribution(WORDLE, {3: 2, 5: 1}, (3, 2, 0, 0), mine=[5])
    assert spread.counts == {"1": 0, "2": 0, "3": 2, "4": 0, "5": 1, "6": 0, "lost": 2}
    assert spread.chosen == {"5"}
    assert distribution(WORDLE, {3: 2}, (2, 1, 0, 4), mine=[None, LOST]).chosen == {"lost"}
    assert distribution(WORDLE, {3: 2}, (2, 1, 0, 4)).counts["aborted"] == 4
    long = distribution(AKINATOR, {2: 1, 7: 3}, (2, 3, 0, 0), tries=14, mine=[7, GAVE_UP])
    assert long.counts == {"1-5": 1, "6-10": 3, "11-14": 0, "gave up": 1}
    assert long.chosen == {"6-10", "gave up"}


def test_secrets_stand_from_the_easiest_to_the_hardest() -> None:
    cells = [
        ItemCell("cat", "bot", "x", "guesser", "", 4, 4, {}),
        ItemCell("cat", "bot", "y", "guesser", "", 4, 1, {}),
        ItemCell("dog", "bot", "y", "guesser", "", 2, 0, {}),
        ItemCell("owl", "bot", "x", "guesser", "", 1, 1, {}),
        ItemCell("cat", "bot", "z", "setter", "", 8, 3, {}),
        ItemCell("", "bot", "x", "guesser", "", 5, 5, {}),
    ]
    chart = builders.items(AKINATOR, cells)
    assert [(one.label, one.share, one.n) for one in chart.items] == [
        ("owl", 1.0, 1),
        ("cat", 0.625, 8),
        ("dog", 0.0, 2),
    ]
    assert chart.players == ("x", "y")
    assert chart.items[1].by == {"x": (4, 4), "y": (1, 4)}
    namesake = ItemCell("dog", "model", "y", "guesser", "", 1, 1, {})
    told_apart = builders.items(AKINATOR, [*cells, namesake])
    assert set(told_apart.players) == {"x", "bot y", "model y"}
    assert {"bot y": (0, 2), "model y": (1, 1)} in [one.by for one in told_apart.items]


def test_secrets_of_several_conditions_are_joined_and_that_is_said() -> None:
    cells = [
        ItemCell("cat", "bot", "x", "guesser", "a", 4, 4, {}),
        ItemCell("cat", "bot", "x", "guesser", "b", 2, 0, {}),
    ]
    chart = builders.items(AKINATOR, cells)
    assert chart.items[0].by == {"x": (4, 6)}
    assert "Sessions of 2 conditions count together." in chart.note
    assert "conditions" not in builders.items(AKINATOR, cells[:1]).note


def test_of_very_many_secrets_both_ends_are_drawn() -> None:
    chart = Items("", (), tuple(SecretRow(str(n), 0.0, 1) for n in range(200)))
    short = without_middle(chart)
    assert (len(short.items), short.left_out) == (80, 120)
    assert [short.items[39].label, short.items[40].label] == ["39", "160"]
    assert without_middle(Items("", (), chart.items[:90])).left_out == 0


def test_pictures_are_those_that_have_figures_and_those_one_can_still_ask_for() -> None:
    rows = [row(AKINATOR, "Ada", (1, 0, 0), {"success": [1], "rounds": [4], "recall": [0.5]})]
    found = {one.key: one for one in pictures(AKINATOR, rows)}
    assert {"#score", "#spread", "#items", "#skill", "rounds", "recall"} < set(found)
    assert "#score:setter" not in found
    assert "final_rank" not in found
    asked = [found[name] for name in PROBED if name in AKINATOR.metrics]
    assert asked
    assert all(not one.there and "tui-arena analyse" in one.hint for one in asked)
    assert "#skill" not in {one.key for one in pictures(WORDLE, [row(WORDLE, "Ada", (1, 0, 0), {})])}
    assert pictures(AKINATOR, []) == []


def test_a_filter_is_told_in_words() -> None:
    assert filtered_by(Filter("wordle")) == ""
    assert filtered_by(Filter("wordle", include=frozenset({"all"}))) == "sessions of every kind"
    assert (
        filtered_by(Filter("wordle", player="Ada\nB", since="2026-11-21")) == "player Ada B; since 2026-11-21"
    )
