"""The table: entities, properties, scales, and the answer of each entity to each question.

An answer is yes, no, sometimes or unknown. A set of entities is a whole number with bit i for entity i, so
that a question about all entities takes a few operations.
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
    """Something that an entity is, has or does, with the questions that ask about it."""

    id: str
    question: str
    also: tuple[str, ...] = ()
    """Paraphrases of the question."""
    words: tuple[str, ...] = ()
    """Words and short phrases that mean it (`metallic`, `made of steel`)."""
    implies: tuple[str, ...] = ()
    """Facts that hold without exception if this is a yes."""
    usually: tuple[str, ...] = ()
    """Facts that hold if this is a yes, unless the entity has another fact."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Something that entities have more or less of, measured in steps or in plain numbers."""

    id: str
    question: str
    """The question, with `{step}` or `{limit}` in it."""
    steps: tuple[str, ...] = ()
    """Things to compare with at step 1, 2, ...; empty for a scale of plain numbers."""
    limits: tuple[float, ...] = ()
    """Numbers that questions use; empty for a scale with steps."""
    more: tuple[str, ...] = ()
    """Words for having more of it (`bigger`)."""
    less: tuple[str, ...] = ()
    """Words for having less of it (`smaller`)."""
    absent: Answer = "unknown"
    """The answer of an entity without an amount, such as a cat asked when it was invented."""

    @property
    def thresholds(self) -> tuple[float, ...]:
        """The values that an entity may be above: all steps but the last, or the limits."""
        return tuple(float(i) for i in range(1, len(self.steps))) if self.steps else self.limits

    def asked(self, threshold: float) -> str:
        """The question whether an entity is above a threshold."""
        step = self.steps[int(threshold) - 1] if self.steps else ""
        return self.question.replace("{step}", step).replace("{limit}", f"{threshold:.0f}")


@dataclass(frozen=True, slots=True)
class Entity:
    """One entity with all that is known about it."""

    name: str
    aliases: tuple[str, ...] = ()
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    topic: str = ""
    facts: Mapping[str, Answer] = field(default_factory=dict)
    """Answers by property; a missing property is `no`."""
    amounts: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Lowest and highest amount by scale; a missing scale is answered with `Scale.absent`."""
    about: tuple[str, ...] = ()
    """Words associated with it and with few others, such as `bees` with honey; no properties."""

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
    """The entities by their answer to a question, as sets of bits; together they are all entities."""

    yes: int
    no: int
    sometimes: int
    unknown: int

    def of(self, answer: Answer) -> int:
        return int(getattr(self, answer))


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What is known about a deck's entities."""

    name: str
    """The deck's name."""
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
        """The entities by answer, for each question by id."""
        out: dict[str, Masks] = {}
        for name in self.properties:
            out[name] = self._property_masks(name)
        for scale in self.scales.values():
            for threshold in scale.thresholds:
                out[f"{scale.id}>{threshold:g}"] = self.above(scale.id, threshold)
        return MappingProxyType(out)

    @cached_property
    def _said(self) -> Mapping[str, Mapping[str, int]]:
        """By property and answer: the entities with this fact."""
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
        """The entities by whether they are above a threshold; `sometimes` if their span includes it."""
        absent = self.scales[scale].absent
        sets = {"yes": 0, "no": 0, "sometimes": 0, "unknown": 0}
        for i, entity in enumerate(self.entities):
            sets[above(entity.amounts.get(scale), threshold, absent)] |= 1 << i
        return Masks(**sets)

    def answer(self, entity: int, question: str) -> Answer:
        """The answer of entity number `entity` to a question of the table; raises KeyError for another id."""
        scale, _, threshold = question.partition(">")
        if threshold:
            absent = self.scales[scale].absent
            return above(self.entities[entity].amounts.get(scale), float(threshold), absent)
        if question not in self.properties:
            raise KeyError(question)
        return self.entities[entity].facts.get(question, "no")

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each entity, by folded name or alias."""
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
