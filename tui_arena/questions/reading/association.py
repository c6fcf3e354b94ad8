"""Reading by association, the last resort: a clause that fits no property is matched with entities' words.

This is done only if the clause has a telling word that some entity has, and no word that negates or compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tui_arena.core.language.families import stem
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.questions import wordings
from tui_arena.questions.associated_words import (
    COUNTS,
    Words,
    loosely_fitting,
    phrases_about,
    words_fitting,
    words_of,
)
from tui_arena.questions.meaning import About, AllOf, AnyOf, Is, Meaning, Named, Not
from tui_arena.questions.reading.clauses import AUX, BE, HAVE, RELATIVE, Clause, clause_of
from tui_arena.questions.reading.phrases import PhraseTable, joined, segments
from tui_arena.questions.table import ANSWERS, Answer

MOST_TELLING = 4
LEAST_WEAK = 4
"""The minimum number of entities with a weak word for that word to be read alone."""
MOST_WORDS = 16
_LY = frozenset(
    "early only family fly ugly friendly smelly curly jelly belly lily holy silly july italy lonely likely daily chilly hilly wooly wobbly bully fully deadly lovely reply apply supply".split()
)
"""Words that end like adverbs but aren't adverbs."""
_LONG_ADVERB = 4
"""The minimum number of letters of an adverb, less one."""
MOST_OF_KIND = 2
"""In phrases with more words than `a balloon`, only the last word is a kind."""
_LONG = 5
_STEMS = frozenset(stem(word) for word in wordings.TELLS_NOTHING)
_NUMBERS = frozenset(word for word, value in NUMBERS.items() if value > 1)
WEAK_STEMS = frozenset(stem(word) for word in wordings.WEAK)
FAMILY_STEMS = frozenset(map(stem, wordings.FAMILY))
_FRAME = BE | HAVE | AUX | RELATIVE | wordings.SMALL | wordings.VAGUE | wordings.HARMLESS | wordings.ALONE


def loosely(clause: Clause, phrases: PhraseTable) -> Meaning | None:
    """The meaning of a clause by its telling words; None if no entity has them."""
    bare = [COUNTS.get(word, word) for word in clause.bare if not word.startswith("@")]
    if (
        wordings.TURNING & set(bare)
        or clause.negative
        or len(bare) > MOST_WORDS
        or any(superlative(w) for w in bare)
    ):
        return None
    parted = _parted(clause, phrases)
    if parted is not None:
        return parted
    found = _of_words(clause, bare, phrases)
    return _as_asked(found, clause.relations, tuple(bare)) if found is not None else None


def _as_asked(found: Meaning, relations: tuple[str, ...], said: tuple[str, ...]) -> Meaning:
    """A reading of words, with the relations in which the question used them."""
    match found:
        case AllOf(parts) | AnyOf(parts):
            return type(found)(tuple(_as_asked(part, relations, said) for part in parts))
        case About():
            return replace(found, relations=relations, said=said)
    return found


def _of_words(clause: Clause, bare: list[str], phrases: PhraseTable) -> Meaning | None:
    verb = clause.relation in ("@do", "@done") and bare[:1] not in (["do"], ["done"])
    a_kind = clause.relation == "@is" and bare[:1] in (["a"], ["an"])
    found = _about(bare, phrases, verb=verb)
    if (
        isinstance(found, About)
        and a_kind
        and len(bare) > MOST_OF_KIND
        and (kind := phrases.named(bare[-1:]))
    ):
        return AllOf((Named(kind, bare[-1]), found))  # a water balloon is a balloon
    if isinstance(found, About) and len(found.words) == 2 and a_kind:  # each word describes the thing
        return AllOf(tuple(replace(found, words=(word,)) for word in found.words))
    return found


def _parted(clause: Clause, phrases: PhraseTable) -> Meaning | None:
    """A clause in two parts, such as `an animal with a trunk`: the thing, and what it has to do with."""
    words = clause.words
    at = next((i for i, word in enumerate(words) if word.startswith("@")), 0)
    if clause.relation != "@is" or not at or clause.bare[:1] not in (("a",), ("an",)):
        return None
    head = segments(phrases, Clause(False, "@is", words[:at], words[:at]))
    if head is None:
        return None
    rest = loosely(Clause(False, words[at], words[at + 1 :], words[at + 1 :]), phrases)
    return None if rest is None else joined(AllOf, [*head, rest])


