"""The panel with the text to share, which is already on the clipboard."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tui_arena.config import BadFile
from tui_arena.core.language.sentences import YOU
from tui_arena.save.exchange.export import write_new
from tui_arena.ui.app.screen import arena_of
from tui_arena.ui.challenge.presenter import Codes
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import Panel

PLAY_IT = "Play it too: "
"""Stands before the code in a shared text."""

NAMELESS = "It has no name: give yourself one in the settings."


class ShareScreen(Panel[None]):
    """Shows the text to share, which is already on the clipboard; a key saves it to a file."""

    DEFAULT_CSS = """
    ShareScreen > Vertical { max-width: 94%; }
    ShareScreen .title { margin-bottom: 1; }
    ShareScreen Static { height: auto; }
    ShareScreen #all { height: auto; max-height: 60vh; scrollbar-size-vertical: 1; }
    ShareScreen #told { color: $foreground-muted; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,y,Y,enter", "close", "Close", show=False, id="share.close"),
        Binding("s", "save", "Save to a file", show=False, id="share.save"),
        Binding("m", "moves", "With your moves", show=False, id="share.moves"),
    ]

    def __init__(self, text: str, name: str, codes: Codes | None = None) -> None:
        """`name`: the name of the file. If a file has this name, the new file gets another.

        `codes`: the codes with which others play the same game; None if they can't.
        """
        super().__init__("Share it; no spoilers")
        self._result = text
        self._file = name
        self._codes = codes
        self._with_moves = False

    @property
    def text(self) -> str:
        """What is copied: the result, and the code that was chosen last."""
        if self._codes is None:
            return self._result
        code = self._codes.with_moves if self._with_moves else self._codes.plain
        return f"{self._result}\n{PLAY_IT}{code}"

    def inside(self) -> ComposeResult:
        with VerticalScroll(id="all"):
            yield Static(say(self.text), id="text", markup=False)
        yield Static(say(self._told), id="told", markup=False)

    @property
    def _told(self) -> str:
        keys = "Copied, if your terminal allows it.  s saves it to a file,  Esc closes."
        if self._nameless:
            keys = f"{keys}\n{NAMELESS}"
        if self._codes is None or not self._codes.with_moves:
            return keys
        other = (
            "m leaves your moves out."
            if self._with_moves
            else "m adds your moves, so they play beside your ghost."
        )
        return f"{keys}\n{other}"

    @property
    def _nameless(self) -> bool:
        """Whether the code has a place for a name, and the user has given none."""
        named = self._codes is not None and (self._with_moves or not self._codes.with_moves)
        return named and arena_of(self).settings.name == YOU

    def action_moves(self) -> None:
        """Change between the code of the game alone and the code with the moves, and copy it."""
        if self._codes is None or not self._codes.with_moves:
            return
        self._with_moves = not self._with_moves
        self.query_one("#text", Static).update(say(self.text))
        self.query_one("#told", Static).update(say(self._told))
        self.app.copy_to_clipboard(self.text)

    @work(group="save", exclusive=True)
    async def action_save(self) -> None:
        """Save the text, and show the path or the error."""
        arena = arena_of(self)
        try:
            path = await arena.in_thread(write_new, arena.paths.exports, self._file, [self.text + "\n"])
            told = f"Saved to {path}"
        except BadFile as error:
            told = str(error)
        self.query_one("#told", Static).update(say(told))
