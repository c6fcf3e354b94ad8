"""Published results about players: their figures, their rankings, and comparisons of these rankings.

A game's `reference.toml` has the figures in this project's names and units, with their source and with
differences in how the games were played. A published figure is never mixed with figures from saved sessions,
and never changed. If a source contradicts itself, `doubts` and `notes` say so.

A printed comparison is shown next to the one computed from the paper's own figures. If they differ, the
difference is reported and the printed figure isn't corrected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import product
from typing import Any

from tui_arena.data import GameInfo, Metric, Printed, published_rankings
from tui_arena.stats.ranking.agreement import Agreement, Ranking, agreement, kendall, ranked, tau_test
from tui_arena.stats.statistics import Figure, spread
from tui_arena.stats.written import AGREED, PERCENT


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One player's figures in a paper."""

    player: str
    """The player's name in the paper."""
    variant: str
    """The deck or the word that the row is for; empty: the row is for all of them."""
    values: Mapping[str, Figure]
    """Maps our names of the metrics to figures in our units; mean and deviation as printed."""
    source: str
    differs: tuple[str, ...] = ()
    """Sentences on differences from the sessions played here."""
    sessions: int | None = None
    """The number of games behind the row; None: not printed."""
    doubts: Mapping[str, str] = field(default_factory=dict)
    """Maps a metric to the reason why the source can't be right."""


def has_rows(info: GameInfo) -> bool:
    """True if a paper has rows for players of a game."""
    return bool(info.published.get("row"))


def published_rows(info: GameInfo) -> list[PublishedRow]:
    """The published rows of a game, in the paper's order; empty if no paper has rows for players."""
    paper = info.published
    differs, percent = tuple(paper.get("differs", ())), frozenset(paper.get("percent", ()))
    rows = [
        PublishedRow(
            row["player"],
            row.get("variant", ""),
            printed(info, row["values"], percent),
            paper["source"],
            (*differs, *row.get("differs", ())),
            row.get("sessions"),
            row.get("doubts", {}),
        )
        for row in paper.get("row", ())
    ]
    return [_mean(rows, paper["mean_differs"]), *rows] if "mean_differs" in paper else rows


def _mean(rows: list[PublishedRow], differs: str) -> PublishedRow:
    """The mean and deviation over rows of one game each, which the paper doesn't print."""
    first = rows[0]
    return PublishedRow(
        first.player,
        "",
        {
            name: replace(spread(row.values[name].value or 0.0 for row in rows), n=None)
            for name in first.values
        },
        f"{first.source}; mean and deviation over its {len(rows)} rows",
        (differs, *first.differs),
        len(rows),
    )


def printed(
    info: GameInfo, values: Mapping[str, Any], percent: frozenset[str] = frozenset()
) -> dict[str, Figure]:
    """Figures of metrics, from the form that they have in a file: a mean, or a mean and a deviation.

    The figures of `percent` are printed in percent and become shares.
    """
    return {
        name: as_printed(one, info.metrics[name], in_percent=name in percent) for name, one in values.items()
    }


def as_printed(one: Any, metric: Metric, *, in_percent: bool = False) -> Figure:
    """The figure from a printed mean, or from a list of mean and deviation, with the printed digits.

    >>> share = Metric("success", "found", "flag", "high", "")
    >>> as_printed([Printed("0.50"), Printed("0.11")], share).printed
    ('50%', '11')
    """
    mean, std = one if isinstance(one, list) else (one, None)
    shift = 2 * (metric.percent - in_percent)
    value = round(mean / 100, 4) if in_percent else float(mean)
    text = f"{_digits(mean, shift)}{PERCENT if metric.percent else ''}"
    if std is None:
        return Figure(value, printed=(text, ""))
    return Figure(value, float(std), printed=(text, _digits(std, shift)))


def _digits(number: float, shift: int) -> str:
    """The digits of a printed number, with the point moved to the right."""
    return f"{Decimal(text_of(number)).scaleb(shift):f}"


def text_of(number: float) -> str:
    """A number as it is printed."""
    return number.text if isinstance(number, Printed) else str(number)


def notes(info: GameInfo) -> tuple[str, ...]:
    """Sentences on where a game's source contradicts itself, or can't be compared with our sessions."""
    doubts = [
        f"{' '.join(filter(None, (row.player, row.variant)))}, {metric}: {doubt}"
        for row in published_rows(info)
        for metric, doubt in row.doubts.items()
    ]
    formulas = filter(None, (printed_of(info, name) for name in info.metrics))
    return (*doubts, *info.published.get("notes", ()), *formulas)


def printed_of(info: GameInfo, metric: str) -> str:
    """A sentence on a printed figure that belongs to no player, such as the best possible chance.

    Empty if the paper prints none for this metric.
    """
    return str(info.published.get("printed", {}).get(metric, ""))


TABLE = "GameArena, Table 6 (September 2024)"
OFF = 0.0051
"""The most that a figure printed with two decimals may differ from the computed figure."""
P_OFF = 0.0001
"""The same for a p, which is printed with four decimals."""


