"""What a clue says about words: by the topics of other entries, never by the entry with the clue."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance import CATALOGUE
from tests.tables import each
from tui_arena.games.wordle.bot.vocabulary import EVEN, Clues, stems

ITEMS = CATALOGUE.deck(None, CATALOGUE.game("wordle")).deck.items
CLUES = Clues(ITEMS)


def entry(word: str, topics: str, *clues: str) -> dict[str, Any]:
    return {"word": word, "topics": tuple(topics.split()), "clues": clues}


SMALL = [
    entry("tiger", "animals", "striped cat", "beast of the jungle"),
    entry("otter", "animals", "river beast", "it swims on its back"),
    entry("bread", "food", "a baker's loaf", "toast was this"),
    entry("cream", "food", "comes with the baker's scone", "top of the milk"),
]


def _weights(entries: list[dict[str, Any]], clue: str) -> dict[str, Any]:
    clues = Clues(entries)
    return clues.weights(clue)


def _topics(entries: list[dict[str, Any]], clue: str) -> dict[str, Any]:
    clues = Clues(entries)
    return clues.topics(clue)


def test_topics_of_other_entries_speak_for_a_word() -> None:
    weights = _weights(SMALL, "a furry beast")
    assert weights["tiger"] == weights["otter"] > EVEN > weights["bread"] == weights["cream"]


def test_a_clue_word_that_is_an_entry_brings_its_topics() -> None:
    weights = _weights(SMALL, "spread on bread")
    assert weights["cream"] > EVEN > weights["tiger"]


@each("striped cat", "STRIPED  Cat")
def test_an_entry_with_this_very_clue_is_left_out(clue: str) -> None:
    """No other entry has `striped` or `cat`, so the clue says nothing about any topic."""
    assert set(_topics(SMALL, clue).values()) == {1.0}
    assert _topics(SMALL, "striped")["animals"] > 1


def test_what_else_the_holder_says_does_not_count_either() -> None:
    other = entry("tiger", "animals", "striped cat", "a baker's oven, scone, loaf and toast")
    clue = "striped cat"
    assert _weights([other, *SMALL[1:]], clue) == _weights(SMALL, clue)


def test_every_holder_of_a_clue_is_left_out() -> None:
    roaring = [entry(w, "animals", "loud roarer") for w in ("tiger", "lions")] + SMALL[1:]
    assert set(_topics(roaring, "loud roarer").values()) == {1.0}
    assert _topics(roaring, "roarer")["animals"] > 1


def test_a_clue_never_gives_its_own_word_away() -> None:
    """The clue's word gets the weight of its topics, like any word with the same topics."""
    for item in ITEMS[::97]:
        for clue in item["clues"]:
            weights = CLUES.weights(clue)
            same = [i["word"] for i in ITEMS if i["topics"] == item["topics"]]
            assert {weights[w] for w in same} == {weights[item["word"]]}


@pytest.mark.thorough
def test_clues_help_on_the_whole() -> None:
    """The word's mean rank among all targets is far better than by chance."""
    ranks = []
    for item in ITEMS[::23]:
        weights = CLUES.weights(item["clues"][0])
        ranks.append(sum(w > weights[item["word"]] for w in weights.values()))
    assert sum(ranks) / len(ranks) < 0.36 * len(ITEMS)


@each("", "   ", "💥", "?!", "x" * 5000, "the of a and", "zzz " * 500)
def test_a_clue_that_says_nothing_leaves_all_words_in_play(clue: str) -> None:
    weights = CLUES.weights(clue)
    assert len(weights) == len(ITEMS)
    assert min(weights.values()) > 0


def test_stems() -> None:
    assert stems("cooks cooking cooked") == ["cook"]
    assert stems("A cat's cats, a cat") == ["a", "cat"]
