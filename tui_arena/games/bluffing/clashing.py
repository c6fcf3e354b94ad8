"""Where answers go against each other.

Law: a clash is two things said that can't both be so, as far as words show it; each is told in a
sentence that quotes both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from tui_arena.core.words import tokens
from tui_arena.games.bluffing.asked import alike, folded, roots, yes_or_no
from tui_arena.games.bluffing.signs import NUMBER_WORDS

AGAIN = 0.5
"""From so much in common on two questions ask the same."""
_ALONE = re.compile(r"\b(?:alone|by myself|on my own|all by yourself)\b")
_COMPANY = re.compile(
    r"\b(?:with my|with our|together with|my \w+ and i|the two of us|three of us|both of us)\b"
)
_NAMED = re.compile(
    r"\b(mother|father|brother|sister|uncle|aunt|cousin|wife|husband|boss|best friend|teacher|dog|cat)"
    r",? (?:called |named )?([A-Z][a-zà-öø-ÿ]+)"
)
_AGE = re.compile(r"\b(?:i was|aged|at the age of) (?:about |only |just )?([a-z]+|\d+)(?: years old)?\b")
_COUNTED = re.compile(r"\b([a-z]+|\d+)(?= ([a-z]{4,})\b)")
_DIGITS = dict(
    zip("two three four five six seven eight nine ten eleven twelve".split(), range(2, 13), strict=True)
)
_MEASURES = frozenset(
    """years months weeks days hours minutes seconds metres meters kilometres miles euros pounds dollars
    times people hundred thousand oclock past weeks points""".split()
)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two answers that can't both be so."""

    first: int
    second: int
    """Numbers of the answers, from 1."""
    why: str
    """What was said in both, as the end of a sentence."""


@lru_cache(maxsize=2048)
def clashes(turns: tuple[tuple[str, str], ...]) -> tuple[Clash, ...]:
    """Every pair of answers that clash, once a pair, in order; (question, answer) by turn."""
    found = []
    for (i, one), (k, two) in combinations(enumerate(turns, 1), 2):
        why = next(_between(one, two), None)
        if why is not None:
            found.append(Clash(i, k, why))
    return tuple(found)


def _between(one: tuple[str, str], two: tuple[str, str]) -> Iterator[str]:
    """What two turns say against each other."""
    a, b = folded(one[1]), folded(two[1])
    if yes_or_no(one[0]) and yes_or_no(two[0]) and alike(roots(one[0]), roots(two[0])) >= AGAIN:
        said = {text.split()[0].strip(",.;:!") for text in (a, b) if text.split()}
        if said == {"yes", "no"}:
            yield "yes in one and no in the other"
    for x, y in ((a, b), (b, a)):
        alone, company = _ALONE.search(x), _COMPANY.search(y)
        if alone and company and not _COMPANY.search(x):
            yield f"“{alone[0]}” in one and “{company[0]}” in the other"
    yield from _differ(
        dict(_NAMED.findall(one[1])), dict(_NAMED.findall(two[1])), "a {key} called {a}, then {b}"
    )
    ages = [_number(found[1]) for text in (a, b) if (found := _AGE.search(text))]
    if len(ages) == 2 and None not in ages and ages[0] != ages[1]:
        yield f"{ages[0]} years old in one and {ages[1]} in the other"
    yield from _differ(_counted(a), _counted(b), "{a} {key}, then {b}")


def _differ(one: dict[str, str], two: dict[str, str], told: str) -> Iterator[str]:
    for key in sorted(one.keys() & two.keys()):
        if one[key] != two[key]:
            yield told.format(key=key, a=one[key], b=two[key])


def _counted(text: str) -> dict[str, str]:
    """How many of what, where that is said in one word; measures are of many things at once."""
    return {
        what: str(_number(many))
        for many, what in _COUNTED.findall(text)
        if what.endswith("s")
        and what not in _MEASURES
        and what not in NUMBER_WORDS
        and _number(many) is not None
    }


def _number(word: str) -> int | None:
    found = tokens(word)
    if len(found) != 1:
        return None
    return int(found[0]) if found[0].isdecimal() and len(found[0]) < 5 else _DIGITS.get(found[0])
