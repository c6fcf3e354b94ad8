"""Split-half check: do a player's figures also apply to other secrets? It compares two sets of items.

The two sets share no item: an item that would be in both is in neither. (GameArena, Table 5, compares two
sets of secrets.)

The sets are compared under one condition at a time, unless the filter joins them all. Two decks are two
conditions; they are compared if everything else is alike.

The half of an item depends only on its name, not on the rest of the save file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import combinations, groupby
from typing import Any

from tui_arena.core.language.sentences import counted
from tui_arena.core.text import fold, one_line
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.save.filters import JOINED, BadFilter, Filter
from tui_arena.save.rollup.items import ItemCell, joined
from tui_arena.save.setting import Kept, is_apart
from tui_arena.save.store import Store
from tui_arena.stats.comparison import (
    Contender,
    compared_group,
    groups_of,
    means_by_item,
    measure,
    measures,
    named,
    on_side,
    played,
    players,
)
from tui_arena.stats.conditions import check_condition, check_scale, condition_names, named_conditions
from tui_arena.stats.ranking.published import printed
from tui_arena.stats.statistics import Figure, gap_within, spread, t_interval, welch, within
from tui_arena.stats.text_tables import TextTable
from tui_arena.stats.written import COMPARED, DIFFERENCE, GAP

HALVES = "halves"
"""The name of the sets that are made from the items' names alone."""
FEW = 3
"""If an option has more values than this, pairs of its values aren't offered as sets."""


@dataclass(frozen=True, slots=True)
class SetRow:
    """One metric over both sets: a player's own figures, or a paper's."""

    metric: Metric
    first: Figure
    second: Figure
    difference: Figure
    """The first mean minus the second; without an interval for a printed row."""
    player: str = ""
    """The player's name in the paper; empty for a player's own figures."""
    source: str = ""
    """The paper; empty for a player's own figures."""

    @property
    def key(self) -> str:
        return f"{self.player}/{self.metric.name}" if self.player else self.metric.name

    def texts(self) -> tuple[str, str, str]:
        """Both figures and their difference, as people read them."""
        shown, gap = COMPARED.of(self.metric), DIFFERENCE if self.player else GAP
        return (
            shown.figure(self.first),
            shown.figure(self.second),
            gap.of(self.metric).figure(self.difference),
        )

    def to_json(self) -> dict[str, Any]:
        sides = {name: getattr(self, name).interval_json() for name in ("first", "second", "difference")}
        return {"metric": self.metric.name, **sides, "differs": self.difference.sure}


def printed_sets(info: GameInfo) -> list[SetRow]:
    """The published check with two sets of items, player by player; empty if this game has none."""
    sets = info.published.get("two_sets", {"row": ()})
    out = []
    for row in sets["row"]:
        first, second = printed(info, row["set_1"]), printed(info, row["set_2"])
        for name, one in first.items():
            gap = Figure((one.value or 0.0) - (second[name].value or 0.0))
            metric = info.metrics[name]
            out.append(SetRow(metric, one, second[name], gap, row["player"], sets["source"]))
    return out


def printed_sets_json(rows: Iterable[SetRow]) -> list[dict[str, Any]]:
    """Printed rows as `compare --sets --json` prints them, one object for each player."""
    return [
        {
            "player": player,
            "first": {row.metric.name: row.first.to_json() for row in each},
            "second": {row.metric.name: row.second.to_json() for row in each},
            "source": each[0].source,
        }
        for player, group in groupby(rows, key=lambda row: row.player)
        if (each := list(group))
    ]


@dataclass(frozen=True, slots=True)
class TwoSets:
    """A player's figures over two sets of items."""

    player: Contender
    condition: str
    """The name of the condition; for two decks the names of both; `JOINED`: several together."""
    sets: str
    """The division of the items, in the form that `two_sets` takes."""
    labels: tuple[str, str]
    items: tuple[int, int]
    """The number of items of each set that the player played."""
    sessions: tuple[int, int]
    """The number of the player's sessions with each set."""
    rows: tuple[SetRow, ...]

    def to_json(self) -> dict[str, Any]:
        """The check as `compare --sets --json` prints it."""
        return {
            "player": ":".join(self.player),
            "condition": self.condition,
            "sets": self.sets,
            "labels": list(self.labels),
            "items": list(self.items),
            "sessions": list(self.sessions),
            "metrics": [row.to_json() for row in self.rows],
        }


