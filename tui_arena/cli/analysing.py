"""What players took for likely, asked of saved sessions: `tui-arena analyse`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from tui_arena.analysis.looking_back.analysed import Analysed, OneAnalysed, Told
from tui_arena.analysis.looking_back.due_rounds import CantAnalyse, plan, read_asked
from tui_arena.analysis.looking_back.retrospect import Retrospect
from tui_arena.analysis.probing import SELF, has_probes
from tui_arena.batch import Budgets
from tui_arena.batch.run import check_models
from tui_arena.cli.arena import INTERRUPTED, Arena, Command, put, put_json, tell
from tui_arena.cli.asking import TerminalPlayer
from tui_arena.cli.branching import budget_option, budget_tokens_option, concurrency_option, json_option
from tui_arena.cli.columns import put_table
from tui_arena.cli.filtering import filter_of, filter_options
from tui_arena.cli.running import Bar
from tui_arena.core.game import Player
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.seating import Cast, sit_down
from tui_arena.save.store import SessionQuery, Store

SHOWN = 50
"""Sessions that the table lists; --json has all."""
_PAGE = 1000
_GO_ON = "the same command goes on"
_WITHOUT = "--again would begin anew; without it only what has no answer is asked"


@click.command("analyse", cls=Command)
@click.argument("sessions", nargs=-1, metavar="[SESSION]...")
@click.option("--all", "everything", is_flag=True, help="Every session that is over.")
@click.option("--game", metavar="G", help="All of this game that are over.")
@click.option("--run", "run_id", metavar="ID", help="All of this run that are over.")
@filter_options
@click.option(
    "--player",
    default=SELF,
    metavar="PLAYER",
    help=f"Who is asked: {SELF} (who sat there; for people the hard bot), bot:LEVEL, model:NAME, human[:NAME].",
)
@click.option("--sorter", metavar="PLAYER", help="Who sorts lists and replies; else lists by who is asked.")
@click.option("--again", is_flag=True, help="Ask anew what is stored; the newest answer counts.")
@concurrency_option
@budget_option
@budget_tokens_option
@json_option
@click.pass_obj
def analyse_(
    arena: Arena,
    /,
    sessions: tuple[str, ...],
    *,
    everything: bool,
    player: str,
    sorter: str | None,
    again: bool,
    concurrency: int,
    budget: float | None,
    budget_tokens: int | None,
    as_json: bool,
    **chosen: Any,
) -> int:
    """Ask players afterwards what they took for likely at each round of sessions, and save it with them.

    For Akinator, Taboo, Bluffing and entity deduction. What is stored is not asked again; Ctrl-C or a
    budget stops, and the same command goes on.
    """
    asked, sorts = _casts(arena, player, sorter)
    kinds = {cast.kind for cast in (asked, sorts) if cast is not None}
    store = arena.store()
    ids = _ids(arena, store, sessions, everything=everything, sorter=bool(sorter), **chosen)
    one = len(ids) == 1
    bar = Bar("analyse", "questions" if one else "sessions")
    spent = Budgets(usd=budget, tokens=budget_tokens).of_run()
    if asked is None or "model" in kinds:
        bar.spent = spent
    people = "human" in kinds
    models = arena.house.seats([spent])

    def told(it: Told) -> None:
        if one and not people:
            bar.show(it.done, it.total)

    def finished(_: OneAnalysed, done: int, of: int) -> None:
        if not one and not people:
            bar.show(done, of)

    def seated(session: Session, info: GameInfo, seat: str, cast: Cast) -> Player:
        if cast.kind == "human":
            return TerminalPlayer(f"{info.title}, session {session.id}", engine.stop)
        if cast.kind == "model":
            check_models({seat: cast}, arena.house)
        return sit_down(cast, info, session.setup, models)

    engine = Retrospect(
        store,
        arena.catalogue,
        seated,
        player=asked,
        sorter=sorts,
        again=again,
        told=told,
        finished=finished,
        concurrency=concurrency,
    )
    began = time.monotonic()
    try:
        analysed = asyncio.run(_run(engine, ids, arena))
    finally:
        bar.close()
    return _report(
        analysed,
        round(time.monotonic() - began, 3),
        left=len(ids),
        go_on=_WITHOUT if again else _GO_ON,
        as_json=as_json,
    )


def _casts(arena: Arena, player: str, sorter: str | None) -> tuple[Cast | None, Cast | None]:
    """Who is asked, None for each seat's own player, and who sorts. Raises BadPlayer, click.BadParameter."""
    book, name = arena.house.book, arena.settings.name
    asked = read_asked(player, book, name)
    sorts = None if sorter is None else read_asked(sorter, book, name)
    if sorter == SELF:
        raise click.BadParameter(f"{SELF} sorts anyway; name another", param_hint="'--sorter'")
    casts = {option: cast for option, cast in (("--player", asked), ("--sorter", sorts)) if cast is not None}
    check_models(casts, arena.house)
    return asked, sorts


async def _run(engine: Retrospect, ids: Sequence[str], arena: Arena) -> Analysed:
    try:
        return await engine.run(ids)
    finally:
        if arena.house.ready:
            await arena.house.adapter.close()


