"""The tables of a study, as papers print them: mean ± deviation by player, for each game and for each prompt.

A deviation is over the means of each repetition, as in published tables. If nothing was repeated, it is over
the means of each prompt variant. If there is only one variant, it is over sessions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tui_arena.batch.study import Study, StudyCell
from tui_arena.batch.sweep import compared_by
from tui_arena.core.grouping import grouped
from tui_arena.core.options import resolve
from tui_arena.data import Catalogue, GameInfo
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import StatRow, stats
from tui_arena.stats.conditions import ITEM
from tui_arena.stats.over import OverTable, columns_of, over_tables, text_table
from tui_arena.stats.statistics import Figure, items_note
from tui_arena.stats.text_tables import TableCell as Value
from tui_arena.stats.text_tables import TextTable, to_csv, to_json, to_latex, to_markdown, written_cell
from tui_arena.stats.written import PAPER

Over = Literal["repetitions", "prompts", "sessions"]
SPREADS: tuple[Over, ...] = ("repetitions", "prompts")
"""What a deviation can be over where sessions were played alike."""
ALL = "all"
"""In the column of prompts: all prompts together."""


@dataclass(frozen=True, slots=True)
class StudyRow:
    """The figures of one player in one game of a study, with one prompt or with all of them."""

    cell: StudyCell
    """The first of the cells that the row is made of."""
    prompt: str | None
    """The prompt variant; None: all prompts together, or a player without a prompt."""
    stat: StatRow

    def figure(self, metric: str, over: Over) -> Figure:
        """A metric with its deviation over repetitions, prompts or sessions; nothing where there are no such means."""
        if over == "sessions":
            return self.stat.figure(metric)
        spreads = self.stat.repetitions if over == "repetitions" else self.stat.prompts
        found = spreads.get(metric)
        return found if found is not None and found.n else Figure()


def rows(study: Study, store: Store, catalogue: Catalogue, *, by_prompt: bool = False) -> list[StudyRow]:
    """One row for each player, preset, deck and set of options of a game; `by_prompt`: also for each prompt.

    Only sessions that are over count. Raises SaveError.
    """

    def key(cell: StudyCell) -> Hashable:
        run = cell.run
        same = (cell.label, cell.player, run.preset, run.deck, repr(sorted(cell.options.items())))
        return (*same, cell.prompt) if by_prompt else same

    found = []
    for cells in grouped((key(cell), cell) for cell in study.cells).values():
        first = cells[0]
        ids = [cell.run.id for cell in cells]
        groups = _groups(first, catalogue)
        found += [
            StudyRow(first, first.prompt if by_prompt else None, stat)
            for stat in stats(store, catalogue, Filter(first.run.game), ids)
            if stat.partner is None and stat.seat in groups
        ]
    return found


def _groups(cell: StudyCell, catalogue: Catalogue) -> set[str]:
    """The groups of the seats that the cell's player takes."""
    info = catalogue.game(cell.run.game)
    options = resolve(info.options, info.presets, cell.run.options, cell.run.preset)
    return {seat.group for seat in info.game.seats(options) if seat.name in cell.on}


def tables(study: Study, store: Store, catalogue: Catalogue) -> list[TextTable]:
    """A table for each game, and a second one by prompts for each game that has several. Raises SaveError."""
    whole, apart = rows(study, store, catalogue), rows(study, store, catalogue, by_prompt=True)
    made = []
    for label in dict.fromkeys(cell.label for cell in study.cells):
        here = [row for row in whole if row.cell.label == label]
        if not here:
            continue
        metrics = metrics_of(study, label, catalogue)
        over = _over(here)
        made.append(_table(label, here, metrics, [over] * len(here), note=_note([over])))
        prompts = [row for row in apart if row.cell.label == label]
        if len({row.prompt for row in prompts if row.prompt}) > 1:
            made.append(_by_prompt(label, here, prompts, metrics))
    return made


def table_text(study: Study, store: Store, catalogue: Catalogue, form: str) -> str:
    """The tables as `markdown`, `latex`, `csv` or `json`. Raises SaveError.

    CSV and JSON have all figures in one table.
    """
    if form in ("csv", "json"):
        whole = long_table(study, store, catalogue)
        return to_csv(whole) if form == "csv" else to_json(whole)
    write = to_markdown if form == "markdown" else to_latex
    return "\n".join(map(write, tables(study, store, catalogue))) or "nothing is finished yet\n"


