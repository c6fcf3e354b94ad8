"""A study as one folder to publish: file, sessions, tables, prompts, versions, and a card that explains them.

The card begins with YAML in the form that Hugging Face reads. `sessions.jsonl` has the messages that models
were really sent, next to each reply. The folder `prompts` has the texts from which these messages were made.
"""

from __future__ import annotations

import csv
import io
import json
import platform
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from tui_arena import __version__
from tui_arena.batch.job import session_id
from tui_arena.batch.run import NoRun, Run, recall
from tui_arena.batch.study import Study, states
from tui_arena.batch.study_tables import table_text
from tui_arena.config import MAX_TOML, read_limited
from tui_arena.core import words
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.new_session import RANDOM
from tui_arena.players.seating import PLAIN
from tui_arena.save.exchange.export import export
from tui_arena.save.exchange.flat import describe
from tui_arena.save.skipping import Skipped, opened
from tui_arena.save.store import SessionQuery, Store
from tui_arena.stats.text_tables import TextTable, escaped, to_csv

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
    "prompts": "the texts that the messages to models are made from",
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
            "packages": {name: found for name in _PACKAGES if (found := _version(name))},
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


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
