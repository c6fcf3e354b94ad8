"""Screens that are laid out and painted in several turns of the loop, so that keys and timers in between don't wait.

Law: the terminal gets a frame as a whole. What is drawn ahead, widget by widget, is what Textual would draw; it
lies in the widgets' own caches until the frame is put together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from textual.events import Event, Resize, ScreenResume
from textual.geometry import Region, Size
from textual.screen import UPDATE_PERIOD
from textual.timer import Timer
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.screen import Screen

    Base = Screen[Any]
else:
    Base = object  # Textual takes style sheets from the first base that is a node, which is to be the screen

TURN = 0.004
"""Seconds of drawing after which the loop gets its turn."""
LINES = 4
"""Lines of a widget that are drawn at once."""


class InTurns(Base):
    """A screen that draws its widgets ahead of the frame that shows them."""

    _is_new = True
    """Whether it was never shown."""
    _frame_waits = False
    """Whether a frame that is asked for now has to wait until it is drawn."""
    _wants_frame = False
    _frames: Timer | None = None
    """Counts the time between two frames."""

    async def on_event(self, event: Event) -> None:
        if not isinstance(event, ScreenResume | Resize):
            await super().on_event(event)
            return
        if self._is_new and isinstance(event, ScreenResume):
            self._is_new = False
            event.refresh_styles = False  # its widgets got theirs when they were mounted
        with self._held():
            await super().on_event(event)
        await asyncio.sleep(0)
        await self._show_frame()

    def _screen_resized(self, size: Size) -> None:
        """Lay the screen out for another size; Textual does it for the same one, too, once it was laid out first."""
        if size != self._compositor.size:
            super()._screen_resized(size)

    @property
    def _update_timer(self) -> Timer:
        if self._frames is None:
            self._frames = self.set_interval(
                UPDATE_PERIOD, self._next_frame, name="screen_update", pause=True
            )
        return self._frames

    async def _next_frame(self) -> None:
        """Lay out and paint what has changed."""
        waiting, self._callbacks = self._callbacks, []
        with self._held():
            self._on_timer_update()
        await self._show_frame()
        if waiting:
            self._callbacks = [*waiting, *self._callbacks]
            self.call_next(self._invoke_and_clear_callbacks)

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Keep frames that are asked for in the block for `_show_frame`."""
        self._frame_waits = True
        try:
            yield
        finally:
            self._frame_waits = False

    def _compositor_refresh(self) -> None:
        if self._frame_waits:
            self._wants_frame = True
        else:
            super()._compositor_refresh()

    async def _show_frame(self) -> None:
        """Draw what has changed, in turns, and show the frame if one was asked for."""
        if not self._wants_frame:
            return
        self._wants_frame = False
        await self._draw_ahead()
        self._compositor.update_widgets(self._dirty_widgets)  # they may have changed meanwhile
        self._compositor_refresh()

    async def _draw_ahead(self) -> None:
        """Draw the lines that the next frame shows, as far as they aren't drawn."""
        began = perf_counter()
        for widget in list(self._compositor.visible_widgets):
            for lines in self._undrawn(widget):
                widget.render_lines(lines)
                if perf_counter() - began > TURN:
                    await asyncio.sleep(0)
                    began = perf_counter()

    def _undrawn(self, widget: Widget) -> Iterator[Region]:
        """The lines of a widget that the next frame shows and that aren't drawn, a few at a time."""
        cache, seen = widget._styles_cache, self._compositor.visible_widgets.get
        y = 0
        while self.is_current and (place := seen(widget)) is not None:
            region, clip = place
            shown = region.intersection(clip).translate(-region.offset)
            y = next((n for n in shown.line_range if n >= y and (cache.is_dirty(n) or n not in cache._cache)), -1)
            if y < 0:
                return
            yield Region(shown.x, y, shown.width, min(LINES, shown.bottom - y))
            y += LINES
