"""Orders and their agreement, against scipy, against counting all cases, and against the formulas."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from math import factorial, sqrt
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each
from tui_arena.stats.ranking.agreement import (
    Overlap,
    Ranking,
    agreement,
    kendall,
    matched,
    p_of_overlap,
    p_of_tau,
    ranked,
    tau_test,
)

FIGURES = st.lists(st.integers(0, 5), min_size=3, max_size=12)


def two_of(n: int) -> st.SearchStrategy[tuple[list[int], list[int]]]:
    """Two lists of n figures."""
    return st.tuples(*[st.lists(st.integers(0, n), min_size=n, max_size=n)] * 2)


TWO = st.integers(3, 9).flatmap(two_of)
SMALL = st.integers(3, 5).flatmap(two_of)
FIVE = [1.0, 2.0, 3.0, 4.0, 5.0]


def ranks(values: list[int]) -> list[float]:
    found = ranked({str(place): value for place, value in enumerate(values)}, "low")
    return [found[str(place)] for place in range(len(values))]


def order(*players: str, published: bool = False) -> Ranking:
    """An order from the players' names, the best first; `a=b` are tied."""
    places = {p: -i for i, tied in enumerate(players) for p in tied.split("=")}
    return Ranking("made up", "nowhere", published, ranked(places))


def test_ranks_and_tau_of_a_few_are_those_of_the_tables() -> None:
    assert ranks([3, 1, 3, 2, 3, 1]) == [5, 1.5, 5, 3, 5, 1.5]
    assert kendall(FIVE, [3.0, 1.0, 2.0, 5.0, 4.0]) == pytest.approx(0.4)
    assert kendall([1.0, 2.5, 2.5, 4.0], [1.0, 2.0, 3.0, 4.0]) == pytest.approx(5 / 30**0.5)


@pytest.mark.thorough
def test_ranks_tau_and_p_are_those_of_scipy() -> None:
    from scipy import stats  # type: ignore[import-untyped]  # slow, and for this test alone

    rng = Random(7)
    for n in (3, 5, 8, 12):
        for _ in range(10):
            a, b = (ranks([rng.randrange(n) for _ in range(n)]) for _ in range(2))
            tau = kendall(a, b)
            assert (tau or 0) == pytest.approx(stats.kendalltau(a, b).statistic if tau else 0, abs=1e-12)
    for n in (3, 5, 8, 9):
        first, drawn = list(range(n)), rng.sample(range(n), n)
        known = stats.kendalltau(first, drawn, alternative="greater", method="exact").pvalue
        p = p_of_tau(ranks(first), ranks(drawn))
        assert p == pytest.approx(known, abs=1e-9 if n < 9 else 4 * sqrt(known / 10_000))
        assert tau_test(0.6, n)[1] == pytest.approx(stats.norm.sf(0.6 * sqrt(n * (n - 1) / 2)))
    values = [3, 1, 3, 2, 3, 1]
    assert ranks(values) == list(stats.rankdata(values))


@given(FIGURES)
def test_ties_share_the_mean_rank(values: list[int]) -> None:
    found = ranks(values)
    assert sum(found) == len(values) * (len(values) + 1) / 2
    for value, rank in zip(values, found, strict=True):
        below = sum(other < value for other in values)
        assert rank == below + (values.count(value) + 1) / 2
    high = ranked({str(place): value for place, value in enumerate(values)}, "high")
    assert [high[str(i)] for i in range(len(values))] == [len(values) + 1 - rank for rank in found]


def test_without_a_direction_the_largest_stands_first() -> None:
    assert ranked({"Ada": 2, "Ben": 3}, "none") == ranked({"Ada": 2, "Ben": 3}) == {"Ben": 1, "Ada": 2}
    assert ranked({"Ada": 2, "Ben": 3}, "low") == {"Ada": 1, "Ben": 2}
    assert ranked({}) == {}


@given(TWO)
def test_tau_is_symmetric_bounded_and_turns_with_its_orders(two: tuple[list[int], list[int]]) -> None:
    a, b = map(ranks, two)
    tau = kendall(a, b)
    assert (tau is None) == (len(set(a)) == 1 or len(set(b)) == 1)
    if tau is None:
        return
    assert kendall(b, a) == pytest.approx(tau)
    assert kendall(a, [-rank for rank in b]) == pytest.approx(-tau)
    assert -1 - 1e-12 <= tau <= 1 + 1e-12
    assert kendall(a, a) == pytest.approx(1)


@given(st.permutations(range(6)))
def test_without_ties_tau_is_the_printed_formula(drawn: list[int]) -> None:
    agree = sum(a < b for a, b in combinations(drawn, 2))
    disagree = sum(a > b for a, b in combinations(drawn, 2))
    assert kendall(ranks(list(range(6))), ranks(drawn)) == pytest.approx((agree - disagree) / 15)


