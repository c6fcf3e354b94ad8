"""What a guess in a fixed phrase names: the X of `are you thinking of X?`, of `My guess of the word is: X`.

Law: X ends at the end of its line, at `?` or `!`, or at a full stop followed by a blank; quotes, brackets
and asterisks fall off. It is data: nothing in it acts. (rules.md section 3.)
"""

from __future__ import annotations

import re

from tui_arena.core.text import undecorated

ABBREVIATED = re.compile(r"\b(?:[A-Z]|Dr|Mr|Mrs|Ms|St|Mt|Prof)\.$")
"""A full stop behind an initial or a title, as in `J. R. R. Tolkien`, is part of a name."""
_STRESSED = re.compile(r"(?<!\w)(\*{1,3})([^*]+)\1(?!\w)")
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}


def guessed(text: str, goes_on: re.Pattern[str] | None = None) -> str:
    """What a guess names, in the rest of its line.

    A full stop that `goes_on` ends with is part of it; one at its end that is no part of an
    abbreviation falls off.

    >>> guessed(' **"milk"**. You asked about cows.')
    'milk'
    """
    end = next((i for i, c in enumerate(text) if c in "?!\n" or _stops(text, i, goes_on)), len(text))
    named = _peeled(_STRESSED.sub(r"\2", text[:end]))
    words = named.split()
    if words and words[-1].endswith(".") and "." not in words[-1][:-1]:
        named = _peeled(named[:-1])
    return " ".join(named.split())


def _stops(text: str, i: int, goes_on: re.Pattern[str] | None) -> bool:
    ends = text[i] == "." and text[i + 1 : i + 2].isspace()
    return ends and (goes_on is None or goes_on.search(text[: i + 1]) is None)


def _peeled(text: str) -> str:
    """A name without what stands around it; a bracket whose partner is inside stays."""
    before = None
    while text != before:
        before, text = text, undecorated(text)
        for opener, closer in _PAIRS.items():
            if text.startswith(opener) and text.find(closer) in (-1, len(text) - 1):
                text = text[1:]
            if text.endswith(closer) and opener not in text:
                text = text[:-1]
    return text