@dataclass(frozen=True, slots=True)
class CheckedCell:
    """One printed comparison of two rankings, with the values that the printed ranks give."""

    row: str
    against: str
    printed_tau: float
    printed_rbo: float
    printed_rbo_p: float
    computed: Agreement

    @property
    def tau_contradicts(self) -> bool:
        """True if the tau of the ranks isn't the printed tau."""
        return self.computed.tau is None or abs(self.computed.tau - self.printed_tau) > OFF

    @property
    def rbo_contradicts(self) -> bool:
        """True if the extrapolated overlap of the ranks isn't the printed overlap."""
        return abs(self.computed.rbo - self.printed_rbo) > OFF

    @property
    def contradicts(self) -> bool:
        """True if the source contradicts itself here."""
        return self.tau_contradicts or self.rbo_contradicts

    @property
    def why(self) -> str:
        """A sentence on the contradiction; empty if there is none."""
        tau = AGREED.number(self.computed.tau, 1)
        parts = [f"tau {text_of(self.printed_tau)}, but its ranks give {tau}"] if self.tau_contradicts else []
        if self.rbo_contradicts:
            parts.append(
                f"overlap {text_of(self.printed_rbo)}, but its ranks give {AGREED.number(self.computed.rbo, 3)}"
            )
        return f"Printed: {'; '.join(parts)}." if parts else ""


@dataclass(frozen=True, slots=True)
class TauTest:
    """One row of the printed test of tau, with the values that the formula gives."""

    tau: float
    n: int
    printed_z: float
    printed_p: float
    z: float
    p: float

    @property
    def contradicts(self) -> bool:
        """True if the p of the formula isn't the printed p."""
        return abs(self.p - self.printed_p) > P_OFF


@dataclass(frozen=True, slots=True)
class FollowedRanking:
    """Whether a printed ranking of a game follows one metric of the printed tables."""

    ranking: str
    game: str
    metric: str
    tau: float | None
    """Tau-b between the printed ranking and the metric's; None if the metric ties all players."""
    follows: bool
    """True if no two players are the other way round; players tied by the metric may be in either order."""


def printed_rankings() -> list[Ranking]:
    """All published rankings of players; a player that a benchmark left out is not in its ranking."""
    table = dict(published_rankings()["ranking"])
    players = table.pop("players")
    return [
        Ranking(
            name, TABLE, published=True, ranks={p: float(n) for p, n in zip(players, ranks, strict=True) if n}
        )
        for name, ranks in table.items()
    ]


def published_ranking_of(info: GameInfo, metric: Metric, variant: str = "") -> Ranking | None:
    """The ranking of a published table by one of its metrics; None if no table has that metric.

    `variant`: the deck or word of the rows to use; empty: the rows for all of them.
    """
    rows = [r for r in published_rows(info) if r.variant == variant and metric.name in r.values]
    values = {row.player: row.values[metric.name].value or 0.0 for row in rows}
    if not values:
        return None
    name = " ".join(filter(None, (info.id, variant, metric.name)))
    placed = {r.player: replace(r.values[metric.name], n=r.sessions) for r in rows}
    doubts = tuple(f"{r.player}: {r.doubts[metric.name]}" for r in rows if metric.name in r.doubts)
    return Ranking(
        name,
        rows[0].source,
        published=True,
        ranks=ranked(values, metric.better),
        placed=placed,
        better=metric.better,
        notes=doubts,
    )


def followed(info: GameInfo) -> list[FollowedRanking]:
    """Compares each printed ranking of a game with each metric of its tables.

    Empty for a game without printed rankings.
    """
    rankings = [
        ranking for ranking in printed_rankings() if ranking.name.partition(" ")[0].lower() == info.id
    ]
    out = []
    for ranking, metric in product(rankings, info.metrics.values()):
        theirs = published_ranking_of(info, metric)
        players = [player for player in ranking.players if theirs and player in theirs.ranks]
        if theirs is not None and players:
            ranks = [theirs.ranks[player] for player in players]
            tau = kendall([ranking.ranks[player] for player in players], ranks)
            follows = ranks == sorted(ranks) and len(players) == len(ranking.ranks)
            out.append(FollowedRanking(ranking.name, info.id, metric.name, tau, follows))
    return out


def published_agreement() -> list[CheckedCell]:
    """The 18 printed comparisons of six rankings from games with three benchmarks, row by row."""
    table = published_rankings()["agreement"]
    rows = [name for name in table if name != "against"]
    found = (printed_comparison(*pair) for pair in product(rows, table["against"]))
    return [cell for cell in found if cell is not None]


def printed_comparison(row: str, against: str) -> CheckedCell | None:
    """The printed comparison of a ranking from a game with a benchmark; None if none is printed."""
    values, rankings = published_rankings(), {ranking.name: ranking for ranking in printed_rankings()}
    table = values["agreement"]
    if row not in values["rbo_test"] or against not in table["against"]:
        return None
    place = table["against"].index(against)
    computed = agreement(rankings[row], rankings[against])
    assert computed is not None, "five players are in all of them"
    tau, overlap = table[row][place]
    return CheckedCell(row, against, tau, overlap, values["rbo_test"][row][place], computed)


def published_tau_tests() -> list[TauTest]:
    """The printed test of tau, row by row."""
    table = published_rankings()["tau_test"]
    return [TauTest(tau, table["n"], z, p, *tau_test(tau, table["n"])) for tau, z, p in table["rows"]]
