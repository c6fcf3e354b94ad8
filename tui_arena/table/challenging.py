"""Taking up a challenge: who knew its secret, the sender's ghost, who did better, and the sentences about it.

The ghost is a game that is over. It is shown as far as the player has come, and whole at the end.

Law: until the player's own game is over, `Ghost.so_far` has no more turns than the player has. Front ends
show only the parts of it that everybody may know in an open game.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from tui_arena.core.challenge import CHALLENGE, KNOWN, BadCode, Challenge
from tui_arena.core.events import Event, Kind, outcome_data
from tui_arena.core.language.sentences import YOU, capital, counted, first_name
from tui_arena.core.record import Play, fold, standing
from tui_arena.core.session import Session
from tui_arena.core.text import fold as folded
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.challenges import challenged_seat, ghost_of, read_challenge, turns_of
from tui_arena.players.seating import Cast, cast_now, names_in
from tui_arena.save.errors import Unreadable
from tui_arena.save.filters import Filter
from tui_arena.save.people import SENT
from tui_arena.save.queries import SessionQuery
from tui_arena.save.skipping import opened
from tui_arena.save.store import Store, new_id, now
from tui_arena.save.summary import HELP, flags_of
from tui_arena.table.unseen_seeds import seats_that_had

ANSWERS = "answers"
"""The key in the set-up of a saved answer; its value is the id of the session that it answers."""
_WORTH = {"won": 3, "drawn": 2, "lost": 1}


@dataclass(frozen=True, slots=True)
class Finish:
    """How a challenge ended for one player."""

    name: str
    kind: str
    """`human`, `model` or `bot`."""
    result: str
    """`won`, `lost`, `drawn`, `aborted` or `unfinished`."""
    tries: int | None
    side: str

    @property
    def rank(self) -> tuple[int, int]:
        """How good it is compared with other finishes of the same challenge; higher is better.

        A win is better with fewer tries. A loss is better with more tries if the player hid the secret.
        """
        tries = self.tries or 0
        if self.result == "won":
            return _WORTH["won"], -tries
        return _WORTH.get(self.result, 0), tries if self.side == "opponent" else 0


class Ghost:
    """How somebody played a challenge, shown next to the game of the person who plays it now."""

    def __init__(self, challenge: Challenge, catalogue: Catalogue) -> None:
        """Raises BadCode, and the errors of `new_session`."""
        self.info: GameInfo = catalogue.game(challenge.game)
        self.challenge = challenge
        self.seat = challenged_seat(challenge, self.info)
        self.session: Session = ghost_of(challenge, catalogue)
        self.play: Play[Any] = self.session.fold(self.info.game)
        """The whole game; only its beginning if the moves weren't sent along."""
        self._turns = self._counted()

    def _counted(self) -> list[int]:
        """The number of turns before the first event, and after each one."""
        known: Play[Any] = Play(self.info.game, self.session.setup)
        found = [len(turns_of(known))]
        for event in self.session.events:
            known.feed(event)
            found.append(len(turns_of(known)))
        return found

    @property
    def moved(self) -> bool:
        """True if the moves were sent along."""
        return bool(self.challenge.moves)

    @property
    def name(self) -> str:
        return self.challenge.by

    @property
    def finish(self) -> Finish | None:
        """How it ended; None if nobody has played it."""
        one = self.challenge
        side = self.play.seats[self.seat].side
        return Finish(one.by, one.kind, one.result, one.tries, side) if one.result else None

    def so_far(self, turns: int) -> Play[Any]:
        """The ghost's game up to this many turns."""
        most = max(place for place, count in enumerate(self._turns) if count <= max(turns, self._turns[0]))
        return fold(self.info.game, self.session.setup, self.session.events[:most])


def ghost_in(session: Session, catalogue: Catalogue) -> Ghost | None:
    """The ghost for a session; None if the session isn't from a challenge, or nobody had played the challenge before."""
    challenge = challenge_in(session, catalogue)
    if challenge is None or not challenge.result:
        return None
    with suppress(BadCode):
        return Ghost(challenge, catalogue)
    return None


def challenge_in(session: Session, catalogue: Catalogue) -> Challenge | None:
    """The challenge that a session was played from; None without one, or if it can't be read here."""
    code = session.setup.extra.get(CHALLENGE)
    with suppress(BadCode):
        return read_challenge(code, catalogue) if isinstance(code, str) else None
    return None


def finish_of(session: Session, info: GameInfo, play: Play[Any], seat: str) -> Finish:
    """How a session ended for the player in a seat."""
    cast = cast_now(session)
    name = str(names_in(session.seats, play.events, cast).get(seat, seat))
    kind = cast[seat].kind if seat in cast else "script"
    tries = info.tries_in(info.compute(play))
    return Finish(name, kind, standing(play, seat), tries, play.seats[seat].side)


