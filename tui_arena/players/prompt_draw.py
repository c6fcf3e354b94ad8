"""Which prompt variant each session of a run gets, balanced over its items and their repetitions.

An item is one set-up of the run. If each item had one variant in all its repetitions, the means of two variants
would differ because their items do. So the variants go round: item i in repetition r gets variant

    (i * R + r + floor(i / L)) mod V,  with R repetitions, V variants and L = V / gcd(V, R),

of an order that the run's seed shuffles. A second seat also moves on by one after each whole turn of the seats
before it, so that every variant of one seat meets every variant of the other.

Law: the draw depends on the run's seed and a session's place in the run alone, so neither concurrency nor a
resumption changes it. How often two variants occur differs by one at the most: over the repetitions of an item,
over the items of a repetition, and over the whole run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd, lcm
from random import Random


def balanced(
    variants: Mapping[str, Sequence[str]], seed: int | None, index: int, repetition: int, repetitions: int
) -> dict[str, str]:
    """The variant of each seat in one session of a run.

    `variants`: those that each seat can have; a seat without any is left out. `index`: the item, from 0;
    `repetition`: from 1.

    >>> [balanced({"guesser": "abc"}, 7, 0, r, 3)["guesser"] for r in (1, 2, 3)]
    ['a', 'c', 'b']
    """
    found: dict[str, str] = {}
    turn = 0  # the items after which the seats so far have met in every way
    for seat, known in variants.items():
        count = len(known)
        if not count:
            continue
        order = Random(f"{seed}/prompts/{seat}").sample(sorted(known), count)
        turn = lcm(turn, count)
        moved = index // turn if turn else 0
        cycle = index // (count // gcd(count, repetitions))
        found[seat] = order[(index * repetitions + repetition - 1 + cycle + moved) % count]
        turn = turn * count or count
    return found
