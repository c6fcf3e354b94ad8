"""The pictures that there are of a game, and each of them asked for and built.

Law: one query a picture; whoever shows pictures to people calls it beside the loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tui_arena.analysis import chart_building as building
from tui_arena.analysis.aggregate import Filter, stats
from tui_arena.analysis.charts import Chart
from tui_arena.analysis.stat_rows import StatRow
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.save.store import Store

SCORE, SPREAD, ITEMS, SKILL = "score", "spread", "items", "skill"
"""Keys of pictures; a metric's has its own name, an opposing seat's score is `score:SEAT`."""
ANALYSED = "analyse sessions (a on the sessions screen), or play with probes"
"""How one gets what only probes tell."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a game."""

    key: str
    name: str
    """What it is called in a list."""
    there: bool = True
    """Whether there is anything to draw."""
    hint: str = ""
    """Where there is nothing: how one gets it."""


def pictures(info: GameInfo, rows: Sequence[StatRow]) -> list[Picture]:
    """The pictures of these rows, those that show most first; without rows none."""
    own = building.of_seat(info, rows)
    if not rows:
        return []
    main = info.metrics[info.main.metric]
    sides = building.sides(info)
    opponents = [g for g, side in sides.items() if side == "opponent"]
    lists = [m for m in info.metrics.values() if m.kind == "list" and m.unit != "turn"]
    drawn = [_curve(m, own) for m in lists if _by_round(m, own) or m.measures != WENT]
    bars = [
        Picture(m.name, m.label)
        for m in info.metrics.values()
        if m.kind in ("flag", "count", "number", "seats") and m is not main and _defined(m, own)
    ]
    return [
        Picture(SCORE, main.label, bool(own)),
        *(Picture(f"{SCORE}:{g}", f"won, {g}", bool(building.of_seat(info, rows, g))) for g in opponents),
        Picture(SPREAD, info.metrics[info.main.share].label + ", spread", bool(own)),
        *drawn,
        Picture(ITEMS, "secrets"),
        *([Picture(SKILL, "skill")] if opponents else []),
        *bars,
    ]


WENT = "how it went"


def _by_round(about: Metric, rows: Sequence[StatRow]) -> bool:
    return any(row.metrics[about.name].turns for row in rows if about.name in row.metrics)


def _defined(about: Metric, rows: Sequence[StatRow]) -> bool:
    return any(row.metrics[about.name].spread.n for row in rows if about.name in row.metrics)


def _curve(about: Metric, rows: Sequence[StatRow]) -> Picture:
    return Picture(about.name, about.label, _by_round(about, rows), ANALYSED)


def built(
    store: Store, catalogue: Catalogue, wanted: Filter, key: str, *, published: bool = False
) -> Chart | None:
    """A picture by its key; None where there is no such picture. Raises BadFile, BadFilter, SaveError.

    `published`: whether published rows stand beside one's own, where the picture has bars.
    """
    info = catalogue.game(wanted.game)
    name, _, seat = key.partition(":")
    rows = stats(store, catalogue, wanted)
    if name == SCORE:
        return building.score_bars(info, rows, seat=seat or wanted.seat)
    if name == SPREAD:
        return building.histogram(info, rows)
    about = info.metrics.get(name)
    if about is None:
        return None
    if about.kind == "list":
        return building.curves(info, rows, name)
    return building.score_bars(info, rows, name)
