"""What a judge hears in the answers, and how far it believes the statement after them.

The base is belief: plain, honest, slightly vague stories of ordinary people are to be believed. What is heard
wrong counts against it: an answer that doesn't fit its question, that says the same again, that goes round a
straight question, that contradicts another one. Names and figures alone prove nothing.

A missed contradiction does less harm than a false alarm. So ranges have to lie apart, words have to exclude each
other, and where a story may hold several such values, at least one side must have been asked for.

No answer of a deck is looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any

from tui_arena.games.bluffing.bot.cards import alike, folded, roots
from tui_arena.games.bluffing.bot.cues import StoryVocabulary
from tui_arena.games.bluffing.bot.facts import Fact, facts_in
from tui_arena.games.bluffing.bot.fitting import Fit, fit_of, repeats, stands_alone, takes_up_nothing

AGAIN = 0.5
"""Two questions that are at least this much `alike` count as the same."""
APART = {"age": 1.5, "year": 0.5, "birth": 2.5}
"""How far two numbers of a slot must lie apart to exclude each other. Of these slots every mention counts; of the
others at least one mention must have been asked for."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two answers whose words contradict each other, so that they can't both be true."""

    first: int
    second: int
    """The numbers of the two answers, from 1; 0 is the statement."""
    slot: str
    one: str
    two: str
    """The words of both sides, fit to be quoted."""

    def told(self, speech: Mapping[str, Any]) -> str:
        """The contradiction as a sentence; `speech`: what the bots say, by occasion."""
        one, two = self.one, self.two
        if not self.first:
            return str(speech["clash_statement"].format(one=one, two=two))
        if folded(one) in ("yes", "no") and folded(two) in ("yes", "no"):
            return str(speech["clash_yes_no"].format(one=one.lower(), two=two.lower()))
        return str(speech["clash"].format(one=one, two=two))


@lru_cache(maxsize=2048)
def clashes(turns: tuple[tuple[str, str], ...], statement: str, known: StoryVocabulary) -> tuple[Clash, ...]:
    """Every pair of answers that clash, in order, each pair once. `turns`: (question, answer) by turn."""
    sides = [facts_in("", statement, "", known), *(facts_in(*turn, statement, known) for turn in turns)]
    found = []
    for (i, one), (k, two) in combinations(enumerate(sides), 2):
        if pair := next(((a, b) for a, b in product(one, two) if _clash(a, b, one, two)), None):
            found.append(Clash(i, k, pair[0].slot, pair[0].words, pair[1].words))
    return tuple(found)


def _clash(a: Fact, b: Fact, one: Sequence[Fact], two: Sequence[Fact]) -> bool:
    """Whether two facts exclude each other, and neither side says in the same sentence what agrees with the other."""
    if a.slot != b.slot or not (a.asked or b.asked or a.slot in APART):
        return False
    if a.slot == "so":
        return _opposed(a, b)
    births = [fact for fact in (*one, *two) if fact.slot == "birth"]
    if a.slot in ("age", "year") and len(births) == 2 and not _excludes(*births):
        return False
    beside = [(a, c) for c in two if c.sentence == b.sentence]
    beside += [(b, c) for c in one if c.sentence == a.sentence]
    same = ((x, y) for x, y in beside if (x.slot, x.subject) == (y.slot, y.subject))
    return _excludes(a, b) and all(_excludes(x, y) for x, y in same)


def _excludes(a: Fact, b: Fact) -> bool:
    unborn = a.slot == "age" and min(a.low, b.low) <= 0
    if a.subject != b.subject and (unborn or a.slot not in APART):
        return False
    if a.values or b.values:
        return not a.values & b.values
    return max(a.low, b.low) - min(a.high, b.high) > (0 if unborn else APART[a.slot])


def _opposed(a: Fact, b: Fact) -> bool:
    """Whether one side denies what the other says: the same question, or a clause with all its words."""
    if a.low == b.low or a.subject != b.subject:
        return False
    if a.asked == b.asked:
        return a.asked and alike(a.values, b.values) >= AGAIN
    asked, told = (a, b) if a.asked else (b, a)
    return bool(asked.values) and asked.values <= told.values


