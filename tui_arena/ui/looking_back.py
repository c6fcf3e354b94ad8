"""Who is asked about sessions that are over, and what is heard of them on the way.

Law: whoever answers is heard as they answer; what counts is what the engine stores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tui_arena.analysis.probing import found_in
from tui_arena.core.game import Ask, Fault, Player, Progress, Reply, View
from tui_arena.core.probing import Due
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.house import House
from tui_arena.players.human import HumanPlayer, Waiting
from tui_arena.players.limits import Budget
from tui_arena.players.seating import Cast
from tui_arena.ui.coaching import seated_beside
from tui_arena.ui.spending import Spent

ME = "human"
"""The choice of the person at the keyboard."""

Answers = Callable[[Session, Ask, tuple[str, ...]], None]
"""Hears the list or level that was read in a reply."""
Asks = Callable[[Session, GameInfo, Waiting], None]
"""Puts a question to the person at the keyboard."""


@dataclass(slots=True)
class Desk:
    """Seats players beside sessions, and counts what they use."""

    house: House
    budget: Budget
    answers: Answers
    asks: Asks
    spent: Spent = field(default_factory=Spent)

    def seated(self, session: Session, info: GameInfo, _seat: str, cast: Cast) -> Player:
        """The player of a cast. Raises BadPlayer, BadFile."""
        if cast.kind == "human":
            name = str(cast.spec.get("name"))
            player: Player = HumanPlayer(name, lambda waiting: self.asks(session, info, waiting))
        else:
            player = seated_beside(cast, session, info, self.house, self.budget)
        return _Heard(player, session, cast, self)

    def hear(self, session: Session, ask: Ask, reply: Reply, cast: Cast) -> None:
        """A reply has come."""
        if reply.usage is not None:
            usage = reply.usage
            tokens = (usage.input_tokens or 0) + (usage.output_tokens or 0)
            self.spent += Spent(tokens, usage.cost_usd)
        items = found_in(Due(ask, 0), reply, cast).data.get("items")
        if isinstance(items, list):
            self.answers(session, ask, tuple(items))


class _Heard:
    """A player whose replies are heard."""

    def __init__(self, player: Player, session: Session, cast: Cast, desk: Desk) -> None:
        self._player = player
        self._session = session
        self._cast = cast
        self._desk = desk

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        reply = await self._player.reply(ask, view, fault, progress)
        self._desk.hear(self._session, ask, reply, self._cast)
        return reply
