"""The parser of a question's plain words: lists, negations, comparisons, names and phrases.

The parts of a list share the relation of the first one (`made of wood or metal`).

If a part of a question isn't understood, the whole question isn't understood.

A name counts only if the clause says that the thing is it. An unknown plain noun is taken for the name of
something that isn't in the deck.

The last resort is association: a clause that fits no property is matched with entities' words. This is done only
if the clause has a telling word that some entity has, and no word that negates or compares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from tui_arena.core.language.families import stem
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.questions import wordings
from tui_arena.questions.associated_words import (
    COUNTS,
    Words,
    phrases_about,
    words_about,
    words_of,
)
from tui_arena.questions.meaning import (
    About,
    AllOf,
    AnyOf,
    Meaning,
    Named,
    Not,
    Spelled,
    is_loose,
    spelling_of,
)
from tui_arena.questions.reading.amounts import age_asked, by_kind, compared, size_words
from tui_arena.questions.reading.clauses import AUX, BE, HAVE, NEGATIVE, RELATIVE, Clause, clause_of
from tui_arena.questions.reading.phrases import PhraseTable, content_of, joined, segments, telling
from tui_arena.questions.table import ANSWERS, Answer
from tui_arena.questions.wordings import participle

# association

MOST_TELLING = 4
LEAST_WEAK = 4
"""The minimum number of entities with a weak word for that word to be read alone."""
MOST_WORDS = 16
MOST_OF_KIND = 2
"""In phrases with more than this many words (`a balloon` has two), only the last word is a kind."""
_LONG = 5
_STEMS = frozenset(stem(word) for word in wordings.TELLS_NOTHING)
_NUMBERS = frozenset(word for word, value in NUMBERS.items() if value > 1)
WEAK_STEMS = frozenset(stem(word) for word in wordings.WEAK)
FAMILY_STEMS = frozenset(map(stem, wordings.FAMILY))
_FRAME = BE | HAVE | AUX | RELATIVE | wordings.SMALL | wordings.VAGUE | wordings.HARMLESS | wordings.ALONE


def loosely(clause: Clause, phrases: PhraseTable) -> Meaning | None:
    """The meaning of a clause by its telling words; None if no entity has them."""
    bare = [COUNTS.get(word, word) for word in clause.bare if not word.startswith("@")]
    turned = wordings.TURNING & set(bare) or any(map(superlative, bare))
    if turned or clause.negative or len(bare) > MOST_WORDS:
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
    return About(shown, partly=nouns[0][0] in WEAK_STEMS, narrower=narrower or bool(odd))


def _nouns_of(told: list[tuple[tuple[str, ...], bool]], words: Words) -> list[tuple[str, ...]]:
    """The telling words; if there are none, the first weak word (marked True)."""
    nouns = [key for key, weak in told if not weak]
    if not nouns:
        many = words.having_all(told[0][0]).bit_count() if told else 0
        nouns = [key for key, _ in told[:1] if many >= LEAST_WEAK or key[0] not in WEAK_STEMS]
    return list(dict.fromkeys(nouns))


def has_all(said: Sequence[str], phrases: PhraseTable, number: int) -> bool:
    """True if all telling words of a question are one phrase of an entity, or each is one of its words.

    None of the words may change the sense.
    """
    bare = [COUNTS.get(word, word) for word in said if word not in wordings.SMALL and word != ","]
    if wordings.TURNING & set(bare) or (said[-1:] and said[-1] in wordings.WHOM):
        return False
    about = phrases_about(phrases.knowledge, number)
    every = frozenset(stem(word) for word in bare if not tells_nothing(word))
    others = FAMILY_STEMS - every
    return bool(every) and (
        any(len(phrase) > 1 and phrase < every and every - phrase <= WEAK_STEMS for phrase in about)
        or (len(every) > 1 and any(every <= phrase and not phrase & others for phrase in about))
        or (every.issubset(chain.from_iterable(about)) and _telling_parts(bare, phrases) <= about)
    )


def _telling_parts(bare: Sequence[str], phrases: PhraseTable) -> set[frozenset[str]]:
    """The telling stems of each phrase or word of a question, by the phrases of the whole table."""
    told: set[frozenset[str]] = set()
    i = 0
    for _, size in words_of(phrases.knowledge).phrases_in(bare):
        told.add(frozenset(stem(word) for word in bare[i : i + size] if not tells_nothing(word)))
        i += size
    return told - {frozenset()}


def answer_by_phrase(said: Sequence[str], phrases: PhraseTable, number: int) -> Answer | None:
    """The answer of an entity's phrase with a relation, if the question matches one; None if none matches."""
    clause = clause_of(said)
    if wordings.TURNING & set(said):
        return None
    told = words_about(phrases.knowledge, number).phrase_answers(clause.bare, clause.relations)
    return next((answer for answer in ANSWERS if told.of(answer) >> number & 1), None)


