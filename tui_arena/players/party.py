"""A party: an evening of several people over several games, and who sits where next.

Law: a party holds what was agreed, and never a point or a place in the order: both are read from the
sessions that carry its id. The same party after the same sessions seats the same people.

Roles go round: who gave the secret least often gives it next, who played against it least often sits
there; where that is several, who sat least so far, then who had the seat least often in this game, then
the order of the table. A game that takes as many as there are has a seat for each of them.
A point goes to each winner of a session that is won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, takewhile
from typing import Any

from tui_arena.config import ModelBook
from tui_arena.core.game import Seat
from tui_arena.core.options import resolve
from tui_arena.data import DECK, GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.new_session import DEALER, Opening
from tui_arena.players.seating import DEFAULT_LEVEL, read_player
from tui_arena.save.store import PartySession

PARTY = "party"
"""The key of a set-up that holds the id of its party."""
MOST_PLAYERS, MOST_GAMES, MOST_ROUNDS = 8, 12, 20
GIVER = "setter"
"""Group of the seat that gives the secret, in every game."""
PLAYED = frozenset({"won", "lost", "aborted"})


@dataclass(frozen=True, slots=True)
class PartyGame:
    """One game of an evening, and how it is played there."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """As given; the rest are the defaults."""
    deck: str | None = None


@dataclass(frozen=True, slots=True)
class Party:
    """What was agreed for an evening."""

    id: str
    started: str
    """When it began: ISO 8601."""
    players: tuple[str, ...]
    """PLAYER texts in the order in which they sit round the table, each once."""
    games: tuple[PartyGame, ...]
    """Played one after the other, then again from the first."""
    rounds: int | None = 1
    """How often all games are played; None: until somebody ends the evening."""
    name: str = ""
    skipped: tuple[str, ...] = ()
    """Games that were passed over: the id of the session that was left, or nothing if none had begun."""
    ended: bool = False
    """Whether somebody ended it, before its rounds were over."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one game."""

    seats: Mapping[str, str]
    """PLAYER texts by seat; who gives the secret may hold another seat without a side as well."""
    looking_on: tuple[str, ...] = ()
    """Players without a seat."""


@dataclass(frozen=True)
class PartyState:
    """A party and what was played at it so far."""

    party: Party
    sessions: tuple[PartySession, ...] = ()
    """In the order in which they were begun."""

    @cached_property
    def played(self) -> tuple[PartySession, ...]:
        """Its sessions that are over, aborted ones too."""
        return tuple(s for s in self.sessions if s.row.result in PLAYED)

    @property
    def running(self) -> PartySession | None:
        """The newest session that waits to be gone on with; None: the next can be dealt."""
        open_ones = [s for s in self.sessions if s.row.result == "unfinished"]
        return next((s for s in reversed(open_ones) if s.row.id not in self.party.skipped), None)

    @property
    def position(self) -> int:
        """How many games are behind: played, or passed over."""
        done = {s.row.id for s in self.played} | {one for one in self.party.skipped if one}
        return len(done) + self.party.skipped.count("")

    @property
    def total(self) -> int | None:
        """How many games were agreed; None: no end."""
        rounds = self.party.rounds
        return None if rounds is None else rounds * len(self.party.games)

    @property
    def over(self) -> bool:
        """Whether nothing more is played."""
        return self.party.ended or (self.total is not None and self.position >= self.total)

    @property
    def game(self) -> PartyGame:
        """The game that is next, or that is on the table."""
        games = self.party.games
        if self.running is not None:
            same = [g for g in games if g.game == self.running.row.game]
            return same[0] if same else PartyGame(self.running.row.game)
        return games[self.position % len(games)]

    @cached_property
    def points(self) -> dict[str, int]:
        """Points by player, in the order of the table, then of others who won: guests and stand-ins."""
        found = Counter(player for session in self.played for player in winners(session))
        own = {player: found[player] for player in self.party.players}
        return own | {player: n for player, n in found.items() if player not in own}

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who has most points; nobody while nobody has any."""
        best = max(self.points.values(), default=0)
        return tuple(player for player, n in self.points.items() if n == best) if best else ()

    def seating(self, info: GameInfo, turn: int = 0) -> Seating:
        """Who sits where in the next game. `turn`: 0 as it is due; others are other ways to sit, in turn."""
        options = options_of(self.game, info, len(self.party.players))
        seats = info.game.seats(resolve(info.options, info.presets, options, None))
        return seating(self.party.players, seats, info.id, self.played, turn)


def seating(
    players: Sequence[str], seats: Sequence[Seat], game: str, played: Sequence[PartySession], turn: int = 0
) -> Seating:
    """Who sits where, by who sat where before. Seats that nobody is left for are not in it.

    A person alone leaves the secret to the dealer, where there is one. Whoever gives the secret holds
    all other seats without a side: who thought of the thing answers for it.
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
    if giver is not None and seated[giver.name].startswith("human:"):
        seated |= {s.name: seated[giver.name] for s in seats if s not in roles and s.side == "neutral"}
    order = {seat.name: seated[seat.name] for seat in seats if seat.name in seated}
    return Seating(order, tuple(p for i, p in enumerate(players) if i not in way))


