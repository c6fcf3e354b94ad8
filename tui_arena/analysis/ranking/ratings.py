"""Skill ratings in games of two sides, with their uncertainty.

Law: a pure function of the meetings and their order; the same meetings give the same ratings. A player
has one rating for each group of seats it sat on: to set well and to guess well are two skills.

Model: Plackett-Luce of Weng and Lin ("A Bayesian Approximation Method for Online Ranking", 2011), as
openskill has it. Everybody starts at mu 25 with sigma 25/3; one meeting after the other moves both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tui_arena.save.evidence import Meeting, Who

START = 25.0
"""mu of a player who never met anybody."""
SAFE = 3
"""Sigmas below mu that `ordinal` lies."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How good a player is on a group of seats, as far as is known."""

    kind: str
    name: str
    group: str
    mu: float
    """The likeliest skill; 25 where nobody was met."""
    sigma: float
    """Its standard deviation: smaller with every session."""
    sessions: int

    @property
    def ordinal(self) -> float:
        """A skill that the player almost surely has: mu - 3 sigma."""
        return self.mu - SAFE * self.sigma


def ratings(meetings: Iterable[Meeting]) -> list[Rating]:
    """A rating for each player and group of seats, by group, the highest mu first.

    `meetings`: the oldest first. The players of a side are a team; one without players is left out.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415  (only when ratings are asked for)

    model = PlackettLuce()
    skill: dict[Who, tuple[float, float]] = {}
    sessions: dict[Who, int] = {}
    start = (model.mu, model.sigma)
    for meeting in meetings:
        teams = [tuple(dict.fromkeys(side)) for side in meeting.sides.values()]
        if len(teams) < 2 or not all(teams):
            continue
        before = [[model.create_rating(list(skill.get(who, start))) for who in team] for team in teams]
        ranks = [1.0 if side == meeting.winner else 2.0 for side in meeting.sides]
        for team, after in zip(teams, model.rate(before, ranks=ranks), strict=True):
            for who, one in zip(team, after, strict=True):
                skill[who] = (one.mu, one.sigma)
                sessions[who] = sessions.get(who, 0) + 1
    rated = [
        Rating(who.kind, who.name, who.group, mu, sigma, sessions[who]) for who, (mu, sigma) in skill.items()
    ]
    return sorted(rated, key=lambda r: (r.group, -r.mu, r.name.casefold(), r.kind))
