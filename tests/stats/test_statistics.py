"""Means, shares and their intervals, also clustered by secret."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.save.making import ended, started
from tests.tables import Cases, each
from tui_arena.data import Catalogue, Metric, shipped_figures
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.sums import SCALE
from tui_arena.save.store import Store, open_store
from tui_arena.stats.aggregate import stats
from tui_arena.stats.statistics import (
    Figure,
    clustered,
    combined,
    items_note,
    over_items,
    share,
    spread,
    spread_of_sums,
    sums_of,
    t95,
    t_interval,
    with_interval,
    within,
)

CASES = Cases(__file__)

SPEED = Metric("speed", "speed", "number", "high", "", unit="0-100")
WON = shipped_figures()["won"]
VALUES = st.integers(0, 100).map(float)
REPEATED = st.integers(2, 5).flatmap(
    lambda n: st.lists(st.lists(VALUES, min_size=n, max_size=n), min_size=2, max_size=12)
)
"""Secrets with equally many sessions each."""
ANY = st.lists(st.lists(VALUES, min_size=1, max_size=5), min_size=1, max_size=12)


FIGURES = st.lists(st.integers(-(10**9), 10**9).map(lambda n: n / 10**6), min_size=2, max_size=50)


@given(FIGURES)
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


def test_the_interval_of_a_share_is_that_of_the_tables() -> None:
    found = share(7, 30)
    assert (found.value, found.low, found.high) == pytest.approx((7 / 30, 0.1179239, 0.4092833), abs=1e-7)


@pytest.mark.thorough
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


@CASES.each
def test_students_t_is_that_of_the_tables(freedom: int, printed: float) -> None:
    assert round(t95(freedom), 3) == printed


def test_a_mean_of_five_has_four_degrees_of_freedom() -> None:
    found = t_interval(spread([1, 2, 3, 4, 5]))
    assert found.low == pytest.approx(1.036757, abs=1e-6)
    assert found.high == pytest.approx(4.963243, abs=1e-6)


# clustered by secret


def figure(items: Sequence[Sequence[float]], more: Sequence[float] = ()) -> Figure:
    """The speed over the sessions with some secrets, and over some without one."""
    whole = sums_of([*(value for values in items for value in values), *more])
    one = spread_of_sums(*whole)
    return with_interval(
        Figure(one.value, one.std, one.n, metric=SPEED), [{"speed": sums_of(v)} for v in items], whole
    )


def flags(items: Sequence[Sequence[float]]) -> Figure:
    """The share of sessions with a speed of more than 50."""
    won = [[float(value > 50) for value in values] for values in items]
    every = [value for values in won for value in values]
    one = share(round(sum(every)), len(every))
    return with_interval(
        Figure(one.value, None, one.n, one.low, one.high, one.count, metric=WON),
        [{"won": sums_of(values)} for values in won],
        sums_of(every),
    )


@given(REPEATED)
def test_with_equal_repetitions_it_is_students_over_the_means_of_the_secrets(
    items: list[list[float]],
) -> None:
    found, means = figure(items), spread(sum(values) / len(values) for values in items)
    known = within(t_interval(means), SPEED.scale)
    assert found.value == pytest.approx(known.value, abs=1e-5)
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-4)
    assert (found.items, found.n) == (len(items), sum(map(len, items)))
    assert clustered(found)


@given(st.lists(VALUES, min_size=2, max_size=12))
def test_where_no_secret_came_twice_it_is_that_over_sessions(values: list[float]) -> None:
    once = [[value] for value in values]
    plain, won = (
        within(t_interval(spread(values)), SPEED.scale),
        share(sum(v > 50 for v in values), len(values)),
    )
    assert (figure(once).low, figure(once).high) == (plain.low, plain.high)
    assert (flags(once).low, flags(once).high) == (won.low, won.high)
    assert not clustered(figure(once))
    assert items_note([figure(once), flags(once)]) == ""


@given(ANY)
def test_no_interval_leaves_the_scale_or_its_mean(items: list[list[float]]) -> None:
    for one, most in ((figure(items), 100.0), (flags(items), 1.0)):
        assert one.value is not None
        if one.low is not None and one.high is not None:
            assert 0 <= one.low <= one.value + 1e-9
            assert one.value - 1e-9 <= one.high <= most


def test_sessions_without_a_secret_count_as_if_they_had_one_in_common() -> None:
    items = [[10.0, 20.0], [30.0, 50.0]]
    found, known = figure(items, [90.0, 80.0]), figure([*items, [90.0, 80.0]])
    assert (found.value, found.low, found.high, found.items) == (known.value, known.low, known.high, 3)
    assert figure([], [1.0, 2.0]).items is None


def test_one_secret_says_nothing_about_others() -> None:
    assert (figure([[10.0, 20.0]]).low, flags([[10.0, 90.0]]).low) == (None, None)


def test_of_several_tables_the_numbers_of_secrets_are_told() -> None:
    one, other = figure([[1.0, 2.0]] * 3), figure([[1.0, 2.0]] * 5)
    assert items_note([one, other, Figure()]).endswith("95% intervals are over 3 to 5 secrets.")
    assert items_note([one]).endswith("over 3 secrets.")


def test_the_variance_is_that_of_a_ratio_whatever_the_size_of_the_sums() -> None:
    """Whole numbers throughout: secrets far from zero lose nothing."""
    mean = spread([1e6, 1e6, 1e6 + 1, 1e6 + 1])
    found = over_items(mean, [sums_of([1e6, 1e6]), sums_of([1e6 + 1, 1e6 + 1])])
    assert found.high is not None
    assert found.high - 1e6 - 0.5 == pytest.approx(12.706205 * 0.5, abs=1e-5)


def test_rows_by_what_is_kept_of_their_secrets_are_those_by_reading_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = Catalogue()
    store = open_store(tmp_path / "arena.db", catalogue).store
    rng = Random(4)
    for n in range(40):
        who = {"guesser": f"human:{'Ada' if n % 3 else 'Ben'}"}
        store.save(ended(catalogue, started(catalogue, n % 6, who, variant=("classic", "clue")[n % 2]), rng))
    store.delete([row.id for row in store.sessions()[::7]])
    for wanted in (Filter("wordle"), Filter("wordle", player="Ada"), Filter("wordle", condition="classic")):
        kept = stats(store, catalogue, wanted)
        with monkeypatch.context() as patched:
            patched.setattr(Store, "kept_moments", lambda *_: None)
            assert stats(store, catalogue, wanted) == kept
        assert any(clustered(row.figure("won")) for row in kept)
    store.close()


CHANCES: dict[str, Callable[[Random], float]] = {
    "alike": lambda _: 0.5,
    "of any difficulty": lambda rng: rng.random(),
    "all or nothing": lambda rng: float(rng.random() < 0.5),
}
"""How likely a secret is won, drawn for each secret; half of all are won."""


@pytest.mark.thorough
@each(*product(CHANCES, [10, 30]))
def test_intervals_over_secrets_hold_the_truth_as_often_as_they_say(kind: str, secrets: int) -> None:
    rng, held, drawn, each = Random(1), 0, 2000, 5
    for _ in range(drawn):
        won = [
            sum(rng.random() < chance for _ in range(each)) for chance in map(CHANCES[kind], [rng] * secrets)
        ]
        sums = [(each, n * SCALE, n * SCALE * SCALE) for n in won]
        found = over_items(share(sum(won), each * secrets), sums)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.5 <= found.high
    assert 0.92 <= held / drawn <= 0.99
