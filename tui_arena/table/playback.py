"""The pace at which people watch bots and models play.

Bots and models wait only here. Pausing holds back their answers, never those of people.

Law: nothing that one event sets and another has to clear holds an answer back. What holds it is looked at again
and again, so the answer comes as soon as it is no longer so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tui_arena.core.game import Ask

SLOWEST, FASTEST = 8.0, 0.0
STEPS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The seconds between two answers that + and - step through."""
UNHURRIED = 1.0
"""From this many seconds between two answers on, there is time to look and to think."""
THOUGHT = 1.2
"""Seconds for which an answer still waits, at such a pace, once nobody looks at something else."""
GLANCE = 0.1
"""Seconds between two looks at what holds answers back."""


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
