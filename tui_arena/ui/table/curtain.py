"""The curtain between two people at one keyboard.

Law: the curtain is opaque and shows only what the whole table knows. It takes no game input until the person
it calls confirms. For a moment it ignores keys that the person before may still be pressing.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from tui_arena.core.text import one_line
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import leave_dialog

GRACE = 0.4
"""Seconds after it opens in which no confirmation is taken."""


class CurtainScreen(ArenaScreen):
    """Calls one person and reports whether they are there or want to leave."""

    TITLE = "TUI ARENA"
    CSS_PATH = "curtain.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "confirm", "I am here", id="curtain.confirm"),
        Binding("escape", "back", "Leave the table", id="curtain.leave"),
    ]
    ALLOW_SELECT = False
    secret_up = True

    def __init__(self, name: str, task: str, last: Content, answered: Callable[[bool], None]) -> None:
        """The name of the person it calls, their task, and the last thing that everybody saw.

        `answered` is called after the curtain is closed: with True when the person is there, with False
        to leave the table.
        """
        super().__init__()
        self.called = one_line(name, 40)
        self._todo = task
        self._last = last
        self._answered = answered
        self._up = monotonic()

    def body(self) -> ComposeResult:
        bar = "///" if self.glyphs.ascii else "▞▞▞"
        with Vertical(id="call"):
            yield Static(say(f"{bar}  hand the keyboard to  {bar}"), id="hand", markup=False)
            yield Static(say(self.called.upper()), id="name", markup=False)
            yield Static(say(f"{self._todo} {self.glyphs.dot} nobody else looks"), id="task", markup=False)
            with Center():
                yield Button(
                    say(f"I am {self.called}, show me  {self.glyphs.enter}"), id="here", compact=True
                )
            yield Static(self._last, id="last", markup=False)
            yield Static(say("Nothing of yours is on this screen yet."), id="calm", markup=False)

    @property
    def game_running(self) -> bool:
        return True

    @property
    def info(self) -> object:
        """The game at the table below, for help."""
        stack = self.app.screen_stack
        return getattr(stack[stack.index(self) - 1], "info", None) if self in stack[1:] else None

    def on_mount(self) -> None:
        self._up = monotonic()
        self.set_focus(None)

    def on_button_pressed(self) -> None:
        self.action_confirm()

    def action_confirm(self) -> None:
        """The person says that they are there."""
        if monotonic() - self._up >= GRACE:
            self._go(there=True)

    def action_back(self) -> None:
        self.app.push_screen(leave_dialog(), lambda said: self._go(there=False) if said == "leave" else None)

    def _go(self, *, there: bool) -> None:
        if self.is_current:
            self.arena.back()
            self._answered(there)
