"""How the code is laid out, and what that costs: modules, folders, circles, words, pages, starts.

Run by hand: `python -m tests.benchmarks.bench_house [TREE]`. TREE is a checkout of this project, this one
by default, so that two commits are compared on one machine. Times depend on the machine: compare ratios.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).parents[2]
PACKAGE = "tui_arena"
LIMITS = {
    "modules": 450,
    "modules in the largest folder": 16,
    "import circles between files": 0,
    "classes that share a name": 0,
    "retired words among names": 0,
    "references to pages that are not here": 0,
    "CPU seconds to start one test file": 2.0,
}
"""At most."""
RETIRED = (
    "House Desk Apart Front Face Afterword Aside Pace Look Evening Retrospect "
    "privy asides afterword front_of face_of salvage evenings looking_back looking lookalikes remembered"
).split()
"""Names of things that have another one now: a second word for one thing, or this project's own for a
thing that the field has a word for."""
PAGES = re.compile(r"\b(rules|contract|design|style|screens|cases|security|save_file)\.md\b")
ONE_FILE = "tests/core/test_options.py"
SESSIONS = 60


def sources(tree: Path) -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    found = {}
    for path in sorted((tree / PACKAGE).rglob("*.py")):
        parts = path.relative_to(tree).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(tree: ast.Module, modules: Mapping[str, Path]) -> set[str]:
    """The modules of the package that one imports: lazily or for types alone counts, too."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(PACKAGE):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in modules else node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name in modules}
    return found


def circles(graph: Mapping[str, set[str]]) -> int:
    """How many groups of modules import each other in a circle (strongly connected, two at least)."""
    order: list[str] = []
    seen: set[str] = set()

    def visit(name: str, edges: Mapping[str, set[str]], into: list[str]) -> None:
        stack = [(name, iter(sorted(edges.get(name, ()))))]
        seen.add(name)
        while stack:
            at, ways = stack[-1]
            onward = next((way for way in ways if way not in seen), None)
            if onward is None:
                stack.pop()
                into.append(at)
            else:
                seen.add(onward)
                stack.append((onward, iter(sorted(edges.get(onward, ())))))

    for name in graph:
        if name not in seen:
            visit(name, graph, order)
    back: dict[str, set[str]] = defaultdict(set)
    for name, targets in graph.items():
        for target in targets - {name}:
            back[target].add(name)
    seen.clear()
    groups = []
    for name in reversed(order):
        if name not in seen:
            group: list[str] = []
            visit(name, back, group)
            groups.append(group)
    return sum(len(group) > 1 for group in groups)


def names(tree: ast.Module) -> Iterator[str]:
    """Every name that a module defines: classes, functions, arguments, variables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def laid_out(tree: Path) -> dict[str, float]:
    """What can be counted without running anything."""
    modules = sources(tree)
    parsed = {name: ast.parse(path.read_text("utf-8")) for name, path in modules.items()}
    classes: Counter[str] = Counter()
    for module in parsed.values():
        classes.update({node.name for node in module.body if isinstance(node, ast.ClassDef)})
    defined = {word for module in parsed.values() for word in names(module)}
    defined |= {name.rpartition(".")[2] for name in modules}
    return {
        "modules": len(modules),
        "modules in the largest folder": max(Counter(path.parent for path in modules.values()).values()),
        "import circles between files": circles({n: imports(t, modules) for n, t in parsed.items()}),
        "classes that share a name": sum(count > 1 for count in classes.values()),
        "retired words among names": len(defined & set(RETIRED)),
        "references to pages that are not here": sum(
            len(PAGES.findall(path.read_text("utf-8"))) for path in modules.values()
        ),
    }


def started(tree: Path) -> float:
    """CPU seconds, of all its processes, of one test file run as somebody would by hand."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(tree, "-m", "pytest", "-q", ONE_FILE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def played(tree: Path) -> float:
    """Sessions a second of the hard Wordle bot, the start of the program included."""
    with tempfile.TemporaryDirectory() as home:
        began = time.monotonic()
        run(
            tree,
            "-m",
            PACKAGE,
            "--data-dir",
            home,
            "run",
            "wordle",
            "--sessions",
            str(SESSIONS),
            "--seed",
            "1",
        )
        return SESSIONS / (time.monotonic() - began)


def run(tree: Path, *arguments: str) -> str:
    """What Python prints in a tree, with that tree's package."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout


def main() -> int:
    """Print the figures; status 1 if one is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", nargs="?", type=Path, default=HERE)
    tree = parser.parse_args().tree.resolve()
    figures = laid_out(tree)
    figures["CPU seconds to start one test file"] = min(started(tree) for _ in range(3))
    figures["sessions a second"] = max(played(tree) for _ in range(3))
    over = False
    for name, value in figures.items():
        limit = LIMITS.get(name)
        over |= limit is not None and value > limit
        print(f"{name:40} {value:8.4g}" + (f"   (at most {limit:g})" if limit is not None else ""))
    print(run(tree, "-m", "tests.benchmarks.bench_app").rstrip())
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
