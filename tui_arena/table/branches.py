"""Branches: new sessions with the past of another session, and other players from there on.

A seat that no PLAYER text names keeps its player; a bot takes the place of people and scripts. The event keys
are in `save/README.md`.

Only replies, rulings, probes and changes of players up to an event are copied, and only if they were not
undone. `seats` keeps the players who gave the copied replies; the new players are recast after these replies.

Law: each copied reply and probe is marked `copied`, so that it isn't paid for twice. A branch doesn't reveal
what an unfinished session hides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tui_arena.config import ModelBook
from tui_arena.config.process import command_line, origin
from tui_arena.core.blind import BLIND, UNSIGNED, hides_players
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Data
from tui_arena.core.record import Play, Step, fold
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.new_session import joined
from tui_arena.players.seating import BadPlayer, Cast, as_seated, bot, cast_after, entry_of, read_player
from tui_arena.save.errors import reading
from tui_arena.save.skipping import opened as whole
from tui_arena.save.store import Store, new_id, now

STOP_AFTER = "stop_after"
_NOT_KEPT = ("run", "party", BLIND, UNSIGNED)
"""Keys of a set-up that don't apply to a branch: what the session was part of, and whether it was blind."""
_COPIED = frozenset({Kind.REPLY, Kind.ADJUDICATED, Kind.AMENDED, Kind.PROBE})


class BadBranch(ValueError):
    """A branch that can't be made. The message says why."""


def branched(
    session: Session,
    info: GameInfo,
    at: int,
    seats: Mapping[str, Data],
    *,
    id: str,  # noqa: A002  (its name in the session file)
    started: str | None,
    options: Data | None = None,
) -> Session:
    """Returns a session with the past up to and including event `at` (0: none), and some new players.

    `seats`: the new players by seat, as in a session file. `options` override the session's options. Raises
    BadBranch, BadEvent.
    """
    known = {seat.name for seat in info.game.seats(session.setup.options)}
    unknown = next((seat for seat in seats if seat not in known), None)
    if unknown is not None:
        raise BadBranch(f"session {session.id} has no seat {unknown!r}; seats are {', '.join(sorted(known))}")
    if hides_players(session.fold(info.game)):
        raise BadBranch(f"session {session.id} is blind and isn't over; a branch would give away who plays")
    kept = _past(session, info, at, frozenset(seats))
    seq = kept[-1].seq + 1 if kept else 1
    stamp = {"at": started} if started else {}
    added = [Event(seq, Kind.BRANCHED, {"from": {"id": session.id, "seq": at}, **stamp})]
    sat = cast_after(session.seats, kept)
    for seat, spec in seats.items():
        if _player(sat.get(seat)) != _player(spec):
            seq += 1
            added.append(Event(seq, Kind.RECAST, {"seat": seat, "to": dict(spec), **stamp}))
    setup = replace(
        session.setup,
        options={**session.setup.options, **(options or {})},
        extra={k: v for k, v in session.setup.extra.items() if k not in _NOT_KEPT},
    )
    made = {"made": origin(command_line()).to_json()}
    named = {event.get("messages") for event in kept}
    messages = {name: sent for name, sent in session.messages.items() if name in named}
    new = Session(id, info.id, session.rules, started, setup, session.seats, (*kept, *added), messages, made)
    if new.fold(info.game).over:
        raise BadBranch(f"session {session.id}: nothing is left to play after event {at}")
    return new


def _player(spec: Data | None) -> Data | None:
    """Returns a seat's values without its prompts' digest, because a new prompt makes no new player."""
    return spec and {name: value for name, value in spec.items() if name != "prompt_digest"}