def _about(bare: list[str], phrases: PhraseTable, *, verb: bool) -> Meaning | None:
    words = words_of(phrases.knowledge)
    bare = [word for word in bare if word not in wordings.SMALL]
    told: list[tuple[tuple[str, ...], bool]] = []
    odd: list[str] = []
    odd_last = narrower = False
    i = 0
    for key, size in words.phrases_in(bare):
        run, i = bare[i : i + size], i + size
        if size == 1 and (run[0].isdigit() or run[0] in _NUMBERS):
            narrower = True
            continue
        if all(map(tells_nothing, run)):
            narrower |= size == 1 and run[0] in wordings.QUALITIES
            continue
        if key:
            told.append((key, size == 1 and (key[0] in WEAK_STEMS or (verb and i == size))))
            odd_last = False
        elif not any(map(phrases.knows, (run[0], stem(run[0])))) and stem(run[0]) not in WEAK_STEMS:
            odd.append(run[0])
            odd_last = True
    nouns = _nouns_of(told, words)
    if not nouns or len(nouns) > MOST_TELLING or len(odd) > 1:
        return None
    shown = tuple(words.shown(key) for key in nouns)
    several = len(nouns) > 1 or len(nouns[0]) > 1
    if odd and odd_last:
        return About(shown, partly=True) if several and phrases.knowledge.is_word(odd[0]) else None
    if several:
        return About(shown, narrower=narrower)
    narrower |= bool(odd)
    known = property_of(nouns[0][0], phrases)
    if known is not None:
        either = AnyOf((About(shown), known))
        return AllOf((either, About(shown, partly=True, narrower=True))) if narrower else either
    return About(shown, partly=nouns[0][0] in WEAK_STEMS, narrower=narrower)


def _nouns_of(told: list[tuple[tuple[str, ...], bool]], words: Words) -> list[tuple[str, ...]]:
    """The telling words; if there are none, the first weak word (marked True)."""
    nouns = [key for key, weak in told if not weak]
    if not nouns:
        many = words.having_all(told[0][0]).bit_count() if told else 0
        nouns = [key for key, _ in told[:1] if many >= LEAST_WEAK or key[0] not in WEAK_STEMS]
    return list(dict.fromkeys(nouns))


def has_all(said: Sequence[str], phrases: PhraseTable, number: int) -> bool:
    """Whether all telling words of a question are one phrase of an entity, or each is one of its words.

    None of the words may change the sense.
    """
    fitting = loosely_fitting(clause_of(said).relations)
    words, about = words_of(phrases.knowledge), phrases_about(phrases.knowledge, number, fitting)
    bare = [COUNTS.get(word, word) for word in said if word not in wordings.SMALL and word != ","]
    if wordings.TURNING & set(bare) or (said[-1:] and said[-1] in wordings.WHOM):
        return False
    told: set[frozenset[str]] = set()
    i = 0
    for _, size in words.phrases_in(bare):
        telling = [word for word in bare[i : i + size] if not tells_nothing(word)]
        told |= {frozenset(map(stem, telling))} if telling else set()
        i += size
    every = frozenset().union(*told)
    others = FAMILY_STEMS - every
    return bool(every) and (
        told <= about
        or any(len(phrase) > 1 and phrase < every and every - phrase <= WEAK_STEMS for phrase in about)
        or (len(every) > 1 and any(every <= phrase and not phrase & others for phrase in about))
    )


def told_by_phrase(said: Sequence[str], phrases: PhraseTable, number: int) -> Answer | None:
    """The answer of an entity's phrase with a relation, if the question matches one; None if none matches."""
    clause = clause_of(said)
    if wordings.TURNING & set(said):
        return None
    told = words_of(phrases.knowledge).told(clause.bare, clause.relations)
    return next((answer for answer in ANSWERS if told.of(answer) >> number & 1), None)


def has_half(said: Sequence[str], phrases: PhraseTable, number: int) -> bool:
    """Whether an entity is associated with half of a question's telling words, the rarest word among them."""
    words = words_fitting(phrases.knowledge, loosely_fitting(clause_of(said).relations))
    told = [
        words.having_all((stem(word),))
        for word in said
        if word != "," and not tells_nothing(word) and stem(word) not in WEAK_STEMS
    ]
    own = sum(having >> number & 1 for having in told)
    rarest = min(told, key=lambda having: having.bit_count() or 10**6, default=0)
    return 0 < len(told) <= own * 2 and bool(rarest >> number & 1)


def superlative(word: str) -> bool:
    """Whether a word is a superlative, such as `tallest`."""
    plain = ("forest", "interest", "harvest", "honest")
    return len(word) > _LONG and word.endswith("est") and word not in plain


def is_adverb(word: str) -> bool:
    """Whether a word is an adverb such as `openly`."""
    return len(word) > _LONG_ADVERB and word.endswith("ly") and word not in _LY


def tells_nothing(word: str) -> bool:
    """Whether a word says nothing about a thing by itself."""
    return word in _FRAME or not {word, stem(word)}.isdisjoint(wordings.TELLS_NOTHING) or stem(word) in _STEMS


def property_of(word: str, phrases: PhraseTable) -> Meaning | None:
    """The one property that a single word means in any relation; None if there is none or more than one."""
    keys = phrases.under(word).keys
    found = {m for relation in RELATIONS for m in keys.get((relation, word), {}).values()}
    plain = {m for m in found if isinstance(m, Is)}
    return plain.pop() if len(plain) == 1 and not any(isinstance(m, Not) for m in found) else None


RELATIONS: Sequence[str] = (
    "@is", "@of", "@has", "@at", "@used", "@for", "@by", "@about", "@need", "@do", "@done", "@from", "@known",
)  # fmt: skip
