"""Keys and pastes that come in one burst: each is handled to its end before the next one is looked at.

A key goes to the widget that has the focus, and from there up to the app, which knows what is bound to it. On a
slow line a whole burst is read at once, so without turns its letters would be typed before a Backspace or a Tab
among them has come up to the app.

Keys that were meant for the screen before do nothing. People type on while a screen changes by itself, and a letter of
their sentence would become a command. So after such a change single keys are dead for `DEAD` seconds, and then until
they have paused for `PAUSE` seconds. A player who looks at the keyboard begins even later: for `LOOK` seconds a single
key does something only if no other follows it within `RUN` seconds. Keys that nobody types by accident (Esc, arrows,
function keys, ctrl) work at any time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from textual.app import App
from textual.dom import DOMNode
from textual.events import Key, Paste
from textual.message import Message
from textual.message_pump import MessagePump
from textual.timer import Timer
from textual.widget import Widget

DEAD = 1.0
"""Seconds after a screen changed by itself in which single keys are dead."""
PAUSE = 0.8
"""Seconds without a key that end a run of typing."""
LOOK = 6.0
"""Seconds after a screen changed by itself in which somebody may not have looked at it."""
RUN = 0.25
"""Seconds within which single keys that follow one another are a text."""
TYPED = 1.0
"""Seconds after a letter in which somebody is taken to be typing."""
MEANT_FOR_TEXT = frozenset({"enter", "space", "tab", "backspace"})
"""Keys without a sign of their own that people press while they type."""


def key_clock() -> float:
    """Seconds on the clock by which keys are timed."""
    return Message().time


class TypeAhead:
    """Knows when somebody types, and which keys are dead for that reason."""

    def __init__(self, clock: Callable[[], float] = key_clock) -> None:
        """`clock` gives seconds."""
        self._clock = clock
        self._changed: float | None = None
        """When the screen changed while keys may have been on their way; None: all keys work."""
        self._last = self._typed = float("-inf")
        """When any single key was pressed last, and when one went into a field."""

    def changed(self) -> None:
        """The screen has changed by itself, so keys that come now may be meant for the one before."""
        self._changed = self._clock()

    def shown(self) -> None:
        """What the screen has changed to is in sight only now, so a change that still counts begins here."""
        if self._changed is not None:
            self.changed()

    def moved(self) -> None:
        """Another screen is up, by a key or not; it counts as a change only while somebody types."""
        if self.types:
            self.changed()

    @property
    def types(self) -> bool:
        """Whether somebody is typing: a letter was pressed for a text a moment ago."""
        return self._clock() - self._typed < TYPED

    def ahead(self) -> None:
        """A letter was typed for a text that nothing asks for yet."""
        self._typed = self._clock()

    def drops(self, key: Key, at: float, *, into_text: bool) -> bool:
        """Whether a key does nothing. `into_text`: it would be typed into a field, where all keys work.

        `at`: when it was pressed, which is long before it is heard while the app is busy.
        """
        if not typed(key):
            return False
        now, before = at, self._last
        self._last = now
        if into_text:
            self._typed = now if key.is_printable else self._typed
            return False
        if self._changed is None:
            return False
        if now - self._changed < DEAD or now - max(before, self._changed) < PAUSE:
            return True
        if now - self._changed >= LOOK:
            self._changed = None
        return False

    def doubts(self, key: Key, *, into_text: bool) -> bool:
        """Whether a key that is not dropped may still be the first of a text, as a screen has just changed by itself."""
        return self._changed is not None and not into_text and typed(key)

    def believe(self) -> None:
        """A key after the last change was meant for what is on the screen, and so are all that follow."""
        self._changed = None

    @property
    def dead(self) -> bool:
        """Whether a single key pressed now would do nothing."""
        if self._changed is None:
            return False
        now = self._clock()
        return now - self._changed < DEAD or now - max(self._last, self._changed) < PAUSE


def typed(key: Key) -> bool:
    """Whether people press a key while they type a text."""
    return key.is_printable or key.key in MEANT_FOR_TEXT


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
