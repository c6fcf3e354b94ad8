"""The ghost beside the board: how far whoever sent the challenge had come by now.

Law: the panel draws only `Ghost.so_far`, so it is never ahead of the player.
"""

from __future__ import annotations

from textual.content import Content

from tui_arena.core.language.sentences import counted
from tui_arena.players.challenges import turns_of
from tui_arena.table.challenging import Ghost, ghost_title
from tui_arena.ui.game_ui import GameUI
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.text_block import TextBlock


class GhostPanel(TextBlock):
    """A few lines on the ghost's game so far."""

    DEFAULT_CSS = "GhostPanel { margin-bottom: 1; }"

    def __init__(self, ghost: Ghost, game_ui: GameUI, glyphs: Glyphs) -> None:
        super().__init__()
        self._ghost = ghost
        self._game_ui = game_ui
        self._glyphs = glyphs
        self._turns = 0

    def show(self, turns: int) -> None:
        """Draw as much of the ghost as a player with this many turns may see."""
        if turns != self._turns:
            self._turns = turns
            self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        ghost = self._ghost
        title = say(ghost_title(ghost.name, ghost.challenge.kind), "bold $primary")
        if not ghost.moved:
            return [
                title,
                *say("the code has no moves; you'll see how it ended", "$foreground-muted").wrap(width),
            ]
        play = ghost.so_far(self._turns)
        count = len(turns_of(play))
        info = ghost.info
        ended = play.over and count < self._turns
        so_far = "has finished" if ended else counted(count, info.try_called, info.tries_called)
        rows = self._game_ui.ghost(play, self._glyphs, width) if count else []
        head = title.append(say(f"  {so_far}", "$foreground-muted"))
        return [line for whole in (head, *rows) for line in whole.wrap(max(width, 1))]
