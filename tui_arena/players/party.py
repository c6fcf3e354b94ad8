"""A party: several people play several games in a row, and take turns on the seats.

The player who gave the secret least often gives it next. The players who played against it least often play
next. Ties go to the player who has sat least often so far. Further ties go to the player who had that seat's
group least often in this game, then to the first in table order. If a game can take all players, it has a
seat for each of them.

Each winner of a won session gets a point. If a secret wasn't found, the player who gave it gets a point. A
player without a seat may predict how the game ends, and write down the secret: each right call is a point. A
turn may have a clock: a player loses a point each time it rings. The last round may count double.

A `Party` contains only what was agreed. Points and seating are computed from the sessions that carry its id.
So the same party, after the same sessions, seats the same people, apart from those who are away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, takewhile
from random import Random
from typing import Any

from tui_arena.config import ModelBook
from tui_arena.core.game import Seat
from tui_arena.core.language.sentences import listed
from tui_arena.core.options import resolve
from tui_arena.core.words import same_word
from tui_arena.data import DECK, GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.new_session import DEALER, Opening
from tui_arena.players.seating import DEFAULT_LEVEL, read_player
from tui_arena.save.people import SOMEBODY, nameless
from tui_arena.save.store import PartySession
from tui_arena.save.summary import SeatSummary

HUMAN = "human:"
"""The start of a person's PLAYER text."""
PARTY = "party"
"""The key in a set-up for the id of its party."""
MOST_PLAYERS, MOST_GAMES, MOST_ROUNDS = 8, 12, 20
GIVER = "setter"
"""The group of the seat that gives the secret, in every game."""
TEAMS = 2
GENIE = "bot:hard"
AGAINST_GENIE = "all against the genie"
WHO = "who is the machine?"
"""The words for an unsigned game."""
LEAST_PEOPLE = 2
SELDOM = 0.35
"""The weight of a draw in which people have all seats of an unsigned game; other numbers of people have 1."""
PLAYED = frozenset({"won", "lost", "drawn", "aborted"})


@dataclass(frozen=True, slots=True)
class PartyGame:
    """One game of a party, with its options and deck."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """The given options. The others have their defaults."""
    deck: str | None = None
    unsigned: bool = False
    """True if it is played as *Who is the machine?*: the seats are dealt in secret."""
    genie: bool = False
    """True if a bot takes the guesser's seat and everybody at the party plays against it."""


ENDS, WORD, RANG = "ends", "word", "rang"
"""The kinds of calls."""


@dataclass(frozen=True, slots=True)
class Call:
    """An act outside the game: a player predicted the end, wrote the secret down, or ran out of time."""

    session: str
    player: str
    """The player's PLAYER text."""
    value: str
    """`ends`: `found`, `kept`, `nobody`; of a story `true`, `made up`. `word`: the word. `rang`: a seat."""
    kind: str = ENDS


@dataclass(frozen=True, slots=True)
class DeletedSession:
    """A session that was deleted, with the points that it still counts for."""

    session: str
    place: int
    """The session's place among the agreed games, from 0."""
    points: Mapping[str, int] = field(default_factory=dict)
    """Points by PLAYER text."""


