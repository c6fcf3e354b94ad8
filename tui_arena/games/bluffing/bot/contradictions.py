"""What can't be so together: two answers, an answer and the statement, an age and a year.

A missed contradiction does less harm than a false alarm, so ranges have to lie apart, words have to exclude
each other, and at least one side must have been asked for where a story may hold several such values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

from tui_arena.games.bluffing.bot.cards import alike, folded, kind_of, root, roots, yes_or_no
from tui_arena.games.bluffing.bot.cues import KIN
from tui_arena.games.bluffing.bot.facts import Fact, as_written, facts_in, quoted, without_speech

AGAIN = 0.5
"""Two questions that are at least this much `alike` count as the same."""
APART = {"age": 1.5, "year": 0.5, "birth": 2.5, "since": 1.5}
"""How far two numbers of a slot must lie apart to exclude each other; 0 for other slots."""
_EITHER = frozenset(
    "age year duration money alone afraid helped hurt first laughed planned trouble regret told kept again spouse since".split()
)
"""Slots of which every mention counts; of the others at least one mention must have been asked for."""

_IN_PASSING = frozenset("helped hurt told kept first planned trouble laughed regret".split())
"""Slots that the words of a statement fill by chance."""


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
def clashes(turns: tuple[tuple[str, str], ...], statement: str = "") -> tuple[Clash, ...]:
    """Every pair of answers that clash, in order, each pair once. `turns`: (question, answer) by turn."""
    known = (
        tuple(fact for fact in facts_in("", statement) if fact.slot not in _IN_PASSING) if statement else ()
    )
    sides = [known, *(facts_in(*turn, statement) for turn in turns)]
    found = []
    for (i, one), (k, two) in combinations(enumerate(sides), 2):
        clash = _between(i, one, k, two)
        if clash is None and i:
            clash = (
                _yes_and_no(i, k, turns) or _nobody_and_somebody(i, k, turns) or _somebody_else(i, k, turns)
            )
        if clash is not None:
            said = [turns[n - 1][1] if n else statement for n in (i, k)]
            found.append(
                replace(clash, one=as_written(clash.one, said[0]), two=as_written(clash.two, said[1]))
            )
    return tuple(found)


def _between(i: int, one: tuple[Fact, ...], k: int, two: tuple[Fact, ...]) -> Clash | None:
    one, two = _with_births(one), _with_births(two)
    births = [fact for fact in (*one, *two) if fact.slot == "birth"]
    clock = len(births) == 2 and not _excludes(*births)
    for a in one:
        for b in two:
            if a.slot != b.slot or (clock and a.slot in ("age", "year")):
                continue
            counts = a.asked and b.asked if a.slot.startswith("number") else a.asked or b.asked
            if not (counts or a.slot in _EITHER):
                continue
            if (
                _excludes(a, b)
                and not any(_agrees(a, c) for c in two if c.slot == a.slot and c.sentence == b.sentence)
                and not any(_agrees(b, c) for c in one if c.slot == a.slot and c.sentence == a.sentence)
            ):
                return Clash(i, k, a.slot, a.words, b.words)
    return None


def _with_births(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts, and the year of birth that follows from an age and a year in one sentence."""
    ages = [fact for fact in facts if fact.slot == "age"]
    years = [fact for fact in facts if fact.slot == "year"]
    found = [
        Fact("birth", y.low - a.high, y.high - a.low, frozenset(), a.words, True, a.sentence)
        for a in ages
        for y in years
        if a.sentence == y.sentence and a.high - a.low < 6
    ]
    return (*facts, *found[:1])


def _excludes(a: Fact, b: Fact) -> bool:
    if a.values or b.values:
        return not a.values & b.values and not (a.slot == "daytime" and _near(a, b))
    return max(a.low, b.low) - min(a.high, b.high) > APART.get(a.slot, 0)


def _agrees(a: Fact, b: Fact) -> bool:
    return bool(a.values & b.values) if a.values else not _excludes(a, b)


_FILLERS = roots("anybody anyone anything lot much bit people person there time happened")
_PARTS = ("morning", "midday", "afternoon", "evening", "night")


def _near(a: Fact, b: Fact) -> bool:
    """Whether two parts of the day are the same or next to each other."""
    one, two = (_PARTS.index(next(iter(fact.values))) for fact in (a, b))
    return abs(one - two) < 2