def seats_that_know(
    store: Store, session: Session, cast: Mapping[str, Cast], info: GameInfo, challenge: Challenge
) -> list[str]:
    """The seats of people who set, had or sent a challenge's secret. Raises SaveError."""
    people = [seat for seat, spec in session.seats.items() if spec.get("player") == "human"]
    had = set(seats_that_had(store, session, cast, info, people))
    sent = senders(store, challenge)
    if challenge.kind == "human" and challenge.by:
        sent = [*sent, challenge.by]
    names = {folded(name) for name in sent}
    return [seat for seat in people if seat in had or folded(str(session.seats[seat].get("name"))) in names]


def senders(store: Store, challenge: Challenge) -> list[str]:
    """The people who sent a challenge of their own from this save file. Raises SaveError."""
    try:
        names = json.loads(store.meta(SENT + challenge.puzzle) or "[]")
    except ValueError:
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def note_sender(store: Store, challenge: Challenge, name: str) -> None:
    """Remember that somebody sent a challenge of their own, because they know its secret. Raises SaveError."""
    names = senders(store, challenge)
    if name not in names:
        store.set_meta(SENT + challenge.puzzle, json.dumps([*names, name]))


# answers


def answered(store: Store, catalogue: Catalogue, challenge: Challenge, me: str) -> str | None:
    """The newest finished session of the user that this challenge answers; None if there is none.

    It has the same game and the same secret. Raises SaveError.
    """
    info = catalogue.game(challenge.game)
    ghost = Ghost(challenge, catalogue)
    item = info.item(ghost.play) if ghost.play.over else None
    if item is None or not challenge.moves:
        return None
    own = Filter(info.id, player=f"human:{me}", include=frozenset({"all"}))
    for row in store.every(SessionQuery(game=info.id, unfinished=False, filter=own)):
        if row.secret is None or folded(row.secret) != folded(item):
            continue
        with suppress(Unreadable):
            session, _ = opened(store, catalogue, row.id)
            if ANSWERS not in session.setup.extra:
                return row.id
    return None


def take_in(store: Store, catalogue: Catalogue, challenge: Challenge, of: str) -> str:
    """Save the game of an answer as an imported session, and return its id. Raises SaveError.

    `of`: the id of the session that it answers. If the game was saved before, the result is the id of that
    session.
    """
    for row in store.every(SessionQuery(game=challenge.game, challenged=True)):
        with suppress(Unreadable):
            session, _ = opened(store, catalogue, row.id)
            extra = session.setup.extra
            if extra.get(ANSWERS) == of and extra.get(CHALLENGE) == challenge.code:
                return row.id
    ghost = Ghost(challenge, catalogue)
    extra = {**ghost.session.setup.extra, CHALLENGE: challenge.code, ANSWERS: of}
    last = ghost.session.events[-1].seq if ghost.session.events else 0
    ended = Event(last + 1, Kind.ENDED, {"outcome": outcome_data(ghost.play.outcome()), "at": now()})
    session = replace(
        ghost.session,
        id=new_id(),
        started=now(),
        setup=replace(ghost.session.setup, extra=extra),
        events=(*ghost.session.events, ended),
    )
    store.save(session, imported=True)
    return session.id


_ENDS = {
    "won": "won",
    "lost": "lost",
    "drawn": "drew",
    "aborted": "had to stop",
    "unfinished": "hasn't finished",
}
HELPED = "Help was used in this game, so it doesn't count in the league."
THEIRS_HELPED = "Help was used in the other game, so it doesn't count in the league."
UNCOUNTED = "You knew the secret, so this game doesn't count in the stats."


def came_to(finish: Finish, info: GameInfo) -> str:
    """How a game ended for somebody, such as `won in 4 guesses`."""
    told = _ENDS.get(finish.result, finish.result)
    if finish.tries is None or finish.result not in ("won", "lost"):
        return told
    preposition = "in" if finish.result == "won" else "after"
    return f"{told} {preposition} {counted(finish.tries, info.try_called, info.tries_called)}"


def verdict(mine: Finish, theirs: Finish, info: GameInfo) -> str:
    """A sentence that says who did better."""
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
    beat = "was better than" if winner.endswith("time") else "beat"
    return f"{capital(winner)} {beat} {loser}: {both}."


def _called(finish: Finish) -> str:
    """A player's name within a sentence."""
    if finish.name == YOU:
        return YOU.lower()
    if not finish.name:  # the person was deleted
        return "somebody"
    return first_name(finish.name) if finish.kind == "human" else finish.name


def ghost_title(name: str, kind: str) -> str:
    """The heading above a ghost; `kind`: the kind of its player.

    >>> ghost_title("Ada", "human"), ghost_title("", "human"), ghost_title("bot hard", "bot")
    ("Ada's ghost", "Somebody's ghost", "bot hard's ghost")
    """
    called = first_name(name) if kind == "human" else name
    return f"{called or 'Somebody'}'s ghost"


def challenge_lines(ghost: Ghost | None, session: Session, play: Play[Any]) -> list[str]:
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
