"""Marking one guess against many words at once, in pure Python and fast.

All words are held as columns: for each place and letter one big integer with a byte per word. The
marks of a guess against every word are then a sum of at most five such integers, one byte a word.

Law: `codes` agrees with `state.feedback` for every pair of words, repeated letters included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui_arena.games.wordle.state import GREEN, GREY, LENGTH, YELLOW

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
DIGIT = {GREY: 0, YELLOW: 1, GREEN: 2}
MARKS = 3**LENGTH
SOLVED = MARKS - 1
"""The code of five letters in place."""

Part = tuple[str, tuple[int, ...]]
"""A letter of a guess with all its places."""

_DIGITS = tuple(tuple(code // 3**i % 3 for i in range(LENGTH)) for code in range(MARKS))
_IS = tuple(bytes(n) + b"\1" + bytes(255 - n) for n in range(256))
_AT_LEAST = tuple(bytes(n) + b"\1" * (256 - n) for n in range(LENGTH + 1))


def code_of(marks: Iterable[str]) -> int:
    """The marks of a guess as one number: a base-3 digit a letter, the first the lowest."""
    return sum(DIGIT[mark] * 3**i for i, mark in enumerate(marks))


def parts_of(word: str) -> tuple[Part, ...]:
    """The distinct letters of a word with their places."""
    places: dict[str, tuple[int, ...]] = {}
    for i, letter in enumerate(word):
        places[letter] = (*places.get(letter, ()), i)
    return tuple(places.items())


class Columns:
    """A list of words, ready to be marked."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._n = len(words)
        self._placed: dict[tuple[int, str], int] = {}
        self._count: dict[str, bytes] = {}
        columns = ["".join(w[i] for w in words).encode() for i in range(LENGTH)]
        for letter in ALPHABET:
            total = 0
            for i, column in enumerate(columns):
                placed = _number(column.translate(_IS[ord(letter)]))
                self._placed[i, letter] = placed
                total += placed
            self._count[letter] = total.to_bytes(self._n, "little")
        self._marks: dict[Part, int] = {}

    def codes(self, parts: tuple[Part, ...]) -> bytes:
        """The code of the guess with these parts against each word, a byte a word."""
        marks = self._marks
        total = 0
        for part in parts:
            found = marks.get(part)
            if found is None:
                found = marks[part] = self._part(part)
            total += found
        return total.to_bytes(self._n, "little")

    def _part(self, part: Part) -> int:
        """What one letter adds to the code of each word.

        A copy of it that is not in place is elsewhere if the word holds more copies than are in
        place at later places of the guess or stand before it.
        """
        letter, places = part
        held = [_number(self._count[letter].translate(t)) for t in _AT_LEAST]
        total = 0
        for k, place in enumerate(places):
            placed = self._placed[place, letter]
            later = sum(self._placed[p, letter] for p in places[k + 1 :]).to_bytes(self._n, "little")
            elsewhere = 0
            for n in range(len(places) - k):
                elsewhere |= _number(later.translate(_IS[n])) & held[k + 1 + n]
            total += (2 * placed + (elsewhere & ~placed)) * 3**place
        return total

    def fit(self, turns: Iterable[tuple[str, Sequence[str | None]]]) -> list[int]:
        """The words that these turns allow, by index; a mark that is None is not known."""
        allowed = _number(b"\1" * self._n)
        for guess, marks in turns:
            allowed &= _number(self.codes(parts_of(guess)).translate(_table(marks)))
        return self._indices(allowed)

    def use(self, turns: Iterable[tuple[str, Sequence[str]]]) -> list[int]:
        """The words that hard mode allows, by index: they use all letters that were found."""
        allowed = _number(b"\1" * self._n)
        for guess, marks in turns:
            need: dict[str, int] = {}
            for i, (letter, mark) in enumerate(zip(guess, marks, strict=True)):
                if mark == GREEN:
                    allowed &= self._placed[i, letter]
                need[letter] = need.get(letter, 0) + (mark != GREY)
            for letter, n in need.items():
                allowed &= _number(self._count[letter].translate(_AT_LEAST[n]))
        return self._indices(allowed)

    def _indices(self, allowed: int) -> list[int]:
        return [i for i, yes in enumerate(allowed.to_bytes(self._n, "little")) if yes]


def _number(column: bytes) -> int:
    return int.from_bytes(column, "little")


def _table(marks: Sequence[str | None]) -> bytes:
    """By code 1 where it agrees with all marks that are known."""
    known = [(i, DIGIT[mark]) for i, mark in enumerate(marks) if mark is not None]
    agrees = bytes(int(all(digits[i] == d for i, d in known)) for digits in _DIGITS)
    return agrees.ljust(256, b"\0")