def two_sets(
    store: Store,
    catalogue: Catalogue,
    wanted: Filter,
    player: str,
    metrics: Sequence[str] | None = None,
    *,
    sets: str = HALVES,
) -> list[TwoSets]:
    """The figures of a player, given as `kind:name` or by name, over two sets of items.

    Returns one check for each condition that the player played, the one with the most sessions first.

    - `metrics`: None means all that have figures.
    - `sets`: `halves`, two deck names as `DECK,DECK`, or two values of an option that chooses among a deck's
      items, such as `set=1,2`.

    Raises BadFile for an unknown game; BadFilter for anything else that is unknown, and if a metric would be
    joined over several scales; SaveError.
    """
    info = catalogue.game(wanted.game)
    chosen = [measure(info, name) for name in metrics] if metrics is not None else measures(info)
    group = compared_group(info, wanted.seat)
    check_condition(store, wanted)
    load = partial(played, store, group=group, metrics=[m.name for m in chosen])
    by_decks = _are_decks(sets)
    told = replace(wanted, condition=None) if by_decks and not wanted.joined else wanted
    parts = _parts(load, catalogue, info, replace(told, player=player), sets)
    if not any(parts):  # other players are read only for the error message
        parts = _parts(load, catalogue, info, replace(told, player=None), sets)
    who = named(player, players([cell for part in parts for cell in part]))
    own = [[c for c in part if (c.kind, c.name) == who] for part in parts]
    known = list(store.settings(info.id).values())
    alike = {
        one.condition: _condition_without_deck(info, one) if by_decks else one.condition for one in known
    }
    names = condition_names(known)
    if wanted.joined:
        several = {cell.condition for part in own for cell in part}
        if len(several) > 1:
            for metric in chosen if metrics is not None else ():
                check_scale(info, metric, (one for one in known if one.condition in several))
            chosen = [metric for metric in chosen if not metric.scale_by]
        own = [joined(cell._replace(condition="") for cell in part) for part in own]
        alike, names = {"": ""}, {"": JOINED}
    elif by_decks and wanted.condition is not None:
        meant = {
            alike[one.condition] for one in known if fold(wanted.condition) in (fold(one.name), one.condition)
        }
        alike = {condition: key for condition, key in alike.items() if key in meant}
    under = {
        key: [[c for c in part if alike.get(c.condition) == key] for part in own] for key in alike.values()
    }
    there = {key: parts for key, parts in under.items() if any(parts)}
    side = groups_of(info)[group]
    found = []
    for first, second in there.values() or [([], [])]:
        rows = [_row(on_side(metric, side), first, second) for metric in chosen]
        found.append(
            TwoSets(
                who,
                named_conditions(dict.fromkeys(names[cell.condition] for cell in (*first, *second))),
                sets,
                labels_of(sets),
                (len(first), len(second)),
                (sum(c.n for c in first), sum(c.n for c in second)),
                tuple(row for row in rows if metrics is not None or row.first.n or row.second.n),
            )
        )
    return sorted(found, key=lambda one: (-sum(one.sessions), one.condition))


def _condition_without_deck(info: GameInfo, one: Kept) -> str:
    """The part of a setting's condition that doesn't name its deck."""
    rest = {n: v for n, v in one.options.items() if n in info.options and is_apart(info.options[n])}
    return repr(sorted(rest.items()))


def sets_table(check: TwoSets, title: str, published: Sequence[SetRow] = ()) -> TextTable:
    """A table of every figure over both sets; printed rows come last."""
    a, b = check.labels
    ends = [f"{label} {end}" for label in (a, b, "difference") for end in ("mean", "low", "high")]
    rows = [
        (
            f"{row.player} (published)" if row.player else check.player[1],
            row.metric.name if row.player else row.metric.label,
            *(
                end
                for one in (row.first, row.second, row.difference)
                for end in (one.value, one.low, one.high)
            ),
        )
        for row in (*check.rows, *published)
    ]
    counts = (
        f"{check.items[0]} and {counted(check.items[1], 'secret')}, "
        f"{check.sessions[0]} and {counted(check.sessions[1], 'session')}"
    )
    notes = [f"{counts}; 95% intervals over secrets by Student's and Welch's t."]
    notes += dict.fromkeys(row.source for row in published)
    return TextTable(title, ("player", "figure", *ends), tuple(rows), tuple(notes))