@settings(max_examples=30)
@given(
    st.integers(3, 5).flatmap(lambda n: st.tuples(*[st.lists(st.integers(0, 3), min_size=n, max_size=n)] * 2))
)
def test_p_over_all_orders_counts_ties_too(two: tuple[list[int], list[int]]) -> None:
    a, b = map(ranks, two)
    observed = kendall(a, b)
    if observed is None:
        return
    every = [kendall(a, list(drawn)) for drawn in permutations(b)]
    reached = sum(tau is not None and tau >= observed - 1e-12 for tau in every)
    assert p_of_tau(a, b) == pytest.approx(reached / factorial(len(a)))


def test_above_eight_players_random_orders_stand_in_for_all() -> None:
    first, drawn = ranks(list(range(9))), ranks([2, 0, 1, 3, 6, 4, 8, 5, 7])
    p = p_of_tau(first, drawn, seed=3)
    assert p == p_of_tau(first, drawn, seed=3) != p_of_tau(first, drawn, seed=4)
    assert p_of_tau(first, first) >= 1 / 10_001


def test_z_and_p_are_those_that_the_rules_name() -> None:
    z, p = tau_test(0.6, 5)
    assert (round(z, 4), round(p, 4)) == (1.8974, 0.0289)
    assert round(p_of_tau(FIVE, [2.0, 1.0, 4.0, 3.0, 5.0]), 4) == 0.1167
    assert kendall(FIVE, [2.0, 1.0, 4.0, 3.0, 5.0]) == pytest.approx(0.6)


def printed(first: list[int], second: list[int]) -> tuple[float, float]:
    """The overlap, extrapolated and as printed, by the formulas; the lists name players, the best first."""
    n, p = len(first), 0.9
    x = [len(set(first[:d]) & set(second[:d])) for d in range(1, n + 1)]
    extrapolated = x[-1] / n * p**n + (1 - p) / p * sum(x[d - 1] / d * p**d for d in range(1, n + 1))
    return extrapolated, (1 - p) * sum(x[d - 1] / d * p ** (d - 1) for d in range(1, n + 1))


@given(st.integers(3, 9).flatmap(lambda n: st.tuples(st.permutations(range(n)), st.permutations(range(n)))))
def test_without_ties_the_overlap_is_the_printed_formula(two: tuple[list[int], list[int]]) -> None:
    a, b = ([float(drawn.index(player) + 1) for player in range(len(drawn))] for drawn in two)
    overlap = Overlap(a, b)
    assert (overlap.extrapolated, overlap.as_printed) == pytest.approx(printed(*two))


@given(TWO)
def test_the_overlap_of_ranks_with_ties(two: tuple[list[int], list[int]]) -> None:
    a, b = map(ranks, two)
    overlap, n = Overlap(a, b), len(a)
    assert overlap.extrapolated == pytest.approx(Overlap(b, a).extrapolated)
    assert 0 <= overlap.as_printed <= overlap.extrapolated <= 1
    assert overlap.depths[-1] == pytest.approx(1)
    assert all(-1e-9 <= share <= 1 + 1e-9 for share in overlap.depths)
    same = Overlap(a, a)
    assert same.extrapolated == pytest.approx(1)
    assert same.as_printed == pytest.approx(1 - 0.9**n)


def within(values: list[float], depth: int) -> list[float]:
    """Each player's probability to be among the first `depth`, over all ways to break the ties."""
    ways = [w for w in permutations(range(len(values))) if sorted(values) == [values[i] for i in w]]
    return [fmean(player in way[:depth] for way in ways) for player in range(len(values))]


def test_a_tie_that_a_depth_cuts_is_in_it_by_halves_and_is_corrected_for() -> None:
    a, b = ranks([0, 1, 1, 2]), ranks([0, 0, 1, 1])
    for depth, share in enumerate(Overlap(a, b).depths, 1):
        one, other = within(a, depth), within(b, depth)
        both = sum(x * y for x, y in zip(one, other, strict=True))
        assert share == pytest.approx(both / sqrt(sum(x * x for x in one) * sum(y * y for y in other)))
    assert Overlap(a, b).depths[0] == pytest.approx(sqrt(1 / 2))


def test_who_breaks_a_tie_alike_agrees_more_than_who_leaves_it() -> None:
    strict, tied = [1.0, 2.0, 3.0], [1.5, 1.5, 3.0]
    assert Overlap(tied, strict).extrapolated < Overlap(tied, tied).extrapolated == pytest.approx(1)
    assert Overlap(tied, strict).extrapolated == pytest.approx(Overlap(tied, [2.0, 1.0, 3.0]).extrapolated)


