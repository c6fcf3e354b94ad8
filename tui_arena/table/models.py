"""The models of one table: how they are seated, what they are saying, what they may cost.

A model that can't be seated doesn't keep a table from opening; its seat waits to be recast. While the
playback is paused, no request is sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from tui_arena.config import BadFile, ModelBook, ModelEntry
from tui_arena.core.game import Ask, Player
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, BudgetReached
from tui_arena.players.seating import BadPlayer, Cast, entry_of, sit_down
from tui_arena.table.pending_replies import ObservedPlayer, PendingReplies, PendingReply
from tui_arena.table.playback import Playback
from tui_arena.table.spending import count_saved


class TableModels:
    """All models of one table."""

    def __init__(
        self,
        info: GameInfo,
        session: Session,
        registry: ModelRegistry | None,
        budget: Budget | None,
        *,
        playback: Playback,
        asked: Callable[[], None],
    ) -> None:
        """Without a `registry` no model can be seated; `asked` is called at each request.

        `budget` is the session's; None: there is no limit.
        """
        self._info = info
        self._session = session
        self._registry = registry
        self.budget = budget or Budget()
        count_saved(self.budget, session.events)
        self._playback = playback
        self._asked = asked
        self.pending = PendingReplies(lambda: asyncio.get_running_loop().time())
        self.over_budget: set[str] = set()
        """Seats that wait because the budget is reached."""
        self.stopped: set[str] = set()
        """Seats whose last reply a person did not wait for."""
        self._prices: dict[str, tuple[float, float] | None] = {}
        self._took: dict[str, float] = {}
        """Seconds that the last reply of a seat took."""

    def player(self, seat: str, cast: Cast) -> Player:
        """The player of a model seat. Raises BadPlayer, BadFile."""
        if self._registry is None:
            raise BadPlayer("no model can play here")
        seats = self._registry.seats([self.budget], self._before)
        entry = self._entry(cast)
        known = replace(cast, entry=entry)
        player = sit_down(known, self._info, self._session.setup, seats)
        self._registry.start(entry)
        self._prices.pop(seat, None)
        return ObservedPlayer(player, self.pending, self._failed)

    def _entry(self, cast: Cast) -> ModelEntry:
        """The model entry that the cast's name means now.

        If the name is not configured or means another model now, it is the entry that this process knows.
        """
        book = self._registry.book if self._registry is not None else ModelBook()
        now = book.all.get(str(cast.spec.get("name")))
        if cast.entry is not None and (now is None or now.said_model != cast.entry.said_model):
            return cast.entry
        return entry_of(cast.spec, book)

    # what the models are doing

    async def _before(self, ask: Ask) -> None:
        """Wait as long as the playback says, then start counting the seconds of a reply."""
        self.over_budget.discard(ask.seat)
        self.stopped.discard(ask.seat)
        await self._playback.wait(ask, self._took.get(ask.seat, 0.0))
        self.pending.begin(ask)
        self._asked()

    def _failed(self, seat: str, error: Exception) -> None:
        if isinstance(error, BudgetReached) and error.of != "limit":
            self.over_budget.add(seat)

    def took(self, seat: str, seconds: object) -> None:
        """Remember how many seconds a seat's saved reply took."""
        if isinstance(seconds, int | float):
            self._took[seat] = float(seconds)

    def cost_so_far(self, cast: Cast, reply: PendingReply) -> float | None:
        """Dollars for the tokens of a reply so far; None if the price is not known."""
        seat = reply.ask.seat
        if seat not in self._prices:
            if self._registry is None:
                return None
            try:
                entry = self._entry(cast)
                if not self._registry.ready(entry):
                    return None
                self._prices[seat] = self._registry.price(entry)
            except (BadPlayer, BadFile):
                self._prices[seat] = None
        price = self._prices[seat]
        return None if price is None else reply.progress.tokens * price[1] / 1e6