@dataclass(frozen=True, slots=True)
class Party:
    """The arrangements for a party."""

    id: str
    started: str
    """When the party began: ISO 8601."""
    players: tuple[str, ...]
    """PLAYER texts in table order, each player once."""
    games: tuple[PartyGame, ...]
    """The games, played one after the other, then again from the first."""
    rounds: int | None = 1
    """How often all games are played; None: until someone ends the party."""
    name: str = ""
    skipped: tuple[str, ...] = ()
    """One text per skipped game: the id of its unfinished session, or `@` and its position if none had begun."""
    ended: bool = False
    """True if someone ended the party before its rounds were over."""
    double_last: bool = False
    """True if the games of the last round count double. This needs a number of rounds."""
    calls: tuple[Call, ...] = ()
    """The calls of all sessions, in order."""
    teams: bool = False
    """True if every other player, in table order, is in one team. A team adds up its points."""
    clock: int | None = None
    """The seconds that a person has for a turn; None: no limit."""
    gone: tuple[DeletedSession, ...] = ()
    """The deleted sessions. They count as played and keep their points."""
    blind: bool = False
    """True if the players of each game are shown as letters until it is over."""
    plan: tuple[Mapping[str, str], ...] = ()
    """Who sits where in each game in turn, by PLAYER text, if a study planned it; empty: the party deals."""

    @property
    def present(self) -> tuple[str, ...]:
        """Returns the players who can still sit down."""
        return tuple(player for player in self.players if not player.startswith(SOMEBODY))


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one game."""

    seats: Mapping[str, str]
    """PLAYER texts by seat. The player who gives the secret may also have other seats without a side."""
    looking_on: tuple[str, ...] = ()
    """Players without a seat."""


@dataclass(frozen=True)
class PartyState:
    """A party and the sessions played at it so far."""

    party: Party
    sessions: tuple[PartySession, ...] = ()
    """The sessions in the order in which they began."""
    met: Mapping[str, str] = field(default_factory=dict)
    """The names that bots had at the party's tables, by PLAYER text; empty: not looked up."""

    @cached_property
    def played(self) -> tuple[PartySession, ...]:
        """Returns the party's sessions that are over, including aborted ones, once their players are shown."""
        return tuple(s for s in self.sessions if s.row.result in PLAYED and not s.hidden)

    @property
    def finished(self) -> int:
        """Returns the number of games that were played to the end, including deleted ones."""
        return len(self.played) + sum(one.session not in self.party.skipped for one in self._gone)

    @property
    def running(self) -> PartySession | None:
        """Returns the newest session that isn't finished or revealed, and wasn't skipped; None: deal the next."""
        open_ones = [s for s in self.sessions if s.row.result == "unfinished" or s.hidden]
        return next((s for s in reversed(open_ones) if s.row.id not in self.party.skipped), None)

    @property
    def position(self) -> int:
        """Returns the number of games that were played or skipped."""
        done = {s.row.id for s in self.played} | {one for one in self.party.skipped if one}
        done |= {one.session for one in self.party.gone}
        return len(done) + self.party.skipped.count("")

    @property
    def total(self) -> int | None:
        """Returns the number of games that were agreed; None if there is no limit."""
        rounds = self.party.rounds
        return None if rounds is None else rounds * len(self.party.games)

    @property
    def over(self) -> bool:
        """True if the party is over."""
        return self.party.ended or (self.total is not None and self.position >= self.total)

    @property
    def game(self) -> PartyGame:
        """Returns the game that is being played, or else the next one."""
        games = self.party.games
        due = games[self.position % len(games)]
        if self.running is not None and self.running.row.game != due.game:
            same = [g for g in games if g.game == self.running.row.game]
            return same[0] if same else PartyGame(self.running.row.game)
        return due

    @property
    def hides(self) -> bool:
        """True if the seating of the next game is secret."""
        return self.party.blind or self.game.unsigned

    @cached_property
    def points(self) -> dict[str, int]:
        """Points by player: first the party's players in table order, then guests and stand-ins who won."""
        found: Counter[str] = Counter()
        for session in self.played:
            found.update(self.points_of(session))
        for gone in self._gone:
            found.update(gone.points)
        own = {player: max(found[player], 0) for player in self.party.players}
        return own | {player: n for player, n in found.items() if player not in own and n > 0}

    @property
    def _gone(self) -> list[DeletedSession]:
        """Returns the deleted sessions that are really missing from `sessions`."""
        here = {session.row.id for session in self.sessions}
        return [one for one in self.party.gone if one.session not in here]

    def left_by(self, player: str) -> list[DeletedSession]:
        """Returns the records of a player's sessions that remain after these are deleted."""
        return self.left_of({one.row.id for one in self.sessions if seat_of(player, one)})

    def left_of(self, going: Collection[str]) -> list[DeletedSession]:
        """The records that remain of deleted sessions (`going`: ids). An unfinished one is played again."""
        return [
            DeletedSession(
                one.row.id, self._places[one.row.id], self.points_of(one) if one in self.played else {}
            )
            for one in self.sessions
            if one.row.id in going and (one in self.played or one.row.id in self.party.skipped)
        ]

    def points_of(self, session: PartySession) -> Counter[str]:
        """Returns the points of one session by player: wins and right calls, less the rings of the clock."""
        weight = 2 if self.counts_double(session) else 1
        found = Counter(dict.fromkeys(self.scorers(session), weight))
        for call in self.calls_at(session):
            found[call.player] += weight * holds(call, session) - (call.kind == RANG)
        for name, n in session.verdicts.items():
            found[f"{HUMAN}{name}"] += weight * n
        return found

    def calls_at(self, session: PartySession) -> list[Call]:
        """Returns the calls of a session, in order."""
        return [call for call in self.party.calls if call.session == session.row.id]

    def scorers(self, session: PartySession) -> tuple[str, ...]:
        """The players who score: winners, everybody against a genie, or the giver of an unfound secret."""
        found = winners(session)
        outside = {one for s in session.seats if s.side == "solver" for one in players_on(s, session)}
        own = set(self.party.players)
        if own & set(found) and not outside & own and session.row.game in self._against_genie:
            return tuple(dict.fromkeys((*self.party.players, *found)))
        return found or unfound(session)

    def named(self, player: str) -> str:
        """Returns a player's name on the scoreboard. A bot has the name that it had at the table.

        A bot that only plays against everybody is the genie.
        """
        if player == GENIE and player not in self.party.players and self._against_genie:
            return "the genie"
        return self.met.get(player) or name_of(player)

    @property
    def _against_genie(self) -> set[str]:
        return {game.game for game in self.party.games if game.genie}

    def counts_double(self, session: PartySession) -> bool:
        """True if a session's points count double."""
        return self.doubles(self._places.get(session.row.id, 0))

    def doubles(self, place: int) -> bool:
        """True if the game at a place, from 0, counts double because it is in the last round."""
        party = self.party
        return party.double_last and self.total is not None and place >= self.total - len(party.games)

    @cached_property
    def _places(self) -> dict[str, int]:
        """Returns each session's place among the agreed games, from 0, by the session's id."""
        places: dict[str, int] = {}
        place = self.party.skipped.count("")  # older notes don't say which game was skipped
        gone = {one.place for one in self._gone}
        for session in self.sessions:
            while f"@{place}" in self.party.skipped or place in gone:
                place += 1
            places[session.row.id] = place
            place += 1
        return places

    @property
    def leaders(self) -> tuple[str, ...]:
        """Returns the players of the side or sides with the most points; empty while nobody has any."""
        totals = self.standing
        best = max(totals.values(), default=0)
        return tuple(one for side, n in totals.items() if n == best for one in side) if best else ()

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The players who score together: each player alone, or two teams. Guests and stand-ins are alone."""
        players = self.party.players
        if not self.party.teams or len(players) < TEAMS * 2:
            return tuple((player,) for player in self.points)
        teams = tuple(players[n::TEAMS] for n in range(TEAMS))
        return (*teams, *((player,) for player in self.points if player not in players))

    def _planned(self, info: GameInfo) -> Seating | None:
        """Returns the seating of the next game by the plan; None if there is none for these seats and people."""
        here = played_seats(info.game.seats(resolve(info.options, info.presets, self.game.options, None)))
        people = [one for one in self.party.present if one.startswith(HUMAN)]
        for seats in self.party.plan[self.position : self.position + 1]:
            sitting = [one for one in seats.values() if one.startswith((HUMAN, SOMEBODY))]
            if seats.keys() == {seat.name for seat in here} and set(sitting) <= set(people):
                return Seating(seats, tuple(one for one in people if one not in sitting))
        return None

    @property
    def standing(self) -> dict[tuple[str, ...], int]:
        """Returns the points by side, in the order of `sides`."""
        return {side: sum(self.points[player] for player in side) for side in self.sides}

    def here(self, away: Collection[str]) -> tuple[str, ...]:
        """The players who can get a seat now; in an unsigned game only people, because machines are drawn."""
        here = tuple(one for one in self.party.present if one not in away) or self.party.present
        return tuple(one for one in here if one.startswith(HUMAN)) if self.game.unsigned else here

    def _dealt(self, seats: Iterable[Seat], people: Sequence[str], turn: int) -> Seating:
        """The secret seating of an unsigned game: at least one person sits, and seldom no machine."""
        rng = Random(f"{self.party.id}/{self.position}/{turn}")
        seats = played_seats(seats)
        machines = [one for one in self.party.present if not one.startswith(HUMAN)] or [
            f"bot:{DEFAULT_LEVEL}"
        ]
        most = max(min(len(people), len(seats)), 1)
        numbers = range(1, most + 1)
        number = rng.choices(numbers, [SELDOM if n == len(seats) else 1.0 for n in numbers])[0]
        sitting = rng.sample(people, min(number, len(people)))
        others = len(seats) - len(sitting)
        pool = [one for _ in range(others) for one in rng.sample(machines, len(machines))][:others]
        dealt = rng.sample([*sitting, *pool], len(seats))
        looking = tuple(one for one in self.party.present if one.startswith(HUMAN) and one not in sitting)
        return Seating({seat.name: one for seat, one in zip(seats, dealt, strict=True)}, looking)

    def seating(self, info: GameInfo, turn: int = 0, away: Collection[str] = ()) -> Seating:
        """Who sits where in the next game. `turn` 0 is the seating that is due; others are alternatives.

        `away`: PLAYER texts of people who get no seat now, unless everybody is away. A planned game has neither
        alternatives nor people who are away.
        """
        if self.party.plan and (planned := self._planned(info)) is not None:
            return planned
        everybody = self.party.present
        players = self.here(away)
        options = options_of(self.game, info, len(players))
        seats = info.game.seats(resolve(info.options, info.presets, options, None))
        if self.game.unsigned:
            return self._dealt(seats, players, turn)
        if self.game.genie:
            givers = [seat for seat in seats if seat.group == GIVER]
            thinks = seating(players, givers, info.id, self.played, turn).seats
            return Seating({**thinks, **{s.name: GENIE for s in seats if s.side == "solver"}})
        found = seating(players, seats, info.id, self.played, turn)
        sitting = set(found.seats.values())
        return replace(found, looking_on=tuple(one for one in everybody if one not in sitting))


def played_seats(seats: Iterable[Seat]) -> list[Seat]:
    """Returns the seats that are dealt to players: the one that gives the secret, and all with a side."""
    return [seat for seat in seats if seat.group == GIVER or seat.side != "neutral"]


def seating(
    players: Sequence[str], seats: Sequence[Seat], game: str, played: Sequence[PartySession], turn: int = 0
) -> Seating:
    """Returns who sits where, given who sat where before. A seat for which no player is left isn't included.

    A single player leaves the secret to the dealer, if there is one. A person who gives the secret also has
    all other seats without a side, because that person knows the answers.
    """
    roles = played_seats(seats)
    if len(players) == 1:
        roles = [s for s in roles if s.default != DEALER]
        past = [seat_of(players[0], one) for one in played if one.row.game == game]
        roles.sort(key=lambda seat: past.count(seat.name))
    roles = roles[: len(players)]
    due = _due(players, roles, game, played)
    ways = sorted(_ways(range(len(players)), roles), key=lambda way: _order(due, way))
    way = ways[turn % len(ways)]
    seated = {seat.name: players[p] for seat, p in zip(roles, way, strict=True)}
    giver = next((s for s in roles if s.group == GIVER), None)
    if giver is not None and seated[giver.name].startswith(HUMAN):
        seated |= {s.name: seated[giver.name] for s in seats if s not in roles and s.side == "neutral"}
    order = {seat.name: seated[seat.name] for seat in seats if seat.name in seated}
    return Seating(order, tuple(p for i, p in enumerate(players) if i not in way))


def _ways(players: Sequence[int], roles: Sequence[Seat]) -> Iterator[tuple[int, ...]]:
    """Yields every way to sit. Adjacent seats of one group are alike, so only table order fills them."""
    if not roles:
        yield ()
        return
    alike = sum(1 for _ in takewhile(lambda seat: seat.group == roles[0].group, roles))
    for some in combinations(players, alike):
        rest = [p for p in players if p not in some]
        yield from ((*some, *others) for others in _ways(rest, roles[alike:]))


def _order(due: Mapping[tuple[int, int], tuple[int, ...]], way: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Returns the sort key of a way to sit. It compares each count for all roles, then the next count."""
    return tuple(zip(*(due[p, i] for i, p in enumerate(way)), strict=True))


