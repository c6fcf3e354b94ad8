"""The option `--over`, the one thing in which runs differ: its text, and the tables that compare the runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from tui_arena.batch.run import Run, no_variant, table_of
from tui_arena.batch.sweep import PLAYER, PROMPT, Axis, SweepRow, compared_by, open_seat
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import bad, put
from tui_arena.cli.options import split_list
from tui_arena.core.grouping import grouped
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, Metric
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import no_seat, variants
from tui_arena.players.seating import BadPlayer, player_text, read_player
from tui_arena.stats.comparison import WON, measure
from tui_arena.stats.conditions import said
from tui_arena.stats.written import GAP, SWEPT, TERMINAL

FORM = "WHAT=VALUE,VALUE,..., such as personas=none,own,all, prompt=plain,terse or player=model:a,bot:hard"


def read_over(text: str, run: Run, registry: ModelRegistry) -> Axis:
    """The axis that `--over` names.

    `run`: the run without a value of the axis. Raises BadOption or BadPlayer for a bad value, BadParameter for
    anything else.
    """
    info = registry.catalogue.game(run.game)
    name, equals, rest = text.partition("=")
    name = name.strip()
    if not equals or not name:
        raise bad("--over", f"{one_line(text, 60)!r} isn't in the form {FORM}")
    if name in info.options:
        axis = _over_option(name, rest, run, info)
    else:
        axis = _over_seat(name, rest, run, registry)
    values = axis.values
    if axis.option == PLAYER:  # several texts may name the same player
        values = tuple(read_player(player, book=registry.book) for player in axis.values)
    if any(value in values[:i] for i, value in enumerate(values)):
        raise bad("--over", f"{name}: give each value once; {one_line(rest, 60)} repeats a value")
    return axis


def _over_option(name: str, rest: str, run: Run, info: GameInfo) -> Axis:
    if name in run.options:
        raise bad("--over", f"--set also sets {name}; leave it out of --set")
    values = tuple(info.options[name].read(part) for part in rest.split(","))
    if len(values) < 2:
        raise _too_few(name, f"--set {name}={one_line(rest, 40)}")
    return Axis(name, values)


def _over_seat(name: str, rest: str, run: Run, registry: ModelRegistry) -> Axis:
    """The axis of a seat's players or prompts."""
    info = registry.catalogue.game(run.game)
    named, _, what = name.rpartition(".")
    if what not in (PLAYER, PROMPT):
        allowed = ", ".join([*info.options, PROMPT, PLAYER])
        raise bad("--over", f"{info.title} has no option {one_line(name, 40)!r}; allowed: {allowed}")
    groups = {seat.name: seat.group for seat, _ in table_of(run, registry)}
    if named and named not in groups:
        raise BadPlayer(no_seat(named, info, groups))
    seat = named or open_seat(what, run, registry)
    known = variants(info, registry.catalogue, groups[seat])
    parts = split_list(rest) or [rest]
    return (
        _players(name, seat, parts, run, registry)
        if what == PLAYER
        else _prompts(name, seat, parts, run, known)
    )


def _players(name: str, seat: str, parts: Sequence[str], run: Run, registry: ModelRegistry) -> Axis:
    if seat in run.seats:
        raise bad("--over", f"--seat also names a player for {seat}; leave it out of --seat")
    players = tuple(map(player_text, parts))
    for player in players:
        if read_player(player, book=registry.book).choices:
            raise bad("--over", "any: draws from several players; name them one by one here")
    if seat in run.own and not any("model:" in player for player in players):
        raise BadPlayer(f"{seat}: {' and '.join(run.own[seat])} can only be given to a model")
    if len(players) < 2:
        raise _too_few(name, f"--seat {seat}={one_line(players[0], 40)}")
    return Axis(PLAYER, players, seat)


def _prompts(name: str, seat: str, parts: Sequence[str], run: Run, known: Sequence[str]) -> Axis:
    """`known`: the seat's prompt variants."""
    if PROMPT in run.own.get(seat, {}):
        raise bad("--over", f"--prompt also names a prompt for {seat}; leave it out of --prompt")
    for part in parts:
        if part not in known:
            raise bad("--over", no_variant(part, known, seat))
    if len(parts) < 2:
        raise _too_few(name, f"--prompt {seat}={one_line(parts[0], 40)}")
    return Axis(PROMPT, tuple(parts), seat)


def _too_few(name: str, instead: str) -> click.BadParameter:
    return bad("--over", f"{name}: give at least two values to compare; {instead} sets just one")


def put_sweep(info: GameInfo, over: Axis, rows: Sequence[SweepRow]) -> None:
    """Print one line for each value, with 95% intervals."""
    metrics = [m for m in compared_by(info) if any(row.metrics[m.name].n for row in rows)]
    put_table(
        [over.label, "sessions", *(m.label for m in metrics), WON],
        [
            [
                said(row.value),
                row.sessions,
                *(swept(m, row) for m in metrics),
                TERMINAL.shares.figure(row.won),
            ]
            for row in rows
        ],
        keys=1,
    )
    put("\nmeans over sessions, with 95% intervals over secrets; every line uses the same seeds\n")
    put_gaps(info, over, rows)


def swept(metric: Metric, row: SweepRow) -> str:
    """A mean of a row with its interval."""
    return replace(SWEPT, share=metric.unit == "share").figure(row.metrics[metric.name])


def put_gaps(
    info: GameInfo, over: Axis, rows: Sequence[SweepRow], metrics: Sequence[Metric] | None = None
) -> None:
    """Print how each line differs from the first, secret by secret, and which gaps are unlikely to be chance.

    `metrics`: the compared metrics; None: the game's usual ones.
    """
    every = [*(compared_by(info) if metrics is None else metrics), measure(info, WON)]
    metrics = [m for m in every if any(m.name in row.to_first for row in rows)]
    if not metrics:
        if sum(row.sessions > 0 for row in rows) > 1:
            put(
                f"\nno line shares a secret with {over.label} {said(rows[0].value)}, so there is nothing to "
                "compare\n"
            )
        return
    first, others = rows[0], [row for row in rows[1:] if row.sessions]
    put(f"\ndifference from {over.label} {said(first.value)}, over the secrets that both lines have played\n")
    put_table(
        [over.label, *(m.label for m in metrics)],
        [
            [
                said(row.value),
                *(
                    GAP.of(m).figure(row.to_first[m.name]) if m.name in row.to_first else None
                    for m in metrics
                ),
            ]
            for row in others
        ],
        keys=1,
    )
    told = grouped((row.on_chance(metrics), said(row.value)) for row in others)
    for sentence, values in told.items():
        put(f"{over.label} {', '.join(values)}: {sentence}\n")
