"""Who holds back where several are asked for what the first of them gives.

Law: players who are `AtOnce` wait for those who need time, for `patience` seconds from the first question on,
or since one of these could last sit down to it; then, and where nobody needs time, they are asked one after
the other in the order of the asks.
(rules.md section 6, `giver = open`.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from tui_arena.core.game import Ask

PATIENCE = 30.0
"""Seconds that who needs time has to itself."""


class Race:
    """The time for thinking of one race after the other."""

    def __init__(self, patience: float, wake: Callable[[], None], attended: Callable[[], bool]) -> None:
        """`wake` is called when the time is over, which it never is while it is not `attended`."""
        self._patience = patience
        self._wake = wake
        self._attended = attended
        self._key: str | None = None
        """Of the race whose time runs, or has run out."""
        self._timer: asyncio.TimerHandle | None = None
        """None: no time runs any more."""

    def holding_back(self, asks: Sequence[Ask], at_once: Callable[[Ask], bool]) -> set[Ask]:
        """Those that wait of the asks of a race, or none where there is no race."""
        if not asks:
            self._key = None
            return set()
        quick = [ask for ask in asks if at_once(ask)]
        if len(quick) < len(asks) and self._runs(asks[0].key):
            return set(quick)
        return set(quick[1:])

    def more_time(self) -> None:
        """Somebody who needs time has only now come to it: where it runs, it begins anew."""
        if self._timer is not None:
            self._begin()

    def end(self) -> None:
        """Call nobody any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _runs(self, key: str) -> bool:
        """Whether there is time left; it begins with the first question, again after an undo."""
        if self._key != key:
            self._key = key
            self._begin()
        return self._timer is not None

    def _begin(self) -> None:
        self.end()
        self._timer = asyncio.get_running_loop().call_later(self._patience, self._over)

    def _over(self) -> None:
        if not self._attended():
            self._begin()
            return
        self._timer = None
        self._wake()
