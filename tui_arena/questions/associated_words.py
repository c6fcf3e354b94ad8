"""Words that are associated with entities but aren't properties: bees and hives with honey.

A word belongs to an entity if the deck says so or if it is part of the entity's name. Inflections count as
the same word.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tui_arena.core.caches import uncollected
from tui_arena.core.language.families import stem
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.mappings import Postings
from tui_arena.core.text import fold
from tui_arena.questions import wordings
from tui_arena.questions.table import ANSWERS, RELATIONS, Knowledge, Masks
from tui_arena.questions.wordings import English

_DONE = "does for in by part has"
FITS = {
    "@is": "is of part",
    "@as": "is for",
    "@of": "of is",
    "@has": "has of part",
    "@from": f"{_DONE} of",
    "@need": f"{_DONE} with",
}
"""Maps a question's relation to the relations of the phrases that answer it. Any phrase answers a topic."""
_TOPIC = ("@about", "@known")
LONGEST = 4
"""The maximum number of words in a phrase."""
MANY = 3
"""In a question with at least this many words, an entity may lack any one of them."""
FAR_RARER = 2
"""If one of two words has this many times more entities than the other, it says little next to the other."""
COUNTS = {str(value): word for word, value in NUMBERS.items()}
"""Maps digits to number words: `6 wives` are `six wives`."""
_COUNTED = frozenset((*COUNTS, *map(stem, COUNTS.values())))
_WHO = frozenset(stem(word) for word in "kids children people men women boys girls teenagers".split())
_NOTHING = frozenset(
    stem(word) for word in (*wordings.TELLS_NOTHING, *wordings.QUALITIES, *wordings.VAGUE, *_WHO)
)
_WEAK = _NOTHING | {stem(word) for word in wordings.WEAK}
_LIGHT = wordings.SMALL | wordings.ALONE | wordings.VAGUE | wordings.HARMLESS | set("use have".split())
_EMPTY = frozenset(map(stem, _LIGHT))
"""Words that a question may contain besides all words of a phrase."""
_HOW = frozenset(
    stem(word)
    for word in "long short big small little old new young hot cold early late fast slow strong weak high low deep rich poor hard soft thin thick".split()
)
"""Words that tell nothing alone, but much next to another word: somebody with hair may not have long hair."""
_LINES = re.compile(r"[^\w\n,|]+")
_PLAIN, _NAME = -2, -1
"""The kinds of parts that have no relation: a word or phrase about the entity, and one of its names."""
_RELATION = {relation: kind for kind, relation in enumerate(RELATIONS)}
_NO = len(RELATIONS)
_NUMBER, _OWNER = "I", "H"
"""The types of a part's number and of an entity's number in arrays; a deck has at most 20,000 entities."""
_MOST_KEPT = 8192
"""The maximum number of cached results for words that were asked about."""
_SMALL = wordings.SMALL | {"and", "or", "no", "not", "without", "non"}


class _Parts(Sequence[str]):
    """Many short texts in one block of UTF-8: a string of its own takes five times the memory of its letters."""

    __slots__ = ("_block", "_ends")

    def __init__(self) -> None:
        self._block, self._ends = bytearray(), array(_NUMBER, (0,))

    def extend(self, texts: Iterable[str]) -> None:
        """Add texts at the end."""
        for text in texts:
            self._block += text.encode()
            self._ends.append(len(self._block))

    def __getitem__(self, at: Any) -> Any:
        return self._block[self._ends[at] : self._ends[at + 1]].decode()

    def __len__(self) -> int:
        return len(self._ends) - 1


