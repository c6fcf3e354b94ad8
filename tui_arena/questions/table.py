"""The table: entities, properties, scales, and the answer of each entity to each question.

An answer is yes, no, sometimes or unknown. A set of entities is a whole number with bit i for entity i, so
that a question about all entities takes a few operations. A table never changes once it is made, and it
contains no secret of a session.

In a deck, a fact is written `name` (yes), `-name` (no), `~name` (sometimes), `?name` (unknown) or
`scale:NUMBER` (`scale:LOW-HIGH`). Implied facts apply without exception; usual facts give way to written
ones. A property without a fact is no, or unknown if `?*` is among the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from sys import intern
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from tui_arena.core.caches import LateSequence
from tui_arena.core.text import fold
from tui_arena.questions.wordings import English

Answer = Literal["yes", "no", "sometimes", "unknown"]
ANSWERS: tuple[Answer, ...] = ("yes", "no", "sometimes", "unknown")
GivenAnswer = Literal["yes", "no", "maybe", "probably yes", "probably no", "unsure"]
"""All answers that a player may give in any of the games."""


@dataclass(frozen=True, slots=True)
class Property:
    """Something that an entity is, has or does, with the questions that ask about it."""

    id: str
    question: str
    also: tuple[str, ...] = ()
    """Paraphrases of the question."""
    heard: tuple[str, ...] = ()
    """Paraphrases that are understood but never used."""
    opens: bool = False
    """True if the question is big: people ask it early, because it divides many things and its answer is
    clear."""
    after: str = ""
    """The facts that must be known before a genie asks this: `person`, `-real` for a no, `animal|imaginary`
    for one of two; empty: none."""
    words: tuple[str, ...] = ()
    """Words and short phrases that mean the property (`metallic`, `made of steel`)."""
    implies: tuple[str, ...] = ()
    """Facts that apply without exception if this is a yes."""
    usually: tuple[str, ...] = ()
    """Facts that apply if this is a yes, unless the entity has another fact."""
    unless: str = ""
    """Facts after any of which a bot no longer asks this: `person`, `-male` for a no, `-object&-place` for both."""
    sure: bool = False
    """True if the answer leaves nobody in doubt: a genie names no entity that a plain answer to it
    contradicts."""
    settles: str = ""
    """The plain answers that a bot trusts to the end of the game: `yes`, `both` or, if empty, none."""
    clear: bool = False
    """True if a plain answer excludes the entities that it contradicts: a genie names them only if it excludes all."""
    vague: bool = False
    """True if people often hesitate to answer; a genie prefers a question that they don't."""
    kind: bool = False
    """True if the question is about the kind of thing, even if people can doubt the answer."""
    first: bool = False
    """True if a game may begin with the question."""
    fine: bool = False
    """True if the question is small: a genie asks it only if nothing bigger tells much."""
    use: bool = False
    """True if the question is about a thing's use; a genie asks this before its material and looks."""
    near: str = ""
    """The properties that ask nearly the same; a genie asks only one of them."""
    called: str = ""
    """The pronoun for a person for whom this is a yes: `he` or `she`; empty: the property decides no pronoun."""
    past: bool = False
    """True if the genie speaks in the past tense of a person for whom this is a yes."""
    knowing: tuple[tuple[str, str], ...] = ()
    """Pairs of a fact and the question's wording for a genie that knows the fact."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Something that entities have more or less of, measured in steps or in plain numbers."""

    id: str
    question: str
    """The question, with `{step}` or `{limit}` in it."""
    steps: tuple[str, ...] = ()
    """The things to compare with at step 1, 2, ...; empty for a scale of plain numbers."""
    limits: tuple[float, ...] = ()
    """Numbers that questions use; empty for a scale with steps."""
    more: tuple[str, ...] = ()
    """Words for a larger amount (`bigger`)."""
    less: tuple[str, ...] = ()
    """Words for a smaller amount (`smaller`)."""
    absent: Answer = "unknown"
    """The answer of an entity without an amount, such as a cat for the year of its invention."""
    after: str = ""
    unless: str = ""
    """`after` and `unless`: as in `Property`."""

    @property
    def thresholds(self) -> tuple[float, ...]:
        """The values that an entity may be above: all steps but the last, or the limits."""
        return tuple(float(i) for i in range(1, len(self.steps))) if self.steps else self.limits

    def asked(self, threshold: float) -> str:
        """The question whether an entity is above a threshold."""
        step = self.steps[int(threshold) - 1] if self.steps else ""
        return self.question.replace("{step}", step).replace("{limit}", f"{threshold:.0f}")


