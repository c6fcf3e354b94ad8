"""What the rows of the stats came to with each secret, so that intervals mind that such sessions are alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import add, itemgetter
from typing import cast

from tui_arena.data import GameInfo
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.items import Moments, Sums, joined, moments_of
from tui_arena.save.rollup.sums import SCALE, STANDINGS
from tui_arena.save.store import Store
from tui_arena.stats.statistics import Figure, over_moments, within

FEW = 5_000
"""Most sessions of players who met several partners that are read one by one for the intervals of their pairs."""
Who = tuple[str, str, str, str, str]
"""A row: the group of seats, the player's kind and name, the digest of the condition, and a pair's partner or nothing."""
Items = Sequence[Mapping[str, Sums]]
"""A row's sums by metric, one mapping for each secret."""


def measured_by_item(info: GameInfo) -> list[str]:
    """The figures of a game that have an interval."""
    own = [m.name for m in info.metrics.values() if m.kind in ("flag", "count", "number", "seats")]
    return list(dict.fromkeys((*STANDINGS, *own)))


def items_of(
    store: Store, each: Iterable[Filter], names: Sequence[str], *, by_partner: bool = False
) -> Mapping[Who, Items]:
    """The sums by secret of every row of the sessions that pass one of some filters. Raises BadFilter, SaveError."""
    filters = list(each)
    cells = [cell for one in filters for cell in store.items(one, names, by_partner=by_partner)]
    rows: dict[Who, list[Mapping[str, Sums]]] = {}
    one_each = cells if len(filters) == 1 else joined(cells)
    for who, own in groupby(one_each, key=itemgetter(3, 1, 2, 4, 8)):  # mostly they come player by player
        rows.setdefault(who, []).extend(cell.sums for cell in own if cell.item)
    return rows


def items_of_players(store: Store, wanted: Filter, names: Sequence[str]) -> Mapping[tuple[str, str], Items]:
    """The sums by secret of every player, by kind and name, over all seats with a side and all that a filter passes.

    Raises BadFilter, SaveError.
    """
    cells = [cell._replace(group="", condition="") for cell in store.items(wanted, names) if cell.item]
    rows: dict[tuple[str, str], list[Mapping[str, Sums]]] = {}
    for cell in joined(cells):
        rows.setdefault((cell.kind, cell.name), []).append(cell.sums)
    return rows


def with_interval(one: Figure, items: Items, whole: Sums) -> Figure:
    """A figure of a row with its interval, clustered by secret where one was played more than once.

    `whole`: the sums over all its sessions. Those without a secret, such as one that was left before it was given,
    count as if they had one in common.
    """
    assert one.metric is not None, "a figure of a row knows what it measures"
    name = one.metric.name
    return with_moments(
        one, moments_of(found for sums in items if (found := sums.get(name)) is not None), whole
    )


def with_moments(one: Figure, moments: Moments, whole: Sums) -> Figure:
    """The same by the moments of its secrets."""
    assert one.metric is not None, "a figure of a row knows what it measures"
    if moments[0] and moments[1] < whole[0]:
        rest = moments_of([(whole[0] - moments[1], whole[1] - moments[2], 0)])
        moments = cast("Moments", tuple(map(add, moments, rest)))
    return within(over_moments(one, moments), one.metric.scale)


def moments_by_metric(items: Items, names: Iterable[str]) -> Mapping[str, Moments]:
    """The moments of a row's secrets, by metric."""
    return {name: moments_of(one[name] for one in items if name in one) for name in names}


def sums_of_share(one: Figure) -> Sums:
    """The sums behind a share."""
    count = one.count or 0
    return one.n or 0, count * SCALE, count * SCALE * SCALE


def clustered(one: Figure) -> bool:
    """Whether a figure's interval is over its secrets, as some of them came more than once."""
    return one.items is not None and one.low is not None and one.items < (one.n or 0)


def of_wins(by_error: Figure, won: Figure) -> Figure:
    """The share of wins by another seat's error, with an interval only where that of all wins shows no secret twice.

    No sums by secret are kept of it.
    """
    once = won.low is not None and not clustered(won)
    return by_error if once else replace(by_error, low=None, high=None)


def items_note(figures: Iterable[Figure]) -> str:
    """A sentence on what the intervals of some figures are over; empty where no secret came more than once.

    >>> items_note(Figure(0.5, n=90, low=0.3, high=0.7, items=n) for n in (18, 19))
    'Some secrets were played more than once, so 95 % intervals are over 18 to 19 secrets.'
    """
    over = {one.items for one in figures if one.items is not None and clustered(one)}
    if not over:
        return ""
    said = f"{min(over)} to {max(over)}" if len(over) > 1 else f"{min(over)}"
    return f"Some secrets were played more than once, so 95 % intervals are over {said} secrets."
