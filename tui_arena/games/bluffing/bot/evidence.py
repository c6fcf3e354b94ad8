"""What an answer is worth as evidence, and all answers together.

Law: the weights are of signs alone, and no answer of a deck is ever looked up. They were set on half of
the shipped cards, then rounded and held down where spoken answers are looser than written ones.

An answer's score is its log odds of being told by somebody who was there. As truth-tellers falter too
and bluffers can sound fine, one answer moves the belief only so far.

Where answers go against each other.

Law: a clash is two things said that can't both be so, as far as words show it; each is told in a
sentence that quotes both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import exp, log
from random import Random

from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cues import NUMBER_WORDS, is_placed, signs_in
from tui_arena.games.bluffing.bot.question_topics import alike, folded, kind_of, roots, yes_or_no

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


WEIGHTS: Mapping[str, tuple[float, int]] = {
    "number": (0.7, 2),
    "date": (0.6, 1),
    "name": (1.5, 2),
    "kin": (0.5, 1),
    "sense": (0.8, 2),
    "spot": (0.6, 1),
    "mishap": (0.4, 1),
    "likeness": (0.7, 1),
    "speech": (0.3, 1),
    "deed": (0.1, 2),
    "fits": (0.4, 1),
    "hedge": (-1.6, 2),
    "vague": (-1.2, 3),
    "either": (-1.8, 2),
    "general": (-1.3, 2),
    "dodge": (-1.4, 2),
    "vow": (-0.8, 2),
    "evades": (-0.9, 1),
    "short": (-0.6, 1),
    "long": (-0.8, 1),
}
"""By sign: what one is worth, and how many of its kind count."""
START = -0.1
BOUND = 4.0
FEW_WORDS, MANY_WORDS = 3, 60
FALTERS, FALTERS_WHEN_FALSE = 0.2, 0.55
"""How often an answer sounds shaky, of somebody who tells the truth and of somebody who does not."""
CLASH = -0.9
REPEATS = 0.7
"""From so much in common on an answer is the same as an earlier one."""
_PLAIN = frozenset("number date name kin hedge dodge".split())
LISTENS: Mapping[str, float] = {"easy": 0.55, "medium": 0.6, "hard": 1.0}
"""How much of the answers a judge of a level takes in at all."""
TRUSTS: Mapping[str, float] = {"easy": 0.2, "medium": 0.1, "hard": -0.3}
"""What a judge of a level believes beyond the evidence; a good bluffer leaves too little of that."""
PRIOR: Mapping[str, float] = {"easy": 0.1, "medium": 0.15, "hard": 0.22}
"""What a step of likelihood is worth to a judge of a level."""
_NEEDED: Mapping[str, frozenset[str]] = {
    "who": frozenset("name kin".split()),
    "where": frozenset("name spot".split()),
    "when": frozenset("number date".split()),
    "count": frozenset("number date".split()),
}


@dataclass(frozen=True, slots=True)
class WeighedAnswer:
    """An answer as a judge hears it."""

    number: int
    """Which answer it is, from 1."""
    question: str
    answer: str
    signs: Mapping[str, tuple[str, ...]]
    """The words that each kind of sign was heard in."""
    score: float
    """Above 0 it sounds like somebody who was there."""
    again: bool = False
    """Whether it only says again what was said before."""

    @property
    def worth(self) -> float:
        """What it adds to the log odds of the statement; saying it again adds nothing."""
        if self.again:
            return 0.0
        sound = 1 / (1 + exp(-self.score))
        return log(
            (sound * (1 - FALTERS) + (1 - sound) * FALTERS)
            / (sound * (1 - FALTERS_WHEN_FALSE) + (1 - sound) * FALTERS_WHEN_FALSE)
        )


@dataclass(frozen=True, slots=True)
class Case:
    """All that a judge has against a statement and for it."""

    likely: float
    """How likely the statement is by itself, 1 to 5."""
    heard: tuple[WeighedAnswer, ...]
    """The answers that it took in."""
    clashes: tuple[Clash, ...]
    odds: float
    """The log odds of the statement's being true."""


def weighed(statement: str, likely: float, turns: Sequence[tuple[str, str]], level: str) -> Case:
    """The case of a judge of a level after these questions and answers."""
    took = tuple(
        replace(heard(i, question, answer, level == "easy"), again=_said_before(turns, i))
        for i, (question, answer) in enumerate(turns, 1)
        if _listens(statement, i, answer, level)
    )
    against = clashes(tuple(turns)) if level != "easy" else ()
    if level == "medium":
        against = against[:1]
    odds = PRIOR[level] * (likely - 3) + TRUSTS[level] + sum(one.worth for one in took) + CLASH * len(against)
    return Case(likely, took, against, odds)


def _said_before(turns: Sequence[tuple[str, str]], number: int) -> bool:
    own = roots(turns[number - 1][1])
    return any(alike(own, roots(answer)) >= REPEATS for _, answer in turns[: number - 1])


def _listens(statement: str, number: int, answer: str, level: str) -> bool:
    """Whether a judge takes an answer in; the same each time it looks back."""
    share = LISTENS[level]
    return share >= 1 or Random(f"listens/{statement}/{number}/{answer}").random() < share


def weight_of(kind: str, words: Sequence[str]) -> float:
    """What the words of a kind of sign are worth in one answer."""
    weight, most = WEIGHTS[kind]
    return weight * min(len(words), most)


@lru_cache(maxsize=4096)
def heard(number: int, question: str, answer: str, plainly: bool = False) -> WeighedAnswer:
    """An answer with its signs and their score; `plainly`: by the plainest signs alone."""
    signs = {**signs_in(answer), **_as_an_answer(question, answer)}
    if plainly:
        signs = {kind: words for kind, words in signs.items() if kind in _PLAIN}
    score = sum((weight_of(kind, words) for kind, words in signs.items()), START)
    return WeighedAnswer(number, question, answer, signs, max(-BOUND, min(BOUND, score)))


def _as_an_answer(question: str, answer: str) -> dict[str, tuple[str, ...]]:
    """Signs of how an answer goes with its question, by length and by what it was asked for."""
    found: dict[str, tuple[str, ...]] = {}
    words, kind = len(answer.split()), kind_of(question)
    if words < FEW_WORDS and not yes_or_no(question):
        found["short"] = (answer,)
    if words > MANY_WORDS:
        found["long"] = (f"{words} words",)
    needed = _NEEDED.get(kind)
    if needed:
        said = needed & set(signs_in(answer))
        if said or kind != "where" or not is_placed(answer):
            found["fits" if said else "evades"] = (kind,)
    elif alike(roots(question), roots(answer)) > 0:
        found["fits"] = (kind,)
    return found
