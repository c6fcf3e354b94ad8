"""The forms of Taboo's replies, case by case."""

from __future__ import annotations

from contextlib import nullcontext, suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each
from tui_arena.core.game import Fault
from tui_arena.core.text import clean
from tui_arena.games.taboo.rules import (
    across,
    check_words,
    held,
    is_word,
    read_guess,
    read_last_guess,
    read_prompt,
)

PHRASE = "My guess of the word is: "


@each(
    ("crane", "crane"), ("a crane.", "a crane"), ("a crane. You asked of harbours.", "a crane"), ("crane!", "crane"),
    ("crane? Yes.", "crane"), ("**crane**", "crane"), ('"ice cream"', "ice cream"), ("[crane]", "crane"),
    ("crane\nsince you asked", "crane"), ("*ice* cream", "ice cream"), ("(crane)", "crane"), ("Dr. Seuss", "Dr. Seuss"),
    ("** crane", "crane"), ("`crane`.", "crane"), ("x" * 5000, "x" * 5000), ("4", "4"),
)  # fmt: skip
def test_what_is_guessed(behind: str, what: str) -> None:
    assert read_guess(PHRASE + behind) == what
    assert read_guess(f"So it is.\n**{PHRASE.upper()}{behind}") == what
    assert read_last_guess(PHRASE + behind) == what


@each(
    "My guess is: crane", "My guess of the word is crane", "guess of the word is: crane",
    "My guess for the word is: crane", "crane", "",
)  # fmt: skip
def test_what_is_no_guess(text: str) -> None:
    assert read_guess(text) is None


def test_the_first_phrase_counts() -> None:
    assert read_guess(f"{PHRASE}gull. {PHRASE}crane") == "gull"


@each("pass", "PASS", "-", "", " ", "(pass)")
def test_a_pass(text: str) -> None:
    assert read_last_guess(text) is None


@each((" What\n is it? ", "What is it?"), ("a\tb", "a b"), ("x" * 20, "x" * 20))
def test_a_prompt_is_one_line(text: str, kept: str) -> None:
    assert read_prompt(text, 20) == kept


@each(
    ("one two three", "", 3, None), ("one two", "", 3, "rule"), ("one two three", "Three, two, ONE?", 3, "rule"),
    ("one-two three", "", 3, None), ("", "", None, None), ("don't you dare", "", 3, None), ("its it", "it, its?", 2, "rule"),
)  # fmt: skip
def test_words_of_a_reply(text: str, prompt: str, least: int | None, kind: str | None) -> None:
    with pytest.raises(Fault) if kind else nullcontext() as caught:
        check_words(text, prompt, least)
    assert kind is None or caught.value.kind == kind  # type: ignore[union-attr]


@each(
    ("say cra", "ne now", "cra-ne"), ("say c r a", "n e now", "c-r-a-n-e"), ("c-r-a-", "-n-e: or", "c-r-a-n-e"),
    ("Ice?", '"cream"', "Ice-cream"),  ("a", "b", "a-b"),
    ("say c-r-a", "n-e, I say", "c-r-a-n-e"), ("I c r a", "n e I say", "c-r-a-n-e"),
)  # fmt: skip
def test_what_stands_across_two_prompts(before: str, line: str, both: str) -> None:
    assert both in across(before, line)


def test_the_first_of_several_words_is_held() -> None:
    assert held("a bird lifts", ["lift", "bird"], (), exact=False, version=None) == (
        "lift",
        "lifts",
        "inflection",
    )
    assert held("a bird lifts", ["lift", "bird"], (), exact=True, version=None) == ("bird", "bird", "equal")
    assert held("a bird", [], (), exact=False, version=None) is None


@each(1, 2, None)
def test_a_guess_by_either_matcher(version: int | None) -> None:
    assert is_word("the Mice", "mouse", version)
    assert is_word("ice creams", "Ice Cream", version)
    assert is_word("ice-cream", "icecream", version)
    assert not is_word("?", "mouse", version)
    assert not is_word("mousetrap", "mouse", version)
    assert not is_word("the", "the mouse", version)


@settings(max_examples=150)
@given(st.text(max_size=200))
def test_whatever_is_said_is_read_or_refused_with_a_sentence(text: str) -> None:
    said = clean(text)
    for read in (read_guess, read_last_guess, lambda t: read_prompt(t, 140)):
        with suppress(Fault):
            found = read(said)
            assert found is None or any(c.isalnum() for c in found)


@settings(max_examples=100)
@given(st.text(st.characters(exclude_characters="?!\n.", exclude_categories=["C", "Z"]), min_size=1, max_size=60))  # fmt: skip
def test_no_guess_acts(name: str) -> None:
    with suppress(Fault):
        found = read_guess(PHRASE + name)
        assert found is not None
        assert found in name
