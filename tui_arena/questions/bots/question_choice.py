"""The choice of a question: which question splits a belief best, and when to guess instead.

The worth of a question is its expected information gain, in parts of a bit, given the belief's estimate of
wrong answers.

Gains are whole numbers, so that the same belief gives the same question on every machine. The question that
comes first in the table wins a tie.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tui_arena.questions.bots.belief import JUDGES, Weighed
from tui_arena.questions.bots.dialogue_history import Past
from tui_arena.questions.meaning import AnyOf, Is, Meaning, masks
from tui_arena.questions.table import Knowledge, Masks

BIT = 1 << 20
"""One bit of information."""
PARTS = 4096
"""The unit of shares: `PARTS` is the whole."""
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


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a question, given a belief."""

    of: Candidate
    gain: int
    """The expected information, in parts of a bit (`BIT` is one bit)."""
    yes: int
    """The share of yes, in `PARTS`."""


def candidate(meaning: Meaning, masks: Masks) -> Candidate:
    """A question with its sets of entities."""
    return Candidate(meaning, masks.yes, masks.sometimes | masks.unknown)


def table_questions(knowledge: Knowledge) -> tuple[Candidate, ...]:
    """Every question of a table that distinguishes at least two entities."""
    out = []
    for name, sets in knowledge.masks.items():
        asked = candidate(Is(name), sets)
        if len({0, asked.yes, asked.between, sets.no}) > 2:
            out.append(asked)
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


def share(mass: int, total: int) -> int:
    """A mass as a share in `PARTS`."""
    return (mass * PARTS + total // 2) // total


def errors(belief: Weighed) -> int:
    """The belief's error rate in `PARTS`."""
    return int(belief.wrong * PARTS + 0.5)


def weigh(belief: Weighed, pool: Iterable[Candidate]) -> list[Worth]:
    """The worth of each question, given a belief, in the order of the pool.

    Questions that all entities answer with no are left out.
    """
    levels, total, wrong = belief.levels, belief.total, errors(belief)
    half = total // 2
    out = []
    for asked in pool:
        is_yes, is_between = asked.yes, asked.between
        yes = between = 0
        for weight, level in levels:
            yes += weight * (level & is_yes).bit_count()
            between += weight * (level & is_between).bit_count()
        p = (yes * PARTS + half) // total
        m = min((between * PARTS + half) // total, PARTS - p)
        if p or m:
            out.append(Worth(asked, gain(p, m, wrong, belief.leaning), p))
    return out


def joined(a: Candidate, b: Candidate) -> Candidate:
    """The question that joins two questions with `or`."""
    yes = a.yes | b.yes
    return Candidate(AnyOf((a.meaning, b.meaning)), yes, (a.between | b.between) & ~yes)


def joint(
    belief: Weighed, worths: Sequence[Worth], used: frozenset[Meaning], firsts: int, seconds: int
) -> list[Worth]:
    """Questions with `or`, made of two questions that seldom get a yes; best first.

    `firsts` and `seconds`: how many of the best questions are tried as first and as second part.
    """
    rare = [w for w in worths if w.yes * 2 < PARTS]
    rare.sort(key=lambda w: -w.gain)
    pairs = []
    for i, first in enumerate(rare[:firsts]):
        for second in rare[i + 1 : seconds]:
            if first.yes + second.yes > PARTS * 3 // 10:
                asked = joined(first.of, second.of)
                if asked.meaning not in used:
                    pairs.append(asked)
    found = weigh(belief, pairs)
    found.sort(key=lambda w: -w.gain)
    return found


def pays(belief: Weighed, best: int, gained: int) -> bool:
    """Whether guessing an entity of weight `best` is better than a question that gains `gained`.

    The answer to a guess is certain. A miss still rules out one entity, and a hit saves the turn that the
    guess would need later.
    """
    part = share(best, belief.total)
    return entropy(part) + part * gained // (2 * PARTS) >= gained


ALONE, TOGETHER = 12, 40
"""How many entities must share an answer, or two answers, for their agreement not to be chance."""


def without_foregone(
    asking: Mapping[Candidate, int], past: Past, entities: int, knowledge: Knowledge
) -> dict[Candidate, int]:
    """The questions of `asking` whose answer the plain answers leave open; `entities`: whom to read it from."""
    groups = _groups(past, entities, knowledge)
    return {
        one: fits
        for one, fits in asking.items()
        if not any(not group & (one.yes | one.between) or not group & ~one.yes for group in groups)
    }


def _groups(past: Past, entities: int, knowledge: Knowledge) -> list[int]:
    """The sets of entities that one plain answer doesn't contradict, or two, if they are large enough."""
    fitting = [
        entities & ~masks(taken.meaning, knowledge).of("no" if taken.told == "yes" else "yes")
        for taken in past
        if isinstance(taken.meaning, Is) and taken.told in ("yes", "no")
    ]
    pairs = (one & other for one, other in combinations(fitting, 2))
    return [
        *(group for group in fitting if group.bit_count() >= ALONE),
        *(group for group in pairs if group.bit_count() >= TOGETHER),
    ]
