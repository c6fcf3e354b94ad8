"""Moments that everybody at one keyboard looks at together, before it goes on to the next person.

Law: a moment shows the view of the table and nothing else, takes no answer, and stays until somebody goes
on; then the curtain calls whoever is asked. Who plays alone sees it in the own view and is not kept waiting.
"""

from __future__ import annotations

from time import monotonic

from tui_arena.core.game import TABLE, View
from tui_arena.ui.game_ui import Board
from tui_arena.ui.table.drawing import TableDrawing

GRACE = 0.4
"""Seconds in which a key still in the fingers of the person before does not end a moment."""


class TableMoments(TableDrawing):
    """The half of the table screen that holds the curtain back for what everybody shall see."""

    def __init__(self) -> None:
        super().__init__()
        self._seen = ""
        """The moment that was looked at last."""
        self._held_since: float | None = None
        """When the moment that is held came up; None: none is."""
        self._waits_for_board = False
        """Whether machines are held back until the board has told what it tells."""
        self._holds = False
        """Whether machines are held back, for either reason."""

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
        """What lies on the table now has been seen."""
        if self.runner is not None:
            self._seen = self.game_ui.moment(self.runner.views[TABLE])

    def hold_moment(self) -> bool:
        """Hold what everybody shall see; False: there is nothing that was not seen."""
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
        """Nobody's machine plays on while people look; afterwards it does, whatever ended the looking."""
        holds = self.moment_up or self._waits_for_board
        if self.runner is not None and holds != self._holds:
            self._holds = holds
            if self.runner.playback.paused != holds:
                self.runner.playback.pause()

    def on_board_tells(self, event: Board.Tells) -> None:
        """Whoever plays with machines sees out what is told before they play on; who watches has own keys."""
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
        """Whether there is a moment to end, or something told step by step that can be told at once."""
        telling = self.board is not None and self.board.telling and not self.bar.field.has_focus
        hotseat = self.hotseat
        watching = hotseat is None or (hotseat.watching and not hotseat.runner.over)
        return self.moment_up or (telling and not watching)

    def action_go_on(self) -> None:
        """Everybody has looked, or has seen enough of what is told: on to the next person."""
        if not self.moment_up and self.board is not None:
            self.board.skip()
        if self._held_since is not None and monotonic() - self._held_since >= GRACE:
            self.remember_moment()
            self._held_since = None
            self._hold_machines()
            self.redraw()
