"""The pace of a table: how fast bots and models play, and the common pace of a blind table.

Bots and models wait only here. Pausing holds back their answers, never those of people.

At a blind table, how long a reply takes tells nothing about who gave it: each reply is shown no sooner than a
pause after its ask. The pause is drawn from the session's seed and the ask, not from who answers, and it is as
long as people often take. Only a reply that takes longer than its pause comes late.

Law: nothing that one event sets and another has to clear holds an answer back. What holds it is looked at again
and again, so the answer comes as soon as it is no longer so.
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
"""Seconds for which an answer still waits, at such a pace, once nobody looks at something else."""
GLANCE = 0.1
"""Seconds between two looks at what holds answers back."""
MEDIAN, SPREAD = 9.0, 0.5
"""The usual pause in seconds, and the standard deviation of its logarithm."""
LEAST, MOST = 4.0, 40.0
IN_A_RACE = 3.0
"""How much longer a pause is where the first reply wins, so that people have a chance."""


class Playback:
    """Lets one answer through at a time: after `seconds`, or at a step while it is paused."""

    def __init__(self, seconds: float = 1.0) -> None:
        """`seconds` between two answers, limited to 0 to 8."""
        self.seconds = min(max(seconds, FASTEST), SLOWEST)
        self.looks: Callable[[], bool] = lambda: False
        """Whether people look at something, or type, so that answers would come too early."""
        self.watches: Callable[[], bool] = lambda: True
        """Whether somebody watches, who can pause and go on."""
        self._stopped = False
        self._steps = 0
        self._changed = asyncio.Event()

    @property
    def paused(self) -> bool:
        """Whether a watcher has paused it; it goes on by itself once nobody only watches."""
        return self._stopped and self.watches()

    @property
    def words(self) -> str:
        """How fast it goes, such as `a move every 2 s`."""
        return f"a move every {self.seconds:g} s" if self.seconds else "at full speed"

    async def wait(self, ask: Ask, takes: float = 0.0) -> None:
        """Return when the answer to this ask may come.

        `takes`: seconds that the player is expected to need then; the wait is shorter by as much.
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
        """Hold answers back, or let them go on."""
        self._stopped = not self.paused
        self._steps = 0
        self._changed.set()

    def step(self) -> None:
        """Let one answer through, and hold back the next."""
        self._stopped = True
        self._steps = 1
        self._changed.set()

    def faster(self) -> None:
        """The next shorter wait."""
        self._set(max((s for s in STEPS if s < self.seconds), default=FASTEST))

    def slower(self) -> None:
        """The next longer wait."""
        self._set(min((s for s in STEPS if s > self.seconds), default=SLOWEST))

    def _set(self, seconds: float) -> None:
        self.seconds = seconds
        self._changed.set()


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
