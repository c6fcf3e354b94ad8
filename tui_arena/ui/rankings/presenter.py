"""Leaderboards and ratings as rows, each with an explanation of its figures.

The figures come from `stats`; they are put into words here. An undefined figure is a dash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tui_arena.charts.builders import rating_bars
from tui_arena.charts.model import Band, Bars
from tui_arena.data import GameInfo
from tui_arena.stats.aggregate import PlayerStanding
from tui_arena.stats.ranking.leaderboard import Leader, Rating, places
from tui_arena.stats.text_tables import Cell, TextTable
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.presenter import PromptSheet
from tui_arena.ui.widgets.tables import Column

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
NOBODY = "No session counts here yet. Play one, or let bots play: tui-arena run {game} --sessions 30"
NO_RATING = "Nobody won against anybody here yet, so there is no skill to tell."
ONE_SIDE = (
    "{game} has no two sides: everybody plays against the puzzle, and the leaderboard tells who is best."
)


@dataclass(frozen=True, slots=True)
class RankingRow:
    """One line of a view."""

    key: str
    cells: Mapping[str, str]
    """Texts by key of the column."""
    sheet: PromptSheet
    """What Enter shows about it."""


@dataclass(frozen=True, slots=True)
class RankingsView:
    """One of the views of the rankings screen."""

    columns: tuple[Column, ...]
    rows: tuple[RankingRow, ...]
    table: TextTable
    """The same rows for an export."""
    told: str
    """A line below the table."""
    about: PromptSheet
    """What its figures mean."""
    chart: Bars | None = None
    notes: tuple[str, ...] = ()
    """Sentences below the table, where there is room."""
    empty: str = ""
    """The text shown if there are no rows."""


def overall(
    catalogue: Mapping[str, GameInfo], found: Sequence[PlayerStanding], glyphs: Glyphs
) -> RankingsView:
    """Every player over all games."""
    games = {game: info.title for game, info in catalogue.items()}
    rows, lines = [], []
    for place, one in zip(places([one.combined for one in found]), found, strict=True):
        pairs = {game: one.games.get(game) for game in games}
        cells = {game: _pair_text(pair, glyphs) for game, pair in pairs.items()}
        told = [
            f"{games[g]}: quality {_number(p[1], glyphs)}, completed {100 * p[0]:.0f} %"
            for g, p in pairs.items()
            if p is not None
        ]
        figure = _number(one.combined, glyphs)
        sheet = PromptSheet(
            f"{one.player}: {figure} over all games",
            (("games", "\n".join(told)), ("combined", OVER_ALL), ("what counts", COUNTED)),
        )
        head = {"place": place, "player": one.player, "n": f"{one.sessions}", "combined": figure}
        rows.append(RankingRow(f"{one.kind}:{one.player}", {**head, **cells}, sheet))
        plain = [None if p is None else p[1] for p in pairs.values()]
        lines.append((place, one.player, one.kind, one.sessions, one.combined, *plain))
    columns = (
        *_head(n_rank=9),
        Column("combined", "combined", 8, 0),
        *(Column(g, title, 6, 2 + n, max(len(title), 6)) for n, (g, title) in enumerate(games.items())),
    )
    header = ("place", "player", "kind", "sessions", "combined", *(f"quality {t}" for t in games.values()))
    return RankingsView(
        columns,
        tuple(rows),
        TextTable("All games: leaderboard", header, tuple(lines), (OVER_ALL, COUNTED)),
        "combined: mean completed x mean quality over the games played; below each game its quality",
        PromptSheet(
            "Over all games", (("combined", OVER_ALL), ("quality", QUALITY), ("what counts", COUNTED))
        ),
        _bars("combined over all games", [(one.player, one.combined, None) for one in found]),
        empty=NOBODY.format(game="wordle"),
    )


def leaders(info: GameInfo, found: Sequence[Leader], glyphs: Glyphs) -> RankingsView:
    """The leaderboard of one game."""
    rows, lines = [], []
    for place, one in zip(places([one.combined for one in found]), found, strict=True):
        span = "" if one.span is None else f" [{one.span[0]:.1f}-{one.span[1]:.1f}]"
        quality = glyphs.dash if one.quality.value is None else f"{one.quality.value:.1f}{span}"
        cells = {
            "place": place,
            "player": one.player,
            "n": str(one.sessions),
            "completed": f"{100 * one.completed:.0f} %",
            "quality": quality,
            "combined": f"{one.combined:.1f}",
        }
        aborted = f"{one.sessions} sessions ended, {one.aborted} of them aborted"
        sum_ = f"{one.completed:.3f} x {_number(one.quality.value, glyphs)} = {one.combined:.1f}"
        parts = (
            ("combined", f"{COMBINED} {sum_}"),
            ("completed", f"{COMPLETED} {aborted}."),
            ("quality", f"{QUALITY} {quality} over {one.quality.n}."),
            ("what counts", COUNTED),
        )
        sheet = PromptSheet(f"{one.player}: {one.combined:.1f} in {info.title}", parts)
        rows.append(RankingRow(f"{one.kind}:{one.player}", cells, sheet))
        low, high = one.span or (None, None)
        facts = (one.completed, one.quality.value, low, high, one.combined)
        lines.append((place, one.player, one.kind, one.sessions, *facts))
    columns = (
        *_head(),
        Column("combined", "combined", 8, 0),
        Column("completed", "completed", 9, 2),
        Column("quality", "quality [95 %]", 19, 1),
    )
    header = ("place", "player", "kind", "sessions", "completed", "quality", "low", "high", "combined")
    return RankingsView(
        columns,
        tuple(rows),
        TextTable(f"{info.title}: leaderboard", header, tuple(lines), (COMBINED, QUALITY, COUNTED)),
        "combined = completed x quality, 0 to 100; over all seats with a side and all variants",
        PromptSheet(
            f"Leaderboard of {info.title}",
            (
                ("combined", COMBINED),
                ("completed", COMPLETED),
                ("quality", QUALITY),
                ("what counts", COUNTED),
            ),
        ),
        _bars(f"{info.title}: quality", [(one.player, one.quality.value, one.span) for one in found]),
        empty=NOBODY.format(game=info.id),
    )


def skills(
    info: GameInfo,
    found: Sequence[Rating],
    elsewhere: Mapping[str, Mapping[tuple[str, str, str], Rating]],
    sides: Mapping[str, str],
    glyphs: Glyphs,
) -> RankingsView:
    """Ratings of a game, seat by seat.

    `elsewhere`: for the title of each other game, ratings there by a player's kind, name and side. `sides`:
    the side of each of this game's seat groups.
    """
    sign = glyphs.plus_minus
    rows: list[RankingRow] = []
    lines: list[tuple[Cell, ...]] = []
    groups = dict.fromkeys(one.group for one in found)
    left = {group: iter(places([one.mu for one in found if one.group == group])) for group in groups}
    for one in found:
        place = next(left[one.group])
        others = {
            title: known.get((one.kind, one.name, sides[one.group])) for title, known in elsewhere.items()
        }
        cells = {
            "place": place,
            "player": one.name,
            "seat": one.group,
            "n": str(one.sessions),
            "rating": f"{one.mu:.1f} {sign}{one.sigma:.1f}",
            **{t: glyphs.dash if r is None else f"{r.mu:.1f} {sign}{r.sigma:.1f}" for t, r in others.items()},
        }
        told = [
            f"{t}, {r.group}: {r.mu:.1f} ± {r.sigma:.1f} (n {r.sessions})" for t, r in others.items() if r
        ]
        parts = [
            ("rating", SKILL),
            ("uncertainty", SIGMA),
            ("almost surely at least", f"mu - 3 sigma = {one.ordinal:.1f}"),
            *([("same side in other games", "\n".join(told))] if told else []),
        ]
        title = f"{one.name} as {one.group}: {one.mu:.1f} {sign}{one.sigma:.1f}"
        rows.append(RankingRow(f"{one.group}/{one.kind}:{one.name}", cells, PromptSheet(title, tuple(parts))))
        lines.append((place, one.name, one.kind, one.group, one.sessions, one.mu, one.sigma))
    columns = (
        *_head(),
        Column("seat", "seat", 8, 0),
        Column("rating", "rating", 10, 0),
        *(Column(title, title, max(len(title), 10), 3 + n) for n, title in enumerate(elsewhere)),
    )
    header = ("place", "player", "kind", "seat", "sessions", "mu", "sigma")
    return RankingsView(
        columns,
        tuple(rows),
        TextTable(f"{info.title}: skill", header, tuple(lines), (SKILL, SIGMA)),
        "skill by who beat whom: everybody begins at 25; the bars stand to both sides of the field's mean",
        PromptSheet(f"Skill in {info.title}", (("rating", SKILL), ("uncertainty", SIGMA))),
        rating_bars(info, found) if found else None,
        empty=NO_RATING if "opponent" in sides.values() else ONE_SIDE.format(game=info.title),
    )


def _head(n_rank: int = 1) -> tuple[Column, ...]:
    return (
        Column("place", "#", 3, 0),
        Column("player", "player", 12, 0, 26),
        Column("n", "n", 5, n_rank),
    )


def _bars(title: str, found: Sequence[tuple[str, float | None, tuple[float, float] | None]]) -> Bars | None:
    bands = tuple(Band(name, value, *(span or (None, None))) for name, value, span in found)
    return Bars(title, "", bands, 0.0, 100.0) if bands else None


def _pair_text(pair: tuple[float, float | None] | None, glyphs: Glyphs) -> str:
    return glyphs.dash if pair is None else _number(pair[1], glyphs)


def _number(value: float | None, glyphs: Glyphs) -> str:
    return glyphs.dash if value is None else f"{value:.1f}"
