"""Headless runs: `tui-arena run` plays one run, or with `--over` one run for each value of an axis.

Nothing is saved before all runs have been checked.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from tui_arena.batch.run import (
    MOST_SESSIONS,
    Budgets,
    NoRun,
    Run,
    check,
    is_model,
    no_variant,
    recall,
    remember,
    table_of,
    with_more,
)
from tui_arena.batch.setups import check_setups, dealt_out, listed, numbered_deck
from tui_arena.cli.batches import play_runs
from tui_arena.cli.context import (
    BAD,
    BIGGEST,
    FILE,
    Command,
    CommandContext,
    Failed,
    bad,
    tell,
    whole_path,
)
from tui_arena.cli.headless import (
    budget_options,
    concurrency_option,
    json_option,
    workers_option,
)
from tui_arena.cli.options import TableChoice, check_excluded, table_options, unlike, with_help
from tui_arena.core.caches import lasting
from tui_arena.core.options import resolve
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.data.personas import NONE
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import RANDOM, as_values, variants
from tui_arena.players.seating import BadPlayer
from tui_arena.save.store import Store, new_id

if TYPE_CHECKING:
    from tui_arena.batch.sweep import Axis, Sweep

_GIVEN = ("seats", "options", "own", "preset", "deck", "seed", "probe", "sorter")
"""The options of its table that a run takes over unchanged."""
_OPTIONS = {
    "seats": "--seat",
    "options": "--set",
    "game": "GAME",
    "own": "--sampling, --persona, --prompt, --help-forms",
    "personas": "--persona",
    "listed": "--list",
}


@dataclass(frozen=True, slots=True)
class RunSpec:
    """One run to play, or one run for each value of an axis."""

    store: Store
    runs: list[Run]
    sweep: Sweep | None = None

    @property
    def to_go_on(self) -> str:
        """The command that resumes the run or sweep."""
        name = self.sweep.id if self.sweep else self.runs[0].id
        return f"tui-arena run {self.runs[0].game} --resume {name}"


def begin(
    arena: CommandContext,
    info: GameInfo,
    given: dict[str, Any],
    *,
    over: str | None,
    help_forms: bool,
    budgets: Budgets,
) -> RunSpec:
    """A new run, or a run for each value; all are checked before the save file is opened.

    `over`: the text of `--over`. `help_forms`: whether all models get help with forms. Raises BadPlayer, BadOption, BadFile, BadParameter, SaveError.
    """
    chosen = {name: value for name, value in given.items() if value is not None}
    rows = chosen.pop("listed", None)
    if rows is not None:
        chosen.setdefault("sessions", len(rows))
    chosen |= {
        "budgets": Budgets.usual(arena.settings).raised(budgets),
        "deck": numbered_deck(given["deck"], info, arena.catalogue),
    }
    first = Run(**{"seed": secrets.randbelow(BIGGEST), "id": new_id(), **chosen})
    axis = _axis(over, first, arena.registry)
    if help_forms:
        first = replace(first, own=_with_help(first.own, first, axis))
    runs, sweep = [first], None
    if axis is not None:
        from tui_arena.batch.sweep import Sweep  # noqa: PLC0415  (few runs are compared)

        runs = [axis.with_value(replace(first, id=new_id()), value) for value in axis.values]
        sweep = Sweep(first.id, axis, tuple(run.id for run in runs))
    runs = [run.with_models(arena.registry) for run in runs]
    if rows is not None:
        runs = [listed(run, rows, arena.registry) for run in runs]
    remarks: dict[str, None] = {}
    for run in runs:
        check(run, arena.registry)
        found = check_setups(run, arena.registry, deck_named=given["deck"] is not None)
        remarks |= dict.fromkeys(found)
    tell(*remarks)
    first = dealt_out(runs[0], arena.registry)
    runs = [replace(run, dealing=first.dealing, items=first.items) for run in runs]
    store = arena.store()
    for run in runs:
        remember(run, store)
    if sweep is not None:
        from tui_arena.batch.sweep import remember_sweep  # noqa: PLC0415  (as above)

        remember_sweep(sweep, store)
    return RunSpec(store, runs, sweep)


def _axis(text: str | None, run: Run, registry: ModelRegistry) -> Axis | None:
    """The axis that `--over` names; None if the option isn't given. Raises as `read_over`."""
    if text is None:
        return None
    from tui_arena.cli.over import read_over  # noqa: PLC0415  (as above; loads the stats)

    return read_over(text, run, registry)


