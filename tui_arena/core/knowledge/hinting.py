"""A line of help for a guesser: what would part well what is left, or that a guess pays.

Law: it holds no name, and nothing that does not follow from what the guesser was told.
"""

from __future__ import annotations

from random import Random

from tui_arena.core.knowledge.guessing import Guesser
from tui_arena.core.knowledge.past import Past
from tui_arena.core.knowledge.saying import worded

FIRST = 'Begin with something broad, such as "{question}"'
MANY = 'About {n} would still fit. Something like "{question}" would part them well.'
ONE = "Only one that I know of fits; you have all you need to name it."
FEW = "Only {n} that I know of fit well; a guess pays now."
LAST = "This is the last question, so name your best guess."
NONE = "Nothing that I know of fits the answers; one of them may be wrong."
GOES_ON = 'Several would still fit, none of them well. Try "{question}"'


def guessers_hint(guesser: Guesser, past: Past, left: int) -> str:
    """Help for the next question, with `left` to go, this one included."""
    likely = guesser.belief(past).left
    if left == 1:
        return LAST
    if not likely:
        return NONE
    choice = guesser.choice(past, left, "hard", Random(0))
    if choice is None or choice.meaning is None:
        return ONE if likely == 1 else FEW.format(n=likely)
    question = worded(choice.meaning, guesser.knowledge, None)
    if likely == 1:
        return GOES_ON.format(question=question)
    return (MANY if past else FIRST).format(n=likely, question=question)
