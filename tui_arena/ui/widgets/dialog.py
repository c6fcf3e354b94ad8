"""A question with a few answers, over the screen that asks it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from tui_arena.ui.look import say


def leave_dialog() -> Dialog:
    """Asks whether to leave the table; `leave` or `stay`."""
    text = "Every move is saved. Home offers the game again when you come back."
    return Dialog("Leave the table?", text, [("stay", "Stay"), ("leave", "Leave")])


def unsaved_dialog() -> Dialog:
    """Asks whether to leave a form that holds what is not saved; `leave` or `stay`."""
    answers = [("stay", "Stay"), ("leave", "Leave")]
    return Dialog("Leave without saving?", "What was typed is lost.", answers)


class Dialog(ModalScreen[str | None]):
    """Gives the id of the answer that was chosen, or None if it was closed with Esc.

    `await app.push_screen_wait(Dialog(...))` in a worker, or with a callback.
    """

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog > Vertical {
        width: 64; max-width: 92%; height: auto; max-height: 90%; padding: 1 2;
        background: $surface; border: round $primary;
    }
    Dialog .title { text-style: bold; color: $primary; margin-bottom: 1; height: auto; }
    Dialog VerticalScroll { height: auto; max-height: 45vh; scrollbar-size-vertical: 1; }
    Dialog .text { height: auto; }
    Dialog Horizontal { height: auto; margin-top: 1; align-horizontal: right; }
    Dialog Button { margin-left: 2; min-width: 10; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="dialog.close"),
        Binding("pageup", "scroll(-1)", show=False),
        Binding("pagedown", "scroll(1)", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str]]) -> None:
        """`answers`: id and label of each button; the first has the focus."""
        super().__init__()
        self._title = title
        self._text = text
        self._answers = answers

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(say(self._title), classes="title", markup=False)
            with VerticalScroll(can_focus=False):
                yield Static(say(self._text), classes="text", markup=False)
            with Horizontal():
                for n, (name, label) in enumerate(self._answers):
                    yield Button(
                        say(label), id=name, variant="primary" if n == 0 else "default", compact=True
                    )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id)

    def action_close(self) -> None:
        self.dismiss(None)

    def action_scroll(self, way: int) -> None:
        """Page through a text that is longer than the dialog."""
        page = self.query_one(VerticalScroll)
        page.scroll_page_down() if way > 0 else page.scroll_page_up()
