"""How strongly a clue means each word of a lexicon: stems, weights, and the words' common vectors.

A word of a clue speaks for a word of the lexicon in one of three cases:
- it is a cue of that word;
- it occurs in a clue of that word;
- it is an entry that has that word as a cue.

It speaks less strongly if both words share a cue. It also leans towards the topics of the entries that it
speaks for.

An entry that has the exact text of a clue gains nothing from that, except for a mind that would give this
clue itself. For other minds, only its cues, its other clues and its topics speak for its word. Weights are
whole numbers, in thousandths of a plain hit.

Common knowledge is weighed separately, and no mind strays from it. A word of a clue speaks for all words that
are described by it, or that are of the sort that it names. If the clue says a sort (`sorts.py`), words of
that sort gain. As soon as one of them fits, words of other sorts lose so much that hardly anybody names them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial, reduce
from math import log, sqrt
from operator import add, floordiv, or_
from typing import NamedTuple
from zlib import crc32

from tui_arena.core.caches import own_cache
from tui_arena.core.game import Data
from tui_arena.core.grouping import Postings
from tui_arena.core.language.families import stem
from tui_arena.core.language.function_words import FUNCTION_WORDS
from tui_arena.core.text import fold
from tui_arena.core.words import says, tokens
from tui_arena.games.connections.bot.sorts import (
    DOING,
    PERSON,
    QUALITY,
    WIDEST,
    Said,
    bits_of,
    compatible,
    loud,
    said_sort,
)

_MASK, _FACTOR = 0xFFFFFFFF, 0x45D9F3B


def mixed(number: int) -> int:
    """A 32-bit hash of a number: every bit of the result depends on every bit of the number."""
    number &= _MASK
    number = ((number >> 16) ^ number) * _FACTOR & _MASK
    number = ((number >> 16) ^ number) * _FACTOR & _MASK
    return (number >> 16) ^ number


class Lanes:
    """Numbers below 2^32, hashed all at once: each has a lane of 64 bits in one long whole number."""

    __slots__ = ("_count", "_half", "_mask", "_ones", "_packed")

    def __init__(self, numbers: Iterable[int]) -> None:
        known = list(numbers)
        self._count = len(known)
        self._packed = int.from_bytes(b"".join(n.to_bytes(8, "little") for n in known), "little")
        self._ones = int.from_bytes(b"\1\0\0\0\0\0\0\0" * len(known), "little")
        self._mask, self._half = self._ones * _MASK, self._ones * 0xFFFF

    def mixed(self, seed: int) -> list[int]:
        """`mixed(seed ^ number)` for each number.

        >>> Lanes([1, 2]).mixed(7) == [mixed(7 ^ 1), mixed(7 ^ 2)]
        True
        """
        half, mask = self._half, self._mask
        x = self._packed ^ self._ones * (seed & _MASK)
        x = ((x >> 16 & half) ^ x) * _FACTOR & mask  # a product has 59 bits, so it stays in its lane
        x = ((x >> 16 & half) ^ x) * _FACTOR & mask
        x ^= x >> 16 & half
        return memoryview(x.to_bytes(8 * self._count, "little")).cast("Q").tolist()


def stable(text: str) -> int:
    """A 32-bit hash of a text, the same on every machine."""
    number = 2166136261
    for byte in text.encode():
        number = (number ^ byte) * 16777619 & 0xFFFFFFFF
    return number


LONGEST = 24
"""The most words of a clue that are read."""


def stems(text: str) -> list[str]:
    """The different stems of a text, in order, without words that say nothing."""
    said = [token for token in tokens(text) if token not in FUNCTION_WORDS]
    return list(dict.fromkeys(map(stem, said)))[:LONGEST]


CUE, CLUE, NAMED, SHARED = 1000, 450, 1000, 220
"""How strongly a clue word speaks for a word in four cases. It is a cue of the word, or it occurs in a clue
of the word; or it is an entry that has the word as a cue, or both share a cue."""
FADING = 60
"""The decrease in weight from one cue of an entry to the next, down to `SHARED`."""
WIDE = 140
"""A cue doesn't relate entries if more entries than this have it."""
EVERYWHERE = 1500
"""A clue word says nothing if it occurs in more entries than this."""
THINNING = 0.1
"""The decrease in what a clue word says each time the number of its entries grows by a factor of e."""
AS_CUE, IN_CLUE, AS_NAME = 1.5, 1.0, 4.0
"""How much an entry counts when a clue word leans to its topics: as its cue, in its clue, or as its word."""
PATIENCE = 6.0
"""The weight of the entries that must use a clue word before their topics count for half."""
PARTS = 5040
"""Weights are counted in whole parts of this number, so that leaving out a word changes no other weight."""
LEANING = 140
"""The weight of a topic that a clue word makes e times as likely."""
PLAIN = 4.6
"""A word with at least this Zipf frequency isn't rare at all."""
RARE = "(rare)"
"""The coordinate of rarity in a vector."""
CLUES, STEMS = 2048, 8192
"""The number of clues and the number of clue words that are cached."""
INITIALS = 64
"""The number of word beginnings that are cached."""
UNIT = 1000
"""One whole, in thousandths."""
SCALE, HASHED = 1 << 10, 1 << 24
"""A number above every weight of a cue, and one above the number of every word: both fit into one number."""
DESCRIBED = 900
"""How strongly a clue word speaks for a word that is described by it."""
OF_SORT = 600
"""How strongly a clue word speaks for a word of the sort that it names, wherever it is in the clue."""
LOUD = 1500
"""The weight of a description's most telling words, in thousandths of the weight of its other words."""
SORT, FARTHER, OTHER, UNSURE = 500, 250, 1400, 300
"""The changes in weight if a clue says a sort: the gain of a word of that sort; the loss of a word that only
shares a widest sort with it; the loss of any other word; and that last loss if it isn't certain that the clue
says a sort."""
SORTED = 6
"""The fewest words of a sort that a clue can say."""
FEW = 4
"""A widest sort belongs to a sort if at least one in `FEW` words of it is of that widest sort."""


