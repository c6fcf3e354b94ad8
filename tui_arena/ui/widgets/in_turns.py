"""Screens that are laid out and painted in several turns of the loop, so that keys and timers in between don't wait.

Law: the terminal gets a frame as a whole. What is drawn ahead, widget by widget, is what Textual would draw; it
lies in the widgets' own caches until the frame is put together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from time import perf_counter
from typing import TYPE_CHECKING, Generic, TypeVar

from textual._context import visible_screen_stack
from textual.events import Event, Resize, ScreenResume
from textual.geometry import Region, Size
from textual.screen import UPDATE_PERIOD
from textual.timer import Timer
from textual.widget import Widget

R = TypeVar("R")

if TYPE_CHECKING:
    from textual.screen import Screen as Base
else:

    class Base(Generic[R]):
        """Nothing: Textual takes style sheets from the first base that is a node, which is to be the screen."""


TURN = 0.003
"""Seconds after which the loop gets its turn."""
LINES = 2
"""Lines of a list or a table that are drawn at once."""
ROUNDS = 3
"""How often a frame is looked through for lines that aren't drawn."""


class LoopTurn:
    """The turn of the loop that something is done in."""

    def __init__(self) -> None:
        self._began = perf_counter()

    async def ends(self) -> None:
        """Go on in another turn, if this one has been long."""
        if perf_counter() - self._began > TURN:
            await asyncio.sleep(0)
            self._began = perf_counter()


class InTurns(Base[R]):
    """A screen that draws its widgets ahead of the frame that shows them."""

    _is_new = True
    """Whether it was never shown."""
    _frame_waits = False
    """Whether a frame that is asked for now is shown by `_show_frame`."""
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
            self.app.stylesheet.apply(self)  # its own sheet may have been read only after that
        await self._arrange_ahead(LoopTurn())
        await asyncio.sleep(0)  # the layout takes a turn of its own, as does the frame
        with self._held():
            await super().on_event(event)
        await asyncio.sleep(0)
        if isinstance(event, Resize):  # it follows where a screen that is resumed was laid out
            await self._show_frame(LoopTurn())

    @property
    def _update_timer(self) -> Timer:
        if self._frames is None:
            self._frames = self.set_interval(
                UPDATE_PERIOD, self._next_frame, name="screen_update", pause=True
            )
        return self._frames

    async def _next_frame(self) -> None:
        """Lay out and paint what has changed, and then call who waited for that."""
        turn = LoopTurn()
        if self._layout_required and self.is_current:
            await self._arrange_ahead(turn)
        waiting, self._callbacks = self._callbacks, []
        with self._held():
            self._on_timer_update()
        await self._show_frame(turn)
        if waiting:
            self._callbacks = [*waiting, *self._callbacks]
            self.call_next(self._invoke_and_clear_callbacks)

    async def _arrange_ahead(self, turn: LoopTurn) -> None:
        """Arrange what the containers hold, one after the other; the layout then finds that done."""
        for _ in _arranged(self, self.app.size):
            await turn.ends()

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

    async def _show_frame(self, turn: LoopTurn) -> None:
        """Show the frame that was asked for, once its lines are drawn."""
        if not self._wants_frame:
            return
        self._wants_frame = False
        for _ in range(ROUNDS):  # what is drawn may change while the loop has its turn
            if not await self._draw_ahead(turn):
                break
        await asyncio.sleep(0)
        changed_since = self._dirty_widgets & self._compositor.visible_widgets.keys()
        self._compositor.update_widgets(changed_since)
        self._compositor_refresh()
        await turn.ends()

    async def _draw_ahead(self, turn: LoopTurn) -> bool:
        """Draw the lines that the next frame shows, as far as they aren't drawn; whether there were any."""
        await turn.ends()
        drew = False
        for widget in list(self._compositor.visible_widgets):
            for lines in self._undrawn(widget):
                if widget is self:  # a dialog lets the screens behind it show through
                    stack = self.app._background_screens  # noqa: SLF001  (as a frame asks for them)
                    visible_screen_stack.set(list(takewhile(lambda screen: screen is not self, stack)))
                widget.render_lines(lines)
                drew = True
                await turn.ends()
        return drew

    def _undrawn(self, widget: Widget) -> Iterator[Region]:
        """The lines of a widget that the next frame shows and that aren't drawn; of a list, a few at a time."""
        cache, seen = widget._styles_cache, self._compositor.visible_widgets.get  # noqa: SLF001  (where lines lie)
        is_list = type(widget).render_line is not Widget.render_line
        y = 0
        while self.is_current and (place := seen(widget)) is not None:
            region, clip = place
            shown = region.intersection(clip).translate(-region.offset)
            kept = cache._cache  # noqa: SLF001  (as above)
            y = next((n for n in shown.line_range if n >= y and (cache.is_dirty(n) or n not in kept)), -1)
            if y < 0:
                return
            end = min(y + LINES, shown.bottom) if is_list else shown.bottom
            yield Region(shown.x, y, shown.width, end - y)
            y = end


def _arranged(widget: Widget, size: Size) -> Iterator[None]:
    """Arrange a widget of some size and then those in it, as the layout does; a container for each step."""
    if not (widget.is_mounted and widget.is_scrollable and widget.is_container):
        return
    inside = size.region.shrink(widget.styles.gutter)
    room = widget._get_scrollable_region(inside)  # noqa: SLF001  (as the layout asks)
    placements = widget.arrange(room.size).placements
    yield
    for placement in placements:
        yield from _arranged(placement.widget, placement.region.size)
