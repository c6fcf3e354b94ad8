"""Comparison of two players of a game in one metric, item by item.

This module looks up the names of seats, players and metrics. An unknown name raises BadFilter, which lists
the known names.

Players are compared under one condition at a time, unless the filter joins them all.

Each item counts once, by the mean of its sessions, however often it was played. If both players played enough
of the same items, only those items count. Sessions are compared only if there are too few items.

Screens and commands show a comparison in sentences; files get it as a table, unrounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import fold, one_line
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.save.filters import JOINED, BadFilter, Filter, is_player
from tui_arena.save.rollup.items import ItemCell, joined
from tui_arena.save.rollup.sums import MAIN, SCALE
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import FORM, OWN, StatRow, group_of, side_groups, stats
from tui_arena.stats.conditions import check_condition, check_scale, condition_names, named_conditions
from tui_arena.stats.differences import NAME, Differences, between, names_apart, secrets_apart
from tui_arena.stats.form import FormPair, form_pairs, form_phrases, form_text
from tui_arena.stats.statistics import (
    Figure,
    gap_within,
    newcombe,
    share,
    spread,
    spread_of_sums,
    t_interval,
    welch,
    within,
)
from tui_arena.stats.text_tables import TableCell, TextTable, WrittenCell
from tui_arena.stats.written import COMPARED, DIFFERENCE, GAP, by_kind

Contender = tuple[str, str]
"""Kind and name of a player."""
WON = "won"
_OWN = (
    Metric(
        MAIN, "main score", "number", "high", "How well it went, from 0 to 1, as the game scores it.", "0-1"
    ),
    Metric(WON, "sessions won", "flag", "high", "Share of the sessions that were won."),
)
SUCCESS = "success"
"""The metric of every game that says whether the solving side won."""


def measures(info: GameInfo) -> list[Metric]:
    """The metrics in which two players of a game can be compared, the main metrics first."""
    own = [m for m in info.metrics.values() if m.kind not in ("list", "table")]
    first = [info.main.metric, info.main.share]
    own.sort(key=lambda m: first.index(m.name) if m.name in first else len(first))
    score, won = _OWN
    score = replace(score, scale_by=info.metrics[info.main.metric].scale_by)
    return [*own[: len(set(first))], score, won, *own[len(set(first)) :]]


def measure(info: GameInfo, name: str) -> Metric:
    """The metric with this name. Raises BadFilter, which lists the known names."""
    known = {metric.name: metric for metric in measures(info)}
    if name not in known:
        raise BadFilter(
            f"{info.title} has no figure {one_line(name, 40)!r} to compare; allowed: {', '.join(known)}"
        )
    return known[name]


def compared_group(info: GameInfo, seat: str | None) -> str:
    """The group of seats with this name; None gives the solving group. Raises BadFilter."""
    groups = groups_of(info)
    return next(iter(groups)) if seat is None else group_of(info, seat, groups)


def groups_of(info: GameInfo) -> dict[str, str]:
    """Maps each group of seats that has a side to it; solving groups come first."""
    return dict(sorted(side_groups(info).items(), key=lambda one: one[1] != "solver"))


def players(cells: Iterable[ItemCell]) -> list[Contender]:
    """The players of these cells, sorted by name."""
    return sorted({(cell.kind, cell.name) for cell in cells}, key=lambda who: (fold(who[1]), who[0]))


def named(text: str, there: Sequence[Contender]) -> Contender:
    """The player with this name or `kind:name`. Raises BadFilter, which lists the possible players."""
    meant = is_player(text)
    found = [who for who in there if meant(*who)]
    if len(found) == 1:
        return found[0]
    said = one_line(text, 60)
    among = ", ".join(one_line(":".join(who), 60) for who in (found or there))
    if found:
        raise BadFilter(f"{said!r} could be any of {among}; name it by kind and name")
    raise BadFilter(f"there is no player {said!r} with sessions that count here; allowed: {among or 'none'}")


def on_side(metric: Metric, side: str) -> Metric:
    """The metric with the direction that it has for the players of a side.

    For opponents, `success` is better when low. The other metrics have a known direction only for the solving
    side, so for opponents they have none.
    """
    if side != "opponent" or metric.name in (MAIN, WON) or metric.kind == "seats":
        return metric
    return replace(metric, better="low" if metric.name == SUCCESS else "none")


def chosen_pair(
    cells: Sequence[ItemCell], first: Contender | None, second: Contender | None
) -> tuple[Contender, Contender] | None:
    """The two players to compare; a missing or absent player is replaced. None if there are no players.

    The first is replaced by the player with the most sessions. The second is replaced by the player who
    shares the most items with the first under one condition. Both are the same if there is only one player.
    """
    items: dict[Contender, set[tuple[str, str]]] = {}
    sessions: Counter[Contender] = Counter()
    for cell in cells:
        items.setdefault((cell.kind, cell.name), set()).add((cell.condition, cell.item))
        sessions[cell.kind, cell.name] += cell.n
    if not items:
        return None
    order = sorted(items)
    one = (
        first
        if first is not None and first in items
        else max(order, key=lambda who: (who != second, sessions[who]))
    )
    if second is not None and second in items:
        return one, second
    others = [who for who in order if who != one] or [one]
    return one, max(others, key=lambda who: (len(items[who] & items[one]), sessions[who]))


Basis = Literal["pairs", "items", "sessions"]
"""The values that the interval of a difference is taken over.

