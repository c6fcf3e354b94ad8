"""The results of a study: its tables, as papers print them, and its bundle, one folder to publish.

A table has mean ± deviation by player, for each game and for each prompt. A deviation is over the means of each
repetition, as in published tables. If nothing was repeated, it is over the means of each prompt variant. If there
is only one variant, it is over sessions.

A bundle has the study's file, sessions, tables, prompts, versions, and a card that explains them. The card begins
with YAML in the form that Hugging Face reads. `sessions.jsonl` has the messages that models were really sent, next
to each reply. The folder `prompts` has the texts from which these messages were made.
"""

from __future__ import annotations

import csv
import io
import json
import platform
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from tui_arena import __version__
from tui_arena.batch.job import session_id
from tui_arena.batch.run import NoRun, Run, recall
from tui_arena.batch.study import Study, StudyCell, states
from tui_arena.batch.sweep import compared_by
from tui_arena.config import MAX_TOML, read_limited
from tui_arena.config.process import installed_version
from tui_arena.core import words
from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import counted
from tui_arena.core.options import resolve
from tui_arena.core.text import escaped, one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.new_session import RANDOM
from tui_arena.players.seating import PLAIN
from tui_arena.save.exchange.export import export
from tui_arena.save.exchange.flat import describe
from tui_arena.save.filters import Filter
from tui_arena.save.skipping import Skipped, opened
from tui_arena.save.store import SessionQuery, Store
from tui_arena.stats.aggregate import StatRow, stats
from tui_arena.stats.conditions import ITEM
from tui_arena.stats.over import OverTable, columns_of, over_tables, text_table
from tui_arena.stats.statistics import Figure, items_note
from tui_arena.stats.text_tables import TableCell as Value
from tui_arena.stats.text_tables import (
    TextTable,
    to_csv,
    to_json,
    to_latex,
    to_markdown,
    written_cell,
)
from tui_arena.stats.written import PAPER

Over = Literal["repetitions", "prompts", "sessions"]
SPREADS: tuple[Over, ...] = ("repetitions", "prompts")
"""What a deviation can be taken over, among sessions with the same set-up."""
_WRITERS = {"markdown": to_markdown, "latex": to_latex, "csv": to_csv, "json": to_json}
ALL = "all"
"""The text in the column of prompts for all prompts together."""


@dataclass(frozen=True, slots=True)
class StudyRow:
    """The figures of one player in one game of a study, with one prompt or with all of them."""

    cell: StudyCell
    """The first of the cells that the row is made of."""
    prompt: str | None
    """The prompt variant; None: all prompts together, or a player without a prompt."""
    stat: StatRow

    def figure(self, metric: str, over: Over) -> Figure:
        """A metric with its deviation over repetitions, prompts or sessions; undefined without such means."""
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
        made.append(_table(label, here, metrics, [over] * len(here), note=_NOTES[over]))
        prompts = [row for row in apart if row.cell.label == label]
        if len({row.prompt for row in prompts if row.prompt}) > 1:
            made.append(_by_prompt(label, here, prompts, metrics))
    return made


def table_text(study: Study, store: Store, catalogue: Catalogue, form: str) -> str:
    """The tables as `markdown`, `latex`, `csv` or `json`. Raises SaveError.

    CSV and JSON have all figures in one table.
    """
    if form in ("csv", "json"):
        return _written([long_table(study, store, catalogue)], form)
    return _written(tables(study, store, catalogue), form)


def _written(made: Iterable[TextTable], form: str) -> str:
    return "\n".join(map(_WRITERS[form], made)) or "nothing is finished yet\n"


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
    note = f"{_NOTES[over]}; in the lines for all prompts, over the means of the single prompts"
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


_NOTES: Mapping[Over, str] = {
    "repetitions": "± is over the means of each repetition",
    "prompts": "± is over the means of each prompt",
    "sessions": "± is over sessions",
}


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
    """A table for people. A column that identifies a row is left out if all rows have the same value."""
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
        return _written([TextTable(study.shown, LONG_BY_ITEM, rows)], form)
    made = []
    for label, info, table in found:
        text = text_table(table, info)
        rows = tuple(tuple(written_cell(cell).text or None for cell in row) for row in text.rows)
        made.append(replace(text, title=text.title.replace(info.title, label, 1), rows=rows))
    return _written(made, form)


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
"""For each column of figures in the table for programs: what the figure is over, and which part of it is
shown."""
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


_PAGE = 1000
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_PACKAGES = ("litellm", "aiohttp", "msgspec")
_FILES = {
    "study.toml": "the study: the plan of what to play",
    "sessions.jsonl": "every session in full, one per line: set-up, seats, every reply, and the messages sent for it",
    "sessions.csv": "one row per session: set-up, players, what they used, result, figures",
    "columns.csv": "what each column of sessions.csv means",
    "table.md": "the tables, for reading",
    "table.tex": "the tables, for LaTeX (package booktabs)",
    "table.csv": "all figures of the tables, unrounded, one per row",
    "runs.json": "the settings that every run began with",
    "versions.json": "versions of the program, its rules and decks, and the models",
    "prompts": "the texts from which the messages to models are made",
    "SHA256SUMS": "checksums",
}

_CHECKS = (
    "`sha256sum -c SHA256SUMS` checks the files. `tui-arena score --strict sessions.jsonl` computes "
    "every outcome and "
    "figure again from the replies. `tui-arena study run study.toml` plays the same sessions again: "
    "bots give exactly the same replies, and models are asked again."
)


