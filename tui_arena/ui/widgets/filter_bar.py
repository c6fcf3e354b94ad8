"""One line of filters: what each is set to, and the key or click that changes it."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_arena.core.text import one_line


class FilterBar(Widget):
    """Shows names, values and keys; a click on one asks to change it."""

    DEFAULT_CSS = "FilterBar { height: 1; padding: 0 1; color: $foreground; }"
    ALLOW_SELECT = False

    class Picked(Message):
        """A filter was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, keys: Sequence[tuple[str, str]], *, id: str | None = None) -> None:  # noqa: A002
        """`keys`: names of the filters and the key of each, which is a letter of the name."""
        super().__init__(id=id)
        self._keys = dict(keys)
        self._values: Sequence[tuple[str, str]] = ()
        self._unset: frozenset[str] = frozenset()

    def show(self, values: Sequence[tuple[str, str]], unset: frozenset[str]) -> None:
        """Show these values; those of `unset` filter nothing and are drawn faint."""
        self._values, self._unset = values, unset
        self.refresh()

    def render(self) -> Content:
        parts: list[tuple[str, str]] = []
        for name, value in self._values:
            before, key, after = name.partition(self._keys[name])
            set_ = name not in self._unset
            parts += [
                (before, "$foreground-muted"),
                (key, "bold underline $accent"),
                (f"{after} ", "$foreground-muted"),
                (one_line(value, 16), "bold $primary" if set_ else "$foreground-muted"),
                ("   ", ""),
            ]
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        for name, value in self._values:
            width = len(name) + 1 + len(one_line(value, 16))
            if 0 <= x < width:
                self.post_message(self.Picked(name))
                return
            x -= width + 3
