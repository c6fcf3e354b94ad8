"""Studies: `tui-arena study` plans, plays, tabulates and bundles everything that a study's file names.

A reference pool is a study, too: `tui-arena run GAME --pool NAME` plays a newcomer, and `tui-arena rank GAME --pool
NAME` ranks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import click

from tui_arena.batch.costs import expected, session_cost, total_cost, usage_by_session
from tui_arena.batch.playing import BatchOptions
from tui_arena.batch.pools import PoolRanking, Standing, check_bots, newcomer, ranked, read_pool
from tui_arena.batch.run import Budgets, Finished, stopped_by
from tui_arena.batch.setups import unpriced
from tui_arena.batch.study import (
    CellState,
    Study,
    begin,
    cell_json,
    cells_json,
    check_study,
    read_study,
    runs_of,
    settled,
    states,
    study_json,
)
from tui_arena.batch.study_results import Bundle, item_table_text, table_text
from tui_arena.batch.unsigned_study import (
    balance,
    is_unsigned_study,
    party_of,
    plan_json,
    planned,
    read_unsigned_study,
)
from tui_arena.cli import completion
from tui_arena.cli.batches import NO_PRICE, play_runs
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import (
    BAD,
    FILE,
    FOLDER,
    CommandContext,
    Failed,
    Group,
    left_out_status,
    new_path,
    put,
    put_json,
    put_lines,
    put_out,
    tell,
    telling,
    whole_path,
)
from tui_arena.cli.headless import RAISE, ended, json_option, workers_option
from tui_arena.cli.options import excel_mark, excel_option
from tui_arena.config import BadFile
from tui_arena.core.language.sentences import counted, money
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.data.studies import shipped_studies, with_players
from tui_arena.players.party import name_of
from tui_arena.players.party_store import save_party
from tui_arena.players.seating import read_player
from tui_arena.save.exchange.export import check_new_folder, write, write_folder
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store, new_id, now
from tui_arena.stats.conditions import ITEM
from tui_arena.stats.form import SeatCost
from tui_arena.stats.statistics import Figure
from tui_arena.stats.written import RANKED

MEASURED = 2
"""The number of sessions of each cell that are played to measure the cost of one."""

_FILE = click.argument("file", metavar="FILE", type=FILE)


@click.group("study", cls=Group)
def study_() -> None:
    """Plan, play, tabulate and bundle a study: one file that names players, games, presets, prompts and options.

    The file alone decides what each session is, so you can use every command at any time. FILE can also be
    the name of a shipped study.
    """


@study_.command("list", short_help="List the shipped studies.")
@click.pass_obj
def list_(arena: CommandContext) -> None:
    """List the shipped studies, which rebuild the set-ups of papers; `study copy` makes them yours."""
    found = [_read(arena, str(path)) for path in shipped_studies().values()]
    put_table(
        ["study", "sessions", "", "source"],
        [[one.name, one.total, one.shown, one.source] for one in found],
        widest=None,
    )


@study_.command("copy", short_help="Copy a shipped study to a file of your own.")
@click.argument("name", metavar="NAME")
@click.argument("file", metavar="FILE", type=FILE)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="PLAYER",
    shell_complete=completion.player,
    help="A player to compare, such as model:NAME or bot:hard; you can repeat this.",
)
@click.pass_obj
def copy_(arena: CommandContext, name: str, file: str, players: tuple[str, ...]) -> None:
    """Copy the shipped study NAME to FILE, a new file, so that you can change and run it."""
    shipped = shipped_studies()
    if name not in shipped:
        raise Failed(
            f"there is no shipped study {one_line(name, 40)!r}; shipped studies: {', '.join(shipped)}", BAD
        )
    target = new_path(file)
    for player in players:
        read_player(player, book=arena.registry.book)
    write(target, [with_players(shipped[name], players)])
    put(f"{one_line(str(target), None)} is ready; to see what it will play: tui-arena study plan {file}\n")


def _read(arena: CommandContext, file: str) -> Study:
    """The study in a file, or the shipped study with this name. Raises BadFile."""
    path = whole_path(file)
    if path.exists() and is_unsigned_study(path):
        why = f"it names people, so the app plays it; `tui-arena study plan {file} --party` saves its party"
        raise BadFile(f"{path}: {why}")
    shipped = None if path.exists() else shipped_studies().get(file)
    return read_study(shipped or path, arena.registry)


def _checked(arena: CommandContext, file: str) -> Study:
    """The same study, checked; anything surprising is reported. Raises BadFile."""
    study = _read(arena, file)
    check_and_report(arena, study)
    return study


def check_and_report(arena: CommandContext, study: Study) -> None:
    """Check a study, and report anything surprising. Raises BadFile."""
    store = arena.store() if arena.paths.save_file.exists() else None
    tell(*check_study(study, arena.registry, store))


@study_.command("plan", short_help="Say what a study will play and cost, without asking anything.")
@_FILE
@click.option(
    "--measure",
    is_flag=True,
    help=f"Play the first {MEASURED} sessions of every cell with a model, within the budget, and use them to "
    "estimate what the others will cost. They count as played.",
)
@click.option(
    "--party",
    is_flag=True,
    help='If FILE plans "Who is the machine?": save a party that follows the plan; the app continues it.',
)
@json_option
@click.pass_obj
def plan_(arena: CommandContext, file: str, *, measure: bool, party: bool, as_json: bool) -> int:
    """Say what FILE will play, what is left of it, and what is known about its cost.

    Without --measure, no model is asked, so it costs nothing. If FILE names people, it plans "Who is the
    machine?". Then the plan says who sits where, so only the person who runs the study should read it.
    """
    path = whole_path(file)
    if path.exists() and is_unsigned_study(path):
        return _put_plan(arena, path, party=party, as_json=as_json)
    if party:
        raise click.UsageError("--party only works with a study that names people")
    study = _checked(arena, file)
    store = arena.store(reading=not measure)
    played = _measure(arena, study, store) if measure else []
    found = states(study, store)
    costs = [_cost(arena, one, store) for one in found]
    if as_json:
        cells = [_plan_json(one, cost) for one, cost in zip(found, costs, strict=True)]
        put_json(
            {
                **study_json(study, found),
                "cost_usd": _total(found, costs),
                "measured": _measured_json(played) if measure else None,
                "cells": cells,
            }
        )
        return end(played, "") if stopped_by(played) else 0
    _put_head(study, found)
    put_table(
        [*_NAMES, "sessions", "left", "cost each", "tokens each"],
        [
            [
                *_named(one),
                one.cell.run.total,
                one.left,
                None if cost.mean_usd is None else money(cost.mean_usd),
                None if cost.mean_tokens is None else round(cost.mean_tokens),
            ]
            for one, cost in zip(found, costs, strict=True)
        ],
        cut=True,
    )
    lines = [*_forecast(arena, found, costs), *_said_budget(study), *_measured(played)]
    put_lines(("", *lines))
    return end(played, "") if stopped_by(played) else 0


def _put_plan(arena: CommandContext, path: Path, *, party: bool, as_json: bool) -> int:
    """Print the plan of "Who is the machine?", and save its party if that is wanted."""
    study = read_unsigned_study(path, arena.registry)
    plan = planned(study, arena.registry)
    made = party_of(study, plan, arena.registry, party=new_id(), started=now()) if party else None
    if made is not None:
        save_party(arena.store(), made)
        tell(f"the party {study.name} is saved; you can continue it from the app's home screen")
    if as_json:
        put_json(plan_json(study, plan) | ({"party": made.id} if made else {}))
        return 0
    put(f"{study.name}: {counted(len(plan), 'game')}. Only for the person who runs the study.\n\n")
    put_table(
        ["", "game", "seats", "watching"],
        [
            [
                n,
                one.game,
                ", ".join(f"{seat} {name_of(player)}" for seat, player in one.seats.items()),
                ", ".join(map(name_of, one.watching)),
            ]
            for n, one in enumerate(plan, 1)
        ],
        widest=None,
    )
    put_lines(("", *(f"{what}: {low} to {high}" for what, (low, high) in balance(plan, study).items())))
    return 0


def _measure(arena: CommandContext, study: Study, store: Store) -> list[Finished]:
    """Play the first sessions of the cells with models."""
    runs = [run for run in runs_of(study, store, arena.registry) if run.models]
    if not runs:
        return []
    begin(runs, store)
    how = BatchOptions(concurrency=study.concurrency, most=MEASURED)
    return play_runs(
        arena, runs, store, study.name, f"tui-arena study run {study.path}", forecasts=False, **how
    )


def _expected(played: Sequence[Finished]) -> tuple[Figure, Figure]:
    """The expected cost of the sessions that are left, in tokens and in dollars."""
    known = [(one.left, *usage_by_session(one)) for one in played]
    tokens = expected((left, tokens) for left, tokens, _ in known)
    return tokens, expected((left, usd) for left, _, usd in known)


def _measured(played: Sequence[Finished]) -> list[str]:
    """A sentence on the cost of the sessions that are left, from the study's own played sessions."""
    if not played:
        return []
    tokens, usd = _expected(played)
    said = []
    if usd.value is not None:
        between = "" if usd.low is None else f" ({money(max(usd.low, 0.0))} to {money(usd.high or 0.0)})"
        said.append(f"{money(usd.value)}{between}")
    if tokens.value is not None:
        low, high = max(tokens.low or 0.0, 0.0), tokens.high
        between = "" if high is None else f" ({low:,.0f} to {high:,.0f})"
        said.append(f"{tokens.value:,.0f} tokens{between}")
    if not said:
        return ["at least one cell has no finished session, so the measurements don't allow a forecast"]
    sure = "" if tokens.low is None else ", in 95 cases out of 100"
    return [
        (
            f"going by {counted(tokens.n or 0, 'session')} of this study, the rest will come to "
            f"{' and '.join(said)}{sure}"
        )
    ]


