"""The data of the home screen: recent results, streaks, dailies, and everything that can be resumed.

All figures come from the rows that the store returns; nothing is counted separately here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tui_arena.config import ModelBook, Settings
from tui_arena.core.record import standing
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.party import PartyState
from tui_arena.save.errors import Unreadable, reading
from tui_arena.save.queries import Streak
from tui_arena.save.summary import had_only_help, player_of
from tui_arena.ui.setup.recent_setups import recall, sitting, usual
from tui_arena.ui.times import moment

if TYPE_CHECKING:
    from tui_arena.players.models.registry import ModelRegistry
    from tui_arena.save.store import SessionRow, Store

PARTIES = 10
"""The number of newest parties among which an unfinished party is sought."""
RECENT = 60
"""The maximum number of sessions that count for the share of wins on the home screen."""
BARS = 12
"""The number of sessions that get a bar."""


@dataclass(frozen=True, slots=True)
class RecentForm:
    """A person's recent results in a game."""

    played: int = 0
    """The number of ended sessions that count; at most `RECENT`."""
    won: int = 0
    """The number of sessions that the person won or, in some games, in which the secret was found."""
    bars: tuple[tuple[float, bool], ...] = ()
    """For each session, its height from 0 to 1 and whether it was won; oldest session first."""
    best: int = 0
    """The longest winning streak ever."""
    current: int = 0
    helped: int = 0
    """The number of ended sessions that don't count only because of help; at most `RECENT`."""
    counts: str = "won"
    """What `won` counts, as a word: `won` or `found`."""

    @property
    def share(self) -> int:
        """The percentage of won sessions."""
        return round(100 * self.won / self.played) if self.played else 0


@dataclass(frozen=True, slots=True)
class Daily:
    """The daily of one game."""

    game: str
    noun: str
    """The thing to find, such as `word`."""
    day: str
    """The date as YYYY-MM-DD, in local time."""
    session: str | None = None
    """The id of the session in which the daily was or is being played; None: not begun."""
    over: bool = False
    line: str = ""
    """The result in words; empty: the daily wasn't begun."""
    streak: int = 0

    @property
    def brief(self) -> str:
        """The result in as few words as possible.

        >>> Daily("wordle", "word", "2026-11-21", line="found in 4").brief
        'in 4'
        """
        return self.line.removeprefix("found ")


@dataclass(frozen=True, slots=True)
class HomeStats:
    """Everything that the home screen reads from the store."""

    unfinished: tuple[SessionRow, ...]
    forms: Mapping[str, RecentForm]
    """The recent results of each game, by the game's id."""
    dailies: tuple[Daily, ...]
    """The dailies in the order of the games."""
    party_state: PartyState | None = None
    """The newest unfinished party; None if every party is over."""
    last_played: Mapping[str, str] = field(default_factory=dict)
    """Maps the id of each unfinished session to the time of its last move (ISO 8601)."""
    others: Mapping[str, str] = field(default_factory=dict)
    """Maps a game to its last players, in words, if the game's key would now seat others."""

    @property
    def waiting(self) -> tuple[SessionRow | PartyState, ...]:
        """Everything that can be resumed, newest first. A party takes the place of its own sessions."""
        if self.party_state is None:
            return self.unfinished
        party_state, own = self.party_state, {s.row.id for s in self.party_state.sessions}
        rest = [row for row in self.unfinished if row.id not in own or row.id in party_state.party.skipped]
        since = last_played(party_state)
        newer = sum(_time(row.started) > _time(since) for row in rest)
        return (*rest[:newer], party_state, *rest[newer:])

    @property
    def first_start(self) -> bool:
        """Whether nothing has been played yet."""
        return not self.waiting and not any(f.played or f.helped for f in self.forms.values())


def last_played(party_state: PartyState) -> str:
    """The last start of a session of the party, or else the start of the party itself (ISO 8601)."""
    started = [s.row.started for s in party_state.sessions if s.row.started]
    return max(started, key=_time, default=party_state.party.started)


def _time(text: str | None) -> float:
    """An ISO 8601 time as a number for comparing; 0 if the text is invalid."""
    at = moment(text)
    return at.timestamp() if at is not None else 0.0


