"""The shipped word lists are sound."""

import re
import runpy
from itertools import pairwise
from pathlib import Path

import pytest

from tests.tables import each
from tui_arena.core.words import says
from tui_arena.data import Catalogue
from tui_arena.data.files import DECKS

TOPICS = {
    *"animals plants food drink kitchen clothing home tools building travel vehicles sea weather".split(),
    *"land farming science space medicine body feelings family people work money law politics war".split(),
    *"religion school language music art film games chess sport myth history technology time".split(),
    *"numbers looks sound movement materials crime character".split(),
}
NO_PAST_TENSES = set("bleed breed creed embed greed naked shred speed steed tweed".split())
NO_PLURALS = set("aegis alias atlas basis chaos corps ethos kudos oasis yikes".split())
CATALOGUE = Catalogue()
WORDLE = CATALOGUE.game("wordle")
DECK = CATALOGUE.deck(None, WORDLE).deck
LEXICON = CATALOGUE.lexicon(None, WORDLE)


def column(name: str) -> list[str]:
    lines = (DECKS / name).read_text("utf-8").splitlines()
    return [line.split("\t")[0] for line in lines[0 if name.endswith(".words") else 1 :]]


@each("lexicon-2.tsv", "wordle-3.tsv", "wordle-2.words")
def test_sorted_and_unique(name: str) -> None:
    words = column(name)
    assert all(a < b for a, b in pairwise(words))


def test_sizes() -> None:
    assert LEXICON is not None
    assert 2250 <= len(DECK.items) <= 2400
    assert 11500 <= len(LEXICON.words) <= 12800


def test_targets_are_five_letters_and_allowed() -> None:
    assert LEXICON is not None
    for item in DECK.items:
        assert re.fullmatch(r"[a-z]{5}", item["word"])
        assert item["word"] in LEXICON.words
    assert all(re.fullmatch(r"[a-z]{5}", word) for word in LEXICON.words)


def test_groups_are_equal_and_follow_frequency() -> None:
    groups = {g: [i for i in DECK.items if i["group"] == g] for g in ("high", "medium", "low")}
    sizes = [len(items) for items in groups.values()]
    assert sizes == sorted(sizes)
    assert max(sizes) - min(sizes) <= 1
    for higher, lower in (("high", "medium"), ("medium", "low")):
        least = min(i["frequency"] for i in groups[higher])
        assert least >= max(i["frequency"] for i in groups[lower])


def test_every_target_has_clues_and_known_topics() -> None:
    for item in DECK.items:
        assert item["clues"], item["word"]
        assert all(3 <= len(clue) <= 120 for clue in item["clues"])
        assert 1 <= len(item["topics"]) <= 3
        assert set(item["topics"]) <= TOPICS, item["word"]


@pytest.mark.thorough
def test_no_clue_gives_its_word_away() -> None:
    for item in DECK.items:
        for clue in item["clues"]:
            assert says(clue, item["word"]) is None, (item["word"], clue)
            for token in re.findall(r"[a-z]+", clue.lower()):
                shares_root = token.startswith(item["word"][:4]) and len(token) <= len(item["word"]) + 4
                assert not shares_root, (item["word"], clue)


def test_no_plurals_in_s_and_no_past_tenses_in_ed() -> None:
    words = [i["word"] for i in DECK.items]
    assert {w for w in words if w.endswith("ed")} == NO_PAST_TENSES
    assert {w for w in words if re.search(r"[^su]s$", w)} == NO_PLURALS


def test_what_was_left_out_is_no_target() -> None:
    judged = Path(DECKS / "left-out.tsv")
    left_out = {line.split("\t")[0] for line in judged.read_text("utf-8").splitlines()[1:]}
    assert len(left_out) > 100
    assert not left_out & {i["word"] for i in DECK.items}


@pytest.mark.thorough
def test_the_file_of_stems_is_what_the_builder_makes_of_the_decks() -> None:
    made = runpy.run_path(str(DECKS / "build_words.py"))["stem_lines"]()
    assert (DECKS / "english-1.stems").read_text("utf-8").splitlines() == made
