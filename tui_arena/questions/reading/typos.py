"""Typos: an unknown word becomes the one known word that differs by a single slip.

A slip is one letter too many, missing, wrong or swapped with the next. A `g` may be left out: walkin. Only words of at least `LEAST` letters
are corrected, and only if exactly one known word with the same first letter is that near: of several, the one with the same letters, or
with a letter more. Words of entities and of the language (`Knowledge.is_word`) are never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.language.spelling import one_slip_away
from tui_arena.core.language.stems import stem
from tui_arena.questions import wordings
from tui_arena.questions.associated_words import words_of
from tui_arena.questions.reading.phrases import PhraseTable, phrases_of
from tui_arena.questions.table import Knowledge

LEAST, LONGEST = 4, 30
"""Letters of a word that may be a typo."""
OFTEN = 2
"""Fewest entities of an associated word that a typo may be corrected to."""
_FUNCTION = frozenset(
    word
    for text in (wordings.SUBJECT, wordings.PEOPLE, *(said for said, _ in wordings.MARKS))
    for word in text.replace("|", " ").split()
)
_KNOWN = _FUNCTION | wordings.ALONE | wordings.SMALL | wordings.HARMLESS | wordings.VAGUE | frozenset(NUMBERS)
_OFTEN = frozenset("bigger smaller larger heavier before after invented letter letters taller".split())


def mended(words: Sequence[str], phrases: PhraseTable) -> list[str] | None:
    """The words with their typos corrected; None if nothing was corrected."""
    own = words_of(phrases.knowledge)
    out = [word if _known(word, phrases) or own.of(word) else _nearest(word, phrases) for word in words]
    return out if out != list(words) else None


def _known(word: str, phrases: PhraseTable) -> bool:
    if (
        not LEAST <= len(word) <= LONGEST
        or not word.isalpha()
        or word in _KNOWN
        or word in phrases.vocabulary
    ):
        return True
    return stem(word) in phrases.vocabulary or phrases.knowledge.is_word(word)


def _nearest(word: str, phrases: PhraseTable) -> str:
    is_word = phrases.knowledge.is_word
    if word.endswith("in") and is_word(f"{word}g"):
        return f"{word}g"
    if word.endswith("z") and is_word(word[:-1]):
        return f"{word[:-1]}s"
    found = [near for near in one_slip_away(word, _correct(phrases.knowledge)) if near[0] == word[0]]
    if len(set(map(stem, found))) != 1:
        return word
    return min(found, key=lambda near: (abs(len(near) - len(word)), near))


@lru_cache(maxsize=16)
def _correct(knowledge: Knowledge) -> frozenset[str]:
    """The words that a typo may be corrected to."""
    words = words_of(knowledge)
    often = (key for key, having in words.sets.items() if len(key) == 1 and having.bit_count() >= OFTEN)
    shown = {words.shown[key] for key in often if key in words.shown}
    known = {word for word in phrases_of(knowledge).vocabulary | shown | _KNOWN | _OFTEN if word.isalpha()}
    return frozenset(known | {f"{word}s" for word in known})
