"""Saving parties in the save file, and opening them again.

Each party is saved as JSON under its own key. Players, games and options may have become unusable. When a
party is opened, they are dropped or replaced, each with a sentence for the user. A party without any player
or game left can't be opened.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from tui_arena.config import ModelBook
from tui_arena.core.blind import is_revealed, is_unsigned, points
from tui_arena.core.options import BadOption
from tui_arena.core.text import clean, one_line
from tui_arena.data import Catalogue
from tui_arena.players.party import (
    MOST_GAMES,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Call,
    DeletedSession,
    Party,
    PartyGame,
    PartyState,
    name_of,
    stand_in,
    text_of,
)
from tui_arena.players.seating import NAME_CHARS, BadPlayer, is_gone, read_player
from tui_arena.save.errors import Unreadable, reading
from tui_arena.save.people import NOTE, SOMEBODY, Left
from tui_arena.save.skipping import opened
from tui_arena.save.store import PartySession, Store
from tui_arena.save.summary import players_by_seat

KINDS = ("human", "bot", "model")
T = TypeVar("T")
Tell = Callable[[str], None]


_Rounds = Annotated[int, Meta(ge=1, le=MOST_ROUNDS * MOST_GAMES)]
_Clock = Annotated[int, Meta(ge=5, le=3600)]
_Id = Annotated[str, Meta(max_length=128)]


def save_party(store: Store, party: Party) -> Party:
    """Save a party in place of its old values, and return it. Raises SaveError."""
    store.set_meta(NOTE + party.id, msgspec.json.encode(party).decode())
    return party


def note_calls(
    store: Store, party: str, calls: Sequence[Call], catalogue: Catalogue, book: ModelBook
) -> None:
    """Add calls to a party as it is saved now; do nothing if it was deleted. Raises SaveError."""
    state = open_party(store, catalogue, book, party)[0]
    if state is not None:
        save_party(store, replace(state.party, calls=(*state.party.calls, *calls)))


def delete_party(store: Store, party: str) -> None:
    """Delete a party. Its sessions stay. Raises SaveError."""
    store.forget(NOTE + party)


def forget_person(store: Store, catalogue: Catalogue, book: ModelBook, name: str) -> int:
    """Delete a person with all the person's sessions, and return their number.

    The parties keep the points of these sessions. Raises SaveError.
    """
    left = {state.party.id: state.left_by(f"human:{name}") for state in parties(store, catalogue, book)}
    return store.forget_person(name, _as_saved(left))


def delete_sessions(
    store: Store, catalogue: Catalogue, book: ModelBook, ids: Collection[str], at: Collection[str]
) -> None:
    """Delete sessions. The parties at which they were played (`at`, by id) keep their points.

    Raises SaveError.
    """
    states = (open_party(store, catalogue, book, party)[0] for party in at)
    store.delete(
        ids, _as_saved({state.party.id: state.left_of(ids) for state in states if state is not None})
    )


def _as_saved(left: Mapping[str, Sequence[DeletedSession]]) -> Left:
    return {party: msgspec.to_builtins(gone) for party, gone in left.items()}


def open_party(
    store: Store, catalogue: Catalogue, book: ModelBook, party: str
) -> tuple[PartyState | None, list[str]]:
    """Returns a party with its sessions, and sentences about what was dropped or replaced.

    The party is None if it can't be opened. Raises SaveError.
    """
    text = store.meta(NOTE + party)
    if text is None:
        return None, ["This party is gone."]
    read, skipped = read_party(party, text, catalogue, book)
    return (_party_state(store, catalogue, read) if read else None), skipped


def parties(
    store: Store, catalogue: Catalogue, book: ModelBook, most: int | None = None, *, before: str = ""
) -> list[PartyState]:
    """Returns the parties that can be opened, newest first (at most `most`; None: all). Raises SaveError.

    `before`: the id of a party; only older parties are returned.
    """
    notes = sorted(store.notes(NOTE).items(), reverse=True)
    wanted = ((key.removeprefix(NOTE), text) for key, text in notes if not before or key < NOTE + before)
    found = (read_party(party, text, catalogue, book)[0] for party, text in wanted)
    return [_party_state(store, catalogue, party) for party in islice(filter(None, found), most)]


def _party_state(store: Store, catalogue: Catalogue, party: Party) -> PartyState:
    """Returns a party with its sessions, but without sessions of unknown games."""
    sessions = (one for one in store.sessions_at(party.id) if one.row.game in catalogue.games)
    known = {*party.players, *(call.player for call in party.calls)}
    known = known.union(*(one.points for one in party.gone))
    deleted = {("human", name_of(one)): one for one in known if one.startswith(SOMEBODY)}
    deleted = {who: one for who, one in deleted.items() if text_of(*who) not in known}
    unsigned = any(game.unsigned for game in party.games)
    return PartyState(
        party, tuple(_completed(store, catalogue, one, deleted, unsigned=unsigned) for one in sessions)
    )


def _completed(
    store: Store,
    catalogue: Catalogue,
    session: PartySession,
    deleted: Mapping[tuple[str, str], str],
    *,
    unsigned: bool,
) -> PartySession:
    """Returns a session with every player of its seats, and with the points of its verdicts.

    If it can't be read, it has only the last players. `deleted`: the PLAYER texts of the party's deleted people,
    by their kind and name in its sessions. `unsigned`: whether the party has unsigned games.
    """
    if not any(seat.recast for seat in session.seats) and not unsigned:
        return session
    try:
        loaded, info = opened(store, catalogue, session.row.id)
        with reading(session.row.id):
            play = loaded.fold(info.game)
            played = players_by_seat(play)
            who = is_unsigned(loaded.setup)
            found = points(loaded, play.events) if who and is_revealed(play) else {}
    except Unreadable:
        return session
    session = replace(session, verdicts=found, hidden=who and not is_revealed(play))
    handed_over = {seat.seat for seat in session.seats if seat.recast}
    return replace(
        session,
        played={
            seat: tuple(deleted[who].partition(":")[::2] if who in deleted else who for who in played[seat])
            for seat in handed_over
        },
    )


def read_party(
    party: str, text: str, catalogue: Catalogue, book: ModelBook
) -> tuple[Party | None, list[str]]:
    """Returns the party in a saved text, and sentences about what was dropped or replaced.

    The party is None if the text can't be read, or if no player or no game is left.
    """
    skipped: list[str] = []
    try:
        values = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None, ["This party can't be read."]
    players = _players(_list(values, "players"), book, skipped.append)
    games = _games(_list(values, "games"), catalogue, skipped.append)
    if not players or not games:
        return None, [*skipped, f"There's {'nobody' if not players else 'no game'} left to play with."]
    return (
        Party(
            party,
            one_line(_value(values, "started", str, "", skipped.append), 40),
            players,
            games,
            _value(values, "rounds", _Rounds | None, 1, skipped.append),
            one_line(_value(values, "name", str, "", skipped.append), NAME_CHARS),
            tuple(_value(values, "skipped", list[_Id], [], skipped.append)),
            _value(values, "ended", bool, False, skipped.append),
            _value(values, "double_last", bool, False, skipped.append),
            tuple(_value(values, "calls", list[Call], [], skipped.append)),
            _value(values, "teams", bool, False, skipped.append),
            _value(values, "clock", _Clock | None, None, skipped.append),
            tuple(_value(values, "gone", list[DeletedSession], [], skipped.append)),
            _value(values, "blind", bool, False, skipped.append),
            tuple(_value(values, "plan", list[dict[str, str]], [], skipped.append)),
        ),
        skipped,
    )


def _value(values: Mapping[str, Any], name: str, shape: Any, usual: T, tell: Tell) -> T:
    """Returns a value of a saved party if it has the right shape, else the usual one."""
    try:
        return msgspec.convert(values.get(name, usual), shape, strict=True)  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        tell(f"The party's {name} can't be read, so the usual value is used.")
        return usual


def _list(values: Mapping[str, Any], name: str) -> list[Any]:
    found = values.get(name)
    return found if isinstance(found, list) else []


def _players(texts: Sequence[Any], book: ModelBook, tell: Tell) -> tuple[str, ...]:
    """Returns the players that can still be seated. A bot replaces a model that is gone."""
    found: list[str] = []
    if len(texts) > MOST_PLAYERS:
        tell(f"A party has at most {MOST_PLAYERS} players; the others are left out.")
    for text in texts[:MOST_PLAYERS]:
        player = one_line(text, 2 * NAME_CHARS) if isinstance(text, str) else ""
        kind, _, name = player.partition(":")
        if player.startswith(SOMEBODY) and player not in found:
            found.append(player)
            continue
        if kind not in KINDS or not name.strip():
            tell("A player of the party can't be read and is left out.")
            continue
        player = f"{kind}:{name.strip()}"
        if is_gone(player, book) or not _can_sit(player, book):
            other = stand_in([*map(str, texts), *found])
            tell(f"{name_of(player)} isn't here any more; {name_of(other)} stands in.")
            player = other
        if player not in found:
            found.append(player)
    return tuple(found)


def _can_sit(player: str, book: ModelBook) -> bool:
    try:
        read_player(player, book=book)
    except BadPlayer:
        return False
    return True


def _games(values: Sequence[Any], catalogue: Catalogue, tell: Tell) -> tuple[PartyGame, ...]:
    """Returns the games that can still be played, with the options and decks that still exist."""
    found = []
    for value in values[:MOST_GAMES]:
        try:
            game = msgspec.convert(value, PartyGame, strict=True)
        except msgspec.ValidationError:
            tell("A game of the party can't be read and is left out.")
            continue
        info = catalogue.games.get(game.game)
        if info is None:
            tell(f"There is no game {one_line(clean(game.game), 40)!r} here, so it is left out.")
            continue
        options = {}
        for name, given in game.options.items():
            try:
                options[name] = info.options[name].check(given)
            except (BadOption, KeyError):
                tell(f"{info.title} has no {one_line(clean(name), 40)} {given!r:.40} any more.")
        deck = game.deck
        if deck is not None and deck not in catalogue.deck_names(info):
            tell(f"{info.title}: there is no deck {one_line(clean(deck), 40)!r} here any more.")
            deck = None
        genie = game.genie and info.id == "akinator"
        unsigned = game.unsigned and bool(info.unsigned)
        found.append(PartyGame(info.id, options, deck, unsigned=unsigned, genie=genie))
    return tuple(found)
