"""How alike a guesser opens when it is asked to find the same thing again (rules.md section 2).

Law: of each session the first five questions count, folded, as a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from tui_arena.games.entity.reading import folded

FIRST = 5


def opening_overlap(sessions: Iterable[Sequence[str]]) -> float | None:
    """Mean over pairs of sessions of the share of equal questions among their first five.

    `sessions`: the questions of each repetition of one item, in order; those without any are left out.
    None below two.

    >>> opening_overlap([["Is it alive?", "Is it red?"], ["is it alive", "Is it big?"]])
    0.5
    """
    openings = [frozenset(map(folded, questions[:FIRST])) for questions in sessions if questions]
    shares = [len(a & b) / max(len(a), len(b)) for a, b in combinations(openings, 2)]
    return sum(shares) / len(shares) if shares else None
