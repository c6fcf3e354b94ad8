"""The tables of a report: leaderboards, outcomes, metrics, spreads, ratings, agreement with published orders.

`game_section` puts the tables and charts of one game together. Each figure has its number of sessions and
its spread. Players have places only within the same seat and variant, and only for metrics with a better
end. Level players share a place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tui_arena.charts.builders import SKILL, built, pictures, rating_bars
from tui_arena.charts.model import empty
from tui_arena.core.grouping import grouped
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.reports.blocks import PUBLISHED, Block, Grid, Section, Value
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import OWN, PlayerStanding, StatRow, placed, side_groups, solving_groups
from tui_arena.stats.ranking import tables
from tui_arena.stats.ranking.agreement import Agreement, agreement
from tui_arena.stats.ranking.leaderboard import Leader, Rating, leaderboard, rated
from tui_arena.stats.ranking.orders import order_of
from tui_arena.stats.ranking.published import published_orders
from tui_arena.stats.ranking.references import PublishedRow, published_rows
from tui_arena.stats.ranking.tables import tenths
from tui_arena.stats.statistics import Figure
from tui_arena.stats.text_tables import Cell, TextTable, Told

MOST_ROWS = 60
"""Most rows of a table; a note below it says how many are left out."""
_TABLED = ("flag", "count", "number", "seats")
"""Kinds of metric that have one figure per session."""
DOUBTED = "‡"
"""The mark after a published figure that can't be right."""
_ENDINGS = ("won", "lost", "aborted")
"""How a session ended; these are in the table of outcomes."""
SUCCESS = "success"
"""For the solving side this equals `won`, so its column is shown only if published rows have it."""
_COLUMNS = ("player", "seat", "variant")


def capped(grid: Grid) -> Grid:
    """The table, cut to `MOST_ROWS` rows if it has more; then a note below says how many are left out."""
    more = len(grid.rows) - MOST_ROWS
    if more <= 0:
        return grid
    note = f"{more} more rows are left out; a filter by player, seat or variant shows them."
    return replace(grid, rows=grid.rows[:MOST_ROWS], notes=(note, *grid.notes))


Columns = Sequence[tuple[str, Callable[[StatRow], Value]]]
"""The titles of a table's columns, and what each shows of a row."""
_WHO: Columns = (
    ("player", lambda row: Value(row.player)),
    ("seat", lambda row: Value(row.seat)),
    ("variant", lambda row: Value(row.variant)),
)
_SESSIONS = ("sessions", lambda row: Value(f"{row.sessions:,}"))


def _grid(caption: str, rows: Sequence[StatRow], columns: Columns, words: int = 3, **more: Any) -> Grid:
    cells = tuple(tuple(shown(row) for _, shown in columns) for row in rows)
    return capped(Grid(caption, tuple(title for title, _ in columns), cells, words=words, **more))


def _ending(name: str) -> tuple[str, Callable[[StatRow], Value]]:
    return name, lambda row: _share(row.figure(name))


def _quality(row: StatRow) -> Value:
    return Value(tenths(row.figure("quality").value).text)


def _sided(rows: Sequence[StatRow]) -> list[StatRow]:
    return [row for row in rows if row.partner is None and not row.neutral and row.sessions]


def outcomes(info: GameInfo, rows: Sequence[StatRow]) -> Grid:
    """A table of how sessions ended, a row for each player, seat and variant."""
    sided = _sided(rows)
    places = _places(sided, "quality", "high")
    columns = [
        *_WHO,
        _SESSIONS,
        *map(_ending, (*_ENDINGS, "completed")),
        ("quality", lambda row: _placed(_quality(row), places.get(_key(row)))),
    ]
    return _grid(f"{info.title}: how it ended", sided, columns)


def pairs(info: GameInfo, rows: Sequence[StatRow]) -> Grid | None:
    """A table of the pairs of players that met; None if there are no pair rows with sessions."""
    met = [row for row in rows if row.partner is not None and row.sessions]
    partner = ("with", lambda row: Value("itself" if row.own else row.partner_names))
    columns = [*_WHO[:2], partner, _WHO[2], _SESSIONS, _ending("won"), ("quality", _quality)]
    return _grid(f"{info.title}: who with whom", met, columns, words=4) if met else None


