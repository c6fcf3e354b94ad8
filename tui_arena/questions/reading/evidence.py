"""Evidence: how likely a yes is to a question that is only matched by words, from all its words together.

A word speaks for a yes if the entity has it, the more the rarer it is; it speaks against it if only others have
it, and less so if one of them is much like the entity. Words that no entity has say nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from tui_arena.questions import wordings
from tui_arena.questions.associated_words import phrases_about, words_of
from tui_arena.questions.meaning import truth
from tui_arena.questions.reading.association import (
    FAMILY_STEMS,
    WEAK_STEMS,
    doing,
    property_of,
    tells_nothing,
)
from tui_arena.questions.reading.clauses import AUX, BE, HAVE
from tui_arena.questions.reading.phrases import Phrases
from tui_arena.questions.stems import stem
from tui_arena.questions.table import Answer, Knowledge

_SAYS_NOTHING = (
    wordings.SMALL
    | wordings.HARMLESS
    | wordings.ALONE
    | wordings.VAGUE
    | BE
    | HAVE
    | AUX
    | frozenset(", and or but no not nt for than of more".split())
)
_ALIKE = 0.4
"""How alike, from 0 to 1, an entity with a word must be for its lack to say nothing."""
_FEW = 4
"""Fewest entities with a word, for its lack to say anything."""
_COMMON = 0.4
"""Share of all entities from which on what they have makes nobody alike."""
_BEFORE_LIKENESS = 4
"""Fewest words before `like a`, which begins a likeness that is not asked for."""
_ANSWERED: dict[Answer, float] = {"yes": 1.7, "no": -1.6, "sometimes": 0.1, "unknown": 0.0}
"""How much the answer of the reading itself speaks for a yes."""


def likelihood(said: Sequence[str], answer: Answer, phrases: Phrases, number: int) -> float:
    """The probability of a yes, from the words of a question and the answer of its reading.

    The weights were fitted to questions that people asked, and rounded.
    """
    knowledge = phrases.knowledge
    words, about = words_of(knowledge), phrases_about(knowledge, number)
    odds, telling = -0.5 + _ANSWERED[answer], []
    for word in dict.fromkeys(_without_likeness(said)):
        if word in _SAYS_NOTHING:
            continue
        root = stem(word)
        having = words.sets.get((root,), 0) | words.sets.get((doing(word),), 0)
        meant = property_of(root, phrases)
        has = having >> number & 1 or (meant is not None and truth(meant, knowledge, number) == "yes")
        weak = root in WEAK_STEMS or root in FAMILY_STEMS
        strong = not weak and not tells_nothing(word)
        many = having.bit_count()
        if has:
            rare = math.log(len(knowledge) / max(many, 1)) / math.log(len(knowledge))
            odds += 0.0 if weak else 1.2 * rare if strong else 0.2
        elif not strong or many >= _FEW:
            odds -= 0.7 * max(0.0, 1 - _nearest(having, knowledge, number) / _ALIKE)
        if weak or strong:
            telling.append((root, bool(has)))
    if telling:
        odds += 1.3 * sum(has for _, has in telling) / len(telling)
    together = [{a, b} for (a, _), (b, _) in pairwise(telling)]
    odds += 0.8 * sum(any(pair <= phrase for phrase in about) for pair in together)
    return 1 / (1 + math.exp(-odds))


def _without_likeness(said: Sequence[str]) -> Sequence[str]:
    """The words before a likeness: what a noise is like is not asked."""
    for i in range(_BEFORE_LIKENESS, len(said) - 1):
        if said[i] == "like" and said[i + 1] in ("a", "an", "the", "those", "in"):
            return said[:i]
    return said


def _nearest(having: int, knowledge: Knowledge, number: int) -> float:
    """How alike the entity is that is most like this one, of a set."""
    alike = _alike(knowledge, number)
    return max((alike[i] for i in _numbers_in(having)), default=0.0)


@lru_cache(maxsize=16)
def _alike(knowledge: Knowledge, number: int) -> Sequence[float]:
    """How alike each entity is to this one, by the rare facts and words that they share; 0 for itself."""
    entity, words = knowledge.entities[number], words_of(knowledge)
    masks = [knowledge.masks[name].yes for name, answer in entity.facts.items() if answer == "yes"]
    roots = frozenset().union(*phrases_about(knowledge, number))
    masks += [words.sets.get((root,), 0) for root in roots]
    shared = [0.0] * len(knowledge)
    for mask in masks:
        many = mask.bit_count()
        if 1 < many <= _COMMON * len(knowledge):
            weight = math.log(len(knowledge) / many) ** 2
            for i in _numbers_in(mask):
                shared[i] += weight
    own = shared[number] or 1.0
    size = [math.sqrt(len(other.about) + len(other.facts) / 2 + 1) for other in knowledge.entities]
    out = [value / own * size[number] / size[i] for i, value in enumerate(shared)]
    out[number] = 0.0
    return out


def _numbers_in(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
