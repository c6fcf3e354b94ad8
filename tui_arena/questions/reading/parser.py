"""The parser of a question's plain words: lists, negations, comparisons, names and phrases.

The parts of a list share the relation of the first one (`made of wood or metal`).

If one part of a question is not understood, the whole question is not understood.

A name counts only if the clause says that the thing is it. An unknown plain noun is taken for the name of
something that is not in the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tui_arena.core.language.numbers import ORDINALS
from tui_arena.questions import wordings
from tui_arena.questions.associated_words import names_in, words_of
from tui_arena.questions.english import participle
from tui_arena.questions.meaning import About, AllOf, AnyOf, Meaning, Named, Not, Spelled
from tui_arena.questions.reading.amounts import compared, size_words
from tui_arena.questions.reading.association import RELATIONS, loosely
from tui_arena.questions.reading.clauses import AUX, BE, HAVE, NEGATIVE, Clause, clause_of
from tui_arena.questions.reading.phrases import Phrases, content_of, joined, segments, telling
from tui_arena.questions.reading.times import age_asked, by_kind
from tui_arena.questions.spelling import spelling_of

MOST_PARTS = 8
ARTICLES = ("a", "an", "the", "some")
_BEFORE_NAMES = frozenset(
    "kind of be just real typical regular normal like it called simple any".split()
) | set(ARTICLES)
_MOST_BEFORE, _MOST_NAME = 3, 3
SHORTEST_NAME = 5
"""Fewest letters of a last word that nobody knows, for it to be a name: `asdf` is a slip."""
_NO_NAMES = frozenset(
    "word idea part place part group category set way name substance matter event action feeling emotion "
    "noun verb brand company machine animal plant good service gift present body collection piece "
    "combination result process source symbol sign structure system natural once before after again there here with too together".split()
)
_MIDDLE = frozenset("the of von van de da del la al bin ibn di".split())
"""What stands in the middle of a name."""
_PEOPLES = ("an", "ish", "ese", "ic", "ist")
"""How words for people of a country or a faith end."""
_SHORTEST_PEOPLE = 3
"""Fewest letters of such a word, less one."""
_FAITHS = frozenset(
    "maori sikh thai hindu jew muslim mormon quaker dutch french greek czech swiss zulu arab turk inuit aztec inca maya tamil nazi "
    "iraqi israeli saudi pakistani slovak kurd scot gay british irish".split()
)
_SUBJECTS = ("it", "he", "she", "this", "that")
_OTHER = (["other", "than"], ["rather", "than"], ["instead", "of"])


class Reader:
    """Reads questions about one table."""

    def __init__(self, phrases: Phrases, *, naming: bool, loose: bool = False) -> None:
        """`naming`: the words follow a phrase of a guess, such as `are you thinking of`.

        `loose`: a clause that fits no phrase is read by association.
        """
        self._phrases = phrases
        self._naming = naming
        self._plain = Reader(phrases, naming=False, loose=loose) if naming else self
        self._loose = loose
        self._sizes = size_words(phrases.knowledge)

    def read(self, words: Sequence[str]) -> Meaning | None:
        """The meaning of plain words; None if they are not understood."""
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
        """A list whose end applies to all parts.

        In `a red or green fruit` it is the noun; in `an animal or a plant that flies` it is the clause.
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
        """The meaning of one clause, in a relation if it has none of its own; None if it is not understood."""
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
        """The meaning of a reduced clause, whose own negation is left aside; None if it is not understood."""
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
        """What a clause says before a negation, and the opposite of what it says after it."""
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
    """The parts of a clause before and after a `not`, `without` or `other than` in it; None without one."""
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


def named(clause: Clause, phrases: Phrases) -> Named | None:
    """The entities that the thing is, according to a clause."""
    if clause.relation not in ("@is", "@as"):
        return None
    words = [word for word in clause.bare if word not in wordings.ALONE]
    if words == ["short"]:  # no shorts
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


def sized(clause: Clause, phrases: Phrases, sizes: Mapping[str, Meaning]) -> Meaning | None:
    """The meaning of a clause with a word for a size, such as `a big animal`."""
    content = [word for word in clause.words if word in sizes]
    if len(content) != 1 or clause.relation not in ("@is", "@as"):
        return None
    rest = replace(clause, words=tuple(word for word in clause.words if word != content[0]))
    if set(telling(rest.words)) <= {"size"}:
        return sizes[content[0]]
    found = segments(phrases, rest)
    return joined(AllOf, [sizes[content[0]], *found]) if found else None


def foreign_asked(words: Sequence[str], phrases: Phrases, sizes: Mapping[str, Meaning]) -> Named | None:
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


def foreign(clause: Clause, phrases: Phrases, sizes: Mapping[str, Meaning]) -> Named | None:
    """The name of something that is not in the deck; None if a clause is no such name."""
    words = [word for word in clause.bare if word not in ("a", "an", "the")]
    plain = content_of(clause.words)
    if not words or clause.negative or len(words) > _MOST_NAME or tuple(words) != plain:
        return None
    vague = wordings.VAGUE | wordings.HARMLESS | _NO_NAMES
    odd = any(w in vague or w in ("or", "and") or w in sizes or not w.isalpha() for w in words)
    known = any(phrases.lookup("@is", (word,)) for word in words)
    odd = odd or any(participle(word) or word == "easily" for word in words)
    return None if odd or known else Named((), " ".join(words))


def called(text: str, phrases: Phrases) -> Named | None:
    """The entity that a question such as `Is he Prince?` names by its whole name, with capital letters."""
    name = stranger(text)
    numbers = (
        phrases.names.get(tuple(phrases.knowledge.english.flat(name.text)), ()) if name is not None else ()
    )
    proper = tuple(n for n in numbers if phrases.is_proper(n))
    return Named(proper, name.text.casefold()) if proper and name is not None else None


