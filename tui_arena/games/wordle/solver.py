"""Choosing the guess that leaves least to do.

A guess parts the words that still fit into classes of equal marks. `cost` is the weighted mean of
the guesses that are then still to come, read from a measured table by the size of each class.

Law: whole numbers weigh, and only plain arithmetic decides, in the order of the word list; so every
machine and every version of Python comes to the same guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tui_arena.games.wordle.marking import SOLVED, Columns, Part

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
"""Mean guesses until the word is found, that guess included, by the number of words that fit."""

SHORTLIST = 40
"""At most so many guesses are weighed in full, out of those with the most classes."""
FAVOURITES = 20
"""At most so many of the likeliest words are weighed in full as well."""
WEIGHED = 16_000
"""Words marked by all guesses of the shortlist; with more words it is shorter."""
SHORTEST = 10


BEFORE_LAST_TWO = 3
"""Guesses left when it is worth looking ahead: a wrong turn here can lose the word."""
LOOKED_AHEAD = 10
"""Guesses that are looked ahead from."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A guess as the solver sees it."""

    word: str
    fits: bool
    """Whether it may be the word itself."""
    cost: float
    """Mean guesses after this one; 0 if it is certain to be the word."""


def still_to_come(size: float) -> float:
    """Mean guesses left when this many equally likely words fit."""
    low = STILL_TO_COME[0]
    for high in STILL_TO_COME[1:]:
        if size <= high[0]:
            return low[1] + (high[1] - low[1]) * (size - low[0]) / (high[0] - low[0])
        low = high
    return low[1]


@lru_cache(4096)
def _whole(size: int) -> float:
    """Guesses left over all words of a class together."""
    return size * still_to_come(size)


def best(
    words: Sequence[str], weights: Sequence[int], pool: Mapping[str, tuple[Part, ...]], *, left: int
) -> list[Choice]:
    """The best guesses for these words, best first; at least one.

    `pool` holds the words that may be guessed, by word their parts.
    `left` counts the guesses left, this one included: the last must be a word that fits, the one
    before it leaves as many words as possible to a sure last guess.
    """
    rank = {word: -weight for word, weight in zip(words, weights, strict=True)}
    if left <= 1 or len(words) <= 2:
        total = sum(weights)
        likely = sorted(words, key=lambda w: rank[w])
        return [Choice(w, fits=True, cost=1 + rank[w] / total) for w in likely]
    columns = Columns(words)
    uniform = len(set(weights)) == 1
    found: list[tuple[float, bool, int, Choice]] = []
    for word in _shortlist(columns, rank, pool):
        codes = columns.codes(pool[word])
        if left == BEFORE_LAST_TWO - 1:
            cost = _missed(codes, weights)
        elif uniform:
            cost = _even_cost(codes)
        else:
            cost = _weighed_cost(codes, weights)
        fits = word in rank
        found.append((round(cost, 6), not fits, rank.get(word, 0), Choice(word, fits, cost)))
    found.sort(key=lambda f: f[:3])
    choices = [f[3] for f in found]
    return _safest_first(choices, columns, weights, pool) if left == BEFORE_LAST_TWO else choices


def _safest_first(
    choices: list[Choice], columns: Columns, weights: Sequence[int], pool: Mapping[str, tuple[Part, ...]]
) -> list[Choice]:
    """The same choices, the first that leaves no word to miss in the last two guesses in front."""
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
    """Guesses worth weighing: of words that fit one that parts all, else all that part well."""
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
    """As for even weights, a class counting as many words as its weights are worth."""
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
    """The chance that neither this guess nor the likeliest word of the class it leaves is it."""
    top: dict[int, int] = {}
    for code, weight in zip(codes, weights, strict=True):
        if weight > top.get(code, 0):
            top[code] = weight
    return 1 - sum(top.values()) / sum(weights)