def go_on(
    arena: CommandContext,
    info: GameInfo,
    resume: str,
    given: dict[str, Any],
    *,
    over: str | None,
    help_forms: bool,
    budgets: Budgets,
) -> RunSpec:
    """The run or sweep to resume. Raises SaveError, BadParameter; UsageError if an option differs from the saved one."""
    from tui_arena.batch.sweep import recall_sweep  # noqa: PLC0415  (a new run needs nothing of it)

    store = arena.store()
    sweep = recall_sweep(resume, store)
    try:
        runs = [recall(run, store) for run in (sweep.runs if sweep else (resume,))]
    except NoRun as error:
        from tui_arena.cli.listing import unfinished  # noqa: PLC0415  (loads the stats)

        raise Failed(f"{error}; {unfinished(store)}", BAD) from None
    if given["deck"] is not None:
        given["deck"] = numbered_deck(given["deck"], info, arena.catalogue)
    if given["listed"] is not None:
        given["listed"] = listed(runs[0], given["listed"], arena.registry).listed
    begun = max(runs, key=lambda run: len(run.own))  # a bot's run has lost the settings for models
    if sweep is not None:
        begun = sweep.over.without_value(begun)
    if help_forms:
        given["own"] = _with_help(given["own"], begun, sweep.over if sweep else None)
    kept: dict[str, Any] = {name: getattr(begun, name) for name in given}
    kept["over"] = sweep.over if sweep else None
    other = unlike({**given, "over": _axis(over, begun, arena.registry)}, kept)
    if other is not None:
        option = _OPTIONS.get(other, f"--{other}")
        raise click.UsageError(
            f"{option}: run {resume} began {_with(kept[other])}; leave it out, or start a new run"
        )
    for run in runs:
        check(run, arena.registry)
    return RunSpec(store, with_more(runs, budgets, store), sweep)


def _with_help(
    own: Mapping[str, Mapping[str, Any]], run: Run, over: Axis | None
) -> dict[str, Mapping[str, Any]]:
    """The wishes of a run's seats, with help with forms for every model, also on the seat whose player differs."""
    from tui_arena.batch.sweep import PLAYER  # noqa: PLC0415  (as above)

    seats = dict(run.seats)
    if over is not None and over.option == PLAYER and over.seat is not None:
        seats[over.seat] = ",".join(over.values)
    return with_help(own, seats)


def _with(value: Any) -> str:
    """A phrase on the value that a run was begun with, in the form that the command line takes."""
    from tui_arena.batch.sweep import Axis  # noqa: PLC0415  (as above)
    from tui_arena.stats.conditions import said  # noqa: PLC0415  (only a refusal says it)

    if value in (None, {}):
        return "without"
    if isinstance(value, tuple):
        return "with another list"
    if isinstance(value, Axis):
        name = f"{value.seat}.{value.option}" if value.seat else value.option
        return f"with {name}={','.join(map(said, value.values))}"
    if isinstance(value, Mapping):
        return f"with {', '.join(f'{name}={said(one)}' for name, one in value.items())}"
    return f"with {said(value)}"


def hides_persona(run: Run, registry: ModelRegistry) -> bool:
    """True if a model has a persona that the options hide from it."""
    info = registry.catalogue.game(run.game)
    options = resolve(info.options, info.presets, run.options, run.preset)
    given = {seat for seat, wish in run.personas.items() if wish != NONE}
    models = {seat.name for seat, sits in table_of(run, registry) if is_model(sits)}
    return bool(given & models) and options.get("personas") == NONE


