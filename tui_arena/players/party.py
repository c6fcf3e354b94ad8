"""A party: several people play several games in a row, and take turns on the seats.

The player who gave the secret least often gives it next, and those who played against it least often
play next. Ties go to the player who has sat least often so far, then to the one who had that seat's
group least often in this game, then to the first in table order. A game that can take all players has a
seat for each of them. Each winner of a won session gets a point, and so does who gave a secret that was not
found. Who has no seat calls how it ends, and may write down what the secret is; what is right is a point each.
A turn may have a clock: a point is lost each time it rings. The last round may count double.

A party holds only what was agreed. Points and seating are computed from the sessions that carry its id, so
the same party after the same sessions seats the same people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, takewhile
from typing import Any

from tui_arena.config import ModelBook
from tui_arena.core.game import Seat
from tui_arena.core.options import resolve
from tui_arena.core.words import same_word
from tui_arena.data import DECK, GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.new_session import DEALER, Opening
from tui_arena.players.seating import DEFAULT_LEVEL, read_player
from tui_arena.save.people import SOMEBODY
from tui_arena.save.store import PartySession

HUMAN = "human:"
"""The start of a person's PLAYER text."""
PARTY = "party"
"""The key of a set-up that holds the id of its party."""
MOST_PLAYERS, MOST_GAMES, MOST_ROUNDS = 8, 12, 20
GIVER = "setter"
"""Group of the seat that gives the secret, in every game."""
TEAMS = 2
GENIE = "bot:hard"
AGAINST_GENIE = "all against the genie"
PLAYED = frozenset({"won", "lost", "drawn", "aborted"})


@dataclass(frozen=True, slots=True)
class PartyGame:
    """One game of a party, with its options and deck."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options as given; the others have their defaults."""
    deck: str | None = None
    genie: bool = False
    """Whether a bot takes the guesser's seat and everybody at the party plays against it."""


ENDS, WORD, RANG = "ends", "word", "rang"
"""Kinds of calls."""


@dataclass(frozen=True, slots=True)
class Call:
    """What somebody at a party did beside a session: said how it would end, wrote its secret down, ran out of time."""

    session: str
    player: str
    """PLAYER text."""
    value: str
    """`found`, `kept` or `nobody`; of a story `true` or `made up`; of a word, the word; the seat for which the clock rang."""
    kind: str = ENDS


@dataclass(frozen=True, slots=True)
class DeletedSession:
    """A session that was deleted, with what it stays good for."""

    session: str
    place: int
    """Its place among the games that were agreed, from 0."""
    points: Mapping[str, int] = field(default_factory=dict)
    """By PLAYER text."""


