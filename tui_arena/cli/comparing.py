"""Compares players: `tui-arena compare`, `tui-arena rank`, and `tui-arena report`, which has everything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from tui_arena.cli import completion
from tui_arena.cli.columns import put_notes, put_table
from tui_arena.cli.context import (
    BAD,
    FILE,
    Command,
    CommandContext,
    Failed,
    put,
    put_json,
    put_lines,
    put_out,
    whole_path,
    without_figures,
)
from tui_arena.cli.filtering import FilterChoice, filter_options
from tui_arena.cli.headless import json_option
from tui_arena.cli.options import check_excluded
from tui_arena.cli.study import rank_pool
from tui_arena.core.language.sentences import counted, listed
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.reports.writing import WRITERS, write_report
from tui_arena.save.filters import JOINED
from tui_arena.stats.aggregate import OWN
from tui_arena.stats.comparison import (
    Comparison,
    Comparisons,
    basis_text,
    better_text,
    compare,
    form_table_of,
    found_text,
    items_table,
    names,
    verdict,
)
from tui_arena.stats.conditions import check_condition, condition_heading
from tui_arena.stats.form import COST, form_text
from tui_arena.stats.ranking.agreement import (
    COEFFICIENTS,
    LEAST,
    Agreement,
    Ranking,
    agreement,
    agreement_cells,
    shared,
)
from tui_arena.stats.ranking.rankings import (
    in_other_conditions,
    kind_and_name,
    printed_of,
    ranking_json,
    rankings,
)
from tui_arena.stats.split_half import HALVES, TwoSets, printed_sets, printed_sets_json, two_sets
from tui_arena.stats.written import COMPARED, GAP, RANKED, TERMINAL

RANKED_FORM = ("completed", COST)
"""The figures that a model gets in a ranking, in addition to the figure that it is ranked by."""
SHOWN = 40
"""The most secrets in the printed table; --json has all."""


@click.command("compare", cls=Command)
@click.argument("game", metavar="GAME", shell_complete=completion.games)
@click.argument("first", metavar="PLAYER", shell_complete=completion.people)
@click.argument("second", metavar="PLAYER", shell_complete=completion.people)
@click.option("--metric", metavar="M", help="The figure to compare; by default, the game's main figure.")
@click.option(
    "--sets",
    is_flag=False,
    flag_value=HALVES,
    metavar="SETS",
    help="Check each player's figures over two sets of secrets: halves, DECK,DECK, or OPTION=VALUE,VALUE.",
)
@filter_options
@json_option
@click.pass_obj
def compare_(
    arena: CommandContext,
    game: str,
    first: str,
    second: str,
    *,
    metric: str | None,
    sets: str | None,
    chosen: FilterChoice,
    as_json: bool,
) -> int:
    """Compare two players on the secrets that both have played.

    PLAYER is a name as `tui-arena stats` prints it, or kind:name, such as bot:bot hard. They are compared on
    the seat that solves the game, or on the seat that --where seat=SEAT names. Sessions under several
    conditions are compared condition by condition. --where condition=all joins the conditions, unless the
    metric has different scales in them.

    \b
    --json: {"game", "metric", "better", "seat", "condition", "first": {"player", "value", "low",
    "high", "n"}, "second", "basis": pairs|items|sessions, "difference", "leads", "sure",
    "better_at", "found_by": {"both", "first", "second", "neither"}, "items"}. If a model
    plays, also "form" (faults, speed and cost: {"first", "second", "difference"} each). For several
    conditions: {"conditions": [one such object for each], "note"}. With --sets:
    {"players": [{"player", "condition", "sets", "labels", "items", "sessions", "metrics"}],
    "published"}.
    """  # noqa: D301  (click reads the sign, and leaves these lines as they are)
    info = arena.catalogue.game(game)
    wanted = chosen.of(info)
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
    """Print the player who is ahead, the figures behind that, and the secrets that both played."""
    first, second = names(found)
    metric = found.metric
    put(
        f"{info.title}, {found.group}, {condition_heading(found.condition)}\n{verdict(found)}\n{basis_text(found)}\n\n"
    )
    put_table(
        ["", metric.label, "n"],
        [
            [first, COMPARED.of(metric).figure(found.firsts), found.firsts.n],
            [second, COMPARED.of(metric).figure(found.seconds), found.seconds.n],
            ["difference", GAP.of(metric).figure(found.difference), None],
        ],
    )
    put_lines(found.differs.notes)
    if found.form:
        form = form_table_of(found)
        put(f"\n{form.title}\n")
        put_table(form.header, form.rows, widest=None, keys=1)
        put_notes(form.notes)
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
    """Print the figures of players over two sets of secrets, then the published figures."""
    published = printed_sets(info)
    if as_json:
        players = [check.to_json() for check in checks]
        put_json({"players": players, "published": printed_sets_json(published)})
        return
    for check in checks:
        (a, b), (of_a, of_b) = check.labels, check.items
        put(
            f"{info.title}: {one_line(check.player[1], 60)} under {condition_heading(check.condition)}, "
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


_MOST_CONDITIONS = 10
"""The most conditions that a ranking is printed under, in addition to the condition with the most sessions."""
_DECIMALS = (2, 4, 4, 4, 3, 3, 3)
"""The decimals of the figures of a comparison."""


@click.command("rank", cls=Command)
@click.argument("game", metavar="GAME", shell_complete=completion.games)
@click.argument("metric", required=False, metavar="[METRIC]")
@click.option(
    "--against", multiple=True, metavar="NAME", help="Another ranking to compare with; you can repeat this."
)
@click.option(
    "--least",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help="Leave out players with fewer sessions than this (1).",
)
@click.option(
    "--pool",
    metavar="NAME",
    help="Rank the players of a reference pool, such as pool-1, among its bots, by the main score.",
)
@filter_options
@json_option
@click.pass_obj
def rank_(
    arena: CommandContext,
    game: str,
    metric: str | None,
    *,
    against: tuple[str, ...],
    least: int,
    pool: str | None,
    chosen: FilterChoice,
    as_json: bool,
) -> int:
    """Rank players by the mean of a metric, the best first, and compare the ranking with others.

    METRIC is a metric of the game; without it, the game's main metric. It can also be won, won_by_error (the
    share of the wins that came from an error), quality (how well it went, not how often it was won),
    completed (the share played to an end), overall (completed x quality) or, in games with two sides, rating.
    GAME can also be overall, for all games together, or published: then METRIC is the name of a published
    ranking.

    If there are sessions under several conditions, each condition has a ranking. The condition with the most
    sessions comes first, and only its ranking is compared with others. --where condition=NAME chooses a
    condition. --where condition=all joins all conditions, unless the metric has different scales in them.

    NAME is a ranking such as published:GPQA, published:akinator:recall, akinator:recall, taboo:rating or
    overall. The comparison has Kendall's tau (tau-b with ties), its z and one-tailed p as published, and
    p_exact over all orders. It also has rank-biased overlap (p = 0.9), extrapolated and as the paper prints
    it, and its p over 1,000 random orders.

    \b
    --json: {"order": {"name", "source", "published", "better", "condition", "notes", "players":
    [{"rank", "player", "kind", "value", "std", "n", "low", "high"}]}, with models also "completed" and
    "cost_usd", "against": [{"name",
    "source", "published", "n", "players": [{"player", "as"}], "doubtful", "tau", "z", "p",
    "p_exact", "rbo", "rbo_paper", "rbo_p", "printed"}]}; figures are null below three players. If there
    are several conditions, "conditions" has a ranking for each, in the form of "order".
    """  # noqa: D301  (click reads the sign, and leaves these lines as they are)
    wanted = replace(chosen.of(arena.catalogue.games.get(game)), game=game)
    if pool is not None:
        excluded = {
            "METRIC": metric,
            "--against": against,
            "--least": None if least == 1 else least,
            "--where": chosen.wheres,
            "--since": chosen.since,
        }
        check_excluded(
            excluded, f"--pool {one_line(pool, 40)} always ranks by the main score over the whole pool"
        )
        return rank_pool(arena, arena.catalogue.game(game), pool, wanted.include, as_json=as_json)
    first = f"{game}:{metric}" if metric else game
    store = cache(partial(arena.store, reading=True))
    ranking, *others = rankings([first, *against], store, arena.catalogue, wanted, least)
    compared = [(other, agreement(ranking, other)) for other in others]
    rest = in_other_conditions(ranking, first, store, arena.catalogue, wanted, least=least)
    if as_json:
        put_json(ranking_json(ranking, compared, list(rest)))
    else:
        _put_ranking(ranking)
        if compared:
            _put_compared(ranking, compared)
        _put_others(ranking, rest)
    if all(one.published for one in (ranking, *others)):
        return 0
    return without_figures(store(), wanted.game or None)


def _put_ranking(ranking: Ranking) -> None:
    if not ranking.ranks:
        why = ranking.few or "none of the sessions counted here has that figure"
        put(f"nobody can be ranked by {ranking.name}: {why}\n")
        return
    _put_players(f"{ranking.name} ({ranking.source})", ranking, ranking.notes)


def _put_players(title: str, ranking: Ranking, notes: Iterable[str]) -> None:
    put(f"{title}\n")
    put_table(
        ["", "player", "kind", "figure", "±", "95%", "n", *(OWN[key].label for key in RANKED_FORM)],
        [_line(ranking, p) for p in ranking.players],
        least=("±", "kind", "n"),
    )
    put_lines(notes)
    if ranking.few:
        put(f"Left out: {ranking.few}.\n")


def _put_others(ranking: Ranking, others: Iterable[Ranking]) -> None:
    """Print a ranking under other conditions; if there are very many, under the first few."""
    if not ranking.others or ranking.condition == JOINED:
        return
    shown, left = 0, len(ranking.others)
    for one in others:
        left -= 1
        if one.ranks:
            put("\n")
            notes = (note for note in one.notes if note not in ranking.notes)
            _put_players(f"{one.name}, {one.condition}", one, notes)
            shown += 1
        if shown == _MOST_CONDITIONS:
            break
    if left:
        put(f"\n{counted(left, 'more condition')} not shown; --json has all of them.\n")
    put(
        f"\n--where condition=NAME ranks players under one condition; condition={JOINED} joins all "
        "conditions if they share a scale.\n"
    )


def _line(ranking: Ranking, player: str) -> list[Any]:
    rank, placed = ranking.ranks[player], ranking.placed.get(player)
    kind, name = kind_and_name(ranking, player)
    tied = list(ranking.ranks.values()).count(rank) > 1
    first = 1 + sum(other < rank for other in ranking.ranks.values())
    figures: list[Any] = [None] * 4
    if placed is not None:
        figures = [RANKED.value(placed), RANKED.spread(placed), RANKED.interval(placed), placed.n]
    form = ranking.form.get(player, {})
    form_cells = [form_text(key, form[key], TERMINAL) if key in form else None for key in RANKED_FORM]
    return [f"{first}{'=' if tied else ''}", name, kind, *figures, *form_cells]


def _put_compared(ranking: Ranking, compared: Sequence[tuple[Ranking, Agreement | None]]) -> None:
    put("\n")
    lines = [agreement_cells(other.name, both, _DECIMALS) for other, both in compared if both is not None]
    if lines:
        put_table(["against", "players", *COEFFICIENTS], lines, keys=1)
    for other, both in compared:
        put_lines(_sentences(ranking, other, both))


def _sentences(ranking: Ranking, other: Ranking, both: Agreement | None) -> list[str]:
    """Sentences on a comparison, in addition to its figures."""
    found = shared(ranking, other)
    out = [f"{own} is matched with {theirs}." for own, theirs in found.pairs.items() if own != theirs]
    out += [f"{name}: several of your players could match, so it's left out." for name in found.doubtful]
    if both is None:
        common = f"{listed(list(found.pairs))} alone" if found.pairs else "nobody"
        out.append(f"{ranking.name} and {other.name} both rank {common}; a figure needs at least {LEAST}.")
    elif both.tau is None:
        out.append(f"{ranking.name} or {other.name} ranks everybody equally, so there is no tau.")
    printed = printed_of(ranking, other)
    return [*out, f"{ranking.name}, {other.name}: {printed.why}"] if printed and printed.why else out


@click.command("report", cls=Command)
@click.option(
    "--game", metavar="G", shell_complete=completion.games, help="Only this game; by default, all games."
)
@click.option(
    "--out", metavar="FILE", type=FILE, help="Write to FILE.html or FILE.md instead of printing Markdown."
)
@filter_options
@click.pass_obj
def report_(arena: CommandContext, *, game: str | None, out: str | None, chosen: FilterChoice) -> int:
    """Write a report with tables and pictures to one self-contained file.

    An HTML page opens in any browser, can be printed, and loads nothing from the internet. An existing file
    is replaced. The same save file always gives the same report.
    """
    info = arena.catalogue.game(game) if game is not None else None
    form = "md" if out is None else _form(whole_path(out))
    wanted = chosen.of(info)
    store = arena.store(reading=True)
    check_condition(store, wanted)
    text = write_report(store, arena.catalogue, wanted, form)
    put_out([text], out)
    return without_figures(store, game)


def _form(path: Path) -> str:
    """The form of report for a file's ending; raises Failed for an unknown ending."""
    form = path.suffix.lower().removeprefix(".")
    if form not in WRITERS:
        endings = " or ".join(f".{ending}" for ending in WRITERS)
        raise Failed(f"{one_line(str(path), 200)}: the file name of a report must end in {endings}", BAD)
    return form
