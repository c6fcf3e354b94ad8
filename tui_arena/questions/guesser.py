"""The guesser: what each question would tell, which question tells most, and when to guess instead.

The genie (`genie.py`) decides what a person would ask, and how well a level plays. For a deck without a
table, only the names are known; then the guesser asks about their letters, and guesses.

The worth of a question is its expected information gain, in parts of a bit, given the belief's estimate of
wrong answers. Gains are whole numbers, so that the same belief gives the same question on every machine. The
question that comes first in the table wins a tie.

Answers to most questions are only weighed. An answer about the kind of thing is taken at its word: after a
yes to *a person?* only people are considered, and after a no to *a job?* no jobs.

A choice depends only on the past and on the generator. No question is asked twice, and a name that was
guessed is ruled out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce
from itertools import combinations, islice
from operator import or_
from random import Random
from typing import NamedTuple

from tui_arena.core.caches import own_cache
from tui_arena.core.game import Belief
from tui_arena.questions.belief import (
    DIFFICULTIES,
    JUDGES,
    PEOPLE,
    AnsweredQuestion,
    Answering,
    DeckBelief,
    Inference,
    Past,
    Weighed,
    asked,
    begun,
    members,
    weighed,
)
from tui_arena.questions.meaning import Is, Meaning, Not, masks
from tui_arena.questions.phrasing import spelling_texts
from tui_arena.questions.table import Knowledge, Masks, Property, signed

BIT = 1 << 20
"""One bit of information."""
PARTS = 4096
"""The unit of shares: `PARTS` is the whole."""
MOST_GAIN = BIT * 11 // 10
"""No question tells more than this: hardly more than a bit, as people often say yes or no to what is between."""
TRIM = 400
"""When a question is chosen, the least likely entities are ignored, up to 1/`TRIM` of the belief."""

_ENTROPY = (0, *(round(-i / PARTS * math.log2(i / PARTS) * BIT) for i in range(1, PARTS + 1)))
"""-p log2 p, rounded so that it is the same on every machine."""


@dataclass(frozen=True, eq=False, slots=True)
class Candidate:
    """A question that may be asked, with the sets of entities that answer yes or something in between.

    Two candidates are never equal, so that looking one up reads no large number.
    """

    meaning: Meaning
    yes: int
    between: int
    about: Property | None = None
    """The property that it asks about; None if it asks about something else."""


class Worth(NamedTuple):
    """The worth of a question, given a belief."""

    of: Candidate
    gain: int
    """The expected information, in parts of a bit (`BIT` is one bit)."""
    yes: int
    """The share of yes, in `PARTS`."""


def candidate(meaning: Meaning, masks: Masks, about: Property | None = None) -> Candidate:
    """A question with its sets of entities."""
    return Candidate(meaning, masks.yes, masks.sometimes | masks.unknown, about)


def table_questions(knowledge: Knowledge) -> tuple[Candidate, ...]:
    """Every question of a table that distinguishes at least two entities."""
    out = []
    for name, sets in knowledge.masks.items():
        one = candidate(Is(name), sets, knowledge.properties.get(name))
        if len({0, one.yes, one.between, sets.no}) > 2:
            out.append(one)
    return tuple(out)


def entropy(part: int) -> int:
    """The entropy of a yes-or-no question, in parts of a bit; `part`: the share of yes, in `PARTS`."""
    return _ENTROPY[part] + _ENTROPY[PARTS - part]


def gain(yes: int, between: int, wrong: int, leaning: int = JUDGES.leaning) -> int:
    """The expected information of an answer, in parts of a bit.

    All shares are in `PARTS`; `wrong`: the share of answers where yes and no are swapped. `leaning`: how many
    people in a hundred say yes to something between yes and no. Because people often say yes or no there, a
    question that hopes for a maybe is a bad one.
    """
    no = PARTS - yes - between
    lean = PARTS * leaning // 100
    told_yes = (yes * (PARTS - wrong) + no * wrong + between * lean) // PARTS
    told_no = (no * (PARTS - wrong) + yes * wrong + between * lean) // PARTS
    told_between = PARTS - told_yes - told_no
    doubt = 2 * _ENTROPY[lean] + _ENTROPY[PARTS - 2 * lean]
    noise = (yes + no) * entropy(wrong) + between * doubt
    return _ENTROPY[told_yes] + _ENTROPY[told_no] + _ENTROPY[told_between] - noise // PARTS


def portion(mass: int, total: int) -> int:
    """A mass as a share in `PARTS`."""
    return (mass * PARTS + total // 2) // total


def errors(belief: Weighed) -> int:
    """The belief's error rate in `PARTS`."""
    return int(belief.wrong * PARTS + 0.5)


