"""The weight of answers as evidence: of each one, of all together, and of two that contradict each other.

An answer's score is the log odds that it comes from somebody who was there. Truth-tellers falter too and
bluffers can sound fine, so one answer can move the belief only so far. The weights were fitted on half of the
shipped cards, then rounded, and lowered where spoken answers are looser than written ones.

Answers are weighed by their signs alone. No answer of a deck is looked up.
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
from tui_arena.games.bluffing.bot.cards import alike, folded, kind_of, roots, yes_or_no
from tui_arena.games.bluffing.bot.cues import NUMBER_WORDS, is_placed, signs_in

AGAIN = 0.5
"""Two questions that are at least this much `alike` count as the same."""
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
    """Two answers whose words contradict each other, so that they can't both be true."""

    first: int
    second: int
    """The numbers of the two answers, from 1."""
    why: str
    """What both said, as the end of a sentence."""

    @property
    def told(self) -> str:
        """The contradiction as a part of a sentence."""
        return f"answers {self.first} and {self.second} do not go together: {self.why}"


@lru_cache(maxsize=2048)
def clashes(turns: tuple[tuple[str, str], ...]) -> tuple[Clash, ...]:
    """Every pair of answers that clash, in order, each pair once. `turns`: (question, answer) by turn."""
    found = []
    for (i, one), (k, two) in combinations(enumerate(turns, 1), 2):
        why = next(_between(one, two), None)
        if why is not None:
            found.append(Clash(i, k, why))
    return tuple(found)


def _between(one: tuple[str, str], two: tuple[str, str]) -> Iterator[str]:
    """The contradictions between two turns."""
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
    """The counted things in a text with their numbers; measures are left out, as they count many things."""
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
"""By kind of sign: what one sign is worth, and how many of its kind count in one answer."""
START = -0.1
BOUND = 4.0
FEW_WORDS, MANY_WORDS = 3, 60
FALTERS, FALTERS_WHEN_FALSE = 0.2, 0.55
"""The chance that an answer sounds shaky, if the statement is true and if it is made up."""
CLASH = -0.9
REPEATS = 0.7
"""An answer that is at least this much `alike` to an earlier one counts as a repetition."""
_PLAIN = frozenset("number date name kin hedge dodge".split())
LISTENS: Mapping[str, float] = {"easy": 0.55, "medium": 0.6, "hard": 1.0}
"""The share of the answers that a judge of each level takes in."""
TRUSTS: Mapping[str, float] = {"easy": 0.2, "medium": 0.1, "hard": -0.3}
"""Log odds that a judge of each level adds to the evidence.

The hard judge starts with doubt, because a good bluffer leaves few traces.
"""
PRIOR: Mapping[str, float] = {"easy": 0.1, "medium": 0.15, "hard": 0.22}
"""Log odds that a judge of each level gives to one step of likelihood."""
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
    """The words in which each kind of sign was found."""
    score: float
    """Log odds; above 0 the answer sounds like somebody who was there."""
    again: bool = False
    """Whether it only repeats an earlier answer."""

    @property
    def worth(self) -> float:
        """What it adds to the log odds of the statement; a repetition adds 0."""
        if self.again:
            return 0.0
        sound = 1 / (1 + exp(-self.score))
        return log(
            (sound * (1 - FALTERS) + (1 - sound) * FALTERS)
            / (sound * (1 - FALTERS_WHEN_FALSE) + (1 - sound) * FALTERS_WHEN_FALSE)
        )


@dataclass(frozen=True, slots=True)
class Case:
    """All that a judge has for and against a statement."""

    likely: float
    """How likely the statement is before any answer, 1 to 5."""
    heard: tuple[WeighedAnswer, ...]
    """The answers that the judge took in."""
    clashes: tuple[Clash, ...]
    odds: float
    """The log odds that the statement is true."""


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
    """Whether a judge takes an answer in; the same every time it is asked."""
    share = LISTENS[level]
    return share >= 1 or Random(f"listens/{statement}/{number}/{answer}").random() < share


def weight_of(kind: str, words: Sequence[str]) -> float:
    """What the words found for a kind of sign are worth in one answer."""
    weight, most = WEIGHTS[kind]
    return weight * min(len(words), most)


@lru_cache(maxsize=4096)
def heard(number: int, question: str, answer: str, plainly: bool = False) -> WeighedAnswer:
    """An answer with its signs and their score. `plainly`: only the plainest signs count."""
    signs = {**signs_in(answer), **_as_an_answer(question, answer)}
    if plainly:
        signs = {kind: words for kind, words in signs.items() if kind in _PLAIN}
    score = sum((weight_of(kind, words) for kind, words in signs.items()), START)
    return WeighedAnswer(number, question, answer, signs, max(-BOUND, min(BOUND, score)))


def _as_an_answer(question: str, answer: str) -> dict[str, tuple[str, ...]]:
    """Signs of how well an answer fits its question: by its length and by what was asked for."""
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