def superlative(word: str) -> bool:
    """True if a word is a superlative, such as `tallest`."""
    plain = ("forest", "interest", "harvest", "honest")
    return len(word) > _LONG and word.endswith("est") and word not in plain


def tells_nothing(word: str) -> bool:
    """True if a word alone says nothing about a thing."""
    return word in _FRAME or not {word, stem(word)}.isdisjoint(wordings.TELLS_NOTHING) or stem(word) in _STEMS


# the parser

MOST_PARTS = 8
ARTICLES = ("a", "an", "the", "some")
_BEFORE_NAMES = frozenset(
    "kind of be just real typical regular normal like it called simple any".split()
) | set(ARTICLES)
_MOST_BEFORE, _MOST_NAME = 3, 3
SHORTEST_NAME = 5
"""The minimum number of letters for an unknown last word to be a name; a shorter one is a slip: `asdf`."""
_NO_NAMES = frozenset(
    "word idea part place part group category set way name substance matter event action feeling emotion "
    "noun verb brand company machine animal plant good service gift present body collection piece "
    "combination result process source symbol sign structure system natural once before after again there here with too together".split()
)
_MIDDLE = frozenset("the of von van de da del la al bin ibn di".split())
"""Words in the middle of a name."""
_PEOPLES = ("an", "ish", "ese", "ic", "ist")
"""Endings of words for people of a country or a faith."""
_SUBJECTS = ("it", "he", "she", "this", "that")
_OTHER = (["other", "than"], ["rather", "than"], ["instead", "of"])


