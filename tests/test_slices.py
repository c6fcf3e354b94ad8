"""No class is sliced by inheritance: a base that only one class has, and nobody else names, is a part of it."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import tui_arena
from tests.tables import each

PACKAGE = Path(tui_arena.__file__).parent
ALLOWED: Mapping[str, str] = {}
"""By the full name of a base class that only one class has: why it is no slice."""


def modules() -> dict[str, ast.Module]:
    """The parsed modules of the package, by name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        found[name] = ast.parse(path.read_text("utf-8"))
    return found


def slices(parsed: Mapping[str, ast.Module]) -> set[str]:
    """The full names of classes that are the base of exactly one class, and named nowhere else.

    A name in the body of the class itself, or of the class above it, does not count. A protocol is no slice.
    """
    classes = {
        f"{module}.{node.name}": node
        for module, tree in parsed.items()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    own: dict[str, dict[str, str]] = defaultdict(dict)
    for full in classes:
        module, _, name = full.rpartition(".")
        own[module][name] = full
    known = {module: _names(module, tree, own) for module, tree in parsed.items()}
    bases = {
        full: {known[full.rpartition(".")[0]].get(_last(base), "") for base in node.bases}
        for full, node in classes.items()
    }
    above = defaultdict(list)
    for full, named in bases.items():
        for base in named & classes.keys():
            above[base].append(full)
    suspects = {
        base
        for base, subclasses in above.items()
        if len(subclasses) == 1 and "Protocol" not in map(_last, classes[base].bases)
    }
    named_by: dict[str, set[str]] = defaultdict(set)
    for module, tree in parsed.items():
        words = {word: full for word, full in known[module].items() if full in suspects}
        for node in tree.body if words else ():
            owner = f"{module}.{node.name}" if isinstance(node, ast.ClassDef) else ""
            for word in words.keys() & set(_words(node)):
                named_by[words[word]].add(owner)
    return {base for base in suspects if named_by[base] <= {base, *above[base]}}


def _names(module: str, tree: ast.Module, own: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The full names of the classes that a module can name, by the last word of how it names them.

    `own`: the full names of the classes of each module.
    """
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found[alias.asname or alias.name] = full
                found |= own.get(full, {})
    return found | dict(own.get(module, {}))


def _last(base: ast.expr) -> str:
    """The last word of a base class: `B` of `a.B[T]`."""
    if isinstance(base, ast.Subscript):
        return _last(base.value)
    return base.attr if isinstance(base, ast.Attribute) else base.id if isinstance(base, ast.Name) else ""


def _words(node: ast.AST) -> Iterator[str]:
    """Everything that a statement names; a text counts too, as screens are opened by name."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr
        elif isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


@pytest.mark.thorough
def test_no_class_is_sliced_by_inheritance() -> None:
    found = slices(modules())
    assert found - ALLOWED.keys() == set(), "parts of one class: join them, or hold one in the other"
    assert set(ALLOWED) <= found, "an exception that is needed no more"


SLICED = "class Drawing(Screen): pass\nclass Table(Drawing):\n    def draw(self) -> None:\n        Drawing.draw(self)\n"


@each(
    (SLICED, {"one.Drawing"}),
    ("class A: pass\nclass B(A): pass\nclass C(B): pass\n", {"one.A", "one.B"}),
    (SLICED + "class Duel(Drawing): pass\n", set()),
    (SLICED + "made = Drawing()\n", set()),
    (SLICED + "def shown(on: Drawing) -> None: ...\n", set()),
    (SLICED + "opened = 'Drawing'\n", set()),
    ("class Player(Protocol): pass\nclass Bot(Player): pass\n", set()),
)
def test_a_slice_is_found(source: str, found: set[str]) -> None:
    assert slices({"one": ast.parse(source)}) == found


def test_a_slice_in_another_module_is_found() -> None:
    apart = {
        "p.drawing": ast.parse("class Drawing(Screen): pass\n"),
        "p.table": ast.parse("from p.drawing import Drawing\nclass Table(Drawing): pass\n"),
        "p.duel": ast.parse("from p import drawing\nclass Duel(drawing.Board): pass\n"),
    }
    assert slices(apart) == {"p.drawing.Drawing"}
    apart["p.duel"] = ast.parse("from p import drawing\nclass Duel(drawing.Drawing): pass\n")
    assert slices(apart) == set()
