"""Two players on the same secrets; intervals are checked against scipy, by their properties and by simulation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each
from tui_arena.data import Catalogue
from tui_arena.save.filters import BadFilter
from tui_arena.save.rollup.items import ItemCell, Sums
from tui_arena.save.rollup.sums import SCALE
from tui_arena.stats.comparison import (
    Comparison,
    basis_text,
    better_text,
    chosen_pair,
    compared,
    compared_group,
    found_text,
    items_table,
    measure,
    measures,
    named,
    players,
    verdict,
)
from tui_arena.stats.statistics import (
    Figure,
    newcombe,
    over_items,
    share,
    spread,
    t_interval,
    welch,
)

CATALOGUE = Catalogue()
WORDLE, TABOO = CATALOGUE.game("wordle"), CATALOGUE.game("taboo")
ADA, BEN = ("human", "Ada"), ("human", "Ben")
FEW = settings(max_examples=10)
VALUES = st.lists(st.integers(-200, 200).map(lambda n: n / 8), min_size=3, max_size=30)
PAIRS = st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)), min_size=3, max_size=20)


def cell(item: str, who: tuple[str, str], values: Sequence[float], won: int = 0, *, n: int = 0) -> ItemCell:
    """One player's sessions with one secret, given by the speeds of those that have a speed."""
    scaled = [round(value * SCALE) for value in values]
    sums = (len(scaled), sum(scaled), sum(v * v for v in scaled))
    return ItemCell(item, *who, "guesser", "", n or len(values), won, {"speed": sums, "guesses": sums})


def beside(cells: Sequence[ItemCell], metric: str = "speed", *, turned: bool = False) -> Comparison:
    pair = (BEN, ADA) if turned else (ADA, BEN)
    return compared(cells, WORDLE, measure(WORDLE, metric), "guesser", pair)


def of_pairs(pairs: Sequence[tuple[float, float]]) -> list[ItemCell]:
    return [
        cell(f"item {i}", who, [value])
        for i, pair in enumerate(pairs)
        for who, value in zip((ADA, BEN), pair, strict=True)
    ]


# intervals


def sums_of(values: Sequence[float]) -> Sums:
    scaled = [round(value * SCALE) for value in values]
    return len(scaled), sum(scaled), sum(value * value for value in scaled)


def by_item(items: Sequence[Sequence[float]], *, flag: bool = False) -> Figure:
    """The figure over the sessions of some items, clustered by item."""
    every = [value for values in items for value in values]
    mean = share(round(sum(every)), len(every)) if flag else spread(every)
    return over_items(mean, [sums_of(values) for values in items])


def test_the_interval_of_a_difference_is_that_of_the_tables() -> None:
    """Welch's, with degrees of freedom rounded down from 6.07."""
    found = welch(spread([5, 7, 6, 9, 8]), spread([1, 4, 2, 5]))
    assert (found.value, *ends(found)) == pytest.approx(
        (4, 4 - 2.446912 * 1.154701, 4 + 2.446912 * 1.154701), abs=1e-5
    )
    pairs = beside(of_pairs([(50, 10), (60, 30), (80, 40)])).difference
    assert ends(pairs) == pytest.approx(
        (110 / 3 - 4.302653 * 3.333333, 110 / 3 + 4.302653 * 3.333333), abs=1e-4
    )