@dataclass(slots=True, eq=False)
class _Index:
    """All words and phrases of a table's entities, each of which is a part, and where each word occurs.

    It is compact: what a question needs is computed from it when the question is read.
    """

    knowledge: Knowledge
    texts: _Parts
    """The folded text of each part."""
    owners: array[int]
    """The number of each part's entity."""
    kinds: array[int]
    """`_PLAIN`, `_NAME` or the index of the part's relation in `RELATIONS`, plus `_NO` for a phrase whose sign is no."""
    places: Mapping[str, Sequence[int]]
    """Maps a stem to the numbers of the parts that contain it, in order."""
    signed: Mapping[str, Sequence[int]]
    """Maps the stem of the longest word to phrases with a sign, each a part that `places` doesn't know."""
    trades: dict[str, int]
    """Maps the stem of a word for what some people are to the set of these people."""

    def parts_with(self, stems: Collection[str]) -> Collection[int]:
        """The numbers of the parts that contain all these stems; they are in order if there is only one stem."""
        first, *rest = sorted((self.places.get(stem_, ()) for stem_ in stems), key=len)
        return set(first).intersection(*rest) if rest else first

    def key(self, text: str) -> tuple[str, ...]:
        """The stems of a folded text, without words that have no meaning."""
        english = self.knowledge.english
        return tuple([stem_ for word in text.split() if (stem_ := _plain(word, english)[0])])

    def longest(self, text: str) -> str:
        """The stem of the longest word that says something; empty if it has no meaning."""
        words = text.split()
        longest = max([word for word in words if word not in _LIGHT] or words, key=len, default="")
        return _plain(longest, self.knowledge.english)[0]

    def found(self, key: tuple[str, ...]) -> int:
        """The entities with a word or phrase, given as stems.

        None if a phrase belongs to one entity, because its words are enough. Phrases with a number stay.
        """
        plain = every = 0
        for part in self.parts_with(key):
            if len(key) > 1 and self.key(self.texts[part]) != key:
                continue
            every |= 1 << self.owners[part]
            if self.kinds[part] < 0:
                plain |= 1 << self.owners[part]
        if len(key) > 1 and not every & (every - 1):
            return 0 if _COUNTED.isdisjoint(key) else plain
        return every


