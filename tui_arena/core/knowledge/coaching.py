"""What a coach says of the questions of a session that is over: which split well, which were wasted.

Law: every figure is of what the guesser could know when it asked, as if no answer could be wrong. One sentence for each remarkable
question, in order, then one for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tui_arena.core.knowledge.asking import BIT, candidate, worth_of
from tui_arena.core.knowledge.guessing import NEAR, Guesser, bits
from tui_arena.core.knowledge.meaning import Meaning, masks
from tui_arena.core.knowledge.past import Past, Step
from tui_arena.core.knowledge.saying import wordings
from tui_arena.core.text import one_line

GOOD, WASTED = 90, 25
"""Hundredths of the best gain above which a question is praised, and below which it is blamed."""
EARLY = 8
"""With so many still likely a guess comes too early."""
QUOTED = 80
MOST = 24


def coached(guesser: Guesser, past: Past, questions: Sequence[str]) -> str:
    """The coach's lines for the questions of a past; a last one without an answer may follow them."""
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


def _gain(guesser: Guesser, before: Past, step: Step) -> int:
    """What a question could be expected to tell."""
    of = replace(guesser.weighed(before), wrong=0.0)
    if not of.total or step.meaning is None:
        return 0
    return max(worth_of(of, candidate(step.meaning, masks(step.meaning, guesser.knowledge))).gain, 0)


def _said(guesser: Guesser, before: Past, step: Step, own: int, best: int) -> str:
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


def _better(guesser: Guesser, meaning: Meaning) -> str:
    texts = wordings(meaning, guesser.knowledge)
    return f' Better: "{texts[0]}"' if texts else ""
