"""Lets a package load its modules only when one of its names is first used."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module


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
