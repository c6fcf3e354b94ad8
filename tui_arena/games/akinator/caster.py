"""The caster's moments in a game of Akinator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tui_arena.core.caster import (
    Fact,
    Moment,
    Scene,
    at_the_last,
    gave_up,
    last_chance,
    long_thought,
    run_of,
    sighted,
    who,
)
from tui_arena.games.akinator.rules import DONT_KNOW, INCORRECT, PROBABLY_NO, PROBABLY_YES
from tui_arena.questions.rules import GUESSER, count_moments, facts_of, run_moments, wording_moments

SETTER = "setter"
EARLY = 9
"""A win with at most this many questions is early."""
BOLD = 7
"""A guess after at most this many questions is bold."""
UNSURE = 2
"""The fewest answers in a row without a yes or a no that the caster remarks on."""
MISSES = 2
"""The fewest wrong guesses that the caster counts."""


def moments(scene: Scene) -> Iterator[Moment]:
    """The moments of a reply, as the table's views tell them."""
    yield from gave_up(scene)
    if scene.ask == "object" and not scene.over:
        yield Moment("thought_of", {"who": who(SETTER), "left": int(scene.now["turns_left"])})
    if scene.ask == "reveal" and scene.now["revealed"]:
        yield Moment(
            "revealed", {"who": who(SETTER), "guesser": who(GUESSER), "name": str(scene.now["revealed"])}
        )
    if scene.is_new_turn:
        yield from _ending(scene) if scene.over else _going_on(scene)
        yield from long_thought(scene)


def _ending_facts(scene: Scene) -> dict[str, Fact]:
    turn = scene.turns[-1]
    misses = sum(one["answer"] == INCORRECT for one in scene.turns)
    return {**facts_of(scene), "setter": who(SETTER), "guess": str(turn["what"]), "misses": misses}


def _ending(scene: Scene) -> Iterator[Moment]:
    facts, left = _ending_facts(scene), int(scene.now["turns_left"])
    if GUESSER in scene.outcome.winners:
        yield from at_the_last(scene, left, GUESSER)
        if facts["misses"]:
            yield Moment("found_after_misses", facts)
        yield Moment("found_early" if len(scene.turns) <= EARLY else "found", facts)
    elif SETTER in scene.outcome.winners:
        yield Moment("not_found", facts)


def _going_on(scene: Scene) -> Iterator[Moment]:
    facts, left = _ending_facts(scene), int(scene.now["turns_left"])
    yield from last_chance(scene, left, who(GUESSER), left + 1)
    if scene.turns[-1]["guess"]:
        yield from _missed(scene, facts)
    else:
        yield from count_moments(scene, facts)
        yield from _unsure(scene, facts)
    yield from sighted(scene, facts)
    yield from wording_moments(scene, facts)
    yield from run_moments(scene, facts)


def _missed(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """A guess that was wrong."""
    misses = sum(turn["answer"] == INCORRECT for turn in scene.turns)
    if len(scene.turns) <= BOLD:
        yield Moment("bold_guess", facts)
    yield Moment("wrong_again" if misses >= MISSES else "wrong_guess", facts)


def _unsure(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """Answers that are neither yes nor no."""
    soft = (PROBABLY_YES, PROBABLY_NO, DONT_KNOW)
    told = [str(turn["answer"]) for turn in scene.turns]
    run = run_of(answer in soft for answer in told)
    if run >= UNSURE:
        yield Moment("hazy", {**facts, "number": run})
    elif told[-1] == DONT_KNOW:
        yield Moment("dont_know", facts)