SURE = 980
"""The chance that a mind knows a word of its topics, in thousandths."""
_CHANCES: Sequence[tuple[int, int]] = ((440, 965), (390, 910), (340, 750), (290, 430), (250, 240), (0, 110))
"""For words of other topics: the least frequency (100 times Zipf) and the chance in thousandths."""


def _hash(clue: str) -> int:
    """The hash of a clue's folded text."""
    return crc32(fold(clue).encode())


def chance_after(chance: int, tries: int) -> int:
    """The chance, in thousandths, that at least one of several tries succeeds.

    >>> chance_after(500, 1), chance_after(500, 2)
    (500, 750)
    """
    missed: int = (UNIT - chance) ** tries
    return UNIT - missed // int(UNIT ** (tries - 1))


class Voice(NamedTuple):
    """The words with a first letter that one clue word speaks for, and how strongly."""

    number: int
    """The clue word's stable hash, which makes minds differ."""
    words: Sequence[int]
    """The numbers of the words, in order."""
    weights: Sequence[int]
    """The weight of each of these words, in thousandths."""


def between(numbers: Sequence[int], span: range) -> Sequence[int]:
    """The numbers in a span, from sorted numbers."""
    return numbers[bisect_left(numbers, span.start) : bisect_left(numbers, span.stop)]


def is_doublet(word: str, words: Collection[str]) -> bool:
    """True if a word in -or also occurs among the words in its longer spelling, in -our.

    Words are compared letter for letter, so the other players would have to choose between the two spellings.

    >>> is_doublet("color", {"color", "colour"}), is_doublet("razor", {"razor"})
    (True, False)
    """
    return word.endswith("or") and f"{word[:-2]}our" in words