class Phrase(NamedTuple):
    """A deck's statement about an entity that isn't a property: a towel is for drying, and doesn't cut."""

    relation: str
    """One of `RELATIONS`."""
    text: str
    answer: Answer = "yes"


RELATIONS = tuple("is of has does for in by part with".split())
"""The relations of an entity to a phrase, in this order: what it is, what it is made of, what it has, what it
does, what it is for, where it is, which people have to do with it, what it is part of, and what goes with it."""
SIGNED_RELATIONS = {
    f"{sign}{relation}": kind * len(ANSWERS) + ANSWERS.index(answer)
    for kind, relation in enumerate(RELATIONS)
    for sign, answer in (("", "yes"), ("-", "no"), ("~", "sometimes"))
}
"""Maps each relation, with the sign that a deck may write before it, to a number for relation and answer."""

_WITH_SIGN = [bytes(code % len(ANSWERS) in answers for code in range(256)) for answers in ((0,), (1, 2))]
"""For each number of a relation and an answer: whether the answer is a yes, and whether it is no or sometimes."""


class Texts(Sequence[str]):
    """The texts about one entity as one object, as in `Phrases`. No text has a line break."""

    __slots__ = ("_texts",)

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = "\n".join(texts) if texts else None

    @classmethod
    def of(cls, texts: Sequence[str]) -> Texts:
        """These texts as one object."""
        return texts if isinstance(texts, Texts) else cls(texts)

    def beginning(self, *words: str) -> list[str]:
        """The texts that begin with one of these words and go on.

        >>> Texts(("a dog", "bark", "an animal", "a")).beginning("a", "an")
        ['a dog', 'an animal']
        """
        lines = f"\n{self._texts or ''}"
        begun = tuple(f"{word} " for word in words)
        found = any(f"\n{word}" in lines for word in begun)
        return [text for text in self if text.startswith(begun)] if found else []

    def __getitem__(self, at: Any) -> Any:
        return tuple(self)[at]

    def __iter__(self) -> Iterator[str]:
        return iter(() if self._texts is None else self._texts.split("\n"))

    def __len__(self) -> int:
        return 0 if self._texts is None else self._texts.count("\n") + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


