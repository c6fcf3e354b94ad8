"""Figures over prompt variants or repetitions, and tables of players by secret, option value or condition.

Over prompt variants and repetitions, the mean of each of them comes first, then the spread of these means.
Papers print such figures to show how much depends on the wording of a prompt, or on chance. Below the spread
over prompt variants is a table with a row for each variant, which shows what prompt is better.

A table has a row for each secret, option value or condition and a column for each player. There is one table
for each seat that solves. Papers print such tables to show which secrets are hard.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import fold
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.save.filters import BadFilter, Filter, OptionIs
from tui_arena.save.rollup.items import ItemCell, joined
from tui_arena.save.rollup.sums import QUALITY, SCALE, STANDINGS, WON_BY_ERROR, slot_of
from tui_arena.save.setting import Kept, condition_without
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import HOW_ASKED, OWN, StatRow, alike, solving_groups, stats, variant_of
from tui_arena.stats.comparison import Contender
from tui_arena.stats.conditions import (
    CONDITION,
    ITEM,
    OPTION,
    OVER,
    PROMPT,
    condition_names,
    option_is,
    options_there,
    said,
)
from tui_arena.stats.differences import names_apart
from tui_arena.stats.form import FIGURES
from tui_arena.stats.ranking.published import published_rows
from tui_arena.stats.statistics import Figure, items_note, share, spread_of_sums, t_interval, within
from tui_arena.stats.text_tables import TableCell, TextTable, WrittenCell
from tui_arena.stats.written import COMPARED

_KINDS = ("flag", "count", "number")
_ENDS = (*STANDINGS, WON_BY_ERROR, QUALITY)
"""The figures of every game that have a mean in each prompt variant and repetition."""


def checked_over(info: GameInfo, over: str) -> str:
    """Checks and returns the name of a grouping for figures. Raises BadFilter, which lists the names."""
    if over.startswith(OPTION):
        name = over.removeprefix(OPTION)
        option_is(info, name, said(info.options[name].default) if name in info.options else "")
    elif over not in OVER:
        raise BadFilter(f"there is no table over {over!r}; allowed: {', '.join(OVER)}, {OPTION}NAME")
    return over


@dataclass(frozen=True, slots=True)
class OverRow:
    """The figures of one player in one seat, over the means of each prompt variant or repetition."""

    seat: str
    """The group of seats."""
    kind: str
    player: str
    condition: str
    """The name of the condition."""
    figures: Mapping[str, Figure]
    """Maps a name to its figure; `n` is the number of prompt variants or repetitions that define it."""

    def to_json(self) -> dict[str, Any]:
        """The row as `stats --over --json` prints it."""
        return {
            "seat": self.seat,
            "player": self.player,
            "kind": self.kind,
            "condition": self.condition,
            **{name: one.to_json() for name, one in self.figures.items()},
        }


def columns_of(info: GameInfo, names: Sequence[str] | None = None, over: str | None = None) -> list[str]:
    """The figures with these names, or all that have a mean. Raises BadFilter for an unknown name.

    For rows over sessions, and for rows of a prompt variant, faults, speed and cost may be named, too.

    `over`: what the figures are over. Sums by secret aren't kept for wins by another seat's error.
    """
    known = [*_ENDS, *(m.name for m in info.metrics.values() if m.kind in _KINDS and m.name not in OWN)]
    if over == ITEM:
        known.remove(WON_BY_ERROR)
    named = [*known, *(FIGURES if over in (None, PROMPT) else ())]
    for name in names or ():
        if name not in named:
            raise BadFilter(
                f"{info.title} has no figure {name!r} that has a mean{' for each secret' if over == ITEM else ''}; "
                f"allowed: {', '.join(named)}"
            )
    return list(dict.fromkeys(names)) if names else known


def over_rows(rows: Iterable[StatRow], over: str, columns: Sequence[str]) -> list[OverRow]:
    """The rows of the players that have figures over prompt variants or repetitions."""
    found = []
    for row in rows:
        if spreads := row.prompts if over == PROMPT else row.repetitions:
            figures = {name: spreads[name] for name in columns if name in spreads}
            found.append(OverRow(row.seat, row.kind, row.player, row.condition, figures))
    return found


def prompt_rows(
    store: Store, catalogue: Catalogue, wanted: Filter, rows: Iterable[StatRow], columns: Collection[str]
) -> list[StatRow]:
    """A row for each prompt variant of each model, in the order of `rows`, the stats without such rows.

    `columns`: the figures that get an interval. Raises BadFilter, SaveError.
    """
    whole = [row for row in rows if row.partner is None and not row.neutral and row.asked]
    place = {(row.seat, row.condition, row.player): i for i, row in enumerate(whole)}
    variants = {variant for row in whole for variant in row.by("prompt")}
    found = [
        row
        for variant in sorted(variants)
        for row in stats(store, catalogue, replace(wanted, prompt=variant), intervals=columns)
        if row.partner is None and not row.neutral and row.asked
    ]
    return sorted(found, key=lambda row: place[row.seat, row.condition, row.player])


def prompt_json(row: StatRow, columns: Iterable[str]) -> dict[str, Any]:
    """The row of a prompt variant as `stats --over prompt --json` prints it."""
    return {
        "seat": row.seat,
        "player": row.player,
        "kind": row.kind,
        "condition": row.condition,
        **{part: row.by(part) for part in HOW_ASKED},
        "prompt": variant_of(row),
        "sessions": row.sessions,
        **{name: row.figure(name).to_json() for name in columns},
    }


def prompts_table(info: GameInfo, rows: Sequence[StatRow], columns: Iterable[str]) -> TextTable:
    """A table with the rows of `prompt_rows`, each figure with its 95% interval."""
    metrics = [OWN.get(name) or info.metrics[name] for name in columns]
    metrics = [m for m in metrics if any(row.figure(m.name).value is not None for row in rows)]
    header = ("seat", "player", "condition", "prompt", "sessions", *(m.label for m in metrics))
    asked = {part: label for part, label in HOW_ASKED.items() if part != "prompt"}

    def cells(row: StatRow) -> Iterator[TableCell]:
        yield from (row.seat, row.player, row.condition, variant_of(row), row.sessions)
        yield from (_cell(row.figure(m.name), m, PROMPT) for m in metrics)
        yield from (alike(row.by(part)) for part in asked)

    note = items_note(row.figure("won") for row in rows)
    notes = ("In brackets: the 95% interval.", *([note] if note else []))
    header = (*header, *asked.values())
    return TextTable(
        f"{info.title}: each prompt variant", header, tuple(tuple(cells(row)) for row in rows), notes, words=4
    )


# tables


@dataclass(frozen=True, slots=True)
class OverLine:
    """One secret, value of an option or condition."""

    name: str
    figures: Mapping[Contender, Mapping[str, Figure]]
    """Maps a player to its figures by name."""
    published: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)
    """The published figures for this secret: by the paper's player, then by name of the figure."""

    def difficulty(self, name: str) -> float | None:
        """The mean of a figure over the players that have it."""
        values = [value for own in self.figures.values() if (value := own[name].value) is not None]
        return sum(values) / len(values) if values else None


