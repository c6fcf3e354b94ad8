"""Whether Connections' bots win more often if they learn who knows what. Run by hand:

    python -m tests.benchmarks.bench_connections          1,000 seeds
    python -m tests.benchmarks.bench_connections 100 4    so many, with four guessers

The guessers know three topics well that the setter does not; the setter is medium. `medium` guessers
assume that all players are alike, `hard` ones model each of the others. Shares are of clues, `won` is of
sessions, and p is the share of blocks and guesses that name the word. The second table compares `hard`
guessers by the option `personas`: whose interests each seat knows. The speed is by CPU time.
"""

from __future__ import annotations

import sys
import time
from multiprocessing import Pool
from multiprocessing.pool import Pool as Processes

from tests.games.connections.contest import MAX_ATTEMPTS, SIGNIFICANT, contest, mcnemar, row_of
from tui_arena.games.connections.metrics import best_p
from tui_arena.games.connections.state import ConnectionsState

HEAD = "                 won  connected  blocked  1st third  last third      p     p*"


def run(
    pool: Processes, level: str, count: int, guessers: int, personas: str = "none"
) -> list[ConnectionsState]:
    """The sessions of all seeds, in their order."""
    return pool.starmap(contest, [(level, seed, personas, guessers) for seed in range(count)], 10)


def line(name: str, states: list[ConnectionsState], guessers: int) -> str:
    """One line of the table."""
    row = row_of(states)
    return (
        f"{name:13} {row.won:7.3f} {row.connected:10.3f} {row.blocked:8.3f} {row.first_third:10.3f} "
        f"{row.last_third:11.3f} {row.p:6.3f} {best_p(guessers):6.3f}"
    )


def main() -> None:
    """Print both tables, and how significant the first one is."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    guessers = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    with Pool() as pool:
        medium, hard = (run(pool, level, count, guessers) for level in ("medium", "hard"))
        print(f"{count} seeds, {guessers} guessers, at most {MAX_ATTEMPTS} attempts\n{HEAD}")
        print(line("medium", medium, guessers))
        print(line("hard", hard, guessers))
        z, share = mcnemar(medium, hard), row_of(hard).won / max(row_of(medium).won, 1e-9) - 1
        sure = "significant" if z > SIGNIFICANT else "not significant"
        print(f"hard ones win {share:+.1%} as often; McNemar z = {z:.2f}, {sure} at 95 %\n\n{HEAD}")
        for personas in ("none", "own", "all"):
            states = hard if personas == "none" else run(pool, "hard", count, guessers, personas)
            print(line(f"hard, {personas}", states, guessers))
    started = time.process_time()
    for seed in range(20):
        contest("hard", seed, guessers=5)
    print(f"\n{20 / (time.process_time() - started):.1f} sessions/s with five hard guessers, in one process")


if __name__ == "__main__":
    main()
