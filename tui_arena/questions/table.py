"""The table: entities, properties, scales, and the answer of each entity to each question.

Law: an answer is yes, no, sometimes or unknown. Sets of entities are whole numbers, bit i for entity
i, so that a question about all of them is a few operations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from tui_arena.core.text import fold

Answer = Literal["yes", "no", "sometimes", "unknown"]


@dataclass(frozen=True, slots=True)
class Property:
    """Something that an entity is, has or does, with how people ask for it."""

    id: str
    question: str
    also: tuple[str, ...] = ()
    """Paraphrases of the question."""
    words: tuple[str, ...] = ()
    """Words and short phrases that mean it (`metallic`, `made of steel`)."""
    implies: tuple[str, ...] = ()
    """Facts that hold whenever this is a yes, without exception."""
    usually: tuple[str, ...] = ()
    """Facts that hold then unless something else is said."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Something that entities have more or less of: a step of a ladder, or a number."""

    id: str
    question: str
    """With `{step}` or `{limit}`."""
    steps: tuple[str, ...] = ()
    """What step 1, 2, ... is about as much as; empty for a scale of plain numbers."""
    limits: tuple[float, ...] = ()
    """Numbers that one asks by; empty for a ladder."""
    more: tuple[str, ...] = ()
    """Words for having more of it (`bigger`)."""
    less: tuple[str, ...] = ()
    absent: Answer = "unknown"
    """What an entity answers that has no amount of it, such as a cat asked when it was invented."""

    @property
    def thresholds(self) -> tuple[float, ...]:
        """What an entity may be above of: steps but the last, or the limits."""
        return tuple(float(i) for i in range(1, len(self.steps))) if self.steps else self.limits

    def asked(self, threshold: float) -> str:
        """The question whether an entity is above a threshold."""
        step = self.steps[int(threshold) - 1] if self.steps else ""
        return self.question.replace("{step}", step).replace("{limit}", f"{threshold:.0f}")


@dataclass(frozen=True, slots=True)
class Entity:
    """One entity with all that is known of it."""

    name: str
    aliases: tuple[str, ...] = ()
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    topic: str = ""
    facts: Mapping[str, Answer] = field(default_factory=dict)
    """By property; one that is not named is `no`."""
    amounts: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """By scale, lowest and highest; a scale that is not named is not known of it."""
    about: tuple[str, ...] = ()
    """Words that belong to it and to few others, such as `bees` to honey: what no property holds."""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """A yes-or-no question that the table answers: a property, or being above a scale's threshold."""

    id: str
    """A property's id, or `SCALE>THRESHOLD`."""
    text: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Masks:
    """The entities that answer a question in each way, as sets of bits; together all entities."""

    yes: int
    no: int
    sometimes: int
    unknown: int

    def of(self, answer: Answer) -> int:
        return int(getattr(self, answer))


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What is known of a deck's entities."""

    name: str
    """The deck's."""
    entities: Sequence[Entity]
    properties: Mapping[str, Property] = field(default_factory=lambda: MappingProxyType({}))
    scales: Mapping[str, Scale] = field(default_factory=lambda: MappingProxyType({}))

    def __len__(self) -> int:
        return len(self.entities)

    @property
    def everything(self) -> int:
        """The set of all entities."""
        return (1 << len(self.entities)) - 1

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
        """By question the entities that answer it in each way."""
        out: dict[str, Masks] = {}
        for name in self.properties:
            out[name] = self._property_masks(name)
        for scale in self.scales.values():
            for threshold in scale.thresholds:
                out[f"{scale.id}>{threshold:g}"] = self.above(scale.id, threshold)
        return MappingProxyType(out)

    @cached_property
    def _said(self) -> Mapping[str, Mapping[str, int]]:
        """By property and answer the entities whose facts name it."""
        said: dict[str, dict[str, int]] = {name: {} for name in self.properties}
        for i, entity in enumerate(self.entities):
            bit = 1 << i
            for name, answer in entity.facts.items():
                row = said.get(name)
                if row is not None:
                    row[answer] = row.get(answer, 0) | bit
        return said

    def _property_masks(self, name: str) -> Masks:
        row = self._said[name]
        yes, sometimes, unknown = (row.get(a, 0) for a in ("yes", "sometimes", "unknown"))
        return Masks(yes, self.everything & ~(yes | sometimes | unknown), sometimes, unknown)

    def above(self, scale: str, threshold: float) -> Masks:
        """The entities above a threshold; those whose span holds it are `sometimes`."""
        absent = self.scales[scale].absent
        sets = {"yes": 0, "no": 0, "sometimes": 0, "unknown": 0}
        for i, entity in enumerate(self.entities):
            sets[above(entity.amounts.get(scale), threshold, absent)] |= 1 << i
        return Masks(**sets)

    def answer(self, entity: int, question: str) -> Answer:
        """What entity number `entity` answers to a question of the table; KeyError without one."""
        scale, _, threshold = question.partition(">")
        if threshold:
            absent = self.scales[scale].absent
            return above(self.entities[entity].amounts.get(scale), float(threshold), absent)
        if question not in self.properties:
            raise KeyError(question)
        return self.entities[entity].facts.get(question, "no")

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each entity by its folded names."""
        out: dict[str, int] = {}
        for i, entity in enumerate(self.entities):
            for name in entity.names:
                out.setdefault(fold(name), i)
        return MappingProxyType(out)

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """Groups of entities that no question of the table tells apart."""
        groups: dict[tuple[object, ...], list[int]] = {}
        for i, entity in enumerate(self.entities):
            said = frozenset((p, a) for p, a in entity.facts.items() if a != "no" and p in self.properties)
            above_ = tuple(self.answer(i, q) for q in self.questions if ">" in q)
            groups.setdefault((said, above_), []).append(i)
        return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def above(amount: tuple[float, float] | None, threshold: float, absent: Answer = "unknown") -> Answer:
    """Whether an amount lies above a threshold.

    >>> above((4, 6), 3), above((4, 6), 4), above((4, 6), 6), above(None, 3)
    ('yes', 'sometimes', 'no', 'unknown')
    """
    if amount is None:
        return absent
    low, high = amount
    if low > threshold:
        return "yes"
    return "no" if high <= threshold else "sometimes"
