"""No text from outside is ever read as markup: the app's source shows it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tui_arena.ui

SOURCES = sorted(Path(tui_arena.ui.__file__).parent.rglob("*.py")) + sorted(
    Path(tui_arena.ui.__file__).parent.parent.glob("games/*/ui/*.py")
)
PARSING = {
    "Static",
    "Label",
    "Button",
    "Option",
    "Checkbox",
    "RadioButton",
    "TabPane",
    "Collapsible",
    "Tree",
    "Select",
}
"""Widgets that read a plain string as markup by default."""
ATTRIBUTES = {"border_title", "border_subtitle", "tooltip"}
NAMES = PARSING | ATTRIBUTES | {"from_markup", "from_text", "Static", "Markdown"}
"""All that a call or an assignment with a fault may name."""


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            yield name, node


def is_plain(node: ast.expr) -> bool:
    """Whether a string is a literal in the source, or is made `Content` before it is passed on."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        return name in {"say", "assemble", "styled", "Content", "Text", "rstrip", "join"} or name.startswith(
            "_"
        )
    return not isinstance(node, ast.JoinedStr | ast.BinOp)


def keyword(call: ast.Call, name: str) -> object:
    return next(
        (k.value.value for k in call.keywords if k.arg == name and isinstance(k.value, ast.Constant)), None
    )


def fault_of(name: str, call: ast.Call) -> str | None:
    """What is wrong with one call; None if nothing is."""
    plain = keyword(call, "markup") is False
    if name in {"from_markup", "from_text", "Static"} and not plain:
        return f"{name} without markup=False"
    if name == "Markdown" and keyword(call, "open_links") is not False:
        return "Markdown opens links"
    if name in PARSING and call.args and not is_plain(call.args[0]) and not plain:
        return f"{name} of a made-up string"
    return None


def attribute_faults(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            names = {t.attr for t in node.targets if isinstance(t, ast.Attribute)} & ATTRIBUTES
            if names and not is_plain(node.value):
                yield f"line {node.lineno}: {names} of a made-up string"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_nothing_is_parsed(path: Path) -> None:
    text = path.read_text("utf-8")
    if not any(name in text for name in NAMES):
        return
    tree = ast.parse(text)
    wrong = [f"line {call.lineno}: {why}" for name, call in calls(tree) if (why := fault_of(name, call))]
    assert [*wrong, *attribute_faults(tree)] == []
