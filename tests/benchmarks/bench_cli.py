"""How fast the command line is: the start of commands beside an empty Python program, and sessions a second of `run`.

Run by hand: `python -m tests.benchmarks.bench_cli [SESSIONS]`. The starts alternate.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile

from tests.benchmarks.lines import line

STARTS = 31
RATE = 30
"""Sessions that `run` plays at least in a second of CPU time, its start included."""
MEANS = {
    "start of": "CPU time of the command, as a multiple of that of an empty Python program",
    "run ": "sessions of Wordle that bots play and save in a second of CPU time, the start included",
}


def cpu_ms(*command: str, **env: str) -> float:
    """The CPU milliseconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], capture_output=True, check=True, env={**os.environ, **env})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> int:
    """Measure and print; status 1 if a figure misses its limit."""
    missed = False
    sessions = sys.argv[1] if len(sys.argv) > 1 else "500"
    for name, most in (("--version", 3), ("--help", 8)):
        pairs = [(cpu_ms("-c", "pass"), cpu_ms("-m", "tui_arena", name)) for _ in range(STARTS)]
        share = statistics.median(own / bare for bare, own in pairs)
        bare = statistics.median(bare for bare, _ in pairs)
        missed |= line(f"start of {name}", share, most, "x", peer=f"python -c pass {bare:.1f} ms")
    for options in ([], ["--set", "variant=critic"], ["--seat", "guesser=bot:hard"]):
        with tempfile.TemporaryDirectory() as home:
            command = ["-m", "tui_arena", "run", "wordle", "--seed", "7", "--json", "--sessions", sessions]
            seconds = cpu_ms(*command, *options, TUI_ARENA_HOME=home) / 1000
        name = " ".join(["run", *options] if options else ["run", "classic"])
        missed |= line(name, int(sessions) / seconds, unit="sessions/s", least=RATE)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
