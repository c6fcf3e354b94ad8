"""Branches: what kind of thing the answers have settled, so that a bot stays with it to the end.

Answers to most questions are only weighed. An answer about the kind of thing is taken at its word: after a
yes to *a person?* only people are in mind, and after a no to *a job?* no job is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tui_arena.questions.bots.belief import Weighed
from tui_arena.questions.bots.dialogue_history import AnsweredQuestion, Past
from tui_arena.questions.inference import Inference
from tui_arena.questions.meaning import Is, Not
from tui_arena.questions.table import Knowledge, Property, signed

DOUBTED = 97
"""The percentage of the belief that must contradict an answer for it to be doubted after all."""


def _settled(taken: AnsweredQuestion, knowledge: Knowledge) -> tuple[Property | None, bool]:
    """The property that a plain yes or no is about, and whether it has it; None: it is about none."""
    meaning, yes = taken.meaning, taken.told == "yes"
    if isinstance(meaning, Not):
        meaning, yes = meaning.of, not yes
    if not isinstance(meaning, Is) or taken.told not in ("yes", "no"):
        return None, yes
    return knowledge.properties.get(meaning.question), yes


@dataclass(frozen=True, slots=True)
class Branch:
    """The branch that the answers have settled."""

    entities: int
    """The set of entities in it."""
    settled: frozenset[int] = frozenset()
    """The numbers of the answers that have settled it, from 1."""


def branch_of(past: Past, held: Weighed, knowledge: Knowledge) -> Branch:
    """The branch that the answers have settled; `held`: the belief after them.

    An answer is passed over if it leaves nobody, or if nearly all of the belief contradicts it.
    """
    left, settled = knowledge.everything, set()
    for turn, taken in enumerate(past, 1):
        about, yes = _settled(taken, knowledge)
        if about is not None and (about.settles == "both" or (about.settles == "yes" and yes)):
            masks = knowledge.masks[about.id]
            against = left & (masks.no if yes else masks.yes)
            if left & ~against and held.within(against) * 100 < DOUBTED * held.within(left):
                left &= ~against
                settled.add(turn)
    return Branch(left, frozenset(settled))


@lru_cache(maxsize=4096)
def alternatives(fact: str) -> tuple[tuple[str, bool], ...]:
    """The properties in a fact of an `after`, which `|` separates, each with whether it must be a yes.

    >>> alternatives("animal|-real")
    (('animal', True), ('real', False))
    """
    return tuple((name, wanted == "yes") for name, wanted in map(signed, fact.split("|")))


def is_closed(fact: str, known: Inference) -> bool:
    """Whether the answers have closed the branch to which a fact of an `after` leads.

    `known`: what follows from the answers. All alternatives of the fact must be closed.
    """
    for name, wanted in alternatives(fact):
        says = known.says(name)
        if says is None or says is wanted:
            return False
    return True
