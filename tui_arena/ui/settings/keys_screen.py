"""The keys screen: which key does what, and how to change it."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.ui.app import keymap
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.app.keymap import Remappable, every_binding
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import TextDialog


class KeyList(OptionList):
    """One line for each action that has a key."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Change", id="keys.change")]


class KeysScreen(ArenaScreen):
    """Every remappable id with its keys; Enter changes them, Delete restores the defaults."""

    TITLE = "KEYS"
    AUTO_FOCUS = "OptionList"
    DEFAULT_CSS = """
    KeysScreen { align-horizontal: center; }
    KeysScreen Vertical { width: 100%; max-width: 90; height: 1fr; padding: 1 2 0 2; }
    KeysScreen OptionList { height: 1fr; }
    KeysScreen #clashes { height: auto; max-height: 5; color: $text-error; margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,backspace", "restore", "As it came", id="keys.restore"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._known: list[Remappable] = []

    def body(self) -> ComposeResult:
        with Vertical():
            yield Static(id="clashes", markup=False)
            yield KeyList(markup=False, classes="plain")

    def on_mount(self) -> None:
        self._known = every_binding(type(self.arena))
        self.query_one(OptionList).add_options(Option(self._line(one)) for one in self._known)
        self.query_one(OptionList).highlighted = 0
        self._tell()

    def _line(self, one: Remappable) -> Content:
        own = keymap.keys_of(self.arena.settings.keys.get(one.id))
        keys = ", ".join(own or one.keys)
        return Content.assemble(
            (one.id.ljust(24), "$foreground-muted"),
            (one.text.ljust(22), ""),
            (keys, "bold $accent" if own else "$accent"),
            ("  yours" if own else "", "$foreground-muted"),
        )

    def _tell(self) -> None:
        faults = keymap.faults(self._known, self.arena.settings.keys)
        line = self.query_one("#clashes", Static)
        line.update(say("\n".join(faults)))
        line.display = bool(faults)
        self.sub_title = f"{len(faults)} to look at" if faults else "saved as you go"

    def _at(self) -> Remappable | None:
        place = self.query_one(OptionList).highlighted
        return None if place is None else self._known[place]

    @on(OptionList.OptionSelected)
    def _change(self) -> None:
        """Ask for other keys for the chosen action."""
        one = self._at()
        if one is None:
            return

        def given(text: str | None) -> None:
            if text is not None:
                self._give(one, text)

        now = ", ".join(keymap.keys_of(self.arena.settings.keys.get(one.id)) or one.keys)
        about = "Several keys are parted by commas, such as f2, ctrl+n, question_mark."
        self.app.push_screen(TextDialog(f"Keys of {one.id}: {one.text}", about, now, _fault, limit=60), given)

    def action_restore(self) -> None:
        """Restore the default keys."""
        one = self._at()
        if one is not None:
            self._give(one, ",".join(one.keys))

    def _give(self, one: Remappable, text: str) -> None:
        keys = dict(self.arena.settings.keys)
        keys.pop(one.id, None)
        if keymap.keys_of(text) != one.keys:
            keys[one.id] = text
        self.run_worker(self._save(keys, one), group="keys")

    async def _save(self, keys: dict[str, str], one: Remappable) -> None:
        problem = await self.arena.change_settings(keys=keys)
        self.query_one(OptionList).replace_option_prompt_at_index(self._known.index(one), self._line(one))
        self._tell()
        if problem:
            self.app.notify(f"Holds for this evening only. {problem}", severity="warning")


def _fault(text: str) -> str | None:
    return None if keymap.keys_of(text) else "Not keys that a terminal sends; try f2 or ctrl+n."
