"""The codes of a result, and the sentences about two people who played the same challenge."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tui_arena.core.challenge import KNOWN, BadCode, Challenge, read_code
from tui_arena.core.language.sentences import YOU, capital, counted, first_name
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.challenges import shelf
from tui_arena.players.challenges import challenge_of, code_of
from tui_arena.table.challenging import Finish, Ghost, finish_of

_ENDS = {"won": "won", "lost": "lost", "drawn": "drew", "aborted": "had to stop", "unfinished": "isn't done"}
UNCOUNTED = "You knew the secret, so this game counts in no figure."


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
        same = f"both {first}" if first == second else both
        return f"{capital(me)} and {other} are level: {same}."
    ahead = mine.rank > theirs.rank
    winner, loser = (me, other) if ahead else (other, me)
    if mine.result == theirs.result and mine.tries is not None and theirs.tries is not None:
        best, worst = (mine.tries, theirs.tries) if ahead else (theirs.tries, mine.tries)
        both = f"{counted(best, info.try_called, info.tries_called)} to {worst}"
    beats = "beat" if winner == YOU.lower() else "did better than" if winner.endswith("time") else "beats"
    return f"{capital(winner)} {beats} {loser}: {both}."


def _called(finish: Finish) -> str:
    """A player's name within a sentence."""
    if finish.name == YOU:
        return YOU.lower()
    return first_name(finish.name) if finish.kind == "human" else finish.name


def ghost_title(name: str, kind: str = "human") -> str:
    """The heading above a ghost; `kind`: of its player.

    >>> ghost_title("Ada Lovelace"), ghost_title("You"), ghost_title("bot hard", "bot")
    ("Ada's ghost", 'Your own ghost', "bot hard's ghost")
    """
    called = first_name(name) if kind == "human" else name
    return "Your own ghost" if name == YOU else f"{called or 'somebody'}'s ghost"


def shelf_rows(catalogue: Catalogue) -> list[tuple[str, str, str]]:
    """The shipped challenges: title, who is to be beaten and how well they did, and the code."""
    found = []
    for one in shelf(catalogue.games.values()):
        with suppress(BadCode):
            challenge = read_code(one.code)
            if isinstance(challenge, Challenge):
                ghost = Finish(challenge.by, challenge.kind, challenge.result, challenge.tries, "")
                told = f"{challenge.by} {came_to(ghost, catalogue.game(one.game))}"
                found.append((one.title, told, one.code))
    return found


@dataclass(frozen=True, slots=True)
class Codes:
    """The codes of a finished game."""

    plain: str
    """For the same game."""
    with_moves: str
    """For the same game beside this one's ghost; empty if the moves don't fit into a code."""


def codes_of(catalogue: Catalogue, session: Session, info: GameInfo, me: str) -> Codes | None:
    """The codes of a finished session; None if it can't be a challenge. `me`: the user's name."""
    try:
        plain = code_of(challenge_of(session, info, catalogue, me=me, moves=False), catalogue)
    except BadCode:
        return None
    moved = ""
    with suppress(BadCode):
        challenge = challenge_of(session, info, catalogue, me=me)
        moved = code_of(challenge, catalogue) if challenge.moves else ""
    return Codes(plain, moved)


def told_of(ghost: Ghost, session: Session, play: Play[Any]) -> list[str]:
    """The lines of a result about a challenge: who did better, and whether it counts."""
    if ghost.finish is None or not play.over:
        return []
    told = verdict(finish_of(session, ghost.info, play, ghost.seat), ghost.finish, ghost.info)
    return [told, *([UNCOUNTED] if session.setup.extra.get(KNOWN) else [])]
