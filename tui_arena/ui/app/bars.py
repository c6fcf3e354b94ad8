"""The two bars of every screen: the title bar on top, and the footer with the keys that work now."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from tui_arena.core.text import one_line
from tui_arena.ui.glyphs import say


class TitleBar(Widget):
    """Shows the screen's `title` at the left and its `sub_title` at the right."""

    DEFAULT_CSS = """
    TitleBar { dock: top; height: 1; padding: 0 1; background: $panel; color: $foreground; }
    """
    ALLOW_SELECT = False

    def on_mount(self) -> None:
        self.watch(self.screen, "title", self._changed)
        self.watch(self.screen, "sub_title", self._changed)

    def _changed(self) -> None:
        self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        left = say(one_line(self.screen.title or "", width), "bold $primary")
        right = say(
            one_line(self.screen.sub_title or "", max(width - left.cell_length - 2, 1)), "$foreground-muted"
        )
        gap = width - left.cell_length - right.cell_length
        if gap < 1:
            return left.truncate(width, ellipsis=True)
        return Content.assemble(left, " " * gap, right)


GAP = 2
"""Cells between two keys."""


@dataclass(frozen=True, slots=True)
class _Shown:
    key: str
    sign: str
    text: str
    enabled: bool

    @property
    def width(self) -> int:
        return len(self.sign) + 1 + len(self.text)


class KeyBar(Widget):
    """One line of the screen's active keys, each clickable, as many as fit; F1 is the last to be dropped."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; padding: 0 1; background: $footer-background; color: $footer-foreground; }
    """
    ALLOW_SELECT = False

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:
        if self.is_attached and screen is self.screen:
            self.refresh()

    def render(self) -> Content:
        parts: list[tuple[str, str] | str] = []
        for item in self._fitting():
            if parts:
                parts.append(" " * GAP)
            style = "bold $footer-key-foreground" if item.enabled else "$foreground-disabled"
            parts.append((item.sign, style))
            parts.append(
                (
                    f" {item.text}",
                    "$footer-description-foreground" if item.enabled else "$foreground-disabled",
                )
            )
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        for item in self._fitting():
            if 0 <= x < item.width:
                if item.enabled:
                    self.app.simulate_key(item.key)
                return
            x -= item.width + GAP

    def _fitting(self) -> list[_Shown]:
        """The keys that fit in the width; those that work on every screen come last."""
        items = self._items()
        room = self.content_size.width
        while len(items) > 1 and sum(i.width for i in items) + GAP * (len(items) - 1) > room:
            items.pop(-2)
        return items

    def _items(self) -> list[_Shown]:
        own: list[_Shown] = []
        everywhere: list[_Shown] = []
        seen: set[str] = set()
        for active in self.screen.active_bindings.values():
            binding: Binding = active.binding
            if not binding.show or not binding.description or binding.action in seen:
                continue
            seen.add(binding.action)
            item = _Shown(binding.key, self.app.get_key_display(binding), binding.description, active.enabled)
            (everywhere if active.node is self.app else own).append(item)
        return own + self._palette() + everywhere

    def _palette(self) -> list[_Shown]:
        active = self.screen.active_bindings.get(self.app.COMMAND_PALETTE_BINDING)
        if active is None:
            return []
        key = active.binding.key
        return [_Shown(key, self.app.get_key_display(active.binding), "All", active.enabled)]
