"""Which answers decided a game that is over, judged by the number that a bot had left and the secret's place.

The bot's number was shown next to the board during play, so this result counts the same way. The secret's
place is the number of entities that fit the answers at least as well, including the secret. A wrong answer
misled if the secret would have been much nearer with the right answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tui_arena.core.highlights import HostSentence
from tui_arena.questions.bots.belief import Past
from tui_arena.questions.bots.genie import QuestionChooser
from tui_arena.questions.bots.guesser import QuestionGuesser
from tui_arena.questions.bots.judge import number_of
from tui_arena.questions.bots.phrasing import named
from tui_arena.questions.meaning import truth
from tui_arena.questions.table import GivenAnswer, Knowledge

FEWEST = 8
"""An answer that rules out fewer entities decides nothing."""
SHARP = 8
"""An answer decides a game only if it leaves at most one entity in `SHARP`."""
ASTRAY = 4
"""A wrong answer misled if it multiplied the entities that fit at least as well by this factor."""
NEAR = 5
"""A lost game was a near miss if the secret's place is this one or an earlier one."""
LUCKY = 8
"""If at least this many entities fitted as well, naming the right one was a leap."""


TURNED: Mapping[GivenAnswer, GivenAnswer] = {
    "yes": "no",
    "no": "yes",
    "probably yes": "no",
    "probably no": "yes",
}
"""Maps an answer to the fact that contradicts it."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """How an answer changed the number of entities that a bot had left."""

    at: int
    """The answer's index among the questions."""
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class TurningPoints:
    """What decided a game, judged by the known facts about its secret."""

    name: str
    """The secret, with an article if its name takes one."""
    place: int
    """The secret's place at the end, from 1."""
    left: int
    """The number of entities that a bot had left at the end."""
    split: Narrowing | None
    """The answer that ruled out most entities, but not the secret; None: no answer ruled out many."""
    misled: int | None
    """The index of the wrong answer that cost most; None: no wrong answer cost much."""

    def told(self, asked: Sequence[tuple[str, str]], *, won: bool) -> HostSentence | None:
        """The sentence about the turning point; None if there is none. `asked`: questions with answers."""
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
        if self.split is None or not won:
            return None
        before, after = self.split.before, self.split.after
        numbers = {"of": f"{before:,}", "left": f"{after:,}", "out": f"{before - after:,}"}
        return HostSentence("split", {"question": asked[self.split.at][0], **numbers})


def turning_points(guesser: QuestionGuesser, past: Past, names: tuple[str, ...]) -> TurningPoints | None:
    """What decided a game; `names`: the secret's. None if the table knows nothing about the secret."""
    knowledge = guesser.knowledge
    number = number_of(names, knowledge) if knowledge.questions else None
    places = [] if number is None else [_place(guesser, past[:n], number) for n in range(len(past) + 1)]
    if number is None or 0 in places:
        return None
    left = QuestionChooser(guesser).counted(past)
    kept = [n for n in range(len(past)) if places[n + 1] <= left[n + 1]]
    cut = [
        Narrowing(n, *left[n : n + 2])
        for n in kept
        if left[n] - left[n + 1] >= FEWEST and left[n] >= SHARP * left[n + 1]
    ]
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
    """How many entities fit at least as well as this one, including it; 0 if it was ruled out."""
    place = 0
    for _, level in guesser.held(past).levels:
        place += level.bit_count()
        if level >> number & 1:
            return place
    return 0


def _mended(past: Past, number: int, knowledge: Knowledge) -> Iterator[tuple[int, Past]]:
    """The index of each answer against the facts about an entity, with a past in which it is corrected."""
    for at, taken in enumerate(past):
        other = TURNED.get(taken.told) if taken.told is not None else None
        if taken.meaning is not None and other == truth(taken.meaning, knowledge, number):
            yield at, (*past[:at], replace(taken, told=other), *past[at + 1 :])
