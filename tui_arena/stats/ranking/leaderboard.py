"""Leaderboards of one game and of all games, and skill ratings for games with two sides.

This module describes their tables once, for screens, reports and files.

Ratings use the Plackett-Luce model of Weng and Lin ("A Bayesian Approximation Method for Online Ranking",
2011) as implemented by openskill. Every player starts at mu 25 and sigma 25/3, and each meeting changes both.
A player has a separate rating for each group of seats. See `stats/README.md`.

Ratings depend only on the meetings and their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import exp, sqrt

from tui_arena.core.text import fold
from tui_arena.data import GameInfo
from tui_arena.save.filters import Filter, is_player
from tui_arena.save.rollup.derived_rows import Meeting, Who
from tui_arena.save.rollup.items import Sums
from tui_arena.save.rollup.sums import MAIN, SCALE
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import MODEL, PlayerStanding, player_sums, spread_of
from tui_arena.stats.comparison import measure
from tui_arena.stats.conditions import Within, within
from tui_arena.stats.form import COST, form_text
from tui_arena.stats.statistics import Figure, Items, items_of_players, share, spread_of_sums, with_interval
from tui_arena.stats.text_tables import TableCell, TextTable, WrittenCell
from tui_arena.stats.written import TENTHS

START = 25.0
"""The mu of a player without meetings."""
SAFE = 3
"""The number of sigmas between mu and `ordinal`, which is below it."""
BETA, TAU, KAPPA = START / 6, START / 300, 0.0001
"""Three constants of the model: how much of a single result is luck, how much sigma grows before each
meeting, and the least factor of its square."""
Skill = tuple[float, float]
"""The mu and sigma of a player."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimated skill of a player on a group of seats."""

    kind: str
    name: str
    group: str
    mu: float
    """The likeliest skill; 25 for a player without meetings."""
    sigma: float
    """The skill's standard deviation; it shrinks as sessions are added."""
    sessions: int

    @property
    def figure(self) -> Figure:
        """The skill with its uncertainty."""
        return Figure(self.mu, self.sigma, self.sessions)

    @property
    def ordinal(self) -> float:
        """A cautious estimate: mu - 3 sigma; the player's skill is almost surely at least this."""
        return self.mu - SAFE * self.sigma


def ratings(meetings: Iterable[Meeting]) -> list[Rating]:
    """A rating for each player and group of seats: sorted by group, then the highest mu first.

    `meetings`: the oldest first. The players of a side are a team. A meeting is left out unless exactly two
    teams have players.
    """
    skill: dict[Who, Skill] = {}
    sessions: dict[Who, int] = {}
    for meeting in meetings:
        teams = [tuple(dict.fromkeys(side)) for side in meeting.sides.values()]
        if len(teams) != 2 or not all(teams):
            continue
        before = [[skill.get(who, (START, START / 3)) for who in team] for team in teams]
        won = [side == meeting.winner for side in meeting.sides]
        for team, skills in zip(teams, _moved(before, won), strict=True):
            for who, one in zip(team, skills, strict=True):
                skill[who] = one
                sessions[who] = sessions.get(who, 0) + 1
    rated = [
        Rating(who.kind, who.name, who.group, mu, sigma, sessions[who]) for who, (mu, sigma) in skill.items()
    ]
    return sorted(rated, key=lambda r: (r.group, -r.mu, r.name.casefold(), r.kind))


