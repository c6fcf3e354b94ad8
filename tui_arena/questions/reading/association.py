"""Reading by association, the last resort: a clause that fits no property is matched with entities' words.

This is done only if the clause has a telling word that some entity has, and no word that negates or compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.language.stems import stem
from tui_arena.questions import wordings
from tui_arena.questions.associated_words import COUNTS, Words, phrases_about, words_of
from tui_arena.questions.meaning import About, AllOf, AnyOf, Is, Meaning, Named, Not
from tui_arena.questions.reading.clauses import AUX, BE, HAVE, RELATIVE, Clause
from tui_arena.questions.reading.phrases import Phrases, joined, segments

MOST_TELLING = 4
LEAST_WEAK = 4
"""Fewest entities with a weak word, for that word to be read alone."""
MOST_WORDS = 16
RARE = 2
"""Most entities of a word that is told of so few that the others may have it, too, in a table of `MANY`."""
MANY = 100
_LY = frozenset(
    "early only family fly ugly friendly smelly curly jelly belly lily holy silly july italy lonely likely daily chilly hilly wooly wobbly bully fully deadly lovely reply apply supply".split()
)
"""Words that end as adverbs do and are none."""
_LONG_ADVERB = 4
"""Fewest letters of an adverb, less one."""
MOST_OF_KIND = 2
"""Words of `a balloon`, of which the last only is a kind if there are more."""
_LONG = 5
SHORTEST_ROOT = 3
"""Fewest letters before the ending of a word such as `hikers`."""
_ALL = frozenset("every each all always only everybody everyone whole".split())
_STEMS = frozenset(stem(word) for word in wordings.TELLS_NOTHING)
_OF_COUNTRIES = [
    (ending, instead)
    for row in wordings.OF_COUNTRIES.strip().split("|")
    for ending, _, instead in [row.replace("= ", "=").partition(" =")]
]
_NUMBERS = frozenset(word for word, value in NUMBERS.items() if value > 1)
WEAK_STEMS = frozenset(stem(word) for word in wordings.WEAK)
_ONLY_WEAK = frozenset(
    stem(word) for word in "eat drink wear cook kid child boy girl family water animal".split()
)
"""Of these, the ones of which the table's own properties tell: one eats what a bakery sells."""
FAMILY_STEMS = frozenset(map(stem, wordings.FAMILY))
_FRAME = BE | HAVE | AUX | RELATIVE | wordings.SMALL | wordings.VAGUE | wordings.HARMLESS | wordings.ALONE


def loosely(clause: Clause, phrases: Phrases) -> Meaning | None:
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
    verb = clause.relation in ("@do", "@done") and bare[:1] not in (["do"], ["done"])
    a_kind = clause.relation == "@is" and bare[:1] in (["a"], ["an"])
    found = _about(bare, phrases, verb=verb, a_kind=a_kind) or _properties(bare, phrases)
    if (
        isinstance(found, About)
        and a_kind
        and len(bare) > MOST_OF_KIND
        and (kind := phrases.named(bare[-1:]))
    ):
        return AllOf((Named(kind, bare[-1]), found))  # a water balloon is a balloon
    if isinstance(found, About) and len(found.words) == 2 and a_kind:  # what it is, is all of it
        return AllOf(tuple(replace(found, words=(word,)) for word in found.words))
    return found


def _parted(clause: Clause, phrases: Phrases) -> Meaning | None:
    """A clause in two parts, such as `an animal with a trunk`: what it is, and what it has to do with."""
    words = clause.words
    at = next((i for i, word in enumerate(words) if word.startswith("@")), 0)
    if clause.relation != "@is" or not at or clause.bare[:1] not in (("a",), ("an",)):
        return None
    head = segments(phrases, Clause(False, "@is", words[:at], words[:at]))
    if head is None:
        return None
    rest = loosely(Clause(False, words[at], words[at + 1 :], words[at + 1 :]), phrases)
    return None if rest is None else joined(AllOf, [*head, rest])


def _about(bare: list[str], phrases: Phrases, *, verb: bool, a_kind: bool) -> Meaning | None:
    words = words_of(phrases.knowledge)
    bare = [_country(word, words) for word in bare if word not in wordings.SMALL]
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
        elif not {run[0], stem(run[0])} & phrases.vocabulary and stem(run[0]) not in WEAK_STEMS:
            odd.append(run[0])
            odd_last = True
    told = [row for row in told if not is_adverb(row[0][0])] or told  # what is openly so, is so
    nouns = _nouns_of(told, words)
    if not nouns or len(nouns) > MOST_TELLING or len(odd) > 1:
        return None
    shown = tuple(words.shown[key] for key in nouns)
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
    rare = not a_kind and words.sets[nouns[0]].bit_count() <= RARE and len(phrases.knowledge) >= MANY
    return About(shown, partly=rare or nouns[0][0] in WEAK_STEMS, narrower=narrower)