def _measured_json(played: Sequence[Finished]) -> dict[str, Any]:
    tokens, usd = _expected(played)
    return {"tokens": tokens.interval_json(), "usd": usd.interval_json()}


@study_.command("run", short_help="Play a study, or what is left of it.")
@_FILE
@workers_option
@json_option
@click.pass_obj
def run_(arena: CommandContext, file: str, *, workers: int | None, as_json: bool) -> int:
    """Play FILE, or what is left of it, and save every session.

    If Ctrl-C, the budget or a crash stops it, no finished session is lost: run the same command again to
    continue.
    """
    study = _checked(arena, file)
    store = arena.store()
    to_go_on = f"tui-arena study run {file}"
    tell(f"study {study.name}; if it's interrupted: {to_go_on}")
    finished = play(arena, study, store, to_go_on, workers=workers)
    found = states(study, store)
    if as_json:
        put_json({**study_json(study, found), "stopped": stopped_by(finished), "cells": cells_json(found)})
    else:
        _put_states(study, found)
    return end(finished, to_go_on)


def play(
    arena: CommandContext, study: Study, store: Store, to_go_on: str, **how: Unpack[BatchOptions]
) -> list[Finished]:
    """Play the sessions that are left of a checked study. Raises BadFile, SaveError."""
    how = {"concurrency": study.concurrency, "figures": False, **how}
    runs = runs_of(study, store, arena.registry)
    begin(runs, store)
    return play_runs(arena, runs, store, study.name, to_go_on, forecasts=False, **how)