def _past(session: Session, info: GameInfo, at: int, changed: frozenset[str]) -> list[Event]:
    """Returns the events that are copied."""
    seqs = [event.seq for event in session.events]
    if at != 0 and at not in seqs:
        known = f"its events are 1 to {seqs[-1]}, and 0 is the start" if seqs else "it only has its start, 0"
        raise BadBranch(f"session {session.id} has no event {at}; {known}")
    prefix = [event for event in session.events if event.seq <= at]
    for event in session.events[len(prefix) :]:  # a ruling comes after the reply that it is about
        if event.type == Kind.ADJUDICATED:
            prefix.append(event)
        elif event.type in (Kind.REPLY, Kind.UNDONE, Kind.REDONE, Kind.RESIGNED):
            break
    play = fold(info.game, session.setup, prefix)
    standing = {act.seq for act in play.acts if act.type in _COPIED}
    last = max((act.seq for act in play.acts if act.type == Kind.REPLY), default=0)
    kept = []
    for event in prefix:
        foretold = event.type == Kind.PROBE and event.seq > last and event.get("seat") in changed
        if event.type == Kind.RECAST:
            kept.append(event)
        elif event.seq in standing and not foretold:  # the seat's new player is asked again
            mark = {} if event.type in (Kind.ADJUDICATED, Kind.AMENDED) else {"copied": True}
            kept.append(Event(event.seq, event.type, {**event.data, **mark}))
    return kept


def last_turn(session: Session, info: GameInfo, seat: str) -> tuple[int, int]:
    """Returns where a branch starts that gives a seat's last turn to another player.

    The result is the event before the turn, and the turn's number. Replies refused in that turn belong to it.
    Raises BadBranch.
    """
    if STOP_AFTER not in info.options:
        raise BadBranch(f"--last-turn doesn't work with {info.title}; use --at SEQ to branch after any event")
    play: Play[Any] = session.fold(info.game)
    steps: list[Step[Any]] = [step for step in play.standing() if step.ask.seat == seat]
    if not steps:
        raise BadBranch(f"session {session.id}: {seat} has said nothing yet")
    key = steps[-1].ask.key
    first = next(step.seq for step in steps if step.ask.key == key)
    at = max((event.seq for event in session.events if event.seq < first), default=0)
    return at, int(key.rpartition(":")[2])


@dataclass(frozen=True, slots=True)
class Branched:
    """A branch that is ready to be played."""

    session: Session
    cast: Mapping[str, Cast]
    """The players by seat from the branch on."""
    of: Session
    """The session that was branched."""


def seat_cast(
    session: Session, info: GameInfo, seat: str, text: str, *, book: ModelBook, human: str = "You"
) -> Cast:
    """Returns the player that a PLAYER text puts in a seat, as for a session file. Raises BadPlayer."""
    cast = read_player(text, human, book).drawn(session.setup.seed or 0, seat)
    return as_seated(joined(cast, session, info, seat), info, session.setup, seat)


def stand_in(spec: Data | None, book: ModelBook) -> Cast:
    """Returns the player to replace `spec`: the same bot or model; for a person or script, the hard bot.

    Raises BadPlayer if the model's name now means another model.
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
    """Returns a branch of a session that is not saved yet.

    `players`: PLAYER texts by seat. `at` None: the branch starts before the last turn of the solving seat in
    `players`. Raises BadBranch, BadPlayer, BadEvent.
    """
    seats = info.game.seats(session.setup.options)
    cast = {seat: seat_cast(session, info, seat, text, book=book) for seat, text in players.items()}
    options = None
    if at is None:
        solver = next((s.name for s in seats if s.side == "solver" and s.name in players), None)
        if solver is None:
            solvers = " or ".join(s.name for s in seats if s.side == "solver")
            raise BadBranch(f"--last-turn needs a new player; add --seat {solvers}=PLAYER")
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
            f"{person}: a {cast[person].kind} can't continue a branch here; use bot:LEVEL or model:NAME"
        )
    specs = {seat: one.spec for seat, one in cast.items()}
    new = branched(session, info, at, specs, id=new_id(), started=now(), options=options)
    return Branched(new, {**{seat: Cast(spec) for seat, spec in sat.items()}, **cast}, session)


def opened(store: Store, catalogue: Catalogue, session_id: str, *, secrets: bool) -> tuple[Session, GameInfo]:
    """Returns a saved session that may be branched or audited.

    An unfinished session hides something, so it needs `secrets`, and is then marked as peeked. Raises
    SaveError, Unreadable and BadBranch.
    """
    session, info = whole(store, catalogue, session_id, peeking=secrets)
    with reading(session_id):
        over = session.fold(info.game).over
    if not secrets and not over:
        raise BadBranch(
            f"session {session.id} isn't over; add --secrets to do this anyway, which marks the session as peeked"
        )
    return session, info
