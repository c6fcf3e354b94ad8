"""Reads and writes session files: the commands `score`, `import`, `export` and `schema`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial, wraps
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import click

from tui_arena.batch.history import study_runs
from tui_arena.cli import completion
from tui_arena.cli.context import (
    BAD,
    FILE,
    Command,
    CommandContext,
    Failed,
    complain,
    left_out_status,
    put,
    put_json,
    put_lines,
    put_out,
    tell,
    telling,
    whole_path,
    with_options,
)
from tui_arena.cli.filtering import FilterChoice, filter_options
from tui_arena.cli.headless import Finite, json_option
from tui_arena.cli.options import excel_mark, excel_option
from tui_arena.core.events import outcome_data
from tui_arena.core.game import FaultKind
from tui_arena.core.language.sentences import counted
from tui_arena.core.session import Split
from tui_arena.core.text import one_line
from tui_arena.data import demo_files
from tui_arena.reports.training import TRAINING, YES_REWARD, Wanted, training
from tui_arena.save.exchange.export import FILES, FORMATS, ending, export, export_replies, write, write_files
from tui_arena.save.exchange.flat import ANY_FAULT, REPLY_COLUMNS, REPLY_FORMS, ReplyFilter, all_columns
from tui_arena.save.exchange.flat import describe as column_meanings
from tui_arena.save.exchange.reading import read_input
from tui_arena.save.exchange.schema import json_schema
from tui_arena.save.exchange.session_files import ImportResult, Incoming, import_session
from tui_arena.save.filters import Filter
from tui_arena.save.skipping import opened
from tui_arena.save.store import SessionQuery, Store
from tui_arena.save.summary import REASONING_PLAYED, reasoning_played
from tui_arena.save.unsigned import BET_COLUMNS, BETS, BETS_PARQUET
from tui_arena.stats.conditions import check_condition

_FILES = click.argument("files", nargs=-1, metavar="FILE...", type=FILE)
MOST_NAMED = 20
"""The most faults that one command prints; the others are only counted."""


_FAULTS = click.option(
    "--faults",
    metavar="FILE",
    type=FILE,
    help=f"Write every fault to this file, one per line; only {MOST_NAMED} are printed.",
)


class Faults:
    """The faults of files: the first `MOST_NAMED` are printed, and all are kept."""

    def __init__(self) -> None:
        self.all: list[str] = []

    def add(self, fault: str) -> None:
        """Keep a fault, and print it if fewer than `MOST_NAMED` were printed before."""
        self.all.append(fault)
        if len(self.all) <= MOST_NAMED:
            complain(fault)

    def end(self, path: str | None) -> int:
        """Report how many faults were not printed, and write all to the file, if there is one.

        Returns the exit status.
        """
        more = len(self.all) - MOST_NAMED
        if more > 0:
            where = "" if path else "; --faults FILE and --json name all"
            complain(f"{more} more session{'' if more == 1 else 's'} can't be used{where}")
        if path is not None:
            write(whole_path(path), (f"{fault}\n" for fault in self.all))
        return BAD if self.all else 0


@click.command("score", cls=Command)
@_FILES
@json_option
@click.option("--strict", is_flag=True, help="Exit with status 1 if the figures in a file differ.")
@_FAULTS
@click.pass_obj
def score_(
    arena: CommandContext, files: tuple[str, ...], *, as_json: bool, strict: bool, faults: str | None
) -> int:
    """Score session files (- for standard input) without saving them.

    Sessions in which reasoning was played as a move are listed, because the stats leave them out. Files that
    can't be read are reported on standard error, and the others are still scored; the exit status is then 2.
    """
    if not files:
        raise click.UsageError("give at least one session file, or - for standard input")
    scored: list[dict[str, object]] = []
    bad, differ = Faults(), False
    for found in _found(arena, files):
        if isinstance(found, str):
            bad.add(found)
            continue
        differ = differ or bool(found.differences)
        for note in (*found.notes, *([str(found.dropped)] if found.dropped else [])):
            tell(f"{found.place}: {note}")
        if as_json:
            scored.append(_scored_json(found))
        else:
            put(f"{found.place}: {found.info.id}, {ending(found.info, found.play)}\n")
            for difference in found.differences:
                put(f"  {difference}\n")
            if reasoned := reasoning_played(found.session.seats, found.play):
                put(
                    f"  {REASONING_PLAYED}: {counted(len(reasoned), 'reply', 'replies')}, the first in event "
                )
                put(f"{reasoned[0]}, played reasoning as a move; the stats leave this session out\n")
    status = bad.end(faults)
    if as_json:
        put_json({"sessions": scored, "faults": bad.all})
    return status or int(strict and differ)


def _found(arena: CommandContext, files: tuple[str, ...]) -> Iterator[Incoming | str]:
    """Yields the sessions of files; prints a note about all logs of one program only once."""
    told = {""}
    for found in chain.from_iterable(read_input(name, arena.catalogue) for name in files):
        if isinstance(found, Incoming) and found.about not in told:
            told.add(found.about)
            tell(found.about)
        yield found


def _scored_json(one: Incoming) -> dict[str, object]:
    reasoned = reasoning_played(one.session.seats, one.play)
    return {
        "file": one.place,
        "id": one.session.id or None,
        "game": one.info.id,
        "outcome": outcome_data(one.play.outcome()),
        "metrics": dict(one.metrics),
        "counts": one.play.counts(),
        "differences": [difference.to_json() for difference in one.differences],
        **({REASONING_PLAYED: reasoned} if reasoned else {}),
    }


@click.command("import", cls=Command)
@_FILES
@click.option("--demos", is_flag=True, help="Import the demo sessions, too.")
@json_option
@_FAULTS
@click.pass_obj
def import_(
    arena: CommandContext, files: tuple[str, ...], *, demos: bool, as_json: bool, faults: str | None
) -> int:
    """Import session files (- for standard input) into the save file.

    Outcomes and figures are computed again. Sessions that you already have are skipped. If a different
    session already has the same id, the imported session gets a new id. Files that can't be read are
    reported, and the others are still imported.
    """
    if not files and not demos:
        raise click.UsageError("give at least one session file, or - for standard input, or --demos")
    store = arena.store()
    bad = Faults()
    taken: list[dict[str, object]] = []
    tally = {"imported": 0, "skipped": 0}
    shipped = tuple(str(path) for path in demo_files()) if demos else ()
    for demo, names in ((False, files), (True, shipped)):
        for found in _found(arena, names):
            if isinstance(found, str):
                bad.add(found)
                continue
            one = import_session(store, found, demo=demo)
            tally[one.how] += 1
            if as_json:
                row: dict[str, object] = {
                    "file": found.place,
                    "how": one.how,
                    "id": one.id,
                    "remarks": list(one.remarks),
                }
                taken.append(row)
            else:
                _put_taken(found, one)
    status = bad.end(faults)
    if as_json:
        put_json({"sessions": taken, **tally, "faults": bad.all})
        return status
    counts = {**tally, "bad": len(bad.all)}
    put(", ".join(f"{n} {what}" for what, n in counts.items() if n or what == "imported") + "\n")
    return status


def _put_taken(found: Incoming, one: ImportResult) -> None:
    """Print the result for one session of a file."""
    put(f"{found.place}: {one.how} {'as ' if one.how == 'imported' else ''}{one.id}\n")
    for remark in one.remarks:
        put(f"  {remark}\n")


def _reply_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that choose replies as one value `wanted_replies`."""

    @wraps(command)
    def filtered(
        *args: Any, fault: str | None, slower: float | None, dropped: bool, cut: bool, **rest: Any
    ) -> Any:
        wanted = ReplyFilter(fault=fault, slower=slower, dropped=dropped, cut=cut)
        return command(*args, wanted_replies=wanted, **rest)

    options = (
        click.option(
            "--fault",
            type=click.Choice([ANY_FAULT, *get_args(FaultKind)]),
            help="replies: only replies that the rules rejected, for any fault or for this one.",
        ),
        click.option(
            "--slower",
            type=Finite(0),
            metavar="SECONDS",
            help="replies: only replies that took this long or longer.",
        ),
        click.option(
            "--dropped", is_flag=True, help="replies: only replies that broke off, so nobody read them."
        ),
        click.option("--cut", is_flag=True, help="replies: only replies cut off at the token limit."),
    )
    return with_options(filtered, options)


