"""The codes of challenges: made of a result and shared, and typed in or taken from the shelf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Button, Input, Static

from tui_arena.config import BadFile
from tui_arena.core.challenge import LONGEST, BadCode, Challenge, read_code
from tui_arena.core.language.sentences import YOU
from tui_arena.core.session import Session
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.catalogue import shipped_challenges
from tui_arena.players.challenges import challenge_of, code_of
from tui_arena.save.exchange.export import write_new
from tui_arena.table.challenging import Finish, came_to
from tui_arena.ui.app.screen import arena_of
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import Panel
from tui_arena.ui.widgets.menu import ARROWS, MenuRow


def shelf_rows(catalogue: Catalogue) -> list[tuple[str, str, str]]:
    """The shipped challenges, each with a title, the player to beat with their result, and a code."""
    found = []
    for one in shipped_challenges(catalogue.games.values()):
        with suppress(BadCode):
            challenge = read_code(one.code)
            if isinstance(challenge, Challenge):
                ghost = Finish(challenge.by, challenge.kind, challenge.result, challenge.tries, "")
                told = f"{challenge.by} {came_to(ghost, catalogue.game(one.game))}"
                found.append((one.title, told, one.code))
    return found


@dataclass(frozen=True, slots=True)
class Codes:
    """The codes of a finished game."""

    plain: str
    """The code of the same game, without moves."""
    with_moves: str
    """The code of the same game with this one as its ghost; empty if the moves don't fit into a code."""


def codes_of(catalogue: Catalogue, session: Session, info: GameInfo, me: str) -> Codes | None:
    """The codes of a finished session; None if it can't be a challenge. `me`: the user's name."""
    try:
        plain = code_of(challenge_of(session, info, catalogue, me=me, moves=False), catalogue)
    except BadCode:
        return None
    moved = ""
    with suppress(BadCode):
        challenge = challenge_of(session, info, catalogue, me=me)
        moved = code_of(challenge, catalogue) if challenge.moves else ""
    return Codes(plain, moved)


TITLE = "A challenge"
TEXT = "Type or paste the code. You'll play the same game, next to the ghost of whoever sent it."
ROOM = 4 * LONGEST
"""The maximum length of what is typed or pasted: a code may come with the text around it."""


class CodeInput(Input):
    """A line that accepts a pasted text with line breaks, because mail programs wrap long codes.

    If the text is too long, its end is taken, because a shared result ends with the code.
    """

    def _on_paste(self, event: events.Paste) -> None:
        room = ROOM - len(self.value)
        text = " ".join(event.text.split())
        self.insert_text_at_cursor(text[max(len(text) - room, 0) :])
        event.stop()
        event.prevent_default()


MAKE = "make"
"""The dialog's answer if the user wants to make their own challenge."""


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
        *ARROWS,
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


PLAY_IT = "Play it too: "
"""Stands before the code in a shared text."""

NAMELESS = "The code doesn't say who you are; you can add your name in the settings."


class ShareScreen(Panel[None]):
    """Shows the text to share, which is already on the clipboard; a key saves it to a file."""

    DEFAULT_CSS = """
    ShareScreen > Vertical { max-width: 94%; }
    ShareScreen .title { margin-bottom: 1; }
    ShareScreen Static { height: auto; }
    ShareScreen #all { height: auto; max-height: 60vh; scrollbar-size-vertical: 1; }
    ShareScreen #hints { color: $foreground-muted; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,y,Y,enter", "close", "Close", show=False, id="share.close"),
        Binding("s", "save", "Save to a file", show=False, id="share.save"),
        Binding("m", "moves", "With your moves", show=False, id="share.moves"),
    ]

    def __init__(self, text: str, name: str, codes: Codes | None = None) -> None:
        """`name`: the name of the file. If the name is taken, the new file gets another.

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
        yield Static(say(self._key_hints), id="hints", markup=False)

    @property
    def _key_hints(self) -> str:
        keys = "Copied, if your terminal allows it. Press s to save it to a file, Esc to close."
        if self._nameless:
            keys = f"{keys}\n{NAMELESS}"
        if self._codes is None or not self._codes.with_moves:
            return keys
        other = (
            "Press m to leave your moves out."
            if self._with_moves
            else "Press m to add your moves, so they play next to your ghost."
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
        self.query_one("#hints", Static).update(say(self._key_hints))
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
        self.query_one("#hints", Static).update(say(told))