@dataclass(frozen=True, slots=True)
class OverTable:
    """The figures of the players in one seat, by secret, option value or condition."""

    over: str
    seat: str
    condition: str
    """The name of the condition, without the option that is in the rows; empty if the rows are conditions."""
    metrics: tuple[Metric, ...]
    """The metrics in each player's columns; secrets are sorted by the first."""
    players: tuple[Contender, ...]
    lines: tuple[OverLine, ...]
    """Secrets from the hardest on; option values and conditions in their own order."""
    left: int = 0
    """The number of secrets that are left out."""

    @property
    def repeated(self) -> bool:
        """True if any line has more than one session behind it."""
        name = self.metrics[0].name
        return any(sum(own[name].n or 0 for own in line.figures.values()) > 1 for line in self.lines)

    def to_json(self) -> dict[str, Any]:
        """The table as `stats --over --json` prints it."""
        return {
            "seat": self.seat,
            **({"condition": self.condition} if self.condition else {}),
            "rows": [
                {
                    self.over: line.name,
                    "difficulty": {m.name: line.difficulty(m.name) for m in self.metrics},
                    "players": [
                        {
                            "player": name,
                            "kind": kind,
                            **{m.name: own[m.name].to_json() for m in self.metrics},
                        }
                        for (kind, name), own in line.figures.items()
                    ],
                    **(
                        {
                            "published": [
                                {"player": name} | {key: one.value for key, one in own.items()}
                                for name, own in line.published.items()
                            ]
                        }
                        if line.published
                        else {}
                    ),
                }
                for line in self.lines
            ],
        }


