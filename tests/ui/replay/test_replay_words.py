"""A replay shows replies as one would say them, without the forms that the rules read."""

from __future__ import annotations

import pytest

from tui_arena.data import Catalogue
from tui_arena.ui.game_ui import game_ui_of


@pytest.mark.parametrize(
    ("game", "ask", "text", "said"),
    [
        ("akinator", "question", "Question 3: Is it a man?", "Is it a man?"),
        ("akinator", "question", "This is a guess -- are you thinking of a lamp?", "My guess: a lamp!"),
        ("akinator", "answer", "probably yes", "probably yes"),
        ("entity", "question", "Is it an ear?", "Is it an ear?"),
        ("entity", "answer", "I took that as: ear. / no", "No. I took that as: ear."),
        ("taboo", "last_guess", "My guess of the word is: friend", "My guess: friend!"),
        ("taboo", "reply", "In the kitchen, near the pots.", "In the kitchen, near the pots."),
        ("bluffing", "question", "Question 5: What did she say?", "What did she say?"),
        ("bluffing", "statement", "false | I once sang in a tram.", "I once sang in a tram. (made up)"),
        ("bluffing", "statement", "I once sang in a tram.", "I once sang in a tram."),
        (
            "bluffing",
            "verdict",
            "I believe your statement is: True. It hung together.",
            "True! It hung together.",
        ),
        ("bluffing", "verdict", "I believe your statement is: False", "Made up!"),
        ("connections", "clue", "skip / to jump over a rope / association", "“to jump over a rope” for SKIP"),
        ("connections", "clue", "skip / to jump / or not", "“to jump / or not” for SKIP"),
        ("connections", "clue", "to jump over a rope", "to jump over a rope"),
        ("connections", "block", "skip", "SKIP"),
        ("connections", "block", "pass", "passes"),
        ("wordle", "guess", "pride", "PRIDE"),
        (
            "wordle",
            "target",
            "pride | a family of lions | comes before a fall",
            "PRIDE, “a family of lions / comes before a fall”",
        ),
        ("wordle", "opinion", "no", "disagrees"),
    ],
)
def test_a_reply_is_shown_as_one_says_it(game: str, ask: str, text: str, said: str) -> None:
    assert game_ui_of(Catalogue().game(game)).spoken(ask, text) == said
