"""What the rules of the question games share."""

from __future__ import annotations

from tui_arena.core.text import fold


def folded(question: str) -> str:
    """A question as it is compared: without case, accents, extra blanks and closing punctuation.

    >>> folded("Is it  a Café ?") == folded("is it a cafe")
    True
    """
    return fold(question).rstrip("?.! ")
