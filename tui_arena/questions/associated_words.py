"""Words that are associated with entities but aren't properties: bees and hives with honey.

A word belongs to an entity if the deck says so or if it is part of the entity's name. Inflections count as
the same word, and so do the names of one entity.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, reduce
from operator import or_

from tui_arena.core.collector import uncollected
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.language.stems import stem
from tui_arena.core.text import fold
from tui_arena.questions import wordings
from tui_arena.questions.english import English, participle
from tui_arena.questions.table import ANSWERS, RELATIONS, Entity, Knowledge, Masks, Phrase

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
_STRICT = ("@is", "@of", "@has")
"""Relations whose questions need a word of the same relation: a towel with sun cream isn't cream."""
LONGEST = 4
"""The maximum number of words in a phrase."""
MANY = 3
"""From this number of words on, an entity may lack any one of them."""
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
_SMALL = wordings.SMALL | {"and", "or", "no", "not", "without", "non"}


@dataclass(frozen=True, slots=True)
class Words:
    """The words and phrases of a table's entities."""

    sets: dict[tuple[str, ...], int]
    """Maps stems to the set of entities that have the word or phrase; `()`: all entities.

    A phrase that only one entity has is left out, because its words are enough. Names and phrases with a
    number stay.
    """
    shown: dict[tuple[str, ...], str]
    """Maps stems to the deck's spelling of the word or phrase."""
    related: dict[tuple[str, ...], dict[str, int]]
    """Maps stems and relation to the entities that have the word or phrase only in that relation."""
    phrases: dict[str, list[tuple[str, Phrase, int]]]
    """Maps the stem of the longest word to phrases: the folded text, the phrase, the entity's number."""
    stems: dict[str, str]
    """Maps the deck's words to their stems; the stem of a word without meaning is empty."""
    cut: dict[str, frozenset[str]] = field(default_factory=dict)
    """Maps the text of a phrase to its stems, for phrases that were looked up."""

    def of_phrases(self, fitting: Collection[str]) -> Words:
        """The words without those that an entity has only in phrases with an unsuitable relation."""
        sets = dict(self.sets)
        for key, by in self.related.items():
            fits = reduce(or_, [by[relation] for relation in by if relation in fitting], 0)
            others = reduce(or_, by.values(), 0) & ~fits
            if others and key in sets:
                sets[key] &= ~others
        return replace(self, sets=sets)

    def told(self, said: Collection[str], relations: Collection[str]) -> Masks:
        """The answers of phrases with a relation to the words of a question.

        A phrase with a sign (no or sometimes) counts if the question has all its words. A phrase without a
        sign counts only if it also has all telling words of the question. An entity without a phrase that
        counts is in no set.
        """
        stems, found = stems_of(said), dict.fromkeys(ANSWERS, 0)
        telling = stems_of([word for word in said if word not in _LIGHT])
        fitting = fitting_of(relations)
        plain = [relation for relation in relations if relation not in _TOPIC]
        signed = fitting_of(plain) if plain or not relations else ()  # for a topic, "is no ship" says nothing
        for stem_ in stems & self.phrases.keys() if telling else ():
            for text, (relation, _, answer), number in self.phrases[stem_]:
                fits = "for" if relation == "is" and participle(text.partition(" ")[0]) else relation
                if fits not in (fitting if answer == "yes" else signed):
                    continue
                phrase = self.cut.get(text)
                if phrase is None:
                    self.cut[text] = phrase = frozenset([self.stems[word] for word in text.split()]) - {""}
                if phrase <= stems if answer != "yes" else telling <= phrase and phrase - _EMPTY <= stems:
                    found[answer] |= 1 << number
        yes, sometimes = found["yes"], found["sometimes"] & ~found["yes"]
        return Masks(yes, found["no"] & ~(yes | sometimes), sometimes, 0)

    def phrases_in(self, words: Sequence[str]) -> Iterator[tuple[tuple[str, ...], int]]:
        """The known phrases, as stems, from left to right; see `wordings.phrases_in`."""
        return wordings.phrases_in([stem(word) for word in words], self.sets, LONGEST)

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
        """The entities with a text or all its telling words; weak words count only if there is no other."""
        key = tuple(stem(word) for word in text.split())
        parts = self.sets[()]
        telling = [word for word in key if word not in _WEAK or word in _HOW]
        for word in telling or [word for word in key if word not in _NOTHING] or key:
            parts &= self.sets.get((word,), 0)
        return self.sets.get(key, 0) | parts


