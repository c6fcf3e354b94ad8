"""Screens whose workers end before their widgets do."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.worker import Worker

if TYPE_CHECKING:
    from textual.dom import DOMNode as Node
else:
    Node = object  # Textual takes style sheets from the first base that is a node, which is to be the screen


class BoundWork(Node):
    """A screen that is left ends its workers first; Textual does so only when all widgets are gone.

    Law: no worker of the screen runs on, and none begins, once the screen is being removed or the app is
    left, and nothing that waits for a frame is called. What runs in a thread goes on, but nobody waits for it.
    """

    _removed = False

    @property
    def is_attached(self) -> bool:
        """Whether the screen's widgets are there: it is not being removed, and the app is not left."""
        return not self._removed and self.display and super().is_attached  # a node that goes is not displayed

    def _on_prune(self) -> None:
        self._removed = True
        self.workers.cancel_node(self)

    def call_after_refresh(self, callback: Callable[..., object], *args: Any, **kwargs: Any) -> bool:
        """Call it after the next frame, which may be one of the screen below: then there is nothing left to draw."""

        def called() -> object:
            return callback(*args, **kwargs) if self.is_attached else None

        return super().call_after_refresh(called)

    def run_worker(self, work: Any, *args: Any, **kwargs: Any) -> Worker[Any]:
        worker: Worker[Any] = super().run_worker(work, *args, **kwargs)
        if not self.is_attached:
            worker.cancel()
            if inspect.iscoroutine(work):
                work.close()
        return worker
