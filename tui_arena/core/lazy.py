"""Loading no more than is needed.

A package's modules and regular expressions are loaded when they are first used, and of a library only one module.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any, cast


def loading(package: str, names: Collection[str], *parts: str) -> Callable[[str], object]:
    """Returns a `__getattr__` for a package: it loads the parts in order until one has the name.

    The parts that are needed first should come first, so that a start loads little.
    """

    def found(name: str) -> object:
        if name in names:
            for part in parts:
                module = import_module(f"{package}.{part}")
                if hasattr(module, name):
                    return getattr(module, name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return found


class _LatePattern:
    """Compiles a regular expression when one of its methods is first used."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._given = pattern, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)  # from now on it is found without this method
        return found


def late_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression for what most starts never read, such as a model's thoughts or a server's failures.

    To compile a long one takes as long as to import a small module. It has a pattern's methods, but functions of
    `re` don't take it.
    """
    return cast("re.Pattern[str]", _LatePattern(pattern, flags))


@contextmanager
def without_running(package: str) -> Iterator[None]:
    """In the block, importing a module of a package doesn't run the package's own code.

    That code may import all of its modules, of which one is needed.
    """
    spec = None if package in sys.modules else find_spec(package)
    if spec is None:
        yield
        return
    empty = sys.modules[package] = module_from_spec(spec)
    try:
        yield
    finally:
        if sys.modules.get(package) is empty:
            del sys.modules[package]
