"""Marking many words at once agrees with the rules, letter by letter."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_arena.core.game import Fault, Reply, Setup
from tui_arena.data import Catalogue
from tui_arena.games.wordle.bot.solver import DIGIT, SOLVED, Columns, parts_of
from tui_arena.games.wordle.rules import GAME, WordleTurn, feedback

WORD = st.text(st.sampled_from("abcd"), min_size=5, max_size=5)


@given(st.lists(WORD, min_size=1, max_size=30), WORD)
def test_codes_are_the_feedback_of_the_rules(words: list[str], guess: str) -> None:
    marks = (enumerate(feedback(word, guess)) for word in words)
    expected = [sum(DIGIT[mark] * 3**i for i, mark in each) for each in marks]
    assert list(Columns(words).codes(parts_of(guess))) == expected


@pytest.mark.parametrize(
    ("target", "guess", "marks"),
    [("spree", "spare", "GG-YG"), ("eerie", "geese", "-GY-G"), ("abbey", "kebab", "-YGYY")],
)
def test_codes_of_repeated_letters(target: str, guess: str, marks: str) -> None:
    digits = [{"-": 0, "Y": 1, "G": 2}[m] for m in marks]
    code = Columns([target]).codes(parts_of(guess))[0]
    assert [code // 3**i % 3 for i in range(5)] == digits
    assert Columns([target]).codes(parts_of(target))[0] == SOLVED


@given(st.lists(WORD, min_size=1, max_size=30, unique=True), st.lists(WORD, max_size=3), WORD)
def test_fit_keeps_just_what_the_marks_allow(words: list[str], guesses: list[str], target: str) -> None:
    turns = [(g, feedback(target, g)) for g in guesses]
    expected = [w for w in words if all(feedback(w, g) == m for g, m in turns)]
    assert Columns(words).fit(turns) == expected


def test_a_forgotten_mark_rules_nothing_out() -> None:
    words = ["crane", "grape", "slate"]
    assert Columns(words).fit([("crane", (None, "green", "green", None, "green"))]) == ["crane", "grape"]


@given(st.lists(WORD, min_size=1, max_size=20, unique=True), st.lists(WORD, max_size=3), WORD)
def test_use_takes_just_what_hard_mode_takes(words: list[str], guesses: list[str], target: str) -> None:
    info = Catalogue().game("wordle")
    options = {name: option.default for name, option in info.options.items()} | {"hard": True}
    turns = tuple(WordleTurn(g, feedback(target, g)) for g in guesses if g != target)
    state = replace(GAME.start(Setup(options, {"word": target})), turns=turns)

    def taken(word: str) -> bool:
        try:
            GAME.parse(state, GAME.asks(state)[0], Reply(word))
        except Fault:
            return False
        return True

    found = Columns(words).use([(t.guess, t.marks) for t in turns])
    assert found == [w for w in words if taken(w)]
