"""What everybody at the keyboard has to agree to, one key each."""

from __future__ import annotations

from collections.abc import Sequence

from textual.widgets import Button

from tui_arena.core.text import one_line
from tui_arena.ui.look import say
from tui_arena.ui.widgets.dialog import Dialog

NAME = 16
"""Cells of a name at most."""


class AgreeDialog(Dialog):
    """Gives `agreed` once all have; Esc, or one who does not, ends it with None."""

    DEFAULT_CSS = """
    AgreeDialog.-covers { background: $background; }
    """

    def __init__(self, title: str, text: str, names: Sequence[str], *, covers: bool = False) -> None:
        """`names`: of those who have to agree; `covers`: whether nothing behind it may be seen by all of them."""
        self._shown = [one_line(name, NAME) for name in names]
        answers = [(f"yes-{n}", f"{name}: yes") for n, name in enumerate(self._shown)]
        super().__init__(title, text, [*answers, ("no", "No")])
        self.set_class(covers, "-covers")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """One more who agrees; the next one is in focus."""
        event.prevent_default()  # the dialog would take it for its answer
        if event.button.id == "no":
            self.dismiss(None)
            return
        buttons = list(self.query(Button))
        event.button.disabled = True
        event.button.label = say(f"{self._shown[buttons.index(event.button)]} agrees")
        event.button.refresh(layout=True)
        left = [button for button in buttons[:-1] if not button.disabled]
        if left:
            left[0].focus()
        else:
            self.dismiss("agreed")