def over_tables(
    store: Store,
    catalogue: Catalogue,
    wanted: Filter,
    over: str,
    columns: Sequence[str] | None = None,
    *,
    runs: Sequence[str] | None = None,
    most: int | None = None,
) -> list[OverTable]:
    """A table for each seat that solves and each condition.

    `columns`: None means the main figures and the figures that a paper has. `runs`: only the sessions of
    these runs count, whatever run the filter names. `most`: only this many secrets, the hardest; None: all.
    Raises BadFilter, SaveError.
    """
    info = catalogue.game(wanted.game)
    metrics, groups = _metrics(info, columns, over), solving_groups(info)
    each = [wanted] if runs is None else [replace(wanted, run=run) for run in runs]
    if over == ITEM:
        made = list(_by_item(store, info, each, metrics, most))
    else:

        def rows(one: Filter) -> list[StatRow]:
            names = [metric.name for metric in metrics]
            every = stats(store, catalogue, one, runs, intervals=names)
            return [row for row in every if row.partner is None and row.sessions and row.seat in groups]

        known = list(store.settings(info.id).values())
        made = list(_by_rows(_found(info, known, wanted, over, rows), over, metrics))
    return sorted(made, key=lambda one: (groups.index(one.seat), one.condition))


def _metrics(info: GameInfo, columns: Sequence[str] | None, over: str) -> tuple[Metric, ...]:
    if columns is not None:
        return tuple(OWN.get(name) or info.metrics[name] for name in columns_of(info, columns, over))
    main = info.metrics[info.main.metric]
    names = [] if main.kind == "flag" else [main.name]
    if over == ITEM:
        names += [name for row in published_rows(info) if row.sessions == 1 for name in row.values]
    return (OWN["won"], *(info.metrics[name] for name in dict.fromkeys(names) if name in info.metrics))


def _by_item(
    store: Store, info: GameInfo, each: Sequence[Filter], metrics: tuple[Metric, ...], most: int | None
) -> Iterator[OverTable]:
    slots = {metric.name: slot_of(metric.name) for metric in metrics}
    known = condition_names(store.settings(info.id).values())
    groups, printed = set(solving_groups(info)), _published(info, metrics)
    cells = [c for one in each for c in store.items(one, [*slots.values()]) if c.item and c.group in groups]
    tables = grouped(
        ((cell.group, cell.condition), cell) for cell in (cells if len(each) == 1 else joined(cells))
    )
    for (group, condition), every in tables.items():
        items = _hardest_first({cell.item for cell in every}, every, slots[metrics[0].name], metrics[0])
        shown = set(items[:most])
        by_item = grouped((cell.item, cell) for cell in every if cell.item in shown)
        lines = [
            OverLine(
                item,
                {
                    (cell.kind, cell.name): _of_item(cell, slots, metrics)
                    for cell in sorted(by_item[item], key=itemgetter(1, 2))
                },
                printed.get(fold(item), {}),
            )
            for item in items[:most]
        ]
        players = _in_order((cell.kind, cell.name) for cell in every)
        yield OverTable(
            ITEM, group, known[condition], metrics, players, tuple(lines), len(items) - len(lines)
        )


def _hardest_first(items: Iterable[str], cells: Iterable[ItemCell], slot: str, metric: Metric) -> list[str]:
    """Secrets by the mean of a figure over the players, the worst first; secrets without a mean come last."""
    means: dict[str, list[float]] = {}
    for cell in cells:
        if found := cell.sums.get(slot):
            means.setdefault(cell.item, []).append(found[1] / found[0])
    sign = -1 if metric.better == "low" else 1
    hardness = {item: sign * sum(values) / len(values) for item, values in means.items()}
    return sorted(items, key=lambda item: (item not in hardness, hardness.get(item, 0.0), fold(item)))


def _of_item(cell: ItemCell, slots: Mapping[str, str], metrics: Sequence[Metric]) -> dict[str, Figure]:
    """The figures over a player's sessions with one secret; these sessions are independent of each other."""
    found = {}
    for metric in metrics:
        n, total, squares = cell.sums.get(slots[metric.name], (0, 0, 0))
        if metric.name in STANDINGS or metric.kind == "flag":
            one = share(round(total / SCALE), n)
        else:
            by = 100 if metric.name == QUALITY else 1
            one = within(t_interval(spread_of_sums(n, by * total, by * by * squares)), metric.scale)
        found[metric.name] = replace(one, metric=metric)
    return found


@dataclass(frozen=True, slots=True)
class _Found:
    """The figures of one player with one option value, or under one condition."""

    row: StatRow
    key: str
    """The key of the rest of the condition."""
    condition: str
    """The name of the rest of the condition."""
    line: str


