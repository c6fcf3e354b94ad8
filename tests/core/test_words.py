"""Whether two words count as the same word, and whether a text says a word."""

import string
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core import words
from tui_arena.core.language.families import irregular_forms
from tui_arena.core.text import fold
from tui_arena.core.words import Rule, WordHit, same_word, says

CASES = Cases(__file__)


def table(name: str) -> list[list[str]]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    return [line.split("\t") for line in text.splitlines()]


PAIRS = table("word_pairs.tsv")
TEXTS = table("word_texts.tsv")
FIRST: list[tuple[str, str, Rule | None]] = CASES["FIRST"]
FIRST_TEXTS: list[tuple[str, str, WordHit | None]] = [
    ("Lions, that live together", "lion", WordHit("lions", "inflection")),
    ("she'll go", "shell", WordHit("shell", "equal")),
    ("the crane's neck", "crane", WordHit("cranes", "inflection")),
    ("c-r-a-n-e", "crane", None),
    ("pan-cake", "pancake", None),
    ("cr4ne", "crane", None),
    ("ice cream", "ice cream", None),
    ("", "pride", None),
]
ENGLISH = st.sampled_from(sorted({word for a, b, _ in PAIRS for word in (a, b)}))
ANY_WORD = ENGLISH | st.text(string.ascii_lowercase, min_size=1, max_size=9)
ANY_TEXT = st.lists(ANY_WORD | st.sampled_from(list("aniot.,-'41@$ с")), max_size=12)


def test_there_are_pairs_enough_of_each_kind() -> None:
    verdicts = [row[2] for row in PAIRS]
    assert len(verdicts) >= 200
    assert verdicts.count("no") >= 80
    assert len(TEXTS) >= 40


def test_pairs_are_judged_alike_both_ways() -> None:
    for a, b, verdict in PAIRS:
        assert (same_word(a, b) or "no") == (same_word(b, a) or "no") == verdict, (a, b)


def test_a_text_is_judged_as_its_words_are() -> None:
    for a, b, verdict in (row for row in PAIRS if row[2] in ("inflection", "no")):
        for one, other in ((a, b), (b, a)):
            heard = says(f"Oh, {one}!", other)
            assert heard == (None if verdict == "no" else (one, verdict)), (one, other)
            assert says(f"Oh, {one}!", other, exact=True) is None, (one, other)


def test_texts_say_a_word_by_a_rule() -> None:
    for text, word, forms, verdict in TEXTS:
        derived = [form.strip() for form in forms.split("|") if form.strip()]
        heard = says(text, word, derived)
        assert (heard.rule if heard else "no") == verdict, (text, word)
        assert (says(text, word, derived, exact=True) is not None) == (verdict == "equal"), (text, word)


@each(*FIRST)
def test_the_first_version_gives_what_it_gave(a: str, b: str, rule: Rule | None) -> None:
    assert same_word(a, b, version=1) == same_word(b, a, version=1) == rule
    heard = says(f"Oh, {a}!", b, version=1)
    assert (heard.rule if heard else None) == rule


@each(*FIRST_TEXTS)
def test_the_first_version_hears_what_it_heard(text: str, word: str, heard: WordHit | None) -> None:
    assert says(text, word, version=1) == heard


@CASES.each
def test_a_word_is_the_same_on_both_sides_of_the_atlantic(a: str, b: str) -> None:
    assert same_word(a, b) == same_word(b, a) == "spelling"
    assert same_word(a, b, version=3) is None, "a saved session keeps its verdict"
    assert says(f"so, a {a}!", b) == (fold(a), "spelling")
    assert says(f"so, a {a}!", b, exact=True) is None
    assert says(a, b, version=3) is None


@CASES.each
def test_two_words_are_no_spellings_of_one(a: str, b: str) -> None:
    assert same_word(a, b) is None
    assert says(a, b) is None
    assert says(b, a) is None


@each(None, 2, 3, 4, 5, 99, 0, -1)
def test_an_unknown_version_is_read_as_the_newest(version: int | None) -> None:
    assert words.VERSION == 5
    assert same_word("number", "numb", version=version) is None
    assert same_word("bakes", "baking", version=version) == "inflection"
    assert says("c-r-a-n-e", "crane", version=version) == ("c-r-a-n-e", "spelled")


def test_the_first_place_counts_and_there_the_first_rule() -> None:
    assert says("c-r-a-n-e, then a crane", "crane") == ("c-r-a-n-e", "spelled")
    assert says("cranes, then a crane", "crane") == ("cranes", "inflection")
    assert says("cranes, then a crane", "crane", exact=True) == ("crane", "equal")
    assert says("the bakes", "bake", ["bakes"]) == ("bakes", "inflection")
    assert says("Ice-cream, ice cream", "ice cream") == ("ice-cream", "spelled")
    assert says("Ice-cream, ice\ncream", "ice cream", exact=True) == ("ice cream", "equal")


@each("", " ", "?!", "-")
def test_a_word_without_letters_is_never_said(word: str) -> None:
    assert says("anything at all - ?!", word) is None


@given(ANY_WORD, ANY_WORD)
def test_same_word_is_symmetric(a: str, b: str) -> None:
    assert same_word(a, b) == same_word(b, a)
    assert same_word(a, b, version=1) == same_word(b, a, version=1)
    assert same_word(a, a) == "equal"


@given(ANY_WORD, ANY_WORD, st.sampled_from(["", ". ", " - ", "\n"]))
def test_a_text_of_one_word_says_what_is_the_same_word(a: str, b: str, around: str) -> None:
    heard = says(around + a + around, b)
    assert (heard.rule if heard else None) == same_word(a, b)


@given(ANY_TEXT, ENGLISH, st.lists(ENGLISH, max_size=3))
def test_exact_implies_equal_and_that_it_is_said(parts: list[str], word: str, forms: list[str]) -> None:
    text = " ".join(parts)
    exact = says(text, word, forms, exact=True)
    assert exact is None or exact.rule == "equal"
    assert exact is None or says(text, word, forms) is not None


@given(st.text(string.ascii_lowercase, min_size=4, max_size=8), st.text(max_size=60))
def test_a_text_without_the_letters_of_a_word_never_says_it(word: str, text: str) -> None:
    letters = set(word)
    if irregular_forms(word) <= {word}:
        kept = "".join(c for c in text if not letters & set(words.tokens(c) and words.tokens(c)[0]))
        plain = "".join(c for c in kept if c.isascii() and not c.isdigit() and c not in "@$")
        assert says(plain, word) is None


@given(st.text(max_size=80), st.text(max_size=12), st.lists(st.text(max_size=8), max_size=2))
def test_no_text_and_no_word_breaks_the_matcher(text: str, word: str, forms: list[str]) -> None:
    for version in (1, 2):
        heard = says(text, word, forms, version=version)
        assert heard is None or heard.token


@pytest.mark.parametrize(
    "unit", sampled(["aa-", "c-ra-", "a ", "a, b-", "c4 ", "don't ", "cran1 ", "ﷺ", "сrane-", "-"], 4)
)
def test_no_text_is_slow(unit: str) -> None:
    text = (unit * 65536).encode()[:65536].decode("utf-8", "ignore") + "!"
    begun = time.process_time()
    says(text, "cranes", ["crane fly"])
    assert time.process_time() - begun < 1
