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

from tui_arena.core.caches import uncollected
from tui_arena.core.grouping import Postings
from tui_arena.core.language.families import many_stems, stem
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.text import fold
from tui_arena.questions import wordings
from tui_arena.questions.table import ANSWERS, RELATIONS, Knowledge, Masks, Phrases
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
_LINES, _SPACES = re.compile(r"[^\w\n,|]+"), re.compile(" +")
_SIGNS = {",": ",", "|": "|", "\n": "|", "'": None, ".": None}
_ASCII = {ord(sign): _SIGNS.get(sign, " ") for sign in map(chr, range(128)) if not sign.isalnum()}
"""What becomes of each sign in ASCII."""
_LONGEST_TEXT = 1 << 32
_UNRELATED = len(RELATIONS) * len(ANSWERS)
"""The kind of a line that has no relation: a word or phrase about the entity, or one of its names."""
_MOST_KEPT = 8192
"""The maximum number of cached results for words that were asked about."""
_SMALL = wordings.SMALL | {"and", "or", "no", "not", "without", "non"}


def _rank(kind: int) -> int:
    """The place of a line's kind among all kinds: a word is shown as it stands in the first line that has it."""
    return -1 if kind == _UNRELATED else kind


class _Lines:
    """Folded words and phrases of entities, and which entities have each word.

    Each entity has one text, with spaces around all words. A line is found when one of its words is asked
    about. Its number is the number of its entity times `_LONGEST_TEXT`, plus its place in the entity's text.
    """

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._kinds: dict[int, bytes] = {}
        self._entities = Postings[str]({})
        """Maps each word to the numbers of the entities whose lines contain it, in order."""
        self._found: dict[str, list[int]] = {}

    def add(self, number: int, lines: Iterable[str], kinds: bytes) -> None:
        """Add the folded lines of an entity, each with its kind."""
        text, found = " " + " \n ".join(lines) + " \n", self._found
        self._texts[number], self._kinds[number] = text, kinds
        for word in set(text.split()):
            if word in found:
                found[word].append(number)
            else:
                found[word] = [number]

    def pack(self) -> Iterable[str]:
        """Bring all that was added into its final form. Returns all words."""
        self._entities = Postings(self._found)
        self._found.clear()
        return self._entities

    def __contains__(self, word: str) -> bool:
        return word in self._entities

    def owners(self, words: Iterable[str]) -> set[int]:
        """The entities with one of these words."""
        return set().union(*map(self._entities.get, words))

    def having(self, words: Sequence[str]) -> Sequence[int]:
        """The numbers of the lines with one of these words, in order."""
        found = set[int]()
        for word in (f" {word} " for word in words):
            for number in self._entities.get(word.strip()):
                text, first = self._texts[number], number * _LONGEST_TEXT
                at = text.find(word)
                while at >= 0:
                    found.add(first + text.rfind("\n", 0, at) + 1)
                    at = text.find(word, text.find("\n", at))
        return array("Q", sorted(found))

    def in_order(self) -> Iterable[str]:
        """All words, in the order in which they are shown."""
        by_kind: dict[int, list[str]] = {}
        for number, text in self._texts.items():
            for line, kind in zip(text.split("\n"), self._kinds[number], strict=False):
                by_kind.setdefault(kind, []).append(line)
        lines = (line for kind in sorted(by_kind, key=_rank) for line in by_kind[kind])
        return dict.fromkeys(" ".join(lines).split())

    def line(self, at: int) -> tuple[int, str, int]:
        """A line's entity, text and kind."""
        number, start = divmod(at, _LONGEST_TEXT)
        text = self._texts[number]
        kind = self._kinds[number][text.count("\n", 0, start)]
        return number, text[start : text.find("\n", start)], kind


