"""Builders that make charts from rows, ratings and cells; they don't query the store.

A chart of secrets covers all variants that pass the filter.

A bar, a curve or a distribution shows one row of the tables: one player on one seat in one variant. Rows are
never merged here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Sized

from tui_arena.charts.model import (
    Band,
    Bars,
    Curve,
    Curves,
    Distribution,
    Histogram,
    Items,
    SecretRow,
    decimals,
    round_ends,
    written,
)
from tui_arena.data import GameInfo, Metric
from tui_arena.save.rollup.derived_rows import ItemCell
from tui_arena.stats import statistics
from tui_arena.stats.aggregate import StatRow, side_groups, solving_groups
from tui_arena.stats.ranking.leaderboard import Rating
from tui_arena.stats.ranking.references import PublishedRow
from tui_arena.stats.statistics import Z95, Figure

MOST_SIDE_BY_SIDE = 6
"""Most curves, distributions or columns in one chart; the players with most sessions are drawn."""
PERCENT = "%"
WILSON = "95 % intervals: Wilson."
STUDENT = "95 % intervals of the mean: Student's t."
_BOUNDS = re.compile(r"(-?\d+)-(\d+)(?: |$)")
"""The ends of a scale at the start of a unit, such as `0-25 a turn`."""
_FLAG = re.compile(r"1 if (.+?)(?:, else 0)?(?:; [^.]+)?\.")
"""The text of a flag; the group is its condition."""
_EACH = re.compile(r"(?:^| )a (?:turn|round)$")
"""The end of a list metric's unit."""


def solver(info: GameInfo) -> str:
    """The first group of seats on the solving side; charts are drawn for it by default."""
    return solving_groups(info)[0]


def drawn_seat(info: GameInfo, rows: Sequence[StatRow]) -> str:
    """The group of seats to draw: the solving one if it has rows, else the first that has."""
    there = {row.seat for row in rows if row.partner is None}
    return next((group for group in (solver(info), *side_groups(info)) if group in there), solver(info))


def of_seat(info: GameInfo, rows: Sequence[StatRow], seat: str | None = None) -> list[StatRow]:
    """The rows of one group of seats over all partners. `seat` None: the group that is drawn by default."""
    group = seat or drawn_seat(info, rows)
    return [row for row in rows if row.partner is None and not row.neutral and row.seat == group]


# bars


def score_bars(
    info: GameInfo,
    rows: Sequence[StatRow],
    metric: str | None = None,
    *,
    seat: str | None = None,
    published: Sequence[PublishedRow] = (),
) -> Bars:
    """A bar for each player, the best first, with the published rows among the players.

    `metric`: None for the metric that the rules use as the main score. `seat`: a group of seats; None for
    the one that `drawn_seat` gives.
    """
    about = info.metrics[metric or info.main.metric]
    who = seat or drawn_seat(info, rows)
    opposing = metric is None and side_groups(info).get(who) == "opponent"
    chosen = of_seat(info, rows, who)
    theirs = [] if opposing else of_variants(chosen, [one for one in published if about.name in one.values])
    by_result = opposing or (metric is None and about.kind == "flag")
    figures = [row.figures.get("won") if by_result else _figure(row, about) for row in chosen]
    own = [_band(label, one, _scale(about)) for label, one in zip(labels(chosen), figures, strict=True)]
    printed = [_scale(about) * (one.values[about.name].value or 0.0) for one in theirs]
    drawn = [value for band in own for value in (band.value, band.low, band.high) if value is not None]
    least, most = _ends(about, [*drawn, *printed])
    digits = decimals(_unit(about), most - least)
    bands = [*own, *(_published(one, about, digits) for one in theirs)]
    places = _places([*(row.variant for row in chosen), *(one.variant for one in theirs)])
    worst_first = -1 if about.better == "low" and not opposing else 1
    ranked = sorted(
        zip(places, bands, strict=True),
        key=lambda pair: (pair[0], pair[1].value is None, -worst_first * (pair[1].value or 0.0)),
    )
    text = f"Share of sessions that the {who} won." if opposing else described(about)
    return Bars(
        title=f"{info.title}: {'won' if opposing else about.label}, {who}",
        unit=PERCENT if opposing else _unit(about),
        items=tuple(band for _, band in ranked),
        least=least,
        most=most,
        note=f"{text} {WILSON if about.kind == 'flag' or opposing else STUDENT}",
        sources=_sources(theirs, about),
    )


