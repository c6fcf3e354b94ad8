"""One line of current choices: a letter, a name and a value each; a click asks to change one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_arena.core.text import one_line

GAP = 3
SHORTEST = 6
"""Cells that a value is never cut below."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """One current choice."""

    key: str
    """The letter that changes it."""
    name: str
    value: str

    @property
    def width(self) -> int:
        return (
            len(self.key) + len(self.name) + len(self.value) + 2
            if self.name
            else len(self.key) + len(self.value) + 1
        )


def fitted(entries: Sequence[Chosen], room: int) -> list[Chosen]:
    """The same entries in this many cells: names go first, then the longest values are cut."""
    out = list(entries)
    if _cells(out) > room:
        out = [Chosen(e.key, "", e.value) for e in out]
    while _cells(out) > room:
        at = max(range(len(out)), key=lambda n: len(out[n].value))
        longest = out[at]
        if len(longest.value) <= SHORTEST:
            break
        out[at] = Chosen(longest.key, "", one_line(longest.value, len(longest.value) - 1))
    return out


def _cells(entries: Sequence[Chosen]) -> int:
    return sum(e.width + GAP for e in entries) - GAP


class ChoiceBar(Widget):
    """The current choices on one line."""

    DEFAULT_CSS = "ChoiceBar { height: 1; padding: 0 1; color: $foreground; }"
    ALLOW_SELECT = False

    class Picked(Message):
        """An entry was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        super().__init__(id=id)
        self._entries: Sequence[Chosen] = ()

    def show(self, entries: Sequence[Chosen]) -> None:
        """Show these entries."""
        self._entries = entries
        self.refresh()

    def render(self) -> Content:
        parts: list[tuple[str, str]] = []
        for entry in fitted(self._entries, self.content_size.width):
            parts += [
                (" " * GAP if parts else "", ""),
                (entry.key, "bold underline $accent"),
                (f" {entry.name}" if entry.name else "", "$foreground-muted"),
                (f" {entry.value}", "bold $primary"),
            ]
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        for start, entry in self._places():
            if start <= x < start + entry.width:
                self.post_message(self.Picked(entry.key))
                return

    def _places(self) -> Iterator[tuple[int, Chosen]]:
        x = 0
        for entry in fitted(self._entries, self.content_size.width):
            yield x, entry
            x += entry.width + GAP
