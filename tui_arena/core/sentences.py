"""Words put together to sentences, for bots and boards.

Law: of English alone, and of no game; what a word is made of is for `core/words.py`.
"""

from __future__ import annotations

from collections.abc import Sequence


def capital(text: str) -> str:
    """A text with a capital first letter, the rest as it is.

    >>> capital("eleven of them")
    'Eleven of them'
    """
    return text[:1].upper() + text[1:]


def listed(words: Sequence[str]) -> str:
    """Words in a row, at least one of them.

    >>> listed(["Ada", "Ben", "Eve"])
    'Ada, Ben and Eve'
    """
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last
