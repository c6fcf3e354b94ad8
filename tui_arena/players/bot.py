"""Players that are built-in bots.

Law: a bot's reply depends only on the view and on a random generator made from the session's seed, the
repetition, the seat, the ask's key and the attempt. So every machine and every replay gets the same one.
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
    """Do the work directly. In a headless run this holds up no screen."""
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
        """`before` is awaited before each reply, so that people can watch at their own pace.

        The time it takes is not part of the reply's seconds. `think` calls the bot with its arguments, for
        example in another thread so that the screen isn't held up.
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
