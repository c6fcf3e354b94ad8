"""Comparison of two players: `tui-arena compare`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tui_arena.cli import completing
from tui_arena.cli.columns import put_mixed, put_table
from tui_arena.cli.context import Arena, Command, put, put_json, without_figures
from tui_arena.cli.options import filter_of, filter_options
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.stats.comparison import (
    Comparison,
    Comparisons,
    basis_text,
    better_text,
    compare,
    found_text,
    items_table,
    names,
    verdict,
)
from tui_arena.stats.conditions import told_condition
from tui_arena.stats.split_half import HALVES, TwoSets, printed_sets, printed_sets_json, two_sets
from tui_arena.stats.written import COMPARED, GAP

SHOWN = 40
"""Most secrets in the printed table; --json has all."""


@click.command("compare", cls=Command)
@click.argument("game", metavar="GAME", shell_complete=completing.games)
@click.argument("first", metavar="PLAYER", shell_complete=completing.people)
@click.argument("second", metavar="PLAYER", shell_complete=completing.people)
@click.option(
    "--metric",
    metavar="M",
    shell_complete=completing.metrics,
    help="What to compare in; else the game's main figure.",
)
@click.option(
    "--sets",
    is_flag=False,
    flag_value=HALVES,
    metavar="SETS",
    help="Check the figures of each over two sets of secrets: halves, DECK,DECK, or OPTION=VALUE,VALUE.",
)
@filter_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def compare_(
    arena: Arena,
    game: str,
    first: str,
    second: str,
    *,
    metric: str | None,
    sets: str | None,
    wheres: tuple[str, ...],
    since: str | None,
    include: str | None,
    as_json: bool,
) -> int:
    """Compare two players on the secrets that both played.

    PLAYER is a name as `tui-arena stats` prints it, or kind:name, such as bot:bot hard. --where seat=SEAT
    compares them there; else where the game is solved. Sessions under several conditions are compared
    condition by condition; --where condition=all joins them, except in a metric whose scale differs.

    \b
    --json: {"game", "metric", "better", "seat", "condition", "first": {"player", "value", "low",
    "high", "n"}, "second", "basis": pairs|items|sessions, "difference", "leads", "sure",
    "better_at", "found_by": {"both", "first", "second", "neither"}, "items"}; under several
    conditions {"conditions": [each of that form], "note"}; with --sets instead
    {"players": [{"player", "condition", "sets", "labels", "items", "sessions", "metrics"}],
    "published"}.
    """  # noqa: D301  (the sign is click's own: these lines are not wrapped anew)
    info = arena.catalogue.game(game)
    wanted = filter_of(info, wheres=wheres, since=since, include=include)
    store = arena.store(reading=True)
    if sets is not None:
        only = [metric] if metric else None
        checks = [
            check
            for who in dict.fromkeys((first, second))
            for check in two_sets(store, arena.catalogue, wanted, who, only, sets=sets)
        ]
        put_sets(info, checks, as_json=as_json)
        return without_figures(store, game)
    found = compare(store, arena.catalogue, wanted, first, second, metric=metric or info.main.metric)
    if as_json:
        put_json(found.to_json())
    else:
        put_comparisons(info, found)
    return without_figures(store, game)


def put_comparisons(info: GameInfo, found: Comparisons) -> None:
    """Print the comparison under each condition."""
    if found.note:
        put(f"{found.note}\n\n")
    for n, one in enumerate(found.each):
        put("\n" if n else "")
        put_comparison(info, one)


def put_comparison(info: GameInfo, found: Comparison) -> None:
    """Print which player is ahead, by what figures, and the secrets that both played."""
    first, second = names(found)
    metric = found.metric
    put(
        f"{info.title}, {found.group}, {told_condition(found.condition)}\n{verdict(found)}\n{basis_text(found)}\n\n"
    )
    put_table(
        ["", metric.label, "n"],
        [
            [first, COMPARED.of(metric).figure(found.firsts), found.firsts.n],
            [second, COMPARED.of(metric).figure(found.seconds), found.seconds.n],
            ["difference", GAP.of(metric).figure(found.difference), None],
        ],
    )
    put_mixed(found.mixed)
    if found.shared:
        put(f"\n{better_text(found)}\n{found_text(found)}\n")
    rows = sorted(
        found.shared, key=lambda r: (r.difference is None, found.direction * -(r.difference or 0.0))
    )
    if not rows:
        return
    put("\n")
    shown = items_table(found, rows[:SHOWN]).rows
    put_table(
        ["secret", first, second, "difference", "won by"],
        [[item, a, b, gap, by] for item, _, _, a, _, _, b, gap, by in shown],
    )
    if len(rows) > SHOWN:
        put(f"{len(rows) - SHOWN} more; --json prints all\n")


def put_sets(info: GameInfo, checks: Sequence[TwoSets], *, as_json: bool) -> None:
    """Print the figures of players over two sets of secrets, then the published ones."""
    published = printed_sets(info)
    if as_json:
        players = [check.to_json() for check in checks]
        put_json({"players": players, "published": printed_sets_json(published)})
        return
    for check in checks:
        (a, b), (of_a, of_b) = check.labels, check.items
        put(
            f"{info.title}: {one_line(check.player[1], 60)} under {told_condition(check.condition)}, "
            f"{counted(of_a, 'secret')} of {a}, {of_b} of {b}\n"
        )
        put_table(
            ["", a, b, "difference", ""],
            [
                [row.metric.label, *row.texts(), "differs" if row.difference.sure else ""]
                for row in check.rows
            ],
        )
        put("\n")
    if published:
        put(f"published: {published[0].source}\n")
        rows = [[row.player, row.metric.label, *row.texts()] for row in published]
        put_table(["", "", "set 1", "set 2", "difference"], rows)
