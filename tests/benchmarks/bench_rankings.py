"""How long ratings and the comparison of two orders take. Run by hand:

    python -m tests.benchmarks.bench_rankings

Targets: 10,000 meetings rated in well under 1 s; two orders of 50 players compared in 0.5 s.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random

from tui_arena.save.rollup.derived_rows import Meeting, Who
from tui_arena.stats.ranking.agreement import Ranking, agreement
from tui_arena.stats.ranking.leaderboard import ratings
from tui_arena.stats.ranking.published import published_agreement

MEETINGS = 10_000
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


def main() -> None:
    """Time one task after the other."""
    rng = Random(1)
    met = meetings(rng)
    timed(f"{MEETINGS:,} meetings of {PLAYERS} players", lambda: ratings(met))
    timed("18 published comparisons", published_agreement)
    for n in (5, 8, 20, 50):
        timed(f"two orders of {n} players", partial(agreement, *orders(rng, n)))


def timed(what: str, task: Callable[[], object]) -> None:
    """Print how long a task takes."""
    started = time.perf_counter()
    task()
    print(f"{what:34}{1000 * (time.perf_counter() - started):8.0f} ms")


if __name__ == "__main__":
    main()
