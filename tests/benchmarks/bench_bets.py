"""Widths and coverage of the intervals of bets on who is the machine, by the number of people and rounds.

Run by hand: `python -m tests.benchmarks.bench_bets`. Each study is drawn anew: people and secrets differ on the
logit scale, and each person bets once in each round. The table is that of `stats/WHO_IS_THE_MACHINE.md`.
"""

from __future__ import annotations

from math import exp
from random import Random
from statistics import NormalDist, mean

from tui_arena.stats.statistics import over_both, share

DESIGNS = ((3, 12), (4, 12), (6, 12), (6, 24), (8, 24), (12, 24), (24, 24), (12, 48), (24, 48))
"""Pairs of people and rounds."""
STUDIES = 400
DEVIATION = 0.5
"""How much people differ, and secrets, on the logit scale."""
BASES = (0.0, -1.4)
"""The logit of a wrong bet of an average person about an average secret: a half, and a fifth."""


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value))


def simulated(people: int, rounds: int, base: float, rng: Random) -> tuple[float, float, float]:
    """The mean half-width, and how often the interval and Wilson's over all bets contain the true share."""
    both = NormalDist(base, DEVIATION * 2**0.5)
    true = mean(_logistic(both.inv_cdf((n + 0.5) / 2000)) for n in range(2000))
    found = []
    for _ in range(STUDIES):
        by = [(str(who), str(what)) for who in range(people) for what in range(rounds)]
        persons = {str(who): rng.gauss(0, DEVIATION) for who in range(people)}
        secrets = {str(what): rng.gauss(0, DEVIATION) for what in range(rounds)}
        bets = [float(rng.random() < _logistic(base + persons[who] + secrets[what])) for who, what in by]
        wilson = share(round(sum(bets)), len(bets))
        one = over_both(wilson, by, bets)
        ends = ((each.low or 0.0, each.high or 0.0) for each in (one, wilson))
        found.append(((one.high or 0.0) - (one.low or 0.0), *(low <= true <= high for low, high in ends)))
    width, covers, wilsons = (mean(values) for values in zip(*found, strict=True))
    return width / 2, covers, wilsons


if __name__ == "__main__":
    print(f"{'people':>6} {'rounds':>6} {'wrong':>6} {'half-width':>10} {'covers':>7} {'Wilson covers':>13}")
    for base in BASES:
        for people, rounds in DESIGNS:
            half, covers, wilsons = simulated(people, rounds, base, Random(1))
            row = f"{people:6} {rounds:6} {_logistic(base):6.2f} {half:10.3f} {covers:7.3f} {wilsons:13.3f}"
            print(row, flush=True)
