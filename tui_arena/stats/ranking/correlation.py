"""How far two lists of ranks agree: Kendall's tau and rank-biased overlap, with their p values.

With ties, tau is tau-b. For rank-biased overlap, a tie means that the order of the tied players is not
known. If depth d cuts a tie, each of its players is in the top d by the share of the tie above the cut. The
overlap at d is corrected for ties in the same way as tau-b, so a list with ties still agrees fully with
itself. (Corsi and Urbano, "The Treatment of Ties in Rank-Biased Overlap", SIGIR 2024: RBO^b.) Without ties,
both measures are the published formulas. See `stats/README.md`.

Both lists rank the same players; 1 is the best, and ties share the mean. The same seed gives the same p.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import erfc, factorial, hypot, sqrt
from operator import getitem, mul
from random import Random

EXACT = 8
"""Up to this many players, every order of them is counted; above it, `SAMPLED` random orders are."""
SAMPLED = 10_000
"""Random orders for the p of tau, above `EXACT` players."""
RBO_ORDERS = 1000
"""Random orders for the p of the overlap."""
PATIENCE = 0.9
"""p of rank-biased overlap: the chance that a reader goes on from one rank to the next."""
_SAME = 1e-9
"""Overlaps closer than this count as equal: they differ only by rounding."""
_NO_WEIGHT = 1e-13
"""Depths with less weight are left out of `Overlap.shares`; together they weigh far less than `_SAME`."""


def tau_test(tau: float, n: int) -> tuple[float, float]:
    """The z and one-tailed p of a tau over n players, as published (GameArena, Table 7).

    The published variance is not the usual variance of tau under chance; `p_of_tau` needs no variance.
    """
    z = tau / sqrt(2 / (n * (n - 1)))
    return z, erfc(z / sqrt(2)) / 2


def kendall(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Kendall's tau-b of two lists of ranks; None if one of them ties all players.

    Without ties this is (pairs that agree - pairs that disagree) / all pairs.

    >>> kendall([1, 2, 3], [1, 3, 2])
    0.3333333333333333
    """
    pairs = sqrt(_untied(a) * _untied(b))
    return _excess(a, b) / pairs if pairs else None


def _untied(ranks: Sequence[float]) -> int:
    """Number of pairs that are not tied."""
    n = len(ranks)
    return (n * (n - 1) - sum(m * (m - 1) for m in Counter(ranks).values())) // 2


def _excess(a: Sequence[float], b: Sequence[float]) -> int:
    """Number of pairs that both lists order alike, minus those that they order the other way round."""
    return _excess_of(_tied(a), _by(a, b))


def _tied(ranks: Sequence[float]) -> list[int]:
    """How many players share each rank, from the best on."""
    return [n for _, n in sorted(Counter(ranks).items())]


def _by(a: Sequence[float], b: Sequence[float]) -> list[float]:
    """The second list in the order of the first."""
    return [rank for _, rank in sorted(zip(a, b, strict=True))]


def _excess_of(tied: Sequence[int], ranks: Sequence[float]) -> int:
    """The excess for ranks in the order of a first list; `tied`: how many share each rank of that list."""
    excess, seen, at = 0, list[float](), 0
    for n in tied:
        added = ranks[at : at + n]
        for rank in added:
            excess += bisect_left(seen, rank) + bisect_right(seen, rank) - at
        for rank in added:
            insort(seen, rank)
        at += n
    return excess


def p_of_tau(a: Sequence[float], b: Sequence[float], seed: int = 0) -> float:
    """The chance of a tau at least this high if the second order were drawn at random.

    Up to eight players all n! orders are counted. Above that, 10,000 seeded random orders are drawn, and the
    result is (1 + those that reach it) / 10,001, so that it is never 0.
    """
    observed = _excess(a, b)
    if len(a) <= EXACT:
        counts = _every_excess(a, b)
        return sum(n for excess, n in counts.items() if excess >= observed) / factorial(len(a))
    rng, tied, drawn, reached = Random(seed), _tied(a), list(b), 0
    for _ in range(SAMPLED):
        rng.shuffle(drawn)
        reached += _excess_of(tied, drawn) >= observed
    return (1 + reached) / (1 + SAMPLED)


