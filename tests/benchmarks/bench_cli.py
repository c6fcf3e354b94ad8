"""How fast the command line is: the start of commands beside an empty Python program, and sessions a second of `run`.

Run by hand: `python -m tests.benchmarks.bench_cli [SESSIONS]`. Times are wall-clock times.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from tests.benchmarks.lines import line

STARTS = 31
RATE = 30
"""Sessions a second that `run` plays at least."""
MEANS = {
    "start of": "how many times as long as an empty Python program the command takes",
    "run ": "sessions of Wordle that bots play and save in a second",
}


def median_ms(*arguments: str) -> float:
    """The median milliseconds of a warm process."""
    taken = []
    for _ in range(STARTS):
        begun = time.perf_counter()
        subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
        taken.append(time.perf_counter() - begun)
    return 1000 * statistics.median(taken)


def main() -> int:
    """Measure and print; status 1 if a figure misses its limit."""
    missed = False
    sessions = sys.argv[1] if len(sys.argv) > 1 else "500"
    base = median_ms("-c", "pass")
    for name, most in (("--version", 3), ("--help", 8)):
        taken = median_ms("-m", "tui_arena", name)
        missed |= line(
            f"start of {name} ({taken:.0f} ms)", taken / base, most, "x", peer=f"python -c pass {base:.1f} ms"
        )
    for options in ([], ["--set", "variant=critic"], ["--seat", "guesser=bot:hard"]):
        with tempfile.TemporaryDirectory() as home:
            command = [sys.executable, "-m", "tui_arena", "run", "wordle", "--seed", "7", "--json"]
            done = subprocess.run(
                [*command, "--sessions", sessions, *options],
                capture_output=True,
                check=True,
                env={**os.environ, "TUI_ARENA_HOME": home},
            )
        seconds = json.loads(done.stdout)["wall_seconds"]
        name = " ".join(["run", *options] if options else ["run", "classic"])
        missed |= line(name, int(sessions) / seconds, unit="sessions/s", least=RATE)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
