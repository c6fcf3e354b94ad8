"""A question that is answered with one line, over the screen that asks it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tui_arena.ui.look import say


class AskLine(ModalScreen[str | None]):
    """Gives the line that was typed, or None if it was closed with Esc or left empty."""

    DEFAULT_CSS = """
    AskLine { align: center middle; background: $background 60%; }
    AskLine > Vertical {
        width: 72; max-width: 92%; height: auto; padding: 1 2;
        background: $surface; border: round $primary;
    }
    AskLine .title { text-style: bold; color: $primary; height: auto; }
    AskLine .text { height: auto; margin-bottom: 1; }
    AskLine .keys { height: 1; margin-top: 1; color: $text-muted; text-align: right; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False, id="ask.close")]

    def __init__(self, title: str, text: str, line: str = "") -> None:
        """`line`: what stands there at first."""
        super().__init__()
        self._title = title
        self._text = text
        self._line = line

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(say(self._title), classes="title", markup=False)
            yield Static(say(self._text), classes="text", markup=False)
            yield Input(self._line, compact=True)
            yield Static("enter takes it - esc leaves it", classes="keys", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)

    def action_close(self) -> None:
        self.dismiss(None)
