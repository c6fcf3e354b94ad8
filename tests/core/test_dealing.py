"""Which item a session of a run gets."""

from __future__ import annotations

from collections import Counter
from itertools import count, islice
from random import Random
from weakref import ref

import pytest

from tests.tables import each
from tui_arena.core.caches import let_go
from tui_arena.core.game import Data, Deck
from tui_arena.core.session import allowed, chosen, new_ones, once_each, splits
from tui_arena.games.connections.rules import GAME as CONNECTIONS
from tui_arena.games.wordle.rules import GAME as WORDLE

ITEMS: list[Data] = [{"word": f"w{number}"} for number in range(19)]


def dealt(
    run: int | None, indexes: range, items: list[Data] = ITEMS, options: dict[str, str] | None = None
) -> list[str]:
    return [chosen(items, options or {}, Random(f"{run}/{i}"), i, run)["word"] for i in indexes]


def test_a_pass_has_every_item_once_and_the_next_pass_another_order() -> None:
    first, second = dealt(7, range(19)), dealt(7, range(19, 38))
    assert sorted(first) == sorted(second) == sorted(item["word"] for item in ITEMS)
    assert first != second
    assert set(Counter(dealt(7, range(19 * 5 + 4))).values()) == {5, 6}


def test_what_a_session_gets_hangs_on_the_runs_seed_and_its_number_alone() -> None:
    order = dealt(7, range(60))
    for index in Random(1).sample(range(60), 60):
        assert chosen(ITEMS, {}, Random(index * 31), index, 7)["word"] == order[index]
    assert dealt(8, range(19)) != order[:19]


def test_the_order_is_the_same_on_every_machine() -> None:
    assert dealt(7, range(5)) == ["w15", "w6", "w14", "w18", "w8"]


@pytest.mark.thorough
def test_a_deck_of_twenty_thousand_is_gone_through_once() -> None:
    items: list[Data] = [{"word": str(number)} for number in range(20_000)]
    assert len(set(dealt(3, range(20_000), items))) == 20_000


@each({"suite": "all"}, {"suite": "30"}, {"set": "2"})
def test_suites_and_sets_keep_the_decks_order(options: dict[str, str]) -> None:
    assert dealt(7, range(38), options=options) == [item["word"] for item in ITEMS] * 2


def test_a_session_by_itself_and_a_run_without_a_note_draw_by_chance() -> None:
    by_chance = [Random(f"None/{i}").choice(ITEMS)["word"] for i in range(60)]
    assert dealt(None, range(60)) == by_chance
    alone = [chosen(ITEMS, {"suite": "all"}, Random(f"None/{i}"))["word"] for i in range(60)]
    assert alone == by_chance


def test_the_items_that_may_be_dealt_follow_the_game_the_options_and_the_deck() -> None:
    """Those of the last call are kept, so each of these calls must see what has changed."""
    items: list[Data] = [{"word": "crane", "clues": ["A bird"], "group": "low"}]
    items += [
        {"word": "tower", "clues": [], "group": "low"},
        {"word": "salad", "clues": ["Green"], "group": "high"},
    ]
    deck, other = Deck("one", items), Deck("one", items[:1])
    plain = {"variant": "classic", "suite": "all", "group": None}
    clued, low = {**plain, "variant": "clue"}, {**plain, "group": "low"}
    for options, of, words in [
        (plain, deck, ["crane", "tower", "salad"]),
        (clued, deck, ["crane", "salad"]),
        (low, deck, ["crane", "tower"]),
        (low, other, ["crane"]),
        (plain, other, ["crane"]),
        (plain, deck, ["crane", "tower", "salad"]),
    ]:
        assert [item["word"] for item in allowed(WORDLE, options, of)] == words
    changed = dict(clued)
    assert len(allowed(WORDLE, changed, deck)) == 2
    changed["variant"] = "classic"
    assert len(allowed(WORDLE, changed, deck)) == 3
    short = Deck("one", [{"word": "a"}, *items])
    assert [len(allowed(game, plain, short)) for game in (CONNECTIONS, WORDLE)] == [3, 4]


def test_the_deck_that_was_dealt_last_is_let_go_with_the_other_data_of_its_game() -> None:
    class Items(list[Data]):
        """Items whose end can be seen."""

    items = Items([{"word": "crane"}])
    seen = ref(items)
    allowed(CONNECTIONS, {}, Deck("one", items))
    del items
    assert seen() is not None
    let_go("tui_arena.core")
    assert seen() is None


def test_sessions_whose_secret_was_had_are_left_out_while_there_are_new_ones() -> None:
    secrets = [Random(number).choice("abcdefgh") for number in range(2000)]
    numbers = list(islice(new_ones(secrets.__getitem__, count()), 12))
    assert sorted(secrets[number] for number in numbers[:8]) == list("abcdefgh")
    assert numbers == sorted(numbers)
    assert numbers[8:] == list(range(numbers[8], numbers[8] + 4)), "then they go on as they come"
    assert list(once_each(secrets.__getitem__, count())) == numbers[:8]


def test_secrets_that_nobody_knows_leave_nothing_out() -> None:
    assert list(islice(new_ones(lambda _: None, count()), 5)) == [0, 1, 2, 3, 4]


def test_held_out_items_are_for_evaluation_and_else_one_in_ten_is() -> None:
    deck = Deck("d", [{"entity": "Bald eagle", "suite": True}, {"entity": "pen", "suite": False}])
    assert [splits(deck)(name) for name in ("bald  EAGLE", "pen", "sofa")] == ["eval", "train", "train"]
    for bare in (None, Deck("w", ITEMS)):
        split_of = splits(bare)
        assert 60 < sum(split_of(f"word {n}") == "eval" for n in range(1000)) < 140