def metrics_of(study: Study, label: str, catalogue: Catalogue) -> list[str]:
    """The columns of a game's tables."""
    info = catalogue.game(next(cell.run.game for cell in study.cells if cell.label == label))
    return list(study.metrics.get(label) or ("won", *(metric.name for metric in compared_by(info))))


def _by_prompt(
    label: str, whole: Sequence[StudyRow], apart: Sequence[StudyRow], metrics: Sequence[str]
) -> TextTable:
    """A line for each prompt of each player, then one with the deviation over these lines."""
    over = _over(apart, ("repetitions", "sessions"))
    lines: list[StudyRow] = []
    overs: list[Over] = []
    for row in whole:
        own = [one for one in apart if _who(one) == _who(row) and one.prompt is not None]
        if own:
            lines += [*own, row]
            overs += [*[over] * len(own), "prompts"]
    note = f"{_note([over])}; in lines for all prompts, over the means of each prompt"
    return _table(f"{label}, by prompt", lines, metrics, overs, note=note, prompts=True)


def _who(row: StudyRow) -> Hashable:
    run = row.cell.run
    options = repr(sorted(row.cell.options.items()))
    return row.cell.player, run.preset, run.deck, options, row.stat.seat, row.stat.player, row.stat.condition


def _over(found: Sequence[StudyRow], ways: Sequence[Over] = ("repetitions", "prompts", "sessions")) -> Over:
    """The first of `ways` over which all rows have deviations."""
    spreads = {
        "repetitions": [row.stat.repetitions for row in found],
        "prompts": [row.stat.prompts for row in found],
    }
    for way in ways:
        if way == "sessions" or all(any(f.std is not None for f in one.values()) for one in spreads[way]):
            return way
    return "sessions"


def _note(overs: Sequence[Over]) -> str:
    said = {
        "repetitions": "± is over the means of each repetition",
        "prompts": "± is over the means of each prompt",
        "sessions": "± is over sessions",
    }
    return said[overs[0]]


_FACTS: Mapping[str, Callable[[StudyRow], Value]] = {
    "seat": lambda row: row.stat.seat,
    "player": lambda row: row.stat.player,
    "preset": lambda row: row.cell.run.preset,
    "deck": lambda row: row.cell.run.deck,
    "options": lambda row: ", ".join(f"{name}={value}" for name, value in row.cell.options.items()),
    "condition": lambda row: row.stat.condition,
}
_ALWAYS = "player"


def _table(
    title: str,
    found: Sequence[StudyRow],
    metrics: Sequence[str],
    overs: Sequence[Over],
    *,
    note: str,
    prompts: bool = False,
) -> TextTable:
    """A table for people. Of the columns that identify a row, it has only those in which rows differ."""
    facts = [n for n, read in _FACTS.items() if n == _ALWAYS or len({read(row) for row in found}) > 1]
    if "options" in facts and "condition" in facts:
        facts.remove("condition")
    header = (*facts, *(["prompt"] if prompts else []), "n", *metrics)
    lines = tuple(
        (
            *(_FACTS[name](row) for name in facts),
            *([row.prompt or ALL] if prompts else []),
            row.stat.sessions,
            *(_said(row.figure(name, over), row.stat.figure(name)) for name in metrics),
        )
        for row, over in zip(found, overs, strict=True)
    )
    shown = [row.stat.figure(name) for row in found for name in metrics]
    between = f"n: finished sessions; {note}; in brackets: the 95% interval."
    return TextTable(title, header, lines, tuple(filter(None, (between, items_note(shown)))), len(facts))


def _said(spread: Figure, plain: Figure) -> str | None:
    """The mean over sessions, with the deviation and the interval of the mean if there are any."""
    if plain.value is None:
        return None
    return " ".join(filter(None, (PAPER.value(plain), PAPER.spread(spread), PAPER.interval(plain))))