def described(about: Metric) -> str:
    """A sentence on what a bar of a metric shows.

    A flag's text describes one session, but a bar shows many, so it becomes a share of sessions.

    >>> described(Metric("success", "found", "flag", "high", "1 if the word was found, else 0."))
    'Share of sessions in which the word was found.'
    """
    flag = _FLAG.fullmatch(about.text) if about.kind == "flag" else None
    return f"Share of sessions in which {flag[1]}." if flag else about.text


def base_of(variant: str) -> str:
    """A variant without the options that are not at their default: `things` for `things strict*`."""
    return variant.removesuffix("*").partition(" ")[0]


def of_variants(rows: Sequence[StatRow], published: Sequence[PublishedRow]) -> list[PublishedRow]:
    """The published rows to show with these rows: those for all variants, or for a variant of these rows."""
    played = {base_of(row.variant) for row in rows}
    return [one for one in published if not one.variant or one.variant in played]


def _places(variants: Sequence[str]) -> list[int]:
    """The place of each variant's group of bars; groups stand in the order in which variants first occur."""
    order = list(dict.fromkeys(base_of(name) for name in variants if name))
    return [order.index(base_of(name)) if name else len(order) if len(order) > 1 else 0 for name in variants]


def labels(rows: Sequence[StatRow]) -> list[str]:
    """The labels of rows in a chart: the player, with kind and variant where needed to tell them apart."""
    several = len({row.variant for row in rows}) > 1
    kinds = Counter({(row.player, row.kind): 1 for row in rows}.keys())
    names = Counter(player for player, _ in kinds)
    return [
        (f"{row.kind} {row.player}" if names[row.player] > 1 else row.player)
        + (f", {row.variant}" if several else "")
        for row in rows
    ]


def _unit(about: Metric) -> str:
    """The unit that figures are drawn in: `%` for shares, else the unit without bounds and `a turn`."""
    if about.kind == "flag" or about.unit == "share" or about.unit.startswith("0 or 1"):
        return PERCENT
    return _EACH.sub("", _BOUNDS.sub("", about.unit)).strip()


def _scale(about: Metric) -> float:
    return 100.0 if _unit(about) == PERCENT else 1.0


def _ends(about: Metric, values: Sequence[float]) -> tuple[float, float]:
    bounds = _BOUNDS.match(about.unit)
    if _unit(about) == PERCENT:
        return 0.0, 100.0
    if bounds:
        return float(bounds[1]), float(bounds[2])
    return round_ends(values)


def _figure(row: StatRow, about: Metric) -> Figure | None:
    return row.figures.get(about.name)


def _band(label: str, one: Figure | None, scale: float) -> Band:
    if one is None or one.value is None:
        return Band(label, None)
    known = one if one.count is not None else statistics.t_interval(one)
    low, high = (None if end is None else scale * end for end in (known.low, known.high))
    return Band(label, scale * one.value, low, high, f"n {one.n}")


def _published(one: PublishedRow, about: Metric, digits: int) -> Band:
    mean, std = one.values[about.name].value or 0.0, one.values[about.name].std
    scale = _scale(about)
    note = "published" if std is None else f"published {PLUS_MINUS}{written(scale * std, digits)}"
    return Band(one.player, scale * mean, note=note, published=True)


