"""Keys that were meant for the screen before: they do nothing.

People type on while a screen changes by itself, and a letter of their sentence would become a command. So
after such a change single keys are dead for `DEAD` seconds, and then until they have paused for `PAUSE`
seconds. Who looks at the keyboard begins even later: for `LOOK` seconds a single key does something only if no
other follows it within `RUN` seconds. Keys that nobody types by accident (Esc, arrows, function keys, ctrl) work at any time.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.events import Key
from textual.message import Message

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