@click.command("run", cls=Command)
@table_options
@click.option(
    "--sessions", type=click.IntRange(1, MOST_SESSIONS), metavar="N", help="How many set-ups to play (1)."
)
@click.option(
    "--repetitions",
    type=click.IntRange(1, 10_000),
    metavar="R",
    help="Play each set-up R times: same secret, fresh moves. Only for games that deal secrets.",
)
@click.option(
    "--list",
    "list_",
    metavar="FILE",
    type=FILE,
    help="Play the items of a list in order, each as often as it's listed: clembench's instances, EDA's "
    "lists, a deck, or one name per line.",
)
@concurrency_option
@workers_option
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Play on the Dask cluster with this scheduler, such as tcp://10.0.0.5:8786.",
)
@click.option(
    "--prompts",
    metavar="VARIANT",
    help="The prompt variant for models without one of their own; random: one per session, spread evenly "
    "over items.",
)
@budget_options(
    "Stop the run when it has cost this much.",
    "Stop the run after this many tokens, in and out.",
    per_session=True,
)
@click.option(
    "--over",
    metavar="WHAT=V1,V2,...",
    help="Play the same seeds once for each value of an option (personas=none,own,all), each prompt variant "
    "of a seat "
    "(prompt=plain,terse) or each player in a seat (player=model:a,bot:hard; SEAT.player says which "
    "seat), and print one table with a line for each.",
)
@click.option(
    "--resume", metavar="RUN", help="Continue a run that was stopped, or all the runs of an --over."
)
@click.option(
    "--pool",
    metavar="NAME",
    help="Let one player (--seat) play the items of a reference pool, such as pool-1, that it hasn't played "
    "yet, and rank it among the pool's bots. The pool decides everything else.",
)
@json_option
@click.pass_obj
def run_(
    arena: CommandContext,
    /,
    *,
    table: TableChoice,
    concurrency: int,
    workers: int | None,
    scheduler: str | None,
    list_: str | None,
    prompts: str | None,
    budgets: Budgets,
    resume: str | None,
    over: str | None,
    pool: str | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Let models, bots and scripts play sessions of GAME, save the sessions, and print the results.

    With the CODE of a challenge instead of GAME, they play its game.

    Bots take the seats that you don't name. Ctrl-C or a budget stops the run: finished sessions are saved,
    and --resume continues from there.
    """
    info = table.info
    if pool is not None:
        excluded = {
            "--set": table.options,
            "--preset": table.preset,
            "--deck": table.deck,
            "--seed": table.seed,
            "--sampling, --persona, --prompt": table.own,
            "--help-forms": table.help_forms or None,
            "--persona": table.wishes,
            "--probe": table.probe,
            "--sorter": table.sorter,
            "--sessions": given["sessions"],
            "--repetitions": given["repetitions"],
            "--list": list_,
            "--prompts": prompts,
            "--over": over,
            "--resume": resume,
        }
        from tui_arena.cli.study import run_pool  # noqa: PLC0415  (loads much, and few runs are a pool's)

        check_excluded(excluded, f"--pool {one_line(pool, 40)} already decides what is played")
        return run_pool(
            arena,
            info,
            pool,
            table.seats,
            budgets=budgets,
            concurrency=concurrency,
            workers=workers,
            scheduler=scheduler,
            as_json=as_json,
        )
    if table.challenge is not None:
        from tui_arena.players.challenges import opening_for  # noqa: PLC0415  (few runs play one)

        if given["sessions"] is not None or list_ is not None:
            raise click.UsageError("a challenge is one game; --repetitions plays it several times")
        bots = {seat: text for seat, text in table.challenge.players.items() if seat not in table.seats}
        table = replace(
            table,
            seats={**bots, **table.seats},
            options=table.challenge.options,
            preset=table.challenge.preset,
            deck=opening_for(table.challenge, arena.catalogue).deck,
            seed=table.challenge.seed,
        )
    rows = None
    if list_ is not None:
        from tui_arena.data.lists import read_list  # noqa: PLC0415  (few runs play a list)

        rows = read_list(whole_path(list_)).rows
    given |= {  # `given` already has sessions and repetitions
        "game": info.id,
        **{name: getattr(table, name) for name in _GIVEN},
        "listed": rows,
        "prompts": _prompts(arena, info, prompts),
        "personas": as_values(table.wishes, info, arena.catalogue),
        "challenge": table.challenge.code if table.challenge else None,
    }
    with lasting():  # decks, and the modules that ask models, stay to the end of the run
        if resume is None:
            begun = begin(arena, info, given, over=over, help_forms=table.help_forms, budgets=budgets)
        else:
            begun = go_on(arena, info, resume, given, over=over, help_forms=table.help_forms, budgets=budgets)
    store, runs = begun.store, begun.runs
    for run in runs:
        _check_where(arena, run, workers, scheduler)
    what = "over" if begun.sweep else "run"
    tell(f"{what} {begun.sweep.id if begun.sweep else runs[0].id}; if it's interrupted: {begun.to_go_on}")
    if all(hides_persona(run, arena.registry) for run in runs):
        tell(
            "no model is told its persona; --set personas=own tells it, and personas=all tells the others, "
            "too"
        )
    finished = play_runs(
        arena,
        runs,
        store,
        info.id,
        begun.to_go_on,
        concurrency=concurrency,
        workers=workers,
        scheduler=scheduler,
        figures=as_json or begun.sweep is not None,
    )
    from tui_arena.cli.run_results import report  # noqa: PLC0415  (the results need the stats; playing doesn't)

    return report(arena, info, store, finished, sweep=begun.sweep, to_go_on=begun.to_go_on, as_json=as_json)


def _check_where(arena: CommandContext, run: Run, workers: int | None, scheduler: str | None) -> None:
    """Raise UsageError or BadPlayer if a run can't be played with these workers or this scheduler."""
    if scheduler is not None:
        if workers is not None:
            raise click.UsageError(
                "give --workers (processes on this machine) or --scheduler (a cluster), not both"
            )
        files = [name for name in run.models if arena.registry.book.get(name).gguf is not None]
        texts = [*run.seats.values(), run.probe or "", run.sorter or ""]
        files += [text for text in texts if text.startswith("script:")]
        if files:
            raise BadPlayer(
                f"{one_line(files[0], 60)} is a file on this machine, so a cluster's workers don't have it"
            )


def _prompts(arena: CommandContext, info: GameInfo, variant: str | None) -> str | None:
    """The prompt variant, if the game has it; else raises BadParameter."""
    if variant is None or variant == RANDOM:
        return variant
    known = variants(info, arena.catalogue)
    if variant not in known:
        raise bad("--prompts", no_variant(variant, [*known, RANDOM]))
    return variant