@pytest.mark.thorough
def test_intervals_are_those_of_scipy() -> None:
    from scipy.stats import t, ttest_1samp, ttest_ind, ttest_rel  # type: ignore[import-untyped]  # slow to load

    rng = Random(3)
    one, other = [rng.gauss(5, 2) for _ in range(30)], [rng.gauss(3, 4) for _ in range(12)]
    known = ttest_1samp(one, 0).confidence_interval()
    assert ends(t_interval(spread(one))) == pytest.approx((known.low, known.high))
    by_t, known = (
        welch(spread(one), spread(other)),
        ttest_ind(one, other, equal_var=False).confidence_interval(),
    )
    assert ends(by_t) == pytest.approx((known.low, known.high), rel=0.02), (
        "degrees of freedom are rounded down"
    )
    pairs = [(rng.uniform(0, 100), rng.uniform(0, 100)) for _ in range(9)]
    known = ttest_rel(*zip(*pairs, strict=True)).confidence_interval()
    assert ends(beside(of_pairs(pairs)).difference) == pytest.approx((known.low, known.high))
    items = [[rng.gauss(difficulty, 1) for _ in range(5)] for difficulty in range(7)]
    means = [sum(values) / len(values) for values in items]
    low, high = t.interval(0.95, 6, sum(means) / 7, (spread(means).std or 0.0) / 7**0.5)
    found = by_item(items)
    assert ends(found) == pytest.approx((low, high), abs=1e-5)
    assert (found.n, found.items) == (35, 7)
    assert found.value == pytest.approx(sum(means) / 7)


def test_without_repetitions_an_interval_is_that_over_sessions() -> None:
    values = [1.0, 3.0, 2.0, 7.0]
    assert by_item([[value] for value in values]) == replace(t_interval(spread(values)), items=4)
    flags = [1.0, 0.0, 1.0]
    assert by_item([[flag] for flag in flags], flag=True) == replace(share(2, 3), items=3)
    assert by_item([]) == Figure(n=0)


def test_an_interval_over_items_minds_how_often_each_was_played() -> None:
    """The ratio of sums by hand: sums 3, 1, 0 of 3, 2 and 1 sessions around 4 of 6."""
    found = by_item([[1, 1, 1], [1, 0], [0]], flag=True)
    mean = 4 / 6
    error = (sum((s - n * mean) ** 2 for s, n in ((3, 3), (1, 2), (0, 1))) * 3 / 2) ** 0.5 / 6
    assert found.value == pytest.approx(mean)
    assert ends(found) == pytest.approx((max(0.0, mean - 4.302653 * error), 1.0), abs=1e-5)
    assert found.items == 3


def test_what_every_item_came_to_has_the_interval_of_as_many_sessions() -> None:
    all_won = by_item([[1.0] * 5] * 4, flag=True)
    assert (all_won.value, *ends(all_won)) == (1.0, *ends(share(4, 4)))
    none = by_item([[0.0] * 5] * 4, flag=True)
    assert (none.value, *ends(none)) == (0.0, *ends(share(0, 4)))
    assert by_item([[0.0, 1.0]], flag=True).low is None, "one item says nothing about others"


def test_an_interval_ends_with_the_scale() -> None:
    speed, won, turns = (measure(WORDLE, name) for name in ("speed", "won", "guesses"))
    gain, levels = WORDLE.metrics["closeness_gain"], CATALOGUE.game("bluffing").metrics["spearman"]
    assert (speed.scale, won.scale, turns.scale) == ((0, 100), (0, 1), (0, None))
    assert (gain.scale, levels.scale) == ((None, None), (-1, 1))
    found = beside([cell(f"item {i}", who, [v]) for i, v in enumerate((0, 0, 0, 100)) for who in (ADA, BEN)])
    assert ends(found.firsts) == (0.0, 100.0)
    gap = beside(of_pairs([(100, 0), (100, 0), (0, 100), (100, 0)])).difference
    assert (gap.value, *ends(gap)) == (50.0, -100.0, 100.0)


@FEW
@given(VALUES, VALUES)
def test_a_difference_turned_round_changes_its_sign(first: list[float], second: list[float]) -> None:
    found, turned = welch(spread(first), spread(second)), welch(spread(second), spread(first))
    assert turned.value == pytest.approx(-(found.value or 0.0))
    low, high = ends(found)
    assert ends(turned) == pytest.approx((-high, -low))
    assert low <= (found.value or 0.0) <= high


