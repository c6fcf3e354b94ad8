"""Players who are asked about a session from outside it: coaches, and judges in an audit.

A coach is asked only after the end. Its answer is shown and not saved. The replies of the other players are
passed on as they arrive, but only the list that is stored counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tui_arena.config import ModelBook
from tui_arena.core.game import Ask, Fault, Player, Progress, Reply, View
from tui_arena.core.probes import COACH, Due
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import clean, split_reasoning
from tui_arena.data import Catalogue, GameInfo
from tui_arena.inquiry.audit import judging_seat
from tui_arena.players.human import HumanPlayer, Waiting
from tui_arena.players.models.limits import Budget
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.seating import BadPlayer, Cast, as_seated, built_in, read_player, sit_down
from tui_arena.table.probes.asking import found_in
from tui_arena.table.spending import Spent

TABLE_SAYS = "bot:hard"
"""The PLAYER text of the coach that is a bot."""
MODEL = "model:"


def coach_ask(info: GameInfo, play: Play[Any], catalogue: Catalogue) -> Ask | None:
    """The ask for a coach; None before the end, and for games without a coach."""
    if not play.over or not catalogue.prompt_variants(info, COACH):
        return None
    asks = (info.game.probe(play.state, seat, COACH) for seat in play.seats)
    return next((ask for ask in asks if ask is not None), None)


def cast_of(text: str, session: Session, info: GameInfo, seat: str, book: ModelBook) -> Cast:
    """The cast that a PLAYER text names, with the seat's sampling. Raises BadPlayer."""
    return as_seated(read_player(text, book=book), info, session.setup, seat)


def seated_outside(
    cast: Cast, session: Session, info: GameInfo, registry: ModelRegistry, budget: Budget
) -> Player:
    """The player that is asked; a bot thinks in a thread. Raises BadPlayer, BadFile."""
    setup = session.setup
    if cast.kind == "bot":
        return built_in(cast, info, setup, think=asyncio.to_thread)
    registry.start()
    return sit_down(cast, info, setup, registry.seats([budget]))


def said(reply: Reply) -> str:
    """The coach's answer without its reasoning, or a sentence that says why there is none."""
    if reply.finish == "refused":
        return "No answer: the provider refused to give one."
    return split_reasoning(clean(reply.text)).body.strip() or "No answer came: the reply was empty."


def has_judge(session: Session, info: GameInfo) -> bool:
    """Whether an audit can ask a seat of this session again."""
    try:
        return bool(judging_seat(session, info))
    except BadPlayer:
        return False


ME = "human"
"""The choice of the person at the keyboard."""

Answers = Callable[[Session, Ask, tuple[str, ...]], None]
"""Called with the list or level that was read in a reply."""
Asks = Callable[[Session, GameInfo, Waiting], None]
"""Puts a question to the person at the keyboard."""


@dataclass(slots=True)
class InquirySeats:
    """Makes the players that are asked about sessions, and counts what they use."""

    registry: ModelRegistry
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
            player = seated_outside(cast, session, info, self.registry, self.budget)
        return _CountedPlayer(player, session, cast, self)

    def hear(self, session: Session, ask: Ask, reply: Reply, cast: Cast) -> None:
        """Count the usage of a reply, and pass on the list that was read in it."""
        if reply.usage is not None:
            usage = reply.usage
            tokens = (usage.input_tokens or 0) + (usage.output_tokens or 0)
            self.spent += Spent(tokens, usage.cost_usd)
        items = found_in(Due(ask, 0), reply, cast).data.get("items")
        if isinstance(items, list):
            self.answers(session, ask, tuple(items))


class _CountedPlayer:
    """A player whose replies are also passed to `InquirySeats.hear`."""

    def __init__(self, player: Player, session: Session, cast: Cast, desk: InquirySeats) -> None:
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
