"""What is likely after questions were answered, some of them wrongly.

Every answer that does not fit an entity costs it something; entities of one cost stand in one set of
bits, so that an answer moves thousands of entities by a few operations. How much a cost weighs follows
from the answers themselves: where none fits them all, errors are taken to be common.

Law: pure and whole-numbered, so that it comes out the same on every machine; ties go by the number of
the entity. Nothing is ever ruled out by an answer, only by `without`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from tui_arena.questions.table import Knowledge, Masks

Told = Literal["yes", "no", "maybe", "probably yes", "probably no", "unsure"]

HARD = 4
"""What a plain contradiction costs."""
COSTS: Mapping[Told, tuple[int, int, int, int]] = {
    "yes": (0, HARD, 3, 2),
    "no": (HARD, 0, 3, 2),
    "maybe": (3, 3, 0, 0),
    "probably yes": (1, HARD, 0, 1),
    "probably no": (HARD, 1, 1, 1),
    "unsure": (3, 3, 1, 0),
}
"""By what was told the cost for an entity whose own answer is yes, no, sometimes or unknown."""
WORST = 6 * HARD
"""Beyond the best by this much all entities weigh the same: next to nothing."""


@dataclass(frozen=True, slots=True)
class Rate:
    """One guess at how often answers are wrong."""

    share: float
    """How likely this guess is, before any answer."""
    wrong: float
    ratio: float
    """What one point of cost multiplies by: the fourth root of wrong / (1 - wrong)."""


RATES = (
    Rate(0.55, 0.003, 0.2342),
    Rate(0.25, 0.03, 0.4194),
    Rate(0.15, 0.1, 0.5774),
    Rate(0.05, 0.22, 0.7288),
)
TURN = 1_000_003
"""A prime, by which a set gives a place in itself."""
ONE = 1 << 24
"""The weight of an entity that fits best."""


@dataclass(frozen=True, slots=True)
class Held:
    """A belief: the entities by what the answers have cost them, cheapest first."""

    levels: tuple[tuple[int, int], ...]
    """Pairs of cost and set; the sets are disjoint, none is empty."""
    answered: int = 0
    """How many answers were weighed."""

    def told(self, masks: Masks, told: Told) -> Held:
        """The belief after one more answer."""
        costs = COSTS[told]
        sets = (masks.yes, masks.no, masks.sometimes, masks.unknown)
        moved: dict[int, int] = {}
        for cost, bits in self.levels:
            for more, part in zip(costs, sets, strict=True):
                inside = bits & part
                if inside:
                    moved[cost + more] = moved.get(cost + more, 0) | inside
        return Held(_capped(moved), self.answered + 1)

    def without(self, bits: int) -> Held:
        """The belief without entities that are ruled out for certain."""
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


def begun(knowledge: Knowledge) -> Held:
    """The belief before the first question: everything is as likely."""
    return Held(((0, knowledge.everything),) if len(knowledge) else ())


@lru_cache(maxsize=4096)
def _likelihoods(answered: int, cost: int) -> tuple[float, ...]:
    """How likely a cost over so many answers is, by each guess at the error rate."""
    out = []
    for rate in RATES:
        value = rate.share
        for _ in range(answered):
            value *= 1 - rate.wrong
        for _ in range(cost):
            value *= rate.ratio
        out.append(value)
    return tuple(out)


@lru_cache(maxsize=4096)
def weight_of(answered: int, least: int, cost: int) -> int:
    """The weight of a cost where the least one weighs `ONE`; at least 1."""
    whole = part = 0.0
    for a, b in zip(_likelihoods(answered, least), _likelihoods(answered, cost), strict=True):
        whole += a
        part += b
    return max(int(part / whole * ONE), 1)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A belief with weights: what is asked of it is counted in these."""

    levels: tuple[tuple[int, int], ...]
    """Pairs of weight and set, heaviest first."""
    total: int
    wrong: float
    """How often answers are taken to be wrong."""

    def mass(self, bits: int) -> int:
        """The weight of a set."""
        mass = 0
        for weight, level in self.levels:
            mass += weight * (level & bits).bit_count()
        return mass

    def trimmed(self, share: int) -> Weighed:
        """Without the lightest levels that together weigh less than one part in `share`."""
        kept, rest = list(self.levels), self.total
        light = 0
        while len(kept) > 1:
            light += kept[-1][0] * kept[-1][1].bit_count()
            if light * share > self.total:
                break
            rest = self.total - light
            kept.pop()
        return Weighed(tuple(kept), rest, self.wrong)

    def ranked(
        self, most: int, known: Sequence[int] = (-1,), *, turned: bool = False
    ) -> list[tuple[int, int]]:
        """Pairs of entity and weight, likeliest first; of equals those of the first sets of `known`.

        `turned`: what is left in one of these is told from anywhere on, not from its beginning, so that
        a list favours nobody whose name comes early.
        """
        out: list[tuple[int, int]] = []
        for weight, level in self.levels:
            for group in known:
                bits = level & group
                for number in from_within(bits) if turned else members(bits):
                    out.append((number, weight))
                    if len(out) == most:
                        return out
        return out

    def near(self, part: int) -> int:
        """The set of those that are at least one part in `part` as likely as the best."""
        bits = 0
        for weight, level in self.levels:
            if weight * part >= self.levels[0][0]:
                bits |= level
        return bits


@lru_cache(maxsize=512)
def weighed(held: Held) -> Weighed:
    """The weights of a belief."""
    if not held.levels:
        return Weighed((), 0, RATES[0].wrong)
    least = held.levels[0][0]
    levels = []
    total = 0
    error = all_ = 0.0
    for cost, bits in held.levels:
        weight, size = weight_of(held.answered, least, cost), bits.bit_count()
        levels.append((weight, bits))
        total += weight * size
        for rate, value in zip(RATES, _likelihoods(held.answered, cost), strict=True):
            error += rate.wrong * value * size
            all_ += value * size
    return Weighed(tuple(levels), total, error / all_)


def from_within(bits: int) -> Iterator[int]:
    """The numbers in a set, from some place on that follows from the set, then those before it."""
    at = bits % TURN % max(bits.bit_length(), 1)
    yield from (at + number for number in members(bits >> at))
    yield from members(bits & ((1 << at) - 1))


def members(bits: int) -> Iterator[int]:
    """The numbers in a set, from low to high.

    >>> list(members(0b1010))
    [1, 3]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