def unsigned(entity: Entity, fitting: Sequence[str] = RELATIONS) -> Iterator[str]:
    """The texts of an entity's phrases that have no sign and a fitting relation."""
    return (phrase.text for phrase in entity.phrases if phrase.answer == "yes" and phrase.relation in fitting)


def fitting_of(relations: Collection[str]) -> tuple[str, ...]:
    """The relations of phrases that answer a question with these relations; all relations if it has none."""
    known = " ".join(" ".join(RELATIONS) if r in _TOPIC else FITS.get(r, _DONE) for r in relations).split()
    return tuple(relation for relation in RELATIONS if relation in known or not relations)


def loosely_fitting(relations: Sequence[str]) -> tuple[str, ...]:
    """The relations of phrases of which a single word answers a question with these relations."""
    return fitting_of(relations) if len(relations) == 1 and relations[0] in _STRICT else RELATIONS


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


@lru_cache(maxsize=32)
def words_fitting(knowledge: Knowledge, fitting: tuple[str, ...]) -> Words:
    """The words of a table; phrases with a relation count only if it is in `fitting`."""
    return words_of(knowledge) if fitting == RELATIONS else words_of(knowledge).of_phrases(fitting)


@lru_cache(maxsize=16)
def words_of(knowledge: Knowledge) -> Words:
    """The words of a table, computed once.

    Phrases with a sign are kept apart, because a single word of such a phrase tells nothing.
    """
    with uncollected():
        return _words_of(knowledge)


def _words_of(knowledge: Knowledge) -> Words:
    rows = (",".join((*entity.about, *entity.names)).replace("\n", " ") for entity in knowledge.entities)
    by_word, by_phrase = _by_text(fold_lines("\n".join(rows)))
    marked = [(phrase, i) for i, entity in enumerate(knowledge.entities) for phrase in entity.phrases]
    folded = fold_lines("\n".join(phrase.text for phrase, _ in marked)) if marked else []
    spelled = {word: _plain(word, knowledge.english) for word in {*by_word, *" ".join(folded).split()}}
    out = Words({(): knowledge.everything}, {}, {}, {}, {word: pair[0] for word, pair in spelled.items()})
    for word, numbers in by_word.items():
        key, shown = spelled[word]
        if key:
            out.sets[key,] = out.sets.get((key,), 0) | _set_of(numbers)
            out.shown.setdefault((key,), shown)
    once: dict[tuple[str, ...], int] = {}
    for text, numbers in by_phrase.items():
        keys = tuple([key for word in text.split() if (key := out.stems[word])])
        if 1 < len(keys) <= LONGEST:
            others = once.get(keys)
            once[keys] = _set_of(numbers) if others is None else others | _set_of(numbers)
            out.shown.setdefault(
                keys, " ".join([spelled[word][1] for word in text.split() if out.stems[word]])
            )
    del by_word, by_phrase  # the words of a large table take much memory while they are sorted
    out.sets.update((k, n) for k, n in once.items() if n & (n - 1) or not _COUNTED.isdisjoint(k))
    _join_phrases(out, marked, folded, spelled, once)
    del marked, folded, once
    _join_names(out, knowledge, spelled)
    _join_trades(out, knowledge)
    return _compact(out)


def _compact(words: Words) -> Words:
    """The words with one number for equal sets, and without what belongs to no word or phrase that is kept."""
    one: dict[int, int] = {}
    sets = {key: one.setdefault(bits, bits) for key, bits in words.sets.items()}
    shown = {key: words.shown[key] for key in sets if key in words.shown}
    related = {
        key: {relation: one.setdefault(bits, bits) for relation, bits in words.related[key].items()}
        for key in sets
        if key in words.related
    }
    return replace(words, sets=sets, shown=shown, related=related)


