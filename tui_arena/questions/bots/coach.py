"""Comments of a coach on the questions of a session that is over, and hints for a guesser.

The coach has one sentence for each remarkable question, in order, then one for all of them. It judges each
question by what the guesser knew at that time, and assumes that no answer is wrong.

Law: a hint names no entity and uses only what the guesser knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tui_arena.core.text import one_line
from tui_arena.questions.bots.dialogue_history import AnsweredQuestion, Past, asked
from tui_arena.questions.bots.genie import QuestionChooser
from tui_arena.questions.bots.guesser import NEAR, QuestionGuesser
from tui_arena.questions.bots.phrasing import worded, wordings
from tui_arena.questions.bots.question_choice import BIT, candidate, weigh
from tui_arena.questions.meaning import masks

GOOD, WASTED = 90, 25
"""Percent of the best gain from which a question is praised, and below which it is criticised."""
EARLY = 8
"""If more candidates than this are still likely, a guess is too early."""
QUOTED = 80
"""Most characters of a quoted question."""
MOST = 24
"""Most sentences about single questions."""


def coached(guesser: QuestionGuesser, past: Past, questions: Sequence[str], said: Mapping[str, Any]) -> str:
    """The coach's lines for the questions of a past; `questions` may end with one that has no answer.

    `said`: what the coach says, by occasion.
    """
    lines: list[str] = []
    praised = 0
    gained = possible = 0
    for i, text in enumerate(questions[: len(past)]):
        before, step = past[:i], past[i]
        top = max(guesser.worths(before, trusting=True), key=lambda w: w.gain, default=None)
        best = top.gain if top else 0
        own = _gain(guesser, before, step)
        gained, possible = gained + min(own, max(best, own)), possible + max(best, own)
        about = _about(guesser, before, step, own, best)
        if about:
            left, share = guesser.weighed(before).near(NEAR).bit_count(), _percent(own, best)
            wording = said[f"coach_{about}"]
            if about == "good":
                wording = wording[praised % len(wording)]
                praised += 1
            line = wording.format(question=one_line(text, QUOTED), left=left, share=share)
            other = QuestionChooser(guesser).best(before) if about == "wasted" else None
            better = wordings(other, guesser.knowledge) if other is not None else ()
            lines.append(
                f"{i + 1}. {line}" + (said["coach_better"].format(question=better[0]) if better else "")
            )
    if not possible:
        return str(said["coach_nothing"])
    return "\n".join([*lines[:MOST], said["coach_all"].format(share=_percent(gained, possible))])


def _percent(part: int, whole: int) -> int:
    return round(100 * part / max(whole, part))


def _gain(guesser: QuestionGuesser, before: Past, step: AnsweredQuestion) -> int:
    """The expected information of a question, in parts of a bit; 0 if not understood or asked before."""
    of = replace(guesser.weighed(before), wrong=0.0)
    if not of.total or step.meaning is None or step.meaning in asked(before):
        return 0
    one = candidate(step.meaning, masks(step.meaning, guesser.knowledge))
    return max((worth.gain for worth in weigh(of, [one])), default=0)


def _about(guesser: QuestionGuesser, before: Past, step: AnsweredQuestion, own: int, best: int) -> str:
    """What is to be said of a question, as a key without its `coach_`; empty: nothing."""
    if step.guesses:
        return "early" if guesser.weighed(before).near(NEAR).bit_count() > EARLY else ""
    if step.meaning is None:
        return "unclear"
    if own * 100 >= best * GOOD and best > BIT // 4:
        return "good"
    return "wasted" if own * 100 < best * WASTED else ""


def guessers_hint(guesser: QuestionGuesser, past: Past, left: int, said: Mapping[str, Any]) -> str:
    """Help for the next question; `left`: the number of questions left, including this one.

    `said`: what a hint says, by occasion.
    """
    likely = guesser.belief(past).left
    choice = QuestionChooser(guesser).choice(past, left, "hard", Random(0)) if left > 1 and likely else None
    question = ""
    if left == 1:
        about = "last"
    elif not likely:
        about = "none"
    elif choice is None or choice.meaning is None:
        about = "one" if likely == 1 else "few"
    else:
        question = worded(choice.meaning, guesser.knowledge, None)
        about = "goes_on" if likely == 1 else "many" if past else "first"
    return str(said[f"hint_{about}"].format(n=likely, question=question))
