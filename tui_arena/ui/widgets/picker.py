"""A list to pick one value from, over the row that asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.ui.look import say
from tui_arena.ui.widgets.rows import Choice

BROAD = 40
"""Cells of a text from which on the list is broader."""


class Picker(ModalScreen[str | None]):
    """Gives the value that was picked, or None."""

    DEFAULT_CSS = """
    Picker { align: center middle; background: $background 60%; }
    Picker > Vertical {
        width: 46; max-width: 92%; height: auto; max-height: 80%; padding: 0 1;
        background: $surface; border: round $primary;
    }
    Picker .title { text-style: bold; color: $primary; padding: 0 1; }
    Picker > Vertical.-broad { width: 64; }
    Picker OptionList { height: auto; max-height: 16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="picker.close")
    ]

    def __init__(self, title: str, choices: Sequence[Choice], value: str) -> None:
        super().__init__()
        self._title = title
        self._choices = choices
        self._value = value

    def compose(self) -> ComposeResult:
        broad = max((len(c.text) for c in self._choices), default=0) > BROAD
        with Vertical(classes="-broad" if broad else ""):
            yield Static(say(self._title), classes="title", markup=False)
            yield OptionList(*(Option(say(c.text)) for c in self._choices), classes="plain", markup=False)

    def on_mount(self) -> None:
        values = [c.value for c in self._choices]
        self.query_one(OptionList).highlighted = values.index(self._value) if self._value in values else 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._choices[event.option_index].value)

    def action_close(self) -> None:
        self.dismiss(None)
