"""One half of a duel on the screen: the player, what they have used, the board, the talk, and the reply."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from tui_arena.core.text import one_line
from tui_arena.ui.game_ui import Board, TalkLine
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.talk import Talk

MOST = 1200
"""The most characters of a text that `now` shows."""


class DuelHalf(Vertical):
    """Draws what it is given. A click chooses it."""

    DEFAULT_CSS = """
    DuelHalf { width: 1fr; height: 1fr; }
    DuelHalf > .head, DuelHalf > .spent { height: 1; }
    DuelHalf > .head { color: $foreground-muted; padding-right: 1; }
    DuelHalf.-chosen > .head { background: $panel; }
    DuelHalf > .spent { color: $foreground-muted; }
    DuelHalf > .board { height: 1fr; }
    DuelHalf > Talk { padding: 0 1; margin-top: 1; }
    DuelHalf > .now { height: 2; padding: 0 1 0 2; color: $foreground-muted; }
    DuelHalf > .now.-bad { color: $text-error; }
    DuelHalf.-bare > .board { display: none; }
    """

    class Chosen(Message):
        """The half was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, glyphs: Glyphs, place: int) -> None:
        super().__init__(id=f"half-{place}", classes="-bare")
        self.place = place
        self.board: Board | None = None
        self._glyphs = glyphs

    def compose(self) -> ComposeResult:
        yield Static(classes="head", markup=False)
        yield Static(classes="spent", markup=False)
        yield Vertical(classes="board")
        yield Talk()
        yield Static(classes="now", markup=False)

    async def lay(self, board: Board | None) -> None:
        """Put a board on the table; without one the talk takes its place."""
        if board is not None:
            await self.query_one(".board").mount(board)
            self.board = board
            self.remove_class("-bare")

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Chosen(self.place))

    def on_board_typed(self, event: Board.Typed) -> None:
        """Ignore clicks on a board's keys: here they only show what is known."""
        event.stop()

    def head(self, name: str, status: str, *, chosen: bool, won: bool) -> None:
        """Draw the player's name and the status of the game."""
        width = max(self.query_one(".head").content_size.width, 10)
        arrow = f"{self._glyphs.arrow} " if chosen else "  "
        left = Content.assemble(
            (arrow, "bold $accent"),
            (one_line(name, max(width - len(status) - 3, 8)), "bold $success" if won else "bold $primary"),
        )
        gap = width - left.cell_length
        right = say(one_line(status, max(gap - 1, 1)))
        self.set_class(chosen, "-chosen")
        self._put(".head", Content.assemble(left, " " * max(gap - right.cell_length, 1), right))

    def spent(self, text: str) -> None:
        """Draw time, tokens and cost."""
        self._put(".spent", say(f"  {text}"))

    def said(self, lines: Sequence[TalkLine]) -> None:
        """Draw the talk."""
        self.query_one(Talk).show(lines)

    def now(self, text: str, *, bad: bool = False) -> None:
        """Draw what is being said, awaited or wrong: the end of a long text, or the start if it is an error."""
        line = self.query_one(".now", Static)
        width, height = line.content_size
        wrapped = say(one_line(text, MOST)).wrap(max(width, 8))
        shown = wrapped[:height] if bad else wrapped[-height:]
        line.set_class(bad, "-bad")
        self._put(".now", Content("\n").join(shown))

    def _put(self, which: str, content: Content) -> None:
        line = self.query_one(which, Static)
        if line.content != content:
            line.update(content)
