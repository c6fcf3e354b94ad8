"""What is to be noticed in how a session was played, at the reply that it is about.

Law: marks say what the metrics count, with the reason; they may hold the secret, so they are for
sessions that are over.
"""

from __future__ import annotations

from tui_arena.core.game import Mark
from tui_arena.core.record import Play
from tui_arena.games.entity.lists import compared_by, key_turns, top_five
from tui_arena.games.entity.noticing import noticed
from tui_arena.games.entity.reading import knowledge_of
from tui_arena.games.entity.state import State

KINDS = ("early", "redundant", "inconsistent")


def marks(play: Play[State]) -> list[Mark]:
    """Every mark of a session in the order of its replies."""
    asked = [s.seq for s in play.standing() if s.name == "question" and s.fault is None]
    knowledge, lists = knowledge_of(play.setup), top_five(play)
    out: list[Mark] = []
    if knowledge is not None:
        for turn in noticed(play.state, knowledge):
            reasons = ((kind, getattr(turn, kind)) for kind in KINDS)
            out += [Mark(asked[turn.turn - 1], kind, why) for kind, why in reasons if why]
    for turn_number in key_turns(lists, compared_by(play.state)):
        if turn_number <= len(asked):
            out.append(Mark(asked[turn_number - 1], "key", felled(len(lists[turn_number]))))
    return sorted(out, key=lambda mark: mark.seq)


def felled(count: int) -> str:
    """What a key turn did.

    >>> felled(5), felled(1)
    ('ruled out all five it had in mind', 'ruled out the one it had in mind')
    """
    words = ("", "the one", "both", "all three", "all four", "all five")
    return f"ruled out {words[count]} it had in mind"