- `pairs`: items that both players played.
- `items`: each player's items, if the players share too few.
- `sessions`: each player's sessions, if there are too few items.
"""
ENOUGH = 3
"""With fewer items than this, sessions are compared instead, because so few items say nothing about other
items."""
Found = Literal["both", "first", "second", "neither"]
"""The players who won an item at least once."""

FOUND: tuple[Found, ...] = ("both", "first", "second", "neither")


@dataclass(frozen=True, slots=True)
class Tried:
    """One player's sessions with one item."""

    n: int
    won: int
    figure: Figure
    """The metric over the sessions that define it."""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item, and each player's sessions with it."""

    item: str
    first: Tried | None
    """None if the first player never played the item."""
    second: Tried | None
    """None if the second player never played the item."""

    @property
    def difference(self) -> float | None:
        """The first player's mean minus the second's; None if one of them has no mean."""
        if self.first is None or self.second is None:
            return None
        a, b = self.first.figure.value, self.second.figure.value
        return None if a is None or b is None else a - b

    @property
    def found(self) -> Found | None:
        """The players who won the item at least once; None unless both played it."""
        if self.first is None or self.second is None:
            return None
        wins = self.first.won > 0, self.second.won > 0
        return {(True, True): FOUND[0], (True, False): FOUND[1], (False, True): FOUND[2]}.get(wins, FOUND[3])


@dataclass(frozen=True)
class Comparison:
    """The comparison of two players of a game in one metric."""

    game: str
    metric: Metric
    """The metric, with the direction that it has for the group's side."""
    group: str
    first: Contender
    second: Contender
    basis: Basis
    firsts: Figure
    """The first player's mean: over shared items if the basis is `pairs`, else over all items it played."""
    seconds: Figure
    """The same for the second player."""
    difference: Figure
    """The first player's mean minus the second's."""
    items: tuple[ItemRow, ...]
    """Every item that at least one of them played, sorted by name."""
    condition: str = ""
    """The name of the condition under which the players are compared; `JOINED`: several together."""
    differs: Differences = field(default_factory=Differences)
    """What differs between the players' sessions."""
    form: tuple[FormPair, ...] = ()
    """Faults, speed and cost of both over all their sessions; empty if neither is a model."""

    @cached_property
    def shared(self) -> tuple[ItemRow, ...]:
        """The items that both played."""
        return tuple(row for row in self.items if row.found is not None)

    @cached_property
    def better_at(self) -> tuple[int, int, int]:
        """The number of items at which the first is better, the second is better, and both are equal.

        "Better" means higher if the metric has no direction.
        """
        signs = [_sign(row.difference) * self.direction for row in self.items if row.difference is not None]
        return signs.count(1), signs.count(-1), signs.count(0)

    @cached_property
    def widest(self) -> float:
        """The greatest difference at any item, without its sign; 0 if there is none."""
        return max((abs(row.difference) for row in self.items if row.difference is not None), default=0.0)

    @property
    def direction(self) -> int:
        """-1 if low is better, else 1."""
        return -1 if self.metric.better == "low" else 1

    @property
    def leads(self) -> Literal["first", "second", ""]:
        """The player who is ahead (higher, if the metric has no direction); empty if both are level."""
        sign = _sign(self.difference.value or 0.0) * self.direction
        return "first" if sign > 0 else "second" if sign < 0 else ""

    def by_found(self, found: Found) -> tuple[ItemRow, ...]:
        """The shared items that both players won, only one of them, or neither."""
        return tuple(row for row in self.shared if row.found == found)

    def to_json(self) -> dict[str, Any]:
        """The comparison as `compare --json` prints it."""
        first, second, alike = self.better_at
        return {
            "game": self.game,
            "metric": self.metric.name,
            "better": self.metric.better,
            "seat": self.group,
            "condition": self.condition,
            "first": {"player": ":".join(self.first), **self.firsts.interval_json()},
            "second": {"player": ":".join(self.second), **self.seconds.interval_json()},
            "basis": self.basis,
            "difference": self.difference.interval_json(),
            "leads": self.leads or None,
            "sure": self.difference.sure,
            "better_at": {"first": first, "second": second, "alike": alike},
            "found_by": {found: [row.item for row in self.by_found(found)] for found in FOUND},
            "items": [_item_json(row) for row in self.items],
            **self.differs.to_json(),
            **({"form": {one.key: one.to_json() for one in self.form}} if self.form else {}),
        }


