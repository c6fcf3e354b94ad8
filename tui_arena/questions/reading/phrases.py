"""The phrases of a table and the names of its entities, and how a clause is read by them.

The longest phrases win. A phrase with two meanings has none, unless the clause has exactly the words of one
of them.

Every content word of a clause must be part of a phrase, or the clause isn't understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import chain
from typing import Literal, TypeVar

from tui_arena.core.caches import uncollected
from tui_arena.core.grouping import grouped
from tui_arena.core.language.families import first_letter, stem
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.questions import wordings
from tui_arena.questions.meaning import About, Above, AllOf, AnyOf, Is, Meaning, Named, Not
from tui_arena.questions.reading.clauses import Clause, clause_of
from tui_arena.questions.table import Knowledge, Texts, signed
from tui_arena.questions.wordings import participle, rewritten, table_of

_Source = Literal["phrase", "question", "everyday"]
_Key = TypeVar("_Key")
SUBJECTS = table_of([(wordings.SUBJECT, "it")])
LONGEST = 7
"""The maximum number of words in a phrase."""

_FOOD = "edible"
_SAME = {
    **dict.fromkeys("could might may".split(), "can"),
    **dict.fromkeys("would will does did".split(), "do"),
    **dict.fromkeys("was were are".split(), "is"),
    **dict.fromkeys("she him her his".split(), "he"),
    **dict.fromkeys("i we one people someone somebody anyone anybody humans".split(), "you"),
    **dict.fromkeys(("my", "our", "peoples"), "your"),
}
"""Maps auxiliary verbs, and words for people, to one word for all that mean the same in a question."""
_SAME |= {str(number): word for word, number in NUMBERS.items()}
_LEFT_OUT = frozenset("a an the some any , very really ever".split())
_HE = frozenset("he she him his her".split())
_SOMEBODY = ("this person", "this character")
_ELSEWHERE = frozenset("there inside".split())
"""Words that ask about a place; everyday questions with them don't become phrases."""
_EMPTY = frozenset(
    "find use see have get make keep take put need do go work live give like found turn switch come".split()
)
"""Verbs that mean nothing alone."""

_NEAR: Mapping[str, tuple[str, ...]] = {
    "@is": ("@is", "@of"),
    "@as": ("@is", "@for", "@done"),
    "@of": ("@of", "@has", "@is"),
    "@has": ("@has", "@of", "@need"),
    "@at": ("@at", "@from", "@about", "@used", "@for"),
    "@used": ("@used", "@at", "@about", "@for", "@done"),
    "@in": ("@at", "@about", "@from", "@used", "@for"),
    "@for": ("@for", "@done", "@by", "@about"),
    "@by": ("@by", "@for", "@need"),
    "@about": ("@about", "@for", "@at", "@known", "@from"),
    "@need": ("@need", "@has", "@done", "@about"),
    "@do": ("@do",),
    "@done": ("@done", "@for"),
    "@from": ("@from", "@at", "@is"),
    "@known": ("@known", "@about", "@is", "@do", "@done", "@for"),
}


@dataclass(frozen=True, slots=True)
class _Under:
    """The phrases of a table that contain one stem."""

    keys: dict[tuple[str, ...], dict[tuple[str, ...], Meaning]] = field(default_factory=dict)
    """Maps a relation and stems, of which this one is the first, to meanings by the table's own words."""
    words: set[str] = field(default_factory=set)
    """The words with this stem."""
    strong: set[tuple[str, ...]] = field(default_factory=set)
    """The content words of the table's questions about what a thing is, if the first of them has this stem."""


_NOTHING = _Under()


class _ByStem:
    """Finds words, or runs of words, by the stem of their last word.

    It makes only the stems with a first letter that was asked about: to make all takes longer than many questions.
    """

    def __init__(self, runs: Iterable[tuple[str, ...]] = ()) -> None:
        self._by_letter = grouped((first_letter(run[-1]), run) for run in runs)
        self._found: dict[str, dict[tuple[str, ...], list[tuple[str, ...]]]] = {}
        """Maps a first letter that was asked about to the runs by their words, with a stem as the last one."""

    def of(self, stemmed: tuple[str, ...]) -> Sequence[tuple[str, ...]]:
        """The runs with these words, of which the last one is a stem."""
        letter = stemmed[-1][:1]
        found = self._found.get(letter)
        if found is None:
            runs = self._by_letter.get(letter, ())
            found = self._found[letter] = grouped(((*run[:-1], stem(run[-1])), run) for run in runs)
        return found.get(stemmed, ())