def _ways(players: Sequence[int], roles: Sequence[Seat]) -> Iterator[tuple[int, ...]]:
    """Every way to sit; seats of one group next to each other are alike, and taken in the table's order."""
    if not roles:
        yield ()
        return
    alike = sum(1 for _ in takewhile(lambda seat: seat.group == roles[0].group, roles))
    for some in combinations(players, alike):
        rest = [p for p in players if p not in some]
        yield from ((*some, *others) for others in _ways(rest, roles[alike:]))


def _order(due: Mapping[tuple[int, int], tuple[int, ...]], way: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """How early a way to sit comes: one count after the other, each for all roles at once."""
    return tuple(zip(*(due[p, i] for i, p in enumerate(way)), strict=True))


def _due(
    players: Sequence[str], roles: Sequence[Seat], game: str, played: Sequence[PartySession]
) -> dict[tuple[int, int], tuple[int, ...]]:
    """How little each player is due for each role, by their places: lowest first."""
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
    """The first seat that a player held in a session; empty for none."""
    return next((s.seat for s in session.seats if text_of(s.kind, s.name) == player), "")


def winners(session: PartySession) -> tuple[str, ...]:
    """Who gets a point for a session, each once; nobody for one that is not won."""
    if session.row.result != "won":
        return ()
    won = (text_of(s.kind, s.name) for s in session.seats if s.standing == "won")
    return tuple(dict.fromkeys(won))


def text_of(kind: str, name: str) -> str:
    """The PLAYER text of a saved seat.

    >>> text_of("bot", "bot hard"), text_of("human", "Ada")
    ('bot:hard', 'human:Ada')
    """
    level = name.rpartition(" ")[2]
    return f"bot:{level if level in LEVELS else DEFAULT_LEVEL}" if kind == "bot" else f"{kind}:{name}"


def name_of(player: str) -> str:
    """What a player is called on the scoreboard.

    >>> name_of("bot:hard"), name_of("human:Ada")
    ('bot hard', 'Ada')
    """
    kind, _, name = player.partition(":")
    return f"bot {name}" if kind == "bot" else name


def next_opening(party_state: PartyState, info: GameInfo, book: ModelBook, turn: int = 0) -> Opening:
    """The next game of an evening, with its players on their seats. Raises BadPlayer, BadOption."""
    game = party_state.game
    cast = {
        seat: read_player(text, book=book) for seat, text in party_state.seating(info, turn).seats.items()
    }
    options = options_of(game, info, len(party_state.party.players))
    return Opening(game.game, cast, options, deck=game.deck)


def options_of(game: PartyGame, info: GameInfo, players: int) -> Mapping[str, Any]:
    """The options of a game of an evening, with as many seats as there are players, if it takes so many."""
    if info.seats_by is None or info.seats_by in game.options:
        return game.options
    option = info.options[info.seats_by]
    least, most = int(option.min or 0), int(option.max or players)
    few = resolve(info.options, info.presets, {**game.options, info.seats_by: least}, None)
    others = len(info.game.seats(few)) - least
    return {**game.options, info.seats_by: min(max(players - others, least), most)}


def stand_in(players: Sequence[str]) -> str:
    """The PLAYER text of a bot for somebody who is gone: of a level that is not at the table, if there is one."""
    free = [f"bot:{level}" for level in (DEFAULT_LEVEL, *LEVELS) if f"bot:{level}" not in players]
    return (*free, f"bot:{DEFAULT_LEVEL}")[0]


def choice_of(game: PartyGame, info: GameInfo) -> str:
    """Which of the choices that the game offers it is played with; empty for a game that offers none."""
    if info.offers is None:
        return ""
    if info.offers == DECK:
        return game.deck or info.deck or ""
    return str(game.options.get(info.offers, info.options[info.offers].default))


def with_choice(info: GameInfo, choice: str) -> PartyGame:
    """A game of an evening with one of the choices that it offers."""
    if not choice or info.offers is None:
        return PartyGame(info.id)
    if info.offers == DECK:
        return PartyGame(info.id, deck=None if choice == info.deck else choice)
    return PartyGame(info.id, {info.offers: choice})


def skipping(party_state: PartyState) -> Party:
    """The party without the game that is next or on the table."""
    running = party_state.running
    return replace(party_state.party, skipped=(*party_state.party.skipped, running.row.id if running else ""))


def going_on(party_state: PartyState) -> Party:
    """The party for another round, after it was over."""
    party, total = replace(party_state.party, ended=False), party_state.total
    if total is None or party_state.position < total:
        return party
    return replace(party, rounds=party_state.position // len(party.games) + 1)
