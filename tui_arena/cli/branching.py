"""New sessions that begin with the past of saved sessions: `tui-arena branch`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from tui_arena.batch.playing import BranchesPlayed, play_branches
from tui_arena.batch.run import check_models
from tui_arena.cli import completion
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import Command, CommandContext, Failed, left_out_status, put, put_json, telling
from tui_arena.cli.headless import ProgressBar, ended, json_option, limit_options, secrets_option
from tui_arena.cli.options import read_seats
from tui_arena.core.events import outcome_data
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.models.requests import Budget
from tui_arena.players.seating import FORMS
from tui_arena.save.skipping import Skipped
from tui_arena.save.store import Store
from tui_arena.stats.branch_table import (
    NO_DECK,
    SwapCell,
    SwapRow,
    is_last_turn,
    published_swaps,
    swap_rows,
)
from tui_arena.stats.statistics import Figure
from tui_arena.stats.written import TERMINAL
from tui_arena.table.branches import Branched, make, opened

sessions_option = click.argument("sessions", nargs=-1, required=True, metavar="SESSION...")


def all_opened(
    arena: CommandContext, store: Store, wanted: Sequence[str], skipped: Skipped, *, secrets: bool
) -> list[tuple[Session, GameInfo]]:
    """The named sessions, each once, all of one game; `skipped` collects the sessions that can't be read.

    Raises SaveError, BadBranch, UsageError, and Failed if no session is left.
    """
    ids = dict.fromkeys(store.find(prefix) for prefix in wanted)
    found = list(skipped.each(ids, str, lambda one: opened(store, arena.catalogue, one, secrets=secrets)))
    if not found:
        raise Failed("none of these sessions could be read")
    games = dict.fromkeys(info.title for _, info in found)
    if len(games) > 1:
        raise click.UsageError(f"these are sessions of {' and '.join(games)}; choose sessions of one game")
    return found


@click.command("branch", cls=Command)
@sessions_option
@click.option(
    "--at", type=click.IntRange(0), metavar="SEQ", help=("Keep everything up to this event; 0 keeps nothing.")
)
@click.option("--last-turn", is_flag=True, help="Replay only the last turn.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT=PLAYER",
    shell_complete=completion.seats,
    help=f"The player on that seat from there on: {FORMS}.",
)
@limit_options
@secrets_option
@json_option
@click.pass_obj
def branch_(
    arena: CommandContext,
    sessions: tuple[str, ...],
    *,
    at: int | None,
    last_turn: bool,
    seats: tuple[str, ...],
    concurrency: int,
    spent: Budget,
    secrets: bool,
    as_json: bool,
) -> int:
    """Play new sessions that share the past of others, with different players from there on.

    The original sessions don't change. Players you don't replace play on; a bot stands in for people. The
    table shows who played first and who played on, next to published figures if there are any.
    """
    if (at is None) == (not last_turn):
        raise click.UsageError("give --at SEQ or --last-turn")
    players = read_seats(seats)
    if not players:
        raise click.UsageError("--seat SEAT=PLAYER is missing: say who plays on")
    store = arena.store()
    skipped = telling()
    found = all_opened(arena, store, sessions, skipped, secrets=secrets)
    info, book = found[0][1], arena.registry.book
    made = [make(session, info, players, book, at=None if last_turn else at) for session, _ in found]
    for branch in made:
        check_models(branch.cast, arena.registry)
    with ProgressBar("branches") as bar:
        if any(one.asks for branch in made for one in branch.cast.values()):
            bar.spent = spent
        played = play_branches(made, store, arena.registry, spent, concurrency=concurrency, progress=bar.show)
    return left_out_status(skipped, _report(info, played, list(players), as_json=as_json))


def _report(info: GameInfo, played: BranchesPlayed, seats: list[str], *, as_json: bool) -> int:
    rows = swap_rows(info, played.played, seats)
    swapped = is_last_turn(branch for branch, _ in played.played)
    source, known = published_swaps(info) if swapped else ("", [])
    if as_json:
        put_json(
            {
                "game": info.id,
                "stopped": played.stopped,
                "sessions": [_session_json(info, *one) for one in played.played],
                "rows": [row.to_json() for row in rows],
                "published": {"source": source, "rows": [row.to_json() for row in known]} if known else None,
                "wall_seconds": played.wall_seconds,
            }
        )
    else:
        n = len(played.played)
        put(f"{info.title}: {n} branch{'' if n == 1 else 'es'} in {played.wall_seconds:.1f} s\n\n")
        put_swaps(rows, known, "last turn" if swapped else "plays on")
        if any(cell.over_repetitions for row in rows for cell in row.decks.values()):
            put("\n± over repetitions if the sessions are numbered, otherwise over sessions\n")
        if known:
            put(f"\npublished: {source}; mean ± standard deviation over runs\n")
    left = ""
    if played.left:
        why = f"stopped ({played.stopped}); " if played.stopped else ""
        branches = f"{played.left} branches are" if played.left > 1 else "1 branch is"
        left = f"{why}{branches} unfinished; in the app you can continue those that have begun"
    return ended(played.stopped, played.failures, "not finished", left=left)


def _session_json(info: GameInfo, branch: Branched, play: Any) -> dict[str, Any]:
    return {
        "id": branch.session.id,
        "from": branch.of.id,
        "outcome": outcome_data(play.outcome()),
        "metrics": info.compute(play),
        "counts": play.counts(),
    }


def put_swaps(rows: Sequence[SwapRow[SwapCell]], known: Sequence[SwapRow[Figure]], then: str) -> None:
    """Print scores by first and last player, with columns for each deck; published rows come last.

    `then`: the header of the column with the last player.
    """
    decks = list(dict.fromkeys(deck for row in rows for deck in row.decks))
    decks += [deck for deck in dict.fromkeys(d for row in known for d in row.decks) if deck not in decks]
    header = ["plays", then]
    for deck in decks:
        header += ["score" if deck == NO_DECK else f"{deck}: score", "found", "n"]
    lines: list[list[Any]] = []
    for row in rows:
        line: list[Any] = [row.plays, row.last_turn]
        for deck in decks:
            line += _cells(row.decks.get(deck))
        lines.append(line)
    for theirs in known:
        line = [f"{theirs.plays} (published)", theirs.last_turn]
        for deck in decks:
            line += [TERMINAL.figure(theirs.decks.get(deck, Figure())), None, None]
        lines.append(line)
    put_table(header, lines, keys=2)


def _cells(cell: SwapCell | None) -> list[Any]:
    """The score, the share of wins and the number of sessions."""
    if cell is None or not cell.sessions:
        return [None, None, None]
    score = cell.over_repetitions or cell.score
    return [TERMINAL.figure(score), TERMINAL.number(cell.success.value), cell.sessions]
