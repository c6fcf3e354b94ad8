"""One player's page: the games they played and won, with whom, their records and milestones; and the league.

Everything is computed from `Participation` rows, oldest first, so a deletion or an undo changes it at once. A
session counts if the player had a side, if it was won, lost or drawn, and if it has none of the flags of
`save/summary.py`. An aborted session doesn't count, but it ends a winning streak.

The league says who got the better of whom, over all challenges in the save file. Each session that was played
from a challenge is a match between its player and whoever sent it. So is an answer that was taken in: it is
compared with the session that it answers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, tzinfo
from functools import cache

from tui_arena.core.challenge import Challenge
from tui_arena.core.session import Session
from tui_arena.core.text import fold
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.challenges import challenged_seat
from tui_arena.save.errors import SaveError, Unreadable
from tui_arena.save.people import Acquaintance, Participation
from tui_arena.save.queries import SessionQuery
from tui_arena.save.skipping import opened
from tui_arena.save.store import Store
from tui_arena.save.summary import had_only_help
from tui_arena.table.challenging import ANSWERS, Finish, challenge_in, finish_of

SIDED = frozenset({"won", "lost", "drawn"})
NIGHT = timedelta(hours=5)
"""An evening ends at five in the morning."""
FEW = 3
"""With fewer games than this, the page doesn't say what somebody is good at."""
ROUND = (10, 25, 50, 100, 250, 500, 1000)
"""Numbers of games that are milestones."""
ROWS = (3, 5, 10, 20)
"""Lengths of a winning streak in one game that are milestones."""
DAILIES = (7, 20, 50, 100, 365)
UNBEATEN = 4
"""An evening with this many wins and no loss is unbeaten."""
QUICK: Mapping[str, Sequence[int]] = {"wordle": (3, 2, 1), "entity": (10, 5), "connections": (5, 3)}
"""Maps a game to the counts that are milestones for the side that finds the secret, the easiest first."""


@dataclass(frozen=True, slots=True)
class Record:
    """The fewest guesses, questions or attempts with which somebody found the secret."""

    count: int
    session: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A person's record in one game."""

    game: str
    played: int
    won: int
    results: tuple[bool, ...]
    """A value for each game, oldest first: True if it was won."""
    current: int
    """The length of the current winning streak, as in `Store.streak`."""
    best: int
    """The length of the longest winning streak."""
    record: Record | None

    @property
    def share(self) -> float:
        """The share of games that were won, 0 to 1."""
        return self.won / self.played


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A person's record in one seat of a game."""

    results: tuple[bool, ...]
    """A value for each game, oldest first: True if it was won."""
    counts: Mapping[int, int]
    """Maps a number of guesses, questions or attempts to the games won with it. Empty if fewer are not
    better."""
    drawn: int
    helped: int = 0
    """The number of games that were played with help; they are in none of the fields above."""

    @property
    def played(self) -> int:
        return len(self.results)

    @property
    def won(self) -> int:
        return sum(self.results)


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something that happened for the first time."""

    key: str
    """`first_win`, `quick`, `row`, `games`, `all_games`, `dailies` or `unbeaten`."""
    number: int
    game: str
    """The game; empty if the milestone isn't about one game."""
    session: str
    """The session that reached it."""


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """All that a player's page shows."""

    games: tuple[GameRecord, ...]
    """The most played game first."""
    days: Mapping[date, int]
    """The number of games on each local day."""
    acquaintances: tuple[Acquaintance, ...]
    """The people met most often first."""
    milestones: tuple[Milestone, ...]
    """Oldest first."""
    helped: int = 0
    """The number of games played with help. They count in `days`, but not in `games`."""
    since: date | None = None
    """The local date on which the first of the games ended; None: unknown. This is the calendar date, even if
    the evening began on the day before."""

    @property
    def played(self) -> int:
        return sum(game.played for game in self.games)

    @property
    def won(self) -> int:
        return sum(game.won for game in self.games)

    @property
    def good_at(self) -> GameRecord | None:
        """The game with the largest share of wins; None if it is below half, or with too few games."""
        best = self._best()
        return best if best is not None and best.share >= 1 / 2 else None

    @property
    def falls_for(self) -> GameRecord | None:
        """The game with the smallest share of wins; None if it is also the best or above half."""
        worst = min(self._enough(), key=lambda game: (game.share, -game.played), default=None)
        return worst if worst is not None and worst != self._best() and worst.share <= 1 / 2 else None

    def _best(self) -> GameRecord | None:
        return max(self._enough(), key=lambda game: (game.share, game.played), default=None)

    def _enough(self) -> list[GameRecord]:
        return [game for game in self.games if game.played >= FEW]


