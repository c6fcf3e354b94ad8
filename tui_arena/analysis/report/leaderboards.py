"""Leaderboards and ratings of a report: who is how good, at a game and at all.

Law: players who are level share a place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tui_arena.analysis.ranking.leaderboard import Leader, places
from tui_arena.analysis.ranking.ratings import Rating
from tui_arena.analysis.report.blocks import Grid, Value
from tui_arena.analysis.report.tables import capped
from tui_arena.analysis.stat_rows import Standing


def leaders(title: str, found: Sequence[Leader]) -> Grid:
    """The leaderboard of one game."""
    cells = []
    for place, one in zip(places([one.combined for one in found]), found, strict=True):
        note = "" if one.span is None else f"[{one.span[0]:.1f}–{one.span[1]:.1f}]"
        cells.append(
            (
                Value(one.player),
                Value(one.kind),
                Value(place),
                Value(f"{one.sessions:,}"),
                Value(f"{100 * one.completed:.0f} %"),
                Value("" if one.quality.mean is None else f"{one.quality.mean:.1f}", note),
                Value(f"{one.combined:.1f}"),
            )
        )
    header = ("player", "kind", "place", "sessions", "completed", "quality", "combined")
    return capped(Grid(f"{title}: leaderboard", header, tuple(cells), words=2))


def overall(titles: Mapping[str, str], found: Sequence[Standing]) -> Grid:
    """The leaderboard over all games. `titles`: of the games, by id."""
    games = [game for game in titles if any(game in one.games for one in found)]
    cells = [
        (
            Value(one.player),
            Value(one.kind),
            Value(place),
            Value("" if one.combined is None else f"{one.combined:.1f}"),
            *(_of_game(one, game) for game in games),
        )
        for place, one in zip(places([one.combined for one in found]), found, strict=True)
    ]
    header = ("player", "kind", "place", "combined", *(titles[game] for game in games))
    note = "Of each game: quality, and below it the share of sessions that were completed."
    return capped(Grid("All games: leaderboard", header, tuple(cells), words=2, notes=(note,)))


def _of_game(one: Standing, game: str) -> Value:
    if game not in one.games:
        return Value("")
    completed, quality = one.games[game]
    return Value("–" if quality is None else f"{quality:.1f}", f"{100 * completed:.0f} %")


def skills(title: str, found: Sequence[Rating]) -> Grid:
    """Ratings of a two-sided game, seat by seat, the best first."""
    groups = list(dict.fromkeys(one.group for one in found))
    cells = []
    for group in groups:
        of_group = sorted((r for r in found if r.group == group), key=lambda r: (-r.mu, r.name.casefold()))
        for one in of_group:
            place = 1 + sum(other.mu > one.mu for other in of_group)
            mu = Value(f"{one.mu:.1f}", "", place if len(of_group) > 1 else None, len(of_group))
            cells.append(
                (Value(one.name), Value(group), mu, Value(f"±{one.sigma:.1f}"), Value(f"{one.sessions:,}"))
            )
    header = ("player", "seat", "rating", "uncertainty", "sessions")
    return capped(Grid(f"{title}: skill ratings", header, tuple(cells), words=2))
