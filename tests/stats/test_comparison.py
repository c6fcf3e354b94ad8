"""Two players on the same secrets; bootstrap intervals are checked against scipy and by their properties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.thorough import sampled
from tui_arena.data import Catalogue
from tui_arena.save.filters import BadFilter
from tui_arena.save.rollup.items import ItemCell
from tui_arena.save.rollup.sums import SCALE
from tui_arena.stats import statistics
from tui_arena.stats.comparison import (
    Comparison,
    basis_text,
    better_text,
    compared,
    compared_group,
    figure_text,
    found_text,
    items_table,
    mean_text,
    measure,
    measures,
    named,
    newcombe,
    players,
    verdict,
    welch,
)
from tui_arena.stats.statistics import Figure, bootstrap_difference, bootstrap_mean, spread

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
    return ItemCell(item, *who, "guesser", n or len(values), won, {"speed": sums, "guesses": sums})


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


def test_intervals_are_those_of_scipy() -> None:
    from numpy import mean
    from scipy.stats import bootstrap, ttest_ind  # type: ignore[import-untyped]  # slow, and for this test alone

    rng = Random(3)
    for values in (
        [rng.gauss(5, 2) for _ in range(40)],
        [float(rng.random() < 0.2) for _ in range(250)],
        [rng.expovariate(1) for _ in range(7)],
    ):
        known = bootstrap((values,), mean, n_resamples=20_000, method="percentile", rng=1)
        found, (low, high) = bootstrap_mean(values), known.confidence_interval
        error = 0.25 * known.standard_error  # four times that of an end from 2,000 draws
        assert found.value == pytest.approx(sum(values) / len(values))
        assert found.low == pytest.approx(low, abs=error)
        assert found.high == pytest.approx(high, abs=error)
    one, other = [rng.gauss(5, 2) for _ in range(30)], [rng.gauss(3, 4) for _ in range(12)]
    known = bootstrap(
        (one, other),
        lambda a, b, axis: mean(a, axis=axis) - mean(b, axis=axis),
        n_resamples=20_000,
        method="percentile",
        rng=1,
    )
    threaded, error = bootstrap_difference(one, other), 0.25 * known.standard_error
    assert threaded.low == pytest.approx(known.confidence_interval.low, abs=error)
    assert threaded.high == pytest.approx(known.confidence_interval.high, abs=error)
    t, by_t = ttest_ind(one, other, equal_var=False).confidence_interval(), welch(spread(one), spread(other))
    assert by_t.low == pytest.approx(t.low, rel=0.02), "degrees of freedom are rounded down"
    assert by_t.high == pytest.approx(t.high, rel=0.02)


@FEW
@given(VALUES)
def test_an_interval_holds_its_mean_and_is_the_same_each_time(values: list[float]) -> None:
    found = bootstrap_mean(values)
    assert None not in (found.value, found.low, found.high)
    assert min(values) <= (found.low or 0.0) <= (found.value or 0.0) <= (found.high or 0.0) <= max(values)
    assert found == bootstrap_mean(values)


@FEW
@given(VALUES, VALUES)
def test_a_difference_turned_round_changes_its_sign(first: list[float], second: list[float]) -> None:
    found, turned = bootstrap_difference(first, second), bootstrap_difference(second, first)
    assert turned.value == pytest.approx(-(found.value or 0.0))
    assert first == second or (turned.low, turned.high) == (-(found.high or 0.0), -(found.low or 0.0))
    assert (found.low or 0.0) <= (found.value or 0.0) + 1e-9
    assert (found.value or 0.0) <= (found.high or 0.0) + 1e-9


def test_few_values_have_a_mean_and_no_interval() -> None:
    assert bootstrap_mean([]) == Figure(None, None, 0, None, None)
    assert bootstrap_mean([1.0, 2.0]) == Figure(1.5, None, 2, None, None)
    assert bootstrap_difference([1.0, 2.0, 3.0], [1.0]) == Figure(1.0, None, 1, None, None)
    assert bootstrap_difference([1.0], []).value is None
    assert bootstrap_mean([2.0] * 3) == Figure(2.0, None, 3, 2.0, 2.0)


def drawn(figure: Callable[..., Figure], *sides: Sequence[float], seed: int = 0) -> Figure:
    """The figure as few values have it, by draws."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(statistics, "MANY", 10**9)
        return figure(*sides, seed)


@pytest.mark.parametrize("n", sampled([201, 1150], 2))
@pytest.mark.parametrize("how", ["normal", "skewed", "whole", "shares", "flags", "rare"])
def test_an_interval_of_many_values_is_where_draws_put_it(how: str, n: int) -> None:
    rng = Random(n)
    draws: dict[str, Callable[[], float]] = {
        "normal": lambda: rng.gauss(5, 2),
        "skewed": lambda: rng.expovariate(1),
        "whole": lambda: float(rng.randint(2, 6)),
        "shares": lambda: rng.randint(0, 4) / 4,
        "flags": lambda: float(rng.random() < 0.6),
        "rare": lambda: float(rng.random() < 0.01),
    }
    one, other = [draws[how]() for _ in range(n)], [draws[how]() for _ in range(n + 99)]
    pairs = (
        (bootstrap_mean(one), drawn(bootstrap_mean, one)),
        (bootstrap_difference(one, other), drawn(bootstrap_difference, one, other)),
    )
    for found, known in pairs:
        assert (found.value, found.n) == (known.value, known.n)
        (low, high), (least, most) = ends(found), ends(known)
        near = max(0.05 * (most - least), 1.01 / n if how in ("flags", "rare") else 0)
        assert abs(low - least) <= near
        assert abs(high - most) <= near


