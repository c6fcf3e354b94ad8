"""A session of entity deduction as far as it has come.

Law: a state is never changed, only followed by another; it is never saved, as the replies give it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tui_arena.core.attempts import Attempts
from tui_arena.core.dealing import about_people

BINGO = "bingo"
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Turn:
    """One question with what was told on it."""

    question: str
    answer: str
    """As told to the guesser: `yes`, `no`, `maybe` or `dunno`; `bingo` for a hit."""
    defaulted: bool = False
    """Whether the judge gave no answer that could be read."""
    unruled: bool = False
    """Whether the umpire gave no verdict that could be read."""
    read: str | None = None
    """The judge's own answer where it was flipped on the way."""
    hit: frozenset[str] = frozenset()
    """The readings (`strict`, `substring`, `lenient`) by which the question names the entity."""


@dataclass(frozen=True, slots=True)
class State(Attempts):
    """A session as far as it has come."""

    entity: str | None
    aliases: tuple[str, ...] = ()
    given: bool = False
    """Whether a setter seat gave the entity."""
    turns: tuple[Turn, ...] = ()
    question: str | None = None
    """The question that waits for umpire or judge."""
    hit: frozenset[str] = frozenset()
    """Readings by which that question names the entity, where none of them counts."""
    umpired: bool = False
    """Whether it is settled that the question is no hit, by the umpire or the table."""
    unruled: bool = False
    """Whether the umpire gave no verdict on it that could be read."""
    aborted: str | None = None
    """`SEAT: FAULT` that ended it."""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.entity, *self.aliases) if self.entity is not None else ()

    @property
    def max_turns(self) -> int:
        return int(self.setup.options["max_turns"])

    @property
    def last_turn(self) -> int:
        """The turn after which it is lost."""
        stop = self.setup.options["stop_after"]
        return self.max_turns if stop is None else min(int(stop), self.max_turns)

    @property
    def won(self) -> bool:
        return bool(self.turns) and self.turns[-1].answer == BINGO

    @property
    def over(self) -> bool:
        return bool(self.aborted) or self.won or len(self.turns) >= self.last_turn

    @property
    def people(self) -> bool:
        """Whether the entities are people."""
        return about_people(self.setup.deck)

    @property
    def answers(self) -> tuple[str, str, str]:
        """The words that may be told: yes, no, and what stands between; `dunno` for people unless it is set."""
        chosen = self.setup.options["answers"] or ("yes/no/dunno" if self.people else "yes/no/maybe")
        return YES, NO, str(chosen).rpartition("/")[2]
