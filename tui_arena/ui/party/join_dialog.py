"""Who joins a party: names are typed, or picked from a list of who has played before, bots and models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Button, Input, OptionList
from textual.widgets.option_list import Option

from tui_arena.players.party import MOST_PLAYERS
from tui_arena.players.seating import NAME_CHARS
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import Check, TextDialog

JOIN = "They share the keyboard; bots fill the empty seats."
SEVERAL = "Several at once: Ada, Ben, a bot."
LIST = "Type a name, or pick one with the arrows."


class JoinDialog(TextDialog):
    """Gives the names on one line, with commas between them.

    What is typed counts, whatever the list holds; Enter takes a name of the list only while one is marked.
    """

    DEFAULT_CSS = """
    JoinDialog OptionList { height: auto; max-height: 8; margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "mark(-1)", "Choose", show=False),
        Binding("down", "mark(1)", "Choose", show=False),
    ]

    def __init__(self, people: Sequence[str], machines: Sequence[str], check: Check) -> None:
        """Those who have no seat; `people` have played before, `machines` are bots and models."""
        limit = MOST_PLAYERS * (NAME_CHARS + 2)
        super().__init__("Who joins?", f"{LIST if people else JOIN} {SEVERAL}", "", check, limit=limit)
        self._known = [*people, *machines]
        self._first = 0 if people else None
        """What is marked before anything is typed; a bot is not."""
        self._offered = list(self._known)
        """The names that the list shows: those that begin as what is typed."""

    def inside(self) -> ComposeResult:
        for n, widget in enumerate(super().inside()):
            if n == 1 and self._known:
                yield OptionList(*self._options(), classes="plain", markup=False)
            yield widget

    def on_mount(self) -> None:
        self.query_one(Input).focus()
        if self._known:
            names = self.query_one(OptionList)
            names.can_focus = False
            names.highlighted = self._first

    def _options(self) -> list[Option]:
        return [Option(say(name)) for name in self._offered]

    @property
    def _before(self) -> str:
        """The names that are typed in full: all up to the last comma."""
        head, comma, _ = self.query_one(Input).value.rpartition(",")
        return f"{head}{comma} " if comma else ""

    @property
    def text(self) -> str:
        """The names that were typed, and the one that is marked in place of the last."""
        names = self.query(OptionList)
        marked = names.first().highlighted if names else None
        return super().text if marked is None else self._before + self._offered[marked]

    def action_mark(self, by: int) -> None:
        """Mark the next name of the list, or the one before."""
        if self._offered and self._known:
            names = self.query_one(OptionList)
            names.action_cursor_down() if by > 0 else names.action_cursor_up()
            self._changed()

    @on(Input.Changed)
    def _narrow(self) -> None:
        """List who may be meant by what is typed; nobody is marked until an arrow marks them."""
        if not self._known:
            return
        typed = self.query_one(Input).value
        taken = {name.strip().casefold() for name in self._before.split(",")}
        begun = typed.rpartition(",")[2].strip().casefold()
        free = (name for name in self._known if name.casefold() not in taken)
        self._offered = [name for name in free if name.casefold().startswith(begun)]
        names = self.query_one(OptionList)
        names.clear_options().add_options(self._options())
        names.display = bool(self._offered)
        names.highlighted = None if typed else self._first

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.option_list.highlighted = event.option_index
        self.query_one("#ok", Button).press()
