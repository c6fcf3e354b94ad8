"""What lies between two people at one keyboard: a moment that everybody looks at, then the curtain.

A person who plays alone sees the moment in their view and is not kept waiting.

Law: a moment shows only the view of the table, takes no answer, and stays until somebody goes on. The curtain
is opaque and shows only what the whole table knows. It takes no game input until the person it calls
confirms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from tui_arena.core.game import TABLE
from tui_arena.core.text import one_line
from tui_arena.table.hotseat import Hotseat
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.game_ui import GameUI
from tui_arena.ui.glyphs import say


class Moments:
    """Knows what everybody at the keyboard should look at before the curtain, and whether they still do."""

    def __init__(self, hotseat: Hotseat, game_ui: GameUI) -> None:
        self._hotseat = hotseat
        self._runner = hotseat.runner
        self._game_ui = game_ui
        self._seen = self._now
        self._held = ""
        """The moment that the screen was held for last."""

    @property
    def _now(self) -> str:
        return self._game_ui.moment(self._runner.views[TABLE])

    @property
    def _is_new(self) -> bool:
        """Whether there is a moment that not everybody has seen, at a table of several people."""
        return len(self._runner.people) > 1 and not self._runner.over and self._now not in ("", self._seen)

    @property
    def up(self) -> bool:
        """Whether the table waits until everybody has looked."""
        return self._is_new and self._now == self._held

    def remember(self) -> None:
        """Take the current moment as seen."""
        self._seen = self._now

    def hold(self, hide: Callable[[], None] | None) -> None:
        """Hold the screen if there is a new moment for everybody.

        `hide` clears what the person before leaves on the screen; None: the curtain is up, so no moment begins.
        """
        if not self._is_new:
            return
        if not self._hotseat.calls:
            self.remember()  # it stays on the screen that everybody looks at
        elif not self.up and hide is not None:
            hide()
            self._hotseat.all_look()
            self._held = self._now

    def end(self) -> None:
        """Go on from the moment that everybody has looked at."""
        if self.up:
            self.remember()
            self._runner.changed()


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

    def body(self) -> ComposeResult:
        bar = "///" if self.glyphs.ascii else "▞▞▞"
        with Vertical(id="call"):
            yield Static(say(f"{bar}  hand the keyboard to  {bar}"), id="hand", markup=False)
            yield Static(say(self.called.upper()), id="name", markup=False)
            yield Static(
                say(f"{self._todo} {self.glyphs.dot} no peeking, the rest of you"), id="task", markup=False
            )
            with Center():
                yield Button(say(f"It's my turn  {self.glyphs.enter}"), id="here", compact=True)
            yield Static(self._last, id="last", markup=False)
            yield Static(say("Your secrets come up after Enter."), id="calm", markup=False)

    @property
    def game_running(self) -> bool:
        return True

    @property
    def info(self) -> object:
        """The game at the table below, for help."""
        stack = self.app.screen_stack
        return getattr(stack[stack.index(self) - 1], "info", None) if self in stack[1:] else None

    def on_mount(self) -> None:
        self.set_focus(None)

    def on_button_pressed(self) -> None:
        self.action_confirm()

    def action_confirm(self) -> None:
        """The person says that they are there."""
        self._go(there=True)

    def action_back(self) -> None:
        self._go(there=False)

    def _go(self, *, there: bool) -> None:
        if self.is_current:
            self.arena.back()
            self._answered(there)
