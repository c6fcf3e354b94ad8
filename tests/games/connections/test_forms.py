"""The forms of Connections' replies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.attacks import ALL
from tests.tables import Cases, each
from tui_arena.core.game import Ask, Fault
from tui_arena.core.text import clean
from tui_arena.games.connections.state import check_fits, read_clue, read_secret, read_word, written
from tui_arena.games.connections.ui.board import GAME_UI

CASES = Cases(__file__)

letters = st.text("abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=20)


def refused(text: str, read: object = read_word) -> str:
    """The fault that a text is refused for; empty if it is accepted."""
    assert callable(read)
    try:
        read(text)
    except Fault as fault:
        return fault.kind
    return ""


@each("cat", " CAT ", "Cat.", "`cat`", "**cat**!", "“cat”", "cat...", '"Cat".')
def test_a_word_is_read_whatever_is_around_it(text: str) -> None:
    assert read_word(text) == "cat"


@each(
    ("", "format"), ("...", "format"), ("**", "format"), ("cat dog", "format"), ("the cat", "format"), ("cat: purrs", "format"),
    ("c4t", "rule"), ("42", "rule"), ("ice-cream", "rule"), ("cat's", "rule"), ("café", "rule"), ("сat", "rule"), ("ｃａｔ", "rule"),
    ("cat/dog", "rule"), ("ſtop", "rule"), ("猫", "rule"), ("a" * 45, ""), ("a" * 46, "rule"), ("a" * 10_000, "rule"), ("K\u0301at", "rule"),
)  # fmt: skip
def test_what_is_no_word(text: str, kind: str) -> None:
    assert refused(text) == kind


def test_what_is_refused_is_repeated_in_short() -> None:
    for text in ("a" * 10_000, "é" * 10_000, "1" * 10_000):
        with pytest.raises(Fault) as found:
            read_word(text)
        assert len(found.value.why) < 120


@each((1, "rule"), (2, "rule"), (3, ""), (20, ""), (21, "rule"), (46, "rule"))
def test_a_secret_has_3_to_20_letters(length: int, kind: str) -> None:
    assert refused("a" * length, read_secret) == kind


@given(word=letters, text=letters, kind=st.sampled_from(["knowledge", "personal", "association", ""]))
def test_what_is_written_is_read(word: str, text: str, kind: str) -> None:
    assert read_clue(written(word, text, kind)) == (word, text, kind)


@CASES.each
def test_tagged_lines_in_any_order(text: str) -> None:
    assert read_clue(text) == ("cat", "it purrs", "")


@each("personal", "Personal.", "**PERSONAL**", " personal ")
def test_the_kind_of_a_clue(kind: str) -> None:
    assert read_clue(f"word: cat\nclue: it purrs\nkind: {kind}")[2] == "personal"


@each(
    ("cat", "format"), ("word: cat", "format"), ("clue: it purrs", "format"), ("word: cat\nclue:", "format"), ("word: cat\nclue: …!", "format"),
    ("word:\nclue: it purrs", "format"), ("word: a cat\nclue: it purrs", "format"), ("cat | it purrs", "format"), ("", "format"),
    ("word: c4t\nclue: it purrs", "rule"), ("word: cat\nclue: " + "x" * 200, ""), ("word: cat\nclue: " + "x" * 201, "rule"),
    ("word: cat\nclue: " + "x" * 60_000, "rule"), ("wörd: cat\nclue: it purrs", "format"),
)  # fmt: skip
def test_what_is_no_clue(text: str, kind: str) -> None:
    assert refused(text, read_clue) == kind


@each(
    ("ca", "`ca` is too short: it has to begin with CAT"), ("dog", "`dog` does not begin with CAT"), ("catnip", "`catnip` was blocked and may not be used again"),
    ("xcat", "`xcat` does not begin with CAT"),
)  # fmt: skip
def test_why_a_word_does_not_fit(word: str, why: str) -> None:
    with pytest.raises(Fault) as found:
        check_fits(word, "cat", ("catnip",))
    assert (found.value.kind, found.value.why) == ("rule", why)


def test_what_fits() -> None:
    check_fits("cat", "cat", ("catnip",))
    check_fits("catnips", "cat", ("catnip",))


@each(*ALL)
def test_nothing_that_anybody_says_breaks_a_form(text: str) -> None:
    cleaned = clean(text)
    for read in (read_word, read_secret, read_clue):
        assert refused(cleaned, read) in ("", "format", "rule")
    if refused(f"word: cat\nclue: {cleaned}", read_clue) == "":
        assert "\n" not in read_clue(f"word: cat\nclue: {cleaned}")[1]


@given(st.text(max_size=60))
def test_a_word_is_letters_and_nothing_else(text: str) -> None:
    if refused(text) == "":
        word = read_word(text)
        assert word.isascii()
        assert word.isalpha()
        assert word == word.lower()


@CASES.each
def test_a_person_is_told_what_is_wrong_in_the_form(text: str, said: str) -> None:
    with pytest.raises(Fault) as refused:
        read_clue(text)
    assert GAME_UI.refusal(Ask("guesser_1", "clue", "clue:1"), refused.value) == said


def test_one_letter_is_told_as_one() -> None:
    with pytest.raises(Fault, match="the word has 1 letter; 3 to 20 are allowed"):
        read_secret("c")
