"""Where a challenge code is typed or pasted, with a shelf of challenges to beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Button, Input, Static

from tui_arena.core.challenge import LONGEST, BadCode, Challenge
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import Panel
from tui_arena.ui.widgets.menu import MenuRow

TITLE = "A challenge"
TEXT = "Type or paste the code. You'll play the same game, next to the ghost of whoever sent it."
ROOM = 4 * LONGEST
"""The maximum length of what is typed or pasted: a code may come with the text around it."""


class CodeInput(Input):
    """A line that takes a pasted text with its line breaks, as long codes are broken into lines on their way.

    Of a text that is too long it takes the end, where a shared result has its code.
    """

    def _on_paste(self, event: events.Paste) -> None:
        room = ROOM - len(self.value)
        text = " ".join(event.text.split())
        self.insert_text_at_cursor(text[max(len(text) - room, 0) :])
        event.stop()
        event.prevent_default()


MAKE = "make"
"""The answer of somebody who wants to make a challenge of their own."""


class ChallengeDialog(Panel[Challenge | str]):
    """Asks for a code. Returns its challenge, `MAKE`, or None if it was closed."""

    DEFAULT_CSS = """
    ChallengeDialog > Vertical { width: 68; }
    ChallengeDialog Input { background: $panel; margin-bottom: 1; padding: 0 1; }
    ChallengeDialog #shelf { height: auto; max-height: 28vh; scrollbar-size-vertical: 1; }
    ChallengeDialog #shelf-title { color: $primary; text-style: bold; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="challenge.close"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, read: Callable[[str], Challenge], shelf: Sequence[tuple[str, str, str]] = ()) -> None:
        """`read` returns the challenge of a code, or raises BadCode.

        `shelf`: challenges to choose from: a title, a text about it, and its code.
        """
        super().__init__(TITLE, TEXT)
        self._read = read
        self._shelf = shelf

    def inside(self) -> ComposeResult:
        yield CodeInput(max_length=ROOM, compact=True, placeholder="7KQZ-WYTK-VM5W")
        yield Static(classes="problem", markup=False)
        if self._shelf:
            yield Static("OR BEAT A MACHINE", id="shelf-title", markup=False)
            with VerticalScroll(id="shelf", can_focus=False):
                for title, text, code in self._shelf:
                    row = MenuRow(" ", title, text)
                    row.title_width = max(len(one) for one, _, _ in self._shelf)
                    row.means = code
                    yield row
        yield from self.buttons(("ok", "Play"), (MAKE, "Make one"), ("cancel", "Cancel"))

    @on(Button.Pressed, f"#{MAKE}")
    def _make(self) -> None:
        self.dismiss(MAKE)

    @on(Input.Changed)
    def _changed(self) -> None:
        self.query_one(".problem", Static).update("")

    @on(Input.Submitted)
    @on(Button.Pressed, "#ok")
    def _done(self) -> None:
        self._take(self.query_one(Input).value)

    @on(MenuRow.Chosen)
    def _chosen(self, event: MenuRow.Chosen) -> None:
        event.stop()
        self._take(str(event.row.means))

    def _take(self, code: str) -> None:
        try:
            self.dismiss(self._read(code))
        except BadCode as error:
            self.query_one(".problem", Static).update(say(str(error)))
