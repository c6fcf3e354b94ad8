"""How long ratings and the comparison of two orders take, in CPU time.

Run by hand: `python -m tests.benchmarks.bench_rankings`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random

from tests.benchmarks.lines import line
from tui_arena.save.rollup.derived_rows import Meeting, Who
from tui_arena.stats.ranking.agreement import Ranking, agreement
from tui_arena.stats.ranking.leaderboard import ratings
from tui_arena.stats.ranking.published import published_agreement

MEETINGS = 10_000
MEETINGS_RATED, COMPARED = 1000.0, 500.0
"""Limits in milliseconds, for all meetings and for two orders of 50 players."""
MEANS = {
    "meetings of": "computing the ratings of all players from so many sessions between two sides",
    "published comparisons": "comparing our ratings with those that papers publish",
    "two orders": "whether two rankings of so many players agree, with an interval",
}
PLAYERS = 20


def meetings(rng: Random) -> list[Meeting]:
    """Meetings of one setter with two guessers, drawn from so many players."""

    def who(group: str) -> Who:
        return Who("bot", f"player {rng.randrange(PLAYERS)}", group)

    sides = ("opponent", "solver")
    return [
        Meeting(
            str(n),
            {"opponent": (who("setter"),), "solver": (who("guesser"), who("guesser"))},
            rng.choice(sides),
        )
        for n in range(MEETINGS)
    ]


def orders(rng: Random, n: int) -> tuple[Ranking, Ranking]:
    """Two random orders of n players."""
    names = [f"bot:{place}" for place in range(n)]
    drawn = (rng.sample(names, n) for _ in range(2))
    first, second = (
        Ranking("", "", published=False, ranks={name: float(i) for i, name in enumerate(one, 1)})
        for one in drawn
    )
    return first, second


def main() -> int:
    """Time one task after the other; status 1 if one is over its limit."""
    rng = Random(1)
    met = meetings(rng)
    over = timed(f"{MEETINGS:,} meetings of {PLAYERS} players", lambda: ratings(met), MEETINGS_RATED)
    over |= timed("18 published comparisons", published_agreement)
    for n in (5, 8, 20, 50):
        limit = COMPARED if n == 50 else None
        over |= timed(f"two orders of {n} players", partial(agreement, *orders(rng, n)), limit)
    return int(over)


def timed(what: str, task: Callable[[], object], limit: float | None = None) -> bool:
    """Print how long a task takes; returns whether it is over its limit."""
    began = time.process_time()
    task()
    return line(what, 1000 * (time.process_time() - began), limit)


if __name__ == "__main__":
    sys.exit(main())