def ends(one: Figure) -> tuple[float, float]:
    """Both ends of an interval that is there."""
    assert one.low is not None
    assert one.high is not None
    return one.low, one.high


Item = Callable[[Random], tuple[float, float]]
"""What two equal players come to with an item that is drawn."""


def normal(rng: Random) -> tuple[float, float]:
    hard = rng.gauss(50, 10)
    return rng.gauss(hard, 10), rng.gauss(hard, 10)


def binary(rng: Random) -> tuple[float, float]:
    chance = rng.random()
    return 100.0 * (rng.random() < chance), 100.0 * (rng.random() < chance)


def all_or_nothing(rng: Random) -> tuple[float, float]:
    """Five sessions each with an item that nearly nobody or nearly everybody finds."""
    chance = rng.choice((0.05, 0.95))
    return (
        20.0 * sum(rng.random() < chance for _ in range(5)),
        20.0 * sum(rng.random() < chance for _ in range(5)),
    )


SIMULATED = 1500


def sure(item: Item, n: int, *, better: float = 0.0) -> float:
    """The share of comparisons over n items in which a difference is called sure."""
    rng = Random(f"{item.__name__} {n}")
    found = 0
    for _ in range(SIMULATED):
        pairs = [(a + better, b) for a, b in (item(rng) for _ in range(n))]
        found += beside(of_pairs(pairs)).difference.sure
    return found / SIMULATED


@pytest.mark.thorough
@each(*product([normal, binary, all_or_nothing], [5, 10, 30]))
def test_equal_players_are_hardly_ever_called_different(item: Item, n: int) -> None:
    assert sure(item, n) <= 0.07


@pytest.mark.thorough
def test_a_difference_of_one_deviation_is_found() -> None:
    assert sure(normal, 10, better=10.0) >= 0.4


@pytest.mark.thorough
@each((0.0, 1.0), (0.5, 0.5), (0.05, 0.95))
def test_an_interval_over_items_holds_the_mean_of_all_items(chances: tuple[float, float]) -> None:
    """30 items, 5 sessions each: of intervals that are called 95%, over sessions as few as 70 of 100 held it."""
    rng, held = Random(7), 0
    low, high = chances
    for _ in range(SIMULATED):
        items = []
        for _ in range(30):
            chance = rng.uniform(low, high) if chances == (0.0, 1.0) else rng.choice(chances)
            items.append([float(rng.random() < chance) for _ in range(5)])
        least, most = ends(by_item(items, flag=True))
        held += least <= 0.5 <= most
    assert 0.93 <= held / SIMULATED <= 0.97


# two players


@FEW
@given(PAIRS)
def test_pairs_turned_round_change_the_sign_and_who_leads(pairs: list[tuple[int, int]]) -> None:
    cells = of_pairs(pairs)
    found, turned = beside(cells), beside(cells, turned=True)
    assert found.basis == "pairs"
    assert turned.difference.value == -(found.difference.value or 0.0)
    assert turned.difference.low == pytest.approx(-(found.difference.high or 0.0))
    assert turned.better_at == (found.better_at[1], found.better_at[0], found.better_at[2])
    assert {found.leads, turned.leads} in ({"first", "second"}, {""})
    gap = (found.firsts.value or 0.0) - (found.seconds.value or 0.0)
    assert found.difference.value == pytest.approx(gap)
    assert sum(found.better_at) == len(pairs) == found.difference.n


@FEW
@given(PAIRS)
def test_equal_players_differ_by_nothing(pairs: list[tuple[int, int]]) -> None:
    found = beside(of_pairs([(one, one) for one, _ in pairs]))
    assert found.difference == Figure(0.0, None, len(pairs), 0.0, 0.0)
    assert found.leads == ""
    assert not found.difference.sure
    assert verdict(found).startswith("Ada and Ben are level: speed ")


