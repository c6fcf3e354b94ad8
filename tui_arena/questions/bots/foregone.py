"""Questions whose answer is a foregone conclusion, as the table shows though no rule of it says so.

Whoever isn't alive any more is dead, and nobody from before 1900 was famous on television: if all entities with
one answer, or with two, answer another question alike, that question is not worth asking. It doesn't matter
whether the entity sought is in the table, so this holds where no entity fits all answers, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from tui_arena.questions.bots.dialogue_history import Past
from tui_arena.questions.bots.question_choice import Candidate
from tui_arena.questions.meaning import Is, masks
from tui_arena.questions.table import Knowledge

ALONE, TOGETHER = 12, 40
"""How many entities must share an answer, or two answers, for their agreement not to be chance."""


def without_foregone(
    asking: Mapping[Candidate, int], past: Past, entities: int, knowledge: Knowledge
) -> dict[Candidate, int]:
    """The questions of `asking` whose answer the plain answers leave open; `entities`: whom to read it from."""
    groups = _groups(past, entities, knowledge)
    return {
        one: fits
        for one, fits in asking.items()
        if not any(not group & (one.yes | one.between) or not group & ~one.yes for group in groups)
    }


def _groups(past: Past, entities: int, knowledge: Knowledge) -> list[int]:
    """The sets of entities that one plain answer doesn't contradict, or two, if they are large enough."""
    fitting = [
        entities & ~masks(taken.meaning, knowledge).of("no" if taken.told == "yes" else "yes")
        for taken in past
        if isinstance(taken.meaning, Is) and taken.told in ("yes", "no")
    ]
    pairs = (one & other for one, other in combinations(fitting, 2))
    return [
        *(group for group in fitting if group.bit_count() >= ALONE),
        *(group for group in pairs if group.bit_count() >= TOGETHER),
    ]
