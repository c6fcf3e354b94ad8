"""Lists of sessions and runs, transcripts, figures and games: `sessions`, `runs`, `show`, `stats` and `games`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from itertools import islice
from typing import Any

import click

from tui_arena.batch.history import PastRun, open_searches, past_runs
from tui_arena.cli import completion
from tui_arena.cli.columns import put_over, put_rows, put_table, put_tables
from tui_arena.cli.context import (
    BAD,
    Command,
    CommandContext,
    Failed,
    bad,
    complain,
    put,
    put_json,
    put_lines,
    tell,
    without_figures,
)
from tui_arena.cli.filtering import FilterChoice, filter_options
from tui_arena.cli.headless import FORM_ADVICE, json_option
from tui_arena.cli.options import split_list
from tui_arena.core.record import fold
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.catalogue import game_json, preset_values, seats_json
from tui_arena.data.studies import pool_seats
from tui_arena.save.errors import reading
from tui_arena.save.exchange.export import plain
from tui_arena.save.filters import Filter
from tui_arena.save.skipping import opened
from tui_arena.save.store import SessionQuery, SessionRow, Store
from tui_arena.save.summary import stopped_by_model
from tui_arena.stats.aggregate import StatRow, stats
from tui_arena.stats.conditions import PROMPT, REPETITION, check_condition, said
from tui_arena.stats.differences import differences
from tui_arena.stats.opinions import (
    ASKED,
    COUNTS,
    EVERYBODY,
    NOTES,
    TITLE,
    RatedBy,
    Taken,
    given_ratings,
    taken,
)
from tui_arena.stats.over import (
    OverRow,
    checked_over,
    columns_of,
    over_rows,
    over_tables,
    prompt_json,
    prompt_rows,
    prompts_table,
)
from tui_arena.stats.written import TERMINAL


def put_game(info: GameInfo, catalogue: Catalogue) -> None:
    """Print one game."""
    put(f"{info.title} ({info.id}): {info.tagline}\n\n")
    seats = seats_json(info)
    put_table(["seat", "side", "in"], [[s["name"], s["side"], ", ".join(s["variants"])] for s in seats])
    put("\n")
    put_table(["ask", "seat", "form"], [[a.name, a.seat, a.form] for a in info.asks.values()], widest=None)
    put("\n")
    names = ("party", *info.presets)
    put_table(
        ["option", *names, "allowed"],
        [
            [o.name, *(said(preset_values(info, name)[o.name]) for name in names), o.allowed()]
            for o in info.options.values()
        ],
    )
    put("\n")
    put_table(
        ["metric", "better", "unit", "meaning"],
        [[m.name, m.better, m.unit, m.text] for m in info.metrics.values()],
        widest=None,
    )
    put(f"\ndecks: {', '.join(catalogue.deck_names(info))}\n")
    for name, newcomers in pool_seats(info.id).items():
        put(f"reference pool: {name}, for a {' or a '.join(newcomers)}\n")
    if info.minds:
        put("\n")
        put_table(
            ["persona", "profession", "age", "culture", "interests"],
            [
                [p.name, p.profession, p.age, p.culture, ", ".join(p.interests)]
                for p in catalogue.personas(info)
            ],
        )
        put(f"\ntopics: {', '.join(catalogue.topics(info))}\n")


SHOWN = 50
"""Default limit of the printed list of sessions; --json has no default limit."""


@click.command("sessions", cls=Command)
@click.option("--game", metavar="G", shell_complete=completion.games, help="Only sessions of this game.")
@filter_options
@click.option(
    "--limit", type=click.IntRange(1), metavar="N", help=(f"At most this many ({SHOWN}; --json: all).")
)
@json_option
@click.pass_obj
def sessions_(
    arena: CommandContext, *, game: str | None, chosen: FilterChoice, limit: int | None, as_json: bool
) -> int:
    """List saved sessions, the newest first.

    The list has every session, including those that `stats` leaves out; the last column says why. With
    --include, it has only the sessions that `stats` counts with the same options; --include "" lists what
    `stats` counts by default.
    """
    info = arena.catalogue.game(game) if game is not None else None
    wanted = chosen.or_all().of(info)
    most = limit or (None if as_json else SHOWN)
    query = SessionQuery(filter=wanted, limit=min(1000, most or 1000))
    store = arena.store(reading=True)
    check_condition(store, wanted)
    rows = list(islice(store.every(query), most))
    if as_json:
        put_json({"sessions": [row_json(row, arena.catalogue) for row in rows]})
    elif rows:
        _put_list(rows)
    elif wanted == Filter("", include=frozenset({"all"})):
        put("no sessions yet; play the first with `tui-arena play wordle`\n")
    else:
        put("no sessions match that; `tui-arena sessions` lists them all\n")
    return without_figures(store, game)


def _put_list(rows: Sequence[SessionRow]) -> None:
    header = ["id", "game", "started", "result", "variant", "", "notes"]
    put_table(
        header,
        [
            [
                r.id,
                r.game,
                _day(r.started),
                r.result if r.readable else "can't read",
                r.variant,
                r.line,
                " ".join(sorted(r.flags)),
            ]
            for r in rows
        ],
        cut=True,
    )


def row_json(row: SessionRow, catalogue: Catalogue) -> dict[str, Any]:
    """A session as `sessions --json` prints it. A metric of its game that has no value is None."""
    info = catalogue.games.get(row.game) if row.readable else None
    metrics = {**dict.fromkeys(info.metrics if info else ()), **row.metrics}
    return {
        "id": row.id,
        "game": row.game,
        "started": row.started,
        "ended": row.ended,
        "result": row.result,
        "cause": row.cause,
        "variant": row.variant,
        "deck": row.deck,
        "players": dict(row.players),
        "metrics": metrics if row.result != "unfinished" else {},
        "flags": sorted(row.flags),
        "party": row.party,
        "line": row.line,
    }


@click.command("show", cls=Command)
@click.argument("session_id", metavar="ID")
@click.option(
    "--secrets", is_flag=True, help=("Show what an unfinished session hides, and mark it as peeked.")
)
@click.pass_obj
def show_(arena: CommandContext, session_id: str, *, secrets: bool) -> None:
    """Print the transcript of a session, by its id or the beginning of one.

    An unfinished session is shown as the table sees it.
    """
    store = arena.store(reading=not secrets)
    found = store.find(session_id)
    session, info = opened(store, arena.catalogue, found, peeking=secrets)
    with reading(found):
        text = plain(session, info, secrets=secrets)
        advised = stopped_by_model(session.seats, fold(info.game, session.setup, session.events))
    put(text)
    if advised:
        put(f"{FORM_ADVICE}\n")


@click.command("stats", cls=Command)
@click.argument("game", required=False, metavar="[GAME]", shell_complete=completion.games)
@filter_options
@click.option(
    "--columns",
    metavar="M,...",
    help="Only these figures, such as won,quality (needs GAME). `all`: one line per player, however wide.",
)
@click.option(
    "--over",
    metavar="WHAT",
    help="prompt or repetition: the mean and deviation of the means of each; prompt also has a row for each "
    "variant. item, condition or option.NAME: a table with these as rows and the players as columns. "
    "Needs GAME.",
)
@json_option
@click.pass_obj
def stats_(
    arena: CommandContext,
    game: str | None,
    *,
    columns: str | None,
    over: str | None,
    chosen: FilterChoice,
    as_json: bool,
) -> int:
    """Print aggregates per player, seat and condition, with 95% intervals.

    Quality says how well it went, not how often it was won. It is 100 times the mean score of the sessions
    that were not aborted. A second table is about models. It has the share of sessions that they finish, the
    cost of a session, faults by kind per 100 replies, and seconds per reply and to the first word.
    """
    info = arena.catalogue.game(game) if game is not None else None
    whole = columns is not None and columns.strip() == "all"
    named = split_list(columns) or [""] if columns is not None and not whole else None
    if over or named is not None:
        if info is None:
            raise click.UsageError("name a game: every game has its own figures")
        return _put_columns(arena, chosen.of(info), named, over, whole=whole, as_json=as_json)
    games = [info] if info else list(arena.catalogue.games.values())
    wanted = chosen.of(info)
    store = arena.store(reading=True)
    check_condition(store, _apart(wanted))
    rows = {info.id: stats(store, arena.catalogue, replace(wanted, game=info.id)) for info in games}
    given = {info.id: given_ratings(store, replace(wanted, game=info.id)) for info in games}
    rated = {name: found for name, found in given.items() if found}
    bets = {info.id: own for info in games if (own := taken(store, replace(wanted, game=info.id)))}
    differing = {name: differences(store, replace(wanted, game=name), found) for name, found in rows.items()}
    if as_json:
        told: dict[str, Any] = {
            "games": {name: [row.to_json() for row in found] for name, found in rows.items()}
        }
        by_people: dict[str, Mapping[str, Sequence[RatedBy | Taken]]] = {"ratings": rated, "unsigned": bets}
        told |= {
            key: {name: [row.to_json() for row in given_by] for name, given_by in by_game.items()}
            for key, by_game in by_people.items()
            if by_game
        }
        for name, found in differing.items():
            for key, values in found.to_json().items():
                told.setdefault(key, {})[name] = values
        put_json(told)
    else:
        for info in games:
            put(f"{info.title}\n")
            put_rows(info, rows[info.id], whole=whole)
            put_lines(differing[info.id].notes)
            if info.id in rated:
                _put_ratings(rated[info.id])
            _put_bets(bets.get(info.id, ()))
    return without_figures(store, game)


def _apart(wanted: Filter) -> Filter:
    """The same filter; raises BadParameter if it joins conditions: `stats` has a row for each condition."""
    if wanted.joined:
        raise bad(
            "--where", "stats can't join conditions, because it has a row for each; compare and rank can"
        )
    return wanted


def _put_columns(
    arena: CommandContext,
    wanted: Filter,
    named: list[str] | None,
    over: str | None,
    *,
    whole: bool,
    as_json: bool,
) -> int:
    """Print some figures of a game, or figures over prompts, repetitions, secrets, options or conditions."""
    info = arena.catalogue.game(wanted.game)
    columns = columns_of(info, named, over)
    if over is not None:
        checked_over(info, over)
    store = arena.store(reading=True)
    check_condition(store, _apart(wanted))
    every = stats(store, arena.catalogue, wanted, intervals=columns if over is None else ())
    every = [row for row in every if row.partner is None and not row.neutral]
    by_prompt = over == PROMPT
    variants = prompt_rows(store, arena.catalogue, wanted, every, columns) if by_prompt else []
    differing = differences(store, wanted, variants if by_prompt else every, by_prompt=by_prompt)
    if over in (None, PROMPT, REPETITION):
        rows = [
            OverRow(r.seat, r.kind, r.player, r.condition, {name: r.figure(name) for name in columns})
            for r in every
        ]
        if over is not None:
            rows = over_rows(every, over, columns)
        if as_json:
            prompts = {"prompts": [prompt_json(row, columns) for row in variants]} if by_prompt else {}
            told = {"game": info.id, "over": over, "rows": [row.to_json() for row in rows], **prompts}
            put_json({**told, **differing.to_json()})
        else:
            put_over(info, rows, columns, over, whole=whole)
            _put_prompts(info, variants, columns, whole=whole)
    else:
        tables = over_tables(store, arena.catalogue, wanted, over, named)
        if as_json:
            by_line = [table.to_json() for table in tables]
            put_json({"game": info.id, "over": over, "tables": by_line, **differing.to_json()})
        else:
            put_tables(info, tables, whole=whole)
    if not as_json:
        put_lines(differing.notes)
    return without_figures(store, info.id)


def _put_prompts(info: GameInfo, rows: Sequence[StatRow], columns: Sequence[str], *, whole: bool) -> None:
    """Print a row for each prompt variant; nothing if there are none."""
    if rows:
        table = prompts_table(info, rows, columns)
        put("\neach prompt variant\n")
        put_table(table.header, table.rows, keys=4, whole=whole, widest=None)
        put_lines(table.notes)


def _put_ratings(rows: Sequence[RatedBy]) -> None:
    """Print how people rated a game."""
    put("\nwhat people thought, 1 to 5\n")
    put_table(
        ["player", "ratings", *ASKED],
        [
            [r.player or EVERYBODY, r.ratings, *(TERMINAL.figure(r.figures[name]) for name in ASKED)]
            for r in rows
        ],
    )


def _put_bets(rows: Sequence[Taken]) -> None:
    """Print how often people took a game's players for the other kind; nothing if there are no bets."""
    if rows:
        style = TERMINAL.shares
        put(f"\n{TITLE}\n")
        put_table(
            ["player", "figure", "share", "by chance", *COUNTS],
            [
                [row.who, row.label, style.figure(row.figure), style.number(row.chance), *row.counts.values()]
                for row in rows
            ],
            least=tuple(reversed(COUNTS)),
        )
        put_lines(NOTES)


