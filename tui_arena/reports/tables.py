"""The tables of a report: leaderboards, outcomes, metrics, spreads, ratings, agreement with published orders.

`game_section` puts the tables and charts of one game together. Each figure has its number of sessions and
its spread. Players have places only within the same seat and variant, and only for metrics with a better
end. Level players share a place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tui_arena.charts.builders import SKILL, built, pictures, rating_bars
from tui_arena.charts.model import empty
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.reports.blocks import PUBLISHED, Block, Grid, Section, Value
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import side_groups, solving_groups
from tui_arena.stats.ranking.agreement import Agreement, agreement
from tui_arena.stats.ranking.leaderboard import Leader, Rating, leaderboard, places, rated
from tui_arena.stats.ranking.orders import order_of
from tui_arena.stats.ranking.published import published_orders
from tui_arena.stats.ranking.references import PublishedRow, published_rows
from tui_arena.stats.rows import Figure, PlayerStanding, StatRow
from tui_arena.stats.statistics import Share, Spread

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


def outcomes(info: GameInfo, rows: Sequence[StatRow]) -> Grid:
    """A table of how sessions ended, a row for each player, seat and variant."""
    sided = [row for row in rows if row.partner is None and not row.neutral and row.sessions]
    places = _places(sided, lambda row: row.quality, "high")
    header = (*_COLUMNS, "sessions", "won", "lost", "aborted", "completed", "quality")
    cells = [
        (
            *_who(row),
            Value(f"{row.sessions:,}"),
            *(_share(one) for one in (row.won, row.lost, row.aborted)),
            Value("" if row.completed is None else f"{100 * row.completed:.0f} %"),
            _placed("" if row.quality is None else f"{row.quality:.1f}", "", places.get(n)),
        )
        for n, row in enumerate(sided)
    ]
    return capped(Grid(f"{info.title}: how it ended", header, tuple(cells), words=3))


def pairs(info: GameInfo, rows: Sequence[StatRow]) -> Grid | None:
    """A table of the pairs of players that met; None if there are no pair rows with sessions."""
    met = [row for row in rows if row.partner is not None and row.sessions]
    if not met:
        return None
    header = ("player", "seat", "with", "variant", "sessions", "won", "quality")
    cells = [
        (
            Value(row.player),
            Value(row.seat),
            Value("itself" if row.own else row.partner_names),
            Value(row.variant),
            Value(f"{row.sessions:,}"),
            _share(row.won),
            Value("" if row.quality is None else f"{row.quality:.1f}"),
        )
        for row in met
    ]
    return capped(Grid(f"{info.title}: who with whom", header, tuple(cells), words=4))


def measured(
    info: GameInfo, rows: Sequence[StatRow], ranked_seats: Sequence[str], published: Sequence[PublishedRow]
) -> list[Grid]:
    """A table for each property that metrics measure, with published rows last.

    `ranked_seats`: the groups of seats whose rows get places, because the metrics are about them.
    """
    sided = [row for row in rows if row.partner is None and not row.neutral and row.sessions]
    groups: dict[str, list[Metric]] = {}
    told = {*_ENDINGS, *({SUCCESS}.difference(*(one.values for one in published)))}
    for metric in info.metrics.values():
        if metric.kind in _TABLED and metric.name not in told:
            groups.setdefault(metric.measures, []).append(metric)
    grids = (
        _group(f"{info.title}: {name}", metrics, sided, ranked_seats, published)
        for name, metrics in groups.items()
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
        judged = [row if row.seat in ranked_seats or metric.kind == "seats" else None for row in having]
        places = _places(judged, lambda row, m=metric: _mean(row, m), metric.better)  # type: ignore[misc]
        own = [_figure(row.metrics.get(metric.name), places.get(n)) for n, row in enumerate(having)]
        columns.append([*own, *(_theirs(one, metric) for one in theirs)])
    who = [
        *(_who(row) for row in having),
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
    info: GameInfo, rows: Sequence[StatRow], over: str, by: Callable[[StatRow], Mapping[str, Spread]]
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
    titles = [info.metrics[name].label if name in info.metrics else name for name in names]
    cells = [
        (*_who(row), *(_spread(by(row).get(name), _is_share(info, name)) for name in names)) for row in having
    ]
    return capped(
        Grid(
            f"{info.title}: spread over {over}",
            (*_COLUMNS, *titles),
            tuple(cells),
            words=3,
            notes=(f"The mean of each of the {over} comes first; ± is how much those means differ.",),
        )
    )


def _is_share(info: GameInfo, name: str) -> bool:
    metric = info.metrics.get(name)
    return metric is None or metric.kind == "flag" or metric.unit == "share"


def _who(row: StatRow) -> tuple[Value, Value, Value]:
    return Value(row.player), Value(row.seat), Value(row.variant)


def _title(metric: Metric) -> str:
    sign = {"high": " ↑", "low": " ↓", "none": ""}[metric.better]
    return f"{metric.label}{sign}"


def _known(row: StatRow, metric: Metric) -> bool:
    return _mean(row, metric) is not None


def _mean(row: StatRow, metric: Metric) -> float | None:
    figure = row.metrics.get(metric.name)
    if figure is None:
        return None
    return figure.share.rate if figure.share is not None else figure.spread.mean


def _figure(figure: Figure | None, place: tuple[int, int] | None) -> Value:
    if figure is None:
        return Value("")
    if figure.share is not None:
        one = _share(figure.share)
        return _placed(one.text, f"{one.note} · n {figure.share.of:,}" if one.text else "", place)
    one = _spread(figure.spread, figure.metric.unit == "share")
    return _placed(one.text, one.note, place)


def _theirs(one: PublishedRow, metric: Metric) -> Value:
    mean, std = one.values.get(metric.name, (None, None))
    written = _spread(Spread(mean, std, 0), metric.kind == "flag" or metric.unit == "share")
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


def _share(one: Share | None) -> Value:
    """A rate in percent with its 95 % interval."""
    if one is None or one.rate is None or one.low is None or one.high is None:
        return Value("")
    return Value(f"{100 * one.rate:.0f} %", f"[{100 * one.low:.0f}–{100 * one.high:.0f}]")


def _spread(one: Spread | None, hundredths: bool) -> Value:
    """A mean with its deviation and number of sessions, which is 0 and not shown for a published one."""
    if one is None or one.mean is None:
        return Value("")
    scale, digits = (100, 0) if hundredths else (1, 1 if abs(one.mean) >= 10 else 2)
    unit = " %" if hundredths else ""
    said = [] if one.std is None else [f"±{scale * one.std:.{digits}f}"]
    said += [f"n {one.n:,}"] if one.n else []
    return Value(f"{scale * one.mean:.{digits}f}{unit}", " · ".join(said))


def _placed(text: str, note: str, place: tuple[int, int] | None) -> Value:
    return Value(text, note) if place is None or not text else Value(text, note, *place)


def _places(
    rows: Sequence[StatRow | None], figure: Callable[[StatRow], float | None], better: str
) -> dict[int, tuple[int, int]]:
    """Place and size of the group, by index of the row; a group is all rows of one seat and variant.

    Rows that are None have no place, and neither has a group whose figures are all equal.
    """
    if better == "none":
        return {}
    found: dict[tuple[str, str], list[tuple[float, int]]] = {}
    for n, row in enumerate(rows):
        if row is not None and (value := figure(row)) is not None:
            key = -value if better == "high" else value
            found.setdefault((row.seat, row.variant), []).append((key, n))
    return {
        n: (1 + sum(other < key for other, _ in group), len(group))
        for group in found.values()
        if len({key for key, _ in group}) > 1
        for key, n in group
    }


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


def overall(titles: Mapping[str, str], found: Sequence[PlayerStanding]) -> Grid:
    """The leaderboard over all games. `titles`: the games' titles by id."""
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


def _of_game(one: PlayerStanding, game: str) -> Value:
    if game not in one.games:
        return Value("")
    completed, quality = one.games[game]
    return Value("–" if quality is None else f"{quality:.1f}", f"{100 * completed:.0f} %")


def skills(title: str, found: Sequence[Rating]) -> Grid:
    """The ratings of a two-sided game, by seat, the best first."""
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
        (leaders(info.title, leaderboard(store, info, wanted)),),
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
    return [skills(info.title, found), rating_bars(info, found)] if found else []


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