def _sources(rows: Sequence[PublishedRow], about: Metric) -> tuple[str, ...]:
    """Sentences on sources, differences and contradictions in a source; each sentence occurs once."""
    doubts = [f"{one.player}: {one.doubts[about.name]}" for one in rows if about.name in one.doubts]
    said = [text for one in rows for text in (f"{one.source}.", *one.differs)]
    return tuple(dict.fromkeys([*said, *doubts]))


PLUS_MINUS = "\N{PLUS-MINUS SIGN}"


def rating_bars(info: GameInfo, ratings: Sequence[Rating]) -> Bars:
    """A bar for the skill of each player and seat, measured from the mean of all; the best first."""
    several = len({one.group for one in ratings}) > 1
    bands = [
        Band(
            f"{one.name}, {one.group}" if several else one.name,
            one.mu,
            one.mu - Z95 * one.sigma,
            one.mu + Z95 * one.sigma,
            f"n {one.sessions}",
        )
        for one in sorted(ratings, key=lambda r: -r.mu)
    ]
    mean = sum(one.mu for one in ratings) / len(ratings) if ratings else 0.0
    ends = [v - mean for b in bands for v in (b.low, b.high) if v is not None]
    reach = max(map(abs, ends), default=1.0)
    return Bars(
        title=f"{info.title}: skill",
        unit="rating",
        items=tuple(bands),
        least=mean - reach,
        most=mean + reach,
        base=mean,
        note="Skill after all sessions in their order, from the mean of those who played (Weng-Lin, "
        f"Plackett-Luce model); intervals are {PLUS_MINUS}1.96 of its standard deviation.",
    )


# curves


def curves(info: GameInfo, rows: Sequence[StatRow], metric: str, *, seat: str | None = None) -> Curves:
    """A list metric round by round, a curve for each player."""
    about = info.metrics[metric]
    scale = _scale(about)
    having = [r for r in of_seat(info, rows, seat) if metric in r.figures]
    chosen = busiest(having)
    lines = tuple(
        Curve(
            label,
            tuple(None if t.value is None else scale * t.value for t in row.figures[metric].turns),
            tuple(t.n or 0 for t in row.figures[metric].turns),
        )
        for label, row in zip(labels(chosen), chosen, strict=True)
        if row.figures[metric].turns
    )
    least, most = _ends(about, [v for line in lines for v in line.values if v is not None])
    place = _unit(about) == "place"
    by = singular(info)
    label = about.label.partition(" by ")[0]
    return Curves(
        title=f"{info.title}: {label} by {by}",
        across=by,
        unit=_unit(about),
        lines=lines,
        least=1.0 if place else least,
        most=max(most, 5.0) if place else most,
        upside_down=place,
        note=f"{about.text} {'Mean where it is listed.' if place else MEAN_SO_FAR}{of_how_many(having)}",
    )


MEAN_SO_FAR = "Mean of the n sessions that came so far."


def singular(info: GameInfo) -> str:
    """The singular of the unit in which a game counts its turns: `guess`, `question`, `attempt`."""
    unit = info.metrics[info.main.share].unit or "turns"
    return unit.removesuffix("es") if unit.endswith("sses") else unit.removesuffix("s")


def busiest(rows: Sequence[StatRow]) -> list[StatRow]:
    """The rows with most sessions, at most `MOST_SIDE_BY_SIDE`, in their given order."""
    most = sorted(rows, key=lambda r: -r.sessions)[:MOST_SIDE_BY_SIDE]
    return [row for row in rows if row in most]


def of_how_many(players: Sized) -> str:
    """A sentence on how many players are drawn; empty if all are.

    >>> of_how_many("Ada"), of_how_many("Ada, Ben")
    ('', ' Drawn: the 6 of 8 with most sessions.')
    """
    drawn = MOST_SIDE_BY_SIDE
    return f" Drawn: the {drawn} of {len(players)} with most sessions." if len(players) > drawn else ""


