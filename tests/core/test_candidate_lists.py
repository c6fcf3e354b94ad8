"""Ranked lists: how they are read, matched and measured."""

import time
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.akinator.test_rules import start as akinator
from tests.games.entity.table import start as entity
from tests.games.steps import probe, undo, values
from tests.games.taboo.test_rules import start as taboo
from tests.games.wordle.test_rules import start
from tests.tables import Cases, each
from tui_arena.core.language.names import equals
from tui_arena.core.probes import (
    MOST,
    disparity,
    first_of,
    lists_of,
    parts_of,
    rank_in,
    ranked,
    read_list,
    recalled,
    sortings_of,
)
from tui_arena.core.record import Play

CASES = Cases(__file__)


@CASES.each
def test_a_list_is_read(text: str, items: tuple[str, ...]) -> None:
    assert read_list(text) == items


def test_a_long_list_is_cut_and_a_short_one_kept() -> None:
    assert len(read_list("\n".join(f"{i}. thing {i}" for i in range(1, 40)))) == MOST
    assert read_list("1. guitar") == ("guitar",)


@given(st.text(max_size=300))
def test_any_text_is_a_list_or_none(text: str) -> None:
    items = read_list(text)
    assert len(items) <= MOST
    assert all(item.strip() == item != "" for item in items)


@CASES.each
def test_an_item_may_hold_several_names(item: str, parts: tuple[str, ...]) -> None:
    assert tuple(parts_of(item)) == parts


@CASES.each
def test_the_rank_of_what_is_looked_for(
    items: Sequence[str], names: Sequence[str], how: str, rank: int | None
) -> None:
    assert rank_in(items, names, how) == rank


def test_what_is_measured_of_lists() -> None:
    others = tuple(f"thing {i}" for i in range(9))
    lists = {2: others, 3: (*others[:6], "guitar"), 5: ("guitar", *others)}
    assert values(ranked(lists, ["guitar"], "strict")) == {
        "recall": pytest.approx(2 / 3),
        "top5_recall": pytest.approx(1 / 3),
        "top10_recall": pytest.approx(2 / 3),
        "first_appear_round": 3,
        "final_rank": 1,
        "ranks": [None, None, 7, None, 1],
        "listed": [None, 0, 1, None, 1],
    }
    absent = ranked({1: others}, ["guitar"], "strict")
    assert (absent["final_rank"].value, absent["recall"].value) == (None, 0)
    assert absent["first_appear_round"].lines() == ["1. not in the list of 9", "none of 1 list has it"]
    assert set(values(ranked({}, ["guitar"], "strict")).values()) == {None}
    assert set(values(ranked(lists, [], "strict")).values()) == {None}
    assert ranked(lists, [], "strict")["ranks"].lines() == ["nobody said what the secret was"]


def test_the_share_and_the_first_of_the_rounds_that_count() -> None:
    told = {2: "2. no", 3: "3. yes", 5: "5. yes"}
    assert recalled(told, [3, 5]).value == pytest.approx(2 / 3)
    assert recalled(told, [3, 5]).lines() == ["2. no", "3. yes", "5. yes", "2 of 3 = 0.67"]
    first, never = first_of(told, [3, 5], "none"), first_of(told, [], "none")
    assert (first.value, first.lines()) == (3, ["2. no", "3. yes"])
    assert (never.value, never.lines()) == (None, ["2. no", "3. yes", "5. yes", "none"])


def test_disparity_is_over_the_rounds_whose_list_before_was_sorted() -> None:
    lists = {1: ("a", "b", "c", "d"), 2: ("a", "b", "b"), 3: ("a",)}
    assert disparity(lists, {2: (3, 1), 3: (1, 1)}).value == pytest.approx((2 / 4 + 0) / 2)
    assert disparity(lists, {3: (2, 0)}).value == pytest.approx(1), "a double counts once"
    assert disparity(lists, {3: (2, 0)}).lines() == ["3. |2 yes - 0 no| / 2 = 1.00"]
    assert disparity(lists, {1: (1, 3), 4: (1, 0)}).value is None


@each(
    (entity(), "lenient"),
    (entity(match="judged"), "lenient"),
    (entity(match="substring"), "strict"),
    (entity(match="strict"), "strict"),
    (akinator("pen", match="strict"), "strict"),
    (taboo(), "lenient"),
    (taboo(inflections=False), "strict"),
    (start(), "lenient"),
)
def test_a_game_says_how_its_lists_are_compared(play: Play[Any], how: str) -> None:
    assert play.state.compared == how


def test_lists_stand_by_round_and_fall_with_what_is_taken_back() -> None:
    play = start()

    probe(play, 2, items=["a"])
    probe(play, 1, items=["b"])
    probe(play, 1, items=["c", 4])
    probe(play, 1, items=[])
    probe(play, -1, items=["d"], round="3")
    probe(play, -(10**9), items=["d"])
    probe(play, 4, items=["e"], seat="setter")
    probe(play, 2, "sorting", yes=["c"], no=["4", "5"])
    assert list(lists_of(play, "guesser").items()) == [(1, ("c", "4")), (2, ("a",))]
    assert sortings_of(play) == {2: (1, 2)}
    undo(play, 1)
    assert lists_of(play, "guesser") == {2: ("a",)}
    assert sortings_of(play) == {}


@pytest.mark.thorough
def test_lists_from_outside_are_measured_in_no_time_whatever_they_hold() -> None:
    play = start()
    for number in range(1, 41):
        items = ["/".join(f"{number}x{i}y{n}" for n in range(1000)) for i in range(16)] + ["z"] * 100_000
        probe(play, number, items=items)
    began = time.thread_time()
    lists = lists_of(play, "guesser")
    found = values(ranked(lists, ["40x2y0", "z"], "lenient"))
    assert (found["recall"], found["final_rank"]) == (1 / 40, 3)
    parts = [part for item in lists[1][:16] for part in parts_of(item)]
    assert not any(equals(part, parts, "lenient") for item in lists[2][:16] for part in parts_of(item))
    assert time.thread_time() - began < 5, "it took minutes once"