def _due(
    players: Sequence[str], roles: Sequence[Seat], game: str, played: Sequence[PartySession]
) -> dict[tuple[int, int], tuple[int, ...]]:
    """Returns the counts that decide who is due for a role, by the places of player and role.

    The player with the lowest counts is due.
    """
    ever: Counter[tuple[str, bool]] = Counter()
    here: Counter[tuple[str, str]] = Counter()
    sat: Counter[str] = Counter()
    for session in played:
        held = [s for s in session.seats if s.group == GIVER or s.side != "neutral"]
        sittings = [(text, s.group) for s in held for text in players_on(s, session)]
        ever.update((text, group == GIVER) for text, group in sittings)
        here.update(sittings if session.row.game == game else ())
        sat.update({text for text, _ in sittings})
    return {
        (p, i): (ever[text, seat.group == GIVER], sat[text], here[text, seat.group], p)
        for p, text in enumerate(players)
        for i, seat in enumerate(roles)
    }


def players_on(seat: SeatSummary, session: PartySession) -> tuple[str, ...]:
    """Returns the players of a seat, in order: only one, unless the seat changed hands."""
    return tuple(text_of(*who) for who in session.played.get(seat.seat) or ((seat.kind, seat.name),))


def seat_of(player: str, session: PartySession) -> str:
    """Returns the first seat that a player had in a session; empty if the player had none."""
    return next((s.seat for s in session.seats if text_of(s.kind, s.name) == player), "")


