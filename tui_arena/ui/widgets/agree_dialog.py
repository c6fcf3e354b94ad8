"""What everybody at the keyboard has to agree to, one key each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from tui_arena.ui.look import say


class AgreeDialog(ModalScreen[bool]):
    """Gives whether all agreed; Esc, or one who does not, ends it."""

    DEFAULT_CSS = """
    AgreeDialog { align: center middle; background: $background 60%; }
    AgreeDialog > Vertical {
        width: 64; max-width: 92%; height: auto; max-height: 90%; padding: 1 2;
        background: $surface; border: round $primary;
    }
    AgreeDialog .title { text-style: bold; color: $primary; margin-bottom: 1; height: auto; }
    AgreeDialog .text { height: auto; }
    AgreeDialog Horizontal { height: auto; margin-top: 1; align-horizontal: right; }
    AgreeDialog Button { margin-left: 2; min-width: 10; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "refuse", "No", show=False, id="agree.no"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, title: str, text: str, names: Sequence[str]) -> None:
        """`names`: of those who have to agree."""
        super().__init__()
        self._title = title
        self._text = text
        self._names = names

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(say(self._title), classes="title", markup=False)
            yield Static(say(self._text), classes="text", markup=False)
            with Horizontal():
                for n, name in enumerate(self._names):
                    yield Button(say(f"{name}: yes"), id=f"yes-{n}", variant="primary", compact=True)
                yield Button(say("No"), id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """One more who agrees; the next one is in focus."""
        event.stop()
        if event.button.id == "no":
            self.dismiss(False)
            return
        event.button.disabled = True
        event.button.label = say(str(event.button.label).replace(": yes", " agrees"))
        left = [b for b in self.query(Button) if b.id != "no" and not b.disabled]
        if left:
            left[0].focus()
        else:
            self.dismiss(True)

    def action_refuse(self) -> None:
        self.dismiss(False)