@dataclass(slots=True)
class PhraseTable:
    """All phrases for a table's questions, and all names of its entities.

    Phrases are reduced when one of their words is asked about, because a table has thousands.
    """

    knowledge: Knowledge
    verbatim: dict[tuple[str, ...], Meaning] = field(default_factory=dict)
    """Maps the words of each of the table's own questions to its meaning."""
    exact: dict[tuple[str, ...], Meaning] = field(default_factory=dict)
    """Maps the words of a whole question, in the form of `canonical`, to its meaning."""
    names: dict[tuple[str, ...], tuple[int, ...]] = field(default_factory=dict)
    """Maps the words of a name to entities."""
    surnames: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Maps the last word of a proper name to entities."""
    of_somebody: dict[tuple[str, ...], Meaning] = field(default_factory=dict)
    """Maps the words of a whole question about somebody, with `it` for the person, to its meaning; only in a
    mixed table."""
    mixed: bool = False
    """True if the table contains people and characters."""
    everyday: set[Meaning] = field(default_factory=set)
    """The meanings of everyday questions; such a question has no other reading."""
    in_names: set[str] = field(default_factory=set)
    """All words of names."""
    people: bool = False
    """True if most entities have proper names."""
    _phrases: list[tuple[str, Meaning, _Source]] = field(default_factory=list)
    _by_word: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Maps a word to the numbers of the phrases that contain it."""
    _words: _ByStem = field(default_factory=_ByStem)
    """The words of phrases."""
    _names: _ByStem = field(default_factory=_ByStem)
    """The names of entities."""
    _known: dict[str, _Under] = field(default_factory=dict)
    """Maps a stem to its phrases, for stems that were asked about."""

    def put(self, texts: Iterable[str], meaning: Meaning) -> None:
        """Add phrases of one meaning, such as `has wheels`."""
        self._phrases += [(text, meaning, "phrase") for text in texts]

    def put_question(self, text: str, meaning: Meaning) -> None:
        """Add a question of the table."""
        words = self.flat(text)
        if not words:
            return
        of_it = rewritten(words, SUBJECTS)
        self.exact.setdefault(canonical(words), meaning)
        self.verbatim.setdefault(tuple(words), meaning)
        if self.mixed and of_it != words:
            self._add(self.of_somebody, canonical(of_it), meaning)
        elif of_it != words:
            self.exact.setdefault(canonical(of_it), meaning)
        self._phrases.append((text, meaning, "question"))

    def complete(self) -> None:
        """Make phrases and names findable, when all are there."""
        self._by_word = self.knowledge.english.by_word([text for text, _, _ in self._phrases])
        self._words, self._names = _ByStem(zip(self._by_word)), _ByStem(self.names)
        self.in_names.update(chain.from_iterable(self.names))

    def under(self, stem_: str) -> _Under:
        """The phrases that contain a stem."""
        found = self._known.get(stem_)
        if found is None:
            words = (*chain.from_iterable(self._words.of((stem_,))), *_merged().get(stem_, ()))
            numbers = {number for word in words for number in self._by_word.get(word, ())}
            if not numbers:
                return _NOTHING
            found = _Under()
            for number in sorted(numbers):
                text, meaning, source = self._phrases[number]
                if source == "everyday":
                    self._mean_key(found, stem_, text, meaning)
                elif (phrase := self._reduced(text, meaning, whole=source == "question")) is not None:
                    self._key(found, stem_, *phrase, whole=source == "question")
            self._known[stem_] = found
        return found

    def knows(self, word: str) -> bool:
        """True if a word is part of a phrase or a name, or the stem of a word of a phrase."""
        return word in self.in_names or word in self.under(stem(word)).words or bool(self.under(word).words)

    def vocabulary(self) -> set[str]:
        """All words of phrases and names, and the stems of words of phrases."""
        known = set(self.in_names)
        for text, meaning, source in self._phrases:  # each is reduced once, not under each of its stems
            if source == "everyday":
                continue
            phrase = self._reduced(text, meaning, whole=source == "question")
            if phrase is not None and (content := _telling_of(phrase[0])):
                known.update(content, _stems(content))
        return known

    def _opposite(self, meaning: Meaning) -> Meaning:
        """The opposite of a meaning. If only food can have a property, such as healthy, only food can have its opposite."""
        about = self.knowledge.properties.get(meaning.question) if isinstance(meaning, Is) else None
        of_food = about is not None and about.after == _FOOD
        return joined(AllOf, [Is(_FOOD), Not(meaning)]) if of_food else Not(meaning)

    def mean(self, text: str, meaning: Meaning) -> None:
        """Give a question and its phrase a meaning, in place of any earlier meaning.

        A phrase that isn't a quality keeps its earlier meanings, too.
        """
        words = self.flat(text.removeprefix("!"))
        of_it = rewritten(words, SUBJECTS)
        self.exact[canonical(words)] = meaning
        if self.mixed and not _HE.isdisjoint(words):  # questions about a thing have other words
            return
        if of_it != words:
            self.exact[canonical(of_it)] = meaning
        if not text.startswith("!") and _ELSEWHERE.isdisjoint(words):
            self._phrases.append((text, meaning, "everyday"))

    def _mean_key(self, under: _Under, first: str, text: str, meaning: Meaning) -> None:
        """Add the phrase of an everyday question if its first word has the stem `first`."""
        clause = clause_of(rewritten(self.flat(text), SUBJECTS))
        content = content_of(clause.words)
        if content and stem(content[0]) == first and not _EMPTY.issuperset(content):
            known = under.keys.setdefault((clause.relation, *_stems(content)), {})
            if clause.relation == "@is" and len(content) == 1:
                known.clear()
            known.setdefault(content, meaning)

    def flat(self, text: str) -> list[str]:
        """The words of a text, without question marks."""
        return self.knowledge.english.flat(text)

    def asked(self, words: Sequence[str]) -> Meaning | None:
        """The meaning of a whole question of the table or an everyday question; None if it is neither."""
        found = self.verbatim.get(tuple(words))
        if found is None and self._is_name_asked(words):
            return None  # `is it shorts` isn't `is it short`
        found = found or self.exact.get(canonical(words))
        if found is None and not self.mixed:
            found = self.exact.get(canonical(rewritten(words, SUBJECTS)))
        if (
            self.mixed
            and tuple(words) not in self.verbatim
            and not _HE.isdisjoint(words)
            and found not in self.everyday
        ):
            asked = self.of_somebody.get(canonical(rewritten(words, SUBJECTS)))
            found = asked if isinstance(asked, AnyOf) else found
        return found

    def _is_name_asked(self, words: Sequence[str]) -> bool:
        """True for `is it a lighter` and `is it shorts`, if the last words are exactly an entity's name."""
        one = words[2:3] in (["a"], ["an"])
        name = tuple(words[3:] if one else words[2:])
        return list(words[:2]) == ["is", "it"] and name in self.names and (one or name[-1].endswith("s"))

    def _reduced(self, text: str, meaning: Meaning, *, whole: bool) -> tuple[Clause, Meaning] | None:
        """The clause and the meaning of a phrase; None for a question that isn't a phrase."""
        words = self.flat(text)
        of_it = rewritten(words, SUBJECTS)
        if "," in words or (whole and {"or", "and"} & set(words)):
            return None
        if words[0] == "not" and len(words) > 1:
            of_it, meaning = of_it[1:], self._opposite(meaning)
        clause = clause_of(of_it)
        if not clause.negative:
            return clause, meaning
        return None if whole else (clause, Not(meaning))

    def _key(self, under: _Under, first: str, clause: Clause, meaning: Meaning, *, whole: bool) -> None:
        """Add the words of a phrase with the stem `first`, and its meaning if that is its first stem."""
        content = _telling_of(clause)
        if not content:
            return
        stems = _stems(content)
        under.words.update([word for word, stem_ in zip(content, stems, strict=True) if stem_ == first])
        if stems[0] != first:
            return
        relations = [{"@in": "@at", "@as": "@is"}.get(clause.relation, clause.relation)]
        if relations == ["@is"] and participle(content[0]):
            relations.append("@done")
        if relations == ["@is"] and (len(content) > 1 or content[0].endswith("s")):
            relations += ["@do", "@done"] if len(content) > 1 else ["@do"]
        if whole and clause.relation == "@is":
            under.strong.add(content)
        for relation in relations:
            self._add(under.keys.setdefault((relation, *stems), {}), content, meaning)

    def _add(self, table: dict[tuple[str, ...], Meaning], key: tuple[str, ...], meaning: Meaning) -> None:
        """Add a meaning; in tables of people and characters, keep one for each of them."""
        known = table.setdefault(key, meaning)
        if self.mixed and known != meaning and not any(isinstance(m, Not) for m in (known, meaning)):
            parts = known.of if isinstance(known, AnyOf) else (known,)
            if self._about_whom(meaning) not in map(self._about_whom, parts):
                table[key] = joined(AnyOf, [known, meaning])

    def _about_whom(self, meaning: Meaning) -> str:
        """The kind of thing that a property describes: a person, a character or a thing."""
        asked = self.knowledge.properties.get(meaning.question) if isinstance(meaning, Is) else None
        if asked is not None and "person" in asked.implies:
            return "a job"
        text = asked.question if asked is not None else ""
        return next((whom for whom in _SOMEBODY if whom in text), "")

    def name(self, number: int, name: str, *, surname: bool) -> None:
        """Add a name of an entity; `surname`: the last word alone also names it."""
        words = tuple(self.flat(name))
        if words and words[0] in ("a", "an", "the"):
            words = words[1:]
        if not words:
            return
        _also(self.names, words, number)
        if surname and len(words) > 1 and len(words[-1]) > 2 and "the" not in words:
            _also(self.surnames, words[-1], number)

    def kind(self, words: Sequence[str]) -> Meaning | None:
        """Everything of the kind that the words name; None if there is nothing.

        For the name of a job, also the people who have had the job, if there is a property of that name.
        """
        stems = _stems(words)
        told = _kinds(self.knowledge).get(stems, ())
        names = ["-".join(stems), *(self.knowledge.entities[n].name for n in self.named(words))]
        job = next((name for name in names if name in self.knowledge.properties), "")
        people = "person" in self.knowledge.properties and job
        is_job = people and any(self.knowledge.answer(n, "person") == "yes" for n in self.named(words))
        parts: list[Meaning] = [*([Named(told)] if told else []), *([Is(job)] if is_job else [])]
        return joined(AnyOf, parts) if parts else None

    def lookup(self, relation: str, content: tuple[str, ...]) -> Meaning | None:
        """The meaning of a run of content words in a relation; None if it has no meaning."""
        stems = _stems(content)
        keys = self.under(stems[0]).keys
        near = _NEAR.get(relation, (relation,))
        if relation == "@is" and participle(content[0]):
            near = ("@is", "@done", "@of")
        if relation == "@has" and participle(content[0]):
            near = (*near, "@do")
        for other in near:
            found = keys.get((other, *stems))
            if found is None:
                continue
            if content in found:
                return found[content]
            meanings = set(found.values())
            if len(meanings) == 1:
                return meanings.pop()
        return None

    def owns(self, content: tuple[str, ...], *, article: bool) -> bool:
        """True if words that name an entity mean a property instead: `a prince` isn't the singer."""
        stems = _stems(content)
        under = self.under(stems[0])
        people = all(map(self.is_proper, self.named(content)))
        known = content in under.keys.get(("@is", *stems), {})
        return content in under.strong or ((people or not article) and known)

    def is_proper(self, number: int) -> bool:
        """True if an entity's name is a proper name."""
        return self.knowledge.entities[number].name[:1].isupper()

    def named(self, words: Sequence[str]) -> tuple[int, ...]:
        """The entities that words name; empty if they name none."""
        said = tuple(words)
        while said and said[0] in ("a", "an", "the", "some", "any", "your", "my"):
            said = said[1:]
        if not said:
            return ()
        if found := self.names.get(said):
            return found
        alike = self._names.of((*said[:-1], stem(said[-1])))
        if alike:
            return tuple(sorted({number for name in alike for number in self.names[name]}))
        return self.surnames.get(said[0], ()) if len(said) == 1 else ()