def winners(session: PartySession) -> tuple[str, ...]:
    """Returns the players who get a point for a session, each once; empty if the session isn't won.

    If a winning seat changed hands, everybody who played on it gets one.
    """
    if session.row.result != "won":
        return ()
    won = (one for s in session.seats if s.standing == "won" for one in players_on(s, session))
    return tuple(dict.fromkeys(won))


def unfound(session: PartySession) -> tuple[str, ...]:
    """The giver, without a side, of a secret that wasn't found; empty if it was found or nobody gave it."""
    if session.row.result != "lost":
        return ()
    giver = next((s for s in session.seats if s.group == GIVER and s.side == "neutral"), None)
    gave = players_on(giver, session)[:1] if giver is not None else ()
    return tuple(one for one in gave if one.partition(":")[0] in ("human", "bot", "model", "gone"))


FOUND, KEPT, NOBODY, TRUE, MADE_UP = "found", "kept", "nobody", "true", "made up"
"""The values of a call."""


def holds(call: Call, session: PartySession) -> bool:
    """True if a call was right: the session ended as predicted, or the word was its secret."""
    verdict = session.row.metrics.get("verdict")
    return came_true(
        call,
        result=session.row.result,
        found=any(s.side == "solver" and s.standing == "won" for s in session.seats),
        secret=session.row.secret or "",
        verdict=bool(verdict) if verdict in (0, 1) else None,
    )


