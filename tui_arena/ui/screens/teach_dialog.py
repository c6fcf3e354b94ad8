"""Asks whether something goes into a deck of the user's, under which names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tui_arena.core.text import one_line
from tui_arena.data.entity_decks import MAX_NAME
from tui_arena.ui.afterword import Lesson
from tui_arena.ui.look import say
from tui_arena.ui.widgets.field_row import FieldRow


class TeachDialog(ModalScreen[Lesson | None]):
    """Gives the lesson under the names that were chosen, or None."""

    DEFAULT_CSS = """
    TeachDialog { align: center middle; background: $background 60%; }
    TeachDialog > Vertical {
        width: 68; max-width: 94%; height: auto; padding: 1 2; background: $surface; border: round $primary;
    }
    TeachDialog .title { text-style: bold; color: $primary; margin-bottom: 1; height: auto; }
    TeachDialog .text { height: auto; color: $foreground-muted; margin-top: 1; }
    TeachDialog .problem { height: auto; min-height: 1; color: $text-error; }
    TeachDialog Horizontal { height: auto; align-horizontal: right; }
    TeachDialog FieldRow { align-horizontal: left; }
    TeachDialog Button { margin-left: 2; min-width: 10; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="teach.close"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, lesson: Lesson, path: Path) -> None:
        """`path` is the file that it goes into."""
        super().__init__()
        self._lesson = lesson
        self._path = path

    def compose(self) -> ComposeResult:
        lesson = self._lesson
        with Vertical():
            yield Static(say("Add it to my deck"), classes="title", markup=False)
            yield FieldRow("name", lesson.name, limit=MAX_NAME, id="name")
            aliases = " | ".join(lesson.aliases)
            yield FieldRow(
                "also called", aliases, empty="other names, with | between", limit=400, id="aliases"
            )
            yield Static(say(self._what()), classes="text", markup=False)
            yield Static(classes="problem", markup=False)
            with Horizontal():
                yield Button(say("Add"), id="add", variant="primary", compact=True)
                yield Button(say("Cancel"), id="cancel", compact=True)

    def on_mount(self) -> None:
        self.query_one("#name", FieldRow).field.focus()

    def _what(self) -> str:
        n = self._lesson.given
        facts = f"{n} {'fact' if n == 1 else 'facts'}"
        return (
            f"With {facts} of your answers: yes is yes, no is no, probably is sometimes, "
            f"don't know is left out. It is written to\n{self._path}"
        )

    @property
    def named(self) -> Lesson:
        """The lesson under the names in the fields."""
        aliases = [one_line(part) for part in self.query_one("#aliases", FieldRow).value.split("|")]
        name = self.query_one("#name", FieldRow).value
        kept = dict.fromkeys(alias for alias in aliases if alias and alias != name)
        return replace(self._lesson, name=name, aliases=tuple(kept))

    def _problem(self) -> str:
        if not self.query_one("#name", FieldRow).value:
            return "It needs a name."
        return ""

    @on(Input.Changed)
    def _changed(self) -> None:
        self.query_one(".problem", Static).update(say(self._problem()))

    @on(Input.Submitted)
    @on(Button.Pressed, "#add")
    def _done(self) -> None:
        if not self._problem():
            self.dismiss(self.named)

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self.dismiss(None)
