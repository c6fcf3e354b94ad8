"""The review of the answers in a finished session: they are compared with what the deck knows.

It also finds the lesson that a deck can learn from the answers. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tui_arena.core.game import Deck
from tui_arena.core.text import one_line
from tui_arena.data.entity_decks import MINE
from tui_arena.questions.bots.belief import GivenAnswer
from tui_arena.questions.bots.judge import Kind, compared, facts_given, number_of
from tui_arena.questions.table import SIGN_OF, Answer, Knowledge

ORDER: Sequence[Kind] = ("differs", "near", "open", "same")
"""Kinds of comparison, the most interesting first."""
LOST: Mapping[str | None, str] = {None: "not understood", "unknown": "I can't tell"}


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with its answer, as a game gives it."""

    question: str
    said: str
    """The answer in the game's words."""
    told: GivenAnswer | None
    """What the answer means; None for a guess."""


@dataclass(frozen=True, slots=True)
class ReviewedAnswer:
    """One question with the answer that was given and what the deck knows."""

    number: int
    question: str
    said: str
    known: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a deck can learn: an entity with the facts from the answers."""

    name: str
    aliases: tuple[str, ...]
    facts: Mapping[str, Answer]
    """In the form that `add_entity` takes."""
    given: int
    """How many of the facts come from the answers; the others were known already."""
    deck: str = MINE
    """The user's deck that learns it."""
    of: str = "things"
    """The shipped deck whose table has these facts; a new deck starts from it."""


@dataclass(frozen=True, slots=True)
class AnswerReview:
    """The review, and the lesson if there is one."""

    name: str = ""
    """What it was; empty if nobody has said."""
    line: str = ""
    """The review in a sentence."""
    lines: tuple[ReviewedAnswer, ...] = ()
    """All answers, those that differ first."""
    remarks: tuple[str, ...] = ()
    lesson: Lesson | None = None
    untold: bool = False
    """Whether the person can still say what it was."""

    @property
    def offer(self) -> str:
        """The line for the result screen, with the key that opens the review; empty: there is none."""
        if self.untold:
            return f"{self.line} d, and you can tell it now."
        if not self.lines:
            return ""
        return f"{self.line} d shows {'and teaches' if self.lesson else 'the answers'}."


def told_apart(
    names: Sequence[str],
    answers: Sequence[Answered],
    deck: Deck | None,
    words: Mapping[Answer, str],
    *,
    mine: bool,
) -> AnswerReview:
    """Review the answers about something with these names against a deck.

    `words`: the words for the deck's answers. `mine`: whether the person at the screen gave the answers.
    """
    name = one_line(names[0], 60)
    knowledge = deck.knowledge if deck is not None else None
    if knowledge is None or not knowledge.questions:
        return AnswerReview(name, "There is no table to hold the answers against.")
    number = number_of(tuple(names), knowledge)
    lines = [_line(n, one, number, knowledge, words) for n, one in enumerate(answers, 1) if one.told]
    lines.sort(key=lambda line: (ORDER.index(line.kind), line.number))
    differ = sum(line.kind == "differs" for line in lines)
    lesson = _lesson(names, answers, number, knowledge) if mine and (number is None or differ) else None
    return AnswerReview(name, _said(name, number, differ, mine=mine), tuple(lines), lesson=lesson)


def _line(
    n: int, one: Answered, number: int | None, knowledge: Knowledge, words: Mapping[Answer, str]
) -> ReviewedAnswer:
    if number is None or one.told is None:
        return ReviewedAnswer(n, one.question, one.said, "", "open")
    found = compared(one.question, one.told, number, knowledge)
    known = words.get(found.known or "unknown") or LOST[found.known]
    return ReviewedAnswer(n, one.question, one.said, known, found.kind)


def _said(name: str, number: int | None, differ: int, *, mine: bool) -> str:
    if number is None:
        return f"I've never heard of {name}."
    whose = "your answers" if mine else "the answers"
    if not differ:
        return f"{name}: {whose} are what I know of it."
    return f"{name}: {differ} of {whose} {'differs' if differ == 1 else 'differ'} from what I know."


def _lesson(
    names: Sequence[str], answers: Sequence[Answered], number: int | None, knowledge: Knowledge
) -> Lesson | None:
    """The entity with the facts from the answers, which replace those that are known; None: no facts."""
    given = facts_given([(one.question, one.told) for one in answers if one.told], knowledge)
    if not given:
        return None
    if number is None:
        return Lesson(names[0], tuple(names[1:]), given, len(given))
    entity = knowledge.entities[number]
    scales = {name.partition(":")[0] for name in given if ":" in name}
    facts: dict[str, Answer] = {n: a for n, a in entity.facts.items() if a in SIGN_OF and a != "no"}
    for scale, (low, high) in entity.amounts.items():
        if scale not in scales:
            facts[f"{scale}:{low:.10g}-{high:.10g}"] = "yes"
    aliases = dict.fromkeys([*entity.aliases, *(n for n in names if n != entity.name)])
    return Lesson(entity.name, tuple(aliases), {**facts, **given}, len(given))