def measured(
    info: GameInfo, rows: Sequence[StatRow], ranked_seats: Sequence[str], published: Sequence[PublishedRow]
) -> list[Grid]:
    """A table for each property that metrics measure, with published rows last.

    `ranked_seats`: the groups of seats whose rows get places, because the metrics are about them.
    """
    sided = _sided(rows)
    told = {*_ENDINGS, *({SUCCESS}.difference(*(one.values for one in published)))}
    tabled = [m for m in info.metrics.values() if m.kind in _TABLED and m.name not in told]
    grids = (
        _group(f"{info.title}: {name}", metrics, sided, ranked_seats, published)
        for name, metrics in grouped((metric.measures, metric) for metric in tabled).items()
    )
    return [capped(grid) for grid in grids if grid is not None]


def _group(
    caption: str,
    metrics: list[Metric],
    rows: Sequence[StatRow],
    ranked_seats: Sequence[str],
    published: Sequence[PublishedRow],
) -> Grid | None:
    metrics = [m for m in metrics if any(_known(row, m) for row in rows)]
    having = [row for row in rows if any(_known(row, m) for m in metrics)]
    theirs = [one for one in published if any(m.name in one.values for m in metrics)]
    if not having:
        return None
    columns: list[list[Value]] = []
    for metric in metrics:
        judged = [row for row in having if row.seat in ranked_seats or metric.kind == "seats"]
        places = _places(judged, metric.name, metric.better)
        own = [_placed(_figure(row.figure(metric.name), metric), places.get(_key(row))) for row in having]
        columns.append([*own, *(_theirs(one, metric) for one in theirs)])
    who = [
        *(tuple(shown(row) for _, shown in _WHO) for row in having),
        *((Value(one.player), Value(""), Value(one.variant)) for one in theirs),
    ]
    cells = tuple((*names, *(column[n] for column in columns)) for n, names in enumerate(who))
    first = min(len(having), MOST_ROWS)
    return Grid(
        caption,
        (*_COLUMNS, *(_title(m) for m in metrics)),
        (*cells[:first], *cells[len(having) :]) if len(cells) > MOST_ROWS else cells,
        words=3,
        published=frozenset(range(first, first + len(theirs))),
        notes=_sources(theirs, metrics),
    )


def spreads(
    info: GameInfo, rows: Sequence[StatRow], over: str, by: Callable[[StatRow], Mapping[str, Figure]]
) -> Grid | None:
    """A table of means with their spread over prompt variants or repetitions; None if no row has any.

    `over`: the name of what the spread is over. `by`: gives a row's spreads, by metric.
    """
    having = [row for row in rows if row.partner is None and by(row)]
    names = [
        name for name in dict.fromkeys((*_ENDINGS, *info.metrics)) if any(name in by(row) for row in having)
    ]
    if not names:
        return None
    metrics = {**OWN, **info.metrics}

    def spread(name: str) -> Callable[[StatRow], Value]:
        return lambda row: _spread(by(row).get(name, Figure()), percent=metrics[name].percent)

    columns = [*_WHO, *((metrics[name].label, spread(name)) for name in names)]
    note = f"The mean of each of the {over} comes first; ± is how much those means differ."
    return _grid(f"{info.title}: spread over {over}", having, columns, notes=(note,))


def _title(metric: Metric) -> str:
    sign = {"high": " ↑", "low": " ↓", "none": ""}[metric.better]
    return f"{metric.label}{sign}"


def _known(row: StatRow, metric: Metric) -> bool:
    return row.figure(metric.name).value is not None


def _figure(one: Figure, metric: Metric) -> Value:
    if one.count is None:
        return _spread(one, percent=metric.percent)
    written = _share(one)
    return replace(written, note=f"{written.note} · n {one.n:,}") if written.text else written


def _theirs(one: PublishedRow, metric: Metric) -> Value:
    mean = replace(one.values.get(metric.name, Figure()), n=None)
    written = _spread(mean, percent=metric.percent)
    return replace(written, text=f"{written.text} {DOUBTED}") if metric.name in one.doubts else written


