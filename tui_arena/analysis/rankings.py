"""Orders of players and how far two of them agree (rules.md section 7, "Rankings").

Law: plain figures in, plain figures out; the same seed gives the same p. Two orders are compared over
the players that both rank and over nobody else, and never below three.

Ties share the mean rank. For Kendall's tau they make it tau-b. For rank-biased overlap a tie means that
nobody knows who of them goes first: a player that stands in a tie which depth d cuts is in the top d by
the share of the tie that is, and the overlap at d is corrected for what the ties hide, as tau-b is. (Corsi
and Urbano, "The Treatment of Ties in Rank-Biased Overlap", SIGIR 2024: RBO^b. An order agrees fully with
itself, ties or not. Without ties both are the published formulas.)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from math import erfc, factorial, hypot, sqrt
from operator import mul
from random import Random
from typing import Literal

from tui_arena.analysis.matching import Matching, matched

LEAST = 3
"""Players that two orders must share to be compared."""
EXACT = 8
"""So many players that every order of them is looked at; with more, `SAMPLED` random ones are."""
SAMPLED = 10_000
RBO_ORDERS = 1000
"""Random orders of the overlap's p."""
PATIENCE = 0.9
"""p of rank-biased overlap: the chance to read on from one rank to the next."""
_SAME = 1e-9
"""Overlaps closer than this are equal: they were added up in another order."""

Better = Literal["high", "low", "none"]


@dataclass(frozen=True, slots=True)
class Placed:
    """What an order ranks a player by."""

    value: float
    std: float | None = None
    """Sample deviation over sessions, or the sigma of a rating; None: not known."""
    n: int | None = None
    """Sessions behind it; None: not said."""
    low: float | None = None
    """Ends of a 95 % interval; None: not known."""
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """Players from best to worst."""

    name: str
    """Such as `akinator recall` or `GPQA`."""
    source: str
    """Where it comes from, as a phrase."""
    published: bool
    """Whether it stands in a paper and was not played here."""
    ranks: Mapping[str, float]
    """Rank by player, 1 the best; of one's own a player is `kind:name`."""
    placed: Mapping[str, Placed] = field(default_factory=dict)
    """What they are ranked by; empty where a paper prints ranks alone."""
    better: Better = "high"
    """Which end of the figures is the best."""
    notes: tuple[str, ...] = ()
    """Sentences on how it was made, and what is known to be wrong with it."""

    @property
    def players(self) -> list[str]:
        """The best first; tied players by name."""
        return sorted(self.ranks, key=lambda player: (self.ranks[player], player.casefold()))


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two orders agree on the players that both rank."""

    players: tuple[str, ...]
    """In the first order, by the names that it gives them."""
    names: Mapping[str, str]
    """The second order's names for them, by the first's."""
    doubtful: tuple[str, ...]
    """Published names that several of the own players could be; they are left out."""
    tau: float | None
    """Kendall's tau-b, -1 to 1; None if one of them ties everybody. So are `z`, `p` and `p_exact`."""
    z: float | None
    """tau / sqrt(2 / (n (n - 1))), as published."""
    p: float | None
    """One-tailed, of z."""
    p_exact: float | None
    """Share of all orders whose tau is at least this; above eight players of 10,000 random ones."""
    rbo: float
    """Rank-biased overlap, extrapolated, 0 to 1."""
    rbo_paper: float
    """The same as the paper prints it, without what lies beyond the last rank."""
    rbo_p: float
    """(1 + random orders with at least this overlap) / (1 + 1000)."""

    @property
    def n(self) -> int:
        """Players that both rank."""
        return len(self.players)


def ranked(values: Mapping[str, float], better: Better = "high") -> dict[str, float]:
    """Rank by player, 1 the best; players with the same figure share the mean of their ranks.

    `better`: `low` puts the smallest figure first; `high`, and `none` for want of a direction, the largest.

    >>> ranked({"Ada": 0.9, "Ben": 0.5, "Cleo": 0.5})
    {'Ada': 1.0, 'Ben': 2.5, 'Cleo': 2.5}
    """
    sign = 1 if better == "low" else -1
    ordered = sorted(values, key=lambda player: sign * values[player])
    out: dict[str, float] = {}
    for _, tied in groupby(ordered, key=lambda player: values[player]):
        players = list(tied)
        out |= dict.fromkeys(players, len(out) + (len(players) + 1) / 2)
    return out


def agreement(first: Order, second: Order, seed: int = 0) -> Agreement | None:
    """How far two orders agree on the players that both rank; None below three such players.

    An own player is one that a paper names if `matched` says so.
    """
    found = shared(first, second)
    players = [player for player in first.players if player in found.pairs]
    if len(players) < LEAST:
        return None
    a = _again([first.ranks[player] for player in players])
    b = _again([second.ranks[found.pairs[player]] for player in players])
    tau = kendall(a, b)
    z, p = (None, None) if tau is None else tau_test(tau, len(a))
    overlap = Overlap(a, b)
    return Agreement(
        players=tuple(players),
        names=found.pairs,
        doubtful=found.doubtful,
        tau=tau,
        z=z,
        p=p,
        p_exact=None if tau is None else p_of_tau(a, b, seed),
        rbo=overlap.extrapolated,
        rbo_paper=overlap.as_printed,
        rbo_p=p_of_overlap(a, b, seed),
    )


def shared(first: Order, second: Order) -> Matching:
    """The players of both: the second order's names by the first's."""
    if first.published == second.published:
        return Matching({player: player for player in first.ranks if player in second.ranks})
    own, paper = (second, first) if first.published else (first, second)
    found = matched(own.ranks, paper.ranks)
    if own is first:
        return found
    return Matching({name: player for player, name in found.pairs.items()}, found.doubtful)