def _found(
    info: GameInfo, known: Sequence[Kept], wanted: Filter, over: str, rows: Callable[[Filter], list[StatRow]]
) -> Iterator[_Found]:
    """Yields the rows of the stats, by condition or by the value of an option."""
    if over == CONDITION:
        yield from (_Found(row, "", "", row.condition) for row in rows(wanted))
        return
    name = over.removeprefix(OPTION)
    by_name = {one.name: one.options for one in known}
    usual = OptionIs(name, info.options[name].default, default=True)
    for one in options_there(info, known).get(name, (usual,)):
        for row in rows(replace(wanted, options=(*wanted.options, one))):
            key, rest = condition_without(info, by_name[row.condition], name)
            yield _Found(row, key, rest, said(one.value))


def _by_rows(found: Iterable[_Found], over: str, metrics: tuple[Metric, ...]) -> Iterator[OverTable]:
    for (seat, _), cells in grouped(((one.row.seat, one.key), one) for one in found).items():
        lines = tuple(
            OverLine(name, {(one.row.kind, one.row.player): one.row.figures for one in own})
            for name, own in grouped((one.line, one) for one in cells).items()
        )
        players = _in_order(who for line in lines for who in line.figures)
        yield OverTable(over, seat, cells[0].condition, metrics, players, lines)


def _in_order(players: Iterable[Contender]) -> tuple[Contender, ...]:
    return tuple(sorted(set(players), key=lambda who: (who[1].casefold(), who)))


def _published(info: GameInfo, metrics: Sequence[Metric]) -> dict[str, dict[str, dict[str, Figure]]]:
    """The published figures for single secrets: by secret, player and figure."""
    found: dict[str, dict[str, dict[str, Figure]]] = {}
    for row in published_rows(info):
        own = {m.name: row.values[m.name] for m in metrics if m.name in row.values}
        if row.sessions == 1 and own:
            found.setdefault(fold(row.variant), {})[row.player] = own
    return found


def text_table(table: OverTable, info: GameInfo) -> TextTable:
    """A table as people read it: in each cell `3 of 5`, or a mean with its 95% interval."""
    names = names_apart(table.players)
    printed = list(dict.fromkeys(name for line in table.lines for name in line.published))
    header = [CALLED.get(table.over, table.over.removeprefix(OPTION))]
    several = len(table.players) > 1
    header += [_head("all", table.metrics[0], table)] if several else []
    header += [_head(names[who], m, table) for who in table.players for m in table.metrics]
    theirs = [
        m
        for m in table.metrics
        if any(m.name in own for one in table.lines for own in one.published.values())
    ]
    header += [_head(f"{name} (published)", m, table) for name in printed for m in theirs]
    rows = tuple(tuple(_cells(line, table, printed, theirs, several=several)) for line in table.lines)
    figure = f", {table.metrics[0].label}" if len(table.metrics) == 1 else ""
    title = ", ".join(filter(None, (f"{info.title}{figure} by {header[0]}: {table.seat}", table.condition)))
    return TextTable(title, tuple(header), rows, tuple(_notes(table, info, printed)))


CALLED = {ITEM: "secret", CONDITION: "condition"}
"""The header of the first column."""


def _head(player: str, metric: Metric, table: OverTable) -> str:
    return player if len(table.metrics) == 1 else f"{player}, {metric.label}"


def _cells(
    line: OverLine, table: OverTable, printed: Sequence[str], theirs: Sequence[Metric], *, several: bool
) -> Iterator[TableCell]:
    yield line.name
    if several:
        value = line.difficulty(table.metrics[0].name)
        yield WrittenCell(value, COMPARED.of(table.metrics[0]).number(value, dash=""))
    for who in table.players:
        own = line.figures.get(who, {})
        yield from (_cell(own.get(m.name), m, table.over) for m in table.metrics)
    for name in printed:
        values = line.published.get(name, {})
        yield from (_cell(values.get(m.name), m, table.over) for m in theirs)


def _cell(one: Figure | None, metric: Metric, over: str) -> WrittenCell:
    if one is None or one.value is None:
        return WrittenCell(None, "")
    if one.count is not None and over == ITEM:
        return WrittenCell(one.value, f"{one.count} of {one.n}")
    return WrittenCell(one.value, COMPARED.of(metric).figure(one))


def _notes(table: OverTable, info: GameInfo, printed: Sequence[str]) -> Iterator[str]:
    if table.over == ITEM:
        left = f" {counted(table.left, 'easier secret')} left out." if table.left else ""
        yield f"The hardest secrets come first.{left}"
    if len(table.players) > 1:
        yield "all: the mean of all players."
    figures = [one for line in table.lines for own in line.figures.values() for one in own.values()]
    if any(one.low is not None and one.count is None for one in figures) or table.over != ITEM:
        yield "In brackets: the 95% interval."
    if table.over != ITEM and (note := items_note(figures)):
        yield note
    if printed:
        yield f"(published): {info.published['source']}."
