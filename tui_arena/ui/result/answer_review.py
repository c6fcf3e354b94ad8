"""The review of a finished session: it compares the answers with the facts in the deck.

The review also finds the lesson that a deck can learn from the answers. This module writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tui_arena.core.game import Deck
from tui_arena.core.language.sentences import capital
from tui_arena.core.text import fold, one_line
from tui_arena.data.added_entities import MINE
from tui_arena.questions.judge import Kind, compared, facts_given, number_of
from tui_arena.questions.table import SIGN_OF, Answer, GivenAnswer, Knowledge

ORDER: Sequence[Kind] = ("differs", "near", "open", "same")
"""The kinds of comparison, from the most interesting to the least."""
PERSON, JOB = "person", "job"
"""The properties of a particular person, and of a job that many people have."""
MORE = 5
"""The maximum number of questions at the end of a game that teach the deck a new thing."""
LOST: Mapping[str | None, str] = {None: "didn't get that", "unknown": "I can't tell"}


@dataclass(frozen=True, slots=True)
class Answered:
    """A question of a game with its answer."""

    question: str
    said: str
    """The answer in the game's words."""
    meaning: GivenAnswer | None
    """The meaning of the answer; None for a guess."""


@dataclass(frozen=True, slots=True)
class ReviewedAnswer:
    """One question with the given answer and the deck's answer."""

    number: int
    question: str
    said: str
    known: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Lesson:
    """An entity that a deck can learn, with the facts from the answers."""

    name: str
    aliases: tuple[str, ...]
    facts: Mapping[str, Answer]
    """The facts from the answers, in the form that `add_entity` takes."""
    more: bool = True
    """True if little is known of the entity, so a few more questions are asked; False for a correction."""
    difficulty: str = "easy"
    """The entity's difficulty. It is easy, because a person who has thought of it may think of it again."""
    whole: bool = False
    """Whether a property without a fact means no. Otherwise it means unknown."""
    deck: str = MINE
    """The user's deck that learns the lesson."""
    of: str = "things"
    """The shipped deck whose table has these facts; a new deck of the user starts from it."""


@dataclass(frozen=True, slots=True)
class OneMore:
    """A short question at the end of a game about the new thing."""

    question: str
    answers: Sequence[tuple[str, str]]
    """Pairs of a key and the answer that it gives."""


@dataclass(frozen=True, slots=True)
class AnswerReview:
    """The review of a session's answers, with the lesson if there is one."""

    name: str = ""
    """The name of the secret; empty if nobody has said what it was."""
    line: str = ""
    """The review in a sentence."""
    lines: tuple[ReviewedAnswer, ...] = ()
    """All answers; answers that differ from the deck come first."""
    remarks: tuple[str, ...] = ()
    lesson: Lesson | None = None
    untold: bool = False
    """Whether the person can still say what the secret was."""

    @property
    def offer(self) -> str:
        """The line for the result screen, with the key that opens the review; empty without a review."""
        if self.untold:
            return f"{self.line} Press d to tell me now."
        if not self.lines:
            return ""
        key = "" if self.lesson is None else "t to teach me, " if self.lesson.more else "t to correct me, "
        return f"{self.line} Press {key}d to see the answers."