@click.command("export", cls=Command)
@click.argument("ids", nargs=-1, metavar="[ID...]")
@click.option("--all", "everything", is_flag=True, help="Every saved session.")
@click.option("--game", metavar="G", shell_complete=completion.games, help="All sessions of this game.")
@click.option(
    "--run", "run_ids", multiple=True, metavar="ID", help="All sessions of this run; you can repeat this."
)
@click.option("--study", metavar="NAME", help="All runs of this study, by the name in the study's file.")
@filter_options
@_reply_options
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMATS, *REPLY_FORMS, *FILES, *TRAINING]),
    default="json",
    show_default=True,
    help="jsonl: one session per line. csv: one row per session; flat: the same, with a column for "
    "everything. replies: one row per reply; replies.jsonl: the same, one reply per line. md: "
    'transcripts. bets: one row per bet of "Who is the machine?". parquet: flat, with types; bets.parquet: '
    "bets, with types. inspect: a folder of logs for Inspect's viewer. sft: the "
    "guesser's chat, one session per line. rewards: one turn per line, with its reward.",
)
@click.option(
    "--describe",
    is_flag=True,
    help="Explain the columns of --format flat, replies or bets instead of exporting.",
)
@click.option("--won", is_flag=True, help="sft, rewards: only sessions that the guesser won.")
@click.option(
    "--any-hit",
    is_flag=True,
    help="sft, rewards: in Twenty Questions, naming the thing anywhere in a question wins, even if the "
    "question isn't a guess.",
)
@click.option(
    "--deck", metavar="D", shell_complete=completion.decks, help="sft, rewards: only sessions with this deck."
)
@click.option(
    "--best", type=click.IntRange(1), metavar="K", help="sft, rewards: only the best K sessions of each item."
)
@click.option(
    "--min-score", type=click.FloatRange(0, 1), metavar="S", help="sft, rewards: the lowest score to include."
)
@click.option(
    "--split",
    type=click.Choice(["train", "eval"]),
    help="sft, rewards: train or eval; eval has the held-out items.",
)
@click.option(
    "--yes-reward",
    type=click.FloatRange(-1, 1),
    default=YES_REWARD,
    show_default=True,
    metavar="R",
    help="rewards: what each 'yes' is worth.",
)
@excel_option
@click.option("--anonymous", is_flag=True, help="Leave out names, times, ids and personas.")
@click.option(
    "--secrets", is_flag=True, help="Include what unfinished sessions hide, and mark them as peeked."
)
@click.option("--out", metavar="PATH", type=FILE, help="Write to this file instead of standard output.")
@click.pass_obj
def export_(
    arena: CommandContext,
    ids: tuple[str, ...],
    *,
    everything: bool,
    game: str | None,
    run_ids: tuple[str, ...],
    study: str | None,
    chosen: FilterChoice,
    wanted_replies: ReplyFilter,
    form: str,
    describe: bool,
    excel: bool,
    anonymous: bool,
    secrets: bool,
    out: str | None,
    won: bool,
    any_hit: bool,
    deck: str | None,
    best: int | None,
    min_score: float | None,
    split: Split | None,
    yes_reward: float,
) -> int:
    """Write saved sessions to standard output or a file. Name them by id, or by the beginning of one."""
    infos = {game: arena.catalogue.game(game)} if game else dict(arena.catalogue.games)
    if describe:
        flat = column_meanings(all_columns(infos), infos)
        described = {
            **dict.fromkeys(REPLY_FORMS, REPLY_COLUMNS),
            **dict.fromkeys((BETS, BETS_PARQUET), BET_COLUMNS),
        }
        columns = described[form].items() if form in described else flat
        put_lines(f"{column}: {meaning}" for column, meaning in columns)
        return 0
    narrowed = chosen.given or any((game, *run_ids, study))
    if bool(ids) == (everything or narrowed):
        raise click.UsageError(
            "name the ids of sessions (`tui-arena sessions` lists them), or select sessions with "
            "--all, --game G, "
            "--run ID, --study NAME, --where, …"
        )
    _check_narrowing(
        form, wanted_replies, training=bool(won or any_hit or deck or best or split or min_score is not None)
    )
    mark = excel_mark(form, excel=excel)
    store = arena.store(reading=not secrets)
    if ids:
        found = list(map(store.find, ids))
    else:
        runs = _runs(store, run_ids, study)
        info = arena.catalogue.game(game) if game else None
        chosen = replace(chosen, include=chosen.include or "all")
        check_condition(store, chosen.of(info))
        wanted_replies = replace(wanted_replies, player=chosen.of(info).player, seat=chosen.of(info).seat)
        found = _all(store, [chosen.in_run(run).of(info) if narrowed else None for run in runs])
    skipped = telling()
    loaded = skipped.each(found, str, lambda one: opened(store, arena.catalogue, one, peeking=secrets))
    if form in TRAINING:
        wanted = Wanted(form, won, any_hit, deck, best, min_score, split, yes_reward, anonymous)
        parts = training(loaded, arena.catalogue, wanted, skipped)
    elif form in REPLY_FORMS:
        parts = export_replies(
            loaded, form, wanted_replies, anonymous=anonymous, secrets=secrets, skipped=skipped
        )
    elif form in FILES:
        _put_file(
            form, out, partial(write_files, loaded, anonymous=anonymous, secrets=secrets, skipped=skipped)
        )
        return left_out_status(skipped)
    else:
        parts = export(loaded, form, anonymous=anonymous, secrets=secrets, skipped=skipped)
    first = next(parts, None)
    if first is None and skipped.found:
        return left_out_status(skipped)  # an existing file stays unchanged
    if first is None and form in TRAINING:
        tell(
            "there's nothing to write: none of these sessions has a guesser, is finished and matches the "
            "filters"
        )
    put_out(chain((mark, first or ""), parts), out)
    return left_out_status(skipped)