def _moved(teams: Sequence[Sequence[Skill]], won: Sequence[bool]) -> list[list[Skill]]:
    """The skills of both teams' players after a meeting (Weng and Lin 2011, algorithm 4). No winner: a tie.

    The result equals `PlackettLuce.rate` of openskill 6 to the last bit, without copying its objects.
    """
    grown = [[(mu, sqrt(sigma * sigma + TAU * TAU)) for mu, sigma in team] for team in teams]
    (mu, variance), (other_mu, other_variance) = sums = [_summed(team) for team in grown]
    c = sqrt((variance + BETA**2) + (other_variance + BETA**2))
    whole = exp(mu / c) + exp(other_mu / c)
    tie = not any(won)
    out = []
    for team, first, (mu, variance) in zip(grown, won, sums, strict=True):
        chance = exp(mu / c) / whole
        omega = (1 - chance) / 2 - chance / 2 if tie else 1 - chance if first else -chance
        omega *= variance / c
        delta = chance * (1 - chance) * (variance / c**2)
        delta *= sqrt(variance) / c
        shares = [(mu, sigma, sigma**2 / variance) for mu, sigma in team]
        out.append(
            [(mu + own * omega, sigma * sqrt(max(1 - own * delta, KAPPA))) for mu, sigma, own in shares]
        )
    return out


def _summed(team: Sequence[Skill]) -> Skill:
    """The mu and the variance of a team, added in openskill's order."""
    ordered = sorted(team, key=lambda one: one[0] - SAFE * one[1], reverse=True) if len(team) > 1 else team
    mu, variance = ordered[0][0], ordered[0][1] ** 2
    for one in ordered[1:]:  # `sum` rounds differently in different Python versions
        mu, variance = mu + one[0], variance + one[1] ** 2
    return mu, variance


@dataclass(frozen=True, slots=True)
class Leader:
    """One player at one game."""

    kind: str
    player: str
    sessions: int
    """The number of sessions without the unfinished ones; at least 1."""
    aborted: int
    quality: Figure
    """100 x the main score over the sessions that weren't aborted; the mean is None if there are none."""
    cost: Figure = field(default_factory=Figure)
    """The cost of a session of a model, in US dollars; without a value for other players and unknown prices."""

    @property
    def completed(self) -> float:
        """1 minus the aborted rate."""
        return 1 - self.aborted / self.sessions

    @property
    def combined(self) -> float:
        """The product of completed and quality, 0 to 100; 0 if every session was aborted."""
        return self.completed * (self.quality.value or 0.0)

    @property
    def span(self) -> tuple[float, float] | None:
        """The 95% interval of the mean quality, within 0 and 100; None below two sessions."""
        low, high = self.quality.low, self.quality.high
        return None if low is None or high is None else (low, high)


