"""Comments of a coach on the questions of a session that is over, and hints for a guesser.

The coach has one sentence for each remarkable question, in order, then one for all of them. It judges each
question by what the guesser knew at that time, and assumes that no answer is wrong.

Law: a hint names no entity and uses only what the guesser knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tui_arena.core.text import one_line
from tui_arena.questions.bots.dialogue_history import AnsweredQuestion, Past, asked
from tui_arena.questions.bots.guesser import NEAR, QuestionGuesser, bits
from tui_arena.questions.bots.phrasing import worded, wordings
from tui_arena.questions.bots.question_choice import BIT, candidate, weigh
from tui_arena.questions.meaning import Meaning, masks

GOOD, WASTED = 90, 25
"""Percent of the best gain from which a question is praised, and below which it is criticised."""
EARLY = 8
"""If more candidates than this are still likely, a guess is too early."""
QUOTED = 80
"""Most characters of a quoted question."""
MOST = 24
"""Most sentences about single questions."""


def coached(guesser: QuestionGuesser, past: Past, questions: Sequence[str]) -> str:
    """The coach's lines for the questions of a past; `questions` may end with one that has no answer."""
    lines: list[str] = []
    gained = possible = 0
    for i, text in enumerate(questions[: len(past)]):
        before, step = past[:i], past[i]
        top = max(guesser.worths(before, trusting=True), key=lambda w: w.gain, default=None)
        best = top.gain if top else 0
        own = _gain(guesser, before, step)
        gained, possible = gained + min(own, max(best, own)), possible + max(best, own)
        said = _said(guesser, before, step, own, best)
        if said:
            better = _better(guesser, top.of.meaning) if top and own * 100 < best * WASTED else ""
            lines.append(f'{i + 1}. "{one_line(text, QUOTED)}" {said}{better}')
    if not possible:
        return "There was nothing to be gained by questions here."
    share = round(100 * gained / possible)
    total = f"In all the questions could be expected to bring {bits(gained):.1f} bits of {bits(possible):.1f}"
    return "\n".join([*lines[:MOST], f"{total}, {share} %."])


def _gain(guesser: QuestionGuesser, before: Past, step: AnsweredQuestion) -> int:
    """The expected information of a question, in parts of a bit; 0 if not understood or asked before."""
    of = replace(guesser.weighed(before), wrong=0.0)
    if not of.total or step.meaning is None or step.meaning in asked(before):
        return 0
    one = candidate(step.meaning, masks(step.meaning, guesser.knowledge))
    return max((worth.gain for worth in weigh(of, [one])), default=0)


def _said(guesser: QuestionGuesser, before: Past, step: AnsweredQuestion, own: int, best: int) -> str:
    left = guesser.weighed(before).near(NEAR).bit_count()
    if step.guesses:
        return f"was a guess with {left} still likely: too early." if left > EARLY else ""
    figures = f"{bits(own):.2f} bits, where {bits(best):.2f} were to be had"
    if step.meaning is None:
        return "was not understood by the table, so nothing can be said of it."
    if own * 100 >= best * GOOD and best > BIT // 4:
        return (
            f"split well: {bits(own):.2f} bits of {max(bits(best), bits(own)):.2f}, {left} likely before it."
        )
    if own * 100 < best * WASTED:
        return f"was wasted: {figures}; its answer was all but known."
    return ""


def _better(guesser: QuestionGuesser, meaning: Meaning) -> str:
    texts = wordings(meaning, guesser.knowledge)
    return f' Better: "{texts[0]}"' if texts else ""


FIRST = 'Begin with something broad, such as "{question}"'
MANY = '{n} still fit. Try "{question}"'
ONE = "Only one that I know of fits; you have all you need to name it."
FEW = "Only {n} that I know of fit well; a guess pays now."
LAST = "This is the last question, so name your best guess."
NONE = "Nothing that I know of fits the answers; one of them may be wrong."
GOES_ON = 'Several would still fit, none of them well. Try "{question}"'


def guessers_hint(guesser: QuestionGuesser, past: Past, left: int) -> str:
    """Help for the next question; `left`: the number of questions left, including this one."""
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