class Reader:
    """Reads questions about one table."""

    def __init__(self, phrases: PhraseTable, *, naming: bool, loose: bool = False) -> None:
        """`naming`: the words follow a phrase of a guess, such as `are you thinking of`.

        `loose`: a clause that fits no phrase is read by association.
        """
        self._phrases = phrases
        self._naming = naming
        self._plain = Reader(phrases, naming=False, loose=loose) if naming else self
        self._loose = loose
        self._sizes = size_words(phrases.knowledge)

    def read(self, words: Sequence[str]) -> Meaning | None:
        """The meaning of plain words; None if they aren't understood."""
        said = [word for word in words if word != ","]
        if not said:
            return None
        spelling = spelling_of(said)
        if spelling is not None:
            negative = bool(NEGATIVE & {"not"} & set(said))
            return Not(Spelled(spelling)) if negative else Spelled(spelling)
        return self.of_part(said) or self._listed(list(words))

    def _listed(self, words: list[str]) -> Meaning | None:
        if "neither" in words:
            rest = ["or" if word == "nor" else word for word in words if word != "neither"]
            inner = self._listed(rest)
            return None if inner is None else Not(inner)
        for kind, conjunctions in ((AnyOf, {"or", "nor"}), (AllOf, {"and", "but", "yet", "while"})):
            if conjunctions & set(words):
                return self._joined(kind, _split(words, conjunctions))
        return self._joined(AllOf, _split(words, set())) if "," in words else None

    def _joined(self, kind: type[AllOf | AnyOf], parts: list[list[str]]) -> Meaning | None:
        if not 1 < len(parts) <= MOST_PARTS:
            return None
        shared = self._distributed(kind, parts)
        if shared is not None:
            return shared
        read: list[Meaning] = []
        first = clause_of(parts[0])
        for i, part in enumerate(parts):
            before = parts[i - 1] if i else None
            meaning = self._shared(part, before, parts[0], first) if before else None
            if meaning is None and not before:
                meaning = self._whole(part) or self._whole([*part, parts[-1][-1]])
            if meaning is None:
                return None
            read.append(meaning)
        return joined(kind, read)

    def _whole(self, words: list[str]) -> Meaning | None:
        return self.of_part(words) or (self._listed(words) if {"and", "but"} & set(words) else None)

    def _shared(self, part: list[str], before: list[str], head: list[str], first: Clause) -> Meaning | None:
        """A later part of a list, which may share the opening of an earlier part."""
        negative = part[:1] == ["not"]
        if negative:
            part = part[1:]
        own = part[0] in BE | AUX | HAVE | {"it"} if part else False
        meaning = None
        if len(part) == 1 and len(content_of(clause_of(before).words)) > 1 and not own:
            meaning = self._plain.of_part([*before[:-1], *part])
            if isinstance(meaning, AllOf):
                meaning = None
        if not own and part and meaning is None:
            marks = [word for word in first.words if word.startswith("@")]
            for relation in (*reversed(marks), first.relation):
                meaning = meaning or self.of_part(part, relation)
            if first.negative and meaning is not None and head[:2] != part[:2]:
                meaning = meaning if negative else Not(meaning)
        meaning = meaning or (self._whole(part) if part else None)
        if meaning is None and not own and len(before) > 1:
            meaning = self.of_part([*before[:-1], *part])
        return Not(meaning) if negative and meaning is not None else meaning

    def _distributed(self, kind: type[AllOf | AnyOf], parts: list[list[str]]) -> Meaning | None:
        """A list whose end applies to all its parts.

        In `a red or green fruit` the end is the noun; in `an animal or a plant that flies` it is the clause.
        """
        last, first = clause_of(parts[-1]), clause_of(parts[0])
        if kind is not AnyOf or first.relation != "@is" or first.negative or parts[-1][0] in BE | AUX | HAVE:
            return None
        heads = [segments(self._phrases, clause_of(part), "@is") for part in parts[:-1]]
        tail = segments(self._phrases, last, "@is")
        if tail is None or len(tail) < 2 or any(head is None or len(head) != 1 for head in heads):
            return None
        article = any(word in ARTICLES for word in parts[0][:4])
        relative = any(word.startswith("@") for word in last.words)
        if not article or (parts[-1][0] in ARTICLES and not relative):
            return None
        choices = joined(AnyOf, [*(head[0] for head in heads if head), tail[0]])
        return joined(AllOf, [choices, *tail[1:]])

    def of_part(self, words: Sequence[str], relation: str | None = None) -> Meaning | None:
        """The meaning of a clause, by default in `relation`; None if it isn't understood."""
        aged = age_asked(words, self._phrases.knowledge)
        if aged is not None:
            mixed = (
                self._phrases.mixed and {"dead", "still-alive"} <= self._phrases.knowledge.properties.keys()
            )
            other = self.of_clause(clause_of(words)) if mixed else None
            return aged if other is None else by_kind(aged, other)
        found = compared(words, self._phrases)
        if found is not None:
            return self._with_comparison(*found)
        clause = clause_of(words)
        if relation is not None and clause.relation == "@is":
            clause = replace(clause, relation=relation)
        meaning = self.of_clause(clause)
        return Not(meaning) if meaning is not None and clause.negative else meaning

    def _with_comparison(self, meaning: Meaning, before: list[str]) -> Meaning | None:
        negative = bool({"not"} & set(before))
        rest = [word for word in before if word not in NEGATIVE]
        clause = clause_of(rest)
        outer = Not(meaning) if negative else meaning
        if set(telling(clause.words)) <= {"size"}:
            return outer
        inner = self._plain.of_clause(clause)
        return None if inner is None else joined(AllOf, [inner, outer])

    def of_clause(self, clause: Clause) -> Meaning | None:
        """The meaning of a reduced clause, ignoring its own negation; None if it isn't understood."""
        split = _negation_in(clause)
        if split is not None:
            return self._but_not(*split)
        found = segments(self._phrases, clause)
        name = named(clause, self._phrases)
        article = any(word in ARTICLES for word in clause.bare[:3])
        owned = name is None or self._phrases.owns(content_of(clause.words), article=article)
        if found is not None and len(found) == 1 and owned:
            return found[0]
        if name is not None:
            return name
        if found is not None:
            return joined(AllOf, found)
        return sized(clause, self._phrases, self._sizes) or self._otherwise(clause)

    def _but_not(self, before: Clause, after: Clause) -> Meaning | None:
        """The meaning of the part before a negation, together with the opposite of the part after it."""
        right = self._plain.of_clause(after)
        left = self._plain.of_clause(before) if content_of(before.words) else None
        if right is None or (left is None and telling(before.words)):
            return None
        return Not(right) if left is None else joined(AllOf, [left, Not(right)])

    def _otherwise(self, clause: Clause) -> Meaning | None:
        """The meaning of a clause that fits no phrase of the table."""
        if self._naming and (strange := foreign(clause, self._phrases, self._sizes)) is not None:
            return strange
        return loosely(clause, self._phrases) if self._loose else None


