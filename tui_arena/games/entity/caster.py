"""The caster's moments in a game of Twenty Questions."""

from __future__ import annotations

from collections.abc import Iterator

from tui_arena.core.caster import (
    Moment,
    Scene,
    at_the_last,
    gave_up,
    last_chance,
    long_thought,
    sighted,
    who,
)
from tui_arena.questions.rules import (
    FEW,
    GUESSER,
    count_moments,
    facts_of,
    left_before,
    run_moments,
    wording_moments,
)

EARLY = 9
"""A win with at most this many questions is early."""
LUCKY = 8
"""With at least this many candidates left, naming the right one is luck."""


def moments(scene: Scene) -> Iterator[Moment]:
    """The moments of a reply, as the table's views tell them."""
    yield from gave_up(scene)
    if scene.ask == "entity" and not scene.over:
        yield Moment("thought_of", {"who": who(scene.seat), "left": int(scene.now["turns_left"])})
    if scene.is_new_turn:
        yield from _ending(scene) if scene.over else _going_on(scene)
    if scene.ask in ("question", "answer"):
        yield from long_thought(scene)


def _ending(scene: Scene) -> Iterator[Moment]:
    facts = {**facts_of(scene), "name": str(scene.now["entity"]).upper()}
    left = int(scene.now["turns_left"])
    if scene.outcome.result == "won":
        yield from at_the_last(scene, left, GUESSER)
        if left_before(scene) >= LUCKY:
            yield Moment("lucky", {**facts, "of": left_before(scene)})
        if left:
            yield Moment("found_early" if len(scene.turns) <= EARLY else "found", facts)
    elif scene.outcome.result == "lost":
        after, place = (one[1] if one else 0 for one in (scene.insight.left, scene.insight.place))
        yield Moment("lost_close" if place and 0 < after <= FEW else "not_found", {**facts, "after": after})


def _going_on(scene: Scene) -> Iterator[Moment]:
    facts, left = facts_of(scene), int(scene.now["turns_left"])
    yield from last_chance(scene, left, who(GUESSER), left + 1)
    yield from count_moments(scene, facts)
    yield from sighted(scene, facts)
    yield from wording_moments(scene, facts)
    yield from run_moments(scene, facts)
