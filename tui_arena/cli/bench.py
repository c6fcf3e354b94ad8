"""Benches: `tui-arena bench` compares models and prompts on the same seeds, over several games.

Nothing is saved before all runs have been checked.
"""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Sequence
from typing import Any

import click

from tui_arena.batch.history import bench_command
from tui_arena.batch.run import MOST_SESSIONS, Budgets, Finished, Run, check, recall, stopped_by, with_more
from tui_arena.batch.sweep import (
    Bench,
    BenchPlan,
    BenchRow,
    BenchTable,
    bench_runs,
    bench_tables,
    benches,
    recall_bench,
    save_bench,
)
from tui_arena.cli import completion
from tui_arena.cli.batches import play_runs
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import (
    BAD,
    BIGGEST,
    Command,
    CommandContext,
    Failed,
    bad,
    put,
    put_json,
    put_lines,
    tell,
)
from tui_arena.cli.headless import RAISE, TOGETHER, budget_options, concurrency_option, json_option
from tui_arena.cli.options import check_excluded, read_options, read_own, read_pairs, split_list
from tui_arena.cli.over import put_gaps, swept
from tui_arena.cli.study import end
from tui_arena.config.models import HELP
from tui_arena.core.language.sentences import UNKNOWN, counted, money
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue
from tui_arena.players.seating import player_text
from tui_arena.save.store import Store
from tui_arena.stats.written import TERMINAL

ALL = "all"
SESSIONS = 20


_NAMES = {"seats": "on", "presets": "preset", "settings": "set", "help_forms": "help-forms"}
"""Maps parameters to the names of their options, where these differ."""


