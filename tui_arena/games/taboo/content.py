"""The words of a text that carry its topic: the topic of a prompt, and the things that a reply names."""

from __future__ import annotations

from functools import lru_cache

from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.language.stems import stem
from tui_arena.core.words import tokens

MOST_KEPT = 4_000
"""The size of each cache of texts; there is a limit because players may say anything."""


@lru_cache(maxsize=MOST_KEPT)
def words_of(text: str) -> tuple[str, ...]:
    """The folded words of a text."""
    return tuple(tokens(text))


@lru_cache(maxsize=MOST_KEPT)
def stems_of(text: str) -> frozenset[str]:
    """The stems of the words of a text."""
    return frozenset(map(stem, words_of(text)))


@lru_cache(maxsize=MOST_KEPT)
def content_of(text: str) -> tuple[str, ...]:
    """The folded words of a text that carry its topic, each once.

    >>> content_of("Of course, and a course of my own: soup!")
    ('soup',)
    """
    return tuple(dict.fromkeys(t for t in words_of(text) if len(t) > 1 and not tells_nothing(t)))


_BEFORE_A_VERB = frozenset(
    "i we you he she it they who that which to would could can will must may should never always not dont".split()
)
_NOT_NAMES = ("ed", "ing", "ly")


def things_in(text: str) -> tuple[str, ...]:
    """The words of a text that may name something, each once.

    Words that look like a verb are left out. So are words before the noun that they belong to.

    >>> things_in("I brush my teeth, and carefully rinsed the big bathroom mirror.")
    ('teeth', 'mirror')
    """
    said = words_of(text)
    found = (
        word
        for before, word, behind in zip(("", *said), said, (*said[1:], ""), strict=False)
        if len(word) > 2
        and before not in _BEFORE_A_VERB
        and not word.endswith(_NOT_NAMES)
        and (not behind or (behind not in ("one", "ones") and tells_nothing(behind)))
    )
    return tuple(dict.fromkeys(word for word in found if not tells_nothing(word)))
