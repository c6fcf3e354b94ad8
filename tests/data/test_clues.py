"""The clues that Connections' bots give are sound: whose they are, what they say, and how often."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from tests.data.test_shipped_decks import TOPICS
from tui_arena.core.game import Data
from tui_arena.core.words import same_word, says
from tui_arena.data.decks import shipped_deck
from tui_arena.games.connections.bot.similarity import Meaning, is_doublet
from tui_arena.games.connections.bot.sorts import WIDEST
from tui_arena.games.connections.state import KINDS

MISFITS = {"spook", "tramp", "freak", "idiot"}
"""Words that are no target, because they call somebody names."""


@cache
def lexicon() -> tuple[Data, ...]:
    deck = shipped_deck("lexicon")
    assert deck is not None
    return tuple(deck.items)


@cache
def given() -> tuple[Data, ...]:
    return tuple(item for item in lexicon() if item["said_by"])


def test_words_are_in_order_and_plain() -> None:
    words = [item["word"] for item in lexicon()]
    assert all(a < b for a, b in pairwise(words))
    assert all(re.fullmatch("[a-z]{3,20}", word) for word in words)
    assert all(set(item["topics"]) <= TOPICS for item in lexicon())


def test_every_word_that_is_given_has_four_clues_with_topic_and_kind() -> None:
    assert len(given()) >= 5000
    for item in given():
        assert 4 <= len(item["clues"]) == len(item["said_by"]) == len(item["kinds"]), item["word"]
        assert set(item["said_by"]) <= TOPICS, item["word"]
        assert set(item["kinds"]) <= set(KINDS), item["word"]
    kinds = Counter(kind for item in given() for kind in item["kinds"])
    assert min(kinds.values()) > 0.1 * sum(kinds.values())
    several = sum(len(set(item["said_by"])) >= 3 for item in given())
    assert several > 0.8 * len(given())


def test_every_word_has_a_sort_and_the_commonest_are_described() -> None:
    described = [item for item in lexicon() if item["described"]]
    assert len(described) == 2500
    assert all(1 <= len(item["sorts"]) <= 6 for item in lexicon())
    single = re.compile("[a-z0-9]{2,}")
    for item in lexicon():
        for words in (item["sorts"], item["described"]):
            assert len({*words}) == len(words), item["word"]
            assert all(map(single.fullmatch, words)), item["word"]
    assert all(5 <= len(item["described"]) <= 24 for item in described)
    widest = sum(not {*WIDEST}.isdisjoint(item["sorts"]) for item in lexicon())
    assert widest > 0.97 * len(lexicon())


@pytest.mark.thorough
def test_no_word_is_described_by_itself() -> None:
    for item in lexicon():
        assert not [word for word in item["described"] if same_word(word, item["word"])], item["word"]


@pytest.mark.thorough
def test_no_clue_says_its_word_and_none_is_a_frame() -> None:
    frames = re.compile(
        r"\b(?:and that is all|more or less|something to do with|all about|it goes with|letters)\b"
    )
    framed = 0
    for item in given():
        for clue in item["clues"]:
            assert says(clue, item["word"]) is None, (item["word"], clue)
            assert 3 <= len(clue) <= 120, clue
            framed += bool(frames.search(clue))
    assert framed < 0.01 * sum(len(item["clues"]) for item in given())


def test_no_wording_stands_on_more_than_three_words() -> None:
    texts = Counter(clue.lower() for item in given() for clue in set(item["clues"]))
    assert max(texts.values()) <= 3
    assert sum(n > 1 for n in texts.values()) < 0.002 * len(texts)


def test_every_secret_leaves_words_to_give() -> None:
    deck = shipped_deck("connections")
    assert deck is not None
    assert deck.name == "connections-2"
    meaning = Meaning(lexicon())
    gives = [meaning.words[n] for n in range(len(meaning.words)) if meaning.given[n]]
    beginnings = Counter(word[:n] for word in gives for n in range(1, len(word) + 1))
    assert len(deck.items) >= 900
    for item in deck.items:
        word = item["word"]
        assert beginnings[word] >= 1, word
        assert [beginnings[word[:n]] >= least for n, least in ((1, 30), (2, 8), (3, 3), (4, 2))] == [
            True
        ] * 4, word


def test_nobody_is_called_names() -> None:
    for name in ("connections", "wordle"):
        deck = shipped_deck(name)
        assert deck is not None
        assert MISFITS.isdisjoint(item["word"] for item in deck.items)


def test_words_in_or_are_not_given_beside_their_spelling_in_our() -> None:
    words = {item["word"] for item in lexicon()}
    assert [word for word in Meaning(lexicon()).words if is_doublet(word, words)] == []