@dataclass(frozen=True, slots=True)
class Party:
    """What was agreed for a party."""

    id: str
    started: str
    """When the party began: ISO 8601."""
    players: tuple[str, ...]
    """PLAYER texts in table order, each once."""
    games: tuple[PartyGame, ...]
    """Played one after the other, then again from the first."""
    rounds: int | None = 1
    """How often all games are played; None: until someone ends the party."""
    name: str = ""
    skipped: tuple[str, ...] = ()
    """One text per skipped game: the id of its unfinished session, or `@` and its position if none had begun."""
    ended: bool = False
    """Whether someone ended it before its rounds were over."""
    double_last: bool = False
    """Whether the games of the last round count double; needs a number of rounds."""
    calls: tuple[Call, ...] = ()
    """What was done beside the sessions, in order."""
    teams: bool = False
    """Whether every other player, in table order, is one of two teams that add up their points."""
    clock: int | None = None
    """Seconds that a person has for a turn; None: as long as they like."""
    gone: tuple[DeletedSession, ...] = ()
    """The sessions that were deleted; they count as played, and their points stand."""
    blind: bool = False
    """Whether letters stand for the players of each game until it is over."""

    @property
    def present(self) -> tuple[str, ...]:
        """The players who can still sit down."""
        return tuple(player for player in self.players if not player.startswith(SOMEBODY))


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one game."""

    seats: Mapping[str, str]
    """PLAYER texts by seat. The player who gives the secret may also hold other seats without a side."""
    looking_on: tuple[str, ...] = ()
    """Players without a seat."""


@dataclass(frozen=True)
class PartyState:
    """A party and the sessions played at it so far."""

    party: Party
    sessions: tuple[PartySession, ...] = ()
    """In the order in which they began."""
    met: Mapping[str, str] = field(default_factory=dict)
    """The names under which bots sat at its tables, by PLAYER text; empty: nobody has looked."""

    @cached_property
    def played(self) -> tuple[PartySession, ...]:
        """Its sessions that are over, including aborted ones."""
        return tuple(s for s in self.sessions if s.row.result in PLAYED)

    @property
    def finished(self) -> int:
        """How many games were played to their end, deleted ones among them."""
        return len(self.played) + sum(one.session not in self.party.skipped for one in self._gone)

    @property
    def running(self) -> PartySession | None:
        """The newest unfinished session that wasn't skipped; None if the next game can be dealt."""
        open_ones = [s for s in self.sessions if s.row.result == "unfinished"]
        return next((s for s in reversed(open_ones) if s.row.id not in self.party.skipped), None)

    @property
    def position(self) -> int:
        """How many games were played or skipped."""
        done = {s.row.id for s in self.played} | {one for one in self.party.skipped if one}
        done |= {one.session for one in self.party.gone}
        return len(done) + self.party.skipped.count("")

    @property
    def total(self) -> int | None:
        """How many games were agreed; None if there is no limit."""
        rounds = self.party.rounds
        return None if rounds is None else rounds * len(self.party.games)

    @property
    def over(self) -> bool:
        """Whether the party is over."""
        return self.party.ended or (self.total is not None and self.position >= self.total)

    @property
    def game(self) -> PartyGame:
        """The game that is being played, or else the next one."""
        games = self.party.games
        if self.running is not None:
            same = [g for g in games if g.game == self.running.row.game]
            return same[0] if same else PartyGame(self.running.row.game)
        return games[self.position % len(games)]

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
        """The sessions that are no longer there."""
        here = {session.row.id for session in self.sessions}
        return [one for one in self.party.gone if one.session not in here]

    def left_by(self, player: str) -> list[DeletedSession]:
        """What the sessions in which a player sat stay good for, once they are deleted."""
        return self.left_of({one.row.id for one in self.sessions if seat_of(player, one)})

    def left_of(self, going: Collection[str]) -> list[DeletedSession]:
        """What sessions, by id, stay good for once they are deleted; one that was not over is played anew."""
        return [
            DeletedSession(
                one.row.id, self._places[one.row.id], self.points_of(one) if one in self.played else {}
            )
            for one in self.sessions
            if one.row.id in going and (one in self.played or one.row.id in self.party.skipped)
        ]

    def points_of(self, session: PartySession) -> Counter[str]:
        """Points by player for one session: what was won, what was called right, less what the clock took."""
        weight = 2 if self.counts_double(session) else 1
        found = Counter(dict.fromkeys(self.scorers(session), weight))
        for call in self.calls_at(session):
            found[call.player] += weight * holds(call, session) - (call.kind == RANG)
        return found

    def calls_at(self, session: PartySession) -> list[Call]:
        """What was done beside a session, in order."""
        return [call for call in self.party.calls if call.session == session.row.id]

    def scorers(self, session: PartySession) -> tuple[str, ...]:
        """Who scores by how a session ended: the winners, everybody against a genie, or an unfound secret's giver."""
        found = winners(session)
        outside = {text_of(s.kind, s.name) for s in session.seats if s.side == "solver"}
        own = set(self.party.players)
        if found and set(found) <= own and not outside & own and session.row.game in self._against_genie:
            return self.party.players
        return found or unfound(session)

    def named(self, player: str) -> str:
        """A player's name on the scoreboard: a bot's is the one it was met under.

        A bot that only plays against everybody is the genie.
        """
        if player == GENIE and player not in self.party.players and self._against_genie:
            return "the genie"
        return self.met.get(player) or name_of(player)

    @property
    def _against_genie(self) -> set[str]:
        return {game.game for game in self.party.games if game.genie}

    def counts_double(self, session: PartySession) -> bool:
        """Whether a session's points count double."""
        return self.doubles(self._places.get(session.row.id, 0))

    def doubles(self, place: int) -> bool:
        """Whether the game at a place, from 0, counts double: it is one of the last round."""
        party = self.party
        return party.double_last and self.total is not None and place >= self.total - len(party.games)

    @cached_property
    def _places(self) -> dict[str, int]:
        """The place of each session among the games that were agreed, from 0, by its id."""
        places: dict[str, int] = {}
        place = self.party.skipped.count("")  # older notes do not say which game was skipped
        gone = {one.place for one in self._gone}
        for session in self.sessions:
            while f"@{place}" in self.party.skipped or place in gone:
                place += 1
            places[session.row.id] = place
            place += 1
        return places

    @property
    def leaders(self) -> tuple[str, ...]:
        """The players of the side or sides with the most points; empty while no one has any."""
        totals = self.standing
        best = max(totals.values(), default=0)
        return tuple(one for side, n in totals.items() if n == best for one in side) if best else ()

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """Who scores together: each player alone, or two teams; guests and stand-ins are alone."""
        players = self.party.players
        if not self.party.teams or len(players) < TEAMS * 2:
            return tuple((player,) for player in self.points)
        teams = tuple(players[n::TEAMS] for n in range(TEAMS))
        return (*teams, *((player,) for player in self.points if player not in players))

    @property
    def standing(self) -> dict[tuple[str, ...], int]:
        """Points by side, in the order of `sides`."""
        return {side: sum(self.points[player] for player in side) for side in self.sides}

    def seating(self, info: GameInfo, turn: int = 0) -> Seating:
        """Who sits where in the next game. `turn` 0 is the seating that is due; higher numbers are others."""
        players = self.party.present
        options = options_of(self.game, info, len(players))
        seats = info.game.seats(resolve(info.options, info.presets, options, None))
        if self.game.genie:
            givers = [seat for seat in seats if seat.group == GIVER]
            thinks = seating(players, givers, info.id, self.played, turn).seats
            return Seating({**thinks, **{s.name: GENIE for s in seats if s.side == "solver"}})
        return seating(players, seats, info.id, self.played, turn)