@click.command("games", cls=Command)
@json_option
@click.pass_obj
def games_(arena: CommandContext, *, as_json: bool) -> None:
    """List every game with its seats, asks, options, presets and metrics."""
    tell(*arena.catalogue.game_faults)
    if as_json:
        put_json({"games": [game_json(info, arena.catalogue) for info in arena.catalogue.games.values()]})
        return
    for info in arena.catalogue.games.values():
        put_game(info, arena.catalogue)


NAMED = 5
"""The most unfinished runs that a message names."""
_PAGE = 1000


@click.command("runs", cls=Command)
@click.argument("run_id", required=False, metavar="[RUN]")
@json_option
@click.pass_obj
def runs_(arena: CommandContext, run_id: str | None, *, as_json: bool) -> int:
    """List headless runs, the newest first: what they are, what is left of them, and how to continue.

    With RUN (an id or the beginning of one), show only that run, with all its settings and sessions.
    """
    store = arena.store(reading=True)
    found, faults = past_runs(store)
    for fault in faults:
        complain(fault)
    if run_id is not None:
        _put_one(store, arena.catalogue, _named(found, run_id, store), as_json=as_json)
        return 0
    if as_json:
        put_json({"runs": [one.to_json() for one in found]})
    elif found:
        _put_all(found, store)
    else:
        put("no runs yet; play the first with `tui-arena run wordle --sessions 10`\n")
    return 1 if faults else 0


