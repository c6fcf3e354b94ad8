"""A session of Connections as far as it has come.

Law: a state is never changed, only followed by another; it is never saved, as the replies give it. Moves
of simultaneous asks commute, as each of them is kept under its own seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tui_arena.core.attempts import REPROMPTS, Attempts
from tui_arena.core.options import per_seat

SETTER = "setter"
FIRST, OPEN = "first", "open"
"""Values of the option `giver`; with another one it goes round."""
IMPROVISED = "improvised"
"""The value of the option `secret_word` with which the setter may change it."""
FORFEITS = 5
"""Attempts in a row without a clue that abort a session (ours)."""

End = Literal["reveal", "won", "guesser_wrong", "setter_blocked", "forfeited"]
"""`won`: by naming the secret, or with its last letter; the winning attempt is no reveal."""
KINDS = ("knowledge", "personal", "association")
"""What a giver may call its clue."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A word that a giver has in mind, and what it says of it."""

    giver: str
    word: str
    text: str
    kind: str = ""
    """One of `KINDS`, or nothing."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One clue with what came of it; the open one has no `end`."""

    before: int
    """Letters shown when it began."""
    clue: Clue | None = None
    """None while it is waited for, and in a forfeited attempt."""
    block: str | None = None
    """The setter's word; empty: a pass; None: not asked, or not yet."""
    own_word: bool = False
    """Whether that was the secret itself, and so no block."""
    guesses: tuple[tuple[str, str], ...] = ()
    """Seats and their words, in the order of the seats; an empty word: nothing was guessed."""
    end: End | None = None
    after: int = 0
    """Letters shown when it was over."""

    @property
    def blocked(self) -> bool:
        return self.end == "setter_blocked"

    @property
    def connected(self) -> tuple[str, ...]:
        """The seats that guessed the giver's word."""
        word = self.clue.word if self.clue else None
        return tuple(seat for seat, guess in self.guesses if guess and guess == word)


@dataclass(frozen=True, slots=True)
class State(Attempts):
    """A session as far as it has come."""

    secret: str | None = None
    """The current one, in small letters; None until the setter has given it."""
    first: str | None = None
    """The one it began with."""
    attempts: tuple[Attempt, ...] = ()
    """Those that are over."""
    open: Attempt | None = None
    """The one that has a clue and is not over."""
    passed: tuple[str, ...] = ()
    """Guessers who give no clue in this attempt, in the order of the seats."""
    failed: tuple[tuple[str, str], ...] = ()
    """Seats that used up their reprompts on simultaneous asks, with the fault, where that aborts."""
    changing: bool = False
    """Whether a connection waits for the setter to keep or change the word before the letter is shown."""
    shown: int = 1
    """Letters of the secret that everybody sees."""
    aborted: str | None = None
    """`SEAT: REASON` that ended it."""

    @property
    def guessers(self) -> tuple[str, ...]:
        return seats_of(int(self.setup.options["guessers"]))

    @property
    def prefix(self) -> str:
        """The letters that everybody sees."""
        return (self.secret or "")[: self.shown]

    @property
    def number(self) -> int:
        """Which attempt is next or open, from 1."""
        return len(self.attempts) + 1

    @property
    def max_attempts(self) -> int | None:
        value = self.setup.options["max_attempts"]
        return None if value is None else int(value)

    @property
    def givers(self) -> tuple[str, ...]:
        """Who gives the next clue; with `open` whoever comes first, in the order in which they are asked."""
        seats, how = self.guessers, self.setup.options["giver"]
        at = (self.number - 1) % len(seats)
        if how == OPEN:
            return seats[at:] + seats[:at]
        return (seats[0],) if how == FIRST else (seats[at],)

    @property
    def improvises(self) -> bool:
        """Whether the setter may change the secret on the way."""
        return bool(self.setup.options["secret_word"] == IMPROVISED)

    @property
    def blocked(self) -> tuple[str, ...]:
        """Words that were blocked and still fit: nobody may use them again."""
        words = dict.fromkeys(a.clue.word for a in self.attempts if a.blocked and a.clue)
        return tuple(word for word in words if word.startswith(self.prefix))

    @property
    def played(self) -> tuple[str, ...]:
        """All words that everybody has seen, in their order."""
        words: list[str] = []
        seen = (*self.attempts, self.open) if self.changing else self.attempts
        for attempt in seen:
            if attempt is not None and attempt.clue is not None:
                own = "" if attempt.own_word else attempt.block or ""
                words += [attempt.clue.word, own, *(guess for _, guess in attempt.guesses)]
        return tuple(dict.fromkeys(filter(None, words)))

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The guessers whose word is waited for."""
        if self.open is None or self.open.clue is None or self.open.block is None or self.changing:
            return ()
        there = {seat for seat, _ in self.open.guesses}
        return tuple(s for s in self.guessers if s != self.open.clue.giver and s not in there)

    @property
    def found(self) -> bool:
        """Whether the guessers have won."""
        return bool(self.attempts) and self.attempts[-1].end == "won"

    @property
    def used_up(self) -> bool:
        """Whether the setter has won."""
        ended = self.found or self.aborted is not None
        return not ended and self.max_attempts is not None and len(self.attempts) >= self.max_attempts

    @property
    def over(self) -> bool:
        return bool(self.aborted) or self.found or self.used_up

    def refusals(self, seat: str) -> int:
        """How many replies of a seat to its open ask were refused."""
        return sum(line.seat == seat for line in self.rejected)

    def faults_left(self, seat: str) -> int:
        """How many replies of a seat are still looked at: several are asked at once, each counts its own."""
        forgiven = per_seat(self.setup.options["reprompts"], seat, REPROMPTS)
        return max(forgiven - self.refusals(seat) + 1, 0)


def seats_of(guessers: int) -> tuple[str, ...]:
    """The guessers' seats.

    >>> seats_of(2)
    ('guesser_1', 'guesser_2')
    """
    return tuple(f"guesser_{n}" for n in range(1, guessers + 1))
