"""The caster's moments that the question games share: what an answer did to what is left, and runs of answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tui_arena.core.caster import Fact, Moment, Scene, run_of, who, words_in
from tui_arena.questions.rules import NO, YES, folded

GUESSER = "guesser"
FEW = 5
"""The most candidates that are few."""
MANY = 20
"""The fewest candidates that are many late in the game; only from as many on, the caster says how they fall."""
LATE = 3
"""The most questions left late in the game."""
PLENTY = 8
"""The fewest questions that are plenty for few candidates."""
DEEP = 4
"""An answer cut deep if it left at most one candidate in this many."""
HALF = (0.45, 0.55)
"""The share that an answer leaves if it cut about in half."""
HARDLY = 0.95
"""The least share that an answer leaves if it ruled out hardly any."""
RUN = 4
"""How many equal answers in a row the caster remarks on, and on as many more again."""
SETTLED = 4
"""The number of the first question from which on a first yes and a half are news."""
WORDY = 16
"""The fewest words of a long question."""


def facts_of(scene: Scene) -> dict[str, Fact]:
    """The facts of the last turn: its question, its answer, its number and how many turns are left."""
    turn = scene.turns[-1]
    return {
        "who": who(GUESSER),
        "question": str(turn["question"]),
        "answer": str(turn["answer"]),
        "used": len(scene.turns),
        "left": int(scene.now["turns_left"]),
    }


def counted(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """What the answer did to the number of candidates, as the board shows it."""
    if scene.insight.left is None:
        return
    before, after = scene.insight.left
    questions = int(scene.now["turns_left"])
    told = {**facts, "before": before, "after": after, "out": before - after}
    if after == 1 < before:
        yield Moment("one_left", told)
    elif 1 < after <= FEW < before:
        yield Moment("few_left_in_time" if questions >= PLENTY else "few_left", told)
    if questions <= LATE and after >= MANY:
        yield Moment("many_left_late", told)
    if after > before > 0:
        yield Moment("more_again", told)
    if before < MANY:
        return
    if after > 1 and after * DEEP <= before:
        yield Moment("deep_cut", told)
    elif len(scene.turns) >= SETTLED and HALF[0] * before <= after <= HALF[1] * before:
        yield Moment("halved", told)
    elif HARDLY * before <= after <= before:
        yield Moment("hardly_any", told)


def runs(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """Runs of equal answers, and the end of a run."""
    told = [str(turn["answer"]) for turn in scene.turns]
    noes, yeses = (run_of(answer == one for answer in told) for one in (NO, YES))
    before = run_of(answer == NO for answer in told[:-1])
    if noes and noes % RUN == 0:
        yield Moment("noes", {**facts, "number": noes})
    if yeses and yeses % RUN == 0:
        yield Moment("yeses", {**facts, "number": yeses})
    if told[-1] == YES and before >= RUN:
        yield Moment("yes_at_last", {**facts, "number": before})
    elif told.count(YES) == 1 and told[-1] == YES and len(told) >= SETTLED:
        yield Moment("first_yes", facts)


def wordings(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """What is odd about how the question is put."""
    *earlier, last = scene.turns
    if any(folded(str(turn["question"])) == folded(str(last["question"])) for turn in earlier):
        yield Moment("asked_before", facts)
    if words_in(str(last["question"])) >= WORDY:
        yield Moment("long_question", {**facts, "number": words_in(str(last["question"]))})


def left_before(scene: Scene) -> int:
    """How many candidates were left before the reply; 0 if that isn't known."""
    return scene.insight.left[0] if scene.insight.left is not None else 0
