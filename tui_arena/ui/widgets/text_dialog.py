"""One line of text, asked over the screen that needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tui_arena.core.text import one_line
from tui_arena.ui.look import say

Check = Callable[[str], str | None]
"""What is wrong with a text, in a sentence; None if nothing is."""


class TextDialog(ModalScreen[str | None]):
    """Gives the text on one line, or None if it was closed with Esc."""

    DEFAULT_CSS = """
    TextDialog { align: center middle; background: $background 60%; }
    TextDialog > Vertical {
        width: 60; max-width: 92%; height: auto; padding: 1 2;
        background: $surface; border: round $primary;
    }
    TextDialog .title { text-style: bold; color: $primary; }
    TextDialog .text { height: auto; color: $foreground-muted; margin-bottom: 1; }
    TextDialog Input { background: $panel; margin-bottom: 1; padding: 0 1; }
    TextDialog .problem { height: auto; min-height: 1; color: $text-error; }
    TextDialog Horizontal { height: auto; align-horizontal: right; }
    TextDialog Button { margin-left: 2; min-width: 10; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False, id="text.close")]

    def __init__(self, title: str, text: str, value: str, check: Check, *, limit: int = 40) -> None:
        """`check` is asked at every key; `limit` is in characters."""
        super().__init__()
        self._title = title
        self._text = text
        self._value = value
        self._check = check
        self._limit = limit

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(say(self._title), classes="title", markup=False)
            yield Static(say(self._text), classes="text", markup=False)
            yield Input(self._value, max_length=self._limit, select_on_focus=True, compact=True)
            yield Static(classes="problem", markup=False)
            with Horizontal():
                yield Button(say("OK"), id="ok", variant="primary", compact=True)
                yield Button(say("Cancel"), id="cancel", compact=True)

    @property
    def text(self) -> str:
        """What was typed, cleaned."""
        return one_line(self.query_one(Input).value, self._limit)

    @on(Input.Changed)
    def _changed(self) -> None:
        self.query_one(".problem", Static).update(say(self._check(self.text) or ""))

    @on(Input.Submitted)
    @on(Button.Pressed, "#ok")
    def _done(self) -> None:
        if self._check(self.text) is None:
            self.dismiss(self.text)

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self.dismiss(None)


def name_fault(text: str) -> str | None:
    """What is wrong with a person's name; None if nothing is."""
    return None if text.strip(" ?") else "A name has at least one letter."
