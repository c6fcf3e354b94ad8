"""From PLAYER texts to a branch that can be played without the app.

Law: whoever is not named plays on; a bot stands in for people and scripts. What a
session that is not over hides is not let out by a branch of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tui_arena.analysis.branch import STOP_AFTER, BadBranch, branched, cast_after, last_turn
from tui_arena.config import ModelBook
from tui_arena.core.game import Data
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.minds import joined
from tui_arena.players.seating import BadPlayer, Cast, as_seated, bot, entry_of, read_player
from tui_arena.save.peeking import peek
from tui_arena.save.store import Store, new_id, now


@dataclass(frozen=True, slots=True)
class Branched:
    """A branch that is ready to be played."""

    session: Session
    cast: Mapping[str, Cast]
    """Who sits from here on."""
    of: Session
    """The session that it comes from."""


def seat_cast(
    session: Session, info: GameInfo, seat: str, text: str, *, book: ModelBook, human: str = "You"
) -> Cast:
    """Who a PLAYER text puts on a seat of a session, with all that its file says of it. Raises BadPlayer."""
    cast = read_player(text, human, book).drawn(session.setup.seed or 0, seat)
    return as_seated(joined(cast, session, info, seat), info, session.setup, seat)


def stand_in(spec: Data | None, book: ModelBook) -> Cast:
    """The player that goes on for one who sat there: a bot or model itself, else the hard bot.

    Raises BadPlayer for a model that is not what it was.
    """
    kind = spec.get("player") if spec else None
    if spec and kind == "bot" and spec.get("level"):
        return Cast(spec)
    if spec and kind == "model":
        return Cast(spec, entry=entry_of(spec, book))
    return bot("hard")


def make(
    session: Session,
    info: GameInfo,
    players: Mapping[str, str],
    book: ModelBook,
    *,
    at: int | None = None,
) -> Branched:
    """A branch of a session, nothing saved yet; `at` None: the last turn of the solving seat in `players`.

    `players`: PLAYER texts by seat.
    Raises BadBranch, BadPlayer, BadEvent.
    """
    seats = info.game.seats(session.setup.options)
    cast = {seat: seat_cast(session, info, seat, text, book=book) for seat, text in players.items()}
    options = None
    if at is None:
        solver = next((s.name for s in seats if s.side == "solver" and s.name in players), None)
        if solver is None:
            solvers = " or ".join(s.name for s in seats if s.side == "solver")
            raise BadBranch(f"--last-turn needs another player: --seat {solvers}=PLAYER")
        at, turn = last_turn(session, info, solver)
        options = {STOP_AFTER: turn}
    sat = cast_after(session.seats, (event for event in session.events if event.seq <= at))
    dealt = {s.name for s in seats if s.default == "dealer" and s.name not in sat}
    for seat in seats:
        if seat.name not in cast and seat.name not in dealt:
            cast[seat.name] = joined(stand_in(sat.get(seat.name), book), session, info, seat.name)
    person = next((seat for seat, one in cast.items() if one.kind in ("human", "script")), None)
    if person is not None:
        raise BadPlayer(
            f"{person}: a {cast[person].kind} can't go on with a branch here; bot:LEVEL or model:NAME can"
        )
    specs = {seat: one.spec for seat, one in cast.items()}
    new = branched(session, info, at, specs, id=new_id(), started=now(), options=options)
    return Branched(new, {**{seat: Cast(spec) for seat, spec in sat.items()}, **cast}, session)


def opened(store: Store, catalogue: Catalogue, session_id: str, *, secrets: bool) -> tuple[Session, GameInfo]:
    """A saved session that may be branched or audited.

    One that is not over hides something: it is opened with `secrets` only, and marked as looked into.
    Raises SaveError, BadFile, BadBranch, BadEvent.
    """
    session = store.load(session_id)
    info = catalogue.game(session.game)
    if secrets:
        return peek(store, session, info), info
    if not session.fold(info.game).over:
        raise BadBranch(
            f"session {session.id} is not over; --secrets does it all the same and marks it peeked"
        )
    return session, info
