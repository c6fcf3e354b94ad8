"""The list of a game's pictures, and the chart of each, built from the save file.

Building a picture queries the save file, so the app must do it in a thread and not in its event loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from tui_arena.charts import builders
from tui_arena.charts.model import Chart
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import Filter, StatRow, side_groups, stats
from tui_arena.stats.ranking.leaderboard import rated
from tui_arena.stats.ranking.references import published_rows

SCORE, SPREAD, ITEMS, SKILL = "#score", "#spread", "#items", "#skill"
"""Keys of pictures. The key of a metric's picture is its name; that of an opposing seat's score is
`#score:SEAT`."""
PROBED = ("ranks", "listed", "distances")
"""List metrics that need probes."""
BARS = ("flag", "count", "number", "seats")
"""Kinds of metric that are drawn as bars."""
TURNS = "turn"
"""The unit of a list of turn numbers; such a list has no curve."""
NOT_ASKED = (
    "Nobody was asked yet what was likely, round by round.\n\n"
    "a on the sessions screen asks a player about saved sessions, and so does `tui-arena analyse`; "
    "a game that is set up with a probe asks while it is played."
)
NO_SECRETS = "No session with a secret counts here yet."
NO_SKILL = "No session that one side won against the other counts here yet."


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a game."""

    key: str
    name: str
    """Its name in a list."""
    there: bool = True
    """Whether there is anything to draw."""
    hint: str = ""
    """What to do to get something to draw, if there is nothing yet."""


def pictures(info: GameInfo, rows: Sequence[StatRow]) -> list[Picture]:
    """The pictures for these rows, the most important first; none without rows.

    Pictures of probed metrics are listed even without data, because saved sessions can still be probed.
    """
    if not rows:
        return []
    own = builders.of_seat(info, rows)
    main, share = info.metrics[info.main.metric], info.metrics[info.main.share]
    sides = side_groups(info)
    lists = [m for m in info.metrics.values() if m.kind == "list" and m.unit != TURNS]
    return [
        Picture(SCORE, main.label, bool(own)),
        *(
            Picture(f"{SCORE}:{group}", f"won, {group}")
            for group, side in sides.items()
            if side == "opponent" and builders.of_seat(info, rows, group)
        ),
        Picture(SPREAD, f"{share.label}, spread", bool(own)),
        *(_curve(m, own) for m in lists if _by_round(m, own) or m.name in PROBED),
        Picture(ITEMS, "secrets", bool(own), NO_SECRETS),
        *([Picture(SKILL, "skill", hint=NO_SKILL)] if two_sided(info) else []),
        *(
            Picture(m.name, m.label)
            for m in info.metrics.values()
            if m.kind in BARS and m is not main and _defined(m, own)
        ),
    ]


def two_sided(info: GameInfo) -> bool:
    """Whether one side of players wins against another."""
    return {"solver", "opponent"} <= set(side_groups(info).values())


def _by_round(about: Metric, rows: Sequence[StatRow]) -> bool:
    return any(row.figure(about.name).turns for row in rows)


def _defined(about: Metric, rows: Sequence[StatRow]) -> bool:
    return any(row.figure(about.name).n for row in rows)


def _curve(about: Metric, rows: Sequence[StatRow]) -> Picture:
    there = _by_round(about, rows)
    return Picture(about.name, about.label, there, "" if there else NOT_ASKED)


def built(
    store: Store,
    catalogue: Catalogue,
    wanted: Filter,
    key: str,
    *,
    published: bool = False,
    rows: Sequence[StatRow] | None = None,
) -> Chart | None:
    """The chart of a picture; None if the key is unknown. Raises BadFile, BadFilter, SaveError.

    `published`: whether to add published rows, if the picture has bars. `rows`: the `stats` of this filter,
    if the caller has them; None: they are computed.
    """
    info = catalogue.game(wanted.game)
    name, _, seat = key.partition(":")
    if name == ITEMS:
        return _told(builders.items(info, store.items(wanted, ())), wanted)
    if name == SKILL:
        skill = rated(store, wanted) if two_sided(info) else []
        return _told(builders.rating_bars(info, skill), wanted)
    about = info.metrics.get(name)
    if about is None and name not in (SCORE, SPREAD):
        return None
    rows = stats(store, catalogue, wanted) if rows is None else rows
    beside = published_rows(info) if published else []
    chart: Chart
    if name == SCORE:
        chart = builders.score_bars(info, rows, seat=seat or None, published=beside)
    elif name == SPREAD:
        chart = builders.histogram(info, rows)
    elif about is not None and about.kind == "list":
        chart = builders.curves(info, rows, name)
    else:
        chart = builders.score_bars(info, rows, name, published=beside)
    return _told(chart, wanted)


def in_print(info: GameInfo, key: str) -> bool:
    """Whether there are published figures for the picture with this key."""
    name = info.main.metric if key == SCORE else key
    return any(name in row.values for row in published_rows(info))


def _told(chart: Chart, wanted: Filter) -> Chart:
    """The chart with a sentence on the filter added to its note."""
    narrowed = filtered_by(replace(wanted, include=frozenset()))
    more = filtered_by(Filter(wanted.game, include=wanted.include))
    said = [
        *([f"Only {narrowed}."] if narrowed else []),
        *([f"{more[0].upper()}{more[1:]}."] if more else []),
    ]
    return replace(chart, note=" ".join([chart.note, *said])) if said else chart


def filtered_by(wanted: Filter) -> str:
    """A filter in words; empty if it filters nothing.

    >>> filtered_by(Filter("wordle", variant="clue", include=frozenset({"imported"})))
    'variant clue; with imported sessions too'
    """
    set_ = [(f.name, getattr(wanted, f.name)) for f in fields(wanted) if f.name not in ("game", "include")]
    parts = [f"{name} {one_line(str(value), 40)}" for name, value in set_ if value is not None]
    if wanted.include:
        kinds = ", ".join(sorted(wanted.include))
        parts.append("sessions of every kind" if "all" in wanted.include else f"with {kinds} sessions too")
    return "; ".join(parts)
