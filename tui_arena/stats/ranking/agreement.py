"""Rankings of players, how far two rankings agree, and which saved player is which published player.

Two rankings are compared only over the players that both rank, at least three of them. Rank 1 is the best, and
tied players share the mean of their ranks. The same seed gives the same p. See `stats/README.md`.

With ties, tau is tau-b. For rank-biased overlap, a tie means that the order of the tied players is unknown:

- If depth d cuts a tie, each of its players is in the top d by the share of the tie above the cut.
- The overlap at d is corrected for ties in the same way as tau-b, so a list with ties fully agrees with
  itself. (Corsi and Urbano, "The Treatment of Ties in Rank-Biased Overlap", SIGIR 2024: RBO^b.)

Without ties, both measures are the published formulas.

No match is better than a wrong match. Only models can match published names. Snapshots of two different dates
never match, and a published name that could be two players matches neither.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from math import erfc, factorial, hypot, sqrt
from operator import getitem, mul
from random import Random

from tui_arena.stats.statistics import Better, Figure
from tui_arena.stats.text_tables import TableCell, WrittenCell
from tui_arena.stats.written import AGREED

EXACT = 8
"""Up to this many players, every order of them is counted; with more, `SAMPLED` random orders are."""
SAMPLED = 10_000
"""The number of random orders for the p of tau, with more than `EXACT` players."""
RBO_ORDERS = 1000
"""The number of random orders for the p of the overlap."""
PATIENCE = 0.9
"""p of rank-biased overlap: the chance that a reader continues from one rank to the next."""
_SAME = 1e-9
"""Overlaps closer than this count as equal: they differ only by rounding."""
_NO_WEIGHT = 1e-13
"""Depths with less weight are left out of `Overlap.shares`. Together they weigh far less than `_SAME`."""


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
    """The number of pairs that are not tied."""
    n = len(ranks)
    return (n * (n - 1) - sum(m * (m - 1) for m in Counter(ranks).values())) // 2


def _excess(a: Sequence[float], b: Sequence[float]) -> int:
    """The number of pairs that both lists order alike, minus the pairs they order the other way round."""
    return _excess_of(_tied(a), _by(a, b))


def _tied(ranks: Sequence[float]) -> list[int]:
    """How many players share each rank, the best rank first."""
    return [n for _, n in sorted(Counter(ranks).items())]


def _by(a: Sequence[float], b: Sequence[float]) -> list[float]:
    """The second list in the order of the first."""
    return [rank for _, rank in sorted(zip(a, b, strict=True))]


def _excess_of(tied: Sequence[int], ranks: Sequence[float]) -> int:
    """The excess for ranks sorted by a first list; `tied`: how many share each rank of that list."""
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
    """The chance of a tau at least this high if the second order were random.

    Up to eight players, all n! orders are counted. With more, 10,000 seeded random orders are drawn. The
    result is then (1 + the orders that reach the tau) / 10,001, so that it is never 0.
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
    """Maps each excess of agreeing pairs with `a` to the number of orders of `b` that have it.

    The tied groups of `a` get ranks of `b` one group after the other. For the rest, only the set of ranks
    given so far and its excess matter, so orders with the same set are counted together.
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
        """`as_printed` plus X_n / n * p^n, as if the last overlap continued for ever; 1 for equal orders."""
        beyond = self.depths[-1] * float(PATIENCE ** len(self.depths))
        return min(self.as_printed + beyond, 1.0)

    def shares(self) -> list[list[float]]:
        """At [i][j]: how much `as_printed` gains if player i of the first list is player j of the second."""
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
    """For each depth, the part of each player within it, 0 to 1; a fraction if it cuts the player's tie."""
    size = Counter(ranks)
    first = {rank: rank - (n - 1) / 2 for rank, n in size.items()}
    return [
        [min(max((depth - first[rank] + 1) / size[rank], 0.0), 1.0) for rank in ranks]
        for depth in range(1, len(ranks) + 1)
    ]


def p_of_overlap(a: Sequence[float], b: Sequence[float], seed: int = 0) -> float:
    """(1 + the random orders with at least the observed overlap) / (1 + 1000).

    Every order of the same players has the same overlap at the last depth, so this is the p of both
    `as_printed` and `extrapolated`.
    """
    overlap, rng, drawn = Overlap(a, b), Random(seed), list(range(len(b)))
    shares, observed, reached = overlap.shares(), overlap.as_printed - _SAME, 0
    for _ in range(RBO_ORDERS):
        rng.shuffle(drawn)
        reached += sum(map(getitem, shares, drawn)) >= observed
    return (1 + reached) / (1 + RBO_ORDERS)


_MODEL = "model:"
_DATE = re.compile(r"[-@](latest|\d{4}-\d{2}-\d{2}|20\d{6}|\d{4})$")
"""The end of a model's name that gives its snapshot: `-2024-08-06`, `-20240620`, `-2407` or `-latest`.
`latest` is cut off too, but it doesn't count as a date."""
_BETWEEN = re.compile(r"[\s._-]+")


@dataclass(frozen=True, slots=True)
class Matching:
    """The saved players that are players of a paper."""

    pairs: Mapping[str, str]
    """Maps a saved player's `kind:name` to the published name."""
    doubtful: tuple[str, ...] = ()
    """Published names that could be several saved players, so that they match none."""


