"""Keys and pastes that come in one burst: each is handled to its end before the next one is looked at.

A key goes to the widget that has the focus, and from there up to the app, which knows what is bound to it. On a
slow line a whole burst is read at once, so without turns its letters would be typed before a Backspace or a Tab
among them has come up to the app.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from textual.app import App
from textual.dom import DOMNode
from textual.events import Key, Paste
from textual.message_pump import MessagePump
from textual.timer import Timer
from textual.widget import Widget

from tui_arena.ui.app.type_ahead import RUN, key_clock, typed

LONGEST = 1.0
"""Seconds that a key may be on its way before others no longer wait for it, as one of them may be to leave."""
ROUNDS = {"enter": 3}
"""How many calls follow a key before it counts as done: what Enter sends is read a widget at a time, after Enter."""
LEAVING = frozenset({"ctrl+c", "ctrl+q"})
"""Keys that don't wait while something is being opened, or behind more than `MANY` others; those then do nothing."""
MANY = 50


class KeysInTurn:
    """Hands one key or paste after another to the app."""

    def __init__(
        self,
        app: App[None],
        handle: Callable[[Key | Paste], Awaitable[Widget | None]],
        believe: Callable[[], None],
    ) -> None:
        """`handle` handles a key or a paste and returns the widget that others have to wait for, if any.

        `believe` is called if a key in doubt was meant as it is.
        """
        self._app, self._handle, self._believed = app, handle, believe
        self._waiting: deque[Key | Paste] = deque()
        self._since: float | None = None
        """When the key that is on its way was taken; None: none is."""
        self._keeping = 0
        """How many things are being opened that the keys may be meant for."""
        self._doubtful: tuple[Key, Timer] | None = None
        """A key that may be the first of a text, and what waits whether others follow it."""

    async def add(self, key: Key | Paste) -> None:
        """Take a key or a paste, or keep it until those before it are done."""
        if isinstance(key, Key) and key.key in LEAVING and (self._keeping or len(self._waiting) > MANY):
            self._waiting.clear()
            await self._handle(key)
            return
        self._waiting.append(key)
        if self._since is None or key.time - self._since > LONGEST:
            await self._take()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep all keys while something is being opened that they may be meant for."""
        self._keeping += 1
        try:
            yield
        finally:
            self._keeping -= 1
            if self._waiting:
                self._app.call_later(self._go_on)

    async def _go_on(self) -> None:
        if self._since is None:
            await self._take()

    def doubt(self, key: Key) -> None:
        """Keep a key for a moment, as others that follow at once would make it the first of a text."""
        self._doubtful = key, self._app.set_timer(RUN, self._believe)

    def forget(self) -> None:
        """The key in doubt was the first of a text, so it does nothing."""
        if self._doubtful is not None:
            self._doubtful[1].stop()
            self._doubtful = None

    def settles_doubt(self, key: Key | Paste) -> bool:
        """Whether a key or a paste shows that the key in doubt was no text, so that both are taken again in their order."""
        if self._doubtful is None:
            return False
        if isinstance(key, Key) and typed(key) and key.time - self._doubtful[0].time < RUN:
            return False
        self._waiting.appendleft(key)
        self._take_back()
        return True

    async def _believe(self) -> None:
        self._take_back()
        await self._go_on()

    def _take_back(self) -> None:
        """Take the key in doubt as it is."""
        if self._doubtful is not None:
            self._waiting.appendleft(self._doubtful[0])
            self.forget()
            self._believed()

    async def _take(self) -> None:
        """Take the keys that wait, up to one that goes on its way through widgets."""
        self._since = None
        while self._waiting and self._since is None and not self._keeping:
            key = self._waiting.popleft()
            to = await self._handle(key)
            if to is not None:
                self._since = key_clock()
                self._follow(to, self._since, ROUNDS.get(key.key, 1) if isinstance(key, Key) else 1)

    def _follow(self, to: Widget, since: float, rounds: int) -> None:
        """Send a call after a key, up from the widget that the key was sent to."""
        self._climb(tuple(to.ancestors_with_self), to, since, rounds)

    def _climb(self, way: tuple[DOMNode, ...], to: Widget, since: float, rounds: int) -> None:
        for n, node in enumerate(way):
            if node is not self._app and MessagePump.call_later(
                node, self._climb, way[n + 1 :], to, since, rounds
            ):
                return  # one that is closing takes no calls; a screen that was left hands this one on
        # The app is told to move the focus by a call, too, so it has done that when the second call comes.
        self._app.call_later(self._app.call_later, self._arrived, to, since, rounds)

    async def _arrived(self, to: Widget, since: float, rounds: int) -> None:
        if since != self._since:
            return
        if rounds > 1:
            self._follow(to, since, rounds - 1)
            return
        await asyncio.sleep(0)  # a worker that the key began may keep the keys that follow
        if since == self._since:
            await self._take()