def _named(found: list[PastRun], prefix: str, store: Store) -> PastRun:
    """The run with this id, or the only run whose id begins with it. Raises Failed."""
    fitting = [one for one in found if one.run.id.startswith((prefix, prefix.upper()))]
    exact = [one for one in fitting if one.run.id == prefix]
    if len(fitting) == 1 or exact:
        return (exact or fitting)[0]
    if fitting:
        raise Failed(f"several runs begin with {one_line(prefix, 40)!r}: {_ids(fitting)}", BAD)
    raise Failed(f"there is no run {one_line(prefix, 40)!r} in {store.path}; {unfinished(store)}", BAD)


def unfinished(store: Store) -> str:
    """A sentence that names the newest unfinished runs."""
    open_still = [one for one in past_runs(store)[0] if one.left]
    if not open_still:
        return "there are no unfinished runs; `tui-arena runs` lists all runs"
    return f"unfinished runs: {_ids(open_still)}; `tui-arena runs` lists all runs"


def _ids(found: list[PastRun]) -> str:
    told = [f"{one.run.id} ({one.run.game}, {one.left} of {one.total} left)" for one in found[:NAMED]]
    return ", ".join(told) + (f" and {len(found) - NAMED} more" if len(found) > NAMED else "")


def _put_all(found: list[PastRun], store: Store) -> None:
    put_table(
        ["run", "game", "who", "done", "aborted", "left", "began", "status"],
        [
            [
                one.run.id,
                one.run.game,
                _who(one),
                one.counts.over,
                one.counts.aborted,
                one.left,
                _day(one.began),
                one.state,
            ]
            for one in found
        ],
        cut=True,
    )
    lines = [one.to_go_on for one in found if one.to_go_on]
    to_go_on = dict.fromkeys([*lines, *open_searches(store)])
    if to_go_on:
        put("\nto continue:\n" + "".join(f"  {line}\n" for line in to_go_on))


