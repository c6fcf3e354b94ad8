"""One line of filters: those that are set always, the others where there is room.

Law: whatever narrows what is shown can be seen here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_arena.core.text import one_line

MENU = "/ filter"
GAP = 3
LEAST = 6
"""Cells of a value that is cut."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One filter on the bar."""

    name: str
    """What a click asks for; empty: the menu of all."""
    label: str
    value: str
    set: bool = False

    @property
    def width(self) -> int:
        return len(self.label) + len(self.value) + bool(self.value)


def fitting(entries: Sequence[Entry], room: int) -> list[Entry]:
    """What fits, in order: the menu and all that is set, with values cut if need be, then others."""
    used = len(MENU)
    kept: list[Entry] = []
    for entry in entries:
        if entry.set:
            used += entry.width + GAP
            kept.append(entry)
    over = used - room
    if over > 0:
        each = -(-over // max(len(kept), 1))
        kept = [Entry(e.name, e.label, _cut(e.value, each), set=True) for e in kept]
        return [Entry("", MENU, ""), *kept]
    for entry in entries:
        if not entry.set and used + entry.width + GAP <= room:
            used += entry.width + GAP
            kept.append(entry)
    order = [entry.name for entry in entries]
    return [Entry("", MENU, ""), *sorted(kept, key=lambda e: order.index(e.name))]


def _cut(value: str, cells: int) -> str:
    return one_line(value, max(len(value) - cells, min(LEAST, len(value))))


class FilterBar(Widget):
    """Shows names and values; a click on one asks to change it."""

    DEFAULT_CSS = "FilterBar { height: 1; padding: 0 1; color: $foreground; }"
    ALLOW_SELECT = False

    class Picked(Message):
        """A filter was clicked; an empty name: the menu of all."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        super().__init__(id=id)
        self._entries: Sequence[Entry] = ()

    def show(self, entries: Sequence[Entry]) -> None:
        """Show these filters; those that are not set are drawn faint."""
        self._entries = entries
        self.refresh()

    def render(self) -> Content:
        parts: list[tuple[str, str]] = []
        for entry in fitting(self._entries, self.content_size.width):
            if not entry.name:
                parts += [("/", "bold $accent"), (entry.label[1:], "$foreground-muted")]
                continue
            parts += [
                (" " * GAP, ""),
                (f"{entry.label} ", "$foreground-muted"),
                (entry.value, "bold $primary" if entry.set else "$foreground-muted"),
            ]
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        for entry in fitting(self._entries, self.content_size.width):
            if 0 <= x < entry.width:
                self.post_message(self.Picked(entry.name))
                return
            x -= entry.width + GAP
