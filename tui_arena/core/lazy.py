"""Loading no more than is needed: a package's modules when they are first used, or one module of a library."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec


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
