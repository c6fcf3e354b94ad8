"""The bot as critic: whether a proposed word may be the secret, and why.

`hard` respects every mark and weighs the clue against all words that still fit. `medium` respects every
mark and judges the clue roughly. `easy` looks only at the last marks, and otherwise goes by chance.

Law: the critic knows only its view, so never the word, and the board only if `critic_sees` allows it. A
reason names no other word, and no letters but those of the proposal and the marks that it was shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from tui_arena.games.wordle.bot import phrases
from tui_arena.games.wordle.bot.vocabulary import EVEN, Turns, Vocabulary, turns_of
from tui_arena.games.wordle.rules import GREEN, GREY, LENGTH, feedback

HARD_SHARE = 0.3
"""The part of the likeliest fitting word's weight that `hard` wants a proposal to have."""
MEDIUM_SHARE = 0.2
"""The part of an even weight (a word's weight without a clue) that `medium` wants a proposal to have."""
OVERLOOKS = 0.3
"""The chance that `easy` overlooks what the last marks say."""
DOUBTS = 0.15
"""The chance that `easy` doubts a word for no reason at all."""

BOLD = 2
"""If a session has no more guesses than this, `hard` approves no opening that only tests letters."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One reason why a word can't be the secret."""

    kind: str
    """`again`, `grey`, `green`, `elsewhere`, `missing` or `many`."""
    letter: str = ""
    at: int = 0
    """The letter's place, from 1."""


def breach(turns: Turns, word: str) -> Breach | None:
    """Why the marks rule a word out; None if they allow it. The newest marks are checked first."""
    for guess, marks in reversed(turns):
        if guess == word:
            return None if set(marks) == {GREEN} else Breach("again")
        if feedback(word, guess) == marks:
            continue
        return _breach(guess, marks, word)
    return None


def _breach(guess: str, marks: tuple[str, ...], word: str) -> Breach:
    need: dict[str, int] = {}
    for letter, mark in zip(guess, marks, strict=True):
        need[letter] = need.get(letter, 0) + (mark != GREY)
    for i, (letter, mark) in enumerate(zip(guess, marks, strict=True)):
        if mark == GREEN and word[i] != letter:
            return Breach("green", letter.upper(), i + 1)
        if mark == GREY and not need[letter] and letter in word:
            return Breach("grey", letter.upper())
        if mark != GREEN and word[i] == letter:
            return Breach("elsewhere", letter.upper(), i + 1)
        if word.count(letter) < need[letter]:
            return Breach("missing", letter.upper())
    return Breach("many", next(c for c in word if word.count(c) > need.get(c, LENGTH)).upper())


_BREACHES = {
    "again": phrases.AGAIN,
    "grey": phrases.GREY_AGAIN,
    "green": phrases.GREEN_LOST,
    "elsewhere": phrases.YELLOW_STAYS,
    "missing": phrases.YELLOW_LOST,
    "many": phrases.TOO_MANY,
}

_LIKES = {
    (False, False): phrases.HUNCH_YES,
    (False, True): phrases.FITS_CLUE,
    (True, False): phrases.FITS,
    (True, True): phrases.FITS_BOTH,
}
"""Reasons for a yes, by whether there are marks and whether there is a clue."""


class Critic:
    """Opinions at every level."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._known = vocabulary

    def reply(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        """The two lines of an opinion."""
        agrees, reason = self._judge(facts, level, rng)
        return f"agreement: {'yes' if agrees else 'no'}\nexplanation: {reason}"

    def _judge(self, facts: Mapping[str, Any], level: str, rng: Random) -> tuple[bool, str]:
        word, clue, turns = str(facts["proposal"]), str(facts["clue"]), turns_of(facts)
        if level == "easy":
            return self._by_gut(turns, word, clue, rng)
        wrong = breach(turns, word)
        if not self._known.knows(word):
            return False, phrases.pick(rng, phrases.UNLISTED)
        if wrong is not None:
            return False, _reason(wrong, rng)
        opening = level == "hard" and facts["turn"] == 1 and facts["max_guesses"] > BOLD
        if clue and not self.suits(clue, turns, word, level):
            if opening and len(set(word)) == LENGTH:
                return True, phrases.pick(rng, phrases.OPENING_FINE)
            return False, self._off_clue(clue, word, rng)
        return True, phrases.pick(rng, _LIKES[bool(turns), bool(clue)])

    def _by_gut(self, turns: Turns, word: str, clue: str, rng: Random) -> tuple[bool, str]:
        wrong = breach(turns[-1:], word)
        if wrong is not None and rng.random() >= OVERLOOKS:
            return False, _reason(wrong, rng)
        if rng.random() < DOUBTS:
            return False, phrases.pick(rng, phrases.HUNCH_NO)
        if clue and self._weight(clue, word) > EVEN:
            return True, phrases.pick(rng, phrases.FITS_CLUE)
        return True, phrases.pick(rng, phrases.HUNCH_YES)

    def suits(self, clue: str, turns: Turns, word: str, level: str = "hard") -> bool:
        """Whether a word goes well enough with the clue; `hard` compares it with the other words that fit."""
        weight = self._weight(clue, word)
        if level != "hard" or not turns:
            return weight >= MEDIUM_SHARE * EVEN
        said = self._known.clues.weights(clue)
        top = max((said[w] for w in self._known.fitting(turns)), default=EVEN)
        return weight >= HARD_SHARE * top

    def _weight(self, clue: str, word: str) -> int:
        return self._known.clues.weights(clue).get(word, EVEN)

    def _off_clue(self, clue: str, word: str, rng: Random) -> str:
        topic = self.topic(clue)
        own = self._known.items.get(word, {}).get("topics", ())
        if topic is None or topic in own:
            return phrases.pick(rng, phrases.OFF_CLUE)
        return phrases.pick(rng, phrases.OFF_TOPIC, what=topic)

    def topic(self, clue: str) -> str | None:
        """The topic of the clue; None if there is none, or if naming it could name a target."""
        topic = self._known.clues.points_at(clue) if clue else None
        return topic if topic is not None and self._sayable(topic) else None

    def _sayable(self, topic: str) -> bool:
        return not self._known.knows(topic) and not self._known.clues.names(topic)


def _reason(wrong: Breach, rng: Random) -> str:
    return phrases.pick(rng, _BREACHES[wrong.kind], letter=wrong.letter, at=wrong.at)
