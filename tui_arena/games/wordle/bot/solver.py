"""The Wordle solver: it marks a guess against many words at once, and chooses the best guess.

Words are stored as columns: for each place and letter, one big integer with a byte per word. The marks of a
guess against every word are then a sum of at most five such integers. A guess splits the words that still fit
into classes of equal marks. The `cost` of a guess is the weighted mean of the guesses still to come. It is
read from a measured table by the size of each class.

Law: `codes` agrees with `rules.feedback` for every pair of words, repeated letters included. Every machine
and every version of Python chooses the same guess: weights are whole numbers, and all arithmetic is plain and
in the order of the word list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

from tui_arena.games.wordle.rules import GREEN, GREY, LENGTH, YELLOW

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
DIGIT = {GREY: 0, YELLOW: 1, GREEN: 2}
"""The value of a mark: the code of a guess has one base-3 digit per letter, the first letter lowest."""
MARKS = 3**LENGTH
SOLVED = MARKS - 1
"""The code of a guess with all five letters in place."""

Part = tuple[str, tuple[int, ...]]
"""A letter of a guess, with all its places."""

_DIGITS = tuple(tuple(code // 3**i % 3 for i in range(LENGTH)) for code in range(MARKS))
_IS = tuple(bytes(n) + b"\1" + bytes(255 - n) for n in range(256))
_AT_LEAST = tuple(bytes(n) + b"\1" * (256 - n) for n in range(LENGTH + 1))


def parts_of(word: str) -> tuple[Part, ...]:
    """The distinct letters of a word with their places."""
    places: dict[str, tuple[int, ...]] = {}
    for i, letter in enumerate(word):
        places[letter] = (*places.get(letter, ()), i)
    return tuple(places.items())


class Columns:
    """A list of words, stored for quick marking."""

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
        """The codes of the guess with these parts against each word, one byte per word."""
        marks = self._marks
        total = 0
        for part in parts:
            found = marks.get(part)
            if found is None:
                found = marks[part] = self._part(part)
            total += found
        return total.to_bytes(self._n, "little")

    def _part(self, part: Part) -> int:
        """The amount that one letter adds to the code of each word.

        A copy that isn't in place is `elsewhere` if the word has more copies of the letter than are used up.
        Two kinds of copies in the guess use them up: later copies that are in place, and all earlier copies.
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

    def fit(self, turns: Iterable[tuple[str, Sequence[str | None]]]) -> list[str]:
        """The words that these turns allow; a mark that is None is unknown."""
        allowed = _number(b"\1" * self._n)
        for guess, marks in turns:
            allowed &= _number(self.codes(parts_of(guess)).translate(_table(marks)))
        return self._chosen(allowed)

    def use(self, turns: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
        """The words that hard mode allows: they use all letters that were found."""
        allowed = _number(b"\1" * self._n)
        for guess, marks in turns:
            need: dict[str, int] = {}
            for i, (letter, mark) in enumerate(zip(guess, marks, strict=True)):
                if mark == GREEN:
                    allowed &= self._placed[i, letter]
                need[letter] = need.get(letter, 0) + (mark != GREY)
            for letter, n in need.items():
                allowed &= _number(self._count[letter].translate(_AT_LEAST[n]))
        return self._chosen(allowed)

    def _chosen(self, allowed: int) -> list[str]:
        return list(compress(self.words, allowed.to_bytes(self._n, "little")))


def _number(column: bytes) -> int:
    return int.from_bytes(column, "little")


def _table(marks: Sequence[str | None]) -> bytes:
    """Maps each code to 1 if it agrees with all the known marks, else to 0."""
    known = [(i, DIGIT[mark]) for i, mark in enumerate(marks) if mark is not None]
    agrees = bytes(int(all(digits[i] == d for i, d in known)) for digits in _DIGITS)
    return agrees.ljust(256, b"\0")


STILL_TO_COME = (
    (1, 1.0),
    (2, 1.5),
    (3, 1.77),
    (4, 1.86),
    (5, 1.92),
    (7, 2.02),
    (11, 2.15),
    (16, 2.25),
    (24, 2.41),
    (36, 2.52),
    (90, 2.7),
    (150, 2.8),
    (2500, 3.5),
)
"""Pairs: how many words fit, and the mean number of guesses that it takes to find the word."""

SHORTLIST = 40
"""The most guesses that are weighed in full; those that make the most classes are chosen."""
FAVOURITES = 20
"""The most of the likeliest words that are weighed in full as well."""
WEIGHED = 16_000
"""The most words to mark over the whole shortlist: if more words fit, the shortlist is shorter."""
SHORTEST = 10
"""The least length of the shortlist."""


BEFORE_LAST_TWO = 3
"""With this many guesses left, the solver looks ahead: a bad guess here can lose the word."""
LOOKED_AHEAD = 10
"""The number of best guesses from which the solver looks ahead."""


@dataclass(frozen=True, slots=True)
class SolverGuess:
    """A guess, as the solver values it."""

    word: str
    fits: bool
    """True if the guess may be the word itself."""
    cost: float
    """The mean guesses still needed after this guess, or the chance to miss; 0 if it must be the word."""


def still_to_come(size: float) -> float:
    """The mean number of guesses still needed if this many equally likely words fit."""
    low = STILL_TO_COME[0]
    for high in STILL_TO_COME[1:]:
        if size <= high[0]:
            return low[1] + (high[1] - low[1]) * (size - low[0]) / (high[0] - low[0])
        low = high
    return low[1]


@lru_cache(4096)
def _whole(size: int) -> float:
    """The number of guesses still needed, summed over all words of a class."""
    return size * still_to_come(size)


def best(
    words: Sequence[str], weights: Sequence[int], pool: Mapping[str, tuple[Part, ...]], *, left: int
) -> list[SolverGuess]:
    """The best guesses for these words, best first; at least one guess.

    `pool`: the words that may be guessed, with their parts. `left`: the guesses left, including this guess.
    The last guess must be a word that fits. The guess before the last is the one with the best chance that it
    or the last guess finds the word.
    """
    rank = {word: -weight for word, weight in zip(words, weights, strict=True)}
    if left <= 1 or len(words) <= 2:
        total = sum(weights)
        likely = sorted(words, key=lambda w: rank[w])
        return [SolverGuess(w, fits=True, cost=1 + rank[w] / total) for w in likely]
    columns = Columns(words)
    uniform = len(set(weights)) == 1
    found: list[tuple[float, bool, int, SolverGuess]] = []
    for word in _shortlist(columns, rank, pool):
        codes = columns.codes(pool[word])
        if left == BEFORE_LAST_TWO - 1:
            cost = _missed(codes, weights)
        elif uniform:
            cost = _even_cost(codes)
        else:
            cost = _weighed_cost(codes, weights)
        fits = word in rank
        found.append((round(cost, 6), not fits, rank.get(word, 0), SolverGuess(word, fits, cost)))
    found.sort(key=lambda f: f[:3])
    choices = [f[3] for f in found]
    return _safest_first(choices, columns, weights, pool) if left == BEFORE_LAST_TWO else choices


def _safest_first(
    choices: list[SolverGuess], columns: Columns, weights: Sequence[int], pool: Mapping[str, tuple[Part, ...]]
) -> list[SolverGuess]:
    """The same choices, beginning with the safest.

    The safest choice is the least likely to miss the word in the two guesses after it.
    """
    risks: list[float] = []
    for choice in choices[:LOOKED_AHEAD]:
        classes: dict[int, list[int]] = {}
        for i, code in enumerate(columns.codes(pool[choice.word])):
            classes.setdefault(code, []).append(i)
        risk = 0.0
        for members in classes.values():
            if len(members) > BEFORE_LAST_TWO - 1:
                words = [columns.words[i] for i in members]
                inside = [weights[i] for i in members]
                risk += sum(inside) * best(words, inside, pool, left=2)[0].cost
        risks.append(round(risk, 6))
        if not risks[-1]:
            break
    safest = risks.index(min(risks))
    return [choices[safest], *choices[:safest], *choices[safest + 1 :]]


def _shortlist(
    columns: Columns, rank: Mapping[str, int], pool: Mapping[str, tuple[Part, ...]]
) -> Iterable[str]:
    """The guesses worth weighing: fitting words that tell all words apart, else the best splitters."""
    size = len(rank)
    likely = sorted((w for w in pool if w in rank), key=lambda w: rank[w])
    classes = {w: len(set(columns.codes(pool[w]))) for w in likely}
    parting_all = [w for w in likely if classes[w] == size]
    if parting_all:
        return parting_all
    classes |= {w: len(set(columns.codes(parts))) for w, parts in pool.items() if w not in rank}
    length = max(min(SHORTLIST, WEIGHED // size), SHORTEST)
    parting = sorted(classes, key=lambda w: (-classes[w], w not in rank))[:length]
    return dict.fromkeys([*parting, *likely[: min(FAVOURITES, length)]])


def _even_cost(codes: bytes) -> float:
    cost = 0.0
    for code, n in Counter(codes).items():
        if code != SOLVED:
            cost += _whole(n)
    return cost / len(codes)


def _weighed_cost(codes: bytes, weights: Sequence[int]) -> float:
    """The cost with uneven weights: a class counts as the number of even words with the same total weight."""
    mass: dict[int, int] = {}
    square: dict[int, int] = {}
    for code, weight in zip(codes, weights, strict=True):
        mass[code] = mass.get(code, 0) + weight
        square[code] = square.get(code, 0) + weight * weight
    cost = 0.0
    for code, m in mass.items():
        if code != SOLVED:
            cost += m * still_to_come(m * m / square[code])
    return cost / sum(weights)


def _missed(codes: bytes, weights: Sequence[int]) -> float:
    """The chance that the word is neither this guess nor the likeliest word of the class that is left."""
    top: dict[int, int] = {}
    for code, weight in zip(codes, weights, strict=True):
        if weight > top.get(code, 0):
            top[code] = weight
    return 1 - sum(top.values()) / sum(weights)
