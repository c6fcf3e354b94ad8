"""When two words are the same word."""

import pytest

from tui_arena.core.words import same_word, says

SAME = ["run ran", "running run", "mouse mice", "leaf leaves", "box boxes", "lion lions", "Try tried", "stop stopping",
        "bake baked", "die dying", "panic panicked", "happy happier", "child children", "go went"]  # fmt: skip
OTHER = [
    "elegant ant",
    "without it",
    "pineapple apple",
    "art party",
    "pan panda",
    "sea seat",
    "word sword",
]


@pytest.mark.parametrize("pair", SAME)
def test_inflections_are_the_same_word_both_ways(pair: str) -> None:
    a, b = pair.split()
    assert same_word(a, b) == same_word(b, a) == "inflection"


@pytest.mark.parametrize("pair", OTHER)
def test_a_substring_is_another_word(pair: str) -> None:
    a, b = pair.split()
    assert same_word(a, b) is None
    assert says(f"the {a}!", b) is None


def test_says_names_the_word_and_the_rule() -> None:
    assert says("Lions, that live together", "lion") == ("lions", "inflection")
    assert says("a PRIDE of cats", "pride") == ("pride", "equal")
    assert says("", "pride") is None
