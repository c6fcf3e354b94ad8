"""What can't be so together: two answers, or an answer and the statement.

A missed contradiction does less harm than a false alarm, so ranges have to lie apart, words have to exclude
each other, and at least one side must have been asked for where a story may hold several such values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from tui_arena.games.bluffing.bot.cards import alike, folded
from tui_arena.games.bluffing.bot.cues import StoryVocabulary
from tui_arena.games.bluffing.bot.facts import Fact, facts_in

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
