"""A vote that phones hold, as the stage shows it, and asks for it if nobody else can be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tui_arena.ui.widgets.dialogs import Dialog

if TYPE_CHECKING:
    from tui_arena.ui.app.screen import ArenaScreen

TITLE = "A vote, and you decide at this screen"
OVER = "over"
"""Closes the question without an answer, because the vote is over. Esc answers no."""
ANSWERS = (("no", "No"), ("yes", "Yes"))


class StageVote:
    """The vote at the table of one screen."""

    def __init__(self, screen: ArenaScreen) -> None:
        self._screen = screen
        self._dialog: Dialog | None = None
        self._asked = ""
        """The id of the vote about which this screen was asked last."""

    @property
    def words(self) -> str:
        """What is voted on; empty without a vote."""
        motion = self._screen.arena.door.motion()
        return f"A vote: {motion['text']}" if motion is not None else ""

    def look(self, ask: Callable[[], object]) -> None:
        """Call `ask` if this screen has to be asked, and close the question if the vote is over."""
        motion = self._screen.arena.door.motion()
        open_here = motion is not None and motion["asked"]
        if self._dialog is not None and (not open_here or motion["id"] != self._asked):  # type: ignore[index]
            self._dialog.dismiss(OVER)
        elif self._dialog is None and motion is not None and open_here and motion["id"] != self._asked:
            ask()

    async def ask(self) -> None:
        """Ask whoever is at the screen, and hand the answer on. Call this in a worker."""
        arena = self._screen.arena
        motion = arena.door.motion()
        if motion is None or self._dialog is not None:
            return
        self._asked = str(motion["id"])
        self._dialog = Dialog(TITLE, str(motion["text"]), ANSWERS)
        arena.changed_by_itself()
        try:
            said = await self._screen.app.push_screen_wait(self._dialog)
        finally:
            self._dialog = None
        if said != OVER and arena.door.open:
            await arena.door.host.vote(self._asked, yes=said == "yes")
