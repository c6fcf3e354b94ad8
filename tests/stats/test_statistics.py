from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_arena.stats.statistics import combined, share, spread, t95, t_interval

VALUES = st.lists(st.integers(-(10**9), 10**9).map(lambda n: n / 10**6), min_size=2, max_size=50)


@given(VALUES)
def test_mean_and_sample_deviation_are_the_textbooks(values: list[float]) -> None:
    found = spread(values)
    assert found.n == len(values)
    assert found.value == pytest.approx(statistics.fmean(values), abs=1e-6)
    assert found.std == pytest.approx(statistics.stdev(values), abs=1e-6)


def test_what_is_not_defined_is_none() -> None:
    assert (spread([]).value, spread([]).std, spread([]).n) == (None, None, 0)
    assert (spread([2.5]).value, spread([2.5]).std, spread([2.5]).n) == (2.5, None, 1)
    nothing = share(0, 0)
    assert (nothing.value, nothing.low, nothing.high) == (None, None, None)


@given(st.integers(1, 10**6).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_interval_is_wilsons(pair: tuple[int, int]) -> None:
    from scipy.stats import binomtest  # type: ignore[import-untyped]  # slow, and for this test alone

    count, of = pair
    found = share(count, of)
    known = binomtest(count, of).proportion_ci(0.95, "wilson")
    assert found.value == count / of
    assert found.low == pytest.approx(known.low, abs=1e-9)
    assert found.high == pytest.approx(known.high, abs=1e-9)
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= count / of <= found.high <= 1


def test_a_sum_too_large_for_floats_is_exact() -> None:
    found = spread([2**53 - 1, 2**53 - 3])
    assert found.value == 2**53 - 2
    assert found.std == pytest.approx(2**0.5)


def test_games_are_combined_by_the_rules() -> None:
    assert combined({}) is None
    assert combined({"a": (1.0, 80.0)}) == 80.0
    assert combined({"a": (1.0, 80.0), "b": (0.5, 40.0)}) == pytest.approx(0.75 * 60)
    assert combined({"a": (1.0, 80.0), "b": (0.0, None)}) == pytest.approx(0.5 * 80)
    assert combined({"b": (0.0, None)}) == 0.0


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (5, 2.571),
        (6, 2.447),
        (9, 2.262),
        (29, 2.045),
        (120, 1.980),
    ],
)
def test_students_t_is_that_of_the_tables(freedom: int, printed: float) -> None:
    assert round(t95(freedom), 3) == printed


def test_a_mean_of_five_has_four_degrees_of_freedom() -> None:
    found = t_interval(spread([1, 2, 3, 4, 5]))
    assert found.low == pytest.approx(1.036757, abs=1e-6)
    assert found.high == pytest.approx(4.963243, abs=1e-6)