def _sources(published: Sequence[PublishedRow], metrics: Sequence[Metric]) -> tuple[str, ...]:
    sources = dict.fromkeys(f"{PUBLISHED} Published: {one.source}." for one in published)
    doubts = [
        f"{DOUBTED} {one.player}, {m.label}: {one.doubts[m.name]}"
        for one in published
        for m in metrics
        if m.name in one.doubts
    ]
    return (*sources, *doubts)


def _share(one: Figure) -> Value:
    """A rate in percent, with its 95 % interval if it has one."""
    if one.value is None:
        return Value("")
    span = "" if one.low is None or one.high is None else f"[{100 * one.low:.0f}–{100 * one.high:.0f}]"
    return Value(f"{100 * one.value:.0f} %", span)


def _spread(one: Figure, *, percent: bool) -> Value:
    """A mean with its deviation and number of sessions, which is not shown for a published one."""
    if one.value is None:
        return Value("")
    scale, digits = (100, 0) if percent else (1, 1 if abs(one.value) >= 10 else 2)
    said = [] if one.std is None else [f"±{scale * one.std:.{digits}f}"]
    said += [f"n {one.n:,}"] if one.n else []
    return Value(f"{scale * one.value:.{digits}f}{' %' if percent else ''}", " · ".join(said))


def _placed(value: Value, place: tuple[int, int] | None) -> Value:
    return replace(value, place=place[0], among=place[1]) if place is not None and value.text else value


def _key(row: StatRow) -> tuple[str, ...]:
    return row.seat, row.variant, row.kind, row.player


def _places(rows: Sequence[StatRow], key: str, better: str) -> dict[tuple[str, ...], tuple[int, int]]:
    """Place and size of the group, by row; a group is all rows of one seat and variant.

    A group whose figures are all equal has no places.
    """
    found: dict[tuple[str, ...], dict[tuple[str, ...], float]] = {}
    for row in rows:
        if (value := row.figure(key).value) is not None:
            found.setdefault(_key(row)[:2], {})[_key(row)] = value
    return {
        who: (place, len(group)) for group in found.values() for who, place in placed(group, better).items()
    }


def grid_of(
    table: TextTable, columns: Mapping[str, str], words: int = 1, notes: tuple[str, ...] = ()
) -> Grid:
    """Some columns of a table. `columns`: their titles here, by header there."""
    at = [table.header.index(name) for name in columns]
    rows = tuple(tuple(_value(row[i]) for i in at) for row in table.rows)
    return capped(Grid(table.title, tuple(columns.values()), rows, words=words, notes=notes))


def _value(cell: Cell) -> Value:
    if isinstance(cell, Told):
        span = f"[{cell.span.replace('-', '–')}]" if cell.span else ""
        return Value(cell.text or ("–" if cell.note else ""), span or cell.note)
    return Value("" if cell is None else cell if isinstance(cell, str) else f"{cell:,}")


def leaders(info: GameInfo, found: Sequence[Leader]) -> Grid:
    """The leaderboard of one game."""
    names = ("player", "kind", "place", "sessions", "completed", "quality", "combined")
    return grid_of(tables.leaders(info, found), {name: name for name in names}, words=2)


def overall(titles: Mapping[str, str], found: Sequence[PlayerStanding]) -> Grid:
    """The leaderboard over all games. `titles`: the games' titles by id."""
    games = [title for game, title in titles.items() if any(game in one.games for one in found)]
    columns = {name: name for name in ("player", "kind", "place", "combined")}
    columns |= {tables.of_game(title): title for title in games}
    note = "Of each game: quality, and below it the share of sessions that were completed."
    return grid_of(tables.overall(titles, found), columns, words=2, notes=(note,))


def skills(info: GameInfo, found: Sequence[Rating]) -> Grid:
    """The ratings of a two-sided game, by seat, the best first."""
    columns = {
        "player": "player",
        "seat": "seat",
        "mu": "rating",
        "sigma": "uncertainty",
        "sessions": "sessions",
    }
    grid = grid_of(tables.skills(info, found), columns, words=2)
    rows = []
    for one, cells in zip(found, grid.rows, strict=False):  # the grid may be cut
        level = [other.mu for other in found if other.group == one.group]
        place = 1 + sum(mu > one.mu for mu in level) if len(level) > 1 else None
        rows.append((*cells[:2], replace(cells[2], place=place, among=len(level)), *cells[3:]))
    return replace(grid, caption=f"{info.title}: skill ratings", rows=tuple(rows))