def counting(sittings: Sequence[Participation]) -> list[Participation]:
    """The sessions that count for a person."""
    return [one for one in sittings if one.standing in SIDED and not one.flags]


def _helped(sittings: Sequence[Participation]) -> list[Participation]:
    """The sessions that would count if they had been played without help."""
    return [one for one in sittings if one.standing in SIDED and had_only_help(one.flags)]


def person_of(
    sittings: Sequence[Participation],
    met: Sequence[Acquaintance],
    games: Mapping[str, GameInfo],
    zone: tzinfo | None,
) -> PersonRecord:
    """The record that a player's page shows. `zone`: the local time zone; None: the system's."""
    counted, helped, day = counting(sittings), _helped(sittings), day_by(zone)
    by_game: dict[str, list[Participation]] = defaultdict(list)
    for one in _in_rows(sittings):
        by_game[one.game].append(one)
    records = [_game_record(game, some, games.get(game)) for game, some in by_game.items()]
    return PersonRecord(
        tuple(sorted((one for one in records if one.played), key=lambda one: -one.played)),
        Counter(on for one in (*counted, *helped) if (on := day(one.at)) is not None),
        tuple(met),
        tuple(milestones(sittings, games, day)),
        len(helped),
        min(
            filter(None, map(day_by(zone, timedelta()), (one.at for one in (*counted, *helped)))),
            default=None,
        ),
    )


def _in_rows(sittings: Sequence[Participation]) -> list[Participation]:
    """The sessions that count, and the aborted sessions, which end a winning streak."""
    ended = {*SIDED, "aborted"}
    return [one for one in sittings if one.standing in ended and one.side != "neutral" and not one.flags]


def _game_record(game: str, in_rows: Sequence[Participation], info: GameInfo | None) -> GameRecord:
    current = best = 0
    for one in in_rows:
        current = current + 1 if one.standing == "won" else 0
        best = max(best, current)
    sittings = counting(in_rows)
    results = tuple(one.standing == "won" for one in sittings)
    found = [(count, one.id) for one in sittings if (count := count_of(one, info)) is not None]
    record = Record(*min(found, key=lambda one: one[0])) if found else None
    return GameRecord(game, len(sittings), sum(results), results, current, best, record)


def form_of(sittings: Sequence[Participation], info: GameInfo, group: str) -> SeatRecord:
    """A person's record in a game on the seats of a group."""
    here = [one for one in sittings if one.game == info.id and one.group == group]
    own = counting(here)
    found = (count for one in own if (count := count_of(one, info)) is not None)
    drawn = sum(one.standing == "drawn" for one in own)
    return SeatRecord(tuple(one.standing == "won" for one in own), Counter(found), drawn, len(_helped(here)))


def count_of(sitting: Participation, info: GameInfo | None) -> int | None:
    """The number of guesses, questions or attempts with which a player found the secret.

    None if they didn't find it, or didn't have to.
    """
    if info is None or sitting.standing != "won" or sitting.side != "solver":
        return None
    if info.metrics[info.main.share].better != "low":
        return None
    count = sitting.count
    return count if isinstance(count, int) and not isinstance(count, bool) and count > 0 else None


Day = Callable[[str | None], date | None]


