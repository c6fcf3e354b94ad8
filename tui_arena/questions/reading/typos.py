"""Typos: an unknown word becomes the one known word that differs by a single slip.

A slip is one letter too many, missing, wrong or swapped with the next. A `g` may be left out: walkin. Only words of at least `LEAST` letters
are corrected, and only if exactly one known word with the same first letter is that near: of several, the one with the same letters, or
with a letter more. Words of entities and of the language (`Knowledge.is_word`) are never changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from tui_arena.core.language.inflections import inflections
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.language.stems import stem
from tui_arena.questions import wordings
from tui_arena.questions.associated_words import words_of
from tui_arena.questions.reading.phrases import Phrases, phrases_of
from tui_arena.questions.table import Knowledge

LEAST = 4
OFTEN = 2
"""Fewest entities of an associated word that a typo may be corrected to."""
_FUNCTION = frozenset(
    word
    for text in (wordings.SUBJECT, wordings.PEOPLE, *(said for said, _ in wordings.MARKS))
    for word in text.replace("|", " ").split()
)
_KNOWN = _FUNCTION | wordings.ALONE | wordings.SMALL | wordings.HARMLESS | wordings.VAGUE | frozenset(NUMBERS)
_OFTEN = frozenset("bigger smaller larger heavier before after invented letter letters taller".split())


def mended(words: Sequence[str], phrases: Phrases) -> list[str] | None:
    """The words with their typos corrected; None if nothing was corrected."""
    own = words_of(phrases.knowledge)
    out = [word if _known(word, phrases) or own.of(word) else _nearest(word, phrases) for word in words]
    return out if out != list(words) else None


def _known(word: str, phrases: Phrases) -> bool:
    if len(word) < LEAST or not word.isalpha() or word in _KNOWN or word in phrases.vocabulary:
        return True
    return stem(word) in phrases.vocabulary or phrases.knowledge.is_word(word)


def _nearest(word: str, phrases: Phrases) -> str:
    near = _near(phrases.knowledge)
    if word.endswith("in") and phrases.knowledge.is_word(f"{word}g"):
        return f"{word}g"
    if word.endswith("z") and phrases.knowledge.is_word(word[:-1]):
        return f"{word[:-1]}s"
    found = {
        known
        for cut in _cuts(word)
        for known in near.get(cut, ())
        if known[0] == word[0] and slips(word, known) <= 1
    }
    for likelier in (_are_swapped, _is_left_out):
        if len({stem(known) for known in found}) > 1:
            found = {known for known in found if likelier(word, known)} or found
    if len({stem(known) for known in found}) != 1:
        return word
    return min(found, key=lambda known: (abs(len(known) - len(word)), known))


def _are_swapped(word: str, known: str) -> bool:
    return sorted(word) == sorted(known)


def _is_left_out(word: str, known: str) -> bool:
    return len(known) > len(word)


@lru_cache(maxsize=16)
def _near(knowledge: Knowledge) -> Mapping[str, tuple[str, ...]]:
    """The known words by each of their cuts. Tuples of strings spare the garbage collector work."""
    near: dict[str, list[str]] = {}
    vocabulary = phrases_of(knowledge).vocabulary
    often = {
        key[0]
        for key, having in words_of(knowledge).sets.items()
        if len(key) == 1 and having.bit_count() >= OFTEN
    }
    vocabulary = vocabulary | {word for word in map(words_of(knowledge).shown.get, zip(often)) if word}
    words = {w for w in vocabulary | _KNOWN | _OFTEN if len(w) >= LEAST - 1 and w.isalpha()}
    for known in _all_forms(words):
        for cut in _cuts(known):
            near.setdefault(cut, []).append(known)
    return {cut: tuple(known) for cut, known in near.items()}


def _all_forms(words: Iterable[str]) -> set[str]:
    return {form for word in words for form in (word, *(f for f in inflections(word) if f.endswith("s")))}


def _cuts(word: str) -> set[str]:
    """The word, and its forms with one letter left out."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))} if len(word) < 25 else {word}


def slips(a: str, b: str) -> int:
    """How many letters were left out, added, changed or swapped with a neighbour between two words.

    >>> slips("telehpone", "telephone"), slips("gitar", "guitar")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, c in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, d in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (c != d))
            if i > 1 and j > 1 and c == b[j - 2] and a[i - 2] == d:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]
