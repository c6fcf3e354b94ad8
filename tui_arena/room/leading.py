"""The stage leads: phones show a move only after the screen that all look at has shown it.

Law: nothing holds a phone back for good. Whether the stage is behind is looked up again and again, and a stage
that shows nothing is passed over after a while.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tui_arena.table.runner import SessionRunner

GLANCE = 0.1
"""Seconds between two looks at a stage that is behind. A stage reports by itself, so this is a safety net."""
PATIENCE = 1.0
"""Seconds that phones wait for a stage that draws nothing, such as one that is closing."""
LONGEST = 30.0
"""Seconds that phones wait for a stage that turns cards or tiles."""


class Stage(Protocol):
    """The screen that all look at."""

    @property
    def drawn_to(self) -> int:
        """The number of the last event that the stage has drawn, or has begun to turn over."""

    @property
    def turning(self) -> bool:
        """Whether the stage is turning over what was drawn last."""


class Leading:
    """Whether the phones at one table wait: for its stage, or for the end that follows the last move."""

    def __init__(self, runner: SessionRunner, stage: Stage | None, now: Callable[[], float]) -> None:
        """`stage`: None if nobody looks at a screen; then nobody waits. `now`: seconds of a clock."""
        self._runner, self._stage, self._now = runner, stage, now
        self._since: float | None = None
        """When the stage fell behind; None while it isn't."""

    @property
    def turning(self) -> bool:
        """Whether the stage is turning something over."""
        return self._stage is not None and self._stage.turning

    def waits(self, *, kept_back: bool = False) -> bool:
        """Whether phones keep showing what they show now, until the stage has shown what is new.

        `kept_back`: whether the truth is kept back for those who may still bet. The stage isn't behind then.
        """
        if kept_back:
            self._since = None
            return False
        stage, runner = self._stage, self._runner
        behind = stage is not None and (stage.turning or stage.drawn_to < runner.seen_to)
        if not behind and not (runner.play.over and not runner.over):  # the end is saved in a moment
            self._since = None
            return False
        if self._since is None:
            self._since = self._now()
        return self._now() - self._since < (LONGEST if self.turning else PATIENCE)
