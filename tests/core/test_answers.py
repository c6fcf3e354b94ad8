"""What the rules take for no answer at all, held against ordinary answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui_arena.core.answers import lack
from tui_arena.data.decks import shipped_words

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


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("", "nothing"), ("...", "nothing"), ("?", "question"),
        ("gnarf blorp zim", "no words"), ("Gnarf blorp zim.", "no words"), ("ZXCV QWER ASDF", "no words"),
        ("Zxcv Qwer Asdf", "no words"), ("a b c d e f", "no words"), ("asdf", "no words"), ("hjkl", "no words"),
        ("my flurb gronk zib", "no words"),
        ("What do you mean?", "question"), ("why do you ask that", "question"), ("Huh?", "question"),
        ("Sorry, what was that? Can you repeat it?", "question"),
        ("where did it HAPPEN", "same"), ("The harbour!", "same"), ("harbour the harbour", "same"),
        ("yes", "same"), ("purple monkey dishwasher", None), ("A harbour?", None), ("Zlatan Ibrahimovic", None),
        ("Tomasz, Ania, Jakub", None), ("B", None), ("brrrrr", None), ("😀", None),
        ("What a question! In the harbour.", None), ("Did I ever!", None), ("Not there, why would I?", None),
    ],
)  # fmt: skip
def test_what_is_no_answer(said: str, why: str | None) -> None:
    assert lack(said, ASKED, ("Yes.", "the harbour"), KNOWN) == why


@pytest.mark.parametrize(
    ("asked", "said", "why"),
    [
        ("Were you alone?", "no", None), ("Were you alone?", "Yes, sure!", None),
        ("And then, were you alone?", "no", None), ("Tell me, is it red?", "I don't know", None),
        ("Where was it?", "no", "same"), ("Where was it?", "no idea", None), ("Who saw it?", "Nobody.", None),
        ("Who saw it?", "no one", None), ("What did you say?", "Nothing", None),
        ("Who saw it?", "my mother", "same"), ("Were you alone?", "my mother", "same"),
    ],
)  # fmt: skip
def test_bare_answers_may_be_given_again(asked: str, said: str, why: str | None) -> None:
    earlier = ("No.", "Yes, sure.", "I don't know.", "no idea", "nobody", "No one", "nothing", "My mother!")
    assert lack(said, asked, earlier, KNOWN) == why


def test_without_a_word_list_all_letters_may_be_words() -> None:
    assert lack("gnarf blorp zim", ASKED, (), None) is None
    assert lack("gnarf blorp zim", ASKED, ("Zim! Gnarf, blorp.",), None) == "same"
    assert lack("I was there with them and he was not", ASKED, (), frozenset()) is None
