"""The common stem of a word's forms. Stems are only compared with stems, and never shown.

The tables of `families.py` map irregular forms to their base; snowball's English stemmer does the rest. No
rule of a game uses stems, because saved verdicts would change with the stemmer's version.

A stem takes some 40 µs to make, and a deck has tens of thousands of words. So code that reads files may
supply stems that were made before (`keep`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Protocol

from tui_arena.core.language.families import irregular_base

_OWN = frozenset(
    "abdomen acumen axes bit bitumen bore clove dove felt ground left lives regimen rose saw shot specimen spoke stamen "
    "wound".split()
)
"""Words that look like a form in the tables but are more often a different word: `a red rose`."""
_sources: list[Callable[[], Mapping[str, str]]] = []


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802  (snowball's own name)


def keep(source: Callable[[], Mapping[str, str]]) -> None:
    """Adds a source of finished stems. It is read once, for the first stem, and its stems count first.

    The source must have the same stems as `made` returns.
    """
    _sources.append(source)
    _kept.cache_clear()


@cache
def _kept() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for source in _sources:
        found.update(source())
    return found


@cache
def _stemmers() -> Callable[[], _Stemmer]:
    from snowballstemmer.english_stemmer import EnglishStemmer  # noqa: PLC0415  (it takes a while)

    made_by: Callable[[], _Stemmer] = EnglishStemmer
    return made_by


def made(word: str) -> str:
    """Makes the stem of a folded word, without the stems that were kept."""
    stemmer = _stemmers()()  # it works on the word in its own fields, and bots think in several threads
    return stemmer.stemWord(word if word in _OWN else irregular_base(word))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The stem of a folded word; it need not be a word.

    >>> [stem(word) for word in ("cities", "city", "running", "ran", "worn", "mice", "happiest", "firemen")]
    ['citi', 'citi', 'run', 'run', 'wear', 'mous', 'happi', 'fireman']
    """
    return _kept().get(word) or made(word)