_MORE = "; set how much it may cost with `budget` in the file"


def end(finished: Sequence[Finished], to_go_on: str, raise_it: str = _MORE) -> int:
    """Report what is left and why; returns the exit status. `raise_it`: how to raise the budget."""
    stopped, left = stopped_by(finished), sum(one.left for one in finished)
    line = ""
    if stopped is not None or left:
        why = f"stopped ({stopped}); " if stopped else ""
        more = raise_it if stopped == "budget" else ""
        line = f"{why}{counted(left, 'session')} left: {to_go_on}{more}"
    failures = [failure for one in finished for failure in one.failures]
    return ended(stopped, failures, "not finished", more="session", left=line)


@study_.command("status", short_help="Say how far a study has got.")
@_FILE
@json_option
@click.pass_obj
def status_(arena: CommandContext, file: str, *, as_json: bool) -> None:
    """Say how far FILE has got, cell by cell. Nothing is asked or saved."""
    study = _read(arena, file)
    found = states(study, arena.store(reading=True))
    if as_json:
        put_json({**study_json(study, found), "cells": cells_json(found)})
        return
    _put_states(study, found)
    if any(one.left for one in found):
        put(f"\nto continue: tui-arena study run {file}\n")


@study_.command("table", short_help="Print the tables of a study.")
@_FILE
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "latex", "csv", "json"]),
    default="markdown",
    show_default=True,
    help="csv and json: all figures unrounded, one per row, with each kind of deviation.",
)
@excel_option
@click.option(
    "--over",
    type=click.Choice([ITEM]),
    help="item: a table with the secrets as rows, the hardest first, and the players as columns.",
)
@click.option("--out", metavar="PATH", type=FILE, help="Write to this file instead of standard output.")
@click.pass_obj
def table_(
    arena: CommandContext, file: str, *, form: str, excel: bool, over: str | None, out: str | None
) -> None:
    """Print each player's mean, deviation and 95% interval so far, for each game of FILE and for each prompt."""
    mark = excel_mark(form, excel=excel)
    study = _read(arena, file)
    store = arena.store(reading=True)
    left = sum(one.left for one in states(study, store))
    if left:
        tell(f"{left} of {counted(study.total, 'session')} left: tui-arena study run {file}")
    made = item_table_text if over else table_text
    text = mark + made(study, store, arena.catalogue, form)
    put_out([text], out)