def game_section(store: Store, catalogue: Catalogue, wanted: Filter, rows: Sequence[StatRow]) -> Section:
    """The report's section on one game. `rows`: the game's stats, at least one row."""
    info = catalogue.game(wanted.game)
    found = [
        ("figures", "Figures", _figures(info, rows)),
        ("pictures", "Pictures", _pictures(store, catalogue, wanted, rows)),
        ("ratings", "Skill", _ratings(store, info, wanted)),
        ("agreement", "Against published orders", _agreements(store, catalogue, wanted)),
    ]
    return Section(
        info.id,
        info.title,
        (leaders(info, leaderboard(store, info, wanted)),),
        tuple(Section(f"{name}-{info.id}", title, tuple(blocks)) for name, title, blocks in found if blocks),
    )


def _figures(info: GameInfo, rows: Sequence[StatRow]) -> list[Block]:
    published = _published(info, rows)
    more = (
        pairs(info, rows),
        spreads(info, rows, "prompt variants", lambda row: row.prompts),
        spreads(info, rows, "repetitions", lambda row: row.repetitions),
    )
    return [
        outcomes(info, rows),
        *measured(info, rows, solving_groups(info), published),
        *_played_otherwise(published),
        *(grid for grid in more if grid is not None),
    ]


def _published(info: GameInfo, rows: Sequence[StatRow]) -> list[PublishedRow]:
    """The published rows for variants and decks that were played here, and those for all together."""
    played = {word for row in rows for word in (row.variant, *row.variant.split())}
    return [one for one in published_rows(info) if not one.variant or one.variant in played]


def _played_otherwise(published: Sequence[PublishedRow]) -> list[Block]:
    """A list of how published sessions differ from those played here."""
    differs = tuple(dict.fromkeys(sentence for one in published for sentence in one.differs))
    return [f"Where the rows marked {PUBLISHED} differ from those played here:", differs] if differs else []


def _pictures(store: Store, catalogue: Catalogue, wanted: Filter, rows: Sequence[StatRow]) -> list[Block]:
    info = catalogue.game(wanted.game)
    keys = [one.key for one in pictures(info, rows) if one.there and _drawn(one.key, info)]
    charts = [built(store, catalogue, wanted, key, published=True, rows=rows) for key in keys]
    return [chart for chart in charts if chart is not None and not empty(chart)]


def _drawn(key: str, info: GameInfo) -> bool:
    """Whether a picture is drawn in the report.

    Bars of a metric are left out because the tables have its figures, and skill has a separate part.
    """
    return key != SKILL and (key not in info.metrics or info.metrics[key].kind == "list")


def _ratings(store: Store, info: GameInfo, wanted: Filter) -> list[Block]:
    if set(side_groups(info).values()) < {"solver", "opponent"}:
        return []
    found = rated(store, wanted)
    return [skills(info, found), rating_bars(info, found)] if found else []


def _agreements(store: Store, catalogue: Catalogue, wanted: Filter) -> list[Block]:
    info = catalogue.game(wanted.game)
    own = order_of(store, catalogue, info.id, info.main.metric, wanted)
    against = [(order.name, agreement(own, order)) for order in published_orders()]
    found = [(name, one) for name, one in against if one is not None]
    return [_agreement_grid(own.name, found)] if found else []


def _agreement_grid(own: str, found: Sequence[tuple[str, Agreement]]) -> Grid:
    header = ("published order", "players", "tau", "z", "p", "exact p", "rbo", "as printed", "rbo p")
    rows = tuple(
        (
            Value(name),
            Value(str(one.n)),
            *(
                Value("" if v is None else f"{v:.{digits}f}")
                for v, digits in (
                    (one.tau, 2), (one.z, 2), (one.p, 3), (one.p_exact, 3),
                    (one.rbo, 2), (one.rbo_paper, 2), (one.rbo_p, 3),
                )
            ),
        )
        for name, one in found
    )  # fmt: skip
    return Grid(f"{own} against published orders", header, rows)
