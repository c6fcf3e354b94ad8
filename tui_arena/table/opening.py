"""Opening a table: deals a new session, or two for a duel, or loads a saved session.

A duel is two players on one secret, each at a separate table.

Law: a session is saved and leased before it is shown, and only one window has it. Both tables of a duel are
ordinary sessions, dealt alike from one seed, with the same id under `duel` in their set-up. A secret that a
setter gives at the first table is dealt at the second.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tui_arena.config import BadFile, ModelBook
from tui_arena.core.blind import BLIND, is_revealed, is_unsigned
from tui_arena.core.challenge import KNOWN, SEEDS
from tui_arena.core.game import Data
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.narration import GUIDED
from tui_arena.players.daily import DAILY, daily_seed
from tui_arena.players.new_session import (
    DEALER,
    Opening,
    Regulars,
    new_session,
    with_minds,
    without_missing_personas,
)
from tui_arena.players.party import PARTY, PartyState
from tui_arena.players.party_store import open_party
from tui_arena.players.seating import DEFAULT_LEVEL, BadPlayer, Cast, bot
from tui_arena.save.errors import SaveError, reading
from tui_arena.save.skipping import opened
from tui_arena.save.store import Store, new_id, now
from tui_arena.table.challenging import seats_that_know
from tui_arena.table.playback import Paces, kind_of, people_needed
from tui_arena.table.probes import PROBE, SORTER
from tui_arena.table.unseen_seeds import unseen_seed

DUEL = "duel"
"""The key in the set-ups of both sessions; its value is the id of the first session."""


class InUse(Exception):
    """Another window plays this session. The message says so."""


class AlreadyPlayed(Exception):
    """The session, for example of a word of the day, is already over. `args[0]` is its id."""


@dataclass(frozen=True, slots=True)
class LeasedSession:
    """A session that is saved and leased."""

    info: GameInfo
    session: Session
    cast: Mapping[str, Cast]
    """What this process knows about the players in addition to the session file."""
    resumed: bool
    place: int | None = None
    """The number of the session among its party's games, from 1; None outside a party."""
    paces: Paces = field(default_factory=dict)
    """At an unsigned table: the seconds that the party's people needed for their replies so far."""


def new_table(
    catalogue: Catalogue,
    store: Store,
    opening: Opening,
    daily: str | None,
    *,
    guided: bool = False,
    party: str | None = None,
    regulars: Regulars | None = None,
    mind: str = "",
    book: ModelBook | None = None,
) -> LeasedSession:
    """Deal a session and save it. If the word of the day was already begun, it is resumed instead.

    `regulars`: the bots' characters so far while the app runs. `mind`: the model of the `book` that bots think with, if
    nobody compares themselves with them; empty: none.

    Raises BadOption, BadPlayer, BadFile, SaveError, InUse and AlreadyPlayed.
    """
    if daily is not None:
        begun = store.daily(opening.game, daily)
        if begun is not None:
            return resumed_table(catalogue, store, begun)
    info = catalogue.game(opening.game)
    opening = without_missing_personas(opening, info, catalogue)
    guide = info.tutorial() if guided else None
    secret: Data | None = guide.secret if guide is not None else None
    if daily is None and guide is None and opening.challenge is None:
        opening = with_minds(_with_learned(catalogue, opening, info), info, mind, book or ModelBook())
    seed = daily_seed(daily) if daily and opening.seed is None else opening.seed
    if seed is None and secret is None:
        seed, secret = unseen_seed(catalogue, store, opening)
    elif seed is None:
        seed = secrets.randbelow(SEEDS)
    marks = {DAILY: daily, GUIDED: guided or None, PARTY: party}
    return dealt(
        catalogue,
        store,
        opening,
        seed,
        {name: value for name, value in marks.items() if value},
        secret=secret,
        regulars=regulars,
    )


def _with_learned(catalogue: Catalogue, opening: Opening, info: GameInfo) -> Opening:
    """Returns an opening that plays with the learned deck, if it would play with the game's own deck."""
    if info.learns is None or opening.deck not in (None, info.deck, info.learns):
        return opening
    try:
        catalogue.deck(info.learns, info)
    except BadFile:  # nothing was learned yet, or the file is unreadable, as `doctor` reports
        return opening
    return replace(opening, deck=info.learns)


def dealt(
    catalogue: Catalogue,
    store: Store,
    opening: Opening,
    seed: int,
    extra: Data,
    *,
    secret: Data | None = None,
    id: str | None = None,  # noqa: A002  (its name in the session file)
    characters: bool = True,
    regulars: Regulars | None = None,
) -> LeasedSession:
    """Deal a session and save it. `extra`: further values of its set-up. `id`: None for a new one.

    `characters`: whether bots have characters; they don't if levels are compared.

    Raises BadOption, BadPlayer, BadFile, SaveError and InUse.
    """
    session, cast = new_session(
        opening,
        catalogue,
        id=id or new_id(),
        seed=seed,
        started=now(),
        secret=secret,
        extra=extra,
        in_app=characters,
        regulars=regulars,
    )
    if opening.challenge is not None:
        known = seats_that_know(store, session, cast, catalogue.game(session.game), opening.challenge)
        setup = session.setup
        session = (
            replace(session, setup=replace(setup, extra={**setup.extra, KNOWN: known})) if known else session
        )
    store.save(session)
    _lease(store, session.id)
    return _ready(catalogue, store, session, cast, resumed=False)