def day_by(zone: tzinfo | None, night: timedelta = NIGHT) -> Day:
    """Returns a function that maps the end of a session to its local day; None if the day is unknown.

    The day lasts until `night` after midnight.
    """

    @cache
    def day(at: str | None) -> date | None:
        try:
            return (datetime.fromisoformat(at or "").astimezone(zone) - night).date()
        except (ValueError, OverflowError):  # not a time, or a time at an end of the calendar
            return None

    return day


def milestones(
    sittings: Sequence[Participation], games: Mapping[str, GameInfo], day: Day
) -> Iterator[Milestone]:
    """Yields everything that happened for the first time in sessions that count, oldest first."""
    played: list[Participation] = []
    rows: Counter[str] = Counter()
    won_at: set[str] = set()
    reached: set[tuple[str, int, str]] = set()
    dailies = straight = 0
    for one in _in_rows(sittings):
        game, won = one.game, one.standing == "won"
        if one.standing == "aborted":
            rows[game] = straight = 0
            continue
        played.append(one)
        n = len(played)
        rows[game] = rows[game] + 1 if won else 0
        dailies += one.daily is not None
        straight = straight + 1 if won else 0
        first = won and game not in won_at
        won_at |= {game} if first else set()
        count = count_of(one, games.get(game))
        quick = [] if count is None else [limit for limit in QUICK.get(game, ()) if count <= limit]
        new = bool(quick) and ("quick", quick[-1], game) not in reached
        in_row = rows[game] in ROWS
        unbeaten = straight >= UNBEATEN and _are_an_evening(played[max(n - UNBEATEN - 1, 0) : n], day)
        if not (first or new or in_row or unbeaten or n in ROUND or one.daily is not None):
            continue  # usually, nothing happened for the first time
        happened = (
            ("first_win", 1, game, first),
            ("quick", count or 0, game, new and not first),
            ("row", rows[game], game, in_row),
            ("games", n, "", n in ROUND),
            ("all_games", len(won_at), "", first and won_at >= set(games) and len(games) > 1),
            ("dailies", dailies, "", one.daily is not None and dailies in DAILIES),
            ("unbeaten", UNBEATEN, "", unbeaten),
        )
        for key, number, of, so in happened:
            if so and (key == "unbeaten" or (key, number, of) not in reached):
                reached.add((key, number, of))
                yield Milestone(key, number, of, one.id)
        reached.update(("quick", limit, game) for limit in quick)


def _are_an_evening(sittings: Sequence[Participation], day: Day) -> bool:
    """True if the last `UNBEATEN` sessions are the first of their evening.

    `sittings`: these sessions, preceded by one more at most.
    """
    today = day(sittings[-1].at)
    if today is None or (len(sittings) > UNBEATEN and day(sittings[0].at) == today):
        return False
    return all(day(one.at) == today for one in sittings[-UNBEATEN:])


# the league of challenges

LISTED = 500
"""The number of newest challenges that count; each is played again, so that no code can claim a false end."""
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
    """One person's results against another person."""

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
        """A person's results against each other person, the people met most often first."""
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
            found[match.puzzle, names] = match  # newest first, so the oldest match is kept
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
    """True if a session counts: without help, and by somebody who didn't know the secret.

    An answer is imported, and a statement that somebody else made is a copied past.
    """
    if challenge.helped:
        return False
    allowed = {"imported"} if ANSWERS in session.setup.extra else set()
    return flags <= allowed | ({"branched"} if challenge.given else set())


def _answered(store: Store, catalogue: Catalogue, session_id: str) -> Finish | None:
    """The result of the answered session for the person who played it; None if the session is gone."""
    try:
        session, info = opened(store, catalogue, session_id)
        play = session.fold(info.game)
    except (SaveError, ValueError):
        return None
    people = [s for s, spec in session.seats.items() if spec.get("player") == "human"]
    sided = [s for s in people if play.seats[s].side != "neutral"]
    return finish_of(session, info, play, sided[0]) if sided else None