def labels_of(sets: str) -> tuple[str, str]:
    """The names of the two sets.

    >>> labels_of("halves"), labels_of("set=1,2"), labels_of("things,objects")
    (('half 1', 'half 2'), ('set 1', 'set 2'), ('things', 'objects'))
    """
    if sets == HALVES:
        return "half 1", "half 2"
    option, _, values = sets.rpartition("=")
    first, _, second = values.partition(",")
    return f"{option} {first.strip()}".strip(), f"{option} {second.strip()}".strip()


def choices(info: GameInfo, catalogue: Catalogue, decks: Iterable[str] = ()) -> list[str]:
    """The sets to offer for a game, in the form that `two_sets` takes. `decks`: the decks with sessions.

    The values of an option with more than `FEW` values are not offered; the user has to name two of them.
    """
    found = [HALVES]
    for name, values in _options(info, catalogue).items():
        found += [] if len(values) > FEW else [f"{name}={a},{b}" for a, b in combinations(values, 2)]
    return [*found, *(f"{a},{b}" for a, b in combinations(decks, 2))]


def half_of(item: str, seed: int = 0) -> int:
    """The half that an item is in, 0 or 1. It depends only on the item's name.

    >>> [half_of(word) for word in ("stage", "Stage", "slate", "crony")]
    [1, 1, 0, 0]
    """
    return blake2b(f"{seed}:{fold(item)}".encode(), digest_size=1).digest()[0] & 1


def _row(metric: Metric, first: Collection[ItemCell], second: Collection[ItemCell]) -> SetRow:
    a, b = (t_interval(spread(means_by_item(cells, metric.name))) for cells in (first, second))
    gap = gap_within(welch(a, b), metric.scale)
    return SetRow(metric, within(a, metric.scale), within(b, metric.scale), gap)


def _parts(
    load: Callable[[Filter], list[ItemCell]], catalogue: Catalogue, info: GameInfo, wanted: Filter, sets: str
) -> tuple[list[ItemCell], list[ItemCell]]:
    option, _, values = sets.rpartition("=")
    first, comma, second = (part.strip() for part in values.partition(","))
    if sets != HALVES and not (comma and first and second and fold(first) != fold(second)):
        raise BadFilter(
            f"there are no sets {one_line(sets, 40)!r}; give {HALVES}, two decks as DECK,DECK, or two "
            f"values of an option, such as set=1,2; here: {'; '.join(choices(info, catalogue))}"
        )
    if _are_decks(sets):
        decks = [load(replace(wanted, deck=deck, player=None)) for deck in (first, second)]
        a, b = ({fold(cell.item) for cell in cells} for cells in decks)
        return _without(decks[0], a & b), _without(decks[1], a & b)
    cells = load(wanted)
    if sets == HALVES:
        place: Callable[[str], int | None] = half_of
    else:
        place = _by_option(info, catalogue, wanted.deck, option.strip(), (first, second)).get
    return [c for c in cells if place(c.item) == 0], [c for c in cells if place(c.item) == 1]


def _are_decks(sets: str) -> bool:
    return sets != HALVES and "=" not in sets


def _without(cells: Iterable[ItemCell], items: Collection[str]) -> list[ItemCell]:
    return [cell for cell in cells if fold(cell.item) not in items]


def _by_option(
    info: GameInfo, catalogue: Catalogue, deck: str | None, option: str, values: tuple[str, str]
) -> dict[str, int]:
    """Maps each item of the game's decks to its set, 0 or 1, by its value of an option. Raises BadFilter."""
    known = _options(info, catalogue)
    if option not in known or not set(values) <= set(known[option]):
        raise BadFilter(
            f"there are no sets {one_line(option, 20)}={one_line(','.join(values), 40)} in {info.title}; "
            f"allowed: {'; '.join(choices(info, catalogue))}"
        )
    out: dict[str, int] = {}
    for name in [deck] if deck else catalogue.deck_names(info):
        source = catalogue.source(name, info)
        for item in source.items if source else ():
            if item.get(option) in values:
                out.setdefault(_text(item), values.index(item[option]))
    return out


def _options(info: GameInfo, catalogue: Catalogue) -> dict[str, tuple[str, ...]]:
    """Maps each option that chooses among a deck's items to its values; it has more than one."""
    items = [item for deck in info.decks if (s := catalogue.source(deck, info)) for item in s.items]
    named = ((name, option.choices) for name, option in info.options.items() if len(option.choices or ()) > 1)
    return {name: c for name, c in named if set(c) <= {item.get(name) for item in items}}


def _text(item: Any) -> str:
    """An item's text, which is its first string value."""
    return str(next((v for v in item.values() if isinstance(v, str)), ""))
