"""Screens that end their work as soon as they are left, before their widgets are gone."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events, messages
from textual.message import Message
from textual.timer import Timer
from textual.worker import Worker

if TYPE_CHECKING:
    from textual.dom import DOMNode as Node
else:
    Node = object  # Textual takes style sheets from the first base that is a node: it must be the screen


class BoundWork(Node):
    """A screen that ends its work first when it is left. Textual ends it only when all widgets are gone.

    Law: as soon as a screen has been taken from the stack, or the app is being left:

    - Every worker of the screen stops, and none starts.
    - No timer, call or message for the screen does anything.

    Work in a thread continues, but nothing waits for it.
    """

    @property
    def is_attached(self) -> bool:
        """Whether the screen's widgets exist: neither is the screen being removed nor the app being left."""
        return not self._pruning and self.display and super().is_attached  # a leaving node isn't displayed

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
