"""Asking somebody who did not play how a session was played, or a judge once more.

Law: a coach is asked after the end and never before. What is said here is shown and kept nowhere.
"""

from __future__ import annotations

import asyncio
from typing import Any

from tui_arena.analysis.audit import judging_seat
from tui_arena.config import ModelBook
from tui_arena.core.coaching import COACH
from tui_arena.core.game import Ask, Player, Reply
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import clean, split_reasoning
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.house import House
from tui_arena.players.limits import Budget
from tui_arena.players.seating import BadPlayer, Cast, as_seated, built_in, read_player, sit_down
from tui_arena.ui.widgets.rows import Choice

TABLE_SAYS = "bot:hard"
"""The bot and its table."""
MODEL = "model:"


def coach_ask(info: GameInfo, play: Play[Any], catalogue: Catalogue) -> Ask | None:
    """What a coach is asked; None before the end, and for games without one."""
    if not play.over or not catalogue.prompt_variants(info, COACH):
        return None
    asks = (info.game.probe(play.state, seat, COACH) for seat in play.seats)
    return next((ask for ask in asks if ask is not None), None)


def coaches(info: GameInfo, models: list[str]) -> list[Choice]:
    """Who can say how it was played."""
    table = [Choice(TABLE_SAYS, "the bot's table")] if info.has_bot else []
    return [*table, *(Choice(MODEL + name, f"{name} (model)") for name in models)]


def judges(info: GameInfo, models: list[str]) -> list[Choice]:
    """Who can be asked in a judge's place."""
    bots = [Choice(f"bot:{level}", f"bot, {level}") for level in LEVELS] if info.has_bot else []
    return [*bots, *(Choice(MODEL + name, f"{name} (model)") for name in models)]


def cast_of(text: str, session: Session, info: GameInfo, seat: str, book: ModelBook) -> Cast:
    """Who a PLAYER text means, with the sampling of the seat. Raises BadPlayer."""
    return as_seated(read_player(text, book=book), info, session.setup, seat)


def seated_beside(cast: Cast, session: Session, info: GameInfo, house: House, budget: Budget) -> Player:
    """The player that is asked; a bot thinks beside the loop. Raises BadPlayer, BadFile."""
    setup = session.setup
    if cast.kind == "bot":
        return built_in(cast, info, setup, think=asyncio.to_thread)
    house.start()
    return sit_down(cast, info, setup, house.seats([budget]))


def said(reply: Reply) -> str:
    """What a coach said, without its reasoning; a sentence if that is nothing."""
    if reply.finish == "refused":
        return "No answer: the provider refused to give one."
    return split_reasoning(clean(reply.text)).body.strip() or "No answer came: the reply was empty."


def has_judge(session: Session, info: GameInfo) -> bool:
    """Whether there is a seat whose answers can be asked for again."""
    try:
        return bool(judging_seat(session, info))
    except BadPlayer:
        return False
