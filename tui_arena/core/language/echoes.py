"""Whether a line says something of its own: neither its question over again nor the same words over and over."""

from __future__ import annotations

from itertools import pairwise

from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.language.stems import stem
from tui_arena.core.words import tokens

MOST_TAKEN = 0.5
"""The greatest share of a line's own words that its question may hold."""


def echoes(line: str, question: str) -> bool:
    """True if more than half of the words of a line that say something are in its question, or come twice.

    >>> echoes("The attic has been there since I was nine.", "What in your attic has been there since you were nine?")
    True
    >>> echoes("An old trunk with no key.", "What in your attic has been there since you were nine?")
    False
    """
    said = [stem(word) for word in tokens(line) if not tells_nothing(word)]
    asked = {stem(word) for word in tokens(question)}
    own = [word for word in dict.fromkeys(said) if word not in asked]
    return (bool(said) and len(own) < (1 - MOST_TAKEN) * len(said)) or (len(said) > 1 and loops(line))


def loops(line: str) -> bool:
    """True if three words in a row come twice in a line.

    >>> loops("It is red and it is red."), loops("It is red and it is big.")
    (True, False)
    """
    words = tokens(line)
    runs = [(*pair, third) for pair, third in zip(pairwise(words), words[2:], strict=False)]
    return len(set(runs)) < len(runs)
