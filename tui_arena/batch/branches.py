"""Playing branches to their end, without the app.

A branch is saved right before it is played, and each of its replies as it arrives. So a branch that was
stopped can be continued.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tui_arena.batch.budgets import Budgets, Listener
from tui_arena.batch.crew import Crew
from tui_arena.batch.run import Stopped
from tui_arena.batch.saving import Writer
from tui_arena.batch.session_task import PreparedSession, SessionTask
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.seating import BadPlayer
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


class Branches(Crew):
    """Plays branches, several at once."""

    def __init__(
        self,
        branches: Sequence[Branched],
        catalogue: Catalogue,
        store: Store,
        registry: ModelRegistry,
        *,
        budgets: Budgets | None = None,
        concurrency: int = 1,
        progress: Callable[[int, int], None] = lambda _done, _total: None,
    ) -> None:
        """`progress` is called with the number of finished branches and the total."""
        self._budgets = budgets or Budgets()
        super().__init__(store, registry, self._budgets.of_run(), concurrency)
        self._branches = branches
        self._catalogue = catalogue
        self._progress = progress
        self._plays: dict[int, Play[Any]] = {}
        self._failures: dict[int, str] = {}

    def play(self) -> BranchesPlayed:
        """Play to the end, to the budget, or to Ctrl-C. Raises SaveError, BadPlayer or BadFile."""
        began = time.monotonic()
        asyncio.run(self._all())
        return BranchesPlayed(
            tuple((self._branches[i], self._plays[i]) for i in sorted(self._plays)),
            self._stopped,
            tuple(self._failures[i] for i in sorted(self._failures)),
            round(time.monotonic() - began, 3),
            len(self._branches) - self._over(),
        )

    def _over(self) -> int:
        return sum(play.over for play in self._plays.values())

    def _tell(self) -> None:
        self._progress(self._over(), len(self._branches))

    async def _all(self) -> None:
        left = iter(enumerate(self._branches))
        await self._work_all(lambda writer: self._work(left, writer))

    async def _work(self, left: Iterator[tuple[int, Branched]], writer: Writer) -> None:
        for place, branch in left:
            if self._ending or self._spent():
                return
            begun = PreparedSession(branch.session, branch.cast, known=True, fresh=True)
            if begun.models & self._health.dead.keys():
                self._stopped = self._stopped or "failed"
                continue
            await self._one(place, begun, writer)
            self._tell()

    async def _one(self, place: int, begun: PreparedSession, writer: Writer) -> None:
        session = begun.session
        listener = Listener(self._registry.models, self._health, self._tell)
        own = self._budgets.of_session((), session.seats)
        models = replace(self._seats, models=listener, budgets=(self.budget, own))
        try:
            table = SessionTask(begun, self._catalogue.game(session.game), models, writer)
        except BadPlayer as error:
            self._failures[place] = f"branch {place + 1}: {error}"
            return
        self._asked = self._asked or bool(begun.models)
        await asyncio.to_thread(self._put, session)
        self._plays[place] = table.play
        try:
            await table.run(self._playing)
        finally:
            self._store.release(session.id)
        why = self._left_off(begun, table, listener)
        if why is not None:
            self._failures[place] = f"branch {place + 1}: {why}"

    def _put(self, session: Session) -> None:
        """Save a branch before it is played, and lease it. Raises SaveError."""
        self._store.create(session)
        self._store.lease(session.id)