LONG_BY_ITEM = (
    *("label", "game", "seat", "condition", "item", "player", "kind", "metric"),
    *("mean", "std", "n", "low", "high", "difficulty"),
)
"""The columns of the table of secrets for programs."""


def tables_by_item(study: Study, store: Store, catalogue: Catalogue) -> list[tuple[str, GameInfo, OverTable]]:
    """The tables of each game with its label: secrets as rows, players as columns. Raises SaveError."""
    found = []
    for label, cells in grouped((cell.label, cell) for cell in study.cells).items():
        info = catalogue.game(cells[0].run.game)
        chosen = [
            name for name in study.metrics.get(label, ()) if name in columns_of(info, over=ITEM)
        ] or None
        ids = [cell.run.id for cell in cells]
        made = over_tables(store, catalogue, Filter(info.id), ITEM, chosen, runs=ids)
        found += [(label, info, table) for table in made]
    return found


def item_table_text(study: Study, store: Store, catalogue: Catalogue, form: str) -> str:
    """The tables of secrets as `markdown`, `latex`, `csv` or `json`, like `table_text`. Raises SaveError."""
    found = tables_by_item(study, store, catalogue)
    if form in ("csv", "json"):
        rows = tuple(row for label, info, table in found for row in _long_by_item(label, info, table))
        whole = TextTable(study.shown, LONG_BY_ITEM, rows)
        return to_csv(whole) if form == "csv" else to_json(whole)
    write = to_markdown if form == "markdown" else to_latex
    made = []
    for label, info, table in found:
        text = text_table(table, info)
        rows = tuple(tuple(written_cell(cell).text or None for cell in row) for row in text.rows)
        made.append(write(replace(text, title=text.title.replace(info.title, label, 1), rows=rows)))
    return "\n".join(made) or "nothing is finished yet\n"


def _long_by_item(label: str, info: GameInfo, table: OverTable) -> Iterator[tuple[Value, ...]]:
    for line in table.lines:
        for (kind, player), figures in line.figures.items():
            for metric in table.metrics:
                one = figures[metric.name]
                yield (
                    *(label, info.id, table.seat, table.condition, line.name, player, kind, metric.name),
                    *(one.value, one.std, one.n, one.low, one.high, line.difficulty(metric.name)),
                )


_FIGURES: Mapping[str, tuple[Over, str]] = {
    "mean": ("sessions", "value"),
    "std_sessions": ("sessions", "std"),
    "n_sessions": ("sessions", "n"),
    **{name: ("sessions", name) for name in ("low", "high", "items")},
    **{
        f"{name}_{over}": (over, attribute)
        for over in SPREADS
        for name, attribute in (("mean", "value"), ("std", "std"), ("n", "n"))
    },
}
"""What each column of figures in the table for programs shows: over what, and which part of the figure."""
LONG = (
    *("label", "game", "seat", "player", "kind", "preset", "deck", "options", "condition", "prompt"),
    *("sessions", "metric", *_FIGURES),
)
"""The columns of the table for programs."""


def long_table(study: Study, store: Store, catalogue: Catalogue) -> TextTable:
    """All figures unrounded: a row for each metric of each row of each table. Raises SaveError."""
    whole = rows(study, store, catalogue)
    apart = [row for row in rows(study, store, catalogue, by_prompt=True) if row.prompt is not None]
    made = tuple(line for row in (*whole, *apart) for line in _long(row, study, catalogue))
    return TextTable(study.shown, LONG, made)


def _long(row: StudyRow, study: Study, catalogue: Catalogue) -> Iterator[tuple[Value, ...]]:
    info: GameInfo = catalogue.game(row.cell.run.game)
    run, stat = row.cell.run, row.stat
    prompt = row.prompt or (ALL if stat.kind == "model" else None)
    options = ", ".join(f"{name}={value}" for name, value in row.cell.options.items())
    facts = (run.preset, run.deck, options, stat.condition, prompt, stat.sessions)
    for name in metrics_of(study, row.cell.label, catalogue):
        figures = [getattr(row.figure(name, over), part) for over, part in _FIGURES.values()]
        who = (row.cell.label, info.id, stat.seat, stat.player, stat.kind)
        yield (*who, *facts, name, *figures)
