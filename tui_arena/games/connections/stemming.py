"""What the words of a clue are to the bots of Connections: stems, without those that say nothing."""

from __future__ import annotations

from tui_arena.core.endings import without_ending
from tui_arena.core.words import tokens

LONGEST = 24
"""Words of a clue that are read."""

_ENDINGS = ("ings", "ing", "ness", "ment", "ers", "ies", "ied", "ed", "es", "er", "ly", "s", "y", "e")
SMALL = frozenset(
    "a about all also an and any are as at be been both but by can do does each even for from get gets go goes had has "
    "have he her his how i if in into is it its just less like many may me more most much my no not of off often on one only "
    "or our out over own said says she so some somebody someone something such than that the their them then there these "
    "they thing things this those to too up us used very was we were what when where which while who whom whose why will "
    "with would you your".split()
)
"""Words that say nothing."""


def stem(token: str) -> str:
    """A folded word without its commonest endings: cooks, cooking and cooker are cook."""
    return without_ending(token, _ENDINGS)


def stems(text: str) -> list[str]:
    """The different stems of a text that say something, in order."""
    said = [token for token in tokens(text) if token not in SMALL]
    return list(dict.fromkeys(map(stem, said)))[:LONGEST]