def came_true(call: Call, *, result: str, found: bool, secret: str, verdict: bool | None) -> bool:
    """True if a call was right at a session with this result.

    `found`: whether a solver has won; `secret`: empty if there is none; `verdict`: whether a story's judge
    believed it, None without a verdict.
    """
    if call.kind == WORD:
        return result in ("won", "lost", "drawn") and bool(secret and same_word(call.value, secret))
    if call.value == NOBODY and call.kind == ENDS:
        return result == "drawn"
    if call.kind == RANG or result not in ("won", "lost"):
        return False
    if call.value in (FOUND, KEPT):
        return (call.value == FOUND) == found
    return verdict is not None and (call.value == TRUE) == (verdict == found)


def onlookers(party: Party, seats: Iterable[str]) -> tuple[str, ...]:
    """The people of a party (PLAYER texts) who have none of these seats, and so may predict the end."""
    seated = set(seats)
    return tuple(one for one in party.players if one.startswith(HUMAN) and one not in seated)


def text_of(kind: str, name: str) -> str:
    """Returns the PLAYER text of a saved seat.

    >>> text_of("bot", "bot hard"), text_of("human", "Ada")
    ('bot:hard', 'human:Ada')
    >>> text_of("bot", "bot hard + tiny")
    'bot:hard'
    """
    level = name.partition(" + ")[0].rpartition(" ")[2]
    return f"bot:{level if level in LEVELS else DEFAULT_LEVEL}" if kind == "bot" else f"{kind}:{name}"


