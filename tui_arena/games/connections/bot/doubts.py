"""What the bot doesn't know: how to describe a word, and which word a description means that is no quotation.

A description of somebody else never holds its word. A word of somebody else is one that the rules allow, fits the
letters and isn't blocked; a setter never blocks its own word.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Doubt, Fault
from tui_arena.core.text import fold
from tui_arena.core.words import says, tokens
from tui_arena.games.connections.state import written

CLUE = ReplyForm({"clue": "text"}, "alone", marks=("clue:", "description:"), most_chars=80)
WORD = ReplyForm({"word": "word"}, "alone", marks=("word:",))
MOST_WORDS = 12
"""The most words of a description."""


def doubted_clue(word: str) -> Doubt:
    """A description of a word."""

    def accepted(line: str) -> str:
        clue = line.rstrip(".")
        if says(clue, word) or len(tokens(clue)) > MOST_WORDS or "?" in clue:
            raise Fault("rule", f"describe the word in at most {MOST_WORDS} words, without the word itself")
        return written(word, clue, "")

    return Doubt("clue", {"word": word}, CLUE, accepted)


def doubted_word(facts: Mapping[str, Any], allowed: Collection[str], weak: Collection[str]) -> Doubt:
    """The word that the open clue means.

    `allowed`: all words that the rules accept. `weak`: words that the bot knows, and that the clue hardly means.
    """
    prefix, barred = str(facts["prefix"]), [*map(str, facts["blocked"])]
    secret = fold(str(facts["secret"] or ""))

    def accepted(line: str) -> str:
        word = fold(line).strip(" .!")
        if word not in allowed or not word.startswith(prefix) or word in barred or word == secret:
            raise Fault(
                "rule", f"name one English word that begins with {prefix.upper()} and wasn't named before"
            )
        if word in weak or says(str(facts["clue"]), word):
            raise Fault("rule", "the description doesn't mean that word")
        return word

    slots = {"prefix": prefix.upper(), "barred": ", ".join(barred), "clue": facts["clue"]}
    return Doubt("guess", slots, WORD, accepted)
