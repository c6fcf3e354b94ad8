"""A player's figures over two sets of secrets that have no secret in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.save.making import ended, started, target
from tests.stats.test_comparison import ADA, cell
from tests.tables import each
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.filters import BadFilter, Filter
from tui_arena.save.rollup.items import ItemCell
from tui_arena.save.setting import Kept
from tui_arena.save.store import Store, open_store
from tui_arena.stats.comparison import compare
from tui_arena.stats.split_half import HALVES, choices, half_of, two_sets
from tui_arena.stats.statistics import Figure

CATALOGUE = Catalogue()
WORDLE = CATALOGUE.game("wordle")


def played() -> list[Session]:
    rng = Random(4)
    return [
        ended(CATALOGUE, started(CATALOGUE, seed, {"guesser": f"human:{who}"}), rng)
        for seed in range(12)
        for who in ("Ada", "Ben")
    ]


SESSIONS = played()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(tmp_path_factory.mktemp("sets") / "arena.db", CATALOGUE).store
    for session in SESSIONS:
        opened.save(session)
    yield opened
    opened.close()


@given(st.text(max_size=20))
def test_a_half_depends_on_the_name_alone(item: str) -> None:
    assert half_of(item) == half_of(item.upper().lower())
    assert half_of(item) in (0, 1)


def test_halves_are_of_about_one_size_and_other_by_another_seed() -> None:
    words = [str(item["word"]) for item in CATALOGUE.deck(None, WORDLE).deck.items]
    first = [word for word in words if half_of(word)]
    assert len(first) == pytest.approx(len(words) / 2, rel=0.05)
    again = [word for word in first if half_of(word, seed=1)]
    assert len(again) == pytest.approx(len(first) / 2, rel=0.1)


def test_every_item_is_in_one_half_and_every_figure_over_its_own(store: Store) -> None:
    (found,) = two_sets(store, CATALOGUE, Filter("wordle"), "ada")
    words = {target(session) for session in SESSIONS}
    halves = [{w for w in words if half_of(w) == half} for half in (0, 1)]
    assert found.items == (len(halves[0]), len(halves[1]))
    assert sum(found.sessions) == 12
    (whole,) = compare(store, CATALOGUE, Filter("wordle", player="Ada"), "ada", "ben", metric="won").each
    rate = {row.item: row.first.won / row.first.n for row in whole.items if row.first}
    won = next(row for row in found.rows if row.metric.name == "won")
    for one, half in zip((won.first, won.second), halves, strict=True):
        assert one.value == pytest.approx(sum(rate[w] for w in half) / len(half))
    assert won.difference.value == pytest.approx((won.first.value or 0) - (won.second.value or 0))
    assert found.to_json()["labels"] == ["half 1", "half 2"]


def test_a_deck_s_own_values_make_sets_and_items_of_neither_are_left_out(store: Store) -> None:
    group = {str(i["word"]): i["group"] for i in CATALOGUE.deck(None, WORDLE).deck.items}
    words = {target(session) for session in SESSIONS}
    (found,) = two_sets(store, CATALOGUE, Filter("wordle"), "Ada", ["won"], sets="group=high,low")
    assert found.items == tuple(sum(group[w] == name for w in words) for name in ("high", "low"))
    assert found.labels == ("group high", "group low")
    assert [row.metric.name for row in found.rows] == ["won"]


class Shelf:
    """A store with Ada's results in two decks."""

    def settings(self, _game: str) -> dict[str, Kept]:
        return {
            deck: Kept(deck, "classic", deck, f"{deck}, classic", {"deck": deck}) for deck in ("old", "new")
        }

    def items(self, wanted: Filter, _metrics: Sequence[str]) -> list[ItemCell]:
        won = {"old": {"slate": 1, "crony": 1, "pride": 0}, "new": {"Pride": 1, "mound": 0}}
        deck = wanted.deck or ""
        return [cell(word, ADA, [], win, n=1)._replace(condition=deck) for word, win in won[deck].items()]


def test_what_both_decks_hold_is_in_neither_set() -> None:
    (found,) = two_sets(cast(Store, Shelf()), CATALOGUE, Filter("wordle"), "Ada", ["won"], sets="old,new")
    assert found.items == (2, 1)
    assert (found.rows[0].first.value, found.rows[0].second.value) == (1.0, 0.0)


def test_a_deck_that_nobody_played_makes_an_empty_set(store: Store) -> None:
    (found,) = two_sets(store, CATALOGUE, Filter("wordle"), "Ada", ["won"], sets="wordle, lexicon")
    assert found.items == (len({target(s) for s in SESSIONS}), 0)
    assert found.rows[0].second == Figure(None, None, 0, None, None)
    assert found.rows[0].difference.value is None


@each("", "thirds", "wordle,", "wordle,Wordle", "group=high", "group=high,none", "a=b,c")
def test_sets_that_can_not_be_are_answered_with_those_that_can(sets: str, *, store: Store) -> None:
    with pytest.raises(BadFilter, match="halves; group=high,medium"):
        two_sets(store, CATALOGUE, Filter("wordle"), "Ada", sets=sets)


def test_what_a_game_s_items_can_be_sorted_into() -> None:
    assert choices(WORDLE, CATALOGUE) == [
        HALVES,
        "group=high,medium",
        "group=high,low",
        "group=medium,low",
    ]
    entity = choices(CATALOGUE.game("entity"), CATALOGUE, ["things", "celebrities"])
    assert "set=1,2" in entity
    assert entity[-1] == "things,celebrities"
    assert choices(CATALOGUE.game("connections"), CATALOGUE) == [HALVES]


def test_nobody_of_that_name(store: Store) -> None:
    with pytest.raises(BadFilter, match=r"no player 'Cleo' .* allowed: human:Ada, human:Ben"):
        two_sets(store, CATALOGUE, Filter("wordle"), "Cleo")
