"""Reference pools: `tui-arena run GAME --pool NAME` plays a newcomer, `tui-arena rank GAME --pool NAME` ranks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from tui_arena.batch.pools import PoolRanking, Standing, check_bots, newcomer, ranked, read_pool
from tui_arena.batch.run import Budgets, Finished, stopped_by
from tui_arena.batch.study import states
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import CommandContext, left_out_status, put, put_json, put_lines, tell, telling
from tui_arena.cli.headless import RAISE
from tui_arena.cli.study import check_told, cost_sentences, end, play
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.save.filters import Filter
from tui_arena.stats.written import RANKED


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
    check_told(arena, study)
    store = arena.store()
    to_go_on = f"tui-arena run {info.id} --pool {pool.name} --seat {seat}={player}"
    left = sum(one.left for one in states(study, store))
    finished: list[Finished] = []
    if left:
        check_bots(pool, study)
        tell(
            f"pool {pool.name}, {left} of {counted(study.total, 'session')} left; if it's interrupted: "
            f"{to_go_on}"
        )
        if any(cell.prompt for cell in study.cells):
            tell(*cost_sentences(arena, study, store))
        finished = play(arena, study, store, to_go_on, workers=workers, scheduler=scheduler)
    skipped = telling()
    found = ranked(pool, info, store, Filter(info.id), skipped, seats=[seat])
    if as_json:
        put_json({**found.to_json(), "player": player, "stopped": stopped_by(finished)})
    else:
        _put(found)
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
        _put(found)
    return left_out_status(skipped)


def _put(found: PoolRanking) -> None:
    for number, seat in enumerate(found.seats):
        put("\n" * (number > 0) + f"{found.game} {seat.seat}, {found.pool}\n")
        put_table(
            ["", "player", "kind", "score", "95%", "items", "sessions", ""],
            [_line(one, seat.players) for one in seat.players],
        )
    put("\nscore: main score, 0 to 1; aborted sessions count as 0; intervals are over items\n")
    put_lines(found.notes)


def _line(one: Standing, players: Sequence[Standing]) -> list[Any]:
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
