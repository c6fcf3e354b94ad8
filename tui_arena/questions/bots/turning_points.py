"""Which answers decided a game that is over: by what a bot had it down to, and by the secret's place.

What a bot has it down to stood beside the board during play, so a result counts the same. The secret's place is how
many things fit the answers at least as well, itself among them. An answer that is wrong, and without which the
secret would be much nearer, misled.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tui_arena.core.highlights import HostSentence
from tui_arena.questions.bots.belief import GivenAnswer
from tui_arena.questions.bots.dialogue_history import Past
from tui_arena.questions.bots.genie import QuestionChooser
from tui_arena.questions.bots.guesser import QuestionGuesser
from tui_arena.questions.bots.judge import number_of
from tui_arena.questions.bots.phrasing import named
from tui_arena.questions.meaning import truth
from tui_arena.questions.table import Knowledge

FEWEST = 8
"""An answer that throws out fewer decides nothing."""
ASTRAY = 4
"""How many times as many must fit as well at the end because of an answer that misled."""
NEAR = 5
"""With the secret in this place or before it, a game that was lost was a near thing."""
LUCKY = 8
"""With so many left at least that fitted as well, to name the right one was a leap."""


TURNED: Mapping[GivenAnswer, GivenAnswer] = {
    "yes": "no",
    "no": "yes",
    "probably yes": "no",
    "probably no": "yes",
}
"""By answer, what is known where the answer contradicts it."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What an answer did to what a bot had it down to."""

    at: int
    """Its index among the questions."""
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TurningPoints:
    """What decided a game, by what is known of its secret."""

    name: str
    """The secret, with an article where one fits."""
    place: int
    """The secret's place at the end, from 1."""
    left: int
    """What a bot had it down to at the end."""
    split: Narrowing | None
    """The answer that threw out most, and not the secret; None: none threw out much."""
    misled: int | None
    """The index of the answer against what is known that cost most; None: none cost much."""

    def told(self, asked: Sequence[tuple[str, str]], *, won: bool) -> HostSentence | None:
        """The sentence about what decided it; None if nothing stands out. `asked`: all questions with their answers."""
        name = {"name": self.name}
        if self.misled is not None and (won or self.place > NEAR):
            question, answer = asked[self.misled]
            more = {"more": str(len(asked) - self.misled - 1)}
            slots = {**name, **more, "question": question, "answer": answer}
            return HostSentence("astray" if won else "misled", slots)
        if won and LUCKY <= self.place <= self.left:
            return HostSentence("leap", {**name, "left": f"{self.left:,}"})
        if not won and self.place <= NEAR:
            return HostSentence(
                "so_near" if self.place > 1 else "at_the_door", {**name, "place": str(self.place)}
            )
        if self.split is None:
            return None
        before, after = self.split.before, self.split.after
        numbers = {"of": f"{before:,}", "left": f"{after:,}", "out": f"{before - after:,}"}
        return HostSentence(
            "split" if won else "split_in_vain", {"question": asked[self.split.at][0], **numbers}
        )


def turning_points(guesser: QuestionGuesser, past: Past, names: tuple[str, ...]) -> TurningPoints | None:
    """What decided a game; `names`: the secret's. None if nothing is known of it."""
    knowledge = guesser.knowledge
    number = number_of(names, knowledge) if knowledge.questions else None
    places = [] if number is None else [_place(guesser, past[:n], number) for n in range(len(past) + 1)]
    if number is None or 0 in places:
        return None
    left = QuestionChooser(guesser).counted(past)
    kept = [n for n in range(len(past)) if places[n + 1] <= left[n + 1]]
    cut = [Narrowing(n, *left[n : n + 2]) for n in kept if left[n] - left[n + 1] >= FEWEST]
    cost = {
        at: places[-1] / _place(guesser, mended, number) for at, mended in _mended(past, number, knowledge)
    }
    worst = max(cost, key=lambda at: cost[at], default=None)
    return TurningPoints(
        named(knowledge.entities[number]),
        places[-1],
        left[-1],
        max([turn for turn in cut if turn.at] or cut, key=_bits, default=None),
        worst if worst is not None and cost[worst] >= ASTRAY else None,
    )


def _bits(turn: Narrowing) -> float:
    return math.log2(turn.before / turn.after)


def _place(guesser: QuestionGuesser, past: Past, number: int) -> int:
    """How many fit at least as well as an entity, itself among them; 0 if it was ruled out."""
    place = 0
    for _, level in guesser.held(past).levels:
        place += level.bit_count()
        if level >> number & 1:
            return place
    return 0


def _mended(past: Past, number: int, knowledge: Knowledge) -> Iterator[tuple[int, Past]]:
    """Each answer against what is known of an entity, by its index, with the past as it would be without it."""
    for at, taken in enumerate(past):
        other = TURNED.get(taken.told) if taken.told is not None else None
        if taken.meaning is not None and other == truth(taken.meaning, knowledge, number):
            yield at, (*past[:at], replace(taken, told=other), *past[at + 1 :])