def weigh(belief: Weighed, pool: Iterable[Candidate], least: int = 0) -> list[Worth]:
    """The worth of each question, given a belief, in the order of the pool.

    Questions that all entities answer with no are left out, and so are those whose yes, or whose other answers
    together, have a share below `least`, in `PARTS`.
    """
    levels: Sequence[tuple[int, int]] = belief.levels
    total, wrong = belief.total, errors(belief)
    half = total // 2
    fewest, most = (-((half - part * total) // PARTS) for part in (least, PARTS - least + 1))
    every = reduce(or_, (level for _, level in levels), 0)
    low = max((every & -every).bit_length() - 1, 0)  # entities of one kind are neighbours
    levels = [(weight, level >> low) for weight, level in levels]
    weights = [(weight, level, rest) for (weight, level), rest in zip(levels, belief.lighter, strict=True)]
    out = []
    for one in pool:
        is_yes, is_between = one.yes >> low, one.between & every
        yes = between = 0
        for weight, level, rest in weights:
            yes += weight * (level & is_yes).bit_count()
            if yes + rest < fewest or yes >= most:
                break
        else:
            if is_between:
                is_between >>= low
                for weight, level in levels:
                    between += weight * (level & is_between).bit_count()
            p = (yes * PARTS + half) // total
            m = min((between * PARTS + half) // total, PARTS - p)
            if p or m:
                out.append(Worth(one, gain(p, m, wrong, belief.leaning), p))
    return out


def is_worth_guessing(belief: Weighed, best: int, gained: int) -> bool:
    """True if guessing an entity of weight `best` is better than a question that gains `gained`.

    The answer to a guess is certain. A miss still rules out one entity, and a hit saves the turn that the
    guess would need later.
    """
    part = portion(best, belief.total)
    return entropy(part) + part * gained // (2 * PARTS) >= gained


ALONE, TOGETHER = 12, 40
"""The number of entities that must share one answer, or two, so that their agreement isn't chance."""


def without_foregone(worths: Iterable[Worth], past: Past, entities: int, knowledge: Knowledge) -> list[Worth]:
    """The questions whose answers don't follow from the plain answers, judging by `entities`.

    An answer follows if all entities of a group that fits the plain answers say yes, or all say no.
    """
    groups = _groups(past, entities, knowledge)
    out = []
    for worth in worths:
        is_yes, is_between = worth.of.yes, worth.of.between
        for group in groups:
            yes = group & is_yes
            if yes == group or not (yes or group & is_between):
                break
        else:
            out.append(worth)
    return out


def _groups(past: Past, entities: int, knowledge: Knowledge) -> list[int]:
    """The sets of entities that fit one plain answer, or two of them, without sets that are too small."""
    fitting = [
        entities & ~masks(taken.meaning, knowledge).of("no" if taken.answer == "yes" else "yes")
        for taken in past
        if isinstance(taken.meaning, Is) and taken.answer in ("yes", "no")
    ]
    pairs = (one & other for one, other in combinations(fitting, 2))
    large = {group for group in fitting if group.bit_count() >= ALONE}
    large.update(group for group in pairs if group.bit_count() >= TOGETHER)
    found: list[int] = []
    for group in sorted(large, key=int.bit_count):  # if a group agrees on an answer, so does every part of it
        if all(part & group != part for part in found):
            found.append(group)
    return found


def in_fewest(sets: Iterable[int], among: int) -> int:
    """The entities of `among` that are in the fewest of the sets."""
    by_count = [among]
    for one in sets:
        pairs = zip([*by_count, 0], [0, *by_count], strict=True)
        by_count = [(same & ~one) | (fewer & one) for same, fewer in pairs]
    return next(filter(None, by_count), 0)


# branches: what kind of thing the answers have settled

DOUBTED = 97
"""The percentage of the belief that must contradict an answer for it to be doubted after all."""


def _settled(taken: AnsweredQuestion, knowledge: Knowledge) -> tuple[Property | None, bool]:
    """The property that a plain yes or no is about, and whether the thing has it; None: no property."""
    meaning, yes = taken.meaning, taken.answer == "yes"
    if isinstance(meaning, Not):
        meaning, yes = meaning.of, not yes
    if not isinstance(meaning, Is) or taken.answer not in ("yes", "no"):
        return None, yes
    return knowledge.properties.get(meaning.question), yes


@dataclass(frozen=True, slots=True)
class Branch:
    """The branch that the answers have settled."""

    entities: int
    """The set of entities in it."""
    settled: frozenset[int] = frozenset()
    """The numbers of the answers that have settled it, from 1."""


def branch_of(past: Past, held: Weighed, knowledge: Knowledge) -> Branch:
    """The branch that the answers have settled; `held`: the belief after them.

    An answer is ignored if it leaves no entity, or if nearly all of the belief contradicts it.
    """
    left, settled = knowledge.everything, set()
    for turn, taken in enumerate(past, 1):
        about, yes = _settled(taken, knowledge)
        if about is not None and (about.settles == "both" or (about.settles == "yes" and yes)):
            masks = knowledge.masks[about.id]
            against = left & (masks.no if yes else masks.yes)
            if left & ~against and held.within(against) * 100 < DOUBTED * held.within(left):
                left &= ~against
                settled.add(turn)
    return Branch(left, frozenset(settled))


@dataclass(frozen=True, eq=False, slots=True)
class Condition:
    """A fact of an `after`, such as `animal|-real`: one of its alternatives must be true."""

    alternatives: tuple[tuple[str, bool], ...]
    """The properties, each with whether it must be a yes."""
    having: int
    """The set of entities for which it is true."""
    topical: bool
    """True if it is about a topic, such as music or sport, and not about the kind of thing."""

    def follows(self, known: Inference) -> bool | None:
        """Whether it is true by what is known from the answers; None if they say neither."""
        is_open = False
        for name, wanted in self.alternatives:
            says = known.says(name)
            if says is wanted:
                return True
            is_open |= says is None
        return None if is_open else False


@lru_cache(maxsize=4096)
def condition(fact: str, knowledge: Knowledge) -> Condition:
    """A fact of an `after` in the form in which it is tested."""
    parts = [signed(part) for part in fact.split("|")]
    sets = (knowledge.masks[name].of("yes" if wanted == "yes" else "no") for name, wanted in parts)
    topical = all(is_topic(knowledge.properties.get(name)) for name, _ in parts)
    return Condition(tuple((name, wanted == "yes") for name, wanted in parts), reduce(or_, sets), topical)


def is_topic(about: Property | None) -> bool:
    """True if a property is a topic, such as music or sport, and not a kind of thing."""
    return about is not None and not (about.sure or about.first)


@dataclass(frozen=True, slots=True)
class ConditionalQuestion:
    """A question of the table that a genie asks under conditions."""

    place: int
    """Its number in the order of the table."""
    of: Candidate
    question: str
    is_property: bool


@dataclass(frozen=True, eq=False, slots=True)
class QuestionTree:
    """The questions of a table by their conditions, so that a condition of many of them is tested once."""

    questions: list[ConditionalQuestion] = field(default_factory=list)
    """Those without a further condition."""
    after: dict[Condition, QuestionTree] = field(default_factory=dict)
    """Maps a fact to the questions that are asked only if it is true."""
    unless: dict[tuple[Condition, ...], QuestionTree] = field(default_factory=dict)
    """Maps facts to the questions that are asked only if not all of these facts are true."""

    def fitting(
        self,
        least: int,
        share: Callable[[Condition], int],
        is_held: Callable[[Condition], bool],
        fits: int = 100,
    ) -> list[tuple[list[ConditionalQuestion], int]]:
        """The questions that fit `least` percent of the belief, with the percentage.

        `share`: the percentage that has a fact of an `after`; `is_held`: whether a fact of an `unless` is true.
        """
        found = [(self.questions, fits)]
        for about, below in self.after.items():
            part = share(about)
            if part >= least:
                found += below.fitting(least, share, is_held, min(fits, part))
        for facts, below in self.unless.items():
            if not all(map(is_held, facts)):
                found += below.fitting(least, share, is_held, fits)
        return found


@lru_cache(maxsize=16)
def question_tree(knowledge: Knowledge, *, begins: bool) -> QuestionTree:
    """The questions of a table by their conditions; `begins`: as the first of a game."""
    tree = QuestionTree()
    for place, one in enumerate(table_questions(knowledge)):
        if isinstance(one.meaning, Is):
            question = one.meaning.question
            about = one.about or knowledge.scales[question.partition(">")[0]]
            free = begins and one.about is not None and one.about.first
            node = tree
            for fact in () if free else about.after.split():
                node = node.after.setdefault(condition(fact, knowledge), QuestionTree())
            for facts in about.unless.split():
                parts = tuple(condition(fact, knowledge) for fact in facts.split("&"))
                node = node.unless.setdefault(parts, QuestionTree())
            node.questions.append(ConditionalQuestion(place, one, question, one.about is not None))
    return tree


# the guesser

CACHED = 4_000_000
"""The limit of the cache of beliefs: the maximum number of entities in all cached beliefs together."""
NEAR = 10
"""An entity with at least 1/`NEAR` of the best entity's weight counts as left."""
LISTED = 16
"""The maximum number of entities in a belief that is shown."""
MINDED = 40
"""The maximum number of names that are considered for a guess."""

HAIR = 98
"""A question with at least this percentage of the best gain counts as equally good."""
POOR = BIT // 4
"""If the table's questions gain less than this, questions about spelling are tried."""


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """The next move: a question, or the name of an entity."""

    meaning: Meaning | None = None
    """The question; None: guess a name."""
    number: int | None = None
    """The entity to guess; None: ask a question."""


class QuestionGuesser:
    """A guesser's beliefs and questions over one table."""

    def __init__(self, knowledge: Knowledge, how: Answering = JUDGES) -> None:
        """`how`: the way in which answers are weighed."""
        self.knowledge = knowledge
        self.how = how
        kept = max(min(CACHED // (len(knowledge) or 1), 4096), 128)
        self.held = own_cache(kept, self._believed)
        """The belief after all answers of a past; cached, so that it is carried on from turn to turn."""
        self.branch = own_cache(kept, self._branch_of)
        """The branch that the answers of a past have settled for the entity sought; cached."""
        self.weighed = own_cache(kept, self._in_branch)
        """The weights of the entities in that branch; cached."""
        self._best = own_cache(kept, self._choose)

    @cached_property
    def by_difficulty(self) -> dict[str, int]:
        """The set of entities of each difficulty, the easy ones first."""
        entities = self.knowledge.entities
        return {
            rank: sum(1 << i for i, entity in enumerate(entities) if entity.difficulty == rank)
            for rank in DIFFICULTIES
        }

    # Beliefs

    def _believed(self, past: Past) -> DeckBelief:
        return (
            past[-1].after(self.held(past[:-1]), self.knowledge) if past else begun(self.knowledge, self.how)
        )

    def _branch_of(self, past: Past) -> Branch:
        return branch_of(past, weighed(self.held(past)), self.knowledge)

    def _in_branch(self, past: Past) -> Weighed:
        return weighed(self.held(past).without(~self.branch(past).entities))

    def ranked(self, past: Past, most: int = LISTED, among: int = -1) -> list[tuple[int, int]]:
        """Pairs of entity and weight, likeliest first; of equally likely entities, the easier come first."""
        return self.weighed(past).ranked(most, [rank & among for rank in self.by_difficulty.values()])

    def likeliest(self, past: Past, most: int) -> int:
        """The set of the entities that `ranked` returns."""
        found = 0
        for _, level in self.weighed(past).levels:
            for rank in self.by_difficulty.values():
                bits = level & rank
                if bits.bit_count() > most:
                    bits = sum(1 << number for number in islice(members(bits), most))
                found |= bits
                most -= bits.bit_count()
        return found

    def belief(self, past: Past) -> Belief:
        """The belief as it is shown to others; among equally likely entities, more common ones come first."""
        of = self.weighed(past)
        if not of.total:
            return Belief(0)
        ranked = of.ranked(LISTED, self._common, scattered=True)
        best = ((self.knowledge.entities[i].name, w / of.total) for i, w in ranked)
        left = of.spread() if self.how is PEOPLE and past else of.near(NEAR).bit_count()
        return Belief(left, tuple(best))

    @cached_property
    def _common(self) -> tuple[int, ...]:
        """Sets of equally common entities, the most common first."""
        sets: dict[tuple[int, float], int] = {}
        for number, entity in enumerate(self.knowledge.entities):
            key = DIFFICULTIES.index(entity.difficulty), -entity.frequency
            sets[key] = sets.get(key, 0) | 1 << number
        return tuple(bits for _, bits in sorted(sets.items()))

    # Questions

    @cached_property
    def pool(self) -> tuple[Candidate, ...]:
        """The questions of the table, in the table's order."""
        return tuple(table_questions(self.knowledge))

    def choice(self, past: Past, left: int, rng: Random) -> NextQuestion | None:
        """The move that tells most; None if nothing is left to ask.

        `left`: the number of questions left, including this one.
        """
        choices = self._best(past, min(left, 2))
        return rng.choice(choices) if choices else None

    def worths(self, past: Past, *, trusting: bool = False) -> list[Worth]:
        """The worth of each question not yet asked; `trusting`: assume that no answer is wrong."""
        of = self.weighed(past)
        if not of.total:
            return []
        of = replace(of, wrong=0.0) if trusting else of
        used = asked(past)
        trimmed = of.trimmed(TRIM)
        found = weigh(trimmed, (c for c in self.pool if c.meaning not in used))
        if max((w.gain for w in found), default=0) < POOR and of.near(NEAR).bit_count() > 2:
            found += weigh(trimmed, (c for c in self._spelling if c.meaning not in used))
        return found

    @cached_property
    def _spelling(self) -> tuple[Candidate, ...]:
        texts = spelling_texts(self.knowledge)
        return tuple(candidate(meaning, masks(meaning, self.knowledge)) for meaning in texts)

    def _choose(self, past: Past, left: int) -> tuple[NextQuestion, ...]:
        """The best moves: one move, or several that are about equally good."""
        of, best = self.weighed(past), self.ranked(past, 1)
        if not best:
            return self._anything(past)
        worths = self.worths(past) if left > 1 else []
        top = max((worth.gain for worth in worths), default=0)
        if not worths or is_worth_guessing(of, best[0][1], top):
            return self._named(past)
        return tuple(NextQuestion(worth.of.meaning) for worth in worths if worth.gain * 100 >= top * HAIR)

    def _named(self, past: Past) -> tuple[NextQuestion, ...]:
        """Guesses of all names that are as likely as the best one and equally difficult."""
        best = self.ranked(past, MINDED)
        if not best:
            return ()
        entities = self.knowledge.entities
        rank = entities[best[0][0]].difficulty
        return tuple(
            NextQuestion(number=number)
            for number, weight in best
            if weight >= best[0][1] and entities[number].difficulty == rank
        )

    def _anything(self, past: Past) -> tuple[NextQuestion, ...]:
        """All questions that weren't asked, for the case that every entity is ruled out."""
        used = asked(past)
        pool = (*self.pool, *self._spelling)
        return tuple(NextQuestion(c.meaning) for c in pool if c.meaning not in used)
