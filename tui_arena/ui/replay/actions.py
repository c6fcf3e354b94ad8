"""What the keys of a replay open: prompts, a look behind, files, a branch, a coach, an audit.

Law: whatever reads or writes a file runs in a worker. A branch, a coach and an audit are for who may
know all of the session.
"""

from __future__ import annotations

import importlib
from pathlib import Path

from textual import work

from tui_arena.data import GameInfo
from tui_arena.inquiry.coach import coach_ask, has_judge
from tui_arena.save.errors import SaveError
from tui_arena.save.reveal_secret import peek
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.exports import export_session
from tui_arena.ui.replay.presenter import Replay
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.sheet import SheetScreen

PEEK = (
    "This session is not over. Looking behind shows its secret and everything that is sealed, and marks "
    "the session as peeked: the stats leave it out from then on."
)


class ReplayActions(ArenaScreen):
    """The half of the replay screen that acts; `ReplayScreen` is the half that draws and steps."""

    def __init__(self, source: str | Path) -> None:
        """`source`: a saved session's id, or the path of a demo."""
        super().__init__()
        self._source = source
        self.replay: Replay | None = None
        """None until the session is loaded, or if it can't be."""
        self.coachable = False
        """Whether somebody could say how it was played."""
        self.judged = False
        """Whether somebody could be asked again."""

    def draw(self) -> None:
        """Show the position that the presenter stands at."""

    def stop(self) -> None:
        """Step by itself no more."""

    def load(self, *, peeking: bool = False) -> object:
        """Read the session beside the loop."""

    def offers(self, info: GameInfo, replay: Replay) -> tuple[bool, bool]:
        """Whether there is something for a coach, and for an audit."""
        coachable = coach_ask(info, replay.end, self.arena.catalogue) is not None
        return coachable, has_judge(replay.session, info)

    def action_reasons(self) -> None:
        if self.replay is not None:
            self.replay.reasons = not self.replay.reasons
            self.draw()

    def action_reveal(self) -> None:
        if self.replay is not None:
            self.replay.revealed = not self.replay.revealed
            self.draw()

    def action_eyes(self) -> None:
        """Look with the eyes of the next seat."""
        if self.replay is not None:
            self.replay.next_eyes()
            self.draw()

    def action_prompt(self) -> None:
        self.stop()
        sheet = self.replay.sheet(self.arena.catalogue) if self.replay is not None else None
        if sheet is not None:
            self.app.push_screen(SheetScreen(sheet.title, sheet.parts))

    def action_resume(self) -> None:
        if isinstance(self._source, str):
            self.arena.resume_table(self._source)

    # from here on

    def action_branch(self) -> None:
        """Go on from this position with other players, at a table of its own."""
        self.stop()
        if self.replay is not None:
            dialog = importlib.import_module("tui_arena.ui.replay.branch_screen")
            self.app.push_screen(dialog.BranchScreen(self.replay), self._branched)

    def _branched(self, session_id: str | None) -> None:
        if session_id is not None:
            self.arena.resume_table(session_id)

    def action_coach(self) -> None:
        """Somebody says how it was played."""
        self.stop()
        if self.replay is not None:
            self.arena.open_coach(self.replay.info, self.replay.session)

    def action_audit(self) -> None:
        """The judge is asked again."""
        self.stop()
        if self.replay is not None:
            self.arena.open_audit(self.replay.info, self.replay.session)

    @work(exclusive=True, group="peek")
    async def action_peek(self) -> None:
        """Show an unfinished session whole, once its reader said yes, and mark it."""
        answers = [("no", "Leave it hidden"), ("yes", "Look, and mark it")]
        chosen = await self.app.push_screen_wait(Dialog("Look behind?", PEEK, answers))
        if chosen != "yes" or not isinstance(self._source, str):
            return
        try:
            await self.arena.in_thread(self._mark_peeked, self._source)
        except SaveError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self.load(peeking=True)

    def _mark_peeked(self, session_id: str) -> None:
        store = self.arena.store
        session = store.load(session_id)
        peek(store, session, self.arena.catalogue.game(session.game))

    @work(exclusive=True, group="export")
    async def action_export(self) -> None:
        """Write the session to a file and say which."""
        replay = self.replay
        if replay is not None:
            await export_session(self, replay.session, replay.info, secrets=replay.peeking)
