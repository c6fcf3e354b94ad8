"""Whether a line says something of its own: neither words that were given to it, nor the same over and over."""

from __future__ import annotations

from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.language.stems import stem
from tui_arena.core.words import tokens

MOST_TAKEN = 0.5
"""The share of a line's own words that its question must not hold."""


def echoes(line: str, question: str) -> bool:
    """True if half of the words of a line that say something, or more, are in its question, or come twice.

    >>> echoes("The attic has been there since I was nine.", "What in your attic has been there since you were nine?")
    True
    >>> echoes("An old trunk with no key.", "What in your attic has been there since you were nine?")
    False
    """
    said = [stem(word) for word in tokens(line) if not tells_nothing(word)]
    asked = {stem(word) for word in tokens(question)}
    own = [word for word in dict.fromkeys(said) if word not in asked]
    return (bool(said) and len(own) <= (1 - MOST_TAKEN) * len(said)) or (len(said) > 1 and loops(line))


def loops(line: str) -> bool:
    """True if three words in a row come twice in a line.

    >>> loops("It is red and it is red."), loops("It is red and it is big.")
    (True, False)
    """
    runs = _runs(line)
    return len(set(runs)) < len(runs)


def is_copied(line: str, text: str) -> bool:
    """True if at least half of a line's runs of three words are in a text.

    >>> is_copied("You use words of your own.", "That can't be said: use words of your own. Write another line.")
    True
    >>> is_copied("With words of my own, and a drum.", "That can't be said: use words of your own.")
    False
    """
    mine, given = _runs(line), set(_runs(text))
    return bool(mine) and 2 * sum(run in given for run in mine) >= len(mine)


def is_bare(line: str) -> bool:
    """True if a line is one word, or has no number and no word that says something.

    >>> is_bare("That is a very good thing."), is_bare("Keep.")
    (True, True)
    >>> is_bare("Twelve of them."), is_bare("With a saw.")
    (False, False)
    """
    words = tokens(line)
    numbers = NUMBERS.keys() - {"one"}
    return len(words) < 2 or all(
        word.isalpha() and word not in numbers and (len(word) < 2 or tells_nothing(word)) for word in words
    )


def _runs(text: str) -> list[tuple[str, str, str]]:
    """All runs of three words in a text."""
    words = tokens(text)
    return list(zip(words, words[1:], words[2:], strict=False))
