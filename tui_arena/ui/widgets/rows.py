"""Rows of forms: one line each, reached by arrows, Tab and mouse alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from tui_arena.core.text import one_line
from tui_arena.ui.look import Look

LABEL = 15
"""Cells of the column of labels."""


def look_of(widget: Widget) -> Look:
    """The signs that the app draws with."""
    return cast(Look, getattr(widget.app, "look", Look()))


class Rows(VerticalScroll, inherit_bindings=False):
    """Holds rows and scrolls to the one with the focus.

    Arrows go from row to row, also where they do not all fit.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]
    can_focus = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a row can take."""

    value: str
    text: str
    asks: bool = False
    """Whether it asks for more; arrows pass it by, so that nothing opens on the way."""


class ChoiceRow(Widget, can_focus=True):
    """A label and a value out of several: all side by side if they fit, else one between arrows.

    Left and right change it, space lists all, a click picks.
    """

    DEFAULT_CSS = """
    ChoiceRow { height: 1; width: 1fr; padding: 0 1; }
    ChoiceRow:focus { background: $panel; }
    ChoiceRow:hover { background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Change", show=False),
        Binding("right", "step(1)", "Change", show=False),
        Binding("space", "list", "List", show=False),
    ]
    ALLOW_SELECT = False

    value: reactive[str] = reactive("")

    class Changed(Message):
        """The row has another value now."""

        def __init__(self, row: ChoiceRow) -> None:
            super().__init__()
            self.row = row
            self.value = row.value
            """What was chosen, whatever the row has been given since."""

        @property
        def control(self) -> ChoiceRow:
            return self.row

    class Focused(Message):
        """The row got the focus; its help can be shown."""

        def __init__(self, row: ChoiceRow) -> None:
            super().__init__()
            self.row = row

    def __init__(
        self,
        label: str,
        choices: Sequence[Choice],
        value: str,
        *,
        about: str = "",
        id: str | None = None,  # noqa: A002  (Textual's name)
    ) -> None:
        super().__init__(id=id)
        self.label = label
        self.choices = list(choices)
        self.about = about
        self.note = ""
        """What stands behind the value, dim, where there is room."""
        self.set_reactive(ChoiceRow.value, value)

    def offer(self, choices: Sequence[Choice], value: str) -> None:
        """Take other choices and a value out of them, without telling anybody."""
        self.choices = list(choices)
        self.set_reactive(ChoiceRow.value, value)
        self.refresh()

    def choose(self, value: str) -> None:
        """Take a value and tell the screen."""
        if value != self.value:
            self.value = value
            self.post_message(self.Changed(self))

    def action_step(self, by: int) -> None:
        steps = [c for c in self.choices if not c.asks]
        if steps:
            place = next((i for i, c in enumerate(steps) if c.value == self.value), 0)
            self.choose(steps[(place + by) % len(steps)].value)

    def action_list(self) -> None:
        """Show all values in a list."""
        from tui_arena.ui.widgets.picker import Picker  # noqa: PLC0415  (only when asked for)

        def picked(value: str | None) -> None:
            if value is not None:
                self.choose(value)

        self.app.push_screen(Picker(self.label, self.choices, self.value), picked)

    def on_focus(self) -> None:
        self.post_message(self.Focused(self))

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        for start, end, value in self._spots():
            if start <= x < end:
                if value in ("<", ">") and not self._inline():
                    self.action_step(1 if value == ">" else -1)
                elif self._inline():
                    self.choose(value)
                else:
                    self.action_list()
                return

    def render(self) -> Content:
        look = look_of(self)
        focused = self.has_focus
        lead = f"{look.arrow} " if focused else "  "
        label = one_line(self.label, LABEL - 1).ljust(LABEL)
        parts: list[tuple[str, str]] = [
            (lead, "bold $accent"),
            (label, "bold" if focused else "$foreground-muted"),
        ]
        if self._inline():
            for choice in self.choices:
                on = choice.value == self.value
                parts.append((f"{look.radio[on]} ", "$accent" if on else "$foreground-muted"))
                parts.append((f"{choice.text}   ", "bold $primary" if on else ""))
        elif len(self.choices) == 1:
            text = one_line(self.choices[0].text, max(self._room(), 4))
            parts.append((text, "" if self.disabled else "bold $primary"))
        else:
            dim = "$accent" if focused else "$foreground-disabled"
            text = (
                one_line(self.choices[self._place()].text, max(self._room() - 4, 4))
                if self.choices
                else look.dash
            )
            parts += [
                ("< " if look.ascii else "‹ ", dim),
                (text, "bold $primary"),
                (" >" if look.ascii else " ›", dim),
            ]
        content = Content.assemble(*parts).rstrip()
        if self.note and content.cell_length + 3 + len(self.note) <= self.content_size.width:
            content = Content.assemble(content, (f"   {self.note}", "$foreground-muted"))
        return content

    def _place(self) -> int:
        return next((i for i, c in enumerate(self.choices) if c.value == self.value), 0)

    def _room(self) -> int:
        return self.content_size.width - LABEL - 2

    def _inline(self) -> bool:
        radio = len(look_of(self).radio[0])
        return (
            1 < len(self.choices) <= 5 and sum(radio + 4 + len(c.text) for c in self.choices) <= self._room()
        )

    def _spots(self) -> list[tuple[int, int, str]]:
        """Where a click means what: first and last cell, and the value or arrow there."""
        x = LABEL + 2
        if len(self.choices) == 1:
            return []
        if not self._inline():
            text = self.choices[self._place()].text if self.choices else ""
            return [
                (x, x + 2, "<"),
                (x + 2, x + 2 + len(text), ""),
                (x + 2 + len(text), x + 5 + len(text), ">"),
            ]
        spots = []
        for choice in self.choices:
            width = len(look_of(self).radio[0]) + 1 + len(choice.text)
            spots.append((x, x + width, choice.value))
            x += width + 3
        return spots
