"""All families: whatever module of this folder defines `FAMILY`, or `FAMILIES` for several."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path

from tests.torture.family import Family

NO_FAMILY = frozenset(
    {"__main__", "families", "family", "hostile", "in_app", "mutators", "program", "simulated_time"}
)


@cache
def families() -> dict[str, Family]:
    """The families by name."""
    found: dict[str, Family] = {}
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.name in NO_FAMILY or module.name.startswith("test_"):
            continue
        loaded = importlib.import_module(f"tests.torture.{module.name}")
        one = getattr(loaded, "FAMILY", None)
        several = getattr(loaded, "FAMILIES", ())
        found |= {family.name: family for family in ([one] if one else several)}
    return found