def scored(info: GameInfo, whole: Sums, items: Items) -> Figure:
    """100 x the mean main score with its interval over secrets, computed from sums.

    If every score is 0 or 1, the interval is that of a share, which has a width even if all are equal.
    """
    n, total, squares = whole
    mean = spread_of_sums(*whole)
    one = share(total // SCALE, n) if n > 1 and squares == total * SCALE else mean
    found = with_interval(replace(one, metric=measure(info, MAIN)), items, whole)
    value, std, low, high = (
        None if end is None else 100 * end for end in (found.value, mean.std, found.low, found.high)
    )
    return replace(found, value=value, std=std, low=low, high=high, count=None)


def leaderboard(store: Store, info: GameInfo, wanted: Filter) -> list[Leader]:
    """The players of a game under the condition of `ranked_within`, the best first.

    Raises BadFilter, SaveError.
    """
    found = []
    one = ranked_within(store, info, wanted).wanted
    items = items_of_players(store, one, [MAIN])
    for who, cells in player_sums(store, info, one).items():
        if cells["sessions"]:
            mean = scored(info, cells.sums(MAIN), items.get(who, ()))
            cost = spread_of(cells, COST) if who[0] == MODEL else Figure()
            found.append(Leader(*who, cells["sessions"], cells["aborted"], mean, cost))
    return sorted(found, key=lambda one: (-one.combined, one.player.casefold(), one.kind))


def ranked_within(store: Store, info: GameInfo, wanted: Filter) -> Within:
    """The condition of a game's leaderboard.

    Raises BadFilter, also if the filter joins qualities with several scales.
    """
    return within(store, info, wanted, info.metrics[info.main.metric])


def rated_within(store: Store, info: GameInfo, wanted: Filter) -> Within:
    """The condition of a game's ratings, whichever player or seat the filter names."""
    found = within(store, info, replace(wanted, game=info.id, player=None, seat=None))
    return replace(found, wanted=replace(found.wanted, player=wanted.player, seat=wanted.seat))


def places(figures: Sequence[float | None]) -> list[str]:
    """The places of figures, given best first; equal figures share the first of their places, marked `=`.

    >>> places([90.0, 75.0, 75.0, None])
    ['1', '2=', '2=', '4']
    """
    rounded = [None if figure is None else round(figure, 9) for figure in figures]
    alike, first = Counter(rounded), dict[float | None, int]()
    for place, one in enumerate(rounded, 1):
        first.setdefault(one, place)
    return [f"{first[one]}{'=' if alike[one] > 1 else ''}" for one in rounded]


def rated(store: Store, info: GameInfo, wanted: Filter) -> list[Rating]:
    """Ratings of the players and seats that pass the filter, under the condition of `rated_within`.

    A rating depends on the strength of all opponents. So the filter's player and seat only choose the ratings
    to return; they don't leave out any meeting. Empty for a game without two sides. Raises BadFilter,
    SaveError.
    """
    wanted = rated_within(store, info, wanted).wanted
    found = ratings(store.meetings(replace(wanted, player=None, seat=None)))
    return [
        one
        for one in found
        if (wanted.seat is None or fold(wanted.seat) == fold(one.group))
        and (wanted.player is None or is_player(wanted.player)(one.kind, one.name))
    ]


COUNTED = (
    "Sessions that ended, of all seats with a side, under one condition. Sessions don't count if they were "
    "imported, branched, taken back past a judged move, peeked at or hinted, if a model's reasoning was played "
    "as its move, or if the player didn't give every reply of its seat, unless the filter asks for them."
)
COMPLETED = "The share of sessions that were played to an end. The others were aborted, because a seat's replies couldn't be used."
QUALITY = (
    "100 times the mean main score of the sessions that weren't aborted: the game's own score for the side "
    "that looks for the secret, 1 minus that score for the other side. The span is its 95% interval, "
    "over secrets if some were played more than once: Wilson's if all scored 0 or 1, else Student's t."
)
COMBINED = "played x quality, 0 to 100: an aborted session costs as much as one with a score of 0."
OVER_ALL = (
    "The mean of played x the mean of quality over the games that were played, 0 to 100. Players are compared "
    "over the same games: a place is among all who played the player's games, over these games alone. "
    "Players of more games are listed first. For each game, the condition with the most sessions counts. A game "
    "whose sessions were all aborted counts as 0 in the first mean and not at all in the second."
)
SKILL = (
    "Skill by who beat whom (openskill, Plackett-Luce of Weng and Lin): everybody begins at 25, and each "
    "session that one side won, or that was drawn, moves both players. A surprising result moves them more. A "
    "player has one rating for each seat, from the last 20,000 such sessions."
)
SIGMA = (
    "± is the uncertainty: the true skill is very likely within twice that. It shrinks with every session."
)


def tenths(value: float | None) -> WrittenCell:
    """A figure with one decimal."""
    return WrittenCell(value, TENTHS.number(value))


def of_game(game: str) -> str:
    """The header of a game's column in the leaderboard over all games."""
    return f"quality {game}"


def by_games(found: Iterable[PlayerStanding]) -> list[PlayerStanding]:
    """Groups players that played the same games, the best first; groups with the most games come first."""
    return sorted(
        found, key=lambda one: (-len(one.games), sorted(one.games), -(one.combined or 0.0), one.player)
    )


def over_games(games: Collection[str], found: Iterable[PlayerStanding]) -> list[PlayerStanding]:
    """All players who played all of these games, over these games alone."""
    return [one.over(games) for one in found if one.games.keys() >= set(games)]


def shared_games(found: Collection[PlayerStanding]) -> frozenset[str]:
    """The most played games, as many as at least two players have all played.

    Starts from all games that anybody played, and removes the game with the fewest players until that is so.
    """
    players = Counter(game for one in found for game in one.games)
    games = sorted(players, key=lambda game: (-players[game], game))
    while len(games) > 1 and len(over_games(games, found)) < min(2, len(found)):
        games.pop()
    return frozenset(games)


def _places_over(games: Collection[str], found: Iterable[PlayerStanding]) -> dict[tuple[str, str], str]:
    """Maps all players who played some games to their places, by their figures over these games."""
    figures = {(one.kind, one.player): one.combined for one in over_games(games, found)}
    best = sorted(figures, key=lambda who: -(figures[who] or 0.0))
    return dict(zip(best, places([figures[who] for who in best]), strict=True))


def overall_table(games: Mapping[str, str], found: Iterable[PlayerStanding]) -> TextTable:
    """The leaderboard over all games, in the order of `by_games`. `games`: maps ids to titles."""
    rows: list[tuple[TableCell, ...]] = []
    ordered = by_games(found)
    for _, group in groupby(ordered, lambda one: sorted(one.games)):
        alike = list(group)
        placed = _places_over(alike[0].games.keys(), ordered)
        for one in alike:
            each = (_of_game(one.games.get(game)) for game in games)
            facts = (len(one.games), one.sessions, tenths(one.combined))
            rows.append((placed[one.kind, one.player], one.player, one.kind, *facts, *each))
    header = ("place", "player", "kind", "games", "sessions", "combined", *map(of_game, games.values()))
    return TextTable("All games: leaderboard", header, tuple(rows), (OVER_ALL, COUNTED))


def _of_game(pair: tuple[float, float | None] | None) -> WrittenCell:
    if pair is None:
        return WrittenCell(None, "")
    completed, quality = pair
    return replace(tenths(quality), note=TENTHS.shares.number(completed))


def leaders_table(info: GameInfo, found: Sequence[Leader], note: str = "") -> TextTable:
    """The leaderboard of one game. `note`: a sentence on its condition."""
    rows: list[tuple[TableCell, ...]] = []
    for place, one in zip(places([one.combined for one in found]), found, strict=True):
        low, high = one.span or (None, None)
        quality = replace(tenths(one.quality.value), span=TENTHS.ends(low, high))
        completed = WrittenCell(one.completed, TENTHS.shares.number(one.completed))
        figures = (completed, quality, low, high, tenths(one.combined))
        cost = WrittenCell(one.cost.value, form_text(COST, one.cost, TENTHS) if one.kind == MODEL else "")
        rows.append((place, one.player, one.kind, one.sessions, *figures, cost))
    header = ("place", "player", "kind", "sessions", "completed", "quality", "low", "high", "combined", COST)
    notes = filter(None, (note, COMBINED, QUALITY, COUNTED))
    return TextTable(f"{info.title}: leaderboard", header, tuple(rows), tuple(notes))


def ratings_table(info: GameInfo, found: Sequence[Rating], note: str = "") -> TextTable:
    """Ratings of a game, seat by seat, the best first. `note`: a sentence on their condition."""
    groups = dict.fromkeys(one.group for one in found)
    level = {group: [one.mu for one in found if one.group == group] for group in groups}
    left = {group: iter(places(mus)) for group, mus in level.items()}
    rows: list[tuple[TableCell, ...]] = []
    for one in found:
        mus = level[one.group]
        place = 1 + sum(mu > one.mu for mu in mus) if len(mus) > 1 else None
        skill = replace(tenths(one.mu), place=place, among=len(mus))
        sigma = WrittenCell(one.sigma, TENTHS.spread(one.figure))
        rows.append((next(left[one.group]), one.name, one.kind, one.group, one.sessions, skill, sigma))
    header = ("place", "player", "kind", "seat", "sessions", "mu", "sigma")
    return TextTable(f"{info.title}: skill", header, tuple(rows), tuple(filter(None, (note, SKILL, SIGMA))))
