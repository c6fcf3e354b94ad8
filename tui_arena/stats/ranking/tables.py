"""Leaderboards, ratings and compared orders as tables, described once for screens, reports and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tui_arena.data import GameInfo
from tui_arena.stats.aggregate import PlayerStanding
from tui_arena.stats.ranking.leaderboard import Leader, Rating, places
from tui_arena.stats.text_tables import Cell, TextTable, Told

COUNTED = (
    "Sessions that ended, of all seats with a side and all variants together. Left out are those that were "
    "imported, branched, taken back past a judged move, peeked at or hinted, and those in which the player "
    "did not give every reply of its seat, unless the filter asks for them."
)
COMPLETED = "1 less the share of aborted sessions, in which a seat's replies could not be used."
QUALITY = (
    "100 times the mean main score of the sessions that were not aborted: the game's own score for the side "
    "that looks for the secret, 1 less it for the other side. The span is its 95 % interval: "
    "Wilson's where all scored 0 or 1, else Student's t."
)
COMBINED = "completed x quality, 0 to 100."
OVER_ALL = (
    "The mean of completed x the mean of quality over the games that were played, 0 to 100; games not played "
    "are left out. A game whose every session was aborted counts 0 in the first mean and not in the second."
)
SKILL = (
    "Skill by who beat whom (openskill, Plackett-Luce of Weng and Lin): everybody begins at 25, and each "
    "session that one side won moves both, the more the less it was expected. A player has one rating for "
    "each seat, out of the last 20,000 such sessions."
)
SIGMA = "± is the uncertainty: the true skill lies within about two of them. It shrinks with every session."


def tenths(value: float | None) -> Told:
    """A figure with one decimal."""
    return Told(value, "" if value is None else f"{value:.1f}")


def of_game(game: str) -> str:
    """The header of a game's column in the leaderboard over all games."""
    return f"quality {game}"


def overall(games: Mapping[str, str], found: Sequence[PlayerStanding]) -> TextTable:
    """The leaderboard over all games. `games`: their titles by id."""
    rows: list[tuple[Cell, ...]] = []
    for place, one in zip(places([one.combined for one in found]), found, strict=True):
        each = (_of_game(one.games.get(game)) for game in games)
        rows.append((place, one.player, one.kind, one.sessions, tenths(one.combined), *each))
    header = ("place", "player", "kind", "sessions", "combined", *map(of_game, games.values()))
    return TextTable("All games: leaderboard", header, tuple(rows), (OVER_ALL, COUNTED))


def _of_game(pair: tuple[float, float | None] | None) -> Told:
    if pair is None:
        return Told(None, "")
    completed, quality = pair
    return Told(quality, "" if quality is None else f"{quality:.1f}", note=f"{100 * completed:.0f} %")


def leaders(info: GameInfo, found: Sequence[Leader]) -> TextTable:
    """The leaderboard of one game."""
    rows: list[tuple[Cell, ...]] = []
    for place, one in zip(places([one.combined for one in found]), found, strict=True):
        low, high = one.span or (None, None)
        mean = one.quality.value
        span = "" if one.span is None else f"{one.span[0]:.1f}-{one.span[1]:.1f}"
        quality = Told(mean, "" if mean is None else f"{mean:.1f}", span)
        completed = Told(one.completed, f"{100 * one.completed:.0f} %")
        figures = (completed, quality, low, high, tenths(one.combined))
        rows.append((place, one.player, one.kind, one.sessions, *figures))
    header = ("place", "player", "kind", "sessions", "completed", "quality", "low", "high", "combined")
    return TextTable(f"{info.title}: leaderboard", header, tuple(rows), (COMBINED, QUALITY, COUNTED))


def skills(info: GameInfo, found: Sequence[Rating]) -> TextTable:
    """Ratings of a game, seat by seat, the best first."""
    groups = dict.fromkeys(one.group for one in found)
    left = {group: iter(places([one.mu for one in found if one.group == group])) for group in groups}
    rows: list[tuple[Cell, ...]] = [
        (
            next(left[one.group]),
            one.name,
            one.kind,
            one.group,
            one.sessions,
            tenths(one.mu),
            Told(one.sigma, f"±{one.sigma:.1f}"),
        )
        for one in found
    ]
    header = ("place", "player", "kind", "seat", "sessions", "mu", "sigma")
    return TextTable(f"{info.title}: skill", header, tuple(rows), (SKILL, SIGMA))
