"""Dialogs over the screen that opens them: a few answers, a line of text, or all players' agreement."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tui_arena.core.text import one_line
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.screen_base import ScreenBase

R = TypeVar("R")


class Panel(ScreenBase[R | None], ModalScreen[R | None]):
    """A panel over the screen that opens it. Returns the answer, or None if the panel was closed.

    Open it with `await app.push_screen_wait(...)` in a worker, or with a callback.
    """

    DEFAULT_CSS = """
    Panel { align: center middle; background: $background 60%; }
    Panel > Vertical {
        width: 64; max-width: 92%; height: auto; max-height: 90%; padding: 1 2;
        background: $surface; border: round $primary;
    }
    Panel .title { text-style: bold; color: $primary; height: auto; }
    Panel .text { height: auto; color: $foreground-muted; margin-bottom: 1; }
    Panel .problem { height: auto; min-height: 1; color: $text-error; }
    Panel > Vertical > Horizontal { height: auto; align-horizontal: right; }
    Panel Button { margin-left: 2; min-width: 10; }
    """

    def __init__(self, title: str, text: str = "") -> None:
        """`title` and `text` are shown above the panel's content. An empty text takes no room."""
        super().__init__()
        self._title = title
        self._text = text
        self._letters: Sequence[str] = ()
        """The letter of each button, in order; empty if all letters of its label are taken."""

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(say(self._title), classes="title", markup=False)
            if self._text:
                yield Static(say(self._text), classes="text", markup=False)
            yield from self.inside()

    def inside(self) -> ComposeResult:
        """The widgets below the title and the text."""
        yield from ()

    def on_screen_resume(self) -> None:
        """Draw the footer of the screen below again, now that this panel can say its keys."""
        for screen in self.app.screen_stack[:-1][-1:]:
            for bar in screen.query("KeyBar"):
                bar.refresh()

    def buttons(self, *answers: tuple[str, str]) -> ComposeResult:
        """A line of buttons with ids and labels. The first is highlighted. A letter of each label presses its button."""
        self._letters = letters_of([label for _, label in answers])
        with Horizontal():
            for n, (name, label) in enumerate(answers):
                text = say(label)
                at = label.lower().find(self._letters[n]) if self._letters[n] else -1
                text = text.stylize("underline", at, at + 1) if at >= 0 else text
                yield Button(text, id=name, variant="default" if n else "primary", compact=True)

    def on_key(self, event: Key) -> None:
        """Press the button with this letter. A field with the focus takes the letters itself."""
        letter = (event.character or "").lower()
        if letter and letter in self._letters:
            event.stop()
            self.query(Button)[self._letters.index(letter)].press()

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        """Close the panel without an answer."""
        self.dismiss(None)


def letters_of(labels: Sequence[str]) -> list[str]:
    """A letter for each label: the first free letter. The last label, which is mostly No, is served first.

    >>> letters_of(["Stay", "Leave"]), letters_of(["Nora: yes", "No"])
    (['s', 'l'], ['o', 'n'])
    """
    found: list[str] = []
    for label in reversed(labels):
        letters = (c for c in label.lower() if c.isalnum())
        found.append(next((c for c in letters if c not in found), ""))
    return found[::-1]


Question = tuple[str, str, tuple[str, str]]
"""A question's title and text, and its two answers: to leave everything unchanged, and to proceed."""
QUIT: Question = (
    "Quit?",
    "Every move is saved. You can pick the game up again from home.",
    ("Stay", "Quit"),
)


def _dialog(question: Question) -> Dialog:
    title, text, (stay, go) = question
    return Dialog(title, text, [("stay", stay), ("go", go)])


def confirm(app: App[Any], question: Question, then: Callable[[], object]) -> None:
    """Ask a question; `then` runs after the second answer."""

    def answered(answer: str | None) -> None:
        if answer == "go":
            then()

    app.push_screen(_dialog(question), answered)


async def agreed(app: App[Any], question: Question) -> bool:
    """Ask a question, in a worker. Returns whether the second answer was chosen."""
    return await app.push_screen_wait(_dialog(question)) == "go"


