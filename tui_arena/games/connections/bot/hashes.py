"""Hashes by which minds differ, the same on every machine.

Each session needs thousands of them. So many numbers are hashed at once: each number has a lane of 64 bits in one
long whole number.
"""

from __future__ import annotations

from collections.abc import Iterable

_MASK, _FACTOR = 0xFFFFFFFF, 0x45D9F3B


def mixed(number: int) -> int:
    """A 32-bit hash of a number: every bit of the result depends on every bit of the number."""
    number &= _MASK
    number = ((number >> 16) ^ number) * _FACTOR & _MASK
    number = ((number >> 16) ^ number) * _FACTOR & _MASK
    return (number >> 16) ^ number


class Lanes:
    """Numbers below 2^32, stored next to each other."""

    __slots__ = ("_count", "_half", "_mask", "_ones", "_packed")

    def __init__(self, numbers: Iterable[int]) -> None:
        known = list(numbers)
        self._count = len(known)
        self._packed = int.from_bytes(b"".join(n.to_bytes(8, "little") for n in known), "little")
        self._ones = int.from_bytes(b"\1\0\0\0\0\0\0\0" * len(known), "little")
        self._mask, self._half = self._ones * _MASK, self._ones * 0xFFFF

    def mixed(self, seed: int) -> list[int]:
        """`mixed(seed ^ number)` for each number.

        >>> Lanes([1, 2]).mixed(7) == [mixed(7 ^ 1), mixed(7 ^ 2)]
        True
        """
        half, mask = self._half, self._mask
        x = self._packed ^ self._ones * (seed & _MASK)
        x = ((x >> 16 & half) ^ x) * _FACTOR & mask  # a product has 59 bits, so it stays in its lane
        x = ((x >> 16 & half) ^ x) * _FACTOR & mask
        x ^= x >> 16 & half
        return memoryview(x.to_bytes(8 * self._count, "little")).cast("Q").tolist()


def stable(text: str) -> int:
    """A 32-bit hash of a text, the same on every machine."""
    number = 2166136261
    for byte in text.encode():
        number = (number ^ byte) * 16777619 & 0xFFFFFFFF
    return number