@dataclass(slots=True, eq=False)
class _Index:
    """All words and phrases of a table's entities. What a question needs is computed when it is read."""

    knowledge: Knowledge
    plain: _Lines
    """Words about the entities, their names, and phrases without a sign."""
    signed: _Lines
    """Phrases with a sign; a single word of such a phrase tells nothing."""
    forms: Mapping[str, str]
    """Maps each stem to the words with this stem."""
    trades: Mapping[str, int]
    """Maps the stem of a word for what some people are to the set of these people."""
    places: dict[str, Sequence[int]]
    """Maps stems that were asked about to the numbers of the plain lines that contain them."""

    def words(self, stem_: str) -> list[str]:
        """The words with a stem."""
        return self.forms.get(stem_, "").split()

    def is_plain(self, stem_: str) -> bool:
        """True if an entity has a word, given as a stem."""
        return any(word in self.plain for word in self.words(stem_))

    def _having(self, stem_: str) -> Sequence[int]:
        known = self.places.get(stem_)
        if known is None:
            if len(self.places) >= _MOST_KEPT:
                self.places.clear()
            known = self.places[stem_] = self.plain.having(self.words(stem_))
        return known

    def lines_with(self, stems: Collection[str]) -> Iterable[tuple[int, str, int]]:
        """The lines that contain all these stems, in order, each with its entity and its kind."""
        first, *rest = sorted(map(self._having, stems), key=len)
        return map(self.plain.line, sorted(set(first).intersection(*rest)) if rest else first)

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
        if len(key) == 1:
            return sum(1 << number for number in self.plain.owners(self.words(key[0])))
        plain = every = 0
        for number, line, kind in self.lines_with(key):
            if self.key(line) == key:
                every |= 1 << number
                if kind == _UNRELATED:
                    plain |= 1 << number
        if not every & (every - 1):
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
        return self._index.is_plain(key[0]) if len(key) == 1 else bool(self.having_all(key))

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
            known = index.found(key)
            if known and len(key) == 1:
                known |= index.trades.get(key[0], 0)
            self._sets[key] = known
        return known

    def shown(self, key: tuple[str, ...]) -> str:
        """The deck's spelling of a word or phrase, given as stems."""
        index = self._index
        lines = (
            (text, kind) for _, text, kind in index.lines_with(key) if len(key) == 1 or index.key(text) == key
        )
        text, _ = min(lines, key=lambda line: _rank(line[1]))
        pairs = (_plain(word, index.knowledge.english) for word in text.split())
        spelled = [shown for stem_, shown in pairs if stem_ in key]
        return spelled[0] if len(key) == 1 else " ".join(spelled)

    def often(self, least: int) -> Iterator[str]:
        """The words that at least `least` entities have, as the deck spells them."""
        index, spelled = self._index, dict[str, str]()
        for word in index.plain.in_order():
            spelled.setdefault(*_plain(word, index.knowledge.english))
        for stem_, shown in spelled.items():
            owners = index.plain.owners(index.words(stem_))
            if len(owners) >= least or index.trades.get(stem_, 0).bit_count() >= least:
                yield shown

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
        for number, text, kind in index.lines_with(telling):
            if kind != _UNRELATED and RELATIONS[kind // len(ANSWERS)] in fitting:
                phrase = self._stems_in(text)
                if telling <= phrase and phrase - _EMPTY <= stems and index.longest(text) in stems:
                    found["yes"] |= 1 << number
        plain = [relation for relation in relations if relation not in _TOPIC]
        signed = fitting_of(plain) if plain or not relations else ()  # for a topic, "is no ship" says nothing
        words = [word for stem_ in stems for word in index.words(stem_)]
        for number, text, kind in map(index.signed.line, index.signed.having(words) if signed else ()):
            relation, answer = divmod(kind, len(ANSWERS))
            if RELATIONS[relation] in signed and self._stems_in(text) <= stems and index.longest(text):
                found[ANSWERS[answer]] |= 1 << number
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
    """The words of a table; its index is made once."""
    with uncollected():
        return Words(_index_of(knowledge, range(len(knowledge)), _trades(knowledge)))


@lru_cache(maxsize=128)
def words_about(knowledge: Knowledge, number: int) -> Words:
    """The words of one entity's phrases: what they tell needs no index of the whole table, which takes long."""
    return Words(_index_of(knowledge, (number,), {}, related=True))


def _index_of(
    knowledge: Knowledge, numbers: Iterable[int], trades: Mapping[str, int], *, related: bool = False
) -> _Index:
    """The index of some entities; `related`: only of their phrases, which have a relation."""
    plain, signed = _Lines(), _Lines()
    for number in numbers:
        entity = knowledge.entities[number]
        phrases = Phrases.of(entity.phrases)
        names = [name.replace(",", " ") for name in entity.names]
        parts = [part for name in entity.names if "," in name for part in name.split(",")]
        unrelated = [] if related else [*entity.about, *parts, *names]
        lines = _folded([*unrelated, *phrases.texts])
        told, codes = phrases.with_sign(lines[len(unrelated) :], signed=False)
        plain.add(number, [*lines[: len(unrelated)], *told], bytes((_UNRELATED,)) * len(unrelated) + codes)
        signed.add(number, *phrases.with_sign(lines[len(unrelated) :], signed=True))
    forms: dict[str, str] = {}
    words = {word: _spelled(word, knowledge.english) for word in (*plain.pack(), *signed.pack())}
    stems = many_stems(dict.fromkeys(filter(None, words.values())))
    for word, spelled in words.items():
        stem_ = stems.get(spelled)
        if stem_:
            forms[stem_] = f"{forms[stem_]} {word}" if stem_ in forms else word
    return _Index(knowledge, plain, signed, forms, trades, {})


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
    """The folded form of each text."""
    folded = fold_lines("\n".join(texts))
    return (
        folded
        if len(folded) == len(texts)
        else fold_lines("\n".join([re.sub(r"[\n|｜]", " ", text) for text in texts]))
    )


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
    spelled = _spelled(word, english)
    return (stem(spelled), spelled) if spelled else ("", "")


def _spelled(word: str, english: English) -> str:
    """The spelling of a word that is used for reading; empty for a word without meaning."""
    spelled = english.spelled(word)
    spelled = COUNTS.get(spelled, spelled)
    return "" if spelled in _SMALL else spelled


def fold_lines(text: str) -> list[str]:
    """The lines of a text, with words split as in questions and `,` between phrases.

    >>> fold_lines("Queen's cup,ice-cream")
    ['queens cup,ice cream']
    """
    if text.isascii():  # most are
        flat = text.lower().translate(_ASCII)
        return (_SPACES.sub(" ", flat) if "  " in flat else flat).split("|")
    flat = text.replace("'", "").replace("’", "").replace(".", "").replace("\n", "|")
    lines = (line.lower() if line.isascii() else fold(line) for line in flat.split("|"))  # few have an accent
    folded = "|".join(lines)
    return _LINES.sub(" ", folded).replace("_", " ").split("|")
