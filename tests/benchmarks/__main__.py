"""The whole table: how fast the app, its screens and its figures are, beside what they may take at most.

`python -m tests.benchmarks [FOLDER]`. The big save file is built in FOLDER and kept, without one in a folder that is
removed again. Each part has a process of its own, so that none finds loaded what another one has used.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile


def main(folder: str) -> int:
    """Print the table; status 1 if a figure is over its limit."""
    over = False
    for name, *more in (("bench_app",), ("bench_stalls",), ("bench_big_file", folder)):
        line = [sys.executable, "-m", f"tests.benchmarks.{name}", *more]
        over |= subprocess.run(line, check=False).returncode != 0
    return int(over)


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(main(sys.argv[1]))
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(main(temporary))