def test_an_item_counts_once_however_often_it_was_played() -> None:
    cells = [
        cell("a", ADA, [100, 0, 0, 0]),
        cell("a", BEN, [50]),
        cell("b", ADA, [80]),
        cell("b", BEN, [40, 60]),
        cell("c", ADA, [10]),
        cell("c", BEN, [10]),
        cell("only ada's", ADA, [100]),
    ]
    found = beside(cells)
    assert [row.difference for row in found.items] == [-25.0, 30.0, 0.0, None]
    assert found.difference.value == pytest.approx(5 / 3)
    assert found.firsts.value == pytest.approx(115 / 3), "over shared items alone"
    assert found.better_at == (1, 1, 1)


def test_less_is_better_where_the_manifest_says_so() -> None:
    cells = of_pairs([(3, 5), (2, 4), (4, 7), (3, 5)])
    assert beside(cells, "speed").leads == "second"
    found = beside(cells, "guesses")
    assert found.leads == "first"
    assert found.better_at == (4, 0, 0)
    assert verdict(found) == (
        "Ada is ahead of Ben by 2.25 [1.45, 3.05]: guesses 3 against 5.25. That is unlikely to be chance."
    )


def test_a_lead_that_may_be_chance_is_called_so() -> None:
    found = beside(of_pairs([(0, 50), (60, 0), (20, 10), (0, 15)]))
    assert not found.difference.sure
    assert "That may be chance: the interval includes 0." in verdict(found)


def test_what_one_finds_and_the_other_does_not() -> None:
    cells = [
        cell("both", ADA, [1, 1], won=1),
        cell("both", BEN, [1], won=1),
        cell("ada's", ADA, [1], won=1),
        cell("ada's", BEN, [1, 1], won=0),
        cell("ben's", ADA, [], won=0, n=1),
        cell("ben's", BEN, [1], won=1),
        cell("neither", ADA, [1]),
        cell("neither", BEN, [1]),
        cell("untried", ADA, [1], won=1),
    ]
    found = beside(cells)
    lists = {by: [row.item for row in found.by_found(by)] for by in ("both", "first", "second", "neither")}
    assert lists == {"both": ["both"], "first": ["ada's"], "second": ["ben's"], "neither": ["neither"]}
    assert found.difference.n == 3, "without a figure of both there is no pair"
    assert basis_text(found).startswith(
        "Over 3 of the 4 secrets that both played, those with a figure for both;"
    )
    assert found_text(found) == "Won at least once: by both 1, only Ada 1, only Ben 1, neither 1."
    assert better_text(found) == "Better at: Ada 0, Ben 0; alike 3."
    assert found.to_json()["found_by"] == lists


def test_players_who_share_too_little_are_compared_over_their_own_items() -> None:
    cells = [cell(f"a{n}", ADA, [n]) for n in range(6)] + [cell(f"b{n}", BEN, [n]) for n in range(4)]
    cells += [cell("shared", ADA, [50]), cell("shared", BEN, [40])]
    found = beside(cells)
    assert found.basis == "items"
    assert (found.firsts.n, found.seconds.n) == (7, 5)
    assert "They share 1 secret" in basis_text(found)
    assert len(found.items) == 11


def test_of_players_who_share_nothing_no_secrets_are_counted() -> None:
    found = beside([cell(f"{who[1]}{n}", who, [n]) for who in (ADA, BEN) for n in range(4)])
    assert "They share no secret" in basis_text(found)
    assert better_text(found) == found_text(found) == ""
    assert not any("Won at least once" in told for told in items_table(found, found.items).notes)


def test_with_too_few_secrets_sessions_are_counted() -> None:
    one, other = [1.0, 4.0, 2.0, 2.0, 7.0], [0.0, 1.0, 1.0, 2.0, 1.5, 3.0]
    cells = [cell("true", ADA, one[:3]), cell("false", ADA, one[3:]), cell("true", BEN, other)]
    found = beside(cells)
    assert found.basis == "sessions"
    assert (found.firsts.n, found.seconds.n) == (5, 6)
    assert found.difference == welch(spread(one), spread(other))
    assert "sessions are counted: 5 of Ada, 6 of Ben" in basis_text(found)


