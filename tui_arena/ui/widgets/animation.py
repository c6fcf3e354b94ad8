"""A short animation that follows the clock.

Law: the due picture depends on the elapsed time and never on the number of ticks. So late or dropped ticks
end in the same last picture.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from textual.timer import Timer
from textual.widget import Widget


class Animation:
    """Pictures 0 to `last`, each shown equally long. At rest, the last picture is due."""

    def __init__(self, widget: Widget, draw: Callable[[], object], last: int = 0) -> None:
        """`draw` is called whenever another picture may be due, and once more at the end of the animation."""
        self._widget = widget
        self._draw = draw
        self._last = last
        self._seconds = 0.0
        self._hold = 0.0
        self._began = 0.0
        self._whole: float | None = None
        """When the last picture was first drawn, in monotonic seconds; None: it wasn't drawn yet."""
        self._timer: Timer | None = None

    @property
    def playing(self) -> bool:
        return self._timer is not None

    @property
    def at(self) -> int:
        """The picture that is due now, 0 to `last`."""
        if not self.playing:
            return self._last
        return min(int((monotonic() - self._began) / self._seconds), self._last)

    @property
    def left(self) -> float:
        """The approximate number of seconds until the animation is over."""
        return (self._last - self.at) * self._seconds + self._hold if self.playing else 0.0

    def play(self, seconds: float, last: int, *, hold: float = 0.0) -> None:
        """Play from picture 0. `seconds`: the time per picture. `hold`: how long the last picture stays."""
        self.stop()
        self._seconds, self._last, self._hold = seconds, last, hold
        self._began, self._whole = monotonic(), None
        self._timer = self._widget.set_interval(seconds, self._tick)

    def stop(self) -> None:
        """Jump to the last picture without drawing it."""
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
