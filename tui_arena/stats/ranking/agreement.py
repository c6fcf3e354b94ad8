"""Orders of players, how far two orders agree, and which saved player is which published one.

Two orders are compared only over the players that both rank, and there must be at least three of them.
Tied players share the mean of their ranks. The same seed gives the same p. See `stats/README.md`.

No match is better than a wrong match. Only models can match published names. Snapshots of two different
dates never match, and a published name that could be two players matches neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tui_arena.stats.ranking.correlation import Overlap, kendall, p_of_overlap, p_of_tau, tau_test
from tui_arena.stats.statistics import Better, Figure

_MODEL = "model:"
_DATE = re.compile(r"[-@](latest|\d{4}-\d{2}-\d{2}|20\d{6}|\d{4})$")
"""The end of a model's name that says its snapshot: `-2024-08-06`, `-20240620`, `-2407` or `-latest`.

`latest` is cut off too, but it counts as no date.
"""
_BETWEEN = re.compile(r"[\s._-]+")


@dataclass(frozen=True, slots=True)
class Matching:
    """Which of the saved players are players that a paper names."""

    pairs: Mapping[str, str]
    """The published name by the saved player's `kind:name`."""
    doubtful: tuple[str, ...] = ()
    """Published names that several saved players could be, so that they match none."""


def matched(own: Iterable[str], published: Iterable[str]) -> Matching:
    """Match saved players, given as `kind:name`, with the published names that can only mean them.

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
"""The least number of players that two orders must share to be compared."""


@dataclass(frozen=True, slots=True)
class Order:
    """Players from best to worst."""

    name: str
    """Such as `akinator recall` or `GPQA`."""
    source: str
    """Where it comes from, as a phrase."""
    published: bool
    """Whether it is from a paper; False: it was computed from saved sessions."""
    ranks: Mapping[str, float]
    """Rank by player, 1 the best; a saved player is `kind:name`."""
    placed: Mapping[str, Figure] = field(default_factory=dict)
    """The figures they are ranked by; empty if a paper prints only ranks."""
    better: Better = "high"
    """Which end of the figures is the best."""
    notes: tuple[str, ...] = ()
    """Sentences on how it was made, and what is known to be wrong with it."""
    few: str = ""
    """How many players are left out for having too few sessions, as a phrase; empty if none are."""

    @property
    def players(self) -> list[str]:
        """The best first; tied players by name."""
        return sorted(self.ranks, key=lambda player: (self.ranks[player], player.casefold()))


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two orders agree on the players that both rank."""

    players: tuple[str, ...]
    """The players that both rank, in the first order and by its names."""
    names: Mapping[str, str]
    """The second order's names for them, by the first order's names."""
    doubtful: tuple[str, ...]
    """Published names that several saved players could be; they are left out."""
    tau: float | None
    """Kendall's tau-b, -1 to 1. It is None if one order ties all players; so are `z`, `p` and `p_exact`."""
    z: float | None
    """tau / sqrt(2 / (n (n - 1))), as published (GameArena, Table 7)."""
    p: float | None
    """One-tailed p of z."""
    p_exact: float | None
    """Share of all orders whose tau is at least this; with more than eight players, of 10,000 random ones."""
    rbo: float
    """Rank-biased overlap, extrapolated, 0 to 1."""
    rbo_paper: float
    """The same as the paper prints it: it ends at the last rank."""
    rbo_p: float
    """(1 + random orders with at least this overlap) / (1 + 1000)."""

    @property
    def n(self) -> int:
        """Number of players that both rank."""
        return len(self.players)


def ranked(values: Mapping[str, float], better: Better = "high") -> dict[str, float]:
    """Rank by player, 1 the best; players with the same figure share the mean of their ranks.

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


def agreement(first: Order, second: Order, seed: int = 0) -> Agreement | None:
    """How far two orders agree on the players that both rank; None below three such players.

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
        p_exact=None if tau is None else p_of_tau(a, b, seed),
        rbo=overlap.extrapolated,
        rbo_paper=overlap.as_printed,
        rbo_p=p_of_overlap(a, b, seed),
    )


def shared(first: Order, second: Order) -> Matching:
    """The players that both orders rank: the second order's names by the first's."""
    if first.published == second.published:
        return Matching({player: player for player in first.ranks if player in second.ranks})
    own, paper = (second, first) if first.published else (first, second)
    found = matched(own.ranks, paper.ranks)
    if own is first:
        return found
    return Matching({name: player for player, name in found.pairs.items()}, found.doubtful)


def _again(ranks: Sequence[float]) -> list[float]:
    """The ranks 1 to n of the players that remain; ties share the mean."""
    fresh = ranked({str(place): rank for place, rank in enumerate(ranks)}, "low")
    return [fresh[str(place)] for place in range(len(ranks))]
