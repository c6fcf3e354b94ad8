"""Packages that load their parts when a name of theirs is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection
from importlib import import_module


def loading(package: str, names: Collection[str], *parts: str) -> Callable[[str], object]:
    """The `__getattr__` of a package: loads its parts in order until one has the name.

    What is needed first stands first, so that a start loads little.
    """

    def found(name: str) -> object:
        if name in names:
            for part in parts:
                module = import_module(f"{package}.{part}")
                if hasattr(module, name):
                    return getattr(module, name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return found