def _yes_and_no(i: int, k: int, turns: tuple[tuple[str, str], ...]) -> Clash | None:
    """Yes to a question, and no to the same one."""
    one, two = turns[i - 1], turns[k - 1]
    about = [roots(turn[0]) - _FILLERS for turn in (one, two)]
    if not (yes_or_no(one[0]) and yes_or_no(two[0]) and alike(*about) >= AGAIN):
        return None
    first = [(folded(turn[1]).split() or [""])[0].strip(",.;:!") for turn in (one, two)]
    plain = [
        "no" if word in ("nope", "nah", "no") else "yes" if word in ("yes", "yeah", "yep") else ""
        for word in first
    ]
    if sorted(plain) == ["no", "yes"]:
        return Clash(i, k, "yes or no", plain[0].capitalize(), plain[1].capitalize())
    return None


_NOBODY = re.compile(r"\b(?:nobody|no one) (?:ever )?([a-z]+(?:ed|t|w|d|e)) (?:me|us|it|him|her|them)\b")
_NEVER = re.compile(
    r"\b(?:i|we) (?:never|didn't|did not) (?:[a-z']+ ){1,6}?[a-z]+|\bnever (?:[a-z']+ ){1,5}?[a-z]+"
)


def _nobody_and_somebody(i: int, k: int, turns: tuple[tuple[str, str], ...]) -> Clash | None:
    """`Nobody found me` and `my sister found me`; yes to `did you go there`, and `I never went there`."""
    for a, b in ((i, k), (k, i)):
        one, two = (folded(without_speech(turns[n - 1][1])) for n in (a, b))
        for found in _NOBODY.finditer(one):
            done = re.search(rf"\b(?:my|our|the|a) [a-z-]+ {found[1]} (?:me|us|it|him|her|them)\b", two)
            if done:
                return _in_order(a, b, found[0], done[0])
        question = turns[a - 1][0]
        about = roots(question) - _FILLERS
        never = _NEVER.search(two)
        if (
            yes_or_no(question)
            and re.match(r"(?:yes|yeah|yep)\b", one)
            and about
            and never
            and about <= roots(never[0])
        ):
            return _in_order(a, b, quoted(one, 0, 5), quoted(never[0], 0, 8))
    return None


_DOER = re.compile(
    rf"(?:^|[.,;!?] )(?:and |but |luckily |in the end )?(?P<lead>(?:it|that) (?:was|were) (?:only |just )?)?"
    rf"(?P<who>(?:my|our|the|a|an|his|her) (?:\w+ ){{0,2}}?(?P<kin>{KIN}|godson|goddaughter|children|kids|colleagues?|friends|parents)s?)(?: [a-z]+)?"
    r"(?P<cleft> who| that)? (?P<did>[a-z]+)(?P<after>(?: [a-z]+){0,9})"
)
_THERE = re.compile(
    r"^ (?:\w+ )?(?:there|along|in front|opposite|together)\b|\b(?:with|beside|next to|behind|across from) (?:me|us)\b"
)
_ALONG = re.compile(
    rf"\b(?:i|we) (?:was|were|went|had gone|did it)(?: \w+){{0,2}} with my (?:\w+ ){{0,2}}?({KIN}|children|kids|colleagues|friends|parents)"
)
_WHO_WAS = re.compile(r"\bwho (?:else )?(?:was|were|came|went)\b|\bwho did you\b|\bwho in your\b")
_BE = frozenset("was were had been has is said says thought knew asked told laughed heard saw did".split())


def _somebody_else(i: int, k: int, turns: tuple[tuple[str, str], ...]) -> Clash | None:
    """`My father grew it` to the question who did, and `my aunt grew it`; who was there, and somebody else was."""
    for a, b in ((i, k), (k, i)):
        question, one = turns[a - 1][0], folded(without_speech(turns[a - 1][1]))
        if kind_of(question) != "who":
            continue
        two = folded(without_speech(turns[b - 1][1]))
        if kind_of(turns[b - 1][0]) == "who":
            two = re.split(r"[.!?] ", two, maxsplit=1)[-1] if ". " in two else ""
        did = roots(question)
        along = _ALONG.search(two) if _WHO_WAS.search(folded(question)) else None
        if along and not re.search(rf"\b{along[1]}", one):
            return _in_order(a, b, quoted(one, 0, 6), quoted(two, along.start(), 8))
        for found in _DOER.finditer(two):
            if re.search(rf"\b{found['kin']}", one) or found["after"].startswith(" by"):
                continue
            same = found["did"] not in _BE and root(found["did"]) in did
            there = _WHO_WAS.search(folded(question)) and _THERE.search(found["after"])
            if same or there:
                words = quoted(found[0].lstrip(".,;!? "), 0, 8)
                return _in_order(a, b, quoted(one, 0, 6), words)
    return None


def _in_order(a: int, b: int, one: str, two: str) -> Clash:
    """A contradiction of two answers, the earlier first."""
    return Clash(a, b, "nobody", one, two) if a < b else Clash(b, a, "nobody", two, one)
