"""The questions and answers so far, and beliefs: which entities are likely after them.

A table reads the questions, no matter who asked. A question that isn't understood teaches nothing. If a question
named an entity and didn't end the game, that entity is certainly ruled out, whatever the answer was.

`Inference` finds what follows from the answers by the rules of the deck's table that have no exceptions. A yes to
a property also answers everything that the property implies, with yes or no. An answer against an implied fact
gives a no to the properties that imply it. An entity that is above one step of a scale is above all lower steps.
Nothing follows from properties that are only usual, or from answers between yes and no. Every conclusion keeps the
chain of facts that led to it, so that it can be explained.

Answers may be wrong. Every answer that doesn't fit an entity adds to the entity's cost. Entities of equal cost are one set of bits,
so that an answer moves thousands of entities in a few operations. The answers themselves decide how much a
cost weighs: if no entity fits them all, errors are assumed to be common.

Law: the same answers give the same belief on every machine; the number of the entity breaks ties. An answer
never rules out an entity; only `without` does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import accumulate

from tui_arena.core.language.families import singulars_of
from tui_arena.core.language.names import equals, hits, without_article
from tui_arena.core.text import fold
from tui_arena.core.words import tokens
from tui_arena.questions.judge import parts_answered
from tui_arena.questions.meaning import Above, AllOf, AnyOf, Begging, Is, Meaning, Named, Not, masks
from tui_arena.questions.phrasing import said_so
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import GivenAnswer, Knowledge, Masks, signed

HARD = 4
"""The cost of an answer that plainly contradicts an entity."""
COSTS: Mapping[GivenAnswer, tuple[int, int, int, int]] = {
    "yes": (0, HARD, 3, 2),
    "no": (HARD, 0, 3, 2),
    "maybe": (3, 3, 0, 0),
    "probably yes": (1, HARD, 0, 1),
    "probably no": (HARD, 1, 1, 1),
    "unsure": (3, 3, 1, 0),
}
"""Maps the given answer to the costs for an entity whose own answer is yes, no, sometimes or unknown."""
PEOPLES: Mapping[GivenAnswer, tuple[int, int, int, int]] = {
    "yes": (0, HARD, 2, 1),
    "no": (HARD, 0, 2, 0),
    "maybe": (2, 2, 0, 0),
    "probably yes": (2, 3, 0, 1),
    "probably no": (3, 2, 0, 1),
    "unsure": (3, 3, 2, 0),
}
"""The costs for a person's answers.

