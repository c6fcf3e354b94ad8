"""Sizes of everyday things, to compare in metres, kilograms, dollars and years.

The numbers are what a sensible person would guess. If all steps of a scale are listed here, the scale can
be compared with everything listed here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

THIS_YEAR = 2025
"""The year from which `a hundred years ago` counts: fixed, so that answers never depend on the date."""

METRES = "metres"
KILOGRAMS = "kilograms"
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