def read_home_stats(
    store: Store,
    catalogue: Catalogue,
    registry: ModelRegistry,
    settings: Settings,
    *,
    day: str,
    unfinished: int,
) -> HomeStats:
    """Read everything from the store at once. Raises SaveError."""
    name = settings.name
    games, streaks = catalogue.games.values(), store.streaks(name)
    waiting = store.unfinished(unfinished)
    return HomeStats(
        tuple(waiting),
        {info.id: form_of(store, info, name, streaks.get(info.id, Streak(0, 0))) for info in games},
        tuple(daily_of(store, info, name, day) for info in games if info.daily),
        _party_state(store, catalogue, registry),
        store.last_played(waiting),
        other_casts(settings, catalogue, registry.book),
    )


def other_casts(settings: Settings, catalogue: Catalogue, book: ModelBook) -> dict[str, str]:
    """Maps a game to its last players, in words, if the game's key would now seat others."""
    found: dict[str, str] = {}
    for info in catalogue.games.values():
        if info.id in settings.last:
            last, first = recall(settings, info, book), usual(settings, info, book)
            if {s: c.spec for s, c in last.cast.items()} != {s: c.spec for s, c in first.cast.items()}:
                found[info.id] = sitting(last)
    return found


def _party_state(store: Store, catalogue: Catalogue, registry: ModelRegistry) -> PartyState | None:
    """The newest unfinished party; None if every party is over."""
    from tui_arena.players.party_store import parties  # noqa: PLC0415  (the first frame does not need it)

    newest = parties(store, catalogue, registry.book, PARTIES)
    return next((party_state for party_state in newest if not party_state.over), None)


def form_of(store: Store, info: GameInfo, name: str, streak: Streak) -> RecentForm:
    """The recent results of the player `name` in a game, with their streak."""
    recent = store.recent(info.id, RECENT)
    won = store.won_by(name, recent)
    rows = [r for r in recent if r.id in won and not r.flags]
    helped = sum(r.id in won and had_only_help(r.flags) for r in recent)
    if info.main.counts == "found":
        won, streak = {r.id: bool(r.metrics.get(info.main.metric)) for r in rows}, Streak(0, 0)
    bars = tuple((height(r, info) if won[r.id] else 0.0, won[r.id]) for r in reversed(rows[:BARS]))
    count = sum(won[r.id] for r in rows)
    return RecentForm(len(rows), count, bars, streak.best, streak.current, helped, info.main.counts)


def height(row: SessionRow, info: GameInfo) -> float:
    """The height of a won session's bar, from 0 to 1: the faster the win, the higher the bar.

    The height compares the count in the game's share text with the usual maximum. Without either, the bar is
    full.
    """
    count = row.metrics.get(info.main.share)
    tries = info.options.get(info.main.tries)
    bound = info.usual_tries or (tries.max if tries is not None else None)
    if not isinstance(count, int | float) or not bound:
        return 1.0
    return max(0.0, 1.0 - (count - 1) / bound)


UNREADABLE = "can't read it"
"""The result shown for a daily if its session can't be read."""


def daily_of(store: Store, info: GameInfo, name: str, day: str) -> Daily:
    """The daily of a day, with the result of `name` and their daily streak."""
    streak = store.streak(info.id, name, daily=True).current
    found = store.daily(info.id, day)
    if found is None:
        return Daily(info.id, info.daily, day, streak=streak)
    try:
        with reading(found):
            session = store.load(found)
            play = session.fold(info.game)
            mine = {
                standing(play, seat) for seat, spec in session.seats.items() if player_of(spec)[0] == "human"
            }
            line = _daily_line(play.outcome().result, info.tries_in(info.compute(play)), mine)
    except Unreadable:
        return Daily(info.id, info.daily, day, found, True, UNREADABLE, streak)
    return Daily(info.id, info.daily, day, found, play.over, line, streak)


def _daily_line(result: str, count: object, mine: Collection[str]) -> str:
    """The daily's result for its player. The giver of a secret loses if it is found, and otherwise wins.

    `mine`: the final standings of people's seats.
    """
    match result:
        case "won":
            return "lost" if "lost" in mine else f"found in {count}"
        case "lost" if "won" in mine:
            return "won"
        case "unfinished":
            return "begun"
        case "lost":
            return "missed"
        case _:
            return "played"


def next_daily(dailies: Sequence[Daily]) -> Daily | None:
    """The next daily to play: the first unfinished daily, otherwise the first; None without dailies."""
    return next((one for one in dailies if not one.over), next(iter(dailies), None))