@dataclass(frozen=True, slots=True)
class Comparisons:
    """The comparison of two players in one metric, under each condition that both played."""

    each: tuple[Comparison, ...]
    """At least one comparison; the one with the most shared items comes first."""
    note: str = ""
    """A sentence on the conditions if the sessions have several; else empty."""

    def to_json(self) -> dict[str, Any]:
        """The comparisons as `compare --json` prints them: a single one by itself, several in a list."""
        note = {"note": self.note} if self.note else {}
        if len(self.each) == 1:
            return {**self.each[0].to_json(), **note}
        return {"conditions": [one.to_json() for one in self.each], **note}


def compare(
    store: Store, catalogue: Catalogue, wanted: Filter, first: str, second: str, *, metric: str
) -> Comparisons:
    """Compare two players, given as `kind:name` or by name alone, in one metric, condition by condition.

    Only sessions on the filter's seat count, or on the solving seats if it names none. The filter's player is
    ignored. Raises:

    - BadFile for an unknown game,
    - BadFilter for an unknown player, metric or filter value,
    - BadFilter if both names mean the same player, or if the two share no condition,
    - BadFilter if the filter joins different scales,
    - SaveError.
    """
    info = catalogue.game(wanted.game)
    found = measure(info, metric)
    group = compared_group(info, wanted.seat)
    check_condition(store, wanted)
    cells = played(store, replace(wanted, player=None), group, [metric])
    there = players(cells)
    pair = named(first, there), named(second, there)
    if pair[0] == pair[1]:
        raise BadFilter(f"both names mean {one_line(':'.join(pair[0]), 60)}; a comparison needs two players")
    every = under_each(store, info, wanted, cells, pair, metric=found)
    if not every.each:
        raise BadFilter(never_together(every, pair))
    return with_differences(store, catalogue, replace(wanted, seat=group), every)


def under_each(
    store: Store,
    info: GameInfo,
    wanted: Filter,
    cells: Collection[ItemCell],
    pair: tuple[Contender, Contender],
    *,
    metric: Metric,
) -> Comparisons:
    """The comparisons of two players under each condition that both played.

    `cells`: the cells of one group of seats. Raises BadFilter if the filter joins different scales;
    SaveError.
    """
    group = next(cell.group for cell in cells)
    of_pair = [cell for cell in cells if (cell.kind, cell.name) in pair]
    known = store.settings(info.id)
    names = condition_names(known.values())
    by_condition = grouped((cell.condition, cell) for cell in of_pair)
    if wanted.joined and len(by_condition) > 1:
        check_scale(info, metric, (one for one in known.values() if one.condition in by_condition))
        whole = joined(cell._replace(condition="") for cell in of_pair)
        one = compared(whole, info, metric, group, pair, condition=JOINED)
        there = sorted(names[condition] for condition in by_condition)
        return Comparisons((one,), f"These conditions are combined: {named_conditions(there)}.")
    each, alone = [], []
    for condition, some in by_condition.items():
        who = {(cell.kind, cell.name) for cell in some}
        if who >= set(pair):
            each.append(compared(some, info, metric, group, pair, condition=names[condition]))
        else:
            alone.append(f"{names[condition]} (only {one_line(who.pop()[1], NAME)})")
    each.sort(key=lambda one: (-len(one.shared), -len(one.items), one.condition))
    left = (
        [f"Left out, because only one of the two players played there: {named_conditions(sorted(alone))}."]
        if alone
        else []
    )
    several = (
        [f"They played under {len(each)} conditions, which are compared separately."] if len(each) > 1 else []
    )
    return Comparisons(tuple(each), " ".join([*several, *left]))