class Heard(NamedTuple):
    """What a clue says for the words with a prefix."""

    bases: Sequence[int]
    """For each of these words: how strongly the clue means it by its topics alone."""
    plain: Mapping[int, int]
    """Maps words to the weights of what everybody knows: descriptions and sorts. Minds don't stray from them."""


class ClueWords:
    """What a clue says for the words of a lexicon."""

    def __init__(self, meaning: Meaning, clue: str) -> None:
        self._meaning = meaning
        self._clue = clue
        self.stems = stems(clue)
        self.holders: tuple[int, ...] = tuple(dict.fromkeys(meaning.holders(clue)))
        """The words whose entries have this exact clue."""
        self._voices: dict[str, tuple[Voice, ...]] = {}
        self._heard: dict[str, Heard] = {}

    @cached_property
    def leaning(self) -> Mapping[str, int]:
        """Maps a topic to how strongly the clue speaks for each word of that topic, in thousandths."""
        sums: dict[str, float] = {}
        for s in self.stems:
            for topic, weight in self._meaning.leans(s, self.holders).items():
                sums[topic] = sums.get(topic, 0.0) + weight
        return {topic: round(LEANING * weight) for topic, weight in sums.items()}

    @cached_property
    def less(self) -> Mapping[tuple[int, int], int]:
        """Maps a clue word and a word to the weight to subtract: it comes from an entry with this exact clue."""
        return {
            (stable(s), n): own for s in self.stems for n, own in self._meaning.clue_weights(s, self.holders)
        }

    @cached_property
    def held(self) -> frozenset[int]:
        """The numbers of the words that the clue itself says, which it can't mean."""
        return self._meaning.held(self._clue)

    @cached_property
    def known_to(self) -> Mapping[int, frozenset[str]]:
        """Maps each word whose entry has this exact clue to the topics of the people who would give it."""
        return {n: self._meaning.sayers(n, self._clue) for n in self.holders}

    def voices(self, prefix: str) -> tuple[Voice, ...]:
        """What each clue word says for the words that begin with the first letter of a prefix; cached."""
        initial = prefix[:1]
        found = self._voices.get(initial)
        if found is None:
            found = self._voices[initial] = tuple(self._meaning.voice(s, initial) for s in self.stems)
        return found

    def heard(self, prefix: str) -> Heard:
        """What the clue says for the words with a prefix; cached."""
        found = self._heard.get(prefix)
        if found is None:
            found = self._heard[prefix] = Heard(self._bases(prefix), self._plain(prefix))
        return found

    def _bases(self, prefix: str) -> Sequence[int]:
        meaning, leaning = self._meaning, self.leaning
        span = meaning.fitting(prefix)
        sums = [0] * len(span)
        by_axis = [leaning.get(name, 0) for name in meaning.axis_names]
        by_axis.append(0)  # for a word that has fewer topics than others
        for column in meaning.columns:
            sums = list(map(add, sums, map(by_axis.__getitem__, column[span.start : span.stop])))
        return list(map(floordiv, sums, meaning.counts[span.start : span.stop]))

    def _plain(self, prefix: str) -> Mapping[int, int]:
        """Weights of descriptions, for words of the sort that the clue says, and against words of another sort."""
        meaning = self._meaning
        span, sums, most = meaning.fitting(prefix), dict[int, int](), loud(self._clue)
        for s in self.stems:
            for n, weight in meaning.described_by(s, span).items():
                sums[n] = sums.get(n, 0) + (weight * LOUD // UNIT if s in most else weight)
        for n, weight in self._sorted(span).items():
            sums[n] = sums.get(n, 0) + weight
        return sums

    def _sorted(self, span: range) -> Mapping[int, int]:
        """What a clue that says a sort adds to words of it, and to others."""
        meaning, said = self._meaning, said_sort(self._clue)
        says = meaning.widest_said(said)
        fit = {n for n in span if meaning.widest[n] & compatible(says) and n not in self.held} if says else ()
        if not fit:
            return {}
        sure = OTHER if said.is_person or said.verb or meaning.is_sort(said.noun) else UNSURE
        found = {n: -sure for n in span if meaning.widest[n] and n not in fit}
        near = [n for n in between(meaning.by_sort.get(said.noun, ()), span) if n not in self.held]
        if near:
            also = {
                *meaning.described_by(said.noun, span),
                *(n for n, _ in meaning.cued(said.noun, span)),
            }
            found.update((n, -FARTHER) for n in fit if n not in also)
        found.update((n, SORT) for n in near)
        return found


class Meaning:
    """The relations between the words of a lexicon. Words are numbered in alphabetical order."""

    def __init__(self, items: Sequence[Data]) -> None:
        """`items`: entries with `word`, `frequency`, `topics`, `clues` and `cues`.

        If an entry also has `said_by` and `kinds`, these give a topic and a kind for each clue. Bots
        understand the clues of other entries but don't give them.
        """
        spelled = {str(item["word"]) for item in items}
        self.items: Sequence[Data] = sorted(
            (item for item in items if not is_doublet(str(item["word"]), spelled)),
            key=lambda item: str(item["word"]),
        )
        self.words: tuple[str, ...] = tuple(str(item["word"]) for item in self.items)
        self.said = lru_cache(CLUES)(partial(ClueWords, self))
        """What a clue says, cached."""
        self.voice = own_cache(STEMS, self._voice)
        """What one stem says for the words with a first letter, cached."""
        self._cue_stems = own_cache(STEMS, self._stems_of_cues)
        """The stems of a word's cues in order, cached; a stem that two cues have occurs twice."""
        self._spoken = own_cache(STEMS, self._spoken_for)
        self._leaning = own_cache(STEMS, self._leans)
        self.vector = own_cache(len(self.words) or 1, self._vector)
        """A word's common vector by topic and `RARE`, in thousandths; cached."""
        self.chances = own_cache(INITIALS, self._chances_after)
        """For each word number: the chance in thousandths, after some tries, of a mind of other topics."""
        self.coordinates = own_cache(len(self.words) or 1, self._coordinates)
        """A word's vector as pairs of a topic's place among `axis_names` and its weight; cached."""
        self.lanes = own_cache(INITIALS, self._lanes)
        """The hashes of the words that begin with a prefix; cached."""

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Maps each word to its number."""
        return {word: n for n, word in enumerate(self.words)}

    @cached_property
    def frequency(self) -> Sequence[int]:
        """For each word number: 100 times the Zipf frequency."""
        return [round(100 * float(item["frequency"])) for item in self.items]

    @cached_property
    def topics(self) -> Sequence[tuple[str, ...]]:
        """For each word number: the topics."""
        return [tuple(item["topics"]) for item in self.items]

    @cached_property
    def _by_topic(self) -> Mapping[str, Sequence[int]]:
        return Postings.of((topic, n) for n, topics in enumerate(self.topics) for topic in topics)

    def about(self, topics: Iterable[str]) -> frozenset[int]:
        """The numbers of the words of some topics."""
        return frozenset().union(*(self._by_topic.get(topic, ()) for topic in topics))

    @cached_property
    def clues(self) -> Sequence[tuple[str, ...]]:
        """For each word number: the clues."""
        return [tuple(item["clues"]) for item in self.items]

    @cached_property
    def cues(self) -> Sequence[tuple[str, ...]]:
        """For each word number: the cues."""
        return [tuple(item["cues"]) for item in self.items]

    @cached_property
    def said_by(self) -> Sequence[tuple[str, ...]]:
        """For each word number: the topic of the people who would give each clue; empty if unknown."""
        return [tuple(item.get("said_by") or ()) for item in self.items]

    @cached_property
    def kinds(self) -> Sequence[tuple[str, ...]]:
        """For each word number: the kind of each clue; empty if unknown."""
        return [tuple(item.get("kinds") or ()) for item in self.items]

    @cached_property
    def given(self) -> Sequence[bool]:
        """For each word number: True if a bot may give the word, as it has clues that people would give."""
        labelled = any(self.said_by)
        pairs = zip(self.said_by, self.clues, strict=True)
        return [bool(sayers or (clues and not labelled)) for sayers, clues in pairs]

    @cached_property
    def hashes(self) -> Sequence[int]:
        """For each word number: the stable hash."""
        return [stable(word) for word in self.words]

    def _chances_after(self, tries: int) -> Sequence[int]:
        after = [(least, chance_after(chance, tries)) for least, chance in _CHANCES]
        return [next(chance for least, chance in after if common >= least) for common in self.frequency]

    @cached_property
    def axis_names(self) -> Sequence[str]:
        """All topics, and `RARE`."""
        return [*sorted({topic for topics in self.topics for topic in topics}), RARE]

    @cached_property
    def _axis(self) -> Mapping[str, int]:
        return {name: at for at, name in enumerate(self.axis_names)}

    @cached_property
    def columns(self) -> Sequence[Sequence[int]]:
        """For the first, second, … topic: every word's place in `axis_names`; past the end means none."""
        most, none = max(map(len, self.topics), default=0), len(self.axis_names)
        return [[self._axis[t[at]] if at < len(t) else none for t in self.topics] for at in range(most)]

    @cached_property
    def counts(self) -> Sequence[int]:
        """For each word number: the number of topics, at least 1."""
        return [len(topics) or 1 for topics in self.topics]

    def _lanes(self, prefix: str) -> Lanes:
        return Lanes(self.hashes[n] for n in self.fitting(prefix))

    def fitting(self, prefix: str) -> range:
        """The numbers of the words that begin with a prefix."""
        return range(bisect_left(self.words, prefix), bisect_left(self.words, prefix + "{"))

    # the contents of the lexicon

    def _stems_of_cues(self, n: int) -> Sequence[str]:
        return tuple(s for cue in self.cues[n] for s in stems(cue))

    @cached_property
    def _cued(self) -> Mapping[str, Sequence[int]]:
        """Maps a stem to the words that have it as a cue, in order: each word's number times `SCALE`, plus its weight."""
        seen = (dict.fromkeys(self._stems_of_cues(n)) for n in range(len(self.words)))
        return Postings.of(
            (s, n * SCALE + max(CUE - FADING * at, SHARED))
            for n, of in enumerate(seen)
            for at, s in enumerate(of)
        )

    def cued(self, s: str, span: range) -> Sequence[tuple[int, int]]:
        """The words among some that have a stem as a cue, each with its weight, in order."""
        scaled = range(span.start * SCALE, span.stop * SCALE)
        return [divmod(one, SCALE) for one in between(self._cued.get(s, ()), scaled)]

    @cached_property
    def _described(self) -> Mapping[str, Sequence[int]]:
        """Maps a stem to the words that are described by it, in order."""
        return Postings.of(
            (s, n)
            for n, item in enumerate(self.items)
            if item.get("described")
            for s in set(map(stem, item["described"]))
        )

    @cached_property
    def by_sort(self) -> Mapping[str, Sequence[int]]:
        """Maps the stem of a sort to the words of that sort, in order."""
        return Postings.of((s, n) for n, sorts in enumerate(self.sorts) for s in set(map(stem, sorts)))

    @cached_property
    def _in_clues(self) -> Mapping[str, Sequence[int]]:
        """Maps a stem to the words whose clues contain it; a word occurs once for each such clue."""
        return Postings.of(
            (s, n) for n, clues in enumerate(self.clues) for clue in clues for s in stems(clue)
        )

    @cached_property
    def _named(self) -> Mapping[str, Sequence[int]]:
        """Maps a stem to the words that have this stem."""
        return Postings.of((stem(word), n) for n, word in enumerate(self.words))

    @cached_property
    def _hashed(self) -> Sequence[int]:
        """For each clue: the hash of its folded text times `HASHED`, plus its word's number; sorted."""
        pairs = ((_hash(clue), n) for n, clues in enumerate(self.clues) for clue in clues)
        return array("Q", sorted(hashed * HASHED + n for hashed, n in pairs))

    @cached_property
    def _shares(self) -> Mapping[str, float]:
        """Maps a topic to its share of all words."""
        counts: dict[str, float] = {}
        for topics in self.topics:
            for topic in topics:
                counts[topic] = counts.get(topic, 0.0) + 1 / len(topics)
        return {topic: n / max(len(self.words), 1) for topic, n in counts.items()}

    # the meaning of a clue

    def _worth(self, count: int) -> float:
        """How much a stem says if `count` entries use it: 1 for one entry, less for more, at least 0."""
        return max(1 - THINNING * log(max(count, 1)), 0.0)

    def _uses(self, s: str) -> int:
        """The number of entries that use a stem."""
        return len(self._cued.get(s, ())) + len(self._in_clues.get(s, ()))

    def _voice(self, s: str, initial: str) -> Voice:
        span, named = self.fitting(initial), self._named.get(s, ())
        sums: dict[int, float] = {}
        uses = self._uses(s)
        if uses <= EVERYWHERE:
            worth = self._worth(uses)
            for n, weight in self.cued(s, span):
                sums[n] = sums.get(n, 0.0) + weight * worth
            for n in between(self._in_clues.get(s, ()), span):
                sums[n] = sums.get(n, 0.0) + CLUE * worth
        for name in named:
            for c in self._cue_stems(name):
                for n in between(self._named.get(c, ()), span):
                    sums[n] = sums.get(n, 0.0) + NAMED / len(named)
                others = len(self._cued.get(c, ()))
                if others <= WIDE:
                    shared = SHARED * self._worth(others) / len(named)
                    for n, _ in self.cued(c, span):
                        sums[n] = sums.get(n, 0.0) + shared
        for name in named:
            sums.pop(name, None)
        numbers = sorted(sums)
        return Voice(stable(s), numbers, [round(sums[n]) for n in numbers])

    def clue_weights(self, s: str, holders: Collection[int]) -> Iterator[tuple[int, int]]:
        """The weight of a stem for each of some words, because it occurs in a clue of the word."""
        uses, said = self._uses(s), self._in_clues.get(s, ())
        if holders and uses <= EVERYWHERE:
            yield from ((n, round(CLUE * self._worth(uses))) for n in holders if n in said)

    def described_by(self, s: str, span: range) -> Mapping[int, int]:
        """Maps the words among some that are described by a stem, or are of that sort, to its weight."""
        described, of_sort = self._described.get(s, ()), self.by_sort.get(s, ())
        uses = self._uses(s) + len(described) + len(of_sort)
        if uses > EVERYWHERE:
            return {}
        worth = self._worth(uses)
        found = dict.fromkeys(between(of_sort, span), round(OF_SORT * worth))
        return found | dict.fromkeys(between(described, span), round(DESCRIBED * worth))

    # sorts

    @cached_property
    def sorts(self) -> Sequence[tuple[str, ...]]:
        """For each word number: what sorts of thing it is, the nearest sort first; empty if unknown."""
        return [tuple(item.get("sorts") or ()) for item in self.items]

    @cached_property
    def widest(self) -> Sequence[int]:
        """For each word number: its widest sorts, as bits; 0 if unknown."""
        return [bits_of(sorts) for sorts in self.sorts]

    def is_sort(self, s: str) -> bool:
        """True if enough words are of the sort with this stem."""
        return len(self.by_sort.get(s, ())) >= SORTED

    def widest_said(self, said: Said) -> int:
        """The widest sorts of what a clue says, as bits; 0 if it says none, or one that is not known."""
        if said.is_person:
            return PERSON
        if said.verb:
            return DOING if any(self.widest[n] & DOING for n in self._named.get(stem(said.verb), ())) else 0
        if said.noun in self._widest_stems:
            return self._widest_stems[said.noun]
        if self.is_sort(said.noun):
            of_it = self.by_sort[said.noun]
            counts = Counter(self.widest[n] & (1 << at) for n in of_it for at in range(len(WIDEST)))
            found = sum(bit for bit, count in counts.items() if count * FEW >= len(of_it))
        else:
            found = reduce(or_, (self.widest[n] for n in self._named.get(said.noun, ())), 0)
        return 0 if found & (DOING | QUALITY) else found

    @cached_property
    def _widest_stems(self) -> Mapping[str, int]:
        return {stem(name): bits_of([name]) for name in WIDEST}

    # what only this clue says

    def holders(self, clue: str) -> Sequence[int]:
        """The words whose entries have an exact clue."""
        hashed = _hash(clue) * HASHED
        holders = [one - hashed for one in between(self._hashed, range(hashed, hashed + HASHED))]
        return [n for n in holders if fold(clue) in map(fold, self.clues[n])]

    def sayers(self, n: int, clue: str) -> frozenset[str]:
        """The topics of the people who would give an exact clue to a word."""
        pairs = zip(self.clues[n], self.said_by[n], strict=False)
        return frozenset(topic for text, topic in pairs if fold(text) == fold(clue))

    def held(self, clue: str) -> frozenset[int]:
        """The words that a clue says, in their own form or an inflected one."""
        found = {n for token in tokens(clue)[:LONGEST] for n in self._named.get(stem(token), ())}
        return frozenset(n for n in found if says(clue, self.words[n]) is not None)

    def _users(self, s: str) -> tuple[tuple[float, Sequence[int]], ...]:
        """The entries that use a stem, with how much each counts: as its cue, in its clues and as its word."""
        cued = [one // SCALE for one in self._cued.get(s, ())]
        return (AS_CUE, cued), (IN_CLUE, self._in_clues.get(s, ())), (AS_NAME, self._named.get(s, ()))

    def _spoken_for(self, s: str) -> tuple[Mapping[str, int], float]:
        """A stem's weights by topic, in parts of `PARTS`, and the sum of its weights by word."""
        counts: dict[str, int] = {}
        total = 0.0
        for weight, numbers in self._users(s):
            for topics, times in Counter(map(self.topics.__getitem__, numbers)).items():
                if topics:
                    total += times * weight
                    part = times * round(weight * PARTS) // len(topics)
                    for topic in topics:
                        counts[topic] = counts.get(topic, 0) + part
        return counts, total

    def leans(self, s: str, left_out: Collection[int]) -> Mapping[str, float]:
        """Maps a topic to the log of how much likelier a stem makes it; `left_out` words don't count."""
        return self._leaning(s, tuple(left_out))

    def _leans(self, s: str, left_out: tuple[int, ...]) -> Mapping[str, float]:
        if self._uses(s) > EVERYWHERE:
            return {}
        counts, total = self._spoken(s)
        if left_out:
            counts = dict(counts)
            for weight, numbers in self._users(s):
                for n in left_out:
                    times = numbers.count(n) * bool(self.topics[n])
                    total -= times * weight
                    for topic in self.topics[n] if times else ():
                        counts[topic] -= times * round(weight * PARTS) // len(self.topics[n])
        total += PATIENCE
        shares, leans = self._shares, {}
        for topic, count in counts.items():
            if count:
                share = shares[topic]
                lean = log((count / PARTS + PATIENCE * share) / total / share)
                if lean > 0:
                    leans[topic] = lean
        return leans

    def _vector(self, n: int) -> Mapping[str, int]:
        topics = self.topics[n]
        rare = min(max(PLAIN - self.frequency[n] / 100, 0.0), 2.0) / 2
        sums = {topic: round(UNIT / sqrt(len(topics))) for topic in topics}
        return {**sums, RARE: round(UNIT * rare)} if rare else sums

    def _coordinates(self, n: int) -> Sequence[tuple[int, int]]:
        return [(self._axis[name], weight) for name, weight in self.vector(n).items()]