A person says yes or no to much that the table calls sometimes, and probably to much that the table calls no.
The unknown facts of a thing that players taught are mostly a no.
"""
DIFFICULTIES = ("easy", "medium", "hard")
WORST = 6 * HARD
"""The largest difference from the lowest cost; entities with a larger one are treated alike."""


@dataclass(frozen=True, eq=False, slots=True)
class ErrorRate:
    """One assumption about how often answers are wrong."""

    share: float
    """The probability of this assumption before any answer."""
    wrong: float
    """The share of wrong answers."""
    ratio: float
    """The factor for one point of cost: the fourth root of wrong / (1 - wrong)."""


RATES = (
    ErrorRate(0.55, 0.003, 0.2342),
    ErrorRate(0.25, 0.03, 0.4194),
    ErrorRate(0.15, 0.1, 0.5774),
    ErrorRate(0.05, 0.22, 0.7288),
)
TURN = 1_000_003
"""A prime, used to derive a position in a set from the set itself."""
ONE = 1 << 24
"""The weight of an entity that fits best."""


PEOPLES_RATES = (ErrorRate(0.5, 0.005, 0.2663), ErrorRate(0.5, 0.1, 0.5774))
"""The error rates of people: half of them know their subject well, the others err once in ten answers."""


@dataclass(frozen=True, eq=False, slots=True)
class Answering:
    """How answers are weighed: like those of a judge, who knows the table's facts, or like a person's."""

    costs: Mapping[GivenAnswer, tuple[int, int, int, int]]
    rates: tuple[ErrorRate, ...]
    fame: tuple[int, ...]
    """The initial cost of an easy, a middling and a hard entity; people think of famous ones more often."""
    leaning: int
    """Of a hundred people, this many say yes to something between yes and no; as many say no."""


JUDGES = Answering(COSTS, RATES, (0, 0, 0), leaning=40)
PEOPLE = Answering(PEOPLES, PEOPLES_RATES, (0, 1, 2), leaning=30)


@dataclass(frozen=True, slots=True)
class DeckBelief:
    """A belief: sets of entities by cost, lowest first."""

    levels: tuple[tuple[int, int], ...]
    """Pairs of cost and set; the sets are disjoint and not empty."""
    answered: int = 0
    """The number of answers that were counted."""
    how: Answering = JUDGES

    def updated(self, masks: Masks, answer: GivenAnswer, *, again: bool = False) -> DeckBelief:
        """The belief after one more answer; `again`: the question is repeated, to be certain."""
        costs: Sequence[int] = self.how.costs[answer]
        if again:
            costs = [2 * cost if cost == HARD else cost for cost in costs]
        sets = (masks.yes, masks.no, masks.sometimes, masks.unknown)
        moved: dict[int, int] = {}
        for cost, bits in self.levels:
            for more, part in zip(costs, sets, strict=True):
                inside = bits & part
                if inside:
                    moved[cost + more] = moved.get(cost + more, 0) | inside
        return replace(self, levels=_capped(moved), answered=self.answered + 1)

    def without(self, bits: int) -> DeckBelief:
        """The belief without the entities in `bits`, which are certainly ruled out."""
        if not bits:
            return self
        kept = ((cost, level & ~bits) for cost, level in self.levels)
        return replace(self, levels=tuple((cost, level) for cost, level in kept if level))


def _capped(moved: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    if not moved:
        return ()
    most = min(moved) + WORST
    out: dict[int, int] = {}
    for cost in sorted(moved):
        out[min(cost, most)] = out.get(min(cost, most), 0) | moved[cost]
    return tuple(out.items())


@lru_cache(maxsize=16)
def begun(knowledge: Knowledge, how: Answering = JUDGES) -> DeckBelief:
    """The belief before the first question."""
    moved: dict[int, int] = {}
    for number, entity in enumerate(knowledge.entities):
        cost = how.fame[DIFFICULTIES.index(entity.difficulty)]
        moved[cost] = moved.get(cost, 0) | 1 << number
    return DeckBelief(_capped(moved), how=how)


@lru_cache(maxsize=4096)
def _likelihoods(answered: int, cost: int, rates: tuple[ErrorRate, ...] = RATES) -> tuple[float, ...]:
    """The likelihood of a cost after `answered` answers, for each rate."""
    out = []
    for rate in rates:
        value = rate.share
        for _ in range(answered):
            value *= 1 - rate.wrong
        for _ in range(cost):
            value *= rate.ratio
        out.append(value)
    return tuple(out)


@lru_cache(maxsize=4096)
def weight_of(answered: int, least: int, cost: int, rates: tuple[ErrorRate, ...] = RATES) -> int:
    """The weight of a cost, at least 1, on a scale on which the lowest cost weighs `ONE`."""
    whole = part = 0.0
    for a, b in zip(*(_likelihoods(answered, of, rates) for of in (least, cost)), strict=True):
        whole += a
        part += b
    return max(int(part / whole * ONE), 1)


@dataclass(frozen=True)
class Weighed:
    """A belief with weights instead of costs."""

    levels: tuple[tuple[int, int], ...]
    """Pairs of weight and set, heaviest first."""
    total: int
    """The weight of all entities together."""
    wrong: float
    """The estimated share of wrong answers."""
    leaning: int = JUDGES.leaning
    """The same as in `Answering`."""

    def within(self, bits: int) -> int:
        """The weight of a set of entities."""
        found = 0
        for weight, level in self.levels:
            found += weight * (level & bits).bit_count()
        return found

    def percent(self, bits: int, least: int = 0) -> int:
        """The percentage of the weight that is in a set; 0 if it is lower than `least`."""
        found, enough = 0, least * self.total
        for (weight, level), rest in zip(self.levels, self.lighter, strict=True):
            found += weight * (level & bits).bit_count()
            if (found + rest) * 100 < enough:
                return 0
        return found * 100 // self.total

    def has(self, bits: int, least: int) -> bool:
        """True if at least `least` percent of the weight is in a set."""
        found, enough = 0, -(-least * self.total // 100)
        for (weight, level), rest in zip(self.levels, self.lighter, strict=True):
            found += weight * (level & bits).bit_count()
            if found >= enough:
                return True
            if found + rest < enough:
                return False
        return found >= enough

    @cached_property
    def lighter(self) -> tuple[int, ...]:
        """For each level, the weight of all lighter levels together."""
        masses = accumulate(weight * level.bit_count() for weight, level in self.levels)
        return tuple(self.total - mass for mass in masses)

    def trimmed(self, share: int) -> Weighed:
        """The belief without the lightest levels, which together weigh less than one part in `share`."""
        kept, rest = list(self.levels), self.total
        light = 0
        while len(kept) > 1:
            light += kept[-1][0] * kept[-1][1].bit_count()
            if light * share > self.total:
                break
            rest = self.total - light
            kept.pop()
        return replace(self, levels=tuple(kept), total=rest)

    def ranked(
        self, most: int, known: Sequence[int] = (-1,), *, scattered: bool = False
    ) -> list[tuple[int, int]]:
        """At most `most` pairs of entity and weight, likeliest first.

        Equally likely entities are ordered by the sets of `known`. `scattered`: the entities of one such set
        don't follow each other as in the deck, which may be in alphabetical order.
        """
        out: list[tuple[int, int]] = []
        for weight, level in self.levels:
            for group in known:
                bits = level & group
                for number in in_no_order(bits) if scattered else members(bits):
                    out.append((number, weight))
                    if len(out) == most:
                        return out
        return out

    def spread(self) -> int:
        """The number of equally likely entities that would be as uncertain: two to the power of the entropy."""
        shares = ((weight / self.total, bits.bit_count()) for weight, bits in self.levels)
        return round(2 ** -sum(count * share * math.log2(share) for share, count in shares))

    def near(self, part: int) -> int:
        """The set of entities with at least 1/`part` of the best entity's weight."""
        bits = 0
        for weight, level in self.levels:
            if weight * part >= self.levels[0][0]:
                bits |= level
        return bits