def resumed_table(catalogue: Catalogue, store: Store, session_id: str) -> LeasedSession:
    """Returns a saved session, ready to be resumed.

    Raises BadFile, SaveError, InUse, Unreadable, and AlreadyPlayed for a session that is over.
    """
    _lease(store, session_id)
    try:
        with reading(session_id):
            session, info = opened(store, catalogue, session_id)
            play = session.fold(info.game)
        if is_revealed(play):
            raise AlreadyPlayed(session_id)
    except (SaveError, AlreadyPlayed):
        store.release(session_id)
        raise
    return _ready(catalogue, store, session, {}, resumed=True)


def opening_of(session: Session, cast: Mapping[str, Cast], *, swap: tuple[str, str] | None = None) -> Opening:
    """Returns the opening that plays a session's set-up again with another seed.

    Options that came from the deck are left out, because the deck brings them again. `swap` names two seats
    whose players change places, together with their personas. An empty swapped seat gets a medium bot.
    """
    a, b = swap or ("", "")
    moved = {a: b, b: a}
    seats = {moved.get(seat, seat): one for seat, one in cast.items()}
    seats |= {seat: bot(DEFAULT_LEVEL) for seat in swap or () if seat not in seats}
    told = session.setup.extra.get("personas")
    given: Mapping[str, Data] = told if isinstance(told, Mapping) else {}
    personas = {moved.get(seat, seat): one for seat, one in given.items() if seat in cast}
    setup = session.setup
    probe, sorter = (
        text if isinstance(text, str) else None for text in map(setup.extra.get, (PROBE, SORTER))
    )
    brought = setup.source.options if setup.source is not None else {}
    options = {
        name: value for name, value in setup.options.items() if name not in brought or brought[name] != value
    }
    deck = setup.deck.partition("@")[0] if setup.deck else None  # the newest version of the user's deck
    return Opening(
        session.game,
        seats,
        options,
        setup.preset,
        deck,
        probe=probe,
        sorter=sorter,
        personas=personas,
        blind=bool(setup.extra.get(BLIND)),
    )


def _lease(store: Store, session_id: str) -> None:
    if not store.lease(session_id):
        raise InUse("This game is open in another window. Close it there, then carry on here.")


def _ready(
    catalogue: Catalogue, store: Store, session: Session, cast: Mapping[str, Cast], *, resumed: bool
) -> LeasedSession:
    """A leased session, with its bot and its place in a party. No model has to be configured for that."""
    info = catalogue.game(session.game)
    info.bot_for(session.setup.lexicon, session.setup.source)  # prepared here, because it may take a while
    party = session.setup.extra.get(PARTY)
    state = open_party(store, catalogue, ModelBook(), party)[0] if isinstance(party, str) else None
    place = state.position + 1 if state is not None and not state.over else None
    paces = _paces(catalogue, store, state) if state is not None and is_unsigned(session.setup) else {}
    return LeasedSession(info, session, cast, resumed, place, paces)


def _paces(catalogue: Catalogue, store: Store, state: PartyState) -> dict[str, list[float]]:
    """The seconds that the people of a party needed for their replies; unreadable sessions don't count."""
    found: dict[str, list[float]] = {}
    for one in state.sessions:
        try:
            loaded, info = opened(store, catalogue, one.row.id)
            with reading(one.row.id):
                play = loaded.fold(info.game)
        except SaveError:
            continue
        for ask in info.asks:
            found.setdefault(kind_of(info.id, ask), []).extend(people_needed(play, ask))
    return found


@dataclass(frozen=True, slots=True)
class Duel:
    """The settings of a duel: an opening, the duelled seat, and the two players."""

    opening: Opening
    seat: str
    casts: tuple[Cast, Cast]

    def sides(self, info: GameInfo) -> tuple[Opening, Opening]:
        """Returns the opening of each table. Bots replace people on all other seats. Raises BadPlayer."""
        if self.seat not in duel_seats(self.opening, info):
            raise BadPlayer(f"nobody can duel as {self.seat} in {info.title} with these options")
        if any(cast.kind == "human" for cast in self.casts):
            raise BadPlayer("only bots and models can duel; people play at their own table")
        others = {
            seat: bot(DEFAULT_LEVEL) if cast.kind == "human" else cast
            for seat, cast in self.opening.cast.items()
            if seat != self.seat
        }
        first, second = (replace(self.opening, cast={**others, self.seat: cast}) for cast in self.casts)
        return first, second


def duel_seats(opening: Opening, info: GameInfo) -> list[str]:
    """The seats that can be duelled for, solvers' seats first, without the seat that gives the secret."""
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
    """Deal and save the second session like the first. `secret`: what a setter gave there, or None.

    Raises the same errors as `first_table`.
    """
    opening = duel.sides(catalogue.game(first.game))[1]
    return dealt(
        catalogue, store, opening, first.setup.seed or 0, {DUEL: first.id}, secret=secret, characters=False
    )


def secret_for_second(play: Play[Any]) -> tuple[bool, Data | None]:
    """Returns whether the second table can be dealt, and the secret to deal in addition to the seed."""
    if play.setup.secret is not None:
        return True, None
    secret = play.first_secret()
    return secret is not None, secret