@study_.command("bundle", short_help="Write a study to one folder that you can share.")
@_FILE
@click.argument("folder", metavar="FOLDER", type=FOLDER)
@click.pass_obj
def bundle_(arena: CommandContext, file: str, folder: str) -> int:
    """Write FILE and everything played for it so far to a new FOLDER.

    The folder contains the study's file, and its sessions as JSON lines and CSV, with an explanation of each
    column. It also has tables, prompts, versions, a card in Hugging Face's format, and checksums.
    """
    path = whole_path(folder)
    check_new_folder(path)
    study = _read(arena, file)
    store, skipped = arena.store(reading=True), telling()
    bundle = Bundle(study, store, arena.catalogue, skipped)
    if not bundle.sessions:
        raise Failed(f"nothing in {study.name} has been played yet; start with: tui-arena study run {file}")
    names = write_folder(path, bundle.files())
    left = sum(one.left for one in states(study, store))
    more = f"; {left} of {counted(study.total, 'session')} left" if left else ""
    put(
        f"{one_line(str(path), None)}: {counted(len(names), 'file')} with {counted(bundle.sessions, 'session')}{more}\n"
    )
    return left_out_status(skipped)


_NAMES = ("game", "player", "preset", "deck", "options", "prompt", "seed")


def _named(one: CellState) -> list[Any]:
    """The columns that tell a cell from the others."""
    cell, run = one.cell, one.cell.run
    options = ", ".join(f"{name}={value}" for name, value in cell.options.items())
    return [cell.label, cell.player, run.preset, run.deck, options, cell.prompt, str(run.seed)]


def _put_head(study: Study, found: Sequence[CellState]) -> None:
    left = sum(one.left for one in found)
    put(
        f"{one_line(study.shown)}: {counted(len(found), 'cell')}, {counted(study.total, 'session')}, {left} left\n\n"
    )


def _put_states(study: Study, found: Sequence[CellState]) -> None:
    _put_head(study, found)
    put_table(
        [*_NAMES, "sessions", "done", "aborted", "left", "status"],
        [
            [
                *_named(one),
                one.cell.run.total,
                one.done,
                one.past.counts.aborted if one.past else 0,
                one.left,
                one.state,
            ]
            for one in found
        ],
        cut=True,
    )


def _plan_json(one: CellState, cost: SeatCost) -> dict[str, Any]:
    return cell_json(one) | {
        "session_usd": cost.mean_usd,
        "session_tokens": cost.mean_tokens,
        "by_sessions": cost.sessions,
    }


def _cost(arena: CommandContext, one: CellState, store: Store) -> SeatCost:
    run = settled(one.cell.run, arena.registry)
    return session_cost(run, store, arena.registry)


def _total(found: Sequence[CellState], costs: Sequence[SeatCost]) -> float | None:
    """The dollars for the sessions that are left; None if a cell's cost is unknown."""
    return total_cost(zip((one.left for one in found), costs, strict=True)).mean_usd


