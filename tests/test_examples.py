"""Runs the examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import tui_arena

PACKAGE = Path(tui_arena.__file__).parent


def test_examples_are_right() -> None:
    """What pytest captured says which example of a failed module went wrong."""
    failed = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if ">>> " in path.read_text("utf-8"):
            name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
            tried = doctest.testmod(importlib.import_module(name.removesuffix(".__init__")))
            if tried.failed or not tried.attempted:
                failed.append(name)
    assert failed == []
