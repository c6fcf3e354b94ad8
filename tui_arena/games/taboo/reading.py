"""What words a text is made of, for whoever looks them up by the thousand.

Law: functions of the text alone; what is kept of them is bounded.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from tui_arena.core.families import heads
from tui_arena.core.words import tokens
from tui_arena.games.taboo.topics import EMPTY

MOST_KEPT = 4_000
"""Tokens and texts of which is kept what they say; players may say any."""
_QUOTED = re.compile(r"[\"“”„«»]([^\"“”„«»]{1,40})[\"“”„«»]")


K = TypeVar("K")
V = TypeVar("V")


def keep(kept: dict[K, V], key: K, value: V) -> None:
    """Keep a value; the oldest is dropped where there are too many."""
    if len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]
    kept[key] = value


def quoted_in(text: str) -> frozenset[str]:
    """The folded words that a text puts in quotation marks: what it asks about, if it has any."""
    return frozenset(word for part in _QUOTED.findall(text) for word in words_of(part))


@lru_cache(maxsize=MOST_KEPT)
def words_of(text: str) -> tuple[str, ...]:
    """The folded words of a text."""
    return tuple(tokens(text))


@lru_cache(maxsize=MOST_KEPT)
def roots_of(text: str) -> frozenset[str]:
    """All base forms of the words of a text."""
    return frozenset(head for token in words_of(text) for head in heads(token))


def inverted(rows: Iterable[Iterable[str]]) -> Mapping[str, tuple[int, ...]]:
    """The rows in which a word stands, or one of several words that ends with it."""
    found: dict[str, list[int]] = defaultdict(list)
    for n, words in enumerate(rows):
        for last in dict.fromkeys(token for word in words for token in tokens(word)[-1:]):
            found[last].append(n)
    return {word: tuple(numbers) for word, numbers in found.items()}


@lru_cache(maxsize=MOST_KEPT)
def content_of(text: str) -> tuple[str, ...]:
    """The folded words of a text that say what it is about, each once."""
    return tuple(dict.fromkeys(t for t in words_of(text) if t not in EMPTY and len(t) > 1))