def test_shares_over_sessions_stay_shares_and_have_a_width_where_all_went_alike() -> None:
    found = beside([cell("true", ADA, [], won=4, n=4), cell("true", BEN, [], won=0, n=2)], "won")
    assert (found.basis, found.difference.value) == ("sessions", 1)
    assert (found.firsts.high, found.seconds.low, found.difference.high) == (1, 0, 1)
    assert all(one.low is not None and one.low < 1 for one in (found.firsts, found.difference))
    assert "by Wilson's and Newcombe's scores" in basis_text(found)
    printed = newcombe(share(56, 70), share(48, 80))
    assert (printed.low, printed.high) == pytest.approx((0.0524, 0.3339), abs=5e-5), "Newcombe's example"


def test_a_figure_that_one_never_had_is_told() -> None:
    found = beside([cell("a", ADA, [3]), cell("a", BEN, [], n=2)])
    assert verdict(found) == "Ben has no session with a figure for speed."
    alone = beside([cell("a", ADA, [3]), cell("a", BEN, [4])])
    assert verdict(alone).endswith("There are too few sessions to say whether that is chance.")


# who and what


def test_the_other_side_sees_success_the_other_way_round() -> None:
    cells = [
        ItemCell(
            f"i{n}", *who, "setter", "", 1, won, {"success": (1, (1 - won) * SCALE, (1 - won) * SCALE**2)}
        )
        for n in range(4)
        for who, won in ((ADA, 1), (BEN, 0))
    ]
    found = {
        name: compared(cells, TABOO, measure(TABOO, name), "setter", (ADA, BEN))
        for name in ("success", "won")
    }
    assert found["success"].leads == found["won"].leads == "first"
    assert compared(cells, TABOO, measure(TABOO, "rounds"), "setter", (ADA, BEN)).metric.better == "none"


def test_names_that_mean_nobody_or_several_are_answered_with_those_there_are() -> None:
    there = players([cell("a", ADA, [1]), cell("a", BEN, [1]), cell("a", ("model", "Ada"), [1])])
    assert named("human:ada", there) == ADA
    assert named("ben", there) == BEN
    with pytest.raises(BadFilter, match="'Ada' could be any of human:Ada, model:Ada"):
        named("Ada", there)
    with pytest.raises(BadFilter, match=r"no player 'Cleo' .* allowed: human:Ada, model:Ada, human:Ben"):
        named("Cleo", there)
    with pytest.raises(BadFilter, match="seats are guesser, critic"):
        compared_group(WORDLE, "setter")
    with pytest.raises(BadFilter, match="Wordle has no figure 'closeness' to compare"):
        measure(WORDLE, "closeness")
    assert compared_group(TABOO, None) == "guesser"
    assert measures(WORDLE)[0].name == WORDLE.main.metric
    same = compared([cell("a", ADA, [1]), cell("a", ("model", "Ada"), [2])], WORDLE, measure(WORDLE, "speed"),
                    "guesser", (ADA, ("model", "Ada")))  # fmt: skip
    assert verdict(same).startswith("model:Ada is ahead of human:Ada")


def test_the_second_player_is_the_one_with_the_most_secrets_in_common_not_with_the_most_secrets() -> None:
    alike, busy = ("bot", "alike"), ("bot", "busy")
    cells = [cell(item, ADA, [50], n=3) for item in ("crane", "grape")]
    cells += [cell(item, alike, [50]) for item in ("crane", "grape")]
    cells += [cell(item, busy, [50]) for item in ("crane", "lemon", "mango", "olive")]
    assert chosen_pair(cells, None, None) == (ADA, alike)
    assert chosen_pair(cells, busy, ADA) == (busy, ADA)
    assert chosen_pair([], None, None) is None
