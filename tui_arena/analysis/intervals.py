"""95 % intervals of means.

Law: what is not defined is None; an interval says nothing about how sessions were chosen.
"""

from __future__ import annotations

from math import sqrt

from tui_arena.analysis.statistics import Z95, Spread

_EXACT = {1: 12.706204736432095, 2: 4.302652729911275, 3: 3.182446305284263, 4: 2.7764451051977987}


def t95(freedom: int) -> float:
    """Half-width of a 95 % interval in standard errors, by Student's t. `freedom`: from 1.

    The first four are written out; from there on Fisher's and Cornish's expansion is right to 0.0003
    (Abramowitz and Stegun 26.7.5).

    >>> round(t95(9), 3), round(t95(1000), 3)
    (2.262, 1.962)
    """
    if freedom in _EXACT:
        return _EXACT[freedom]
    z, v = Z95, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )


def of_mean(spread: Spread) -> tuple[float, float] | None:
    """The 95 % t interval of a mean, low and high; None below two values."""
    if spread.mean is None or spread.std is None:
        return None
    half = t95(spread.n - 1) * spread.std / sqrt(spread.n)
    return spread.mean - half, spread.mean + half