def name_of(player: str) -> str:
    """Returns a player's name on the scoreboard.

    >>> name_of("bot:hard"), name_of("human:Ada")
    ('bot hard', 'Ada')
    >>> name_of("gone:1"), name_of("gone:3")
    ('somebody', 'somebody (3)')
    """
    kind, _, name = player.partition(":")
    if player.startswith(SOMEBODY) and name.isdecimal():
        return nameless(int(name))
    return f"bot {name}" if kind == "bot" else name


def next_opening(
    party_state: PartyState, info: GameInfo, book: ModelBook, turn: int = 0, away: Collection[str] = ()
) -> Opening:
    """Returns the next game of a party, with its players on their seats. Raises BadPlayer, BadOption.

    `away`: PLAYER texts of people who get no seat now, unless everybody is away.
    """
    game = party_state.game
    seats = party_state.seating(info, turn, away).seats
    cast = {seat: read_player(text, book=book) for seat, text in seats.items()}
    options = options_of(game, info, len(party_state.here(away)))
    return Opening(game.game, cast, options, deck=game.deck, blind=party_state.hides, unsigned=game.unsigned)


def options_of(game: PartyGame, info: GameInfo, players: int) -> Mapping[str, Any]:
    """Returns the options of a party's game, with a seat for each player if the game can have so many."""
    if info.seats_by is None or info.seats_by in game.options:
        return game.options
    option = info.options[info.seats_by]
    least, most = int(option.min or 0), int(option.max or players)
    few = resolve(info.options, info.presets, {**game.options, info.seats_by: least}, None)
    others = len(info.game.seats(few)) - least
    return {**game.options, info.seats_by: min(max(players - others, least), most)}


def stand_in(players: Sequence[str]) -> str:
    """The PLAYER text of a bot for a missing player, if possible of a level that isn't at the table."""
    free = [f"bot:{level}" for level in (DEFAULT_LEVEL, *LEVELS) if f"bot:{level}" not in players]
    return (*free, f"bot:{DEFAULT_LEVEL}")[0]


def choice_of(game: PartyGame, info: GameInfo) -> str:
    """Returns the choice with which a party's game is played; empty if the game offers no choices."""
    if game.genie:
        return AGAINST_GENIE
    if game.unsigned:
        return WHO
    if info.offers is None:
        return ""
    if info.offers == DECK:
        return game.deck or info.deck or ""
    return str(game.options.get(info.offers, info.options[info.offers].default))


def with_choice(info: GameInfo, choice: str) -> PartyGame:
    """Returns a party's game with one of the choices that the game offers."""
    if not choice or info.offers is None:
        return PartyGame(info.id)
    if info.offers == DECK:
        return PartyGame(info.id, deck=None if choice == info.deck else choice)
    return PartyGame(info.id, {info.offers: choice})


def who_problem(people: int, keyboard: int, phones: int, missing: Sequence[str] = ()) -> str:
    """Why *Who is the machine?* can't be played now, as a sentence; empty if it can.

    `people`: at the party; `keyboard`: those without a phone; `phones`: those whose phone is here. `missing`: the
    names of those whom a plan needs and whose phone isn't here.

    >>> who_problem(3, 1, 2), who_problem(3, 2, 1)[:20]
    ('', 'Only one person can ')
    >>> who_problem(3, 0, 2, ["p2"])
    "The plan needs everybody's phone. Not here yet: p2."
    """
    if missing:
        return f"The plan needs everybody's phone. Not here yet: {listed(missing)}."
    if people < LEAST_PEOPLE:
        return "Who is the machine? needs two people or more. Press e, then a to add them."
    if keyboard > 1:
        return "Only one person can be without a phone here. Press e, f, then F9 for a word that lets a phone in."
    if not phones:
        return "No phone is here yet, and Who is the machine? is played on phones. Press e, then f."
    return ""


def skipping(party_state: PartyState) -> Party:
    """Returns the party with its current or next game skipped."""
    running = party_state.running
    which = running.row.id if running else f"@{party_state.position}"
    return replace(party_state.party, skipped=(*party_state.party.skipped, which))


def going_on(party_state: PartyState) -> Party:
    """Returns the party reopened after its end, with another round if all its rounds were played."""
    party, total = replace(party_state.party, ended=False), party_state.total
    if total is None or party_state.position < total:
        return party
    return replace(party, rounds=party_state.position // len(party.games) + 1)
