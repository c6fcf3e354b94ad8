"""A session of Bluffing as far as it has come.

Law: a state is never changed, only followed by another; it is never saved, as the replies give it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tui_arena.core.attempts import Attempts

SEALED, LATER = "sealed", "later"
NO_ANSWER = "(no answer)"
NO_VERDICT = "judge: no verdict"


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the judge asked it."""

    text: str
    """On one line, without its number."""
    number: int | None = None
    """The N of a leading `Question N:`; None if there was none."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question with what was answered."""

    question: Question
    answer: str
    defaulted: bool = False
    """Whether nothing was answered."""


@dataclass(frozen=True, slots=True)
class State(Attempts):
    """A session as far as it has come."""

    statement: str | None = None
    truth: bool | None = None
    """Whether the statement is true, as soon as the rules know it."""
    turns: tuple[Turn, ...] = ()
    open: Question | None = None
    """The question that waits for the setter."""
    verdict: bool | None = None
    missing: bool = False
    """Whether the judge gave no verdict."""
    reasons: str = ""
    """What the judge said with its verdict, the verdict included."""
    aborted: str | None = None
    """`SEAT: FAULT` that ended it."""
    untold: bool = False
    """Whether the truth was asked for after a missing verdict and never told."""

    @property
    def later(self) -> bool:
        """Whether the truth is told after the verdict, the way people play."""
        return bool(self.setup.options["truth"] == LATER)

    @property
    def max_questions(self) -> int:
        return int(self.setup.options["max_questions"])

    @property
    def judged(self) -> bool:
        """Whether the judge is done."""
        return self.verdict is not None or self.missing

    @property
    def tells(self) -> bool:
        """Whether the setter is asked for the truth."""
        return self.judged and self.truth is None and not self.untold and not self.aborted

    @property
    def over(self) -> bool:
        """Whether the outcome stands; the truth may still be open after a missing verdict."""
        return bool(self.aborted) or self.missing or (self.verdict is not None and self.truth is not None)

    @property
    def questions(self) -> tuple[Question, ...]:
        """Every question that was asked, the open one included."""
        asked = tuple(turn.question for turn in self.turns)
        return asked if self.open is None else (*asked, self.open)
