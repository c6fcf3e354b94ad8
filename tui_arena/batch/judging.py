"""Asks judges of saved sessions again, and runs a command's inquiries in an event loop of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

from tui_arena.batch.run import check_models
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.inquiry.inquiry import AuditedQuestion, Inquiry, audit, judge_of, judging_seat, questions
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget
from tui_arena.players.seating import Cast, sit_down

T = TypeVar("T")


def judged_again(
    sessions: Iterable[tuple[Session, GameInfo]],
    registry: ModelRegistry,
    other: Cast | None,
    seat: str | None,
    times: int | None,
    *,
    concurrency: int,
    budget: Budget,
) -> tuple[Inquiry, list[AuditedQuestion]]:
    """Ask the judges of sessions again, or another judge. Returns the inquiry and all its questions.

    `other`: the judge to ask; None: each session's own judge. `seat`: the seat whose answers are checked;
    None: the judge's. `times`: how often each question is asked; None: three times, or once if `other` is
    given. Raises BadPlayer or BadBranch before anybody is asked.
    """
    asked: list[AuditedQuestion] = []
    casts: dict[str, Cast] = {}
    for session, info in sessions:
        judging = judging_seat(session, info, seat)
        casts[session.id] = judge_of(session, info, judging, other, registry.book)
        check_models({judging: casts[session.id]}, registry)
        asked += questions(session, info, judging)
    models = registry.seats([budget])
    inquiry = Inquiry(
        lambda session, info, _seat, cast: sit_down(cast, info, session.setup, models),
        concurrency=concurrency,
    )
    times = times or (1 if other else 3)
    return inquiry, answered(registry, audit(inquiry, asked, casts, times=times))


def answered(registry: ModelRegistry, inquiry: Coroutine[Any, Any, T]) -> T:
    """Run an inquiry in an event loop of its own, until everything is answered or until Ctrl-C."""

    async def run() -> T:
        try:
            return await inquiry
        finally:
            await registry.disconnect()

    return asyncio.run(run())
