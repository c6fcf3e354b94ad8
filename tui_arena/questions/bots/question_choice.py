"""Which question parts a belief best, and when to guess instead.

The worth of a question is the information that its answer is expected to give, in parts of a bit, where
answers may be wrong as often as the belief takes them to be.

Law: pure and whole-numbered, so that the same belief asks the same question on every machine; ties go
to the question that stands first in the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tui_arena.questions.bots.belief import Weighed
from tui_arena.questions.meaning import AnyOf, Is, Meaning
from tui_arena.questions.table import Knowledge, Masks

BIT = 1 << 20
"""One bit of information."""
PARTS = 4096
TRIM = 400
"""Questions are chosen for all but one part in this many of what is believed."""

_ENTROPY = (0, *(round(-i / PARTS * math.log2(i / PARTS) * BIT) for i in range(1, PARTS + 1)))
"""-p log2 p; rounded, so that no machine's last digit counts."""

LEANING = PARTS * 40 // 100
"""How often something between yes and no is taken to be told as yes, and as often as no, in `PARTS`.

A person says yes or no to most of what the table calls sometimes, so a question that hopes for a maybe
is a bad one.
"""
_LEANING = 2 * _ENTROPY[LEANING] + _ENTROPY[PARTS - 2 * LEANING]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that may be asked, with the entities that answer it yes, or neither yes nor no."""

    meaning: Meaning
    yes: int
    between: int


@dataclass(frozen=True, slots=True)
class Worth:
    """A question over a belief."""

    of: Candidate
    gain: int
    """Expected information, in parts of a bit (`BIT` is one)."""
    yes: int
    """Share of yes, in `PARTS`."""


def candidate(meaning: Meaning, masks: Masks) -> Candidate:
    """A question with its sets."""
    return Candidate(meaning, masks.yes, masks.sometimes | masks.unknown)


def table_questions(knowledge: Knowledge) -> tuple[Candidate, ...]:
    """Every question of a table that tells at least two entities apart."""
    out = []
    for name, masks in knowledge.masks.items():
        asked = candidate(Is(name), masks)
        if len({0, asked.yes, asked.between, masks.no}) > 2:
            out.append(asked)
    return tuple(out)


def entropy(part: int) -> int:
    """Of a yes-or-no question whose yes has `part` in `PARTS`, in parts of a bit."""
    return _ENTROPY[part] + _ENTROPY[PARTS - part]


def gain(yes: int, between: int, wrong: int) -> int:
    """Expected information of an answer, all shares in `PARTS`; `wrong`: of answers turned round."""
    no = PARTS - yes - between
    told_yes = (yes * (PARTS - wrong) + no * wrong + between * LEANING) // PARTS
    told_no = (no * (PARTS - wrong) + yes * wrong + between * LEANING) // PARTS
    told_between = PARTS - told_yes - told_no
    noise = (yes + no) * entropy(wrong) + between * _LEANING
    return _ENTROPY[told_yes] + _ENTROPY[told_no] + _ENTROPY[told_between] - noise // PARTS


def share(mass: int, total: int) -> int:
    """A mass as a share in `PARTS`."""
    return (mass * PARTS + total // 2) // total


def errors(belief: Weighed) -> int:
    """The belief's error rate in `PARTS`."""
    return int(belief.wrong * PARTS + 0.5)


def worth_of(belief: Weighed, asked: Candidate) -> Worth:
    """What a question is worth over a belief."""
    yes = share(belief.mass(asked.yes), belief.total)
    between = min(share(belief.mass(asked.between), belief.total), PARTS - yes)
    return Worth(asked, gain(yes, between, errors(belief)), yes)


def weigh(belief: Weighed, pool: Iterable[Candidate]) -> list[Worth]:
    """The questions with their worth over a belief, in the order of the pool."""
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
            out.append(Worth(asked, gain(p, m, wrong), p))
    return out


def joined(a: Candidate, b: Candidate) -> Candidate:
    """The question whether one or the other holds."""
    yes = a.yes | b.yes
    return Candidate(AnyOf((a.meaning, b.meaning)), yes, (a.between | b.between) & ~yes)


def joint(
    belief: Weighed, worths: Sequence[Worth], used: frozenset[Meaning], firsts: int, seconds: int
) -> list[Worth]:
    """Questions for one thing or another, made of those that are answered yes too seldom, best first."""
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
    """Whether to guess an entity of weight `best` rather than to ask for `gained`.

    A guess is told for certain; where it misses it still rules one out, and where it hits it saves
    the turn that the guess would need later.
    """
    part = share(best, belief.total)
    return entropy(part) + part * gained // (2 * PARTS) >= gained