class Words:
    """The words and phrases of a table's entities, as sets of entities by stems."""

    def __init__(self, index: _Index) -> None:
        self._index = index
        self._sets: dict[tuple[str, ...], int] = {}
        self._stems: dict[str, frozenset[str]] = {}

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, tuple):
            return False
        return key[0] in self._index.places if len(key) == 1 else bool(self.having_all(key))

    @property
    def everything(self) -> int:
        """The set of all entities."""
        return self._index.knowledge.everything

    def having_all(self, key: tuple[str, ...]) -> int:
        """The entities with a word or phrase, given as stems."""
        known = self._sets.get(key)
        if known is None:
            if len(self._sets) >= _MOST_KEPT:
                self._sets.clear()
            index = self._index
            known = index.found(key) if all(stem_ in index.places for stem_ in key) else 0
            if known and len(key) == 1:
                known |= index.trades.get(key[0], 0)
            self._sets[key] = known
        return known

    def shown(self, key: tuple[str, ...]) -> str:
        """The deck's spelling of a word or phrase, given as stems."""
        index = self._index
        every = sorted(index.parts_with(key), key=lambda part: (max(index.kinds[part], _NAME), part))
        texts = (index.texts[part] for part in every if len(key) == 1 or index.key(index.texts[part]) == key)
        pairs = (_plain(word, index.knowledge.english) for word in next(texts).split())
        spelled = [shown for stem_, shown in pairs if stem_ in key]
        return spelled[0] if len(key) == 1 else " ".join(spelled)

    def often(self, least: int) -> Iterator[str]:
        """The words that at least `least` entities have, as the deck spells them."""
        for stem_, parts in self._index.places.items():
            owners = {self._index.owners[part] for part in parts}
            if len(owners) >= least or self.having_all((stem_,)).bit_count() >= least:
                yield self.shown((stem_,))

    def phrase_answers(self, said: Collection[str], relations: Collection[str]) -> Masks:
        """The answers of phrases with a relation to the words of a question.

        A phrase with a sign (no or sometimes) counts if the question has all its words. A phrase without a
        sign counts only if it also has all telling words of the question. An entity without a phrase that
        counts is in no set.
        """
        index = self._index
        stems, found = stems_of(said), dict.fromkeys(ANSWERS, 0)
        telling = stems_of([word for word in said if word not in _LIGHT])
        if not telling:
            return Masks(0, 0, 0, 0)
        fitting = fitting_of(relations)
        for part in index.parts_with(telling):
            kind, text = index.kinds[part], index.texts[part]
            if kind < 0 or RELATIONS[kind] not in fitting:
                continue
            phrase = self._stems_in(text)
            if telling <= phrase and phrase - _EMPTY <= stems and index.longest(text) in stems:
                found["yes"] |= 1 << index.owners[part]
        plain = [relation for relation in relations if relation not in _TOPIC]
        signed = fitting_of(plain) if plain or not relations else ()  # for a topic, "is no ship" says nothing
        for stem_ in stems & index.signed.keys():
            for part in index.signed[stem_]:
                text, (no, kind) = index.texts[part], divmod(index.kinds[part], _NO)
                if RELATIONS[kind] in signed and self._stems_in(text) <= stems:
                    found["no" if no else "sometimes"] |= 1 << index.owners[part]
        yes, sometimes = found["yes"], found["sometimes"] & ~found["yes"]
        return Masks(yes, found["no"] & ~(yes | sometimes), sometimes, 0)

    def _stems_in(self, text: str) -> frozenset[str]:
        """The stems of a phrase; kept, because people often ask about the same words."""
        known = self._stems.get(text)
        if known is None:
            if len(self._stems) >= _MOST_KEPT:
                self._stems.clear()
            known = self._stems[text] = frozenset(self._index.key(text))
        return known

    def phrases_in(self, words: Sequence[str]) -> Iterator[tuple[tuple[str, ...], int]]:
        """The known phrases, as stems, from left to right; see `wordings.phrases_in`."""
        return wordings.phrases_in([stem(word) for word in words], self, LONGEST)

    def having(self, words: Sequence[str]) -> Masks:
        """The entities by whether they have to do with these words.

        - Yes, for two words: entities that have both. If one word is far rarer, it is enough, since the other
          says little.
        - Yes, for more words: entities that have the rarest word and at least half of all, or all words but
          one.
        - Sometimes: other entities with one of the words or, if the rarest is a phrase, with its last word.
        - No: all other entities.
        """
        found = sorted((self.of(word) for word in words), key=int.bit_count)
        if not found:
            return Masks(0, self.everything, 0, 0)
        wanted = max(min(len(found), 2), (len(found) + 1) // 2)
        more = at_least(found[1:], wanted - 1, self.everything)
        yes = found[0] & more
        if len(found) == 2 and found[0].bit_count() * FAR_RARER <= found[1].bit_count():
            yes |= found[0]
        if len(found) >= MANY:
            yes |= at_least(found, len(found) - 1, self.everything)
        rarest = min(words, key=lambda word: self.of(word).bit_count())
        one = at_least(found, 1, self.everything)
        sometimes = (one | (self.of(rarest.split()[-1]) if " " in rarest else 0)) & ~yes
        return Masks(yes, self.everything & ~(yes | sometimes), sometimes, 0)

    def of(self, text: str) -> int:
        """The entities with a text or all its telling words; weak words count only if there are no others."""
        key = tuple(stem(word) for word in text.split())
        parts = self.everything
        telling = [word for word in key if word not in _WEAK or word in _HOW]
        for word in telling or [word for word in key if word not in _NOTHING] or key:
            parts &= self.having_all((word,))
        return (self.having_all(key) if key else self.everything) | parts


def fitting_of(relations: Collection[str]) -> tuple[str, ...]:
    """The relations of phrases that answer a question with these relations; all relations if it has none."""
    known = " ".join(" ".join(RELATIONS) if r in _TOPIC else FITS.get(r, _DONE) for r in relations).split()
    return tuple(relation for relation in RELATIONS if relation in known or not relations)


def stems_of(words: Collection[str]) -> frozenset[str]:
    """The stems of a question's words without small words, in the form in which phrases are stored."""
    return frozenset(stem(COUNTS.get(word, word)) for word in words if word not in _SMALL)


def at_least(sets: Sequence[int], many: int, everything: int) -> int:
    """The entities that are in at least `many` of the sets."""
    rows = [everything] + [0] * many
    for one in sets:
        for i in range(many, 0, -1):
            rows[i] |= rows[i - 1] & one
    return rows[many]


@lru_cache(maxsize=16)
def words_of(knowledge: Knowledge) -> Words:
    """The words of a table; its index is made once.

    Phrases with a sign are kept apart, because a single word of such a phrase tells nothing.
    """
    with uncollected():
        return Words(_index_of(knowledge, range(len(knowledge)), _trades(knowledge)))


@lru_cache(maxsize=128)
def words_about(knowledge: Knowledge, number: int) -> Words:
    """The words of one entity; what phrases tell of it needs no index of the whole table, which takes long."""
    return Words(_index_of(knowledge, (number,), {}))


def _index_of(knowledge: Knowledge, numbers: Iterable[int], trades: dict[str, int]) -> _Index:
    index = _Index(knowledge, _Parts(), array(_OWNER), array("b"), {}, {}, trades)
    stems: dict[str, str] = {}
    places, by_longest = dict[str, "array[int]"](), dict[str, "array[int]"]()
    for number in numbers:
        entity = knowledge.entities[number]
        told = [phrase for phrase in entity.phrases if phrase.answer == "yes"]
        signed = [phrase for phrase in entity.phrases if phrase.answer in ("no", "sometimes")]
        names = [name.replace(",", " ") for name in entity.names]
        plain = [*entity.about, *(part for name in entity.names if "," in name for part in name.split(","))]
        texts = _folded([*plain, *names, *(phrase.text for phrase in (*told, *signed))])
        unrelated = [_PLAIN] * len(plain) + [_NAME] * len(names)
        kinds = [*unrelated, *(_RELATION[phrase.relation] for phrase in told)]
        kinds += [_RELATION[phrase.relation] + _NO * (phrase.answer == "no") for phrase in signed]
        without = len(kinds) - len(signed)
        for part, text in enumerate(texts[:without], len(index.texts)):
            for word in text.split():
                stem_ = stems.get(word)
                if stem_ is None:
                    stem_ = stems[word] = _plain(word, knowledge.english)[0]
                if stem_ in places:
                    places[stem_].append(part)
                elif stem_:
                    places[stem_] = array(_NUMBER, (part,))
        for part, text in enumerate(texts[without:], len(index.texts) + without):
            by_longest.setdefault(index.longest(text), array(_NUMBER)).append(part)
        index.texts.extend(texts)
        index.kinds.extend(kinds)
        index.owners.extend([number] * len(kinds))
    index.places, index.signed = Postings(places), Postings(by_longest)
    return index


@lru_cache(maxsize=128)
def phrases_about(knowledge: Knowledge, number: int) -> frozenset[frozenset[str]]:
    """The words and phrases of an entity, each as its stems, without phrases that have a sign."""
    entity = knowledge.entities[number]
    told = (phrase.text for phrase in entity.phrases if phrase.answer == "yes")
    rows = fold_lines("\n".join((*entity.about, *told, *entity.names)))
    return frozenset(
        frozenset(_plain(word, knowledge.english)[0] for word in row.split()) - {""} for row in rows
    )


def _folded(texts: Sequence[str]) -> list[str]:
    """The folded form of each text. Most are folded already, and then memory contains them only once."""
    folded = fold_lines("\n".join(texts)) if texts else []
    if len(folded) != len(texts):
        folded = fold_lines("\n".join([re.sub(r"[\n|｜]", " ", text) for text in texts]))
    return [text if text == same else same.strip() for text, same in zip(texts, folded, strict=True)]


def _trades(knowledge: Knowledge) -> dict[str, int]:
    """Words for what people are, but not words for only some of them: not all doctors are nurses."""
    own = {stem(word) for _, means in knowledge.english.questions for word in re.findall(r"[*](\w+)", means)}
    out: dict[str, int] = {}
    for prop in knowledge.properties.values():
        for text in prop.words if "this person" in prop.question else ():
            if (stem_ := stem(text)) not in own:
                out[stem_] = out.get(stem_, 0) | knowledge.masks[prop.id].yes
    return out


def _plain(word: str, english: English) -> tuple[str, str]:
    """The stem and the spelling of a word; both are empty for a word without meaning."""
    spelled = english.spelled(word)
    spelled = COUNTS.get(spelled, spelled)
    return ("", "") if spelled in _SMALL else (stem(spelled), spelled)


def fold_lines(text: str) -> list[str]:
    """The lines of a text, with words split as in questions and `,` between phrases.

    >>> fold_lines("Queen's cup,ice-cream")
    ['queens cup,ice cream']
    """
    flat = text.replace("'", "").replace("’", "").replace(".", "").replace("\n", "|")
    lines = (line.lower() if line.isascii() else fold(line) for line in flat.split("|"))  # few have an accent
    folded = "|".join(lines)
    return _LINES.sub(" ", folded).replace("_", " ").split("|")
