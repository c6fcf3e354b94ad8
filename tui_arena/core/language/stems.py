"""The stem that the forms of a word have in common: stems are compared with stems and shown to nobody.

Irregular forms are taken to their base by the tables of `families.py`; snowball's English stemmer does the rest.
No rule of a game asks for stems: saved verdicts would change with the stemmer's version.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Protocol

from tui_arena.core.language.families import irregular_base

_OWN = frozenset("axes bit bore felt ground left lives rose saw shot spoke wound".split())
"""Forms that are more often another word's, or a word of their own, than the table's: `a red rose`, `he lives here`."""


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802  (snowball's own name)


@cache
def _stemmer() -> _Stemmer:
    from snowballstemmer.english_stemmer import EnglishStemmer  # noqa: PLC0415  (it takes a while)

    made: _Stemmer = EnglishStemmer()
    return made


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a folded word; it need not be a word.

    >>> [stem(word) for word in ("cities", "city", "running", "ran", "worn", "mice", "happiest", "firemen")]
    ['citi', 'citi', 'run', 'run', 'wear', 'mous', 'happi', 'fireman']
    """
    return _stemmer().stemWord(word if word in _OWN else irregular_base(word))
