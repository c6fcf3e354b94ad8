"""The base class of every screen. It ends a screen's work when the screen is left, and draws it in several turns.

Because each turn of the event loop is short, keys and timers don't wait for a layout or a frame.

Law: the terminal gets each frame as a whole. Widgets are drawn ahead, one by one, exactly as Textual would
draw them. The drawn lines stay in the widgets' own caches until the frame is put together.

It also works around three faults in Textual:

- Textual divides a text by its width, which is zero in a narrow window. Here every text is drawn as if there
  were room for at least one column.
- Textual asks for the places of a list's lines even if none exist. Here a list that hasn't been laid out has
  no pages.
- Textual caches the colours of a widget by the widget's own style cache, so the cache holds a closed widget
  with all its lines. Here the colours alone are the key.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import takewhile
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from textual import events, messages
from textual._context import visible_screen_stack
from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.color import Color
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import UPDATE_PERIOD
from textual.style import Style
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import OptionList
from textual.worker import Worker

R = TypeVar("R")

if TYPE_CHECKING:
    from textual.screen import Screen as Base
else:

    class Base(Generic[R]):
        """An empty base. Textual takes style sheets from the first node base, which must be the screen."""


TURN = 0.003
"""The seconds after which the loop gets its turn."""
LINES = 2
"""The number of lines of a list or a table that are drawn at once."""
ROUNDS = 3
"""The number of times that a frame is searched for undrawn lines."""


class LoopTurn:
    """The turn of the event loop in which something is done."""

    def __init__(self) -> None:
        self._began = perf_counter()

    async def ends(self) -> None:
        """If this turn has been long, continue in another turn."""
        if perf_counter() - self._began > TURN:
            await asyncio.sleep(0)
            self._began = perf_counter()


class ScreenBase(Base[R]):
    """The base of the app's screens and panels.

    A screen that is left ends its work at once. Textual alone would end it only when all widgets are gone.

    Law: as soon as a screen has been taken from the stack, or the app is being left:

    - Every worker of the screen stops, and none starts.
    - No timer, call or message for the screen does anything.

    Work in a thread continues, but nothing waits for it.

    A screen also draws its widgets ahead of the frame that shows them.
    """

    _is_new = True
    """Whether the screen has never been shown."""
    _frame_waits = False
    """Whether `_show_frame` will show a frame that is requested now."""
    _wants_frame = False
    _frames: Timer | None = None
    """The timer between two frames."""

    # the end

    @property
    def is_attached(self) -> bool:
        """Whether the screen's widgets exist: neither is the screen being removed nor the app being left."""
        return not self._pruning and self.display and super().is_attached  # a leaving node isn't displayed

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close the panel once. A second answer would also close the screen below."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def end_work(self) -> None:
        """End everything that the screen has started, because it has been taken from the stack."""
        self._pruning = True  # Textual sets it, too, but a few turns later
        self.workers.cancel_node(self)
        for node in self.walk_children(with_self=True):
            for timer in node._timers:  # noqa: SLF001  (Textual stops them only when the node is gone)
                timer.stop()

    def _on_prune(self) -> None:
        self.end_work()

    async def _dispatch_message(self, message: Message) -> None:
        """Ignore widgets, keys and the mouse once the screen is left, but not the messages that end it."""
        own = isinstance(message, events.Event) or type(message).__module__ == messages.__name__
        if not self._pruning or (own and not isinstance(message, events.InputEvent)):
            await super()._dispatch_message(message)

    def set_timer(self, delay: float, callback: Any = None, **kwargs: Any) -> Timer:
        return super().set_timer(delay, callback and partial(self._if_there, callback), **kwargs)

    def set_interval(self, interval: float, callback: Any = None, **kwargs: Any) -> Timer:
        return super().set_interval(interval, callback and partial(self._if_there, callback), **kwargs)

    def call_later(self, callback: Callable[..., object], *args: Any, **kwargs: Any) -> bool:
        return super().call_later(self._if_there, callback, *args, **kwargs)

    def call_after_refresh(self, callback: Callable[..., object], *args: Any, **kwargs: Any) -> bool:
        """Call it after the next frame, but not if the screen is gone by then: nothing is left to draw."""
        return super().call_after_refresh(self._if_there, callback, *args, **kwargs)

    def _if_there(self, callback: Callable[..., object], *args: Any, **kwargs: Any) -> object:
        return callback(*args, **kwargs) if self.is_attached else None

    def run_worker(self, work: Any, *args: Any, **kwargs: Any) -> Worker[Any]:
        worker: Worker[Any] = super().run_worker(work, *args, **kwargs)
        if inspect.iscoroutine(work) and worker._task is not None:  # noqa: SLF001  (Textual has no callback for its end)
            worker._task.add_done_callback(lambda _: work.close())  # noqa: SLF001  (a coroutine that never started would complain)
        if not self.is_attached:
            worker.cancel()
        return worker

    # drawing

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.ScreenResume | events.Resize):
            await super().on_event(event)
            return
        if self._is_new and isinstance(event, events.ScreenResume):
            self._is_new = False
            event.refresh_styles = False  # its widgets got their styles when they were mounted
            self.app.stylesheet.apply(self)  # its own style sheet may have been read only after that
        await self._arrange_ahead(LoopTurn())
        await asyncio.sleep(0)  # the layout has a turn of its own, and so has the frame
        with self._held():
            await super().on_event(event)
        await asyncio.sleep(0)
        if isinstance(
            event, events.Resize
        ):  # a resize event follows after a resumed screen has been laid out
            await self._show_frame(LoopTurn())

    @property
    def _update_timer(self) -> Timer:
        if self._frames is None:
            self._frames = self.set_interval(
                UPDATE_PERIOD, self._next_frame, name="screen_update", pause=True
            )
        return self._frames

    async def _next_frame(self) -> None:
        """Lay out and paint the changes, and then run the callbacks that waited for that."""
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
        """Arrange the containers' contents, one container at a time. The layout then finds this done."""
        for _ in _arranged(self, self.app.size):
            await turn.ends()

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Leave the frames that are requested in the block to `_show_frame`."""
        self._frame_waits = True
        try:
            yield
        finally:
            self._frame_waits = False

    def _compositor_refresh(self) -> None:
        if self._frame_waits:
            self._wants_frame = True
        elif self._is_hidden:
            self._compositor._dirty_regions.clear()  # noqa: SLF001  (Textual would draw the screen above there)
            self._dirty_widgets.clear()
        else:
            super()._compositor_refresh()

    @property
    def _is_hidden(self) -> bool:
        """Whether the screen on top covers this one. Textual would draw this one all the same."""
        stack = self.app.screen_stack  # empty while the app closes
        return bool(stack) and stack[-1] is not self and stack[-1].styles.background.a == 1

    async def _show_frame(self, turn: LoopTurn) -> None:
        """Show the requested frame, once its lines are drawn."""
        if not self._wants_frame:
            return
        self._wants_frame = False
        for _ in range(ROUNDS):  # other lines may change while the loop has its turn
            if not await self._draw_ahead(turn):
                break
        await asyncio.sleep(0)
        changed_since = self._dirty_widgets & self._compositor.visible_widgets.keys()
        self._compositor.update_widgets(changed_since)
        self._compositor_refresh()
        await turn.ends()

    async def _draw_ahead(self, turn: LoopTurn) -> bool:
        """Draw the undrawn lines of the next frame. Returns whether there were any."""
        await turn.ends()
        if self._is_hidden:
            return False
        drew = False
        for widget in list(self._compositor.visible_widgets):
            for lines in self._undrawn(widget):
                if widget is self:  # the screens behind a dialog show through
                    stack = self.app._background_screens  # noqa: SLF001  (as a frame requests them)
                    visible_screen_stack.set(list(takewhile(lambda screen: screen is not self, stack)))
                widget.render_lines(lines)
                drew = True
                await turn.ends()
        return drew

    def _undrawn(self, widget: Widget) -> Iterator[Region]:
        """The undrawn lines of a widget that the next frame shows. A list's lines come a few at a time."""
        cache, seen = widget._styles_cache, self._compositor.visible_widgets.get  # noqa: SLF001  (the place of drawn lines)
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
    """Arrange a widget of some size and then its contents, as the layout does. Each step is one container."""
    if not (widget.is_mounted and widget.is_scrollable and widget.is_container):
        return
    inside = size.region.shrink(widget.styles.gutter)
    room = widget._get_scrollable_region(inside)  # noqa: SLF001  (as the layout does)
    placements = widget.arrange(room.size).placements
    yield
    for placement in placements:
        yield from _arranged(placement.widget, placement.region.size)


