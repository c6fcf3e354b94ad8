"""A short animation that follows the clock.

Law: which picture is due depends on the time that has passed and never on how many ticks came, so late or
dropped ticks end in the same last picture.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from textual.timer import Timer
from textual.widget import Widget


class Animation:
    """Pictures 0 to `last`, each for the same time. At rest, the last one is due."""

    def __init__(self, widget: Widget, draw: Callable[[], object], last: int = 0) -> None:
        """`draw` is called whenever another picture may be due, and once more when the animation is over."""
        self._widget = widget
        self._draw = draw
        self._last = last
        self._seconds = 0.0
        self._hold = 0.0
        self._began = 0.0
        self._whole: float | None = None
        """When the last picture was drawn, as monotonic seconds; None: it was not drawn yet."""
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        return self._timer is not None

    @property
    def at(self) -> int:
        """The picture that is due, 0 to `last`."""
        if not self.playing:
            return self._last
        return min(int((monotonic() - self._began) / self._seconds), self._last)

    @property
    def left(self) -> float:
        """About how many seconds it takes until it is over."""
        return (self._last - self.at) * self._seconds + self._hold if self.playing else 0.0

    def play(self, seconds: float, last: int, *, hold: float = 0.0) -> None:
        """Play from picture 0 on. `seconds`: of one picture. `hold`: how long the last one stays in sight."""
        self.stop()
        self._seconds, self._last, self._hold = seconds, last, hold
        self._began, self._whole = monotonic(), None
        self._timer = self._widget.set_interval(seconds, self._tick)

    def stop(self) -> None:
        """Go to the last picture at once, without drawing it."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        if self.at == self._last:
            now = monotonic()
            self._whole = now if self._whole is None else self._whole
            if now - self._whole >= self._hold:
                self.stop()
        self._draw()
