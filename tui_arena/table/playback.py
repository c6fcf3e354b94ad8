"""The pace at which people watch bots and models play.

Bots and models wait only here. Pausing holds back their answers, never those of people.
"""

from __future__ import annotations

import asyncio

from tui_arena.core.game import Ask

SLOWEST, FASTEST = 8.0, 0.0
STEPS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The seconds between two answers that + and - step through."""
UNHURRIED = 1.0
"""With at least this many seconds between two answers, `look` may hold back the next one."""


class Playback:
    """Lets one answer through at a time: after `seconds`, or at a step while it is paused."""

    def __init__(self, seconds: float = 1.0) -> None:
        """`seconds` between two answers, limited to 0 to 8."""
        self.seconds = min(max(seconds, FASTEST), SLOWEST)
        self.paused = False
        self._steps = 0
        self._looked_until = 0.0
        """By the clock of the loop: no answer comes before this, except by `step`."""
        self._changed = asyncio.Event()

    @property
    def words(self) -> str:
        """How fast it goes, such as `a move every 2 s`."""
        return f"a move every {self.seconds:g} s" if self.seconds else "at full speed"

    async def wait(self, ask: Ask, takes: float = 0.0) -> None:
        """Return when the answer to this ask may come.

        `takes`: seconds that the player is expected to need then; the wait is shorter by as much.
        """
        loop = asyncio.get_running_loop()
        began = loop.time() - takes
        while True:
            if self._steps:
                self._steps = 0
                return
            looked = self._looked_until if self.seconds >= UNHURRIED else 0.0
            left = None if self.paused else max(began + self.seconds, looked) - loop.time()
            if left is not None and left <= 0:
                return
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                continue

    def pause(self) -> None:
        """Hold answers back, or let them go on."""
        self.paused = not self.paused
        self._steps = 0
        self._changed.set()

    def look(self, seconds: float) -> None:
        """Hold answers back for so long, as there is something to look at; not if the pace is fast."""
        self._looked_until = asyncio.get_running_loop().time() + seconds
        self._changed.set()

    def step(self) -> None:
        """Let one answer through, and hold back the next."""
        self.paused = True
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
