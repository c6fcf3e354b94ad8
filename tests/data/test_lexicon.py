"""The lexicon and the secrets that are dealt from it are sound.

`common_beginnings.txt`, made by `decks/build_words.py`, lists the beginnings of two and three letters that
at least 20 of the 20,000 most frequent words have.
"""

import hashlib
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.data.test_shipped_decks import TOPICS, column
from tui_arena.core.words import same_word, says
from tui_arena.data.decks import shipped_deck
from tui_arena.data.files import DECKS

ROWS = [line.split("\t") for line in (DECKS / "lexicon-1.tsv").read_text("utf-8").splitlines()]
HEADER, ROWS = ROWS[0], ROWS[1:]
WORDS = {row[0] for row in ROWS}
CLUES = {row[0]: row[3].split(" | ") for row in ROWS}
KNOWN = set(column("lexicon-1.words"))
SECRETS = column("connections-1.tsv")
PUBLISHED = column("published-words-1.tsv")
COVER = {2: 8, 3: 4}
COVERED = Counter(word[:n] for word in WORDS for n in COVER)
FEWEST, MOST = 90, 600
FIVE_LETTERS = "63e9e0326e64b23c473b619f1c3e1d72d534675c9b0199fb1f37e7c660cbfa44"
"""Hash of the first four columns, on which Wordle's clues, topics and groups depend."""
SHARED_CLUES = {
    "like a clown's trousers",
    "not quite straight",
    "strap that keeps the saddle on",
    "three strands over and under",
}
BRITISH = {"or": "our", "ize": "ise", "yze": "yse", "og": "ogue", "ense": "ence", "er": "re"}
ONLY_PLURAL = set(
    "charades dominoes draughts handcuffs measles pliers scissors skittles tonsils tweezers".split()
)
NO_PLURAL = set("alias atlas campus canvas crisis ethos lotus tennis thermos".split())


def common_beginnings() -> list[str]:
    lines = Path(__file__).with_name("common_beginnings.txt").read_text("utf-8").splitlines()
    return " ".join(line for line in lines if not line.startswith("#")).split()


@pytest.mark.parametrize("name", ["connections-1.tsv", "published-words-1.tsv", "lexicon-1.words"])
def test_sorted_and_unique(name: str) -> None:
    assert all(a < b for a, b in pairwise(column(name)))


def test_every_row_is_whole() -> None:
    assert HEADER == ["word", "frequency", "topics", "clues", "cues"]
    assert 6800 <= len(ROWS) <= 7500
    for word, frequency, topics, clues, cues in ROWS:
        assert re.fullmatch("[a-z]{3,14}", word)
        assert re.fullmatch(r"\d\.\d\d", frequency), word
        assert 1.0 <= float(frequency) <= 8.0, word
        assert 1 <= len(set(topics.split(","))) == topics.count(",") + 1 <= 3, word
        assert all(3 <= len(clue) <= 120 for clue in clues.split(" | ")), word
        assert re.fullmatch(r"[a-z]{2,}( [a-z]{2,}){4,6}", cues), word


def test_what_wordle_was_made_with_stays() -> None:
    five = "\n".join("\t".join(row[:4]) for row in ROWS if len(row[0]) == 5)
    assert hashlib.sha256(five.encode()).hexdigest() == FIVE_LETTERS


@pytest.mark.thorough
def test_no_clue_says_its_word() -> None:
    assert [(word, clue) for word, clues in CLUES.items() for clue in clues if says(clue, word)] == []


@pytest.mark.thorough
def test_no_cue_is_its_word_and_none_stands_twice() -> None:
    for word, *_, cues in ROWS:
        single = cues.split()
        assert len(set(single)) == len(single), word
        assert not [cue for cue in single if same_word(cue, word)], word


def test_no_two_words_share_a_clue() -> None:
    often = Counter(clue for clues in CLUES.values() for clue in clues)
    assert {clue for clue, n in often.items() if n > 1} == SHARED_CLUES


def test_topics_are_balanced() -> None:
    sizes = Counter(topic for row in ROWS for topic in row[2].split(","))
    assert set(sizes) == TOPICS
    assert all(FEWEST <= n <= MOST for n in sizes.values())


def test_common_beginnings_are_covered() -> None:
    common = common_beginnings()
    assert Counter(map(len, common)) == {2: 156, 3: 246}
    assert [b for b in common if COVERED[b] < COVER[len(b)]] == []


def test_no_secret_leaves_the_ground() -> None:
    assert 1500 <= len(SECRETS) <= 2000
    assert WORDS.issuperset(SECRETS)
    for word in SECRETS:
        assert 5 <= len(word) <= 10
        assert all(COVERED[word[:n]] >= least for n, least in COVER.items()), word


def test_secrets_are_base_forms_in_british_spelling() -> None:
    doublets = {
        word
        for word in SECRETS
        for american, british in BRITISH.items()
        if word.endswith(american) and word.removesuffix(american) + british in KNOWN
    }
    assert doublets == {"prize", "timber"}  # other words than prise and timbre
    assert {word for word in SECRETS if re.search("[^su]s$", word)} <= ONLY_PLURAL | NO_PLURAL
    assert [w for w in SECRETS if w.endswith("ed") and {w[:-1], w[:-2]} & KNOWN] == ["tweed"]


def test_every_word_may_be_changed_to() -> None:
    assert KNOWN >= WORDS
    assert set(PUBLISHED) <= KNOWN
    assert 75000 <= len(KNOWN) <= 90000
    assert all(re.fullmatch("[a-z]{3,20}", word) for word in KNOWN)


def test_no_word_that_was_left_out() -> None:
    left_out = dict(line.split("\t") for line in (DECKS / "left-out.tsv").read_text("utf-8").splitlines()[1:])
    assert not left_out.keys() & WORDS
    barred = {word for word, why in left_out.items() if why in {"slur", "obscene"}}
    assert len(barred) > 150
    assert not KNOWN & barred


def test_the_published_words_are_nineteen() -> None:
    assert len(PUBLISHED) == 19
    assert {"goldfish", "kaleidoscope", "xenophobia"} <= set(PUBLISHED)
    deck = shipped_deck("published-words")
    assert deck is not None
    assert [item["word"] for item in deck.items] == PUBLISHED


def test_secrets_come_with_what_the_lexicon_knows() -> None:
    deck = shipped_deck("connections-1")
    assert deck is not None
    assert [item["word"] for item in deck.items] == SECRETS
    assert all(item["clues"] and item["cues"] and item["topics"] for item in deck.items)
