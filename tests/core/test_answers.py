"""What the rules take for no answer at all, held against ordinary answers."""

from __future__ import annotations

from pathlib import Path

from tests.tables import Cases
from tui_arena.core.answers import lack
from tui_arena.data.decks import shipped_words

CASES = Cases(__file__)

LEXICON = shipped_words("lexicon")
assert LEXICON is not None
KNOWN = LEXICON.words
ASKED = "Where did it happen?"
ORDINARY = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("ordinary_answers.tsv").read_text("utf-8").splitlines()
]
"""Questions with answers as people type them, written before the matcher was."""


def test_of_200_ordinary_answers_hardly_one_is_called_none() -> None:
    found = [(asked, said) for asked, said in ORDINARY if lack(said, asked, (), KNOWN)]
    assert len(ORDINARY) == 200
    assert len(found) <= 1, found


@CASES.each
def test_what_is_no_answer(said: str, why: str | None) -> None:
    assert lack(said, ASKED, ("Yes.", "the harbour"), KNOWN) == why


@CASES.each
def test_bare_answers_may_be_given_again(asked: str, said: str, why: str | None) -> None:
    earlier = ("No.", "Yes, sure.", "I don't know.", "no idea", "nobody", "No one", "nothing", "My mother!")
    assert lack(said, asked, earlier, KNOWN) == why


def test_without_a_word_list_all_letters_may_be_words() -> None:
    assert lack("gnarf blorp zim", ASKED, (), None) is None
    assert lack("gnarf blorp zim", ASKED, ("Zim! Gnarf, blorp.",), None) == "same"
    assert lack("I was there with them and he was not", ASKED, (), frozenset()) is None


def test_words_are_known_by_their_base_forms() -> None:
    words = frozenset(["train", "carry", "home"])
    assert lack("trains carried homes", ASKED, (), words) is None
    assert lack("trlins clrried hlmes", ASKED, (), words) == "no words"
