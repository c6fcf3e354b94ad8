"""The words of a text that carry its topic."""

from __future__ import annotations

import re
from functools import lru_cache

from tui_arena.core.language.families import stem
from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.words import tokens

MOST_KEPT = 4_000
"""The size of each cache of texts; there is a limit because players may say anything."""

_CONTRACTED = re.compile(r"(?<=[a-z])['’](?:ll|re|ve|[dms])\b", re.IGNORECASE)


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

    A word with an apostrophe is the word before it: `she'll` isn't `shell`.

    >>> content_of("Of course, and a course of my own: she'll bring soup!")
    ('soup',)
    """
    bare = _CONTRACTED.sub("", text)
    return tuple(dict.fromkeys(t for t in words_of(bare) if len(t) > 1 and not tells_nothing(t)))
