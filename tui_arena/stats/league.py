"""The league of challenges: who got the better of whom, over all challenges in the save file.

Each session that was played from a challenge is a match between its player and whoever sent it. So is an
answer that was taken in: it is compared with the session that it answers. Nothing is kept but the sessions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from tui_arena.core.challenge import Challenge
from tui_arena.core.session import Session
from tui_arena.core.text import fold
from tui_arena.data import Catalogue
from tui_arena.players.challenges import challenged_seat
from tui_arena.save.errors import SaveError, Unreadable
from tui_arena.save.queries import SessionQuery
from tui_arena.save.skipping import opened
from tui_arena.save.store import Store
from tui_arena.table.challenging import ANSWERS, Finish, challenge_in, finish_of

LISTED = 500
"""The number of newest challenges that are counted; each is played again, so that no code can tell a false end."""
WIN, DRAW = 2, 1
"""Points for each person whose result was worse, or the same."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two people who played the same challenge."""

    puzzle: str
    game: str
    finishes: tuple[Finish, Finish]


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's place in the league."""

    name: str
    played: int = 0
    won: int = 0
    drawn: int = 0

    @property
    def lost(self) -> int:
        return self.played - self.won - self.drawn

    @property
    def points(self) -> int:
        return WIN * self.won + DRAW * self.drawn


@dataclass(frozen=True, slots=True)
class Pair:
    """How one person did against another one."""

    other: str
    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class League:
    """All matches between people."""

    matches: tuple[Match, ...] = field(default=())

    def table(self) -> list[Standing]:
        """Everybody, best first: by points, then by fewer matches, then by name."""
        found: dict[str, Standing] = {}
        for match in self.matches:
            for one, other in (match.finishes, match.finishes[::-1]):
                old = found.get(fold(one.name), Standing(one.name))
                found[fold(one.name)] = replace(
                    old,
                    played=old.played + 1,
                    won=old.won + (one.rank > other.rank),
                    drawn=old.drawn + (one.rank == other.rank),
                )
        return sorted(found.values(), key=lambda s: (-s.points, s.played, fold(s.name)))

    def against(self, name: str) -> list[Pair]:
        """How somebody did against each other person, those met most often first."""
        found: dict[str, Pair] = {}
        for match in self.matches:
            for one, other in (match.finishes, match.finishes[::-1]):
                if fold(one.name) == fold(name):
                    old = found.get(fold(other.name), Pair(other.name))
                    found[fold(other.name)] = replace(
                        old,
                        won=old.won + (one.rank > other.rank),
                        drawn=old.drawn + (one.rank == other.rank),
                        lost=old.lost + (one.rank < other.rank),
                    )
        return sorted(found.values(), key=lambda p: (-(p.won + p.drawn + p.lost), fold(p.other)))


def league(store: Store, catalogue: Catalogue) -> League:
    """The league of a save file. Raises SaveError."""
    found: dict[tuple[str, frozenset[str]], Match] = {}
    for match in _matches(store, catalogue):
        names = frozenset(fold(one.name) for one in match.finishes)
        named = "" not in names and all(one.kind == "human" for one in match.finishes)
        if len(names) == 2 and named:
            found[match.puzzle, names] = match  # newest first, so the first time counts
    return League(tuple(found.values()))


def _matches(store: Store, catalogue: Catalogue) -> Iterator[Match]:
    """Every session from a challenge that is over, newest first, with whom it is compared."""
    for row in store.sessions(SessionQuery(challenged=True, unfinished=False, limit=LISTED)):
        with suppress(Unreadable):
            session, info = opened(store, catalogue, row.id)
            challenge = challenge_in(session, catalogue)
            if challenge is None or not _counts(row.flags, session, challenge):
                continue
            seat = challenged_seat(challenge, info)
            play = session.fold(info.game)
            mine = finish_of(session, info, play, seat)
            of = session.setup.extra.get(ANSWERS)
            theirs = _answered(store, catalogue, of) if isinstance(of, str) else None
            if theirs is None and challenge.result and not isinstance(of, str):
                side = play.seats[seat].side
                theirs = Finish(challenge.by, challenge.kind, challenge.result, challenge.tries, side)
            if theirs is not None:
                yield Match(challenge.puzzle, info.id, (mine, theirs))


def _counts(flags: frozenset[str], session: Session, challenge: Challenge) -> bool:
    """Whether a session counts: without help, and by somebody who didn't know the secret.

    An answer is imported, and a statement that somebody else made is a copied past.
    """
    if challenge.helped:
        return False
    allowed = {"imported"} if ANSWERS in session.setup.extra else set()
    return flags <= allowed | ({"branched"} if challenge.given else set())


def _answered(store: Store, catalogue: Catalogue, session_id: str) -> Finish | None:
    """How the session that was answered ended for the person who played it; None if it is gone."""
    try:
        session, info = opened(store, catalogue, session_id)
        play = session.fold(info.game)
    except (SaveError, ValueError):
        return None
    people = [s for s, spec in session.seats.items() if spec.get("player") == "human"]
    sided = [s for s in people if play.seats[s].side != "neutral"]
    return finish_of(session, info, play, sided[0]) if sided else None