def _nouns_of(told: list[tuple[tuple[str, ...], bool]], words: Words) -> list[tuple[str, ...]]:
    """The telling words, or the first weak one (True) if it is all there is."""
    nouns = [key for key, weak in told if not weak]
    if not nouns:
        many = words.sets[told[0][0]].bit_count() if told else 0
        nouns = [key for key, _ in told[:1] if many >= LEAST_WEAK or key[0] not in WEAK_STEMS]
    return list(dict.fromkeys(nouns))


def _country(word: str, words: Words) -> str:
    """The country of a word such as `colombian`, if more of the table has to do with that; else the word itself."""
    own = words.sets.get((stem(word),), 0).bit_count()
    for ending, instead in _OF_COUNTRIES if len(word) > _LONG else ():
        root = word.removesuffix(ending) + instead
        if word.endswith(ending) and words.sets.get((stem(root),), 0).bit_count() > own:
            return root
    return word


def has_all(said: Sequence[str], phrases: Phrases, number: int) -> bool:
    """Whether all telling words that were said are one phrase of an entity, or each is a word of it by itself.

    None of them may turn the sense.
    """
    words, about = words_of(phrases.knowledge), phrases_about(phrases.knowledge, number)
    bare = [COUNTS.get(word, word) for word in said if word not in wordings.SMALL and word != ","]
    if (wordings.TURNING | _ALL) & set(bare) or (said[-1:] and said[-1] in wordings.WHOM):
        return False
    told: set[frozenset[str]] = set()
    i = 0
    for key, size in words.phrases_in(bare):
        telling = [word for word in bare[i : i + size] if not tells_nothing(word)]
        roots = [doing(word) for word in telling]
        if telling and not key and not any(words.sets.get((one,), 0) >> number & 1 for one in roots):
            return False
        if telling:
            told.add(frozenset(map(stem, telling) if frozenset(roots) not in about else roots))
        i += size
    every = frozenset().union(*told)
    others = FAMILY_STEMS - every
    placed = "where" in said or "in it" in " ".join(said)
    return bool(every if placed else every - _ONLY_WEAK) and (
        told <= about
        or any(len(phrase) > 1 and phrase < every and every - phrase <= WEAK_STEMS for phrase in about)
        or (len(every) > 1 and any(every <= phrase and not phrase & others for phrase in about))
    )


def doing(word: str) -> str:
    """The stem of what somebody does: what has to do with hiking has to do with hikers. Empty if it is no such word."""
    agent = word.removesuffix("s")
    root = agent.removesuffix("er")
    return stem(f"{root}ing") if len(root) >= SHORTEST_ROOT and root != agent else ""


def has_half(said: Sequence[str], phrases: Phrases, number: int) -> bool:
    """Whether an entity is associated with half of the telling words that were said, the commonest left aside."""
    words = words_of(phrases.knowledge)
    told = [word for word in said if word != "," and not tells_nothing(word) and stem(word) not in WEAK_STEMS]
    own = sum(
        (words.sets.get((stem(word),), 0) | words.sets.get((doing(word),), 0)) >> number & 1 for word in told
    )
    if not own or own * 2 < len(told):
        return False
    rarest = min(told, key=lambda word: words.sets.get((stem(word),), 0).bit_count() or 10**6)
    return bool((words.sets.get((stem(rarest),), 0) | words.sets.get((doing(rarest),), 0)) >> number & 1)


def _properties(bare: list[str], phrases: Phrases) -> Meaning | None:
    """The properties that the words mean one by one, in any relation."""
    found: list[Meaning] = []
    for word in bare:
        if tells_nothing(word):
            continue
        meaning = property_of(stem(word), phrases)
        if meaning is None:
            return None
        found.append(meaning)
    return joined(AllOf, found) if found else None


def superlative(word: str) -> bool:
    """Whether a word is a superlative, such as `tallest`."""
    plain = ("forest", "interest", "harvest", "honest")
    return len(word) > _LONG and word.endswith("est") and word not in plain


def is_adverb(word: str) -> bool:
    """Whether a word says how something is so, as `openly` does."""
    return len(word) > _LONG_ADVERB and word.endswith("ly") and word not in _LY


def tells_nothing(word: str) -> bool:
    """Whether a word says nothing of a thing by itself."""
    return word in _FRAME or not {word, stem(word)}.isdisjoint(wordings.TELLS_NOTHING) or stem(word) in _STEMS


def property_of(word: str, phrases: Phrases) -> Meaning | None:
    """The property that a single word means in any relation; None if there is none or more than one."""
    found = {m for relation in RELATIONS for m in phrases.keys.get((relation, word), {}).values()}
    plain = {m for m in found if isinstance(m, Is)}
    return plain.pop() if len(plain) == 1 and not any(isinstance(m, Not) for m in found) else None


RELATIONS: Sequence[str] = (
    "@is", "@of", "@has", "@at", "@used", "@for", "@by", "@about", "@need", "@do", "@done", "@from", "@known",
)  # fmt: skip
