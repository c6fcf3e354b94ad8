"""What a judge hears in the answers, and how far the judge then believes the statement.

The judge begins with belief: plain, honest, slightly vague stories of ordinary people are to be believed.
Faults count against the statement. An answer has a fault if it:
- doesn't fit its question;
- repeats an earlier answer;
- avoids a straight question;
- contradicts another answer.

If most answers are words beside their questions, a coin decides, so that nothing is won by never answering.

Names and figures alone prove nothing. A missed contradiction does less harm than a false alarm. So ranges
have to be apart, and words have to exclude each other. If a story can have several such values, at least one
side must have been asked for.

No answer of a deck is looked up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from math import inf
from typing import Any

from tui_arena.games.bluffing.bot.cards import alike, folded
from tui_arena.games.bluffing.bot.cues import StoryVocabulary
from tui_arena.games.bluffing.bot.facts import ALL, Fact, facts_in
from tui_arena.games.bluffing.bot.fitting import Fit, fit_of, repeats, tells_once

AGAIN = 0.5
"""Two questions that are at least this much `alike` count as the same question."""
APART = {"age": 1.5, "year": 0.5}
"""Maps a slot to the gap from which two numbers exclude each other. In these slots every mention counts. In
the other slots, at least one mention must have been asked for."""
BORN_ALIKE = 2.5
"""The most years between two years of birth that may be the same."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two answers that contradict each other, so that they can't both be true."""

    first: int
    second: int
    """The numbers of the two answers, from 1; 0 is the statement."""
    slot: str
    one: str
    two: str
    """The words of the two answers, ready to be quoted."""

    def told(self, speech: Mapping[str, Any]) -> str:
        """The contradiction as a sentence; `speech`: the bots' phrases, by occasion."""
        one, two = self.one, self.two
        if not self.first:
            return str(speech["clash_statement"].format(one=one, two=two))
        if folded(one) in ("yes", "no") and folded(two) in ("yes", "no"):
            return str(speech["clash_yes_no"].format(one=one.lower(), two=two.lower()))
        return str(speech["clash"].format(one=one, two=two))


@lru_cache(maxsize=2048)
def clashes(turns: tuple[tuple[str, str], ...], statement: str, known: StoryVocabulary) -> tuple[Clash, ...]:
    """Every pair of answers that clash, in order, each pair once. `turns`: questions with answers.

    An answer that gives two times of the story clashes with itself.
    """
    sides = [facts_in("", statement, "", known), *(facts_in(*turn, statement, known) for turn in turns)]
    sides = _one_count(sides)
    found = [
        Clash(n, n, a.slot, a.words, b.words)
        for n, side in enumerate(sides)
        for a, b in combinations(side, 2)
        if a.slot == b.slot == "year" and _excludes(a, b)
    ]
    for (i, one), (k, two) in combinations(enumerate(sides), 2):
        if pair := next(((a, b) for a, b in product(one, two) if _clash(a, b, one, two)), None):
            found.append(Clash(i, k, pair[0].slot, pair[0].words, pair[1].words))
    return tuple(found)


def _one_count(sides: list[tuple[Fact, ...]]) -> list[tuple[Fact, ...]]:
    """The facts of all sides, in which a number of things that aren't named counts what alone was counted."""
    counts = [(n, one.subject) for n, side in enumerate(sides) for one in side if one.slot == "count"]
    stated = {subject for n, subject in counts if not n}
    asked = {one.subject for side in sides for one in side if one.slot == "count" and one.asked} - {ALL}
    only = next((those.pop() for those in (stated, asked) if len(those) == 1), ALL)
    return [
        tuple(replace(one, subject=only) if one.subject == ALL else one for one in side) for side in sides
    ]