def review_answers(
    names: Sequence[str],
    answers: Sequence[Answered],
    deck: Deck | None,
    words: Mapping[Answer, str],
    *,
    mine: bool,
    missed: bool = False,
    misled: str = "",
) -> AnswerReview:
    """Compare the answers about an entity with a deck. `names`: the entity's name, then its aliases.

    `words`: the words for the deck's answers. `mine`: whether the person at the screen gave the answers.
    `missed`: whether the deck's bot looked for the entity and didn't find it. `misled`: the question whose
    answer misled the bot.
    """
    name = one_line(names[0], 60)
    knowledge = deck.knowledge if deck is not None else None
    if knowledge is None or not knowledge.questions:
        return AnswerReview(name, "I have nothing to compare the answers with.")
    number = number_of(tuple(names), knowledge)
    names = [_written(name, number, answers, knowledge), *names[1:]]
    name = one_line(names[0], 60)
    lines = [_line(n, one, number, knowledge, words) for n, one in enumerate(answers, 1) if one.meaning]
    lines.sort(key=lambda line: (ORDER.index(line.kind), line.number))
    differ = sum(line.kind == "differs" for line in lines)
    taught = number is not None and _little_known(number, knowledge)
    new = taught and any(line.kind == "open" for line in lines)
    lesson = _lesson(names, answers, knowledge) if mine and (number is None or differ or new) else None
    lesson = lesson and replace(lesson, more=number is None or taught)
    said = (
        f"I could learn more about {name}."
        if new and not differ
        else _missed(name, lines, misled)
        if missed and mine and number is not None
        else _said(name, number, differ, mine=mine)
    )
    return AnswerReview(name, said, tuple(lines), lesson=lesson)


_LINKS = frozenset("a an and da de del der di du in la le of on the to van von".split())
"""Words that stay small inside a name."""


def _written(name: str, number: int | None, answers: Sequence[Answered], knowledge: Knowledge) -> str:
    """A name as it is written: as in the deck, or with capitals if the answers say that it is somebody's.

    >>> _written("mr bean", None, [Answered("Is it a real person?", "no", "no")], Knowledge("empty", ()))
    'mr bean'
    """
    if number is not None:
        known = knowledge.entities[number]
        return next((each for each in known.names if fold(each) == fold(name)), name)
    given = facts_given([(one.question, one.meaning) for one in answers if one.meaning], knowledge)
    if name != name.lower() or PERSON not in given or given[PERSON] != "yes" or given.get(JOB) == "yes":
        return name
    words = name.split()
    return " ".join(w if n and w in _LINKS else capital(w) for n, w in enumerate(words))


def _line(
    n: int, one: Answered, number: int | None, knowledge: Knowledge, words: Mapping[Answer, str]
) -> ReviewedAnswer:
    if number is None or one.meaning is None:
        return ReviewedAnswer(n, one.question, one.said, "", "open")
    found = compared(one.question, one.meaning, number, knowledge)
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
    """The line of a bot that knew the secret but didn't find it.

    It says which answer misled the bot, and how many other answers differ from the deck.
    """
    differ = [line for line in lines if line.kind == "differs"]
    if not differ:
        return f"I do know {name}, and your answers match what I know. I just didn't get there."
    worst = next((line for line in differ if line.question == misled), differ[0])
    more = len(differ) - 1
    others = f", and {more} more {'differs' if more == 1 else 'differ'}" if more else ""
    return (
        f"I do know {name}, but one answer led me astray{others}. "
        f"“{worst.question}” You said {worst.said}; I'd have said {worst.known}."
    )


def _little_known(number: int, knowledge: Knowledge) -> bool:
    """Whether most of an entity's properties are unknown, as a person has taught it."""
    facts = knowledge.entities[number].facts
    return 2 * sum(answer == "unknown" for answer in facts.values()) > len(knowledge.properties)


def _lesson(names: Sequence[str], answers: Sequence[Answered], knowledge: Knowledge) -> Lesson | None:
    """The lesson from the answers; None if they contain no facts."""
    given = facts_given([(one.question, one.meaning) for one in answers if one.meaning], knowledge)
    return Lesson(names[0], tuple(names[1:]), given) if given else None


def joined(lesson: Lesson, knowledge: Knowledge) -> Lesson:
    """A lesson combined with the facts that the deck has about the entity, as `grown` says."""
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


def grown(known: Answer | None, answer: Answer) -> Answer:
    """A known fact after one more answer. If a yes meets a no, the fact becomes a sometimes first.

    >>> grown("yes", "no"), grown("sometimes", "no"), grown(None, "no"), grown("yes", "sometimes")
    ('sometimes', 'no', 'no', 'yes')
    """
    if known in ("yes", "no"):
        return "sometimes" if {known, answer} == {"yes", "no"} else known
    return answer
