"""Replies on their way, below the talk: they fill as they come.

Law: it lays itself out again only when it needs another number of lines; all else is drawn in place.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tui_arena.core.text import one_line
from tui_arena.ui.look import Look, say
from tui_arena.ui.presenters.streams import Stream
from tui_arena.ui.widgets.talk import LEAST, column_of
from tui_arena.ui.widgets.written import Written

LINES = ((34, 10, 2), (24, 5, 1), (0, 3, 1))
"""Height of the screen from which on it holds, lines that all streams get together, and each at least."""


class Streams(Written):
    """A few lines a reply, and how long it takes."""

    DEFAULT_CSS = "Streams { display: none; } Streams.-coming { display: block; }"

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._streams: Sequence[Stream] = ()
        self._drawn: list[Content] = []

    def show(self, streams: Sequence[Stream]) -> None:
        """Draw these instead."""
        self._streams = streams
        before = len(self._drawn)
        self._drawn = self._lines(self.size.width or self.container_size.width)
        self.set_class(bool(streams), "-coming")
        self.refresh(layout=len(self._drawn) != before)

    def on_resize(self) -> None:
        self._drawn = self._lines(self.size.width)

    def render(self) -> Content:
        return Content("\n").join(self._drawn)

    def _lines(self, width: int) -> list[Content]:
        if not self._streams or width < 1:
            return []
        room, least = next((lines, each) for height, lines, each in LINES if self.app.size.height >= height)
        each = max(room // len(self._streams), least)
        return [line for stream in self._streams for line in self._stream(stream, width, each)]

    def _stream(self, stream: Stream, width: int, most: int) -> list[Content]:
        """The end of what it says, then its meter; on one line where there is no room for two."""
        column = column_of(width)
        name = (one_line(stream.who, column - 1).ljust(column), "bold $primary")
        meter = say(self._fitting(stream.meter, width if most > 1 else width - column), "$foreground-muted")
        if most == 1:
            return [Content.assemble(name, meter)]
        text = say(stream.text) if stream.text else say(stream.doing + self._look.ellipsis, "italic $accent")
        wrapped = text.wrap(max(width - column, LEAST))[-(most - 1) :]
        blank = " " * column
        lines = [
            Content.assemble(name if n == 0 else blank, line.truncate(width - column, ellipsis=True))
            for n, line in enumerate(wrapped)
        ]
        return [*lines, meter]

    def _fitting(self, meter: Sequence[str], width: int) -> str:
        parts = list(meter)
        joint = f" {self._look.dot} "
        while len(parts) > 1 and len(joint.join(parts)) > width:
            parts.pop()
        return joint.join(parts)
