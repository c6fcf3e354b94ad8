"""Keys and pastes that come in one burst: each is handled to its end before the next is looked at.

A key is sent to the widget with the focus, and from there up to the app, which knows the key's binding. On a
slow line a whole burst is read at once. Without turns, its letters would be typed before a Backspace or a Tab
among them has reached the app.

Keys that were meant for the previous screen do nothing. People type on while a screen changes by itself, and
a letter of their sentence would become a command. So after such a change:

- Single keys are dead for `DEAD` seconds, and then until the person has paused for `PAUSE` seconds.
- For `LOOK` seconds the person may still be looking at the keyboard. So a single key does something only if
  no other key follows within `RUN` seconds.
- Keys that nobody types by accident (Esc, arrows, function keys, ctrl) work at any time.
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
"""How long single keys are dead after a screen has changed by itself, in seconds."""
PAUSE = 0.8
"""The seconds without a key after which a run of typing is over."""
LOOK = 6.0
"""How long people may not have looked at a screen that has changed by itself, in seconds."""
RUN = 0.25
"""Single keys that follow one another within this many seconds are a text."""
TYPED = 1.0
"""How long somebody counts as typing after a letter, in seconds."""
MEANT_FOR_TEXT = frozenset({"enter", "space", "tab", "backspace"})
"""Keys that produce no character but that people press while they type."""


def key_clock() -> float:
    """Seconds on the clock that times keys."""
    return Message().time


class TypeAhead:
    """Knows whether somebody is typing, and which keys are dead because of that."""

    def __init__(self, clock: Callable[[], float] = key_clock) -> None:
        """`clock` returns seconds."""
        self._clock = clock
        self._changed: float | None = None
        """When the screen changed while keys may have been on their way; None: all keys work."""
        self._last = self._typed = float("-inf")
        """When any single key was last pressed, and when a character was last typed into a field."""

    def changed(self) -> None:
        """Note that the screen has changed by itself: the next keys may be meant for the previous screen."""
        self._changed = self._clock()

    def shown(self) -> None:
        """Note that the changed content has only now appeared. If keys are dead, their time starts again."""
        if self._changed is not None:
            self.changed()

    def moved(self) -> None:
        """Note that another screen is up. This counts as a change only while somebody types."""
        if self.types:
            self.changed()

    @property
    def types(self) -> bool:
        """Whether somebody is typing: they pressed a letter of a text a moment ago."""
        return self._clock() - self._typed < TYPED

    def ahead(self) -> None:
        """Note that a letter was typed for a text that no field takes yet."""
        self._typed = self._clock()

    def drops(self, key: Key, at: float, *, into_text: bool) -> bool:
        """Whether a key does nothing. `into_text`: whether it is typed into a field, where all keys work.

        `at`: when the key was pressed. If the app is busy, that is long before the app reads the key.
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
        """Whether a key that isn't dropped may begin a text, because the screen has just changed itself."""
        return self._changed is not None and not into_text and typed(key)

    def believe(self) -> None:
        """Note that a key was meant for the current screen, and so are all keys that follow."""
        self._changed = None

    @property
    def dead(self) -> bool:
        """Whether a single key would do nothing now."""
        if self._changed is None:
            return False
        now = self._clock()
        return now - self._changed < DEAD or now - max(self._last, self._changed) < PAUSE


def typed(key: Key) -> bool:
    """Whether people press this key while they type a text."""
    return key.is_printable or key.key in MEANT_FOR_TEXT


LONGEST = 1.0
"""The maximum seconds that keys wait for an earlier key. One of the waiting keys may be meant to quit."""
ROUNDS = {"enter": 3}
"""The number of calls sent after a key until it is done. Enter needs more: several widgets pass it on."""
LEAVING = frozenset({"ctrl+c", "ctrl+q"})
"""Keys that skip a queue and drop it, if it has over `MANY` keys or waits for something to open."""
MANY = 50


class KeysInTurn:
    """Passes keys and pastes to the app, one after the other."""

    def __init__(
        self,
        app: App[None],
        handle: Callable[[Key | Paste], Awaitable[Widget | None]],
        believe: Callable[[], None],
    ) -> None:
        """`handle` handles a key or a paste, and returns the widget for which later keys must wait, if any.

        `believe` is called if it turns out that a key in doubt was meant as a command.
        """
        self._app, self._handle, self._believed = app, handle, believe
        self._waiting: deque[Key | Paste] = deque()
        self._since: float | None = None
        """When the key on its way was taken; None: no key is on its way."""
        self._keeping = 0
        """The number of things that are opening and that the next keys may be meant for."""
        self._doubtful: tuple[Key, Timer] | None = None
        """A key that may be the first of a text, and the timer that ends the doubt."""

    async def add(self, key: Key | Paste) -> None:
        """Handle a key or a paste, or keep it until all earlier keys are done."""
        if isinstance(key, Key) and key.key in LEAVING and (self._keeping or len(self._waiting) > MANY):
            self._waiting.clear()
            await self._handle(key)
            return
        self._waiting.append(key)
        if self._since is None or key.time - self._since > LONGEST:
            await self._take()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep all keys while something is opening that the keys may be meant for."""
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
        """Keep a key for a moment: if others follow at once, it was the first letter of a text."""
        self._doubtful = key, self._app.set_timer(RUN, self._believe)

    def forget(self) -> None:
        """Drop the key in doubt, because it was the first letter of a text."""
        if self._doubtful is not None:
            self._doubtful[1].stop()
            self._doubtful = None

    def settles_doubt(self, key: Key | Paste) -> bool:
        """Whether a key or a paste shows that the key in doubt wasn't text. Then both are taken in order."""
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
        """Take the key in doubt as a command."""
        if self._doubtful is not None:
            self._waiting.appendleft(self._doubtful[0])
            self.forget()
            self._believed()

    async def _take(self) -> None:
        """Take the waiting keys, up to a key that has to travel through widgets."""
        self._since = None
        while self._waiting and self._since is None and not self._keeping:
            key = self._waiting.popleft()
            to = await self._handle(key)
            if to is not None:
                self._since = key_clock()
                self._follow(to, self._since, ROUNDS.get(key.key, 1) if isinstance(key, Key) else 1)

    def _follow(self, to: Widget, since: float, rounds: int) -> None:
        """Send a call after a key, along the same way: up from the widget that got the key."""
        self._climb(tuple(to.ancestors_with_self), to, since, rounds)

    def _climb(self, way: tuple[DOMNode, ...], to: Widget, since: float, rounds: int) -> None:
        for n, node in enumerate(way):
            if node is not self._app and MessagePump.call_later(
                node, self._climb, way[n + 1 :], to, since, rounds
            ):
                return  # a closing widget takes no calls; a screen that was left passes this call on
        # The app moves the focus by a call, too, so it has done so when the second call comes.
        self._app.call_later(self._app.call_later, self._arrived, to, since, rounds)

    async def _arrived(self, to: Widget, since: float, rounds: int) -> None:
        if since != self._since:
            return
        if rounds > 1:
            self._follow(to, since, rounds - 1)
            return
        await asyncio.sleep(0)  # a worker that the key started may keep the next keys
        if since == self._since:
            await self._take()
