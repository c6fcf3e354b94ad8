"""`python -m tests.torture`: run families, print a table, and below it what failed."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Sequence

from tests.torture.families import families
from tests.torture.family import Family, Result, processes, run

SAMPLE = 60.0
"""Seconds of a sample, all families together."""
SHOWN = 60
"""Kinds of failures of a family that are printed."""


def read(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was given on the command line."""
    parser = argparse.ArgumentParser("python -m tests.torture", description="Try to lose something.")
    known = ", ".join(families())
    parser.add_argument("--family", nargs="+", default=None, metavar="NAME", help=f"which: {known}")
    parser.add_argument(
        "--tries", type=int, metavar="N", help="attempts of each family, instead of a full run"
    )
    parser.add_argument("--seconds", type=float, metavar="S", help="how long for each family")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="of the first attempt; today's date if not given"
    )
    parser.add_argument("--sample", action="store_true", help="a minute in all, as the gate does it")
    parser.add_argument("--jobs", type=int, default=processes(), metavar="N", help="attempts at once")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.family or () if name not in families()]
    if unknown:
        parser.error(f"no family {unknown[0]!r}; families are {known}")
    return given


def today() -> int:
    """The seed of a day: its date, with room for a day's attempts."""
    return int(time.strftime("%Y%m%d")) * 1_000_000


def limits(given: argparse.Namespace, family: Family, seconds: float) -> tuple[int, float | None]:
    """How many attempts, and how many seconds."""
    if given.sample:
        return given.tries or family.sample or family.tries, given.seconds or seconds
    if given.seconds is not None and given.tries is None:
        return 10**9 if family.sized is None else family.tries, given.seconds
    return given.tries or family.tries, given.seconds


def kind_of(sentence: str) -> str:
    """A sentence without its numbers, names and where it was."""
    return re.sub(r"\d+", "#", re.sub(r"[0-9A-Z]{26}|\'\w+\'|\(at .*\)$", "", sentence))


def told(result: Result, command: str) -> list[str]:
    """A sentence for each failure, with what repeats it; those that are alike are told once."""
    kinds: dict[str, list[tuple[int, str]]] = {}
    for seed, sentence in result.failures:
        kinds.setdefault(kind_of(sentence), []).append((seed, sentence))
    name = result.family.name
    lines = []
    for alike in list(kinds.values())[:SHOWN]:
        seed, sentence = alike[0]
        seeds = list(dict.fromkeys(seed for seed, _ in alike))
        more = f" (and {len(seeds) - 1} more: {', '.join(map(str, seeds[1:4]))})" if len(seeds) > 1 else ""
        tries = result.tried if result.family.sized else 1
        lines.append(f"{name}: {sentence}{more}\n    {command} --family {name} --seed {seed} --tries {tries}")
    more_kinds = len(kinds) - SHOWN
    return [*lines, f"{name}: and {more_kinds} more kinds"] if more_kinds > 0 else lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for; returns the exit status. Whatever is written goes with it."""
    given = read(arguments)
    with tempfile.TemporaryDirectory(prefix="torture-", ignore_cleanup_errors=True) as folder:
        tempfile.tempdir = folder
        try:
            return tortured(given)
        finally:
            tempfile.tempdir = None


def tortured(given: argparse.Namespace) -> int:
    """Run families, print what came of them; returns the exit status."""
    seed = today() if given.seed is None else given.seed
    chosen = [families()[name] for name in given.family or families()]
    chosen.sort(
        key=lambda family: family.sized is None
    )  # what takes as long as it takes leaves the rest its share
    print(f"seed {seed}\n\n{'family':<14}{'tried':>9}{'failed':>9}{'seconds':>9}", flush=True)
    left, results = SAMPLE, []
    for place, family in enumerate(chosen):
        tries, seconds = limits(given, family, left / (len(chosen) - place))
        result = run(family, seed, tries, seconds=seconds, jobs=given.jobs)
        left -= result.seconds
        results.append(result)
        row = f"{family.name:<14}{result.tried:>9}{result.failed:>9}{result.seconds:>9.1f}"
        print(row + (f"  skipped: {result.skipped}" if result.skipped else ""), flush=True)
    lines = [line for result in results for line in told(result, "python -m tests.torture")]
    print("\n" + "\n".join(lines) if lines else "\nnothing was lost", flush=True)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
