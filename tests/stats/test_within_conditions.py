"""Players are set beside each other under one condition at a time, and joined only where that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.save.making import ended, started, won
from tests.stats.test_comparison import ADA, BEN, WORDLE, cell
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.filters import BadFilter, Filter
from tui_arena.save.rollup.items import ItemCell, joined
from tui_arena.save.setting import Kept
from tui_arena.save.store import Store, open_store
from tui_arena.stats.aggregate import player_sums, standings
from tui_arena.stats.comparison import Comparisons, compare, compared, measure, under_each
from tui_arena.stats.conditions import named_conditions
from tui_arena.stats.ranking.leaderboard import leaderboard
from tui_arena.stats.split_half import two_sets

CATALOGUE = Catalogue()


def made() -> list[Session]:
    """Ada is quicker in classic and Ben with a clue; only Ada and Cleo play with a critic."""
    rng, out = Random(2), []
    for seed in range(7):
        for variant, quick, slow in (("classic", "Ada", "Ben"), ("clue", "Ben", "Ada")):
            fast = started(CATALOGUE, seed, {"guesser": f"human:{quick}"}, variant=variant)
            out.append(won(CATALOGUE, fast, 2))
            out.append(
                won(CATALOGUE, started(CATALOGUE, seed, {"guesser": f"human:{slow}"}, variant=variant), 5)
            )
    out.append(ended(CATALOGUE, started(CATALOGUE, 50, {"guesser": "human:Ben"}), rng))
    for name in ("Ada", "Cleo"):
        alone = {"guesser": f"human:{name}", "critic": "bot:easy"}
        out.append(ended(CATALOGUE, started(CATALOGUE, 3, alone, variant="critic"), rng))
    return out


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(tmp_path_factory.mktemp("conditions") / "arena.db", CATALOGUE).store
    for session in made():
        opened.save(session)
    yield opened
    opened.close()


def of(store: Store, metric: str = "speed", **where: Any) -> Comparisons:
    return compare(store, CATALOGUE, Filter("wordle", **where), "Ada", "Ben", metric=metric)


def test_mixed_sessions_are_compared_as_those_of_each_condition_alone(store: Store) -> None:
    mixed = of(store)
    classic, clue = mixed.each
    assert [one.condition for one in mixed.each] == ["classic", "clue"]
    assert (classic.leads, clue.leads) == ("first", "second")
    assert mixed.note == (
        "They played under 2 conditions, which are compared separately. Left out, because only one of the two players played there: "
        "critic (only Ada)."
    )
    digests = {one.name: one.condition for one in store.settings("wordle").values()}
    for found in mixed.each:
        for where in (
            {"variant": found.condition},
            {"condition": found.condition.upper()},
            {"condition": digests[found.condition]},
        ):
            alone = of(store, **where)
            assert alone.to_json() == found.to_json()
            assert (alone.each, alone.note) == ((found,), "")
    assert [one["condition"] for one in mixed.to_json()["conditions"]] == ["classic", "clue"]


CELLS = st.lists(
    st.tuples(
        st.sampled_from("abcdef"), st.sampled_from([ADA, BEN]), st.sampled_from("xyz"), st.integers(0, 100)
    ),
    min_size=1,
    max_size=40,
    unique_by=lambda one: one[:3],
)


class Known:
    """A store that knows three conditions, which are three variants."""

    def settings(self, _game: str) -> dict[str, Kept]:
        options = {"x": {}, "y": {"variant": "clue"}, "z": {"variant": "critic"}}
        return {name: Kept(name, name, name, name.upper(), options[name]) for name in "xyz"}


KNOWN = cast(Store, Known())


@settings(max_examples=60)
@given(CELLS)
def test_whatever_is_mixed_each_condition_stands_for_itself(
    rows: list[tuple[str, tuple[str, str], str, int]],
) -> None:
    cells = [cell(item, who, [value])._replace(condition=under) for item, who, under, value in rows]
    metric, pair = measure(WORDLE, "speed"), (ADA, BEN)
    found = under_each(KNOWN, WORDLE, Filter("wordle"), cells, pair, metric=metric)
    both = {name for name in "xyz" if {one[1] for one in rows if one[2] == name} == {ADA, BEN}}
    assert {one.condition for one in found.each} == {name.upper() for name in both}
    for one in found.each:
        some = [c for c in cells if c.condition.upper() == one.condition]
        assert one == compared(some, WORDLE, metric, "guesser", pair, condition=one.condition)
    shared = [len(one.shared) for one in found.each]
    assert shared == sorted(shared, reverse=True)
    assert bool(found.note) == (len({one[2] for one in rows}) > 1 or not both)


@settings(max_examples=60)
@given(CELLS)
def test_joined_sums_are_those_of_all_conditions(rows: list[tuple[str, tuple[str, str], str, int]]) -> None:
    cells = [cell(item, who, [value], 1)._replace(condition=under) for item, who, under, value in rows]
    whole = {(one.item, one.kind, one.name): one for one in joined(c._replace(condition="") for c in cells)}
    assert len(whole) == len({one[:2] for one in rows})
    for (item, *who), one in whole.items():
        values = [value for i, w, _, value in rows if (i, w) == (item, tuple(who))]
        expected: ItemCell = cell(item, (who[0], who[1]), values, len(values))
        assert one == expected


def test_conditions_are_joined_where_that_is_asked_for(store: Store) -> None:
    found = of(store, "guesses", condition="all")
    (whole,) = found.each
    assert found.note == "These conditions are combined: classic; clue; critic."
    assert whole.condition == whole.to_json()["condition"] == "all"
    assert whole.difference.value == pytest.approx(0, abs=1e-6), "each is quicker in one of the two"
    (row, *_) = [row for row in whole.items if row.first and row.second]
    assert row.first is not None
    assert row.first.n >= 2
    for metric in ("speed", "#main"):
        with pytest.raises(BadFilter, match="has different scales in classic, clue and critic"):
            of(store, metric, condition="All")
    assert of(store, "speed", condition="all", variant="classic").each == of(store, variant="classic").each


def test_players_without_a_condition_in_common_are_not_compared(store: Store) -> None:
    wanted = Filter("wordle", variant="critic")
    with pytest.raises(BadFilter, match="no player 'Ben'"):
        compare(store, CATALOGUE, wanted, "Ada", "Ben", metric="speed")
    with pytest.raises(
        BadFilter, match=r"Cleo and Ben never played under the same condition\. Left out, because .* joins"
    ):
        compare(store, CATALOGUE, Filter("wordle"), "Cleo", "Ben", metric="guesses")
    joined_all = compare(store, CATALOGUE, Filter("wordle", condition="all"), "Cleo", "Ben", metric="guesses")
    assert joined_all.note == "These conditions are combined: classic; clue; critic."


def test_a_condition_that_nobody_played_is_answered_with_those_there_are(store: Store) -> None:
    for asked in (lambda: of(store, condition="hard"), lambda: two_sets(store, CATALOGUE, HARD, "Ada")):
        with pytest.raises(BadFilter, match="allowed: classic; clue; critic"):
            asked()


HARD = Filter("wordle", condition="hard")


def test_leaderboards_take_the_condition_with_most_sessions(store: Store) -> None:
    main, classic = Filter("wordle"), Filter("wordle", condition="classic")
    assert leaderboard(store, WORDLE, main) == leaderboard(store, WORDLE, classic)
    (ada, ben) = leaderboard(store, WORDLE, main)
    assert (ada.player, ada.sessions, ben.sessions) == ("Ada", 7, 8)
    rows = {row.player: row for row in standings(store, CATALOGUE)}
    cells = player_sums(store, WORDLE, classic)
    assert (rows["Ada"].sessions, rows["Ben"].sessions) == (7, 8)
    assert "Cleo" not in rows
    assert rows["Ada"].sessions == cells["human", "Ada"]["sessions"]
    clue = leaderboard(store, WORDLE, Filter("wordle", condition="clue"))
    assert [one.player for one in clue] == ["Ben", "Ada"]
    with pytest.raises(BadFilter, match="speed has different scales in classic, clue and critic"):
        leaderboard(store, WORDLE, Filter("wordle", condition="all"))


def test_figures_over_two_sets_are_those_of_each_condition(store: Store) -> None:
    checks = two_sets(store, CATALOGUE, Filter("wordle"), "Ada")
    assert [(one.condition, sum(one.sessions)) for one in checks] == [
        ("classic", 7),
        ("clue", 7),
        ("critic", 1),
    ]
    for check in checks:
        (alone,) = two_sets(store, CATALOGUE, Filter("wordle", condition=check.condition), "Ada")
        assert alone == check
        assert check.to_json()["condition"] == check.condition
    (whole,) = two_sets(store, CATALOGUE, Filter("wordle", condition="all"), "Ada")
    assert (whole.condition, sum(whole.sessions)) == ("all", 15)
    assert not {"speed", "#main"} & {row.metric.name for row in whole.rows}
    assert {"speed", "#main"} <= {row.metric.name for row in checks[0].rows}
    with pytest.raises(BadFilter, match="speed has different scales"):
        two_sets(store, CATALOGUE, Filter("wordle", condition="all"), "Ada", ["speed"])


class Shelves:
    """A store with two decks, each played with and without noise."""

    def settings(self, _game: str) -> dict[str, Kept]:
        every = [(deck, noise) for deck in ("things", "objects") for noise in (0, 0.2)]
        return {
            f"{deck}{noise}": Kept(
                f"{deck}{noise}", deck, f"{deck}{noise}", f"{deck}, noise {noise}",
                {"deck": deck, "suite": 30} | ({"noise": noise} if noise else {}),
            )
            for deck, noise in every
        }  # fmt: skip

    def items(self, wanted: Filter, _metrics: object) -> list[ItemCell]:
        return [
            cell(f"{wanted.deck} {n}", ADA, [], int(noise == 0), n=1)._replace(
                condition=f"{wanted.deck}{noise}"
            )
            for noise in (0, 0.2)
            for n in range(3)
        ]


def test_two_decks_are_set_beside_each_other_where_everything_else_is_alike() -> None:
    shelves = cast(Store, Shelves())
    noisy, quiet = two_sets(shelves, CATALOGUE, Filter("entity"), "Ada", ["won"], sets="things,objects")
    assert (quiet.condition, quiet.items) == ("things, noise 0; objects, noise 0", (3, 3))
    assert (noisy.condition, noisy.items) == ("things, noise 0.2; objects, noise 0.2", (3, 3))
    assert [one.rows[0].first.value for one in (quiet, noisy)] == [1, 0]
    named = Filter("entity", condition="things, noise 0.2")
    assert two_sets(shelves, CATALOGUE, named, "Ada", ["won"], sets="things,objects") == [noisy]


def test_of_very_many_conditions_a_sentence_names_the_first() -> None:
    assert named_conditions("abc") == "a; b; c"
    assert named_conditions("abcdefgh") == "a; b; c; d; e; f; 2 more"