def _who(one: PastRun) -> str:
    who = ", ".join(f"{seat}={text}" for seat, text in one.run.seats.items()) or "bots"
    return f"{who} (search {one.run.search.partition('/')[2]})" if one.run.search else who


def _day(at: str | None) -> str:
    return (at or "")[:16].replace("T", " ")


def _put_one(store: Store, catalogue: Catalogue, one: PastRun, *, as_json: bool) -> None:
    rows = list(store.every(SessionQuery(game=one.run.game, run=one.run.id, limit=_PAGE)))
    rows.reverse()
    if as_json:
        put_json(
            {
                **one.to_json(),
                "settings": asdict(one.run),
                "played": [row_json(row, catalogue) for row in rows],
            }
        )
        return
    told = {
        "run": one.run.id,
        "game": one.run.game,
        "who": _who(one),
        "options": ", ".join(f"{name}={value}" for name, value in one.run.options.items()),
        "preset": one.run.preset,
        "deck": one.run.deck,
        "seed": one.run.seed,
        "study": one.run.study,
        "part of": one.over or one.bench,
        "sessions": f"{one.total}: {one.counts.over} done, {one.counts.aborted} of them aborted; {one.left} left",
        "began": _day(one.began),
        "ended": _day(one.ended),
        "status": one.state,
        "to continue": one.to_go_on,
    }
    put_table(
        ["", ""], [[name, value] for name, value in told.items() if value not in (None, "")], widest=None
    )
    if rows:
        put("\n")
        put_table(["session", "result", ""], [[row.id, row.result, row.line] for row in rows], cut=True)
