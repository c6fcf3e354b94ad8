"""What is to be noticed in how a session of Connections was played, at the reply that it is about.

Law: a mark stands where everybody heard of it, or in the setter's own reply; a reason may hold the secret,
so marks are for sessions that are over.
"""

from __future__ import annotations

from tui_arena.core.game import Mark
from tui_arena.core.record import Play, Step
from tui_arena.games.connections.state import State


def marks(play: Play[State]) -> list[Mark]:
    """Every mark of a session, in the order of its replies."""
    found = (_of(step) for step in play.standing() if step.fault is None)
    return [mark for mark in found if mark is not None]


def _of(step: Step[State]) -> Mark | None:
    """The mark of one reply: a clue given away, the secret as a block, a secret changed, the word itself."""
    before, after = step.before, step.after
    ended = after.attempts[-1] if len(after.attempts) > len(before.attempts) else None
    word = ended.clue.word.upper() if ended is not None and ended.clue is not None else ""
    if ended is not None and ended.blocked:
        return Mark(step.seq, "blocked", f"the clue gave {word} away")
    if step.name == "block" and after.open is not None and after.open.own_word:
        secret = str(after.secret).upper()
        return Mark(step.seq, "own", f"{secret} is the secret itself: no block, and nobody is told")
    if step.name == "change" and before.secret != after.secret:
        return Mark(step.seq, "changed", f"from {str(before.secret).upper()} to {str(after.secret).upper()}")
    if ended is not None and ended.end == "won":
        found = str(after.secret).upper()
        how = f"{word} is the word" if word == found else f"{word} shows the last letter of {found}"
        return Mark(step.seq, "key", how)
    return None