def _by_text(rows: Iterable[str]) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Maps each word, and each phrase of several words, to the numbers of the rows that contain it."""
    by_word: dict[str, list[int]] = {}
    by_phrase: dict[str, list[int]] = {}
    for i, row in enumerate(rows):
        for word in dict.fromkeys(row.replace(",", " ").split()):
            by_word.setdefault(word, []).append(i)
        for phrase in dict.fromkeys(row.split(",")):
            if " " in phrase:
                by_phrase.setdefault(phrase, []).append(i)
    return by_word, by_phrase


def _set_of(numbers: Sequence[int]) -> int:
    if len(numbers) == 1:
        return _only(numbers[0])
    out = 0
    for number in numbers:
        out |= 1 << number
    return out


@cache
def _only(number: int) -> int:
    """The set of one entity, which stands in memory once however many words it has."""
    return 1 << number


@lru_cache(maxsize=128)
def phrases_about(
    knowledge: Knowledge, number: int, fitting: tuple[str, ...] = RELATIONS
) -> frozenset[frozenset[str]]:
    """The words and phrases of an entity, each as its stems; phrases with a relation only if it fits."""
    entity = knowledge.entities[number]
    rows = fold_lines("\n".join((*entity.about, *unsigned(entity, fitting), *entity.names)))
    return frozenset(
        frozenset(_plain(word, knowledge.english)[0] for word in row.split()) - {""} for row in rows
    )


def _join_phrases(
    out: Words,
    marked: Sequence[tuple[Phrase, int]],
    folded: Sequence[str],
    spelled: Mapping[str, tuple[str, str]],
    once: Mapping[tuple[str, ...], int],
) -> None:
    """Add the words of phrases with a relation; a phrase with a sign is found only as a whole."""
    yes: dict[str, list[tuple[str, int]]] = {relation: [] for relation in RELATIONS}
    for (phrase, number), text in zip(marked, folded, strict=True):
        words = text.split()
        longest = text
        if len(words) != 1:
            longest = max([word for word in words if word not in _LIGHT] or words, key=len, default="")
        same = phrase.text if text == phrase.text else text  # most texts then stand in memory once
        out.phrases.setdefault(out.stems.get(longest, ""), []).append((same, phrase, number))
        if phrase.answer == "yes":
            yes[phrase.relation].append((same, number))
    for relation, texts in yes.items():
        _join_relation(out, relation, texts, spelled, once)
    for key, by in out.related.items():
        every = reduce(or_, by.values(), out.sets.get(key, 0) | once.get(key, 0))
        if len(key) == 1 or every & (every - 1):
            out.sets[key] = every


def _join_relation(
    out: Words,
    relation: str,
    texts: Iterable[tuple[str, int]],
    spelled: Mapping[str, tuple[str, str]],
    once: Mapping[tuple[str, ...], int],
) -> None:
    """Add the words of the phrases with one relation; `texts`: pairs of text and number of the entity."""
    by_part: dict[str, list[int]] = {}
    for text, number in texts:
        for part in dict.fromkeys((*text.split(), text)) if " " in text else (text,):
            by_part.setdefault(part, []).append(number)
    for part, numbers in by_part.items():
        key = tuple([stem_ for word in part.split() if (stem_ := out.stems[word])])
        if not 0 < len(key) <= LONGEST or (len(key) == 1 and " " in part):
            continue
        every = _set_of(numbers)
        known = out.sets.get(key, 0) | once.get(key, 0)
        others = every & ~known if every & known else every  # one number for the sets of one entity
        if others:
            if key not in out.shown:
                out.shown[key] = " ".join([spelled[word][1] for word in part.split() if out.stems[word]])
            by = out.related.setdefault(key, {})
            by[relation] = by[relation] | others if relation in by else others


def _join_trades(out: Words, knowledge: Knowledge) -> None:
    """Add words for what people are, but not words for only some of them: not all doctors are nurses."""
    own = {stem(word) for _, means in knowledge.english.questions for word in re.findall(r"[*](\w+)", means)}
    for prop in knowledge.properties.values():
        for text in prop.words if "this person" in prop.question else ():
            key = (stem(text),)
            if key in out.sets and key[0] not in own:
                out.sets[key] |= knowledge.masks[prop.id].yes


def _join_names(out: Words, knowledge: Knowledge, plain: Mapping[str, tuple[str, str]]) -> None:
    """Treat the names of an entity as one word: a phrase about planes is also about airplanes."""
    for i, entity in enumerate(knowledge.entities):
        keys = []
        for row in fold_lines("\n".join(entity.names)):
            pairs = [plain[word] for word in row.replace(",", " ").split()]
            key = tuple([pair[0] for pair in pairs])
            whole = all(key) and 1 <= len(key) <= LONGEST
            if whole:  # a shortened name would name more things: `tin` of `tin can`
                keys.append(key)
                out.sets[key] = out.sets.get(key, 0) | 1 << i
                out.shown.setdefault(key, " ".join([pair[1] for pair in pairs]))
        both = 0
        for key in keys:
            both |= out.sets[key]
        for key in keys:
            out.sets[key] = both


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
