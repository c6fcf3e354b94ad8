"""Words that are associated with entities but are no properties: bees and hives with honey.

A word belongs to an entity if the deck says so or if it is part of the entity's name. Inflections count as
the same word, and so do the names of one entity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.language.stems import stem
from tui_arena.core.text import fold
from tui_arena.questions import wordings
from tui_arena.questions.table import Knowledge, Masks

LONGEST = 4
"""Most words of a phrase."""
MANY = 3
"""Fewest words of which an entity may lack one, whichever it is."""
FAR_RARER = 2
"""How many times more entities have the one of two words that says little beside the other."""
COUNTS = {str(value): word for word, value in NUMBERS.items()}
"""Numbers in words, by digits: `6 wives` are `six wives`."""
_COUNTED = frozenset((*COUNTS, *map(stem, COUNTS.values())))
_WHO = frozenset(stem(word) for word in "kids children people men women boys girls teenagers".split())
_NOTHING = frozenset(
    stem(word) for word in (*wordings.TELLS_NOTHING, *wordings.QUALITIES, *wordings.VAGUE, *_WHO)
)
_WEAK = _NOTHING | {stem(word) for word in wordings.WEAK}
_HOW = frozenset(
    stem(word)
    for word in "long short big small little old new young hot cold early late fast slow strong weak high low deep rich poor hard soft thin thick".split()
)
"""Words that tell nothing alone, but much beside another: who has hair need not have long hair."""
_LETTERS = re.compile(r"[^\W\d_]+")
_LINES = re.compile(r"[^\w\n,|]+")
_SMALL = wordings.SMALL | {"and", "or", "no", "not", "without", "non"}


@dataclass(frozen=True, slots=True)
class Words:
    """The words and phrases of a table's entities."""

    sets: dict[tuple[str, ...], int]
    """By stems: the set of entities that have the word or phrase. `()`: all entities.

    A phrase of one entity is left out, unless it is a name or has a number in it: its words tell enough.
    """
    shown: dict[tuple[str, ...], str]
    """By stems: the word or phrase as the deck spells it."""

    def phrases_in(self, words: Sequence[str]) -> Iterator[tuple[tuple[str, ...], int]]:
        """The known phrases, by stems, from left to right; see `wordings.phrases_in`."""
        return wordings.phrases_in([stem(word) for word in words], self.sets, LONGEST)

    def having(self, words: Sequence[str]) -> Masks:
        """Which entities have to do with these words.

        Yes: entities that have both of two words, or one that is far rarer than the other, which says little
        beside it; of more, the rarest word and at least half of all, or all words but one. Sometimes: others
        that have one of the words or, if the rarest is a phrase, its last word. No: all others.
        """
        found = sorted((self.of(word) for word in words), key=int.bit_count)
        if not found:
            return Masks(0, self.sets[()], 0, 0)
        wanted = max(min(len(found), 2), (len(found) + 1) // 2)
        more = at_least(found[1:], wanted - 1, self.sets[()])
        yes = found[0] & more
        if len(found) == 2 and found[0].bit_count() * FAR_RARER <= found[1].bit_count():
            yes |= found[0]
        if len(found) >= MANY:
            yes |= at_least(found, len(found) - 1, self.sets[()])
        rarest = min(words, key=lambda word: self.of(word).bit_count())
        one = at_least(found, 1, self.sets[()])
        sometimes = (one | (self.of(rarest.split()[-1]) if " " in rarest else 0)) & ~yes
        return Masks(yes, self.sets[()] & ~(yes | sometimes), sometimes, 0)

    def of(self, text: str) -> int:
        """The entities that have a word or phrase, or all telling words of it; weak ones tell if no other does."""
        key = tuple(stem(word) for word in text.split())
        parts = self.sets[()]
        telling = [word for word in key if word not in _WEAK or word in _HOW]
        for word in telling or [word for word in key if word not in _NOTHING] or key:
            parts &= self.sets.get((word,), 0)
        return self.sets.get(key, 0) | parts


def at_least(sets: Sequence[int], many: int, everything: int) -> int:
    """The entities that are in at least `many` of the sets."""
    rows = [everything] + [0] * many
    for one in sets:
        for i in range(many, 0, -1):
            rows[i] |= rows[i - 1] & one
    return rows[many]


@lru_cache(maxsize=16)
def words_of(knowledge: Knowledge) -> Words:
    """The words of a table, computed once."""
    out = Words({(): knowledge.everything}, {})
    rows = (",".join((*entity.about, *entity.names)).replace("\n", " ") for entity in knowledge.entities)
    plain: dict[str, tuple[str, str]] = {}
    once: dict[tuple[str, ...], int] = {}
    sets, shown = out.sets, out.shown
    for i, row in enumerate(fold_lines("\n".join(rows))):
        bit = 1 << i
        for phrase in row.split(","):
            pairs = [
                pair
                for word in phrase.split()
                if (pair := plain.get(word) or plain.setdefault(word, _plain(word, knowledge)))[0]
            ]
            for stem_, spelled in pairs:
                known = sets.get((stem_,))
                sets[(stem_,)] = bit if known is None else bit | known
                if known is None:
                    shown[(stem_,)] = spelled
            if 1 < len(pairs) <= LONGEST:
                key = tuple([pair[0] for pair in pairs])
                if key in sets:
                    sets[key] |= bit
                elif once.setdefault(key, bit) != bit or not _COUNTED.isdisjoint(key):
                    sets[key] = bit | once[key]
                    shown[key] = " ".join([pair[1] for pair in pairs])
    _join_names(out, knowledge, plain)
    _join_trades(out, knowledge)
    return out


@lru_cache(maxsize=64)
def phrases_about(knowledge: Knowledge, number: int) -> frozenset[frozenset[str]]:
    """The words and phrases of one entity, each as its stems."""
    entity = knowledge.entities[number]
    rows = fold_lines("\n".join((*entity.about, *entity.names)))
    return frozenset(frozenset(_plain(word, knowledge)[0] for word in row.split()) - {""} for row in rows)


def _join_trades(out: Words, knowledge: Knowledge) -> None:
    """Give people the words of what they are, but not of a part of them: not all doctors are nurses."""
    own = {stem(word) for _, means in knowledge.english.questions for word in re.findall(r"[*](\w+)", means)}
    for prop in knowledge.properties.values():
        for text in prop.words if "this person" in prop.question else ():
            key = (stem(text),)
            if key in out.sets and key[0] not in own:
                out.sets[key] |= knowledge.masks[prop.id].yes


def _join_names(out: Words, knowledge: Knowledge, plain: dict[str, tuple[str, str]]) -> None:
    """Treat the names of an entity as one word: what has to do with planes has to do with airplanes."""
    for i, entity in enumerate(knowledge.entities):
        keys = []
        for row in fold_lines("\n".join(entity.names)):
            pairs = [plain[word] for word in row.replace(",", " ").split()]
            key = tuple([pair[0] for pair in pairs])
            whole = all(key) and 1 <= len(key) <= LONGEST
            if whole:  # else what is left of it names more: `tin` of `tin can`
                keys.append(key)
                out.sets[key] = out.sets.get(key, 0) | 1 << i
                out.shown.setdefault(key, " ".join([pair[1] for pair in pairs]))
        both = 0
        for key in keys:
            both |= out.sets[key]
        for key in keys:
            out.sets[key] = both


def _plain(word: str, knowledge: Knowledge) -> tuple[str, str]:
    """Stem and spelling of a word; both are empty for a word without meaning."""
    spelled = knowledge.english.spelled(word)
    spelled = COUNTS.get(spelled, spelled)
    return ("", "") if spelled in _SMALL else (stem(spelled), spelled)


def fold_lines(text: str) -> list[str]:
    """The lines of a text, with words split as in questions and `,` between phrases.

    >>> fold_lines("Queen's cup,ice-cream")
    ['queens cup,ice cream']
    """
    flat = text.replace("'", "").replace("’", "").replace(".", "").replace("\n", "|")
    lines = map(fold, flat.split("|"))  # one by one: few have an accent, and only those take long
    folded = "|".join(lines)
    return _LINES.sub(" ", folded).replace("_", " ").split("|")
