"""Orders of players and how far two of them agree (rules.md section 7, "Rankings").

Law: plain figures in, plain figures out; the same seed gives the same p. Two orders are compared over
the players that both rank and over nobody else, and never below three. Ties share the mean rank.

Which of one's own players is one that a paper names.

Law: rather none than a wrong one. Only models are in papers; a snapshot of one date is never taken for one
of another date, and a name that two players could be is nobody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from tui_arena.stats.ranking.correlation import Overlap, kendall, p_of_overlap, p_of_tau, tau_test

_MODEL = "model:"
_DATE = re.compile(r"[-@](latest|\d{4}-\d{2}-\d{2}|20\d{6}|\d{4})$")
"""A snapshot: `-2024-08-06`, `-20240620`, `-2407`; `latest` is none."""
_BETWEEN = re.compile(r"[\s._-]+")


@dataclass(frozen=True, slots=True)
class Matching:
    """Who is who."""

    pairs: Mapping[str, str]
    """The published name by one's own `kind:name`."""
    doubtful: tuple[str, ...] = ()
    """Published names that several of one's own players could be, and that nobody is therefore."""


def matched(own: Iterable[str], published: Iterable[str]) -> Matching:
    """Own players, as `kind:name`, by the published names that can only be theirs.

    Case, a provider's prefix, dots and hyphens are of no account; a date is of account where both have one.

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
    """A model's name without provider, case and separators, and its date; empty if it has none."""
    bare = name.casefold().rpartition("/")[2].strip()
    found = _DATE.search(bare)
    date = "" if found is None or found[1] == "latest" else found[1].replace("-", "")
    return _BETWEEN.sub("-", bare[: found.start()] if found else bare), date


def _same(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return one[0] == other[0] and (not one[1] or not other[1] or one[1] == other[1])


LEAST = 3
"""Players that two orders must share to be compared."""

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
    few: str = ""
    """How many players are left out for having too few sessions, as a phrase; empty: nobody is."""

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


def _again(ranks: Sequence[float]) -> list[float]:
    """The ranks that are left when others have gone: 1 to n, ties sharing the mean."""
    fresh = ranked({str(place): rank for place, rank in enumerate(ranks)}, "low")
    return [fresh[str(place)] for place in range(len(ranks))]