def _every_excess(a: Sequence[float], b: Sequence[float]) -> Counter[int]:
    """The number of orders of `b` for each excess of agreeing pairs with `a`, over all orders.

    The tied groups of `a` are dealt ranks of `b` one group after the other. Only the set of ranks dealt so
    far and its excess matter for the rest, so orders with the same set are counted together.
    """
    counts: dict[frozenset[int], Counter[int]] = {frozenset(): Counter({0: 1})}
    for size in _tied(a):
        further: dict[frozenset[int], Counter[int]] = {}
        for dealt, before in counts.items():
            for now in combinations([i for i in range(len(b)) if i not in dealt], size):
                step = sum((b[i] > b[j]) - (b[i] < b[j]) for i in now for j in dealt)
                into = further.setdefault(dealt.union(now), Counter())
                for excess, n in before.items():
                    into[excess + step] += n * factorial(size)
        counts = further
    (whole,) = counts.values()
    return whole


class Overlap:
    """Rank-biased overlap of two lists of ranks, p = 0.9."""

    def __init__(self, a: Sequence[float], b: Sequence[float]) -> None:
        self._within = [
            (one, other, hypot(*one) * hypot(*other))
            for one, other in zip(_within(a), _within(b), strict=True)
        ]
        self.depths: list[float] = [sum(map(mul, one, other)) / most for one, other, most in self._within]
        """X_d / d at depth d = 1, 2, ...: the share of players that the top d of both have in common."""

    @property
    def as_printed(self) -> float:
        """(1 - p) times the sum of X_d / d * p^(d - 1); at most 1 - p^n."""
        return sum(share * _weight(depth) for depth, share in enumerate(self.depths))

    @property
    def extrapolated(self) -> float:
        """`as_printed` plus X_n / n * p^n, as if the last overlap went on for ever; 1 for equal orders."""
        beyond = self.depths[-1] * float(PATIENCE ** len(self.depths))
        return min(self.as_printed + beyond, 1.0)

    def shares(self) -> list[list[float]]:
        """At [i][j]: what `as_printed` gains if player i of the first list is player j of the second."""
        weighed = [
            (one, [_weight(depth) * x / most for x in other])
            for depth, (one, other, most) in enumerate(self._within)
            if _weight(depth) > _NO_WEIGHT
        ]
        ones, others = (list(zip(*rows, strict=True)) for rows in zip(*weighed, strict=True))
        return [[sum(map(mul, one, other)) for other in others] for one in ones]


def _weight(depth: int) -> float:
    """The chance that a reader stops after depth + 1 ranks."""
    return float((1 - PATIENCE) * PATIENCE**depth)


def _within(ranks: Sequence[float]) -> list[list[float]]:
    """For each depth, how far each player is within it, 0 to 1; a fraction if it cuts the player's tie."""
    size = Counter(ranks)
    first = {rank: rank - (n - 1) / 2 for rank, n in size.items()}
    return [
        [min(max((depth - first[rank] + 1) / size[rank], 0.0), 1.0) for rank in ranks]
        for depth in range(1, len(ranks) + 1)
    ]


def p_of_overlap(a: Sequence[float], b: Sequence[float], seed: int = 0) -> float:
    """(1 + random orders with at least the observed overlap) / (1 + 1000).

    Every order of the same players has the same overlap at the last depth, so this is the p of both
    `as_printed` and `extrapolated`.
    """
    overlap, rng, drawn = Overlap(a, b), Random(seed), list(range(len(b)))
    shares, observed, reached = overlap.shares(), overlap.as_printed - _SAME, 0
    for _ in range(RBO_ORDERS):
        rng.shuffle(drawn)
        reached += sum(map(getitem, shares, drawn)) >= observed
    return (1 + reached) / (1 + RBO_ORDERS)
