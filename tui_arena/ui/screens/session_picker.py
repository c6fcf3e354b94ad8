"""Sessions to pick one from: Enter opens its result, w its replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList

from tui_arena.ui.widgets.picker import Picker
from tui_arena.ui.widgets.rows import Choice


class SessionPicker(Picker):
    """Gives `result ID` or `watch ID`, or None."""

    DEFAULT_CSS = "SessionPicker > Vertical { width: 72; border-subtitle-color: $foreground-muted; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", "Replay", show=False, id="session_picker.watch")
    ]

    def __init__(self, title: str, sessions: Sequence[Choice]) -> None:
        """`sessions`: their ids as values."""
        super().__init__(title, sessions, "")
        self._sessions = sessions

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Vertical).border_subtitle = "enter result  w replay  esc closes"

    @on(OptionList.OptionSelected)
    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(f"result {self._sessions[event.option_index].value}")

    def action_watch(self) -> None:
        at = self.query_one(OptionList).highlighted
        if at is not None and self._sessions:
            self.dismiss(f"watch {self._sessions[at].value}")