def _check_narrowing(form: str, wanted: ReplyFilter, *, training: bool) -> None:
    """Raise UsageError if an option is given that the format doesn't have.

    `training`: whether an option of the training formats was given.
    """
    if wanted != ReplyFilter() and form not in REPLY_FORMS:
        raise click.UsageError("--fault, --slower, --dropped and --cut only work with --format replies")
    if training and form not in TRAINING:
        raise click.UsageError(
            "--won, --any-hit, --deck, --best, --min-score and --split only work with --format sft or rewards"
        )


def _put_file(form: str, out: str | None, written: Callable[[str, Path], None]) -> None:
    """Write a binary format. Raises UsageError if no file or folder is named, BadFile."""
    if out is None:
        kind = "folder" if form == "inspect" else "file"
        raise click.UsageError(
            f"--format {form} isn't text, so it can't be printed; name a {kind} with --out"
        )
    path = whole_path(out)
    written(form, path)
    tell(f"written to {path}")


def _runs(store: Store, runs: Sequence[str], study: str | None) -> Sequence[str | None]:
    """The runs that are named; None means sessions with or without a run. Raises Failed."""
    if study is None:
        return list(filter(None, dict.fromkeys(runs))) or [None]
    if runs:
        raise click.UsageError(
            "give --run or --study, not both; --study already selects all the study's runs"
        )
    found = study_runs(store, study)
    if not found:
        raise Failed(f"no run in {store.path} belongs to the study {one_line(study, 60)!r}", BAD)
    return found


def _all(store: Store, chosen_by: Sequence[Filter | None]) -> list[str]:
    """The ids of all sessions that pass at least one filter; the oldest of each filter first."""
    pages = (store.every(SessionQuery(filter=wanted, limit=1000)) for wanted in chosen_by)
    return [row.id for page in pages for row in reversed(list(page))]


@click.command("schema", cls=Command)
def schema_() -> None:
    """Print the JSON Schema of a session document."""
    put_json(json_schema())
