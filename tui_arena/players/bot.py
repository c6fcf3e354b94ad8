"""A built-in player on a seat.

Law: what it answers is a function of the view and of a generator made from (session seed,
repetition, seat, ask key, attempt), so that every machine and every replay gets the same reply.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from tui_arena.core.game import Ask, AtOnce, Bot, Fault, Progress, Reply, View

LEVELS = ("easy", "medium", "hard")

Before = Callable[[Ask], Awaitable[None]]
Think = Callable[..., Awaitable[str]]


async def at_once(work: Callable[..., str], *args: Any) -> str:
    """Think where one is; a headless run has nobody to keep waiting."""
    return work(*args)


class BotPlayer(AtOnce):
    """A bot of one level on one session's seat."""

    def __init__(
        self,
        bot: Bot,
        level: str,
        seed: int | None,
        repetition: int | None = None,
        before: Before | None = None,
        *,
        think: Think = at_once,
    ) -> None:
        """`before` is awaited before each answer, and is no part of its seconds: the pace at which people watch.

        `think` calls the bot with its arguments, such as in a thread beside a screen.
        """
        self._bot = bot
        self._level = level
        self._seed = f"{seed}/{repetition or 1}"
        self._before = before
        self._think = think

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        if self._before is not None:
            await self._before(ask)
        clock = asyncio.get_running_loop().time
        began = clock()
        rng = Random(f"{self._seed}/{ask.seat}/{ask.key}/{ask.attempt}")
        text = await self._think(self._bot.reply, ask, view, self._level, rng)
        took = round(clock() - began, 3) if self._before is not None else None
        await asyncio.sleep(0)
        return Reply(text, seconds=took)


InThread = Callable[..., Awaitable[Any]]