def never_together(found: Comparisons, pair: tuple[Contender, Contender]) -> str:
    """A sentence that two players never played under the same condition."""
    first, second = distinct_pair(*pair)
    return (
        f"{first} and {second} never played under the same condition. {found.note} "
        f"--where condition={JOINED} joins the conditions."
    )


def with_differences(store: Store, catalogue: Catalogue, wanted: Filter, found: Comparisons) -> Comparisons:
    """Adds to each comparison faults, speed and cost, and what differs between the players' sessions.

    `wanted`: a filter with a seat. Raises BadFilter, SaveError.
    """
    rows = stats(store, catalogue, replace(wanted, player=None), intervals=())
    return replace(found, each=tuple(_with_differences(one, rows) for one in found.each))


def _with_differences(found: Comparison, rows: Iterable[StatRow]) -> Comparison:
    pair = found.first, found.second
    own = grouped(
        ((row.kind, row.player), row)
        for row in rows
        if row.partner is None
        and (row.kind, row.player) in pair
        and found.condition in (JOINED, row.condition)
    )
    alone = found.condition != JOINED  # rows of several conditions can't be added up
    first, second = (next(iter(own.get(who, ())), None) for who in pair)
    form = form_pairs(first, second) if alone else ()
    asked = between(
        replace(
            some[0], condition=found.condition, asked=sum((Counter(row.asked) for row in some), Counter())
        )
        for some in own.values()
    )
    sides = zip(names(found), ("first", "second"), strict=True)
    played = {name: {row.item for row in found.items if getattr(row, side)} for name, side in sides}
    apart = secrets_apart(found.group, found.condition, played)
    return replace(found, differs=replace(asked, each=(*asked.each, *apart)), form=form)


def played(store: Store, wanted: Filter, group: str, metrics: Sequence[str]) -> list[ItemCell]:
    """The cells of every item and every player of a group, or of the filter's player only.

    Raises BadFilter, SaveError.
    """
    stored = [name for name in metrics if name != WON]
    return store.items(replace(wanted, seat=group), stored)


def compared(
    cells: Collection[ItemCell],
    info: GameInfo,
    metric: Metric,
    group: str,
    pair: tuple[Contender, Contender],
    *,
    condition: str = "",
) -> Comparison:
    """The comparison of two players under one condition, from the cells of their group."""
    a, b = (_tried(cells, who, metric.name) for who in pair)
    rows = tuple(ItemRow(item, a.get(item), b.get(item)) for item in sorted({*a, *b}, key=_by_name))
    pairs = [row for row in rows if row.difference is not None]
    basis: Basis
    if len(pairs) >= ENOUGH:
        basis = "pairs"
        firsts, seconds = (
            t_interval(spread(_means(getattr(row, side) for row in pairs))) for side in ("first", "second")
        )
        gap = t_interval(spread(row.difference for row in pairs if row.difference is not None))
    else:
        firsts, seconds = (t_interval(spread(_means(tried.values()))) for tried in (a, b))
        basis, gap = "items", welch(firsts, seconds)
        if (gap.n or 0) < ENOUGH:
            basis = "sessions"
            firsts, seconds, gap = _by_sessions(cells, metric, pair)
    firsts, seconds = within(firsts, metric.scale), within(seconds, metric.scale)
    gap = replace(gap_within(gap, metric.scale), std=None)
    seen = on_side(metric, groups_of(info)[group])
    return Comparison(info.id, seen, group, *pair, basis, firsts, seconds, gap, rows, condition)


def means_by_item(cells: Iterable[ItemCell], metric: str) -> Iterator[float]:
    """Yields the mean of each of a player's cells in which the metric is defined."""
    for cell in cells:
        mean = spread_of_sums(*_sums(cell, metric)).value
        if mean is not None:
            yield mean