def _clash(a: Fact, b: Fact, one: Sequence[Fact], two: Sequence[Fact]) -> bool:
    """True if two facts exclude each other and nothing else in their sentences agrees with the other side."""
    if a.slot != b.slot or not (a.asked or b.asked or a.slot in APART):
        return False
    if a.slot == "so":
        return _opposed(a, b)
    if a.slot in APART and _born_alike(one, two):
        return False
    beside = [(a, c) for c in two if c.sentence == b.sentence]
    beside += [(b, c) for c in one if c.sentence == a.sentence]
    same = ((x, y) for x, y in beside if (x.slot, x.subject) == (y.slot, y.subject))
    return _excludes(a, b) and all(_excludes(x, y) for x, y in same)


def _born_alike(one: Sequence[Fact], two: Sequence[Fact]) -> bool:
    """True if each side tells an age and a year, and both give the same year of birth: they are two times of a life."""
    births = [
        (year.low - age.high, year.high - age.low)
        for side in (one, two)
        for age in [fact for fact in side if fact.slot == "age"][:1]
        for year in [fact for fact in side if fact.slot == "year"][:1]
    ]
    lows, highs = zip(*births, strict=True) if len(births) == 2 else ((inf,), (0.0,))
    return max(lows) - min(highs) <= BORN_ALIKE


def _excludes(a: Fact, b: Fact) -> bool:
    unborn = a.slot == "age" and min(a.low, b.low) <= 0
    if a.subject != b.subject and (unborn or a.slot not in APART):
        return False
    if a.values or b.values:
        return not a.values & b.values
    return max(a.low, b.low) - min(a.high, b.high) > (0 if unborn else APART.get(a.slot, 0))


def _opposed(a: Fact, b: Fact) -> bool:
    """True if one side denies the other: both answer the same question, or a clause has all its words."""
    if a.low == b.low or a.subject != b.subject:
        return False
    if a.asked == b.asked:
        return a.asked and alike(a.values, b.values) >= AGAIN
    asked, told = (a, b) if a.asked else (b, a)
    return bool(asked.values) and asked.values <= told.values


BASE: Mapping[str, float] = {"easy": 0.9, "medium": 0.42, "hard": 0.38}
"""The log odds for a statement if nothing wrong was heard, by level."""
PRIOR: Mapping[str, float] = {"easy": 0.1, "medium": 0.12, "hard": 0.15}
"""The log odds that a judge of each level gives to one step of likelihood."""
HOLDS = 0.1
"""The log odds for an answer with nothing wrong in it."""
WEIGHTS: Mapping[str, float] = {
    "nonsense": -1.4,
    "echo": -1.0,
    "again": -1.2,
    "dodge": -0.7,
    "beside": -0.75,
    "forgets": -0.4,
    "empty": -0.8,
    "shaky": -0.8,
}
"""The log odds for each fault in one answer."""
MORE = 1.7
"""The factor for a fault that was heard before."""
CLASH = -2.2
"""The log odds for a contradiction."""
SHAKY: Mapping[str, int] = {"easy": 99, "medium": 1, "hard": 1}
"""The number of signs of uncertainty in one answer that make a judge of each level call it shaky."""
LENIENT = frozenset(("easy", "medium"))
"""The levels of judges for whom one sign of uncertainty in a whole story never decides."""
GROSS = frozenset(("nonsense", "again", "empty", "echo", "beside"))
"""The only faults that an easy judge hears."""
VOID = frozenset(("nonsense", "echo", "empty"))
"""The faults of an answer that the rules would void; a coin isn't tossed over such answers."""
EVADED = 2
"""The least number of answers beside their questions for a teller who doesn't answer."""
SEVERAL = 4
"""The number of answers of which one at least has what was asked for, if the teller answers at all."""
FREE = 1
"""The number of honest `I don't remember` answers that cost nothing."""


