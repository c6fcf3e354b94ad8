"""A Wordle session as far as it has come, and how a guess is marked.

Law: a state is never changed, only followed by another; it is never saved, as the replies give it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.core.attempts import Attempts

LENGTH = 5
GREEN, YELLOW, GREY = "green", "yellow", "grey"


def feedback(target: str, guess: str) -> tuple[str, ...]:
    """The colour of each letter of a guess, by two passes.

    First every letter in the right place is green; then, left to right, a letter that still has an
    unmatched copy in the target is yellow. (clembench Wordle; rules.md section 1.)
    """
    marks = [GREY] * len(guess)
    left: list[str] = []
    for i, (t, g) in enumerate(zip(target, guess, strict=True)):
        if t == g:
            marks[i] = GREEN
        else:
            left.append(t)
    for i, g in enumerate(guess):
        if marks[i] == GREY and g in left:
            marks[i] = YELLOW
            left.remove(g)
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class Turn:
    """One marked guess, with what came before it in its turn."""

    guess: str
    marks: tuple[str, ...]
    explanation: str = ""
    proposal: str | None = None
    """The word put to the critic; None without one."""
    reason: str = ""
    """The guesser's explanation of the proposal."""
    agreed: bool | None = None
    opinion: str = ""
    """The critic's explanation."""


@dataclass(frozen=True, slots=True)
class State(Attempts):
    """A session as far as it has come."""

    target: str | None
    clue: str | None
    given: bool = False
    """Whether a setter seat gave the target."""
    turns: tuple[Turn, ...] = ()
    proposal: str | None = None
    reason: str = ""
    agreed: bool | None = None
    opinion: str = ""
    unknown: int = 0
    """Unknown words in a row on the open guess."""
    aborted: str | None = None
    """`SEAT: FAULT` that ended it."""

    @property
    def faults(self) -> int:
        """Refused replies to the open ask, unknown words left out."""
        return len(self.rejected) - self.unknown

    @property
    def variant(self) -> str:
        return str(self.setup.options["variant"])

    @property
    def won(self) -> bool:
        return bool(self.turns) and self.turns[-1].guess == self.target

    @property
    def over(self) -> bool:
        return bool(self.aborted) or self.won or len(self.turns) >= self.max_guesses

    @property
    def max_guesses(self) -> int:
        return int(self.setup.options["max_guesses"])


def known_letters(turns: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The best that is known of each guessed letter: green over yellow over grey."""
    rank = {GREY: 0, YELLOW: 1, GREEN: 2}
    known: dict[str, str] = {}
    for turn in turns:
        for letter, mark in zip(turn["guess"], turn["marks"], strict=True):
            if rank[mark] >= rank.get(known.get(letter, GREY), 0):
                known[letter] = mark
    return known