def _split(words: Sequence[str], conjunctions: set[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word in conjunctions or word == ",":
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def _negation_in(clause: Clause) -> tuple[Clause, Clause] | None:
    """The parts of a clause before and after `not`, `without` or `other than`; None if it has none."""
    words = list(clause.words)
    for i, word in enumerate(words):
        if word in ("not", "nt", "never", "non"):
            relation = next((w for w in reversed(words[:i]) if w.startswith("@")), clause.relation)
            after = Clause(False, relation, tuple(words[i + 1 :]), tuple(words[i + 1 :]))
        elif word in ("without", "lacks", "lack", "no"):
            after = Clause(False, "@has", tuple(words[i + 1 :]), tuple(words[i + 1 :]))
        elif words[i : i + 2] in _OTHER:
            after = Clause(False, clause.relation, tuple(words[i + 2 :]), tuple(words[i + 2 :]))
        else:
            continue
        return replace(clause, words=tuple(words[:i]), bare=tuple(words[:i])), after
    return None


# names and sizes in a clause


def named(clause: Clause, phrases: PhraseTable) -> Named | None:
    """The entities that the thing is, according to a clause; None if the clause names none."""
    if clause.relation not in ("@is", "@as"):
        return None
    words = [word for word in clause.bare if word not in wordings.ALONE]
    if words == ["short"]:  # the word doesn't mean shorts here
        return None
    for drop in range(_MOST_BEFORE + 1):
        if drop and words[drop - 1 : drop] and words[drop - 1] not in _BEFORE_NAMES:
            break
        left = words[drop + 1 :] if words[drop : drop + 1] in (["a"], ["an"]) else words[drop:]
        numbers = phrases.named(left)
        kind = phrases.kind(left) if {"a", "an"} & set(words[: len(words) - len(left)]) else None
        if numbers or kind is not None:
            return Named(numbers, " ".join(left), kind)
    return None


def sized(clause: Clause, phrases: PhraseTable, sizes: Mapping[str, Meaning]) -> Meaning | None:
    """The meaning of a clause with a word for a size, such as `a big animal`."""
    content = [word for word in clause.words if word in sizes]
    if len(content) != 1 or clause.relation not in ("@is", "@as"):
        return None
    rest = replace(clause, words=tuple(word for word in clause.words if word != content[0]))
    if set(telling(rest.words)) <= {"size"}:
        return sizes[content[0]]
    found = segments(phrases, rest)
    return joined(AllOf, [sizes[content[0]], *found]) if found else None


def foreign_asked(words: Sequence[str], phrases: PhraseTable, sizes: Mapping[str, Meaning]) -> Named | None:
    """The foreign name in a question such as `is it a zither`; None for any other question."""
    said = [word for word in words if word != ","]
    if said[:2] not in (["is", "it"], ["was", "it"]) or said[2:3] not in (["a"], ["an"]):
        return None
    if "or" not in said:
        return foreign(clause_of(said), phrases, sizes)
    clauses = [clause_of(["is", "it", *part]) for part in _split(said[2:], {"or"})]
    found = [named(clause, phrases) or foreign(clause, phrases, sizes) for clause in clauses]
    known = [name for name in found if name is not None and name.kind is None]
    numbers = tuple(number for name in known for number in name.numbers)
    whole = len(known) == len(found) and all(clause.bare[:1] in (("a",), ("an",)) for clause in clauses)
    return Named(numbers, " or ".join(name.text for name in known)) if whole else None


def foreign(clause: Clause, phrases: PhraseTable, sizes: Mapping[str, Meaning]) -> Named | None:
    """The name of something that isn't in the deck; None if the clause isn't such a name."""
    words = [word for word in clause.bare if word not in ("a", "an", "the")]
    plain = content_of(clause.words)
    if not words or clause.negative or len(words) > _MOST_NAME or tuple(words) != plain:
        return None
    vague = wordings.VAGUE | wordings.HARMLESS | _NO_NAMES
    odd = any(w in vague or w in ("or", "and") or w in sizes or not w.isalpha() for w in words)
    known = any(phrases.lookup("@is", (word,)) for word in words)
    odd = odd or any(participle(word) or word == "easily" for word in words)
    return None if odd or known else Named((), " ".join(words))


def name_asked(text: str, found: Meaning | None, phrases: PhraseTable) -> Named | None:
    """The person named in `is it Frida Kahlo?`, `Ida B. Wells?` or `is it borges`; None if there is none.

    A name has capital letters, or its last word is known neither to the table nor to the language. `found`:
    the text's meaning otherwise. A name takes precedence over a reading by associated words, which only says
    what a person had to do with.
    """
    asked = _asked_for(text)
    name = asked or _said(text)
    plain = phrases.knowledge.english.flat(" ".join(name))
    if not 0 < len(name) <= _MOST_NAME or not plain or not all(map(str.isalpha, plain)):
        return None
    shown = " ".join(name)
    tall = all(word[:1].isupper() or word in _MIDDLE for word in name) and any(w[1:].islower() for w in name)
    whole = tuple(n for n in phrases.names.get(tuple(plain), ()) if phrases.is_proper(n))
    if asked and tall and whole:
        return Named(whole, shown.casefold())
    instead = found is None or (phrases.people and not phrases.mixed and is_loose(found))
    capital = asked and tall and instead
    unknown = found is None and phrases.people and wordings.SMALL.isdisjoint(plain)
    unknown = unknown and len(plain[-1]) >= SHORTEST_NAME and not phrases.knowledge.is_word(plain[-1])
    if not (capital or unknown) or plain[-1].endswith(_PEOPLES):
        return None
    if any(phrases.lookup(relation, (word,)) for word in plain for relation in ("@is", "@known")):
        return None
    parts = (numbers for row, numbers in phrases.names.items() if capital and set(plain) <= set(row))
    return Named(tuple(n for numbers in parts for n in numbers), shown)


def _said(text: str) -> list[str]:
    """The words of a text, without the punctuation at its end."""
    return text.strip().rstrip("?!. ").split()


def _asked_for(text: str) -> list[str]:
    """The words after `is it` and the like; empty if the text doesn't begin like that.

    >>> _asked_for("Is she Ida B. Wells?"), _asked_for("Ida B. Wells?")
    (['Ida', 'B.', 'Wells'], [])
    """
    words = _said(text)
    asks = len(words) > 2 and words[0].casefold() in ("is", "was") and words[1].casefold() in _SUBJECTS
    return words[2:] if asks else []