def matched(own: Iterable[str], published: Iterable[str]) -> Matching:
    """Match saved players, given as `kind:name`, with published names that can only mean these players.

    Case, a provider's prefix, dots and hyphens are ignored. Dates must be equal if both names have one.

    >>> matched(["model:openai/GPT-4o", "human:Ada"], ["gpt-4o-2024-08-06", "gpt-4"]).pairs
    {'model:openai/GPT-4o': 'gpt-4o-2024-08-06'}
    """
    models = {name: _read(name.removeprefix(_MODEL)) for name in own if name.startswith(_MODEL)}
    known = {name: _read(name) for name in published}
    could = {name: [m for m, it in models.items() if _same(it, known[name])] for name in known}
    pairs: dict[str, str] = {}
    doubtful = []
    for name, several in could.items():
        exact = [m for m in several if len(several) == 1 or models[m] == known[name]]
        if len(exact) == 1 and sum(exact[0] in others for others in could.values()) == 1:
            pairs[exact[0]] = name
        elif several:
            doubtful.append(name)
    return Matching(pairs, tuple(doubtful))


def _read(name: str) -> tuple[str, str]:
    """A model's name in lower case, without provider and with plain separators, and its date or ""."""
    bare = name.casefold().rpartition("/")[2].strip()
    found = _DATE.search(bare)
    date = "" if found is None or found[1] == "latest" else found[1].replace("-", "")
    return _BETWEEN.sub("-", bare[: found.start()] if found else bare), date


def _same(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return one[0] == other[0] and (not one[1] or not other[1] or one[1] == other[1])


LEAST = 3
"""The least number of players that two rankings must share to be compared."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Players from best to worst."""

    name: str
    """The name of the ranking, such as `akinator recall` or `GPQA`."""
    source: str
    """The source of the ranking, as a phrase."""
    published: bool
    """True if the ranking is from a paper; False if it was computed from saved sessions."""
    ranks: Mapping[str, float]
    """Maps a player to its rank, 1 for the best; a saved player is `kind:name`."""
    placed: Mapping[str, Figure] = field(default_factory=dict)
    """The figures that players are ranked by; empty if a paper prints only ranks."""
    better: Better = "high"
    """The end of the figures that is the best."""
    notes: tuple[str, ...] = ()
    """Sentences on how the ranking was made, and on its known mistakes."""
    condition: str = ""
    """The name of the condition whose sessions count; `JOINED` for several. Empty if the ranking isn't from the
    sessions of one game."""
    others: tuple[str, ...] = ()
    """The names of the conditions that are left out or, if several are joined, of the joined conditions."""
    few: str = ""
    """A phrase on how many players are left out because they have too few sessions; empty if none are."""
    form: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)
    """Maps a player to the share of its sessions played to an end (`completed`) and its mean cost
    (`cost_usd`); empty if no model is ranked."""

    @property
    def players(self) -> list[str]:
        """All players, the best first; tied players by name."""
        return sorted(self.ranks, key=lambda player: (self.ranks[player], player.casefold()))


COEFFICIENTS = ("tau", "z", "p", "p_exact", "rbo", "rbo_paper", "rbo_p")
"""The figures of an agreement, by name."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two rankings agree on the players that both rank."""

    players: tuple[str, ...]
    """The players that both rank, in the first ranking's sequence and with its names."""
    names: Mapping[str, str]
    """Maps the first ranking's names to the second ranking's."""
    doubtful: tuple[str, ...]
    """Published names that could be several saved players; they are left out."""
    tau: float | None
    """Kendall's tau-b, -1 to 1. It is None if one ranking ties all players; so are `z`, `p` and `p_exact`."""
    z: float | None
    """tau / sqrt(2 / (n (n - 1))), as published (GameArena, Table 7)."""
    p: float | None
    """One-tailed p of z."""
    p_exact: float | None
    """The share of all orders with at least this tau. With more than eight players: of 10,000 random orders.
    """
    rbo: float
    """Rank-biased overlap, extrapolated, 0 to 1."""
    rbo_paper: float
    """The overlap as the paper prints it: it ends at the last rank."""
    rbo_p: float
    """(1 + the random orders with at least this overlap) / (1 + 1000)."""

    @property
    def n(self) -> int:
        """The number of players that both rank."""
        return len(self.players)


def agreement_cells(name: str, found: Agreement, digits: Sequence[int]) -> tuple[TableCell, ...]:
    """A row of a table: the other ranking's name, the number of players, and each of `COEFFICIENTS`."""
    figures = ((getattr(found, figure), places) for figure, places in zip(COEFFICIENTS, digits, strict=True))
    texts = (WrittenCell(value, AGREED.number(value, places, dash="")) for value, places in figures)
    return (name, found.n, *texts)


def ranked(values: Mapping[str, float], better: Better = "high") -> dict[str, float]:
    """Maps each player to its rank, 1 for the best; players with equal figures share the mean of their ranks.

    `better`: `low` puts the smallest figure first; `high` and `none` (no direction) the largest.

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


def agreement(first: Ranking, second: Ranking) -> Agreement | None:
    """How far two rankings agree on the players that both rank; None below three such players.

    Saved players are matched with published names by `matched`.
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
        p_exact=None if tau is None else p_of_tau(a, b),
        rbo=overlap.extrapolated,
        rbo_paper=overlap.as_printed,
        rbo_p=p_of_overlap(a, b),
    )


def shared(first: Ranking, second: Ranking) -> Matching:
    """The players that both rank: maps the first ranking's names to the second's."""
    if first.published == second.published:
        return Matching({player: player for player in first.ranks if player in second.ranks})
    own, paper = (second, first) if first.published else (first, second)
    found = matched(own.ranks, paper.ranks)
    if own is first:
        return found
    return Matching({name: player for player, name in found.pairs.items()}, found.doubtful)


def _again(ranks: Sequence[float]) -> list[float]:
    """Ranks the remaining players again from 1 to n; ties share the mean."""
    fresh = ranked({str(place): rank for place, rank in enumerate(ranks)}, "low")
    return [fresh[str(place)] for place in range(len(ranks))]