def _also(table: dict[_Key, tuple[int, ...]], key: _Key, number: int) -> None:
    """Add a number to those of a key, unless it is one of them."""
    known = table.get(key, ())
    if number not in known:
        table[key] = (*known, number)


@cache
def _merged() -> Mapping[str, Sequence[str]]:
    """Maps the stem of a word that replaces several wordings, such as `eatfrom`, to the first words of these."""
    return {
        stem(means): [wording.split()[0] for wording in said.split("|")]
        for said, means in wordings.MARKS
        if not means.startswith("@")
    }


def canonical(words: Sequence[str]) -> tuple[str, ...]:
    """The common form of questions that differ only in an auxiliary verb, the people or a word's form.

    >>> canonical("could people eat the leaves".split()) == canonical("can you eat leaf".split())
    True
    """
    return tuple([_SAME.get(word) or stem(word) for word in words if word not in _LEFT_OUT])


def _stems(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(stem(word) for word in words)


def _telling_of(clause: Clause) -> tuple[str, ...]:
    """The content words of a phrase; none if they say too little to find the phrase by them."""
    content = content_of(clause.words)
    return () if _EMPTY.issuperset(content) or content in (("turns",), ("turned",)) else content


def content_of(words: Sequence[str]) -> tuple[str, ...]:
    """Words without marks and small words."""
    return tuple(word for word in words if not word.startswith("@") and word not in wordings.SMALL)


def telling(words: Sequence[str]) -> list[str]:
    """Words that say something about the thing, even next to others."""
    return [word for word in content_of(words) if word not in wordings.VAGUE | wordings.HARMLESS]


@lru_cache(maxsize=16)
def phrases_of(knowledge: Knowledge) -> PhraseTable:
    """The phrases of a table, computed once."""
    with uncollected():
        return _phrases_of(knowledge)


def _phrases_of(knowledge: Knowledge) -> PhraseTable:
    texts = [prop.question for prop in knowledge.properties.values()]
    mixed = all(any(whom in text for text in texts) for whom in _SOMEBODY)
    out = PhraseTable(knowledge, mixed=mixed)
    for prop in knowledge.properties.values():
        out.put(prop.words, Is(prop.id))
    for prop in knowledge.properties.values():
        meaning = Is(prop.id)
        for text in (prop.question, *prop.also, *prop.heard):
            out.put_question(text, meaning)
    _mean_everyday(out)
    for question in knowledge.questions.values():
        out.verbatim.setdefault(tuple(out.flat(question.text)), Is(question.id))
    for i, entity in enumerate(knowledge.entities):
        for name in entity.names:
            out.name(i, name, surname=name[:1].isupper())
    out.complete()
    proper = sum(entity.name[:1].isupper() for entity in knowledge.entities)
    out.people = proper * 2 > len(knowledge.entities)
    return out


@lru_cache(maxsize=16)
def _kinds(knowledge: Knowledge) -> Mapping[tuple[str, ...], tuple[int, ...]]:
    """Maps the stems of a kind, which the deck writes with an article (`a dog`), to entities."""
    out: dict[tuple[str, ...], tuple[int, ...]] = {}
    for i, entity in enumerate(knowledge.entities):
        for text in Texts.of(entity.about).beginning("a", "an"):
            kind = _stems(knowledge.english.flat(text)[1:])
            out[kind] = (*out.get(kind, ()), i)
    return out


def _mean_everyday(out: PhraseTable) -> None:
    """Give everyday questions the meaning that people give them."""
    one = cache(partial(_one, knowledge=out.knowledge))
    for text, names in out.knowledge.english.questions:
        meaning = _any_but(names, one)
        if meaning is not None:
            out.everyday.add(meaning)
            out.mean(text, meaning)


_MeaningOf = Callable[[str], Meaning | None]
"""The meaning of a single name; None if the table lacks it."""


def _any_but(names: str, one: _MeaningOf) -> Meaning | None:
    """The meaning of a list: any of the names, but none marked `-`; None if the table lacks one of them."""
    likes: list[Meaning] = []
    nots: list[Meaning] = []
    for name in names.split():
        part = _all_of(name.removeprefix("-"), one)
        if part is None:
            return None
        if name[0] == "-":
            nots.append(Not(part))
        else:
            likes.append(part)
    return joined(AllOf, [*([joined(AnyOf, likes)] if likes else []), *nots])


def _all_of(names: str, one: _MeaningOf) -> Meaning | None:
    """The meaning of `a+b`; None if the table lacks one of them."""
    if "+" not in names:
        return one(names)
    parts = [one(name) for name in names.split("+")]
    known = [part for part in parts if part is not None]
    return joined(AllOf, known) if len(known) == len(parts) else None


def _one(name: str, knowledge: Knowledge) -> Meaning | None:
    """The meaning of a single name; None if the table lacks it."""
    if name[0] in "*?":
        return About((name[1:].replace("_", " "),), partly=name[0] == "?")
    scale, sign, amount = name.partition(">") if ">" in name else name.partition("<")
    if sign:
        above = Above(scale, float(amount)) if scale in knowledge.scales else None
        return Not(above) if sign == "<" and above is not None else above
    known, answer = signed(name)
    if known not in knowledge.properties:
        return None
    return Is(known) if answer == "yes" else Not(Is(known))


MOST_CONTENT = 24
_Read = tuple[float, list[Meaning]]
"""The cost of reading from a word to the end, and the meanings that are found."""
_From = Callable[[int, str], _Read | None]
"""Reads on from the word with this index in a relation; None if a word is left over."""


def segments(phrases: PhraseTable, clause: Clause, relation: str = "") -> list[Meaning] | None:
    """The meanings of the phrases of a clause, in order; None if a word is left over."""
    words = clause.words
    if not content_of(words) or len(words) > MOST_CONTENT:
        return None
    whole = content_of(words)
    if len(whole) <= LONGEST and (meaning := phrases.lookup(relation or clause.relation, whole)):
        return [meaning]
    best: dict[tuple[int, str], _Read | None] = {}

    def from_(i: int, rel: str) -> _Read | None:
        if i == len(words):
            return 0, []
        if (i, rel) not in best:
            best[i, rel] = None
            best[i, rel] = min(_ways(phrases, words, i, rel, from_), key=lambda way: way[0], default=None)
        return best[i, rel]

    found = from_(0, relation or clause.relation)
    return found[1] if found and found[1] else _of_vague(phrases, whole, relation or clause.relation)


def _of_vague(phrases: PhraseTable, content: tuple[str, ...], relation: str) -> list[Meaning] | None:
    """The meaning of words that could all be left out if there were others: `an actual object`."""
    vague = wordings.HARMLESS | wordings.VAGUE | wordings.ALONE
    if not vague.issuperset(content):
        return None
    ends = (phrases.lookup(relation, content[start:]) for start in range(1, len(content)))
    return next(([meaning] for meaning in ends if meaning is not None), None)


def _ways(phrases: PhraseTable, words: Sequence[str], i: int, rel: str, from_: _From) -> Iterator[_Read]:
    """The ways to read on from a word, each with its cost: leave the word out, or begin a phrase with it."""
    word = words[i]
    step = _step(word)
    if step is not None:
        rest = from_(i + 1, word if word.startswith("@") else rel)
        if rest is not None:
            yield step + rest[0], rest[1]
    if word.startswith("@") or rel == "":
        return
    content: list[str] = []
    for j in range(i, min(len(words), i + 2 * LONGEST)):
        if words[j].startswith("@") or words[j] in wordings.SMALL:
            continue
        content.append(words[j])
        meaning = phrases.lookup(rel, tuple(content)) if len(content) <= LONGEST else None
        if meaning is None:
            continue
        rest = from_(j + 1, rel if rel in ("@is", "@as") else "")
        if rest is not None:
            yield 1 + rest[0], [meaning, *rest[1]]


def _step(word: str) -> float | None:
    """The cost of leaving a word out; None if it must not be left out."""
    if word.startswith("@") or word in wordings.SMALL:
        return 0
    if word in wordings.HARMLESS or word in wordings.ALONE:
        return 0.3
    return 0.4 if word in wordings.VAGUE else None


def joined(kind: type[AllOf | AnyOf], parts: Sequence[Meaning]) -> Meaning:
    """Parts as one meaning: without repetitions, with names merged and nested parts of the kind unfolded."""
    if len(parts) == 1 and not isinstance(parts[0], kind):
        return parts[0]
    open_: list[Meaning] = []
    for part in parts:
        open_ += part.of if isinstance(part, kind) else (part,)
    named = [part for part in open_ if isinstance(part, Named)] if kind is AnyOf else []
    if len(named) > 1:
        numbers = tuple(dict.fromkeys(n for part in named for n in part.numbers))
        first = Named(numbers, " or ".join(part.text for part in named))
        open_ = [first, *(part for part in open_ if not isinstance(part, Named))]
    once = tuple(dict.fromkeys(open_))
    return once[0] if len(once) == 1 else kind(once)
