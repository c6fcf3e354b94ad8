"""Units, and sizes of everyday things, to compare in metres, kilograms, dollars and years.

The numbers are what a sensible person would guess. If all steps of a scale are listed here, the scale can
be compared with everything listed here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tui_arena.core.language.families import irregular_base

THIS_YEAR = 2025
"""The year from which `a hundred years ago` counts: fixed, so that answers never depend on the date."""

METRES = "metres"
KILOGRAMS = "kilograms"

UNITS: Mapping[str, tuple[str, float]] = {
    **dict.fromkeys(("meter", "m"), (METRES, 1.0)),
    **dict.fromkeys(("centimeter", "cm"), (METRES, 0.01)),
    **dict.fromkeys(("millimeter", "mm"), (METRES, 0.001)),
    **dict.fromkeys(("kilometer", "km"), (METRES, 1000.0)),
    **dict.fromkeys(("inch", "inche"), (METRES, 0.0254)),
    **dict.fromkeys(("foot", "feet", "ft"), (METRES, 0.305)),
    "yard": (METRES, 0.914),
    "mile": (METRES, 1609.0),
    **dict.fromkeys(("kilogram", "kilo", "kg"), (KILOGRAMS, 1.0)),
    **dict.fromkeys(("gram", "g"), (KILOGRAMS, 0.001)),
    **dict.fromkeys(("pound", "lb"), (KILOGRAMS, 0.4536)),
    **dict.fromkeys(("ounce", "oz"), (KILOGRAMS, 0.0283)),
    **dict.fromkeys(("ton", "tonne"), (KILOGRAMS, 1000.0)),
    **dict.fromkeys(("dollar", "buck", "usd", "euro"), ("dollars", 1.0)),
    "cent": ("dollars", 0.01),
    **dict.fromkeys(("rupee", "rs", "inr"), ("dollars", 0.012)),
    **dict.fromkeys(("yen", "jpy"), ("dollars", 0.007)),
    **dict.fromkeys(("yuan", "rmb"), ("dollars", 0.14)),
    **dict.fromkeys(("peso", "mxn"), ("dollars", 0.05)),
    **dict.fromkeys(("naira", "shilling"), ("dollars", 0.001)),
    **dict.fromkeys(("rand", "krone", "krona", "kronor", "kroner"), ("dollars", 0.1)),
    **dict.fromkeys(("dirham", "zloty", "shekel", "ringgit"), ("dollars", 0.25)),
    "franc": ("dollars", 1.1),
    **dict.fromkeys(("rouble", "ruble", "taka"), ("dollars", 0.01)),
    "lira": ("dollars", 0.03),
    "year": ("years", 1.0),
    "decade": ("years", 10.0),
    **dict.fromkeys(("century", "centurie"), ("years", 100.0)),
}
"""By unit: what it measures, and its amount in metres, kilograms, dollars or years."""


def unit_of(word: str) -> tuple[str, float] | None:
    """What a unit measures, and its amount in metres, kilograms, dollars or years; None if the word is no unit."""
    return UNITS.get(word) or UNITS.get(irregular_base(word).removesuffix("s"))


_BEYOND = math.log(5)
"""The logarithm of a step beyond the last one that a scale names."""


@dataclass(frozen=True, eq=False)
class Measures:
    """The sizes and prices of everyday things, in small letters."""

    sizes: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Longest side in metres and weight in kilograms."""
    prices: Mapping[str, float] = field(default_factory=dict)
    """What one costs, in dollars; the names have no `of`: `cup tea`."""
    inside: Mapping[str, float] = field(default_factory=dict)
    """By container: the longest thing that fits into it, in metres."""

    @cached_property
    def _spaceless(self) -> Mapping[str, tuple[float, float]]:
        return {name.replace(" ", ""): row for name, row in self.sizes.items()}

    def size(self, name: str) -> tuple[float, float] | None:
        """Metres and kilograms of a thing, however its name is spaced; None if it isn't listed."""
        return self.sizes.get(name) or self._spaceless.get(name.replace(" ", ""))

    def on_ladder(self, steps: Sequence[str], amount: float, unit: str) -> float | None:
        """The place of an amount on a scale with steps; 1 is the first step, 1.5 half way to the second.

        Half way is in logarithms; what is more than the last step is beyond it, a step for each fivefold. None if
        the things of the steps aren't all listed. `unit`: of the amount.
        """
        column = 0 if unit == METRES else 1
        known = [
            self.sizes.get(" ".join(w for w in step.split() if w not in ("a", "an", "the"))) for step in steps
        ]
        logs = [math.log(row[column]) for row in known if row is not None]
        if len(logs) != len(steps) or len(logs) < 2 or amount <= 0:
            return None
        value = math.log(amount)
        if value <= logs[0]:
            return 0.5 if value < logs[0] - 0.05 else 1.0
        for i in range(len(logs) - 1):
            if value <= logs[i + 1]:
                share = (value - logs[i]) / (logs[i + 1] - logs[i])
                return round(i + 1 + share, 2)
        return round(len(logs) + (value - logs[-1]) / _BEYOND, 2)