@lru_cache(maxsize=512)
def weighed(held: DeckBelief) -> Weighed:
    """The weights of a belief."""
    if not held.levels:
        return Weighed((), 0, held.how.rates[0].wrong, held.how.leaning)
    least = held.levels[0][0]
    levels = []
    total = 0
    error = all_ = 0.0
    for cost, bits in held.levels:
        weight, size = weight_of(held.answered, least, cost, held.how.rates), bits.bit_count()
        levels.append((weight, bits))
        total += weight * size
        for rate, value in zip(
            held.how.rates, _likelihoods(held.answered, cost, held.how.rates), strict=True
        ):
            error += rate.wrong * value * size
            all_ += value * size
    return Weighed(tuple(levels), total, error / all_, held.how.leaning)


def in_no_order(bits: int) -> Iterator[int]:
    """The numbers in a set, in leaps from a position derived from the set, so that neighbours are apart."""
    numbers = list(members(bits))
    size = len(numbers)
    leap = next((n for n in range(max(size * 5 // 8, 1), size) if math.gcd(n, size) == 1), 1)
    return (numbers[(bits % TURN + n * leap) % size] for n in range(size))


def members(bits: int) -> Iterator[int]:
    """The numbers in a set, from low to high.

    >>> list(members(0b1010))
    [1, 3]
    """
    flags = f"{bits:b}"[::-1]
    number = flags.find("1")
    while number >= 0:
        yield number
        number = flags.find("1", number + 1)


# the questions and answers so far

_RUN = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """One question that was answered."""

    meaning: Meaning | None
    """The question's meaning; None if it wasn't understood or asks about nothing in the table."""
    answer: GivenAnswer | None
    """The answer; None if there was no readable answer."""
    out: int = 0
    """The set of entities that the question certainly rules out."""
    again: bool = False
    """True if it was asked before."""
    _hash: int = field(init=False, repr=False, compare=False)
    """Made once: a past is looked up in many caches, with all its questions."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.meaning, self.answer, self.out, self.again)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def guesses(self) -> bool:
        """True if the question asked only for names, all of which are ruled out."""
        named = self.meaning.numbers if isinstance(self.meaning, Named) else ()
        return bool(named) and all(self.out >> number & 1 for number in named)

    def after(self, held: DeckBelief, knowledge: Knowledge) -> DeckBelief:
        """The belief after this question."""
        held = held.without(self.out)
        if self.meaning is None or self.answer is None:
            return held
        return held.updated(masks(self.meaning, knowledge), self.answer, again=self.again)


Past = tuple[AnsweredQuestion, ...]


@lru_cache(maxsize=4096)
def step(
    question: str, answer: GivenAnswer | None, knowledge: Knowledge, how: str | None
) -> AnsweredQuestion:
    """A question that wasn't a hit; `how`: the way names are matched, None if a question can't be a hit."""
    out = named_in(question, knowledge, how) if how else 0
    return AnsweredQuestion(_meant(question, knowledge), answer, out)


def miss(guess: str, knowledge: Knowledge, how: str) -> AnsweredQuestion:
    """A wrong guess of a name."""
    numbers = _equal(guess, knowledge, how)
    return AnsweredQuestion(Named(numbers) if numbers else None, None, sum(1 << number for number in numbers))


@lru_cache(maxsize=4096)
def _equal(guess: str, knowledge: Knowledge, how: str) -> tuple[int, ...]:
    """The entities that a guess names."""
    maybe = sorted(_maybe_named(guess, knowledge, how))
    return tuple(number for number in maybe if equals(guess, knowledge.entities[number].names, how))


def _meant(question: str, knowledge: Knowledge) -> Meaning | None:
    meaning = understand(question, knowledge)
    if isinstance(meaning, Begging) or (isinstance(meaning, Named) and not meaning.numbers):
        return None
    return meaning


def amended(past: Past) -> Past:
    """A past in which only the last answer to a question counts, and counts more if there was one before."""
    last = {taken.meaning: turn for turn, taken in enumerate(past) if taken.meaning is not None}
    if len(last) + sum(taken.meaning is None for taken in past) == len(past):
        return past
    first = {taken.meaning: len(past) - turn for turn, taken in enumerate(reversed(past), 1)}
    return tuple(
        taken
        if taken.meaning is None or taken.guesses
        else replace(taken, again=first[taken.meaning] < turn)
        if last[taken.meaning] == turn
        else replace(taken, answer=None)
        for turn, taken in enumerate(past)
    )


def asked(past: Iterable[AnsweredQuestion]) -> frozenset[Meaning]:
    """The meanings that were asked already; a question and its negation count as the same."""
    out: set[Meaning] = set()
    for taken in past:
        meaning = taken.meaning
        while isinstance(meaning, Not):
            meaning = meaning.of
        if meaning is not None:
            out.add(meaning)
        if isinstance(meaning, AnyOf):
            out.add(AnyOf(meaning.of[::-1]))
    return frozenset(out)


@lru_cache(maxsize=4096)
def named_in(text: str, knowledge: Knowledge, how: str) -> int:
    """The set of entities that a text names; `how`: the way names are matched."""
    found = 0
    for number in _maybe_named(text, knowledge, how):
        if not found >> number & 1 and hits(text, knowledge.entities[number].names, how):
            found |= 1 << number
    return found


def _maybe_named(text: str, knowledge: Knowledge, how: str) -> Sequence[int]:
    """A small selection of entities that includes every entity named in a text."""
    if how == "substring":
        return range(len(knowledge))
    index = _index(knowledge)
    found = dict.fromkeys(index.by_words.get((), ()))
    for said in _readings(text):
        for start in range(len(said)):
            for end in range(start + 1, min(start + index.longest, len(said)) + 1):
                *head, last = said[start:end]
                for one in (last, *singulars_of(last)):
                    found.update(dict.fromkeys(index.by_words.get((*head, one), ())))
    return list(found)


def _readings(text: str) -> set[tuple[str, ...]]:
    """The words of a text, read in three ways: without apostrophes, without any signs, and split at signs."""
    flat = fold(text)
    joined = ("".join(filter(str.isalnum, word)) for word in flat.split())
    return {tuple(tokens(text)), tuple(filter(None, joined)), tuple(_RUN.findall(flat))}


@dataclass(frozen=True, slots=True)
class _Names:
    """An index of a deck's entities by the words of their names."""

    by_words: dict[tuple[str, ...], list[int]]
    """Maps the words of a name to entities; the key of a name without words is `()`."""
    longest: int
    """The number of words in the longest name."""


@lru_cache(maxsize=8)
def _index(knowledge: Knowledge) -> _Names:
    out: dict[tuple[str, ...], dict[int, None]] = {}
    for i, entity in enumerate(knowledge.entities):
        for name in entity.names:
            for key in _readings(name) | _readings(without_article(name)):
                out.setdefault(key, {})[i] = None
    return _Names({key: list(numbers) for key, numbers in out.items()}, max(map(len, out), default=0))


# what follows from the answers

Fact = tuple[str, bool]
"""A property, and whether its answer is yes."""


@dataclass(frozen=True, slots=True)
class Bound:
    """An amount on a scale that the entity is known to be above, or known not to be above."""

    amount: float
    turn: int
    meaning: Meaning
    """The question whose answer gave it."""


@dataclass(frozen=True, slots=True)
class Follows:
    """An answer that already follows from earlier answers."""

    yes: bool
    turn: int
    """The number of the question from which the answer follows."""
    why: str
    """The reasoning: `it is a dog, so it is an animal`."""


class Inference:
    """The answers so far, with everything that follows from them."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._carries = _carries(knowledge)
        self._facts: dict[str, tuple[bool, int, Fact | None]] = {}
        """Maps a property to whether it is a yes, its turn, and the fact from which it follows.

        The fact is None if the property was asked about directly.
        """
        self._bounds: dict[tuple[str, bool], Bound] = {}
        """Maps a scale to the highest amount that the entity is above (True) and the lowest that it isn't
        above (False)."""
        self._not_named: dict[int, int] = {}
        """Maps an entity to the turn whose answer ruled it out."""

    def learn(self, meaning: Meaning, turn: int, *, yes: bool) -> None:
        """Record the answer to a question, and everything that follows from it."""
        for part, told in parts_answered(meaning, "yes" if yes else "no"):
            match part:
                case Is(question) if question in self._knowledge.properties:
                    self._put(question, turn, yes=told == "yes")
                case Named(numbers) if told == "no":
                    self._not_named = dict.fromkeys(numbers, turn) | self._not_named
                case _:
                    self._bound(part, turn, yes=told == "yes")

    def _put(self, name: str, turn: int, *, yes: bool) -> None:
        reached: list[tuple[Fact, Fact | None]] = [((name, yes), None)]
        for (known, answer), source in reached:
            if known not in self._facts:
                self._facts[known] = (answer, turn, source)
                reached += [(fact, (known, answer)) for fact in self._carries.get((known, answer), ())]

    def _bound(self, meaning: Meaning, turn: int, *, yes: bool) -> None:
        at = _threshold(meaning)
        if at is None:
            return
        scale, amount = at
        known = self._bounds.get((scale, yes))
        if known is None or (known.amount < amount if yes else known.amount > amount):
            self._bounds[scale, yes] = Bound(amount, turn, meaning)

    @property
    def properties(self) -> AbstractSet[str]:
        """The properties whose answers follow from the answers so far."""
        return self._facts.keys()

    def says(self, name: str) -> bool | None:
        """Whether a property follows from the answers so far, or its opposite; None if neither does."""
        known = self._facts.get(name)
        return None if known is None else known[0]

    def knows(self, question: str) -> bool:
        """True if the answer to a question of the table follows from the answers so far."""
        scale, above_, amount = question.partition(">")
        if not above_:
            return question in self._facts
        more, less = self._bounds.get((scale, True)), self._bounds.get((scale, False))
        limit = float(amount)
        return (more is not None and more.amount >= limit) or (less is not None and less.amount <= limit)

    def of(self, meaning: Meaning) -> Follows | None:
        """The answer to a question if it follows from the answers so far; otherwise None."""
        match meaning:
            case Is(question) if question in self._knowledge.properties:
                return self._fact(question)
            case Named(numbers):
                return self._named(numbers)
            case Not(of):
                inner = self.of(of)
                return Follows(not inner.yes, inner.turn, inner.why) if inner else None
            case AnyOf(parts) | AllOf(parts):
                return self._joined(parts, wins=isinstance(meaning, AnyOf))
            case _:
                return self._measured(meaning)

    def _fact(self, name: str) -> Follows | None:
        if name not in self._facts:
            return None
        yes, turn, source = self._facts[name]
        chain = [(name, yes)]
        while source is not None:
            chain.append(source)
            source = self._facts[source[0]][2]
        said = [said_so(Is(link), self._knowledge, yes=answer) for link, answer in reversed(chain)]
        return Follows(yes, turn, ", so ".join(said))

    def _named(self, numbers: tuple[int, ...]) -> Follows | None:
        if not numbers or not set(numbers) <= set(self._not_named):
            return None
        names = " or ".join(self._knowledge.entities[number].name for number in numbers)
        return Follows(yes=False, turn=max(self._not_named[n] for n in numbers), why=f"it is not {names}")

    def _joined(self, parts: tuple[Meaning, ...], *, wins: bool) -> Follows | None:
        """The answer to several parts: one yes decides an `or` (`wins` is True), one no decides an `and`."""
        found = [self.of(part) for part in parts]
        deciding = next((part for part in found if part is not None and part.yes is wins), None)
        if deciding is not None:
            return deciding
        known = [part for part in found if part is not None]
        if not known or len(known) < len(parts):
            return None
        last = max(known, key=lambda part: part.turn)
        return Follows(not wins, last.turn, "; ".join(dict.fromkeys(part.why for part in known)))

    def _measured(self, meaning: Meaning) -> Follows | None:
        at = _threshold(meaning)
        if at is None:
            return None
        scale, amount = at
        for yes in (True, False):
            bound = self._bounds.get((scale, yes))
            if bound is not None and (bound.amount >= amount if yes else bound.amount <= amount):
                here = said_so(meaning, self._knowledge, yes=yes)
                told = said_so(bound.meaning, self._knowledge, yes=yes)
                why = told if here == told else f"{told}, so {here}"
                return Follows(yes, bound.turn, why)
        return None


@lru_cache(maxsize=16)
def _carries(knowledge: Knowledge) -> Mapping[Fact, tuple[Fact, ...]]:
    """Maps a fact to what follows: all that it implies, and a no to what would imply the opposite."""
    out: dict[Fact, list[Fact]] = {}
    for prop in knowledge.properties.values():
        for token in prop.implies:
            name, answer = signed(token)
            if name not in knowledge.properties or answer not in ("yes", "no"):
                continue
            yes = answer == "yes"
            out.setdefault((prop.id, True), []).append((name, yes))
            out.setdefault((name, not yes), []).append((prop.id, False))
    return {fact: tuple(dict.fromkeys(facts)) for fact, facts in out.items()}


def _threshold(meaning: Meaning) -> tuple[str, float] | None:
    """The scale and the amount of a question about being above an amount; None for other questions."""
    if isinstance(meaning, Above):
        return meaning.scale, meaning.amount
    if isinstance(meaning, Is):
        scale, sign, amount = meaning.question.partition(">")
        return (scale, float(amount)) if sign else None
    return None