# The rest of this module works around faults in Textual's code for texts, lists and widgets.

_wrapped: Any = Content._wrap_and_format  # noqa: SLF001
_moved: Any = OptionList._move_page  # noqa: SLF001


def _in_some_width(text: Content, width: int, *args: Any, **how: Any) -> Any:
    return _wrapped(text, max(width, 1 + 2 * how.get("line_pad", 0)), *args, **how)


def _by_a_page(options: OptionList, direction: Any) -> None:
    if options._lines:  # noqa: SLF001
        _moved(options, direction)


@lru_cache(1024)
def _inner_and_outer(base_background: Color, background: Color) -> tuple[Style, Style]:
    return Style(background=base_background + background), Style(background=base_background)


Content._wrap_and_format = _in_some_width  # type: ignore[assignment, method-assign]  # noqa: SLF001
OptionList._move_page = _by_a_page  # type: ignore[assignment, method-assign]  # noqa: SLF001
StylesCache.get_inner_outer = staticmethod(_inner_and_outer)  # type: ignore[assignment, method-assign]


class OwnMessage(Message):
    """A message that reaches every widget above the widget that posts it.

    Textual stops a message at the widget in whose handler it was made. So if a board posts a message while it
    handles its panel's call, the message would never reach the screen.
    """

    def _bubble_to(self, widget: MessagePump) -> None:
        self._stop_propagation = False  # a message that a handler stopped doesn't come here
        super()._bubble_to(widget)
