"""Crockford's base 32, whose letters can't be confused: ids and challenge codes are written in it."""

from __future__ import annotations

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BITS = 5
"""The number of bits in a character."""


def letters(number: int, count: int) -> str:
    """The last `BITS * count` bits of a number.

    >>> letters(1000, 3)
    '0Z8'
    """
    return "".join(ALPHABET[(number >> shift) & 31] for shift in range(BITS * (count - 1), -BITS, -BITS))