def seating(
    players: Sequence[str], seats: Sequence[Seat], game: str, played: Sequence[PartySession], turn: int = 0
) -> Seating:
    """Who sits where, given who sat where before. Seats for which no player is left aren't included.

    A single player leaves the secret to the dealer, if there is one. A person who gives the secret also
    holds all other seats without a side, because they know the answers.
    """
    roles = [s for s in seats if s.group == GIVER or s.side != "neutral"]
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
    """Every way to sit. Adjacent seats of one group are alike, so they're filled in table order only."""
    if not roles:
        yield ()
        return
    alike = sum(1 for _ in takewhile(lambda seat: seat.group == roles[0].group, roles))
    for some in combinations(players, alike):
        rest = [p for p in players if p not in some]
        yield from ((*some, *others) for others in _ways(rest, roles[alike:]))


def _order(due: Mapping[tuple[int, int], tuple[int, ...]], way: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The sort key of a way to sit: it compares each count for all roles, then the next count."""
    return tuple(zip(*(due[p, i] for i, p in enumerate(way)), strict=True))


def _due(
    players: Sequence[str], roles: Sequence[Seat], game: str, played: Sequence[PartySession]
) -> dict[tuple[int, int], tuple[int, ...]]:
    """The counts that decide who is due for a role, by places of player and role; the lowest is due first."""
    ever: Counter[tuple[str, bool]] = Counter()
    here: Counter[tuple[str, str]] = Counter()
    sat: Counter[str] = Counter()
    for session in played:
        held = {s.seat: s for s in session.seats if s.group == GIVER or s.side != "neutral"}
        texts = {seat: text_of(s.kind, s.name) for seat, s in held.items()}
        ever.update((text, held[seat].group == GIVER) for seat, text in texts.items())
        here.update((text, held[seat].group) for seat, text in texts.items() if session.row.game == game)
        sat.update(set(texts.values()))
    return {
        (p, i): (ever[text, seat.group == GIVER], sat[text], here[text, seat.group], p)
        for p, text in enumerate(players)
        for i, seat in enumerate(roles)
    }


def seat_of(player: str, session: PartySession) -> str:
    """The first seat that a player held in a session; empty if they had none."""
    return next((s.seat for s in session.seats if text_of(s.kind, s.name) == player), "")


def winners(session: PartySession) -> tuple[str, ...]:
    """The players who get a point for a session, each once; empty if it isn't won."""
    if session.row.result != "won":
        return ()
    won = (text_of(s.kind, s.name) for s in session.seats if s.standing == "won")
    return tuple(dict.fromkeys(won))


def unfound(session: PartySession) -> tuple[str, ...]:
    """Who gave a secret that was not found, and had no side; empty if it was found, or there was nobody."""
    if session.row.result != "lost":
        return ()
    giver = next((s for s in session.seats if s.group == GIVER and s.side == "neutral"), None)
    seated = giver is not None and giver.kind in ("human", "bot", "model")
    return (text_of(giver.kind, giver.name),) if giver is not None and seated else ()


FOUND, KEPT, NOBODY, TRUE, MADE_UP = "found", "kept", "nobody", "true", "made up"
"""What a call can say."""


def holds(call: Call, session: PartySession) -> bool:
    """Whether a call was right: a session ended so, or that was its secret."""
    if call.kind == WORD:
        secret = session.row.secret
        return session.row.result in ("won", "lost", "drawn") and bool(
            secret and same_word(call.value, secret)
        )
    if call.value == NOBODY and call.kind == ENDS:
        return session.row.result == "drawn"
    if call.kind == RANG or session.row.result not in ("won", "lost"):
        return False
    found = any(s.side == "solver" and s.standing == "won" for s in session.seats)
    if call.value in (FOUND, KEPT):
        return (call.value == FOUND) == found
    verdict = session.row.metrics.get("verdict")
    return verdict in (0, 1) and (call.value == TRUE) == (bool(verdict) == found)


def onlookers(party: Party, seats: Iterable[str]) -> tuple[str, ...]:
    """The people of a party who have none of these seats (PLAYER texts), and so may call how it ends."""
    seated = set(seats)
    return tuple(one for one in party.players if one.startswith(HUMAN) and one not in seated)


def text_of(kind: str, name: str) -> str:
    """The PLAYER text of a saved seat.

    >>> text_of("bot", "bot hard"), text_of("human", "Ada")
    ('bot:hard', 'human:Ada')
    """
    level = name.rpartition(" ")[2]
    return f"bot:{level if level in LEVELS else DEFAULT_LEVEL}" if kind == "bot" else f"{kind}:{name}"


def name_of(player: str) -> str:
    """A player's name on the scoreboard.

    >>> name_of("bot:hard"), name_of("human:Ada")
    ('bot hard', 'Ada')
    >>> name_of("gone:1"), name_of("gone:3")
    ('somebody', 'somebody (3)')
    """
    kind, _, name = player.partition(":")
    if player.startswith(SOMEBODY):
        return "somebody" if name == "1" else f"somebody ({name})"
    return f"bot {name}" if kind == "bot" else name


def next_opening(party_state: PartyState, info: GameInfo, book: ModelBook, turn: int = 0) -> Opening:
    """The next game of a party, with its players on their seats. Raises BadPlayer, BadOption."""
    game = party_state.game
    cast = {
        seat: read_player(text, book=book) for seat, text in party_state.seating(info, turn).seats.items()
    }
    options = options_of(game, info, len(party_state.party.present))
    return Opening(game.game, cast, options, deck=game.deck, blind=party_state.party.blind)


def options_of(game: PartyGame, info: GameInfo, players: int) -> Mapping[str, Any]:
    """The options of a party's game, with a seat for each player if the game can have so many."""
    if info.seats_by is None or info.seats_by in game.options:
        return game.options
    option = info.options[info.seats_by]
    least, most = int(option.min or 0), int(option.max or players)
    few = resolve(info.options, info.presets, {**game.options, info.seats_by: least}, None)
    others = len(info.game.seats(few)) - least
    return {**game.options, info.seats_by: min(max(players - others, least), most)}


def stand_in(players: Sequence[str]) -> str:
    """The PLAYER text of a bot for a missing player, if possible of a level that isn't at the table yet."""
    free = [f"bot:{level}" for level in (DEFAULT_LEVEL, *LEVELS) if f"bot:{level}" not in players]
    return (*free, f"bot:{DEFAULT_LEVEL}")[0]


def choice_of(game: PartyGame, info: GameInfo) -> str:
    """The choice that a party's game is played with; empty for a game that offers no choices."""
    if game.genie:
        return AGAINST_GENIE
    if info.offers is None:
        return ""
    if info.offers == DECK:
        return game.deck or info.deck or ""
    return str(game.options.get(info.offers, info.options[info.offers].default))


def with_choice(info: GameInfo, choice: str) -> PartyGame:
    """A party's game with one of the choices that the game offers."""
    if not choice or info.offers is None:
        return PartyGame(info.id)
    if info.offers == DECK:
        return PartyGame(info.id, deck=None if choice == info.deck else choice)
    return PartyGame(info.id, {info.offers: choice})


def skipping(party_state: PartyState) -> Party:
    """The party with its current or next game skipped."""
    running = party_state.running
    which = running.row.id if running else f"@{party_state.position}"
    return replace(party_state.party, skipped=(*party_state.party.skipped, which))


def going_on(party_state: PartyState) -> Party:
    """The party to go on with after its end, with another round if all its rounds were played."""
    party, total = replace(party_state.party, ended=False), party_state.total
    if total is None or party_state.position < total:
        return party
    return replace(party, rounds=party_state.position // len(party.games) + 1)
