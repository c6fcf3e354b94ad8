"""Ratings that people gave a game after playing it, as in GameArena's user study.

Each of three questions is answered from 1 to 5. A rating counts if its session counts, for the person who
gave it. If a person rated one session several times, the last rating counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tui_arena.core.grouping import grouped
from tui_arena.data import Metric
from tui_arena.save.filters import Filter
from tui_arena.save.people import QUESTIONS, GivenRating
from tui_arena.save.store import Store
from tui_arena.stats.statistics import Figure, spread, t_interval, within

EVERYBODY = "everybody"
"""The row over all people."""
ASKED: Mapping[str, str] = {
    "liked": "How much people liked it.",
    "satisfied": "How satisfied they were with how it went.",
    "often": "How often they would play it.",
}


@dataclass(frozen=True, slots=True)
class RatedBy:
    """The ratings that one person gave a game, or that everybody gave it."""

    game: str
    player: str | None
    """The person's name; None for everybody."""
    ratings: int
    """The number of ratings: one for each session and seat."""
    figures: Mapping[str, Figure]
    """Maps a question to the mean of 1 to 5 with Student's 95% interval, and the count of each number."""

    def to_json(self) -> dict[str, Any]:
        """The row as `stats --json` prints it."""
        told = {
            name: {**one.to_json(), "low": one.low, "high": one.high} for name, one in self.figures.items()
        }
        return {"player": self.player, "ratings": self.ratings, **told}


def given_ratings(store: Store, wanted: Filter) -> list[RatedBy]:
    """The ratings of a game: everybody first, then each person who rated it, by name; empty if nobody did.

    Raises BadFilter, SaveError.
    """
    found = store.given_ratings(wanted)
    if not found:
        return []
    by_name = grouped((one.name, one) for one in found)
    people = sorted(by_name, key=str.casefold)
    return [_row(wanted.game, None, found), *(_row(wanted.game, name, by_name[name]) for name in people)]


def _row(game: str, player: str | None, given: Sequence[GivenRating]) -> RatedBy:
    return RatedBy(game, player, len(given), {name: _figure(name, given) for name in QUESTIONS})


def _figure(name: str, given: Sequence[GivenRating]) -> Figure:
    values = [one.values[name] for one in given if name in one.values]
    about = Metric(name, name, "count", "high", ASKED[name], unit="1 to 5", measures="what people thought")
    mean = within(t_interval(spread(values)), (1, 5))
    return replace(mean, metric=about, distribution=dict(sorted(Counter(values).items())))
