"""Words that belong to entities and are no property: bees and hives to honey.

Law: a word is of an entity if the deck says so or if the entity is called by it; its inflections are
the same word. What no entity has is not known, so nothing is asked by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tui_arena.core.knowledge import wordings
from tui_arena.core.knowledge.stems import spelled_plain, stem
from tui_arena.core.knowledge.table import Knowledge, Masks
from tui_arena.core.text import fold

LONGEST = 4
"""Words of a phrase."""
_LINES = re.compile(r"[^\w\n,|]+")
_SMALL = wordings.SMALL | {"and", "or", "no", "not", "without", "non"}


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a table's entities."""

    sets: dict[tuple[str, ...], int]
    """By stems the entities that have the word or phrase."""
    shown: dict[tuple[str, ...], str]
    """By stems a word as the deck has it."""

    def phrases_in(self, words: Sequence[str]) -> Iterator[tuple[tuple[str, ...], int]]:
        """Known phrases, longest first from left to right, and how many words each takes; `()` for none."""
        stems = [stem(word) for word in words]
        i = 0
        while i < len(stems):
            for size in range(min(LONGEST, len(stems) - i), 0, -1):
                key = tuple(stems[i : i + size])
                if key in self.sets:
                    yield key, size
                    i += size
                    break
            else:
                yield (), 1
                i += 1

    def having(self, words: Sequence[str]) -> Masks:
        """The entities that have all words are yes; of the others those with the rarest sometimes."""
        found = sorted((self.of(word) for word in words), key=int.bit_count)
        everything = self.sets[()]
        first = found[0] if found else 0
        yes = first
        for more in found[1:]:
            yes &= more
        return Masks(yes, everything & ~first, first & ~yes, 0)

    def of(self, text: str) -> int:
        """The entities that have a word or phrase."""
        return self.sets.get(tuple(stem(word) for word in text.split()), 0)


@lru_cache(maxsize=16)
def words_of(knowledge: Knowledge) -> Words:
    """The words of a table, made once."""
    out = Words({(): knowledge.everything}, {})
    rows = (",".join((*entity.about, *entity.names)).replace("\n", " ") for entity in knowledge.entities)
    plain: dict[str, tuple[str, str]] = {}
    for i, row in enumerate(fold_lines("\n".join(rows))):
        bit = 1 << i
        for phrase in row.split(","):
            pairs = [plain.get(word) or plain.setdefault(word, _plain(word)) for word in phrase.split()]
            pairs = [pair for pair in pairs if pair[0]]
            for part in (pairs, *([pair] for pair in pairs)) if len(pairs) > 1 else (pairs,):
                key = tuple([pair[0] for pair in part])
                if key and len(key) <= LONGEST:
                    known = out.sets.get(key)
                    out.sets[key] = bit | (known or 0)
                    if known is None:
                        out.shown[key] = " ".join([pair[1] for pair in part])
    return out


def _plain(word: str) -> tuple[str, str]:
    """Stem and spelling of a word; empty for one that says nothing."""
    spelled = spelled_plain(word)
    return ("", "") if spelled in _SMALL else (stem(spelled), spelled)


def fold_lines(text: str) -> list[str]:
    """Lines of words as questions are cut into them, `,` between phrases.

    >>> fold_lines("Queen's cup,ice-cream")
    ['queens cup,ice cream']
    """
    flat = text.replace("'", "").replace("’", "").replace(".", "").replace("\n", "|")
    return _LINES.sub(" ", fold(flat)).replace("_", " ").split("|")
