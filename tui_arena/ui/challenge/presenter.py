"""The codes of a result, and the shelf of challenges."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from tui_arena.core.challenge import BadCode, Challenge, read_code
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.catalogue import shipped_challenges
from tui_arena.players.challenges import challenge_of, code_of
from tui_arena.table.challenge_words import came_to
from tui_arena.table.challenging import Finish


def shelf_rows(catalogue: Catalogue) -> list[tuple[str, str, str]]:
    """The shipped challenges: title, who is to be beaten and how well they did, and the code."""
    found = []
    for one in shipped_challenges(catalogue.games.values()):
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
    """The code of the same game, without moves."""
    with_moves: str
    """The code of the same game with this one as its ghost; empty if the moves don't fit into a code."""


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
