"""The judge: an entity's answer to a free question by a table, and how the question was read.

All levels give the same answers, but the lower ones understand fewer questions.

Law: a question that is not understood never gets a guessed answer; the judge says that it isn't understood.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from tui_arena.core.language.names import equals
from tui_arena.questions.meaning import AllOf, AnyOf, Begging, Is, Meaning, Named, Not, Spelled, said, truth
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.spelling import spelled
from tui_arena.questions.table import Answer, Knowledge

PARTS_READ = {"easy": 1, "medium": 2, "hard": 99}
"""By level: the most things that one question may ask."""


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """An entity's answer to a question, and how the question was read."""

    answer: Answer
    why: str
    """How it was read, for the log; empty for a question of the table."""
    known: bool = True
    """False if the question was not understood, or if the entity is not in the table."""


def judged(question: str, names: tuple[str, ...], knowledge: Knowledge, level: str) -> JudgedQuestion:
    """The answer of the entity with these names."""
    number = number_of(names, knowledge)
    meaning = understand(question, knowledge)
    if isinstance(meaning, Begging):
        return JudgedQuestion("no", "It asks for more than yes or no.")
    if meaning is None or _parts(meaning) > PARTS_READ[level]:
        return JudgedQuestion("unknown", "I did not understand the question.", known=False)
    if number is None:
        return _of_a_stranger(meaning, names)
    answer = truth(meaning, knowledge, number)
    if isinstance(meaning, Is) and question in _texts(knowledge)[meaning.question]:
        return JudgedQuestion(answer, "")
    return JudgedQuestion(answer, f"I read it as: {said(meaning, knowledge)}.")


def number_of(names: tuple[str, ...], knowledge: Knowledge) -> int | None:
    """The number of the entity with one of these names; None if there is none."""
    entities = enumerate(knowledge.entities) if names else ()
    alike = (i for i, entity in entities if equals(names[0], entity.names, "lenient"))
    return next(chain(knowledge.numbered(names), alike), None)


def _of_a_stranger(meaning: Meaning, names: tuple[str, ...]) -> JudgedQuestion:
    """The answer of an entity that is not in the table."""
    if isinstance(meaning, Named):
        return JudgedQuestion("no", "")
    if isinstance(meaning, Spelled) and names:
        return JudgedQuestion("yes" if spelled(meaning.spelling, names[0]) else "no", "")
    return JudgedQuestion("unknown", "What I have in mind is not in my table.", known=False)


def _parts(meaning: Meaning) -> int:
    """The number of things that a question asks."""
    match meaning:
        case AnyOf(parts) | AllOf(parts):
            return sum(map(_parts, parts))
        case Not(of):
            return _parts(of)
        case _:
            return 1


@lru_cache(maxsize=8)
def _texts(knowledge: Knowledge) -> dict[str, frozenset[str]]:
    """The exact texts of each question of the table, by id."""
    return {q.id: frozenset((q.text, *q.also)) for q in knowledge.questions.values()}
