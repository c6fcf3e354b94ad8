"""A session of Taboo as far as it has come.

Law: a state is never changed, only followed by another; it is never saved, as the replies give it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tui_arena.core.attempts import Attempts

FORFEIT = "setter: forfeit"


@dataclass(frozen=True, slots=True)
class Turn:
    """A prompt with what was said to it."""

    prompt: str
    reply: str | None = None
    """None while it is waited for; empty when nothing was said."""
    guess: str | None = None
    """What a guess in the reply is of."""
    heard: tuple[str, str] | None = None
    """The word by which the reply says the secret, and the rule that fired."""


@dataclass(frozen=True, slots=True)
class State(Attempts):
    """A session as far as it has come."""

    word: str
    forms: tuple[str, ...] = ()
    """Derived forms that count as the word."""
    forbidden: tuple[str, ...] = ()
    turns: tuple[Turn, ...] = ()
    guess: str | None = None
    """The one guess, wherever it was made."""
    right: bool | None = None
    """Whether that was the word; None without a guess."""
    passed: bool = False
    """Whether the last guess was passed up."""
    forfeited: bool = False

    @property
    def max_prompts(self) -> int:
        return int(self.setup.options["max_prompts"])

    @property
    def open(self) -> Turn | None:
        """The prompt that waits for a reply."""
        last = self.turns[-1] if self.turns else None
        return last if last is not None and last.reply is None else None

    @property
    def uttered_round(self) -> int | None:
        """The prompt whose reply said the word; None if none did."""
        return next((n for n, turn in enumerate(self.turns, 1) if turn.heard), None)

    @property
    def silent(self) -> bool:
        """Whether all prompts are used up, the word was not said, and a guess is still to be made."""
        used = len(self.turns) >= self.max_prompts and self.open is None
        return used and self.uttered_round is None and self.turns[-1].guess is None

    @property
    def over(self) -> bool:
        return self.forfeited or self.right is not None or self.passed

    @property
    def found(self) -> bool:
        """Whether the guesser has won."""
        if self.forfeited or self.right:
            return True
        return self.passed and self.silent and self.setup.options["on_silence"] == "guesser"