def _tried(cells: Iterable[ItemCell], who: Contender, metric: str) -> dict[str, Tried]:
    return {
        cell.item: Tried(cell.n, cell.won, spread_of_sums(*_sums(cell, metric)))
        for cell in cells
        if cell.item and (cell.kind, cell.name) == who
    }


def _sums(cell: ItemCell, metric: str) -> tuple[int, int, int]:
    """The number of values, their sum in millionths, and the sum of their squares in squared millionths."""
    if metric == WON:
        return cell.n, cell.won * SCALE, cell.won * SCALE * SCALE
    return cell.sums.get(metric, (0, 0, 0))


def _means(tried: Iterable[Tried | None]) -> list[float]:
    return [one.figure.value for one in tried if one is not None and one.figure.value is not None]


def _by_sessions(
    cells: Iterable[ItemCell], metric: Metric, pair: tuple[Contender, Contender]
) -> tuple[Figure, Figure, Figure]:
    """Means and difference over sessions: by Student's and Welch's t; for shares by Wilson and Newcombe."""
    a, b = (_over_all(cells, who, metric.name) for who in pair)
    if metric.kind == "flag":
        a, b = _share(a), _share(b)
        return a, b, newcombe(a, b)
    return t_interval(a), t_interval(b), welch(a, b)


def _over_all(cells: Iterable[ItemCell], who: Contender, metric: str) -> Figure:
    sums = [_sums(cell, metric) for cell in cells if (cell.kind, cell.name) == who]
    return spread_of_sums(*(sum(place) for place in zip(*sums, strict=True))) if sums else Figure(n=0)


def _share(mean: Figure) -> Figure:
    return share(round((mean.value or 0) * (mean.n or 0)), mean.n or 0)


def _by_name(item: str) -> tuple[str, str]:
    return fold(item), item


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _item_json(row: ItemRow) -> dict[str, Any]:
    def side(one: Tried | None) -> dict[str, Any] | None:
        return None if one is None else {"n": one.n, "won": one.won, "mean": one.figure.value}

    return {
        "item": row.item,
        "first": side(row.first),
        "second": side(row.second),
        "difference": row.difference,
        "found_by": row.found,
    }


def names(comparison: Comparison) -> tuple[str, str]:
    """The names of both players, with their kinds if the names are the same."""
    return distinct_pair(comparison.first, comparison.second)


def distinct_pair(first: Contender, second: Contender) -> tuple[str, str]:
    """The names of two players, with their kinds if the names are the same."""
    apart = names_apart((first, second))
    return one_line(apart[first], NAME), one_line(apart[second], NAME)


def verdict(comparison: Comparison) -> str:
    """A sentence on which of the two is better, and whether it may be chance."""
    one, metric = comparison.difference, comparison.metric
    first, second = names(comparison)
    if one.value is None:
        none = first if comparison.firsts.value is None else second
        return f"{none} has no session with a figure for {metric.label}."
    if not comparison.leads:
        return f"{first} and {second} are level: {metric.label} {COMPARED.of(metric).number(comparison.firsts.value)}."
    turned = comparison.leads == "second"
    ahead, behind = (second, first) if turned else (first, second)
    better, worse = (comparison.firsts, comparison.seconds)[:: -1 if turned else 1]
    gap = one if (one.value > 0) else one.turned
    how = "is ahead of" if metric.better != "none" else "has a higher figure than"
    by = GAP.of(metric).figure(gap).removeprefix("+")
    high, low = (COMPARED.of(metric).number(side.value) for side in (better, worse))
    figures = f"{high} against {low}"
    told = f"{ahead} {how} {behind} by {by}: {metric.label} {figures}."
    if gap.low is None:
        return f"{told} There are too few sessions to say whether that is chance."
    if one.sure:
        return f"{told} That is unlikely to be chance."
    return f"{told} That may be chance: the interval includes 0."


def basis_text(comparison: Comparison) -> str:
    """A sentence on whether the means and the interval are over secrets or sessions."""
    first, second = names(comparison)
    shared = len(comparison.shared)
    how = "spans are 95% intervals over secrets, by Student's t"
    if comparison.basis == "pairs":
        n = comparison.difference.n
        which = f"the {n:,}" if n == shared else f"{n:,} of the {shared:,}"
        those = "" if n == shared else ", those with a figure for both"
        return f"Over {which} secrets that both played{those}; {how}."
    share = secrets(shared)
    counts = f"{comparison.firsts.n} of {first}, {comparison.seconds.n} of {second}"
    if comparison.basis == "items":
        alone = f"They share {share} with figures, so each player's own secrets count"
        return f"{alone}: {counts}; {how} and Welch's."
    by = "Wilson's and Newcombe's scores" if comparison.metric.kind == "flag" else "Student's and Welch's t"
    return f"Too few secrets, so sessions are counted: {counts}; 95% intervals by {by}."