class Phrases(Sequence[Phrase]):
    """The phrases of one entity as one object: a deck has up to 77,000, and the garbage collector walks through each."""

    __slots__ = ("_relations_and_answers", "_texts")

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self._texts = "\n".join(phrase.text for phrase in phrases)
        self._relations_and_answers = bytes(
            RELATIONS.index(phrase.relation) * len(ANSWERS) + ANSWERS.index(phrase.answer)
            for phrase in phrases
        )

    @classmethod
    def of(cls, phrases: Sequence[Phrase]) -> Phrases:
        """These phrases as one object."""
        return phrases if isinstance(phrases, Phrases) else cls(phrases)

    @classmethod
    def from_signed(cls, relations: Sequence[str], texts: Sequence[str]) -> Phrases:
        """The phrases of these texts; `relations`: for each, one of `SIGNED_RELATIONS`."""
        made = cls(())
        made._texts = "\n".join(texts)
        made._relations_and_answers = bytes(map(SIGNED_RELATIONS.__getitem__, relations))
        return made

    @property
    def texts(self) -> list[str]:
        """The text of each phrase."""
        return self._texts.split("\n") if self._relations_and_answers else []

    def with_sign(self, texts: Iterable[str], *, signed: bool) -> tuple[list[str], bytes]:
        """Those of the texts, one for each phrase, whose phrase has a sign or not, with relation and answer.

        A relation and an answer are one number, as in `SIGNED_RELATIONS`.
        """
        chosen = self._relations_and_answers.translate(_WITH_SIGN[signed])
        return list(compress(texts, chosen)), bytes(compress(self._relations_and_answers, chosen))

    def __getitem__(self, at: Any) -> Any:
        return tuple(self)[at]

    def __iter__(self) -> Iterator[Phrase]:
        for text, code in zip(self._texts.split("\n"), self._relations_and_answers, strict=False):
            relation, answer = divmod(code, len(ANSWERS))
            yield Phrase(RELATIONS[relation], text, ANSWERS[answer])

    def __len__(self) -> int:
        return len(self._relations_and_answers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Entity:
    """One entity with everything that is known about it."""

    name: str
    aliases: tuple[str, ...] = ()
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    topic: str = ""
    facts: Mapping[str, Answer] = field(default_factory=dict)
    """Maps properties to answers; a missing property is `no`."""
    amounts: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Maps scales to the lowest and highest amount; a missing scale is answered with `Scale.absent`."""
    frequency: float = 0.0
    """How common the name is, on the Zipf scale from 0 to 8; 0 if the deck doesn't say."""
    about: Sequence[str] = ()
    """Words associated with it and with few others, such as `bees` with honey; they aren't properties."""
    phrases: Sequence[Phrase] = ()
    """The phrases about it, each with its relation."""
    dealt: bool = True
    """True if it may be a secret; what isn't dealt is known all the same."""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A yes-or-no question that the table answers: about a property, or about a threshold of a scale."""

    id: str
    """A property's id, or `SCALE>THRESHOLD`."""
    text: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Masks:
    """The entities by their answer, as disjoint sets of bits; only `Words.phrase_answers` may leave out entities."""

    yes: int
    no: int
    sometimes: int
    unknown: int

    def of(self, answer: Answer) -> int:
        return int(getattr(self, answer))

    @property
    def turned(self) -> Masks:
        """The entities by their answer to the opposite question."""
        return Masks(self.no, self.yes, self.sometimes, self.unknown)

    def instead(self, answers: Masks) -> Masks:
        """The entities by `answers`; an entity without an answer there keeps its own."""
        others = ~(answers.yes | answers.no | answers.sometimes)
        return Masks(*(answers.of(answer) | (self.of(answer) & others) for answer in ANSWERS))

    def answer(self, number: int) -> Answer:
        """The answer of entity `number`.

        >>> Masks(0b001, 0b010, 0b100, 0).answer(2)
        'sometimes'
        """
        return next((answer for answer in ANSWERS if self.of(answer) >> number & 1), "no")


@dataclass(frozen=True, eq=False)
class Knowledge:
    """Everything that is known about a deck's entities."""

    name: str
    """The deck's name."""
    entities: Sequence[Entity]
    properties: Mapping[str, Property] = field(default_factory=lambda: MappingProxyType({}))
    scales: Mapping[str, Scale] = field(default_factory=lambda: MappingProxyType({}))
    is_word: Callable[[str], bool] = lambda _: False
    """Whether a word in lower case belongs to the language, so that it isn't a typo."""
    english: English = field(default_factory=English)
    """The wordings that are used to read questions."""

    def __len__(self) -> int:
        return len(self.entities)

    @property
    def is_read(self) -> bool:
        """Whether its entities are in memory already."""
        return not isinstance(self.entities, LateSequence) or self.entities.is_read

    @property
    def everything(self) -> int:
        """The set of all entities."""
        return (1 << len(self.entities)) - 1

    @cached_property
    def dealt(self) -> int:
        """The set of entities that may be secrets."""
        return sum(1 << n for n, entity in enumerate(self.entities) if entity.dealt)

    @cached_property
    def questions(self) -> Mapping[str, TableQuestion]:
        """Every question of the table by its id: properties, then scales from low to high."""
        out = {p.id: TableQuestion(p.id, p.question, p.also) for p in self.properties.values()}
        for scale in self.scales.values():
            for threshold in scale.thresholds:
                name = f"{scale.id}>{threshold:g}"
                out[name] = TableQuestion(name, scale.asked(threshold))
        return MappingProxyType(out)

    @cached_property
    def masks(self) -> Mapping[str, Masks]:
        """Maps the id of each question to the entities by answer."""
        said: dict[str, dict[Answer, int]] = {name: {} for name in self.properties}
        for i, entity in enumerate(self.entities):
            bit = 1 << i
            for name, answer in entity.facts.items():
                if answer != "no" and name in said:
                    row = said[name]
                    row[answer] = row.get(answer, 0) | bit
        out: dict[str, Masks] = {}
        for name, row in said.items():
            yes, sometimes, unknown = (row.get(answer, 0) for answer in ("yes", "sometimes", "unknown"))
            out[name] = Masks(yes, self.everything & ~(yes | sometimes | unknown), sometimes, unknown)
        for scale in self.scales.values():
            for threshold in scale.thresholds:
                out[f"{scale.id}>{threshold:g}"] = self.above(scale.id, threshold)
        return MappingProxyType(out)

    def above(self, scale: str, threshold: float) -> Masks:
        """The entities by whether they are above a threshold; `sometimes` if their range includes it."""
        absent = self.scales[scale].absent
        sets: dict[Answer, int] = dict.fromkeys(ANSWERS, 0)
        measured = 0
        for i, amount in self._amounts.get(scale, ()):
            sets[above(amount, threshold, absent)] |= 1 << i
            measured |= 1 << i
        sets[absent] |= self.everything & ~measured
        return Masks(**sets)

    @cached_property
    def _amounts(self) -> Mapping[str, Sequence[tuple[int, tuple[float, float]]]]:
        """Maps each scale to the entities with an amount on it, by number, each with its amount."""
        out: dict[str, list[tuple[int, tuple[float, float]]]] = {}
        for i, entity in enumerate(self.entities):
            for scale, amount in entity.amounts.items():
                out.setdefault(scale, []).append((i, amount))
        return out

    def answer(self, entity: int, question: str) -> Answer:
        """The answer of entity number `entity` to a question of the table; raises KeyError for another id.

        A property needs no sets of entities, so a judge doesn't wait for them.
        """
        if question in self.properties:
            return self.entities[entity].facts.get(question, "no")
        return self.masks[question].answer(entity)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Maps each folded name or alias to the number of its entity."""
        out: dict[str, int] = {}
        for i, entity in enumerate(self.entities):
            for name in entity.names:
                out.setdefault(fold(name), i)
        return MappingProxyType(out)

    def numbered(self, names: Iterable[str]) -> Iterator[int]:
        """The numbers of the entities with one of these names or aliases."""
        return (self.numbers[key] for key in map(fold, names) if key in self.numbers)


def above(amount: tuple[float, float] | None, threshold: float, absent: Answer = "unknown") -> Answer:
    """Whether an amount is above a threshold; `absent` if there is no amount.

    >>> above((4, 6), 3), above((4, 6), 4), above((4, 6), 6), above(None, 3)
    ('yes', 'sometimes', 'no', 'unknown')
    """
    if amount is None:
        return absent
    low, high = amount
    if low > threshold:
        return "yes"
    return "no" if high <= threshold else "sometimes"


# facts as a deck writes them, and what follows from them

SIGNS: Mapping[str, Answer] = {"-": "no", "~": "sometimes", "?": "unknown"}
OPEN = "?*"
"""A mark among an entity's facts: properties without a fact are unknown, not no."""
SIGN_OF: Mapping[str, str] = {"yes": "", **{answer: sign for sign, answer in SIGNS.items()}}


def signed(token: str) -> tuple[str, Answer]:
    """The name and the answer of a fact.

    >>> signed("-wood"), signed("wood")
    (('wood', 'no'), ('wood', 'yes'))
    """
    answer = SIGNS.get(token[:1])
    return (token[1:], answer) if answer else (token, "yes")


class Resolved:
    """The facts of one entity, with everything that follows from them."""

    def __init__(
        self, tokens: Iterable[str], properties: Mapping[str, Property], scales: Mapping[str, Scale]
    ) -> None:
        """Written facts come first, then everything that they imply, then usual facts, nearest first.

        A fact that contradicts an earlier one (a yes against a no) is left out and reported.
        """
        self.facts: dict[str, Answer] = {}
        """Maps properties to answers."""
        self.amounts: dict[str, tuple[float, float]] = {}
        """Maps scales to the lowest and highest amount."""
        self.faults: list[str] = []
        """A sentence for each fact that was left out because it is unknown or contradicts an earlier one."""
        self._properties, self._scales = properties, scales
        self._why: dict[str, str] = {}
        tokens = list(tokens)
        said: list[str] = []
        for token in tokens:
            name, answer = signed(token)
            if name in properties and name not in self.facts:
                self.facts[intern(name)], self._why[name] = answer, "as written"
                said += [name] if answer == "yes" else []
            else:
                self._check(name, answer)
        self._close(said, strict=True)
        reached = list(said)
        for name in reached:
            for token in properties[name].usually:
                usual, answer = signed(token)
                if usual not in self.facts and usual in properties:
                    self.facts[intern(usual)] = answer
                    if answer == "yes":
                        new = [usual]
                        self._close(new, strict=False)
                        reached += new
        if OPEN in tokens:
            self._close_against()
            self.facts = {name: self.facts.get(name, "unknown") for name in properties}

    def _check(self, name: str, answer: Answer) -> None:
        """Add a written amount, or report a fact that is unknown or contradicts an earlier one."""
        scale, colon, amount = name.partition(":")
        if colon:
            self._measure(scale, amount)
        elif name in self._properties:
            self._put(name, answer, "as written")
        elif SIGN_OF[answer] + name != OPEN:
            self.faults.append(f"no property {name[:40]!r}")

    def _close(self, reached: list[str], *, strict: bool) -> None:
        """Add what the properties in `reached` imply, and append each new yes to `reached`.

        With `strict`, contradictions are reported; otherwise they are left out silently.
        """
        for name in reached:
            for token in self._properties[name].implies:
                implied, answer = signed(token)
                if implied not in self._properties:
                    continue
                if strict:
                    grown = self._put(implied, answer, f"from {name}")
                else:
                    grown = implied not in self.facts and answer == "yes"
                    self.facts.setdefault(intern(implied), answer)
                if grown:
                    reached.append(implied)

    def _close_against(self) -> None:
        """Add a no to every property that would imply the opposite of a fact."""
        grown = True
        while grown:
            before = len(self.facts)
            for name, about in self._properties.items():
                implied = map(signed, about.implies)
                if name not in self.facts and any(self._opposed(*fact) for fact in implied):
                    self.facts[name] = "no"
            grown = len(self.facts) > before

    def _opposed(self, name: str, answer: Answer) -> bool:
        return {self.facts.get(name), answer} == {"yes", "no"}

    def _put(self, name: str, answer: Answer, source: str) -> bool:
        """Add an answer unless the property has one. Returns True if the answer is a new yes."""
        known = self.facts.get(name)
        if known is None:
            self.facts[intern(name)] = answer
            self._why[name] = source
            return answer == "yes"
        if {known, answer} == {"yes", "no"}:
            self.faults.append(f"{name} is both {known} ({self._why[name]}) and {answer} ({source})")
        return False

    def _measure(self, scale: str, amount: str) -> None:
        if scale not in self._scales:
            self.faults.append(f"no scale {scale[:40]!r}")
            return
        dash = amount.find("-", 1)
        try:
            low, high = float(amount[:dash] if dash > 0 else amount), float(amount[dash + 1 :])
        except ValueError:
            self.faults.append(f"{scale}:{amount[:20]} isn't a number")
            return
        if abs(low) < 1e12 and low <= high < 1e12:
            self.amounts[scale] = low, high
        else:
            self.faults.append(f"{scale}:{amount[:20]} isn't a range from low to high")
