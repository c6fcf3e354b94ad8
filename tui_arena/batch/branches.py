"""Playing branches to their end, without the app.

A branch is saved right before it is played, and each of its replies as it arrives. So a branch that was
stopped can be continued.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.batch.budgets import Budgets
from tui_arena.batch.crew import Crew, Job, PreparedSession, SessionTask, Stopped
from tui_arena.core.record import Play
from tui_arena.data import Catalogue
from tui_arena.players.models.limits import Budget
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.save.store import Store
from tui_arena.table.branches import Branched


@dataclass(frozen=True, slots=True)
class BranchesPlayed:
    """The result of playing branches."""

    played: tuple[tuple[Branched, Play[Any]], ...]
    """Those that are saved, in the order in which they were given; some may not be over."""
    stopped: Stopped | None
    failures: tuple[str, ...]
    """Why some are not over, one sentence each."""
    wall_seconds: float
    left: int
    """Branches that are not over, or were not begun."""


def play_branches(
    branches: Sequence[Branched],
    catalogue: Catalogue,
    store: Store,
    registry: ModelRegistry,
    budget: Budget,
    *,
    concurrency: int = 1,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> BranchesPlayed:
    """Play branches, several at once, to the end, to the budget, or to Ctrl-C.

    `progress` is called with the number of finished branches and the total. Raises SaveError or BadFile.
    """
    began = time.monotonic()
    plays: dict[int, Play[Any]] = {}

    def over() -> int:
        return sum(play.over for play in plays.values())

    def job(index: int, branch: Branched) -> Job:
        async def prepare() -> PreparedSession:
            return PreparedSession(branch.session, branch.cast, known=True, fresh=True)

        def ended(task: SessionTask | None) -> None:
            if task is not None:
                plays[index] = task.play

        return Job((1, index), f"branch {index + 1}", prepare, ended)

    crew = Crew(
        catalogue,
        store,
        registry,
        budgets=Budgets(),
        budget=budget,
        concurrency=concurrency,
        told=lambda: progress(over(), len(branches)),
    )
    asyncio.run(crew.play(job(index, branch) for index, branch in enumerate(branches)))
    return BranchesPlayed(
        tuple((branches[index], plays[index]) for index in sorted(plays)),
        crew.stopped,
        crew.failures,
        round(time.monotonic() - began, 3),
        len(branches) - over(),
    )
