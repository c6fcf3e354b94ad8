"""Moments that everybody at one keyboard looks at together, before it goes on to the next person.

Law: a moment shows the view of the table and nothing else, takes no answer, and stays until somebody goes
on; then the curtain calls whoever is asked. Who plays alone sees it in the own view and is not kept waiting.
"""

from __future__ import annotations

from time import monotonic

from tui_arena.core.game import TABLE, View
from tui_arena.ui.table_drawing import TableDrawing

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
            self._seen = self.face.moment(self.runner.views[TABLE])

    def hold_moment(self) -> bool:
        """Hold what everybody shall see; False: there is nothing that was not seen."""
        runner = self.runner
        if runner is None or runner.over or len(runner.front.people) < 2:
            self._held_since = None
            return False
        due = self.face.moment(runner.views[TABLE])
        if due in ("", self._seen):
            self._held_since = None
        elif self._held_since is None and not self._curtain_up:
            self.hide_everything()
            runner.all_look()
            self._held_since = monotonic()
            if not runner.pace.paused:
                runner.pace.pause()
        return self.moment_up

    def action_go_on(self) -> None:
        """Everybody has looked: on to the next person."""
        runner = self.runner
        if runner is not None and self._held_since is not None and monotonic() - self._held_since >= GRACE:
            self.remember_moment()
            self._held_since = None
            if runner.pace.paused:
                runner.pace.pause()
            self.redraw()