def ends(one: Figure) -> tuple[float, float]:
    """Both ends of an interval that is there."""
    assert one.low is not None
    assert one.high is not None
    return one.low, one.high


def test_many_values_that_lie_far_off_normal_are_drawn() -> None:
    values = [0.0] * 250 + [1000.0]
    assert bootstrap_mean(values) == drawn(bootstrap_mean, values)
    assert bootstrap_difference(values, [0.0] * 300) == drawn(bootstrap_difference, values, [0.0] * 300)
    alike = bootstrap_mean([0.1] * 300)
    assert (alike.low, alike.high) == pytest.approx((0.1, 0.1))


def test_a_share_of_many_has_the_ends_of_the_binomial_distribution() -> None:
    from scipy.stats import binom  # slow, and for these tests alone

    for hits, of in ((0, 300), (1, 300), (150, 301), (299, 300), (300, 300), (4000, 9000)):
        found = bootstrap_mean([1.0] * hits + [0.0] * (of - hits))
        ends = [binom.ppf(at, of, hits / of) / of if 0 < hits < of else hits / of for at in (0.025, 0.975)]
        assert [found.low, found.high] == pytest.approx(ends)


def test_thousands_of_values_are_drawn_from_alike() -> None:
    found = bootstrap_mean([float(n) for n in range(5000)])
    error = 5000 / 12**0.5 / 5000**0.5
    assert found.low == pytest.approx(2499.5 - 1.96 * error, abs=0.25 * error)
    assert found.high == pytest.approx(2499.5 + 1.96 * error, abs=0.25 * error)


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
        "Ada is ahead of Ben by 2.25 [2, 2.75]: guesses 3 against 5.25. Chance alone would hardly do that."
    )


def test_a_lead_that_may_be_chance_is_called_so() -> None:
    found = beside(of_pairs([(0, 50), (60, 0), (20, 10), (0, 15)]))
    assert not found.difference.sure
    assert "That may be chance: 0 lies within." in verdict(found)


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
        "Over 3 of the 4 secrets that both played, those with a figure of both;"
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
    printed = newcombe(spread([1] * 56 + [0] * 14), spread([1] * 48 + [0] * 32))
    assert (printed.low, printed.high) == pytest.approx((0.0524, 0.3339), abs=5e-5), "Newcombe's example"


def test_a_figure_that_one_never_had_is_told() -> None:
    found = beside([cell("a", ADA, [3]), cell("a", BEN, [], n=2)])
    assert verdict(found) == "Ben has no session with a figure for speed."
    alone = beside([cell("a", ADA, [3]), cell("a", BEN, [4])])
    assert verdict(alone).endswith("Too few sessions to say whether that is chance.")


# who and what


def test_the_other_side_sees_success_the_other_way_round() -> None:
    cells = [
        ItemCell(f"i{n}", *who, "setter", 1, won, {"success": (1, (1 - won) * SCALE, (1 - won) * SCALE**2)})
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
    with pytest.raises(BadFilter, match="'Ada' may be any of human:Ada, model:Ada"):
        named("Ada", there)
    with pytest.raises(BadFilter, match=r"no player 'Cleo' .* there are human:Ada, model:Ada, human:Ben"):
        named("Cleo", there)
    with pytest.raises(BadFilter, match="there are guesser, critic"):
        compared_group(WORDLE, "setter")
    with pytest.raises(BadFilter, match="no figure 'closeness' to compare in Wordle"):
        measure(WORDLE, "closeness")
    assert compared_group(TABOO, None) == "guesser"
    assert measures(WORDLE)[0].name == WORDLE.main.metric
    same = compared([cell("a", ADA, [1]), cell("a", ("model", "Ada"), [2])], WORDLE, measure(WORDLE, "speed"),
                    "guesser", (ADA, ("model", "Ada")))  # fmt: skip
    assert verdict(same).startswith("model:Ada is ahead of human:Ada")


def test_figures_in_words() -> None:
    won, speed = measure(WORDLE, "won"), measure(WORDLE, "speed")
    assert figure_text(0.825, won) == "82 %"
    assert figure_text(None, won) == "–"
    assert mean_text(Figure(0.5, None, 9, 0.25, 0.75), won) == "50 % [25, 75]"
    assert mean_text(Figure(61.4, None, 1, None, None), speed) == "61.4"
    assert mean_text(Figure(0.56, 0.11), won) == "56 % ±11"
