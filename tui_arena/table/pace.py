"""The common pace of a blind table: how long a reply takes tells nothing about who gave it.

Each reply is shown no sooner than a pause after its ask. The pause is drawn from the session's seed and the ask, not
from who answers, and it is as long as people often take. Only a reply that takes longer than its pause comes late.
"""

from __future__ import annotations

from asyncio import get_running_loop, sleep
from collections.abc import Awaitable, Callable
from dataclasses import replace
from math import log
from random import Random

from tui_arena.core.game import Ask, Fault, OnProgress, Player, Reply, View

MEDIAN, SPREAD = 9.0, 0.5
"""The usual pause in seconds, and the standard deviation of its logarithm."""
LEAST, MOST = 4.0, 40.0
IN_A_RACE = 3.0
"""How much longer a pause is where the first reply wins, so that people have a chance."""


def pause(seed: int | None, ask: Ask) -> float:
    """The least seconds from an ask to its reply.

    >>> from statistics import median
    >>> found = [pause(n, Ask("guesser", "guess", "guess:1", "text")) for n in range(400)]
    >>> LEAST <= min(found), 8 < median(found) < 10, max(found) <= MOST
    (True, True, True)
    """
    rng = Random(f"{seed}/pace/{ask.seat}/{ask.key}/{ask.attempt}")
    found = min(max(rng.lognormvariate(log(MEDIAN), SPREAD), LEAST), MOST)
    return found * IN_A_RACE if ask.race else found


Hold = Callable[[Ask, float], Awaitable[None]]
"""Waits as long as people look at something else; it is told how many seconds have passed since the ask."""


async def at_once(ask: Ask, passed: float) -> None:
    """Hold nothing back."""


class Paced:
    """A player whose replies keep the common pace. It is never `AtOnce`, whoever it is, so no race tells it."""

    def __init__(
        self,
        player: Player,
        seed: int | None,
        hold: Hold = at_once,
        *,
        in_sight: Callable[[], bool] = lambda: False,
    ) -> None:
        """`hold` is awaited after the pause. `in_sight`: whether all see this player answer, so that none is made."""
        self._player, self._seed, self._hold, self._in_sight = player, seed, hold, in_sight

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        clock = get_running_loop().time
        began = clock()
        reply = await self._player.reply(ask, view, fault, progress)
        took = clock() - began
        if not self._in_sight():
            await sleep(max(pause(self._seed, ask) - took, 0.0))
            await self._hold(ask, clock() - began)
        return reply if reply.seconds is not None else replace(reply, seconds=round(took, 3))
