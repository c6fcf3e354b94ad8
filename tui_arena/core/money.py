"""Dollars as text: every screen, command and file for people writes an amount of money like this.

Law: an amount that isn't zero never reads as zero, and an unknown amount never reads as free.
"""

from __future__ import annotations

from math import floor, log10

UNKNOWN = "n/a"
"""The text for a price, a time or a number that nobody knows."""
DIGITS = 2
"""The number of significant digits of an amount below one dollar."""


def money(usd: float | None) -> str:
    """Dollars as text: cents from one dollar on, and two significant digits below.

    >>> [money(v) for v in (None, 0.0, 0.00087, 0.001, 0.0341, 0.5, 0.999, 1234.5)]
    ['n/a', '$0', '$0.00087', '$0.0010', '$0.034', '$0.50', '$1.00', '$1,234.50']
    """
    if usd is None:
        return UNKNOWN
    if usd < 0:
        return f"-{money(-usd)}"
    if usd == 0:
        return "$0"
    rounded = float(f"{usd:.{DIGITS - 1}e}")
    decimals = 2 if rounded >= 1 else DIGITS - 1 - floor(log10(rounded))
    return f"${usd:,.{decimals}f}"