def test_the_p_of_the_overlap_is_near_that_over_all_orders() -> None:
    drawn = [1.0, 3.0, 2.0, 4.0, 5.0]
    observed = Overlap(FIVE, drawn).as_printed
    every = [Overlap(FIVE, list(one)).as_printed for one in permutations(FIVE)]
    known = sum(value >= observed - 1e-9 for value in every) / len(every)
    p = p_of_overlap(FIVE, drawn)
    assert p == pytest.approx(known, abs=4 * sqrt(known / 1000))
    assert p == p_of_overlap(FIVE, drawn, seed=0) != p_of_overlap(FIVE, drawn, seed=1)
    assert p_of_overlap([2.0, 2.0, 2.0], [1.0, 2.0, 3.0]) == 1


def test_two_orders_are_compared_over_the_players_of_both() -> None:
    found = agreement(order("a", "b", "c", "d", "e"), order("c", "e", "x", "b", "a=y"))
    assert found is not None
    assert (found.players, found.n) == (("a", "b", "c", "e"), 4)
    assert found.tau == pytest.approx(-4 / 6)
    assert agreement(order("a", "b", "c"), order("c", "b", "x", "y")) is None
    assert agreement(order(), order()) is None


def test_an_order_that_ties_everybody_has_no_tau() -> None:
    found = agreement(order("a=b=c"), order("a", "b", "c"))
    assert found is not None
    assert (found.tau, found.z, found.p, found.p_exact) == (None, None, None, None)
    assert 0 < found.rbo < 1
    assert found.rbo_p == 1


@given(SMALL)
@settings(max_examples=10)
def test_agreement_is_symmetric_and_bounded(two: tuple[list[int], list[int]]) -> None:
    a, b = (
        Ranking("", "", published=False, ranks={str(i): r for i, r in enumerate(ranks(one))}) for one in two
    )
    one, other = agreement(a, b), agreement(b, a)
    assert one is not None
    assert other is not None
    assert (one.tau, one.p, one.p_exact) == pytest.approx((other.tau, other.p, other.p_exact))
    assert (one.rbo, one.rbo_paper) == pytest.approx((other.rbo, other.rbo_paper))
    assert 0 < one.rbo_p <= 1


def test_own_models_are_found_in_papers_and_nobody_else_is() -> None:
    printed_names = [
        "GPT-4",
        "gpt-4o-2024-08-06",
        "claude-3-5-sonnet-20240620",
        "mistral-large-latest",
        "Human",
    ]
    own = [
        "model:openai/GPT-4o",
        "model:openrouter/anthropic/claude-3.5-sonnet",
        "model:mistral/mistral-large-2407",
        "model:gpt-4-turbo",
        "human:GPT-4",
        "human:Human",
    ]
    assert matched(own, printed_names).pairs == {
        "model:openai/GPT-4o": "gpt-4o-2024-08-06",
        "model:openrouter/anthropic/claude-3.5-sonnet": "claude-3-5-sonnet-20240620",
        "model:mistral/mistral-large-2407": "mistral-large-latest",
    }


@each(
    (["model:gpt-4o-2024-05-13"], {}, ()),
    (["model:a/gpt-4o", "model:b/gpt-4o"], {}, ("gpt-4o-2024-08-06",)),
    (["model:a/gpt-4o-2024-08-06", "model:b/gpt-4o-2024-08-06"], {}, ("gpt-4o-2024-08-06",)),
    (["model:gpt-4o", "model:gpt-4o-2024-08-06"], {"model:gpt-4o-2024-08-06": "gpt-4o-2024-08-06"}, ()),
    (["model:gpt-4o-mini", "model:gpt-4", "bot:gpt-4o", "model:"], {}, ()),
)
def test_a_name_that_may_be_another_is_not_taken(
    own: list[str], pairs: dict[str, str], doubtful: tuple[str, ...]
) -> None:
    found = matched(own, ["gpt-4o-2024-08-06"])
    assert (found.pairs, found.doubtful) == (pairs, doubtful)


def test_an_own_order_and_a_published_one_meet_by_matched_names_either_way_round() -> None:
    own = order("model:x/gpt-4o", "bot:bot hard", "model:claude-2", "model:GPT-4")
    paper = replace(order("GPT-4", "Claude-2", "gpt-4o-2024-08-06"), published=True)
    one, other = agreement(own, paper), agreement(paper, own)
    assert one is not None
    assert other is not None
    assert one.names == {n: p for p, n in other.names.items()}
    assert one.names["model:claude-2"] == "Claude-2"
    assert (one.tau, other.tau) == (-1, -1)
