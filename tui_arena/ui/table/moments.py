"""Shared moments: everybody at one keyboard looks at the screen before the next person is called.

A person who plays alone sees the moment in their view and is not kept waiting.

Law: a moment shows only the view of the table, takes no answer, and stays until somebody goes on. Then the
curtain calls the person who is asked.
"""

from __future__ import annotations

from time import monotonic

from tui_arena.core.game import TABLE, View
from tui_arena.ui.game_ui import Board
from tui_arena.ui.table.drawing import TableDrawing

GRACE = 0.4
"""Seconds in which a key that the person before may still be pressing does not end a moment."""


class TableMoments(TableDrawing):
    """The part of the table screen that holds the curtain back until everybody has looked."""

    def __init__(self) -> None:
        super().__init__()
        self._seen = ""
        """The last moment that was seen."""
        self._held_since: float | None = None
        """When the current moment began; None: there is none."""
        self._waits_for_board = False
        """Whether playback is paused until the board has finished showing something step by step."""
        self._holds = False
        """Whether playback is paused by this class, for either reason."""

    @property
    def moment_up(self) -> bool:
        """Whether the table waits until everybody has looked."""
        return self._held_since is not None

    @property
    def shown_view(self) -> View | None:
        if self.moment_up and self.runner is not None:
            return self.runner.views[TABLE]
        return super().shown_view

    def remember_moment(self) -> None:
        """Take the current moment as seen."""
        if self.runner is not None:
            self._seen = self.game_ui.moment(self.runner.views[TABLE])

    def hold_moment(self) -> bool:
        """Hold the screen if there is a new moment for everybody; gives whether one is held."""
        hotseat, runner = self.hotseat, self.runner
        if hotseat is None or runner is None:
            return False
        due = self.game_ui.moment(runner.views[TABLE])
        if runner.over or len(hotseat.people) < 2 or due in ("", self._seen):
            self._held_since = None
        elif self._held_since is None and not self._curtain_up:
            self.hide_everything()
            hotseat.all_look()
            self._held_since = monotonic()
        self._hold_machines()
        return self.moment_up

    def _hold_machines(self) -> None:
        """Pause playback while people look, and resume it as soon as they don't."""
        holds = self.moment_up or self._waits_for_board
        if self.runner is not None and holds != self._holds:
            self._holds = holds
            if self.runner.playback.paused != holds:
                self.runner.playback.pause()

    def on_board_tells(self, event: Board.Tells) -> None:
        """Pause playback while the board shows something to people who play; watchers can pause it themselves."""
        event.stop()
        hotseat, runner = self.hotseat, self.runner
        if hotseat is None or runner is None or self.board is None:
            return
        self._waits_for_board = self.board.telling and not (self.moment_up or hotseat.watching or runner.over)
        self._hold_machines()
        if self.board.telling and hotseat.watching:
            runner.playback.look(self.board.lingers)
        if self._guide is not None:
            self.draw()
        self.refresh_bindings()

    @property
    def can_go_on(self) -> bool:
        """Whether there is a moment to end, or something shown step by step that can be shown at once."""
        telling = self.board is not None and self.board.telling and not self.bar.field.has_focus
        hotseat = self.hotseat
        watching = hotseat is None or (hotseat.watching and not hotseat.runner.over)
        return self.moment_up or (telling and not watching)

    def action_go_on(self) -> None:
        """End the moment, or show at once the rest of what the board is showing step by step."""
        if not self.moment_up and self.board is not None:
            self.board.skip()
        if self._held_since is not None and monotonic() - self._held_since >= GRACE:
            self.remember_moment()
            self._held_since = None
            self._hold_machines()
            self.redraw()
