"""A duel: two players on one secret, each at a separate table.

Law: both tables are ordinary sessions, dealt alike from one seed, with the same id under `duel` in their
setup. A secret that a setter gives at the first table is dealt at the second.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any

from tui_arena.core.game import Data
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.new_session import DEALER, Opening
from tui_arena.players.seating import DEFAULT_LEVEL, BadPlayer, Cast, bot
from tui_arena.save.store import Store, new_id
from tui_arena.table.opening import LeasedSession, dealt
from tui_arena.table.unseen_seeds import SEEDS

DUEL = "duel"
"""The key in the setups of both sessions; its value is the id of the first one."""


@dataclass(frozen=True, slots=True)
class Duel:
    """What is played: an opening, the seat they duel for, and the two players."""

    opening: Opening
    seat: str
    casts: tuple[Cast, Cast]

    def sides(self, info: GameInfo) -> tuple[Opening, Opening]:
        """The opening of each table; bots replace people on all other seats. Raises BadPlayer."""
        if self.seat not in duel_seats(self.opening, info):
            raise BadPlayer(f"nobody can duel as {self.seat} in {info.title} with these options")
        if any(cast.kind == "human" for cast in self.casts):
            raise BadPlayer("a duel is between bots and models; people play at a table of their own")
        others = {
            seat: bot(DEFAULT_LEVEL) if cast.kind == "human" else cast
            for seat, cast in self.opening.cast.items()
            if seat != self.seat
        }
        first, second = (replace(self.opening, cast={**others, self.seat: cast}) for cast in self.casts)
        return first, second


def duel_seats(opening: Opening, info: GameInfo) -> list[str]:
    """Seats that can be duelled for, those of solvers first; not the seat that gives the secret."""
    options = resolve(info.options, info.presets, opening.options, opening.preset)
    found = [seat for seat in info.game.seats(options) if seat.default != DEALER]
    return [seat.name for seat in sorted(found, key=lambda seat: seat.side != "solver")]


def first_table(catalogue: Catalogue, store: Store, duel: Duel) -> LeasedSession:
    """Deal and save the first of the two sessions.

    Raises BadOption, BadPlayer, BadFile, SaveError and InUse.
    """
    opening = duel.sides(catalogue.game(duel.opening.game))[0]
    seed = secrets.randbelow(SEEDS) if opening.seed is None else opening.seed
    own = new_id()
    return dealt(catalogue, store, opening, seed, {DUEL: own}, id=own, characters=False)


def second_table(
    catalogue: Catalogue, store: Store, duel: Duel, first: Session, secret: Data | None
) -> LeasedSession:
    """Deal and save the second session like the first; `secret`: what a setter gave there, if anything.

    Raises the same errors as `first_table`.
    """
    opening = duel.sides(catalogue.game(first.game))[1]
    return dealt(
        catalogue, store, opening, first.setup.seed or 0, {DUEL: first.id}, secret=secret, characters=False
    )


def secret_for_second(play: Play[Any]) -> tuple[bool, Data | None]:
    """Whether the second table can be dealt, and the secret that has to be dealt in addition to the seed."""
    if play.setup.secret is not None:
        return True, None
    secret = play.first_secret()
    return secret is not None, secret