def tau_test(tau: float, n: int) -> tuple[float, float]:
    """The z and one-tailed p of a tau over n players, as published (GameArena, Table 7).

    The variance is not the usual one of tau under chance; `p_of_tau` needs none.
    """
    z = tau / sqrt(2 / (n * (n - 1)))
    return z, erfc(z / sqrt(2)) / 2


def _again(ranks: Sequence[float]) -> list[float]:
    """The ranks that are left when others have gone: 1 to n, ties sharing the mean."""
    fresh = ranked({str(place): rank for place, rank in enumerate(ranks)}, "low")
    return [fresh[str(place)] for place in range(len(ranks))]


def kendall(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Kendall's tau-b of two lists of ranks; None if one of them ties all.

    Without ties (pairs that agree - pairs that disagree) / all pairs.

    >>> kendall([1, 2, 3], [1, 3, 2])
    0.3333333333333333
    """
    pairs = sqrt(_untied(a) * _untied(b))
    return _excess(a, b) / pairs if pairs else None


def _untied(ranks: Sequence[float]) -> int:
    """Pairs that are not tied."""
    n = len(ranks)
    return (n * (n - 1) - sum(m * (m - 1) for m in Counter(ranks).values())) // 2


def _excess(a: Sequence[float], b: Sequence[float]) -> int:
    """Pairs that two lists order alike, less those that they order the other way round."""
    excess, seen = 0, list[float]()
    for _, tied in groupby(sorted(zip(a, b, strict=True)), key=lambda pair: pair[0]):
        added = [rank for _, rank in tied]
        excess += sum(bisect_left(seen, r) - (len(seen) - bisect_right(seen, r)) for r in added)
        for rank in added:
            insort(seen, rank)
    return excess


def p_of_tau(a: Sequence[float], b: Sequence[float], seed: int = 0) -> float:
    """The chance that tau is at least what it is if the second order were drawn at random.

    Over all n! orders up to eight players; above, (1 + so many of 10,000 seeded ones) / 10,001, so that it
    is never nothing.
    """
    observed = _excess(a, b)
    if len(a) <= EXACT:
        counts = _every_excess(a, b)
        return sum(n for excess, n in counts.items() if excess >= observed) / factorial(len(a))
    rng, drawn, reached = Random(seed), list(b), 0
    for _ in range(SAMPLED):
        rng.shuffle(drawn)
        reached += _excess(a, drawn) >= observed
    return (1 + reached) / (1 + SAMPLED)


def _every_excess(a: Sequence[float], b: Sequence[float]) -> Counter[int]:
    """How many of all orders of `b` have which excess of agreeing pairs over `a`.

    The ties of `a` are dealt their ranks one after the other; which were dealt before, and what that came
    to, is all that has to be known.
    """
    counts: dict[frozenset[int], Counter[int]] = {frozenset(): Counter({0: 1})}
    for size in (n for _, n in sorted(Counter(a).items())):
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
    """Rank-biased overlap of two lists of ranks, p = 0.9.

    `depths`: X_d / d at depth 1, 2, ...: which share of the first d of both are the same players.
    """

    def __init__(self, a: Sequence[float], b: Sequence[float]) -> None:
        self._a, self._b = _within(a), _within(b)
        self._most = [hypot(*one) * hypot(*other) for one, other in zip(self._a, self._b, strict=True)]
        self.depths = self._depths(range(len(b)))

    def _depths(self, drawn: Sequence[int]) -> list[float]:
        """The overlaps with the players of the second list in another order."""
        return [
            sum(map(mul, one, map(other.__getitem__, drawn))) / most
            for one, other, most in zip(self._a, self._b, self._most, strict=True)
        ]

    @property
    def as_printed(self) -> float:
        """(1 - p) times the sum of X_d / d p^(d - 1): 1 - p^n at most."""
        return _as_printed(self.depths)

    @property
    def extrapolated(self) -> float:
        """X_n / n p^n more than that, as if it went on like this: 1 for equal orders."""
        return min(self.as_printed + self.depths[-1] * PATIENCE ** len(self.depths), 1.0)

    def of_drawn(self, drawn: Sequence[int]) -> float:
        """`as_printed` with the players of the second list in another order."""
        return _as_printed(self._depths(drawn))


def _within(ranks: Sequence[float]) -> list[list[float]]:
    """By depth: how far each is among so many first, 0 to 1; in between if its tie is cut there."""
    size = Counter(ranks)
    first = {rank: rank - (n - 1) / 2 for rank, n in size.items()}
    return [
        [min(max((depth - first[rank] + 1) / size[rank], 0.0), 1.0) for rank in ranks]
        for depth in range(1, len(ranks) + 1)
    ]


def _as_printed(depths: Sequence[float]) -> float:
    return (1 - PATIENCE) * sum(share * PATIENCE**depth for depth, share in enumerate(depths))


def p_of_overlap(a: Sequence[float], b: Sequence[float], seed: int = 0) -> float:
    """(1 + random orders with at least the overlap that there is) / (1 + 1000).

    Every order of the same players has the same overlap at the last depth, so both readings of the
    overlap have this p.
    """
    overlap, rng, drawn = Overlap(a, b), Random(seed), list(range(len(b)))
    observed, reached = overlap.as_printed - _SAME, 0
    for _ in range(RBO_ORDERS):
        rng.shuffle(drawn)
        reached += overlap.of_drawn(drawn) >= observed
    return (1 + reached) / (1 + RBO_ORDERS)