def secrets(count: int) -> str:
    """A number of secrets: `no secret`, `1 secret`, `12 secrets`."""
    return counted(count, "secret") if count else "no secret"


def better_text(comparison: Comparison) -> str:
    """A sentence on how many items each player is better at; empty if they share no item."""
    if not comparison.shared:
        return ""
    first, second = names(comparison)
    a, b, alike = comparison.better_at
    word = "Better" if comparison.metric.better != "none" else "Higher"
    return f"{word} at: {first} {a}, {second} {b}; alike {alike}."


def found_text(comparison: Comparison) -> str:
    """A sentence on how many items both players, only one or neither won; empty if they share no item."""
    if not comparison.shared:
        return ""
    first, second = names(comparison)
    both, a, b, neither = (
        len(comparison.by_found(found)) for found in ("both", "first", "second", "neither")
    )
    return f"Won at least once: by both {both}, only {first} {a}, only {second} {b}, neither {neither}."


def form_table_of(comparison: Comparison) -> TextTable:
    """A table of faults, speed and cost: a row for each figure, with both players and their difference."""
    lines: list[tuple[TableCell, ...]] = []
    kinds: list[str] = []
    for one in comparison.form:
        metric, sides = OWN[one.key], (one.first, one.second)
        told = zip(names(comparison), sides, strict=True)
        kinds += [f"{name}: {by_kind(side.kinds)}" for name, side in told if side.kinds]
        texts = [form_text(one.key, replace(side, kinds=None), COMPARED) for side in sides]
        cells = [WrittenCell(side.value, text) for side, text in zip(sides, texts, strict=True)]
        gap = WrittenCell(one.difference, GAP.of(metric).number(one.difference, dash=""))
        lines.append((metric.label, *cells, gap))
    notes = (f"Faults by kind: {'; '.join(kinds)}.",) if kinds else ()
    return TextTable(FORM, ("", *names(comparison), "difference"), tuple(lines), notes)


def form_sentences(comparison: Comparison) -> list[str]:
    """Faults, speed and cost in words, a sentence for each of the two players; empty if neither is a model."""
    return [f"{name}: {', '.join(words)}." for name, words in form_words(comparison)]


def form_words(comparison: Comparison, *, short: bool = False) -> list[tuple[str, list[str]]]:
    """Both names, each with faults, speed and cost in words; empty if neither is a model."""
    figures = (
        {one.key: one.first for one in comparison.form},
        {one.key: one.second for one in comparison.form},
    )
    told = (form_phrases(one, COMPARED, short=short) for one in figures)
    return [(name, words) for name, words in zip(names(comparison), told, strict=True) if words]


def items_table(comparison: Comparison, rows: Sequence[ItemRow], title: str = "") -> TextTable:
    """A table of some items: each player's sessions, wins and mean, the difference, and the winner."""
    first, second = names(comparison)
    metric = comparison.metric
    header = (
        "secret",
        *(f"{who}: {what}" for who in (first, second) for what in ("sessions", "won", metric.label)),
    )
    by = {"first": first, "second": second, "both": "both", "neither": "neither"}
    lines = [
        (
            row.item,
            *_side(row.first, metric),
            *_side(row.second, metric),
            WrittenCell(row.difference, DIFFERENCE.of(metric).number(row.difference)),
            by[row.found] if row.found else None,
        )
        for row in rows
    ]
    told = (
        verdict(comparison),
        basis_text(comparison),
        better_text(comparison),
        found_text(comparison),
        *form_sentences(comparison),
    )
    return TextTable(title, (*header, "difference", "won by"), tuple(lines), tuple(filter(None, told)))


def _side(one: Tried | None, metric: Metric) -> tuple[TableCell, TableCell, WrittenCell]:
    """One player's sessions, wins and mean; undefined if the player never played the item."""
    mean = None if one is None else one.figure.value
    shown = WrittenCell(mean, COMPARED.of(metric).number(mean))
    return (None, None, shown) if one is None else (one.n, one.won, shown)
