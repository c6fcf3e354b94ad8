"""The review of the answers in a finished session: they are compared with what the deck knows.

It also finds the lesson that a deck can learn from the answers. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tui_arena.core.game import Deck
from tui_arena.core.language.sentences import capital
from tui_arena.core.text import one_line
from tui_arena.data.entity_decks import MINE
from tui_arena.questions.bots.belief import GivenAnswer
from tui_arena.questions.bots.judge import Kind, compared, facts_given, number_of
from tui_arena.questions.table import SIGN_OF, Answer, Knowledge

ORDER: Sequence[Kind] = ("differs", "near", "open", "same")
"""Kinds of comparison, the most interesting first."""
MORE = 5
"""The most questions that are asked at the end, to know a thing the next time."""
LOST: Mapping[str | None, str] = {None: "didn't get that", "unknown": "I can't tell"}


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
    """The facts of the answers, in the form that `add_entity` takes."""
    more: bool = True
    """Whether a few more questions are asked, as little is known of it; else it changes what is known."""
    difficulty: str = "easy"
    """Who has thought of it may think of it again."""
    whole: bool = False
    """Whether properties without a fact are no, not unknown."""
    deck: str = MINE
    """The user's deck that learns it."""
    of: str = "things"
    """The shipped deck whose table has these facts; a new deck starts from it."""


@dataclass(frozen=True, slots=True)
class OneMore:
    """A short question that is asked at the end about what was told."""

    question: str
    answers: Sequence[tuple[str, str]]
    """The answers, each with its key before it."""


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
            return f"{self.line} Press d to tell me now."
        if not self.lines:
            return ""
        keys = "d" if self.lesson is None else "t teaches me, d" if self.lesson.more else "t corrects me, d"
        return f"{self.line} {keys} shows the answers."


def told_apart(
    names: Sequence[str],
    answers: Sequence[Answered],
    deck: Deck | None,
    words: Mapping[Answer, str],
    *,
    mine: bool,
    missed: bool = False,
    misled: str = "",
) -> AnswerReview:
    """Review the answers about something with these names against a deck.

    `words`: the words for the deck's answers. `mine`: whether the person at the screen gave the answers. `missed`:
    whether the deck's bot looked for it and did not find it. `misled`: the question whose answer led it astray.
    """
    name = one_line(names[0], 60)
    knowledge = deck.knowledge if deck is not None else None
    if knowledge is None or not knowledge.questions:
        return AnswerReview(name, "I've nothing to compare the answers with.")
    number = number_of(tuple(names), knowledge)
    lines = [_line(n, one, number, knowledge, words) for n, one in enumerate(answers, 1) if one.told]
    lines.sort(key=lambda line: (ORDER.index(line.kind), line.number))
    differ = sum(line.kind == "differs" for line in lines)
    taught = number is not None and _little_known(number, knowledge)
    new = taught and any(line.kind == "open" for line in lines)
    lesson = _lesson(names, answers, knowledge) if mine and (number is None or differ or new) else None
    lesson = lesson and replace(lesson, more=number is None or taught)
    said = (
        f"{name}: I could learn more about it."
        if new and not differ
        else _missed(name, lines, misled)
        if missed and mine and number is not None
        else _said(name, number, differ, mine=mine)
    )
    return AnswerReview(name, said, tuple(lines), lesson=lesson)


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
        return f"{capital(name)}? That's new to me."
    whose = "your answers" if mine else "the answers"
    if not differ:
        return f"{name}: {whose} match what I know."
    return f"{name}: {differ} of {whose} {'differs' if differ == 1 else 'differ'} from what I know."


def _missed(name: str, lines: Sequence[ReviewedAnswer], misled: str) -> str:
    """What a bot says that knew what it did not find: which answer led it astray, and how many more differ."""
    differ = [line for line in lines if line.kind == "differs"]
    if not differ:
        return f"I do know {name}, and your answers match what I know. I just didn't get there."
    worst = next((line for line in differ if line.question == misled), differ[0])
    more = len(differ) - 1
    others = f", and {more} more {'differs' if more == 1 else 'differ'}" if more else ""
    return (
        f"I do know {name}, but one answer led me astray{others}. "
        f"“{worst.question}” You said {worst.said}, I'd have said {worst.known}."
    )


def _little_known(number: int, knowledge: Knowledge) -> bool:
    """Whether an entity was taught, so that most of it is unknown."""
    facts = knowledge.entities[number].facts
    return 2 * sum(answer == "unknown" for answer in facts.values()) > len(knowledge.properties)


def _lesson(names: Sequence[str], answers: Sequence[Answered], knowledge: Knowledge) -> Lesson | None:
    """The facts from the answers; None: there are none."""
    given = facts_given([(one.question, one.told) for one in answers if one.told], knowledge)
    return Lesson(names[0], tuple(names[1:]), given) if given else None


def joined(lesson: Lesson, knowledge: Knowledge) -> Lesson:
    """A lesson with what is known of the entity: what several people say of it grows sure (`grown`)."""
    number = number_of((lesson.name, *lesson.aliases), knowledge)
    if number is None:
        return lesson
    entity, told = knowledge.entities[number], lesson.facts
    scales = {name.partition(":")[0] for name in told if ":" in name}
    open_ = _little_known(number, knowledge)
    facts: dict[str, Answer] = {
        n: a for n, a in entity.facts.items() if a in SIGN_OF and (open_ or a != "no")
    }
    for scale, (low, high) in entity.amounts.items():
        if scale not in scales:
            facts[f"{scale}:{low:.10g}-{high:.10g}"] = "yes"
    known: dict[str, Answer | None] = {**dict.fromkeys(told, None if open_ else "no"), **facts}
    facts |= {name: answer if ":" in name else grown(known[name], answer) for name, answer in told.items()}
    aliases = dict.fromkeys(n for n in (*entity.aliases, lesson.name, *lesson.aliases) if n != entity.name)
    return replace(
        lesson,
        name=entity.name,
        aliases=tuple(aliases),
        facts=facts,
        difficulty=entity.difficulty,
        whole=not open_,
    )


def grown(known: Answer | None, told: Answer) -> Answer:
    """A fact after one more telling: a yes that is told no, or a no told yes, is first a sometimes.

    >>> grown("yes", "no"), grown("sometimes", "no"), grown(None, "no"), grown("yes", "sometimes")
    ('sometimes', 'no', 'no', 'yes')
    """
    if known in ("yes", "no"):
        return "sometimes" if {known, told} == {"yes", "no"} else known
    return told