@click.command("bench", cls=Command)
@click.argument("players", nargs=-1, metavar="[MODEL]...", shell_complete=completion.contestants)
@click.option("--games", metavar="GAME,...", help="The games to play (all).")
@click.option(
    "--prompts", metavar="V,...", help="Prompt variants that each model plays with, such as plain,terse."
)
@click.option(
    "--sessions",
    type=click.IntRange(1, MOST_SESSIONS),
    metavar="N",
    help=f"Sessions of each player with each prompt in each game ({SESSIONS}).",
)
@click.option("--seed", type=click.IntRange(-BIGGEST, BIGGEST), metavar="N", help="Same seed, same secrets.")
@click.option(
    "--on",
    "seats",
    multiple=True,
    metavar="GAME=SEAT",
    help="The models' seat; by default, the first that solves the game.",
)
@click.option(
    "--preset", "presets", multiple=True, metavar="[GAME=]P", help="A preset for a game, or for all games."
)
@click.option("--set", "settings", multiple=True, metavar="GAME.OPTION=VALUE", help="An option for a game.")
@click.option(
    "--sampling",
    multiple=True,
    metavar="KEY=VALUE",
    help="A parameter to send to all models, such as temperature=0.",
)
@click.option("--help-forms", is_flag=True, help="Make the models' replies follow the games' formats.")
@concurrency_option
@budget_options(*TOGETHER, per_session=True)
@click.option("--resume", metavar="BENCH", help="Continue a bench that was stopped.")
@json_option
@click.pass_obj
def bench_(
    arena: CommandContext,
    /,
    *,
    players: tuple[str, ...],
    concurrency: int,
    budgets: Budgets,
    resume: str | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Let models play the same games with the same secrets, and print one table: how well, how fast, at what cost.

    MODEL is the name of a configured model, or a PLAYER such as bot:hard, to compare with. Bots take all
    other seats. You see the expected cost first. Ctrl-C or a budget stops the bench: finished work is saved,
    and --resume continues from there.
    """
    if resume is not None:
        named = {f"--{_NAMES.get(name, name)}": value or None for name, value in given.items()}
        check_excluded(
            {"MODEL": players, **named}, "--resume continues the bench with the settings it began with"
        )
        bench, runs, store = _go_on(arena, resume, budgets)
    else:
        if not players:
            raise click.UsageError("name the models to compare; `tui-arena models` lists them")
        plan = _plan(arena.catalogue, players, given, Budgets.usual(arena.settings).raised(budgets))
        bench, runs, told = bench_runs(plan, arena.registry)
        tell(*told)
        store = arena.store()
        save_bench(bench, runs, store)
    to_go_on = bench_command(bench.id)
    tell(f"bench {bench.id}; if it's interrupted: {to_go_on}")
    finished = play_runs(
        arena, runs, store, "bench", to_go_on, concurrency=concurrency, workers=None, figures=True
    )
    tables = bench_tables(bench, finished, store, arena.registry)
    if as_json:
        put_json(
            {
                "bench": bench.id,
                "seed": runs[0].seed,
                "stopped": stopped_by(finished),
                "rows": [row.to_json(table.metric) for table in tables for row in table.rows],
            }
        )
    else:
        _put(bench, tables, finished)
    return end(finished, to_go_on, RAISE)


def _plan(catalogue: Catalogue, players: Sequence[str], given: dict[str, Any], budgets: Budgets) -> BenchPlan:
    """The bench that the options describe. Raises BadOption, BadFile, BadParameter."""
    games = list(dict.fromkeys(split_list(given["games"] or ALL)))
    games = list(catalogue.games) if games == [ALL] else games
    infos = {name: catalogue.game(name) for name in games}
    own = read_own(tuple(f"all.{text}" for text in given["sampling"]), {}, ())
    presets = dict(pair for text in given["presets"] for pair in _presets(text, games))
    settings: dict[str, list[str]] = {}
    for text in given["settings"]:
        game, dot, option = text.partition(".")
        if not dot or game not in infos:
            raise bad(
                "--set",
                f"{one_line(text, 60)!r} isn't in the form GAME.OPTION=VALUE, where GAME is one of "
                f"{', '.join(games)}",
            )
        settings.setdefault(game, []).append(option)
    seats = read_pairs(given["seats"], "--on", "GAME=SEAT, such as akinator=guesser")
    for option, named in (("--on", seats), ("--preset", presets)):
        for game in named:
            if game not in infos:
                raise bad(
                    option,
                    f"{one_line(game, 40)!r} isn't in this bench; its games are {', '.join(games)}",
                )
    return BenchPlan(
        [player_text(text) for text in players],
        games,
        given["sessions"] or SESSIONS,
        secrets.randbelow(BIGGEST) if given["seed"] is None else given["seed"],
        list(dict.fromkeys(split_list(given["prompts"] or ""))),
        seats,
        presets,
        {game: read_options(tuple(texts), infos[game]) for game, texts in settings.items()},
        {**own.get("all", {}), **({"structured": HELP} if given["help_forms"] else {})},
        budgets,
    )


def _presets(text: str, games: Sequence[str]) -> list[tuple[str, str]]:
    """The games that a `--preset` names, each with its preset."""
    game, equals, preset = text.partition("=")
    return [(game.strip(), preset)] if equals else [(name, text) for name in games]


def _go_on(arena: CommandContext, bench_id: str, budgets: Budgets) -> tuple[Bench, list[Run], Store]:
    """The bench to resume, with its runs. Raises Failed, SaveError, BadPlayer."""
    store = arena.store()
    bench = recall_bench(bench_id, store)
    if bench is None:
        known = ", ".join(benches(store)[:5]) or "none yet"
        raise Failed(f"there is no bench {one_line(bench_id, 40)!r} in {store.path}; there are {known}", BAD)
    runs = [recall(line.run, store) for line in bench.lines]
    for run in runs:
        check(run, arena.registry)
    return bench, with_more(runs, budgets, store), store


def _put(bench: Bench, tables: Sequence[BenchTable], finished: Sequence[Finished]) -> None:
    """Print a table for each game, then commands that show more."""
    played = sum(row.figures.sessions for table in tables for row in table.rows)
    seconds = sum(one.wall_seconds for one in finished)
    put(f"{counted(played, 'session')} in {seconds:.1f} s, seed {finished[0].run.seed}, bench {bench.id}\n")
    for table in tables:
        _put_table(table)
    put(
        "\nmeans over sessions, with 95% intervals over secrets; every line of a game uses the same seeds; "
        "s/reply: seconds per reply; tokens and cost: per session\n"
    )
    put_lines(("for a closer look:", *_next(bench, tables)))


def _put_table(table: BenchTable) -> None:
    put(f"\n{table.info.title}: {table.over.seat}\n")
    if not any(row.figures.sessions for row in table.rows):
        put("nothing has been played yet\n")
        return
    put_table(
        ["player", "prompt", "sessions", "played", "won", table.metric.label, "s/reply", "tokens", "cost"],
        [
            [
                row.line.name,
                row.line.prompt,
                row.figures.sessions,
                TERMINAL.shares.value(row.figures.played),
                TERMINAL.shares.figure(row.figures.won),
                swept(table.metric, row.figures),
                *_spent(row),
            ]
            for row in table.rows
        ],
        keys=2,
    )
    if len(table.rows) > 1:
        put_gaps(table.info, table.over, table.figures, [table.metric])


def _spent(row: BenchRow) -> list[str]:
    """Seconds a reply, and tokens and money a session; empty for players that cost nothing."""
    if not row.model or not row.figures.sessions:
        return ["", "", ""]
    seconds = TERMINAL.number(row.seconds, dash=UNKNOWN)
    return [seconds, UNKNOWN if row.tokens is None else f"{row.tokens:,.0f}", money(row.usd)]


def _next(bench: Bench, tables: Sequence[BenchTable]) -> list[str]:
    """Commands that show more of what was played."""
    game = tables[0].info.id
    first, *others = dict.fromkeys(row.line.contender for row in tables[0].rows)
    compare = [["compare", game, first, others[0]]] if others else []
    over = [["stats", game, "--over", "prompt"]] if any(line.prompt for line in bench.lines) else []
    lines = [*compare, *over, ["stats", game, "--where", f"run={bench.lines[0].run}"]]
    return [f"  {shlex.join(['tui-arena', *line])}" for line in [*lines, ["report", "--out", "bench.html"]]]