def full_name(text: str, phrases: Phrases) -> Named | None:
    """The name of two or three words of somebody who is not in a deck of people: `is it al capone`, `Ida B. Wells?`.

    The table reads no word of it. Without capital letters it follows `is it`, and its last word belongs to nobody in the deck.
    """
    if not phrases.people:
        return None
    asked = _asked_for(text)
    asks, name = bool(asked), asked or _said(text)
    middle = len(name) > 2 and name[1].casefold() in _MIDDLE and name[2].casefold() not in ORDINALS
    if not 1 < len(name) <= _MOST_NAME:
        return None
    own = words_of(phrases.knowledge)
    plain = phrases.knowledge.english.flat(" ".join([name[0], *name[2:]] if middle else name))
    if (wordings.SMALL | wordings.TURNING | wordings.ALONE | wordings.HARMLESS) & set(plain):
        return None
    read = any(phrases.lookup(relation, (word,)) for word in plain for relation in ("@is", "@known"))
    tall = all(word[:1].isupper() or (middle and word == name[1]) for word in name) and any(
        word[1:].islower() for word in name
    )
    whole = asks and (not own.of(plain[-1]) or (middle and plain[0] in names_in(phrases.knowledge)))
    first = plain[0] if middle else ""
    unread = not read or (bool(first) and not phrases.lookup("@is", (first,)))
    return Named((), " ".join(name)) if unread and (tall or whole) else None


def unknown_name(text: str, phrases: Phrases) -> Named | None:
    """The name of somebody whom neither a deck of people nor the language knows: `borges`, `is it jorge luis borges`.

    Else it would be asked for in other words, and tell for nothing that they are not in the deck.
    """
    name = _asked_for(text) or _said(text)
    plain = phrases.knowledge.english.flat(" ".join(name))
    if not phrases.people or not 0 < len(plain) <= _MOST_NAME or not all(map(str.isalpha, plain)):
        return None
    first, last = plain[:-1], plain[-1]
    read = any(phrases.lookup(relation, (word,)) for word in plain for relation in RELATIONS)
    odd = len(last) < SHORTEST_NAME or phrases.knowledge.is_word(last) or wordings.SMALL & set(first)
    return None if read or odd else Named((), " ".join(name))


def name_instead(text: str, found: Meaning | None, phrases: Phrases) -> Named | None:
    """The name in `is it Frankenstein`, which a table of people only reads as what somebody has to do with."""
    asked = _asked_for(text)
    name = asked[1:] if asked[:1] in (["the"], ["The"]) else asked
    if not phrases.people or phrases.mixed or not 0 < len(name) <= _MOST_NAME:
        return None
    plain = phrases.knowledge.english.flat(" ".join(name))
    own = names_in(phrases.knowledge)
    if not plain or phrases.lookup("@is", tuple(plain)):
        return None
    tall = all(part[:1].isupper() and part[1:].islower() for word in name for part in word.split("-"))
    if isinstance(found, Named) and len(plain) == 1 and tuple(plain) not in phrases.names:
        return replace(found, numbers=tuple(dict.fromkeys((*found.numbers, *_named_so(plain, phrases)))))
    loose = isinstance(found, About) or (
        isinstance(found, AllOf | AnyOf) and all(isinstance(part, About) for part in found.of)
    )
    several = tall and len(name) > 1 and not phrases.lookup("@is", (plain[-1],))
    one = len(name) > 1 or _said(text)[1].casefold() == "it"
    named_ = one and (tall or own.issuperset(plain) or " ".join(plain) in own)
    long = len(plain) == 1 or len(plain[-1]) > _SHORTEST_PEOPLE
    if not (several or (loose and named_)) or (long and _of_a_people(plain[-1], own)):
        return None
    return Named(_named_so(plain, phrases), " ".join(name))


def _named_so(words: Sequence[str], phrases: Phrases) -> tuple[int, ...]:
    """The entities whose name holds all of the words."""
    return tuple(n for row, numbers in phrases.names.items() if set(words) <= set(row) for n in numbers)


def _of_a_people(word: str, names: frozenset[str]) -> bool:
    """Whether a word with a capital letter tells where somebody is from, or what somebody believes."""
    country = not word.endswith("o") and any(
        other != word and other.startswith(word[: max(4, len(word) - 2)]) and other.endswith(_PEOPLES)
        for other in names
    )
    hero = word.endswith("man") and word not in ("german", "roman", "norman", "ottoman")
    return (word.endswith(_PEOPLES) and not hero) or word in _FAITHS or country


def stranger(text: str) -> Named | None:
    """The name in a question such as `Is it Maradona?`, for names that are not in the deck.

    Such a name is recognised by its capital letters. None for any other question.
    """
    name = _asked_for(text)
    named = 0 < len(name) <= _MOST_NAME and all(word[:1].isupper() and word[1:].islower() for word in name)
    return Named((), " ".join(name)) if named else None


def _said(text: str) -> list[str]:
    """The words of a text, without the signs at its end."""
    return text.strip().rstrip("?!. ").split()


def _asked_for(text: str) -> list[str]:
    """The words behind `is it` and the like; empty: the text asks for nobody so.

    >>> _asked_for("Is she Ida B. Wells?"), _asked_for("Ida B. Wells?")
    (['Ida', 'B.', 'Wells'], [])
    """
    words = _said(text)
    asks = len(words) > 2 and words[0].casefold() in ("is", "was") and words[1].casefold() in _SUBJECTS
    return words[2:] if asks else []
