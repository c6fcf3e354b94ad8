"""The sentences about two people who played the same challenge, for any front end."""

from __future__ import annotations

from typing import Any

from tui_arena.core.challenge import KNOWN
from tui_arena.core.language.sentences import YOU, capital, counted, first_name
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.save.summary import HELP, flags_of
from tui_arena.table.challenging import Finish, Ghost, finish_of

_ENDS = {"won": "won", "lost": "lost", "drawn": "drew", "aborted": "had to stop", "unfinished": "isn't done"}
HELPED = "There was help in this game, so the league doesn't count it."
THEIRS_HELPED = "There was help in the other game, so the league doesn't count it."
UNCOUNTED = "You knew the secret, so this game isn't counted in any figure."


def came_to(finish: Finish, info: GameInfo) -> str:
    """How a game ended for somebody, such as `won in 4 guesses`."""
    told = _ENDS.get(finish.result, finish.result)
    if finish.tries is None or finish.result not in ("won", "lost"):
        return told
    preposition = "in" if finish.result == "won" else "after"
    return f"{told} {preposition} {counted(finish.tries, info.try_called, info.tries_called)}"


def verdict(mine: Finish, theirs: Finish, info: GameInfo) -> str:
    """Who did better, in a sentence."""
    me, other = _called(mine), _called(theirs)
    if me == other:
        me, other = "this time", "last time"
    first, second = came_to(mine, info), came_to(theirs, info)
    both = f"{me} {first}, {other} {second}"
    if mine.rank == theirs.rank:
        alike = mine.result == theirs.result
        same = f"both {first if first == second else _ENDS.get(mine.result, mine.result)}" if alike else both
        return f"{capital(me)} and {other} are level: {same}."
    ahead = mine.rank > theirs.rank
    winner, loser = (me, other) if ahead else (other, me)
    if mine.result == theirs.result and mine.tries is not None and theirs.tries is not None:
        best, worst = (mine.tries, theirs.tries) if ahead else (theirs.tries, mine.tries)
        both = f"{counted(best, info.try_called, info.tries_called)} to {worst}"
    beat = "did better than" if winner.endswith("time") else "beat"
    return f"{capital(winner)} {beat} {loser}: {both}."


def _called(finish: Finish) -> str:
    """A player's name within a sentence."""
    if finish.name == YOU:
        return YOU.lower()
    if not finish.name:  # the person was deleted
        return "somebody"
    return first_name(finish.name) if finish.kind == "human" else finish.name


def ghost_title(name: str, kind: str = "human") -> str:
    """The heading above a ghost; `kind`: of its player.

    >>> ghost_title("Ada"), ghost_title(""), ghost_title("bot hard", "bot")
    ("Ada's ghost", "Somebody's ghost", "bot hard's ghost")
    """
    called = first_name(name) if kind == "human" else name
    return f"{called or 'Somebody'}'s ghost"


def told_of(ghost: Ghost | None, session: Session, play: Play[Any]) -> list[str]:
    """The lines of a result about a challenge: who did better, and whether it counts."""
    if not play.over:
        return []
    flags = flags_of(play, recast=False)
    known = [UNCOUNTED] if KNOWN in flags else []
    if ghost is None or ghost.finish is None:
        return known
    told = verdict(finish_of(session, ghost.info, play, ghost.seat), ghost.finish, ghost.info)
    helped = [HELPED] if flags & HELP else [THEIRS_HELPED] if ghost.challenge.helped else []
    return [told, *(known or helped)]
