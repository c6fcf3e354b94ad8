"""The pace of a table: how fast bots and models play, and the common pace of a blind table.

Bots and models wait only here. Pausing holds back their answers, never people's answers.

At a blind table, the time that a reply takes doesn't show who gave it. Each reply is shown only after a pause
from its ask. The pause is drawn from the session's seed and the ask, not from the player, and it is about as
long as people take. Only a reply that takes longer than its pause comes late.

Law: no flag that one event sets and another must clear holds an answer back. The reasons for holding it back
are checked again and again, so the answer comes as soon as there is none.
"""

from __future__ import annotations

import asyncio
from asyncio import get_running_loop, sleep
from collections.abc import Awaitable, Callable
from dataclasses import replace
from math import log
from random import Random

from tui_arena.core.game import Ask, Fault, OnProgress, Player, Reply, View

SLOWEST, FASTEST = 8.0, 0.0
STEPS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The seconds between two answers that + and - step through."""
UNHURRIED = 1.0
"""From this many seconds between two answers on, there is time to look and to think."""
THOUGHT = 1.2
"""At an unhurried pace, the seconds that an answer waits after people have looked at something else."""
GLANCE = 0.1
"""Seconds between two checks of the reasons for holding answers back."""
MEDIAN, SPREAD = 9.0, 0.5
"""The median pause in seconds, and the standard deviation of its logarithm."""
LEAST, MOST = 4.0, 40.0
IN_A_RACE = 3.0
"""The factor for a pause if the first reply wins, so that people have a chance."""


class Playback:
    """Lets one answer through at a time: after `seconds`, or at a step while playback is paused."""

    def __init__(self, seconds: float = 1.0) -> None:
        """`seconds` between two answers, limited to 0 to 8."""
        self.seconds = min(max(seconds, FASTEST), SLOWEST)
        self.looks: Callable[[], bool] = lambda: False
        """Whether people look at something else, or type, so that an answer would come too early."""
        self.watches: Callable[[], bool] = lambda: True
        """Whether somebody watches who can pause and continue."""
        self._stopped = False
        self._steps = 0
        self._changed = asyncio.Event()

    @property
    def paused(self) -> bool:
        """Whether a spectator has paused playback. It continues by itself when no spectator is left."""
        return self._stopped and self.watches()

    @property
    def words(self) -> str:
        """Returns the speed in words, such as `a move every 2 s`."""
        return f"a move every {self.seconds:g} s" if self.seconds else "at full speed"

    async def wait(self, ask: Ask, takes: float = 0.0) -> None:
        """Return when the answer to this ask may come.

        `takes`: the seconds that the player is expected to need afterwards. The wait is shorter by this time.
        """
        loop = asyncio.get_running_loop()
        began, looked = loop.time() - takes, float("-inf")
        while not self._steps:
            looks = self.looks()
            looked = loop.time() if looks else looked
            due = max(began + self.seconds, looked + (THOUGHT if self.seconds >= UNHURRIED else 0.0))
            left = GLANCE if looks or self.paused else due - loop.time()
            if left <= 0:
                return
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                continue
        self._steps = 0

    def pause(self) -> None:
        """Pause playback, or continue it."""
        self._stopped = not self.paused
        self._steps = 0
        self._changed.set()

    def step(self) -> None:
        """Let one answer through, and hold back the next."""
        self._stopped = True
        self._steps = 1
        self._changed.set()

    def faster(self) -> None:
        """Use the next shorter wait."""
        self._set(max((s for s in STEPS if s < self.seconds), default=FASTEST))

    def slower(self) -> None:
        """Use the next longer wait."""
        self._set(min((s for s in STEPS if s > self.seconds), default=SLOWEST))

    def _set(self, seconds: float) -> None:
        self.seconds = seconds
        self._changed.set()


def pause(seed: int | None, ask: Ask) -> float:
    """Returns the smallest number of seconds from an ask to its reply.

    >>> from statistics import median
    >>> found = [pause(n, Ask("guesser", "guess", "guess:1", "text")) for n in range(400)]
    >>> LEAST <= min(found), 8 < median(found) < 10, max(found) <= MOST
    (True, True, True)
    """
    rng = Random(f"{seed}/pace/{ask.seat}/{ask.key}/{ask.attempt}")
    found = min(max(rng.lognormvariate(log(MEDIAN), SPREAD), LEAST), MOST)
    return found * IN_A_RACE if ask.race else found


Hold = Callable[[Ask, float], Awaitable[None]]
"""Waits while people look at something else. Its second argument is the seconds since the ask."""


async def at_once(ask: Ask, passed: float) -> None:
    """Hold nothing back."""


class Paced:
    """A player at the common pace. It is never `AtOnce`, so that a race doesn't show who is a bot."""

    def __init__(
        self,
        player: Player,
        seed: int | None,
        hold: Hold = at_once,
        *,
        in_sight: Callable[[], bool] = lambda: False,
    ) -> None:
        """`hold` is awaited after the pause. There is no pause if all see this player answer (`in_sight`)."""
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
