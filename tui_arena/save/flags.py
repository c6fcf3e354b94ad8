"""Why a session may be left out of aggregates (rules.md section 0, "Aggregates").

Law: read off the fold. A session stays left out whatever happens later, but for an undo that was
redone: that told nobody anything.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.events import Kind
from tui_arena.core.game import TABLE
from tui_arena.core.record import Play, Step

FLAGS = ("imported", "branched", "recast", "undone", "peeked", "hinted", "demo")
"""All of them; `imported` and `demo` are said by who saves the session."""


def flags_of(play: Play[Any], *, recast: bool) -> frozenset[str]:
    """Why a session may be left out of aggregates, as far as its events say."""
    types = {event.type for event in play.events}
    found = {
        "branched": Kind.BRANCHED in types or any(event.get("copied") for event in play.events),
        "recast": recast,
        "undone": _undone_past_a_judged_move(play),
        "peeked": Kind.PEEKED in types,
        "hinted": Kind.HINT in types,
    }
    return frozenset(flag for flag, is_so in found.items() if is_so)


def _undone_past_a_judged_move(play: Play[Any]) -> bool:
    """Whether a move was taken back that had been answered, by the rules or by another seat.

    A move taken back before anything came of it (a target, a proposal) told its player nothing. Any
    end that was taken back, a resignation's too, had shown the secret.
    """
    void = [s for s in play.steps if s.void]
    moves = [s for s in void if s.fault is None]
    given_up = sum(event.type == Kind.RESIGNED for event in play.events)
    return (
        given_up > (play.resigned is not None)
        or any(play.game.outcome(s.after) is not None for s in void)
        or len({s.ask.seat for s in moves}) > 1
        or any(_was_marked(play, s) for s in moves)
    )


def _was_marked(play: Play[Any], step: Step[Any]) -> bool:
    def said_by_the_rules(state: Any) -> int:
        return sum(line.seat == TABLE for line in play.game.view(state, TABLE).talk)

    return said_by_the_rules(step.after) > said_by_the_rules(step.before)
