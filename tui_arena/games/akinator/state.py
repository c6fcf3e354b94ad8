"""A session of Akinator as far as it has come.

Law: a state is never changed, only followed by another; it is never saved, as the replies give it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tui_arena.core.attempts import Attempts
from tui_arena.core.dealing import about_people

YES, NO = "yes", "no"
PROBABLY_YES, PROBABLY_NO, DONT_KNOW = "probably yes", "probably no", "don't know"
CORRECT, INCORRECT = "correct", "incorrect"
ANSWERS = (YES, NO, PROBABLY_YES, PROBABLY_NO, DONT_KNOW)
"""What may be told on a plain question."""
VERDICTS = (CORRECT, INCORRECT)
"""What may be told on a guess."""
LATER = "later"


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the guesser asked it."""

    text: str
    """On one line, without its number."""
    guess: str | None = None
    """What a guess is of; None for a plain question."""
    number: int | None = None
    """The N of a leading `Question N:`; None if there was none."""
    short: str | None = None
    """What it is of if every full stop ends it, also one behind an initial or a title."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One of the questions with what was told on it."""

    question: Question
    answer: str
    """One of `ANSWERS`, or of `VERDICTS` for a guess."""
    ruled: bool = False
    """Whether the rules said `correct`, and not the setter."""


@dataclass(frozen=True, slots=True)
class State(Attempts):
    """A session as far as it has come."""

    object: str | None = None
    """What is looked for, as soon as the rules know it."""
    aliases: tuple[str, ...] = ()
    given: bool = False
    """Whether the setter named the object at the start."""
    turns: tuple[Turn, ...] = ()
    open: Question | None = None
    """The question that waits for the setter."""
    told: bool = False
    """Whether the reveal has been answered, or nothing more is to be had."""
    misjudged: bool | None = None
    """Whether what was told at the end had been guessed; None: nothing was told."""
    aborted: str | None = None
    """`SEAT: FAULT` that ended it."""

    @property
    def later(self) -> bool:
        """Whether nothing is told before the end, the way people play."""
        return bool(self.setup.options["secret"] == LATER)

    @property
    def names(self) -> tuple[str, ...]:
        return (self.object, *self.aliases) if self.object is not None else ()

    @property
    def match(self) -> str:
        return str(self.setup.options["match"])

    @property
    def max_turns(self) -> int:
        return int(self.setup.options["max_turns"])

    @property
    def won(self) -> bool:
        """Whether the guesser found it."""
        return bool(self.turns) and self.turns[-1].answer == CORRECT

    @property
    def lost(self) -> bool:
        """Whether all questions are used up."""
        return not self.aborted and not self.won and len(self.turns) >= self.max_turns

    @property
    def over(self) -> bool:
        """Whether the outcome stands; a reveal may still be open."""
        return bool(self.aborted) or self.won or self.lost

    @property
    def reveals(self) -> bool:
        """Whether the setter is asked what it was."""
        return self.lost and self.later and self.object is None and not self.told

    @property
    def questions(self) -> tuple[Question, ...]:
        """Every question that was asked, the open one included."""
        asked = tuple(turn.question for turn in self.turns)
        return asked if self.open is None else (*asked, self.open)

    @property
    def people(self) -> bool:
        """Whether it is a person that is looked for."""
        return about_people(self.setup.deck)