def _ids(
    arena: Arena,
    store: Store,
    named: Sequence[str],
    *,
    everything: bool,
    sorter: bool,
    game: str | None,
    run_id: str | None,
    wheres: tuple[str, ...],
    since: str | None,
    include: str | None,
) -> list[str]:
    """The sessions that are meant. Raises UsageError, CantAnalyse, SaveError, BadFile, BadEvent."""
    by = everything or any((game, run_id, wheres, since, include))
    if bool(named) == bool(by):
        raise click.UsageError("name either sessions, or which of all: --all, --game G, --run ID, --where, …")
    if named:
        ids = list(dict.fromkeys(store.find(prefix) for prefix in named))
        for one in ids:
            _check(arena, store.load(one), sorter=sorter)
        return ids
    infos = [arena.catalogue.game(game)] if game else list(arena.catalogue.games.values())
    askable = {info.id for info in infos if has_probes(info, arena.catalogue)}
    if not askable:
        raise click.UsageError(f"nobody is asked beside {infos[0].title}")
    wheres = (*wheres, f"run={run_id}") if run_id else wheres
    chosen = filter_of(game or "", wheres=wheres, since=since, include="all" if include is None else include)
    query = SessionQuery(filter=chosen, unfinished=False, limit=_PAGE)
    found: list[str] = []
    while rows := store.sessions(query):
        found += [row.id for row in rows if row.game in askable]
        query = replace(query, before=rows[-1].rank)
    if not found:
        tell("no session that is over is meant; `tui-arena sessions` lists them")
    return found


def _check(arena: Arena, session: Session, *, sorter: bool) -> None:
    """Raise CantAnalyse, BadFile or BadEvent if a session that was named can't be looked back at."""
    info = arena.catalogue.game(session.game)
    if not has_probes(info, arena.catalogue):
        raise CantAnalyse(f"session {session.id} is one of {info.title}, which asks nobody afterwards")
    plan(session, info, sorter=sorter)


def _report(analysed: Analysed, seconds: float, *, left: int, go_on: str, as_json: bool) -> int:
    """Print what came of it; gives the exit status."""
    done = analysed.sessions
    if as_json:
        put_json(
            {
                "stopped": None if analysed.stopped == "failed" else analysed.stopped,
                "sessions": [one.to_json() for one in done],
                "refused": list(analysed.refused),
                "usage": _usage(done),
                "wall_seconds": seconds,
            }
        )
    else:
        if done:
            put_sessions(done)
            put("\n")
        put(f"{_summed(done)}, in {seconds:.1f} s\n")
    failures = [*analysed.refused, *(failure for one in done for failure in one.failed)]
    for failure in failures[:3]:
        tell(f"not asked: {one_line(failure, 300)}")
    if len(failures) > 3:
        tell(f"not asked: {len(failures) - 3} more")
    if analysed.stopped is not None:
        open_still = left - len(analysed.refused) - sum(not one.left for one in done)
        told = f"{open_still} session{' is' if open_still == 1 else 's are'} left"
        tell(f"stopped ({analysed.stopped}); {told}: {go_on}")
    if analysed.stopped == "interrupted":
        return INTERRUPTED
    return 1 if analysed.stopped or failures else 0


def put_sessions(done: Sequence[OneAnalysed]) -> None:
    """Print a line for each session, with two figures as they were and are."""
    header = ["session", "game", "asked", "stored", "unreadable", "failed", "recall", "final rank"]
    put_table(
        header,
        [
            [
                *(one.id, one.game, one.asked, one.stored, one.unreadable, len(one.failed)),
                *(_changed(one, name) for name in ("recall", "final_rank")),
            ]
            for one in done[:SHOWN]
        ],
        keys=2,
    )
    if len(done) > SHOWN:
        put(f"… and {len(done) - SHOWN} more; --json lists all\n")


def _changed(one: OneAnalysed, name: str) -> str | None:
    before, after = (_figure(values.get(name)) for values in (one.before, one.after))
    return after if before == after else f"{before or '-'} > {after or '-'}"


def _figure(value: float | None) -> str | None:
    return None if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


def _summed(done: Sequence[OneAnalysed]) -> str:
    asked, stored = sum(one.asked for one in done), sum(one.stored for one in done)
    unreadable, failed = sum(one.unreadable for one in done), sum(len(one.failed) for one in done)
    n = len(done)
    return (
        f"{n} session{'' if n == 1 else 's'}: {asked} asked, {stored} stored before, {unreadable} unreadable, "
        f"{failed} failed"
    )


def _usage(done: Sequence[OneAnalysed]) -> dict[str, Any]:
    """Tokens and cost of all that was asked; the cost is None if one is not known."""
    each = [one.usage for one in done if one.usage is not None]
    costs = [usage["cost_usd"] for usage in each]
    return {
        "input_tokens": sum(usage["input_tokens"] for usage in each),
        "output_tokens": sum(usage["output_tokens"] for usage in each),
        "cost_usd": None if None in costs else sum(costs),
    }
