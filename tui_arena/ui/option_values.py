"""Values of a game's options as a set-up offers and writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tui_arena.core.options import Option

STEPS = 20
"""Steps of an option that takes any number."""


def written(value: Any) -> str:
    """An option's value as text, which `Option.read` takes back.

    >>> written({"guesser": 1}), written(None), written(True)
    ('guesser=1', 'none', 'on')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping):
        return ";".join(f"{k}={v}" for k, v in value.items())
    if isinstance(value, float):
        return f"{value:g}"
    return "none" if value is None else str(value)


def values_of(option: Option, current: Any) -> list[str]:
    """Every value that an option's row offers, the current one among them."""
    match option.type:
        case "flag":
            values = ["on", "off"]
        case "choice":
            values = list(option.choices)
        case "number":
            values = [f"{_at(option, n):g}" for n in range(STEPS + 1)]
        case _:
            values = [str(n) for n in range(int(option.min or 0), int(option.max or 100) + 1)]
    if option.nullable:
        values.insert(0, "none")
    now = written(current)
    return values if now in values else [now, *values]


def _at(option: Option, step: int) -> float:
    low, high = option.min or 0.0, 1.0 if option.max is None else option.max
    return round(low + (high - low) * step / STEPS, 6)