class Bundle:
    """The files of a study's bundle."""

    def __init__(self, study: Study, store: Store, catalogue: Catalogue, skipped: Skipped) -> None:
        """`skipped` collects the sessions that can't be read; the bundle leaves them out."""
        self._study = study
        self._store = store
        self._catalogue = catalogue
        self._skipped = skipped
        self._runs = list(self._begun())
        self._ids = [one for run in self._runs for one in self._sessions(run)]

    @property
    def sessions(self) -> int:
        """The number of sessions in the bundle."""
        return len(self._ids)

    def files(self) -> Iterator[tuple[str, Iterable[str]]]:
        """The path of every file, with the parts of its text. Raises BadFile, SaveError."""
        table = table_text(self._study, self._store, self._catalogue, "markdown")
        yield "README.md", [self._card(table)]
        yield "study.toml", [read_limited(self._study.path, MAX_TOML).decode("utf-8-sig")]
        yield "sessions.jsonl", export(self._opened(self._skipped), "jsonl", skipped=self._skipped)
        # this reading skips the same sessions as before; they are reported only once
        flat = "".join(export(self._opened(Skipped()), "flat", skipped=Skipped()))
        yield "sessions.csv", [flat]
        meanings = describe(next(csv.reader(io.StringIO(flat)), []), {one.id: one for one in self._games()})
        yield "columns.csv", [to_csv(TextTable("", ("column", "meaning"), tuple(meanings)))]
        yield "table.md", [table]
        for name, form in (("table.tex", "latex"), ("table.csv", "csv")):
            yield name, [table_text(self._study, self._store, self._catalogue, form)]
        yield "runs.json", [_json([asdict(run) for run in self._runs])]
        yield "versions.json", [_json(self._versions())]
        yield from self._prompts()

    def _begun(self) -> Iterator[Run]:
        for cell in self._study.cells:
            try:
                yield recall(cell.run.id, self._store)
            except NoRun:
                continue

    def _sessions(self, run: Run) -> list[str]:
        """The ids of a run's sessions, in the order of the run."""
        places = {session_id(run.id, run.place(number)): number for number in range(run.total)}
        rows = self._store.every(SessionQuery(game=run.game, run=run.id, limit=_PAGE))
        return sorted((row.id for row in rows), key=lambda one: (places.get(one, run.total), one))

    def _opened(self, skipped: Skipped) -> Iterator[Any]:
        return skipped.each(self._ids, str, lambda one: opened(self._store, self._catalogue, one))

    def _games(self) -> list[GameInfo]:
        return [self._catalogue.game(name) for name in dict.fromkeys(run.game for run in self._runs)]

    def _versions(self) -> dict[str, Any]:
        models: dict[str, Any] = {}
        for run in self._runs:
            models |= {name: dict(entry) for name, entry in run.models.items()}
        return {
            "tui-arena": __version__,
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.machine()}",
            "packages": {name: found for name in _PACKAGES if (found := installed_version(name))},
            "word matching": words.VERSION,
            "games": {
                info.id: {
                    "rules": info.game.rules,
                    "decks": sorted({run.deck for run in self._runs if run.game == info.id and run.deck}),
                }
                for info in self._games()
            },
            "models": models,
        }

    def _prompts(self) -> Iterator[tuple[str, Iterable[str]]]:
        """The prompts of the games in which models play: the plain ones, and the variants that were used."""
        for info in self._games():
            runs = [run for run in self._runs if run.game == info.id and run.models]
            chosen = {str(own["prompt"]) for run in runs for own in run.own.values() if own.get("prompt")}
            chosen |= {str(one["prompt"]) for run in runs for one in run.models.values() if one.get("prompt")}
            drawn = any(run.prompts == RANDOM for run in runs)
            for ask in [one.name for one in info.asks.values()] if runs else ():
                for variant in self._catalogue.prompt_variants(info, ask):
                    if not variant or drawn or variant in chosen - {PLAIN}:
                        prompt = self._catalogue.prompt(info, ask, variant)
                        parts = (f"# {name}\n\n{text}\n\n" for name, text in prompt.sections.items())
                        yield f"prompts/{info.id}/{ask}{'.' if variant else ''}{variant}.md", parts

    def _card(self, table: str) -> str:
        """The card: a head for programs, then a description of the folder for people."""
        study = self._study
        found = states(study, self._store)
        left = sum(one.left for one in found)
        head = {
            "pretty_name": study.shown,
            "license": study.licence or "unknown",
            "language": ["en"],
            "task_categories": ["text-generation"],
            "size_categories": [next((name for most, name in _SIZES if self.sessions < most), "n>1M")],
            "tags": ["games", "llm-evaluation", "tui-arena", *(info.id for info in self._games())],
            "configs": [
                {"config_name": "sessions", "data_files": "sessions.csv"},
                {"config_name": "table", "data_files": "table.csv"},
            ],
        }
        done = f"{study.total - left} of {counted(study.total, 'session')} finished"
        lines = ["---", *(f"{key}: {json.dumps(value)}" for key, value in head.items()), "---", ""]
        lines += [f"# {escaped(study.shown)}", ""]
        lines += [study.about, ""] if study.about else []
        lines += [f"Source of the protocol: {escaped(study.source)}.", ""] if study.source else []
        lines += [
            f"{counted(len(found), 'cell')}, {done}. Players: {self._players()}. Played with TUI Arena {__version__}.",
            "",
            "## Files",
            "",
            *(f"- `{name}`: {what}" for name, what in _FILES.items() if self._has(name)),
            "",
            _CHECKS,
            "",
        ]
        return "\n".join([*lines, table])

    def _has(self, name: str) -> bool:
        return name != "prompts" or any(run.models for run in self._runs)

    def _players(self) -> str:
        names = dict.fromkeys(cell.player for cell in self._study.cells)
        return ", ".join(f"`{one_line(name, 60).replace('`', '')}`" for name in names)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