MOST_VALUES = 12
"""Most values with separate bars; with more values, each bar covers `RANGE` of them."""
RANGE = 5
LOST, GAVE_UP, ABORTED = "lost", "gave up", "aborted"
BAD = (LOST, GAVE_UP, ABORTED)


def histogram(info: GameInfo, rows: Sequence[StatRow], *, seat: str | None = None) -> Histogram:
    """The number of rounds each player took, with the sessions that have no such count."""
    about = info.metrics[info.main.share]
    having = [r for r in of_seat(info, rows, seat) if r.sessions]
    chosen = busiest(having)
    counts = [dict(row.figures[about.name].distribution) for row in chosen]
    bins = _bins(info, counts)
    tallies = [
        Distribution(label, _tally(row, values, bins), frozenset(BAD))
        for label, row, values in zip(labels(chosen), chosen, counts, strict=True)
    ]
    empty_ends = [name for name in BAD if not any(t.counts[name] for t in tallies)]
    tallies = [
        Distribution(t.label, {v: n for v, n in t.counts.items() if v not in empty_ends}, t.bad)
        for t in tallies
    ]
    return Histogram(
        title=f"{info.title}: {about.label}, {seat or drawn_seat(info, rows)}",
        unit=about.unit,
        tallies=tuple(tallies),
        note=f"{about.text} Share of each player's sessions.{of_how_many(having)}",
    )


def _bins(info: GameInfo, counts: Sequence[Mapping[int, int]]) -> list[range]:
    """The values of each bar, up to the game's limit if it is small, or to the highest value found."""
    option = info.options.get(info.main.tries)
    usual = int(option.default or 0) if option else 0
    found = [value for one in counts for value in one]
    first = min([1, *found])
    last = max([usual if usual <= MOST_VALUES else 1, *found, 1])
    by = 1 if last - first < MOST_VALUES else RANGE
    return [range(at, min(at + by, last + 1)) for at in range(first, last + 1, by)]


def _tally(row: StatRow, values: Mapping[int, int], bins: Sequence[range]) -> dict[str, int]:
    won, lost, aborted = (row.figure(name).count or 0 for name in ("won", "lost", "aborted"))
    counted = sum(values.values())
    out = {
        (f"{span[0]}" if len(span) == 1 else f"{span[0]}-{span[-1]}"): sum(values.get(v, 0) for v in span)
        for span in bins
    }
    only_won = counted <= won
    return {
        **out,
        LOST: lost if only_won else 0,
        GAVE_UP: 0 if only_won else won + lost - counted,
        ABORTED: aborted,
    }


def items(info: GameInfo, cells: Sequence[ItemCell]) -> Items:
    """The secrets and the players who found them, the easiest first."""
    group = solver(info)
    cells = [cell for cell in cells if cell.group == group and cell.item]
    alike = Counter(name for _, name in {(cell.kind, cell.name) for cell in cells})
    by_item: dict[str, dict[str, tuple[int, int]]] = {}
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for cell in cells:
        who = cell.name if alike[cell.name] == 1 else f"{cell.kind} {cell.name}"
        by_item.setdefault(cell.item, {})[who] = (cell.won, cell.n)
        played[who] += cell.n
        won[who] += cell.won
    shown = sorted((p for p, _ in played.most_common(MOST_SIDE_BY_SIDE)), key=lambda p: -won[p] / played[p])
    rows = [_item(label, by) for label, by in by_item.items()]
    rows.sort(key=lambda one: (-one.share, -one.n, one.label.casefold()))
    return Items(
        title=f"{info.title}: secrets, easiest first, {group}",
        players=tuple(shown),
        items=tuple(rows),
        note=f"Share of the sessions with a secret that the {group} won, and how many of them each player won."
        f"{of_how_many(played)}",
    )


def _item(label: str, by: Mapping[str, tuple[int, int]]) -> SecretRow:
    n = sum(of for _, of in by.values())
    return SecretRow(label, sum(found for found, _ in by.values()) / n if n else 0.0, n, dict(by))