BASE: Mapping[str, float] = {"easy": 0.9, "medium": 0.42, "hard": 0.38}
"""Log odds for a statement of which nothing was heard wrong, by level."""
PRIOR: Mapping[str, float] = {"easy": 0.1, "medium": 0.12, "hard": 0.15}
"""Log odds that a judge of each level gives to one step of likelihood."""
HOLDS = 0.1
"""Log odds for an answer in which nothing is wrong."""
WEIGHTS: Mapping[str, float] = {
    "nonsense": -1.4,
    "echo": -1.0,
    "again": -1.2,
    "dodge": -0.7,
    "beside": -0.75,
    "general": -0.75,
    "forgets": -0.4,
    "empty": -0.8,
    "shaky": -0.8,
}
"""Log odds for each thing heard in one answer."""
SHAKEN: Mapping[str, float] = {"easy": 1.0, "medium": 1.2, "hard": 1.3}
"""How much a shaky answer counts for a judge of each level."""
MORE = 1.7
"""How much more a fault counts when it is heard a second time or more often."""
CLASH = -2.2
"""Log odds for a contradiction."""
SHAKY: Mapping[str, int] = {"easy": 99, "medium": 1, "hard": 1}
"""How many signs of unsure ground in one answer a judge of each level needs to call it shaky."""
GROSS = frozenset(("nonsense", "again", "empty", "echo"))
"""What an easy judge hears."""
MISSED: Mapping[str, float] = {"easy": 0.4, "medium": 0.0, "hard": 0.0}
"""The chance that a judge of each level misses a contradiction."""
LOOSE, NEARLY_ALL = 4, 0.8
"""How many answers, and what part of all, must take up nothing before they are held against a story."""
FREE = 1
"""How many honest `I don't remember` cost nothing."""


@dataclass(frozen=True, slots=True)
class WeighedAnswer:
    """An answer as a judge hears it."""

    number: int
    """Which answer it is, from 1."""
    question: str
    answer: str
    fault: str
    """What is wrong with it, a key of `WEIGHTS`; empty if nothing is."""
    score: float
    """Log odds; above 0 nothing is wrong with the answer."""
    part: str
    """What is quoted of it: the sentence that sounds unsure, or all of it."""


@dataclass(frozen=True, slots=True)
class Case:
    """All that a judge has for and against a statement."""

    likely: float
    """How likely the statement is before any answer, 1 to 5."""
    heard: tuple[WeighedAnswer, ...]
    """The answers, in order."""
    clashes: tuple[Clash, ...]
    odds: float
    """The log odds that the statement is true."""


def weighed(
    statement: str, likely: float, turns: Sequence[tuple[str, str]], level: str, known: StoryVocabulary
) -> Case:
    """The case of a judge of a level after these questions and answers; `known`: the words that fill slots."""
    took = _heard(statement, tuple(turns), level, known)
    against = tuple(
        clash for clash in clashes(tuple(turns), statement, known) if not _misses(statement, clash, level)
    )
    odds = BASE[level] + PRIOR[level] * (likely - 3) + sum(one.score for one in took) + CLASH * len(against)
    return Case(likely, took, against, odds)


def _misses(statement: str, clash: Clash, level: str) -> bool:
    """Whether a judge misses a contradiction; the same every time it is asked."""
    share = MISSED[level]
    return share > 0 and Random(f"hears/{statement}/{clash.one}/{clash.two}").random() < share


@lru_cache(maxsize=1024)
def _heard(
    statement: str, turns: tuple[tuple[str, str], ...], level: str, known: StoryVocabulary
) -> tuple[WeighedAnswer, ...]:
    found: list[WeighedAnswer] = []
    apart = _apart(statement, turns, known) if level != "easy" else frozenset()
    for n, (question, answer) in enumerate(turns, 1):
        fit, like = fit_of(statement, question, answer, known), repeats(turns, n, known)
        fault = _fault(fit, like, level)
        if n in apart and fault in ("", "shaky", "general"):
            fault = "beside"
        weight = HOLDS if not fault else WEIGHTS[fault]
        if fault == "shaky":
            weight *= SHAKEN[level]
        before = sum(one.fault == fault for one in found)
        if fault == "forgets" and before < FREE:
            weight = 0.0
        elif fault and before:
            weight *= MORE
        part = known.unsure_part(answer) if fault == "shaky" else answer
        found.append(WeighedAnswer(n, question, answer, fault, weight, part))
    return tuple(found)


def _apart(statement: str, turns: tuple[tuple[str, str], ...], known: StoryVocabulary) -> frozenset[int]:
    """The answers that have to do with nothing, if they are too many for a person who only tells loosely."""
    own = [roots(answer) for _, answer in turns]
    rest = [frozenset().union(*own[:n], *own[n + 1 :]) for n in range(len(own))]

    def those(heard: Callable[[str, str, str, frozenset[str], StoryVocabulary], bool]) -> frozenset[int]:
        return frozenset(n for n, turn in enumerate(turns, 1) if heard(statement, *turn, rest[n - 1], known))

    alone, nothing = those(stands_alone), those(takes_up_nothing)
    found = alone if len(alone) >= max(3, len(turns) // 2) else frozenset()
    return found | (nothing if len(nothing) >= max(LOOSE, NEARLY_ALL * len(turns)) else frozenset())


def _fault(fit: Fit, like: int, level: str) -> str:
    """The worst fault that a judge of a level hears in an answer."""
    if like and fit.fault != "nonsense":
        return "again"
    fault = fit.fault
    if not fault and fit.shaky >= SHAKY[level]:
        fault = "shaky"
    return fault if level != "easy" or fault in GROSS else ""
