"""The judges of saved sessions asked again: `tui-arena audit`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import click

from tui_arena.analysis.audit import Audited, audit, judge_of, judging_seat, summary
from tui_arena.batch import Budgets
from tui_arena.batch.run import check_models
from tui_arena.cli.arena import INTERRUPTED, Arena, Command, Failed, put, put_json, tell
from tui_arena.cli.branching import (
    all_opened,
    budget_option,
    budget_tokens_option,
    concurrency_option,
    json_option,
    secrets_option,
    sessions_option,
)
from tui_arena.cli.columns import put_table
from tui_arena.core.game import Player
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.seating import Cast, read_player, sit_down

MOST_TIMES = 1000


@click.command("audit", cls=Command)
@sessions_option
@click.option("--judge", metavar="PLAYER", help="Who is asked: bot:LEVEL or model:NAME; else the same again.")
@click.option("--seat", metavar="SEAT", help="Whose answers; else the judge's.")
@click.option(
    "--times", type=click.IntRange(1, MOST_TIMES), metavar="N", help="How often (3; with --judge once)."
)
@concurrency_option
@budget_option
@budget_tokens_option
@secrets_option
@json_option
@click.pass_obj
def audit_(
    arena: Arena,
    sessions: tuple[str, ...],
    *,
    judge: str | None,
    seat: str | None,
    times: int | None,
    concurrency: int,
    budget: float | None,
    budget_tokens: int | None,
    secrets: bool,
    as_json: bool,
) -> int:
    """Ask the judge of sessions again, or another one, and mark contradictions.

    Every question is put as it was then; nothing of it is saved.
    """
    other = None if judge is None else read_player(judge, book=arena.house.book)
    store = arena.store(reading=not secrets)
    work = []
    casts: dict[str, Cast] = {}
    for session, info in all_opened(arena, store, sessions, secrets=secrets):
        judging = judging_seat(session, info, seat)
        casts[session.id] = judge_of(session, info, judging, other, arena.house.book)
        work.append((session, info, judging))
    for (_, _, judging), cast in zip(work, casts.values(), strict=True):
        check_models({judging: cast}, arena.house)
    spent = Budgets(usd=budget, tokens=budget_tokens).of_run()
    models = arena.house.seats([spent])

    def seated(session: Session, info: GameInfo, _seat: str, _time: int) -> Player:
        return sit_down(casts[session.id], info, session.setup, models)

    async def asked() -> tuple[list[Audited], list[str]]:
        try:
            return await audit(work, seated, times=times or (1 if judge else 3), concurrency=concurrency)
        finally:
            if any(cast.kind == "model" for cast in casts.values()):
                await arena.house.adapter.close()

    try:
        audited, failures = asyncio.run(asked())
    except KeyboardInterrupt:
        raise Failed("interrupted; an audit saves nothing", INTERRUPTED) from None
    put_audit(audited, as_json=as_json)
    for failure in failures[:3]:
        tell(f"not answered: {one_line(failure, 300)}")
    return 1 if failures else 0


def put_audit(audited: Sequence[Audited], *, as_json: bool) -> None:
    """Print every question with the answers it got, contradictions marked, and what it comes to."""
    over_all = summary(audited)
    if as_json:
        put_json({"questions": [one.to_json() for one in audited], "summary": over_all})
        return
    lines = [
        [
            "!" if one.contradicts else None,
            one.asked.seq,
            one.asked.question,
            one.asked.given or "(unreadable)",
            " ".join(f"{answer} {n}" for answer, n in one.counts.items()) or "(unreadable)",
        ]
        for one in audited
    ]
    put_table(["", "event", "question", "in play", "asked again"], lines)
    agreement = over_all["agreement"]
    share = "" if agreement is None else f"; {100 * agreement:.0f} % of the answers are those given in play"
    put(f"\n{len(audited)} questions, {over_all['contradictions']} contradictions (!){share}\n")