@dataclass(frozen=True, slots=True)
class WeighedAnswer:
    """An answer as a judge hears it."""

    number: int
    """The number of the answer, from 1."""
    question: str
    answer: str
    fault: str
    """The fault of the answer, a key of `WEIGHTS`; empty if it has no fault."""
    score: float
    """The log odds of the answer; above 0 if it has no fault."""
    weight: int
    """As in `Fit`: 1 if the answer clearly has what was asked for, -1 if nothing in it belongs to the question."""
    part: str
    """The part of the answer to quote: the sentence that sounds unsure, or the whole answer."""


@dataclass(frozen=True, slots=True)
class Case:
    """All the evidence that a judge has for and against a statement."""

    likely: float
    """The likelihood of the statement before any answer, 1 to 5."""
    heard: tuple[WeighedAnswer, ...]
    """The answers, in order."""
    clashes: tuple[Clash, ...]
    odds: float
    """The log odds that the statement is true."""
    tossed: bool
    """True if most answers don't answer, so that they are no evidence and a coin decides; `odds` is 0 then."""


def weighed(
    statement: str, likely: float, turns: Sequence[tuple[str, str]], level: str, known: StoryVocabulary
) -> Case:
    """A judge's case after these questions and answers. `known`: the words that fill slots."""
    turns = tuple(turns)
    took = _heard(statement, turns, level, known)
    against = clashes(turns, statement, known)
    odds = BASE[level] + PRIOR[level] * (likely - 3) + sum(one.score for one in took) + CLASH * len(against)
    signs = [fit_of(statement, one.question, one.answer, known).shaky for one in took if one.fault]
    if level in LENIENT and not against and signs == [1] and any(one.fault == "shaky" for one in took):
        odds = max(odds, HOLDS)  # one sign of uncertainty alone is human
    tossed = not against and _never_answers(statement, turns, known)
    return Case(likely, took, against, 0.0 if tossed else odds, tossed)


@lru_cache(maxsize=1024)
def _heard(
    statement: str, turns: tuple[tuple[str, str], ...], level: str, known: StoryVocabulary
) -> tuple[WeighedAnswer, ...]:
    found: list[WeighedAnswer] = []
    for n, (question, answer) in enumerate(turns, 1):
        fit, like = fit_of(statement, question, answer, known), repeats(turns, n, known)
        fault = _fault(fit, like, level)
        weight = HOLDS if not fault else WEIGHTS[fault]
        before = sum(one.fault == fault for one in found)
        if fault == "forgets" and before < FREE:
            weight = 0.0
        elif fault and before:
            weight *= MORE
        once = tells_once(statement, question)
        part = known.unsure_part(answer, once=once) if fault == "shaky" else answer
        found.append(WeighedAnswer(n, question, answer, fault, weight, fit.weight, part))
    return tuple(found)


def _never_answers(statement: str, turns: tuple[tuple[str, str], ...], known: StoryVocabulary) -> bool:
    """True if more answers are beside their questions than answer them, and they are words at least.

    So it is if no answer of several clearly has what was asked for, unless the teller is just vague.
    """
    fits = [fit_of(statement, question, answer, known) for question, answer in turns]
    void = sum(bool(repeats(turns, n, known)) or fit.fault in VOID for n, fit in enumerate(fits, 1))
    gibberish = any(fit.fault == "nonsense" for fit in fits) and not any(fit.weight == 1 for fit in fits)
    if gibberish or 2 * void >= len(turns):
        return False
    beside, sure = (sum(fit.weight == weight for fit in fits) for weight in (-1, 1))
    vague = any(fit.fault in ("dodge", "forgets") or fit.shaky for fit in fits)
    return sure < beside >= EVADED or (not sure and not vague and len(turns) >= SEVERAL)


def _fault(fit: Fit, like: int, level: str) -> str:
    """The worst fault that a judge of a level hears in an answer; empty if the judge hears none."""
    if like and fit.fault != "nonsense":
        return "again"
    fault = fit.fault
    if not fault and fit.shaky >= SHAKY[level]:
        fault = "shaky"
    return fault if level != "easy" or fault in GROSS else ""
