"""What is typed among questions and can't be answered with yes or no."""

from __future__ import annotations

import pytest

from tui_arena.questions.open_questions import is_no_question


@pytest.mark.parametrize(
    "text",
    [
        "what is it",
        "What is it?",
        "so what is it?",
        "what is it, please?",
        "whats it made of",
        "what colour is it",
        "which one is it?",
        "how many legs",
        "How many legs does it have?",
        "hows it work",
        "who invented it",
        "where is it",
        "when was it invented?",
        "why",
        "hint pls",
        "can i have a hint",
        "give me a clue",
        "hmm",
        "Hmmmm...",
        "wait no",
        "u sure?",
        "are you sure",
        "asdfgh",
        "qwerty",
        "qwrt",
        "dksjfhsdk",
    ],
)
def test_what_no_yes_or_no_answers_is_no_question(text: str) -> None:
    assert is_no_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "is it alive",
        "alive?",
        "rhythm",
        "a row boat",
        "tv",
        "DVD",
        "what colour is it, is it red",
        "what colour is it is it red",
        "what color is it, brown?",
        "how big is it? bigger than a car?",
        "what about a dog",
        "how about a spoon",
        "which is it, a thing or an animal",
        "where you sleep?",
        "when it rains do you use it",
        "is it something for when it rains",
        "is it a hint",
        "does it tell you what time it is",
        "so is it big",
        "no legs?",
        "sunglasses",
        "corkscrew",
        "matchsticks",
        "catchphrase",
        "do you know who made it",
        "is this hard",
    ],
)
def test_a_question_stays_one(text: str) -> None:
    assert not is_no_question(text)
