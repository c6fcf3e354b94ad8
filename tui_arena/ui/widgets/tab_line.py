"""One line of views: a digit and a name each, the one that is shown marked; a click shows another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget


class TabLine(Widget):
    """Where there is no room for all names, only the shown view has one."""

    DEFAULT_CSS = "TabLine { height: 1; padding: 0 1; }"
    ALLOW_SELECT = False

    class Picked(Message):
        """A view was clicked, by its place from 0."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        super().__init__(id=id)
        self._names: Sequence[str] = ()
        self._at = 0

    def show(self, names: Sequence[str], at: int) -> None:
        """Show these names, the one at a place marked."""
        self._names, self._at = names, at
        self.refresh()

    def _texts(self) -> list[str]:
        whole = [f"{n} {name}" for n, name in enumerate(self._names, 1)]
        if sum(len(text) + 4 for text in whole) <= self.content_size.width:
            return whole
        return [text if n == self._at else text.partition(" ")[0] for n, text in enumerate(whole)]

    def _marked(self) -> Iterator[str]:
        for n, text in enumerate(self._texts()):
            yield f"[{text}] " if n == self._at else f" {text}  "

    def render(self) -> Content:
        styles = ("$foreground-muted", "bold $primary")
        return Content.assemble(*((text, styles[n == self._at]) for n, text in enumerate(self._marked())))

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        ends = accumulate(len(text) for text in self._marked())
        at = next((n for n, end in enumerate(ends) if 0 <= x < end), None)
        if at is not None:
            self.post_message(self.Picked(at))