class Dialog(Panel[str]):
    """A dialog that returns the id of the chosen answer."""

    DEFAULT_CSS = """
    Dialog .title { margin-bottom: 1; }
    Dialog VerticalScroll { height: auto; max-height: 45vh; scrollbar-size-vertical: 1; }
    Dialog .text { color: $foreground; margin-bottom: 0; }
    Dialog > Vertical > Horizontal { margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="dialog.close"),
        Binding("pageup", "scroll(-1)", show=False),
        Binding("pagedown", "scroll(1)", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str]]) -> None:
        """`answers`: the id and label of each button. The first has the focus."""
        super().__init__(title)
        self._scrolled = text
        self._answers = answers

    def inside(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield Static(say(self._scrolled), classes="text", markup=False)
        yield from self.buttons(*self._answers)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id)

    def action_scroll(self, way: int) -> None:
        """Scroll by pages through a text that is longer than the dialog."""
        page = self.query_one(VerticalScroll)
        page.scroll_page_down() if way > 0 else page.scroll_page_up()


Check = Callable[[str], str | None]
"""Returns the fault of a text, in a sentence; None if it has none."""


class TextDialog(Panel[str]):
    """A dialog that returns one line of text."""

    DEFAULT_CSS = """
    TextDialog > Vertical { width: 60; }
    TextDialog Input { background: $panel; margin-bottom: 1; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False, id="text.close")]

    def __init__(
        self,
        title: str,
        text: str,
        value: str,
        check: Check,
        *,
        doubt: Callable[[str], str] | None = None,
        limit: int = 40,
    ) -> None:
        """`check` runs at every key. `limit`: the maximum number of characters.

        `doubt`: returns a question about a text before it is accepted; empty: no question. If the same text
        is given again, it is accepted. It runs in a thread.
        """
        super().__init__(title, text)
        self._doubt = doubt
        self._doubted = ""
        """The text about which the question was asked."""
        self._value = value
        self.check = check
        self._limit = limit

    def inside(self) -> ComposeResult:
        yield Input(self._value, max_length=self._limit, select_on_focus=True, compact=True)
        yield Static(classes="problem", markup=False)
        yield from self.buttons(("ok", "OK"), ("cancel", "Cancel"))

    @property
    def text(self) -> str:
        """The typed text, cleaned."""
        return one_line(self.query_one(Input).value, self._limit)

    @on(Input.Changed)
    def _changed(self) -> None:
        self.query_one(".problem", Static).update(say(self.check(self.text) or ""))

    @on(Input.Submitted)
    @on(Button.Pressed, "#ok")
    async def _done(self) -> None:
        text = self.text
        if self.check(text) is not None:
            return
        doubt = ""
        if self._doubt is not None and text != self._doubted:
            doubt = await asyncio.to_thread(self._doubt, text)
        if not self.is_current:
            return
        if doubt:
            self._doubted = text
            self.query_one(".problem", Static).update(say(doubt))
        else:
            self.dismiss(text)


def name_fault(text: str) -> str | None:
    """The fault of a person's name; None if it has none."""
    return None if text.strip(" ?") else "A name needs at least one letter."


class AskLine(Panel[str]):
    """A dialog that returns the typed line, or None if it was left empty."""

    DEFAULT_CSS = """
    AskLine > Vertical { width: 72; }
    AskLine .text { color: $foreground; }
    AskLine .keys { height: 1; margin-top: 1; color: $text-muted; text-align: right; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False, id="ask.close")]

    def __init__(self, title: str, text: str, line: str = "") -> None:
        """`line`: the initial text in the field."""
        super().__init__(title, text)
        self._line = line

    def inside(self) -> ComposeResult:
        yield Input(self._line, compact=True)
        yield Static("Press Enter to accept, Esc to cancel", classes="keys", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


NAME = 16
"""The maximum width of a name, in cells."""


class AgreeDialog(Dialog):
    """A dialog that returns `agreed` once all have agreed. Esc or a No returns None."""

    DEFAULT_CSS = """
    AgreeDialog.-covers { background: $background; }
    """

    def __init__(self, title: str, text: str, names: Sequence[str], *, covers: bool = False) -> None:
        """`names`: the players who have to agree; `covers`: whether the screen behind must stay hidden."""
        self._shown = [one_line(name, NAME) for name in names]
        several = len(self._shown) > 1
        answers = [(f"yes-{n}", f"{name}: yes" if several else "Yes") for n, name in enumerate(self._shown)]
        super().__init__(title, text, [*answers, ("no", "No")])
        self.set_class(covers, "-covers")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Record that one more player agrees, and focus the next button."""
        event.prevent_default()  # otherwise `Dialog` would take the press as its answer
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
