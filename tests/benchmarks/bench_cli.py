"""How fast the command line is: `python -m tests.benchmarks.bench_cli [SESSIONS]`.

Prints the start of commands as multiples of `python -c pass`, and sessions a second of `run`.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

STARTS = 31


def median_ms(*arguments: str) -> float:
    """The median milliseconds of a warm process."""
    taken = []
    for _ in range(STARTS):
        begun = time.perf_counter()
        subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
        taken.append(time.perf_counter() - begun)
    return 1000 * statistics.median(taken)


def main() -> None:
    """Measure and print."""
    sessions = sys.argv[1] if len(sys.argv) > 1 else "500"
    base = median_ms("-c", "pass")
    print(f"python -c pass: {base:.1f} ms")
    for name, most in (("--version", 3), ("--help", 8)):
        taken = median_ms("-m", "tui_arena", name)
        print(f"{name}: {taken:.1f} ms, {taken / base:.1f}x (at most {most}x)")
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
        print(f"run {' '.join(options) or 'classic'}: {int(sessions) / seconds:.0f} sessions/s (at least 30)")


if __name__ == "__main__":
    main()
