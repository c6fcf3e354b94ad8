"""Screens whose work ends as soon as they are left, before their widgets are gone."""

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
    Node = object  # Textual takes style sheets from the first base that is a node, which is to be the screen


class BoundWork(Node):
    """A screen that is left ends its work first; Textual does so only when all widgets are gone.

    Law: once a screen has been taken from the stack, or the app is left, no worker of the screen runs on, and none
    begins; no timer, no call and no message that it was sent does anything. What runs in a thread goes on, but nobody
    waits for it.
    """

    @property
    def is_attached(self) -> bool:
        """Whether the screen's widgets are there: it is not being removed, and the app is not left."""
        return not self._pruning and self.display and super().is_attached  # a node that goes is not displayed

    def end_work(self) -> None:
        """End all that the screen has begun, as it has been taken from the stack."""
        self._pruning = True  # as Textual sets it a few turns later
        self.workers.cancel_node(self)
        for node in self.walk_children(with_self=True):
            for timer in node._timers:  # noqa: SLF001  (Textual stops them too, but only when the node is gone)
                timer.stop()

    def _on_prune(self) -> None:
        self.end_work()

    async def _dispatch_message(self, message: Message) -> None:
        """Hear nothing more from widgets, keys or the mouse; of Textual itself, what ends the screen."""
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
        """Call it after the next frame, which may be one of the screen below: then there is nothing left to draw."""
        return super().call_after_refresh(self._if_there, callback, *args, **kwargs)

    def _if_there(self, callback: Callable[..., object], *args: Any, **kwargs: Any) -> object:
        return callback(*args, **kwargs) if self.is_attached else None

    def run_worker(self, work: Any, *args: Any, **kwargs: Any) -> Worker[Any]:
        worker: Worker[Any] = super().run_worker(work, *args, **kwargs)
        if inspect.iscoroutine(work) and worker._task is not None:  # noqa: SLF001  (Textual tells nobody of its end)
            worker._task.add_done_callback(lambda _: work.close())  # noqa: SLF001  (one that never began would complain)
        if not self.is_attached:
            worker.cancel()
        return worker
