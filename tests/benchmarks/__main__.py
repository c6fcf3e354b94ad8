"""All figures on one page: how fast everything is, beside what it may take at most and what peers take.

`python -m tests.benchmarks [FOLDER] [--only MODULE]… [--peers FOLDER]` writes `figures.html` and `figures.txt` in
FOLDER, or in the current folder. The big save file is built in FOLDER and kept; without FOLDER it is in a temporary
folder. Each part has a process of its own, so that none finds loaded what another one has used. The page is written
after every part, so a run that is stopped leaves a page, too.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from tests.benchmarks.page import Part, machine, written

PEERS = {
    "bench_app": "a bare menu of Textual's",
    "bench_models": "bare loops over aiohttp, httpx, openai and LiteLLM; TextArena, if --peers is given",
    "bench_env": "a bare loop over the rules",
    "bench_cli": "an empty Python program",
}
"""Maps modules to what they measure beside the program, in the same run."""
FIRST = ("bench_app", "bench_stalls", "bench_big_file")
"""The modules that are measured first; the others follow in the order of their names."""
BY_HAND = ("bench_house", "bench_ways")
"""Modules about the code, which has no speed."""


def parts(folder: Path, peers: Path | None) -> dict[str, list[str]]:
    """Maps each module that is measured to its arguments."""
    found = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))
    more = {
        "bench_big_file": [str(folder)],
        "bench_store": ["30000"],
        "bench_models": [] if peers is None else ["--peers", str(peers)],
    }
    ordered = [*FIRST, *(name for name in found if name not in (*FIRST, *BY_HAND))]
    return {name: more.get(name, []) for name in ordered}


def measured(name: str, arguments: list[str]) -> Part:
    """Run a module, and print what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    line = [sys.executable, "-m", f"tests.benchmarks.{name}", *arguments]
    said = []
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdout is not None
        for text in process.stdout:
            print(text, end="", flush=True)
            said.append(text)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    module = import_module(f"tests.benchmarks.{name}")
    about = (
        " ".join((module.__doc__ or name).split("\n\n")[0].split()).removesuffix(" Run by hand:").rstrip(".")
    )
    command, means = " ".join(["python", *line[1:]]), getattr(module, "MEANS", {})
    return Part(name, about, command, PEERS.get(name, ""), process.returncode, cpu, "".join(said), means)


def main() -> int:
    """Write the page; status 1 if a part failed or a figure is over its limit."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("folder", nargs="?", type=Path, help="where the big save file and the page are kept")
    parser.add_argument("--only", action="append", metavar="MODULE", help="measure only this module")
    parser.add_argument("--peers", type=Path, help="where TextArena is installed, or is to be")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        wanted = parts(folder, given.peers)
        unknown = [name for name in given.only or () if name not in wanted]
        if unknown:
            parser.error(f"{unknown[0]}: there is no such module; choose from {', '.join(wanted)}")
        facts, done = machine(), list[Part]()
        for name in given.only or wanted:
            done.append(measured(name, wanted[name]))
            for path, text in written(facts, done).items():
                ((given.folder or Path()) / path).write_text(text, "utf-8")
    return int(any(part.status for part in done))


if __name__ == "__main__":
    sys.exit(main())