def _forecast(arena: CommandContext, found: Sequence[CellState], costs: Sequence[SeatCost]) -> list[str]:
    """Sentences on the cost of the cells, and on the parts that are unknown."""
    runs = [settled(one.cell.run, arena.registry) for one in found]
    if not any(run.models for run in runs):
        return ["no model plays, so it doesn't cost anything"]
    lines = []
    without = unpriced(runs, arena.registry)
    if without:
        lines.append(NO_PRICE.format(", ".join(one_line(name, 60) for name in without)))
    total, left = _total(found, costs), sum(one.left for one in found)
    unknown = sum(one.left for one, cost in zip(found, costs, strict=True) if cost.mean_usd is None)
    if total is not None:
        lines.append(f"the rest will cost about {money(total)}, going by the mean costs of earlier sessions")
    elif unknown:
        lines.append(f"the cost of {unknown} of {counted(left, 'remaining session')} isn't known yet")
    return lines


def _said_budget(study: Study) -> list[str]:
    limits: Mapping[str, Any] = {
        "dollars": study.budgets.usd,
        "tokens": study.budgets.tokens,
        "dollars per session": study.budgets.session_usd,
        "tokens per session": study.budgets.session_tokens,
    }
    told = [f"{value:,} {name}" for name, value in limits.items() if value is not None]
    return [
        f"its budget is {', '.join(told)}" if told else "it has no budget; set one with [budget] in the file"
    ]


def run_pool(
    arena: CommandContext,
    info: GameInfo,
    name: str,
    seats: Mapping[str, str],
    *,
    budgets: Budgets,
    concurrency: int,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
) -> int:
    """Play the sessions of a pool that a newcomer hasn't played yet, and print the ranking of its seat."""
    pool = read_pool(name, arena.registry)
    if len(seats) != 1:
        there = pool.seats(info.id)
        example = f"--seat {there[0]}=model:NAME" if there else "--seat"
        raise click.UsageError(
            f"--pool: give one {example} to say who plays, and where; {pool.name} decides who has the "
            "other seats"
        )
    [(seat, player)] = seats.items()
    study = newcomer(pool, info, seat, player, Budgets.usual(arena.settings).raised(budgets))
    study = replace(study, concurrency=concurrency)
    check_and_report(arena, study)
    store = arena.store()
    to_go_on = f"tui-arena run {info.id} --pool {pool.name} --seat {seat}={player}"
    before = states(study, store)
    left = sum(one.left for one in before)
    finished: list[Finished] = []
    if left:
        check_bots(pool, study)
        tell(
            f"pool {pool.name}, {left} of {counted(study.total, 'session')} left; if it's interrupted: "
            f"{to_go_on}"
        )
        if any(cell.prompt for cell in study.cells):
            tell(*_forecast(arena, before, [_cost(arena, one, store) for one in before]))
        finished = play(arena, study, store, to_go_on, workers=workers, scheduler=scheduler)
    skipped = telling()
    found = ranked(pool, info, store, Filter(info.id), skipped, seats=[seat])
    if as_json:
        put_json({**found.to_json(), "player": player, "stopped": stopped_by(finished)})
    else:
        _put_ranking(found)
    return end(finished, to_go_on, RAISE) or left_out_status(skipped)


def rank_pool(
    arena: CommandContext, info: GameInfo, name: str, include: frozenset[str], *, as_json: bool
) -> int:
    """Print the ranking of a game among the members of a pool."""
    pool = read_pool(name, arena.registry)
    pool.check_game(info)
    skipped = telling()
    found = ranked(pool, info, arena.store(reading=True), Filter(info.id, include=include), skipped)
    if as_json:
        put_json(found.to_json())
    else:
        _put_ranking(found)
    return left_out_status(skipped)


def _put_ranking(found: PoolRanking) -> None:
    for number, (seat, players) in enumerate(found.seats.items()):
        put("\n" * (number > 0) + f"{found.game} {seat}, {found.pool}\n")
        put_table(
            ["", "player", "kind", "score", "95%", "items", "sessions", ""],
            [_standing(one, players) for one in players],
        )
    put("\nscore: main score, 0 to 1; aborted sessions count as 0; intervals are over items\n")
    put_lines(found.notes)


def _standing(one: Standing, players: Sequence[Standing]) -> list[Any]:
    score = one.score
    tied = sum(other.rank == one.rank for other in players) > 1
    rank = None if one.rank is None else f"{one.rank}{'=' * tied}"
    said = f"{one.sessions} of {one.of}" if one.left else str(one.sessions)
    whose = "of the pool" if one.member else ""
    return [
        rank,
        one_line(one.player, 60),
        one.kind,
        RANKED.value(score),
        RANKED.interval(score),
        score.items,
        said,
        whose,
    ]
