"""A game's section of a report: leaderboard, figures, pictures, ratings, agreement with published orders."""

from __future__ import annotations

from collections.abc import Sequence

from tui_arena.analysis.aggregate import side_groups, solving_groups
from tui_arena.analysis.charts.building import rating_bars
from tui_arena.analysis.charts.kinds import empty
from tui_arena.analysis.charts.pictures import SKILL, built, pictures
from tui_arena.analysis.ranking.agreement import Agreement, agreement
from tui_arena.analysis.ranking.leaderboard import leaderboard, rated
from tui_arena.analysis.ranking.orders import order_of
from tui_arena.analysis.ranking.published_orders import published_orders
from tui_arena.analysis.ranking.references import PublishedRow, published_rows
from tui_arena.analysis.report.blocks import PUBLISHED, Block, Grid, Picture, Points, Section, Text, Value
from tui_arena.analysis.report.leaderboards import leaders, skills
from tui_arena.analysis.report.tables import measured, outcomes, pairs, spreads
from tui_arena.analysis.stat_rows import StatRow
from tui_arena.data import Catalogue, GameInfo
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store


def game_section(store: Store, catalogue: Catalogue, wanted: Filter, rows: Sequence[StatRow]) -> Section:
    """All that is told of one game. `rows`: its stats, at least one."""
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
    """The published rows of what was played here, or of everything together."""
    played = {word for row in rows for word in (row.variant, *row.variant.split())}
    return [one for one in published_rows(info) if not one.variant or one.variant in played]


def _played_otherwise(published: Sequence[PublishedRow]) -> list[Block]:
    """How published sessions were not like those here."""
    differs = tuple(dict.fromkeys(sentence for one in published for sentence in one.differs))
    return (
        [Text(f"Where the rows marked {PUBLISHED} differ from those played here:"), Points(differs)]
        if differs
        else []
    )


def _pictures(store: Store, catalogue: Catalogue, wanted: Filter, rows: Sequence[StatRow]) -> list[Block]:
    info = catalogue.game(wanted.game)
    keys = [one.key for one in pictures(info, rows) if one.there and _drawn(one.key, info)]
    charts = [built(store, catalogue, wanted, key, published=True, rows=rows) for key in keys]
    return [Picture(chart) for chart in charts if chart is not None and not empty(chart)]


def _drawn(key: str, info: GameInfo) -> bool:
    """Whether a picture is drawn here: a bar for each figure of the tables is not, and skill has its own part."""
    return key != SKILL and (key not in info.metrics or info.metrics[key].kind == "list")


def _ratings(store: Store, info: GameInfo, wanted: Filter) -> list[Block]:
    if set(side_groups(info).values()) < {"solver", "opponent"}:
        return []
    found = rated(store, wanted)
    return [skills(info.title, found), Picture(rating_bars(info, found))] if found else []


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
